package heap

// A channel may be nil wherever nil may come to it: it is taken to be there, and the ledger says so.

func closedChan() chan int {
	c := make(chan int)
	close(c)
	return c
}

func wait(c chan int) { <-c }

// deadlock within
// ledger B11
func NilItem() {
	s := []chan int{closedChan()}
	s[0] = nil
	wait(s[0])
}

// deadlock within
// ledger B11
func NilCleared() {
	s := []chan int{closedChan()}
	clear(s)
	<-s[0]
}

// deadlock within
// ledger B11
func NilAppended() {
	s := []chan int{closedChan()}
	_ = append(s[:0], nil)
	<-s[0]
}

// deadlock holds
// ledger
func ItemNotNil() {
	s := []chan int{closedChan()}
	wait(s[0])
}

// An item that a map does not have is nil, unless the code has asked whether it is there.

// deadlock within
// ledger B11
func NilOfMap(key string) {
	m := map[string]chan int{"a": closedChan()}
	wait(m[key])
}

// deadlock within
// ledger B11
func NilOfMapAsked(key string) {
	m := map[string]chan int{"a": closedChan()}
	c, ok := m[key]
	if !ok {
		println("no", key)
	}
	<-c
}

// deadlock holds
// ledger
func ItemOfMap(key string) {
	m := map[string]chan int{"a": closedChan()}
	if c, ok := m[key]; ok {
		<-c
	}
}

// What is received is nil when the channel is closed, unless the code has asked.

// deadlock within
// ledger B11
func NilReceived() {
	q := make(chan chan int, 1)
	q <- closedChan()
	close(q)
	<-<-q
	<-<-q
}

// deadlock holds
// ledger
func ReceivedInRange() {
	q := make(chan chan int, 1)
	q <- closedChan()
	close(q)
	for c := range q {
		<-c
	}
}

type request struct{ reply chan int }

// deadlock holds
// ledger
func Reply() {
	q := make(chan request)
	go func() { (<-q).reply <- 1 }()
	r := request{make(chan int)}
	q <- r
	<-r.reply
}

// A function that recovers returns zero.

// deadlock unknown
// ledger B10 B11 U08
func NilAfterPanic() {
	<-mayPanic(nil)
}

func mayPanic(s []int) chan int {
	defer func() { _ = recover() }()
	_ = s[2]
	return closedChan()
}

// A function that only defers does not.

// deadlock holds
// ledger
func AfterDefer() {
	<-defers()
}

func defers() chan int {
	defer println("done")
	return closedChan()
}

// A variable of a package is what its initializer gives it.

var given, notGiven = closedChan(), (chan int)(nil)

func set() { notGiven = closedChan() }

// deadlock holds
// ledger
func GivenFirst() {
	wait(given)
}

// deadlock violated
// ledger B11
func GivenLater(now bool) {
	if now {
		set()
	}
	wait(notGiven)
}
