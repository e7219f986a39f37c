package wrong

func Wrong() {
	c := make(chan int, 1)
	c <- 1 //flavers:ignore deadlok why // want `no check is named "deadlok" \(did you mean "deadlock"\?\)`
}
