package traps

// Turns of these loops use what earlier turns have made.

func receiveFrom(c chan int) { <-c }

func sendTo(c chan int) { go func() { c <- 1 }() }

func same(c chan int) chan int { return c }

// by a variable, to a call
func HoldsCarried() {
	var last chan int
	for i := range 2 {
		c := make(chan int)
		go func() { c <- 1 }()
		if i == 1 {
			receiveFrom(last)
			receiveFrom(c)
		}
		last = c
	}
}

// the loop starts its goroutines by calls
func HoldsCarriedByCalls() {
	var last chan int
	for i := range 2 {
		c := make(chan int)
		sendTo(c)
		if i == 1 {
			receiveFrom(last)
			receiveFrom(c)
		}
		last = c
	}
}

// nobody receives from the second one
func LeakCarried() {
	var last chan int
	for i := range 2 {
		c := make(chan int)
		sendTo(c)
		if i == 1 {
			receiveFrom(last)
		}
		last = c
	}
}

// a function returns it
func HoldsCarriedReturned() {
	var last chan int
	for i := range 2 {
		c := make(chan int)
		go func() { c <- 1 }()
		if i == 1 {
			<-same(last)
			<-same(c)
		}
		last = c
	}
}

type chained struct {
	c    chan int
	next *chained
}

// by a field of what this turn has made
func HoldsCarriedNext() {
	var head *chained
	for i := range 2 {
		head = &chained{make(chan int), head}
		n := head
		go func() { n.c <- 1 }()
		if i == 1 {
			<-n.next.c
			<-n.c
		}
	}
}

func HoldsCarriedNextToCall() {
	var head *chained
	for i := range 2 {
		head = &chained{make(chan int), head}
		n := head
		go func() { n.c <- 1 }()
		if i == 1 {
			receiveFrom(n.next.c)
			receiveFrom(n.c)
		}
	}
}

type two struct{ a, b chan int }

func both(a, b chan int) *two { return &two{a, b} }

// by a function that makes something of it
func HoldsCarriedInside() {
	var last chan int
	for i := range 2 {
		c := make(chan int)
		if i == 1 {
			p := both(last, c)
			go func() { p.a <- 1; p.b <- 1 }()
			<-p.a
			<-p.b
		}
		last = c
	}
}

func LeakCarriedInside() {
	var last chan int
	for i := range 2 {
		c := make(chan int)
		if i == 1 {
			p := both(last, c)
			go func() { p.a <- 1; p.b <- 1 }()
			<-p.a
		}
		last = c
	}
}
