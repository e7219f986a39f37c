package traps

// Places that are loaded before the first assignment to them, in the block that makes their object: they are zero then.

type firstly struct {
	c chan int
	n struct{ c, d chan int }
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
