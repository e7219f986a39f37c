package traps

// Structs that functions return have what they were given.

type hub struct {
	in, out chan int
	stop    chan bool
}

func newHub() hub { return hub{in: make(chan int), out: make(chan int), stop: make(chan bool)} }

func (h *hub) run() {
	for {
		select {
		case x := <-h.in:
			h.out <- x
		case <-h.stop:
			return
		}
	}
}

func HoldsReturned() {
	h := newHub()
	go h.run()
	h.in <- 1
	<-h.out
	h.stop <- true
}

func halfHub() hub { return hub{in: make(chan int), out: make(chan int)} }

func LeakReturnedHalf() {
	h := halfHub()
	go h.run()
	h.in <- 1
	<-h.out
	h.stop <- true
}

func laterHub(late bool) hub {
	h := hub{in: make(chan int), out: make(chan int)}
	if late {
		h.stop = make(chan bool)
	}
	return h
}

func LeakReturnedLater(late bool) {
	h := laterHub(late)
	go h.run()
	h.in <- 1
	<-h.out
	h.stop <- true
}
