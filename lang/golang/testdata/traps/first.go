package traps

// Places that are loaded before the first assignment to them, in the block that makes their object: they are zero then.

type firstly struct {
	c chan int
	n firstPair
}

func LeakFirstLoaded() {
	f := &firstly{}
	c := f.c
	f.c = make(chan int, 1)
	c <- 1
}

func LeakFirstPart() {
	f := &firstly{}
	n := f.n
	f.n.c = make(chan int, 1)
	n.c <- 1
}

func LeakFirstWhole() {
	f := &firstly{}
	c := f.n.c
	f.n = struct{ c, d chan int }{make(chan int, 1), nil}
	c <- 1
}

func HoldsFirstTried() {
	f := &firstly{}
	select {
	case f.c <- 1:
	default:
	}
	f.c = make(chan int, 1)
	f.c <- 1
}

func HoldsFirstOther() {
	f := &firstly{}
	d := f.n.d
	f.n.c = make(chan int, 1)
	if d == nil {
		f.n.c <- 1
	}
}

// A whole struct that a function returns is assigned, after a part of it was loaded.

type firstPair = struct{ c, d chan int }

func newPair() firstPair { return firstPair{make(chan int, 1), make(chan int, 1)} }

func LeakFirstReturned() {
	f := &firstly{}
	c := f.n.c
	f.n = newPair()
	c <- 1
}

// The whole was loaded, into an interface, before its part was assigned.
func LeakFirstBoxed() {
	f := &firstly{}
	x := any(f.n)
	f.n.c = make(chan int, 1)
	x.(firstPair).c <- 1
}

// A named result is returned without its assignment, as a call before that panics.
func LeakFirstRecovered() {
	c := firstRecovering()
	c <- 1
}

func firstRecovering() (c chan int) {
	defer func() { _ = recover() }()
	firstPanicking()
	c = make(chan int, 1)
	return c
}

func firstPanicking() { panic("no channel") }

// An item is loaded before the only assignment to it.
func LeakFirstItem() {
	var a [1]chan int
	c := a[0]
	a[0] = make(chan int, 1)
	c <- 1
}

var firstGlobal chan int

// A variable of the package that no initializer assigns to.
func LeakFirstGlobal() {
	c := firstGlobal
	firstGlobal = make(chan int, 1)
	c <- 1
}
