package levels

import "sync"

// The functions of this file make channels and locks anew and put them into the same field.

type service struct {
	quit, done chan int
	lock       *sync.Mutex
}

func (s *service) start() {
	s.quit, s.done = make(chan int), make(chan int)
	go func() {
		<-s.quit
		close(s.done)
	}()
}

func (s *service) stop() {
	close(s.quit)
	<-s.done
}

func RightRestart() {
	s := &service{}
	s.start()
	s.stop()
	s.start()
	s.stop()
}

// The goroutine of the first start waits for the channel that it finds, which may be the second one's.
func LeakTwoStarts() {
	s := &service{}
	s.start()
	s.start()
	s.stop()
}

func serve(quit, done chan int) {
	<-quit
	close(done)
}

func (s *service) begin() {
	s.quit, s.done = make(chan int), make(chan int)
	go serve(s.quit, s.done)
}

func RightBegin() {
	s := &service{}
	s.begin()
	quit, done := s.quit, s.done
	s.begin()
	s.stop()
	close(quit)
	<-done
}

// The first goroutine is left behind with its channels.
func LeakBegin() {
	s := &service{}
	s.begin()
	s.begin()
	s.stop()
}

func wait(s *service, other chan int) {
	select {
	case <-s.quit:
	case <-other:
	}
}

func RightSelect() {
	s := &service{quit: make(chan int)}
	old := s.quit
	s.quit = make(chan int)
	close(s.quit)
	wait(s, old)
}

// The old one is closed, and the new one not.
func LeakSelect() {
	s := &service{quit: make(chan int)}
	old := s.quit
	s.quit = make(chan int)
	close(old)
	wait(s, nil)
}

// The two change places.
func LeakSwapped() {
	s := &service{quit: make(chan int), done: make(chan int)}
	s.quit, s.done = s.done, s.quit
	close(s.quit)
	<-s.done
}

// It is one of two.
func LeakOneOf(first bool) {
	a, b := make(chan int), make(chan int)
	s := &service{}
	if first {
		s.quit = a
	} else {
		s.quit = b
	}
	close(a)
	<-s.quit
}

func RightOneOf(first bool) {
	a, b := make(chan int), make(chan int)
	s := &service{}
	if first {
		s.quit = a
	} else {
		s.quit = b
	}
	close(s.quit)
	<-s.quit
}

func RightLock() {
	s := &service{lock: new(sync.Mutex)}
	s.lock.Lock()
	s.lock = new(sync.Mutex)
	s.lock.Lock()
	s.lock.Unlock()
}

func LeakLock() {
	s := &service{lock: new(sync.Mutex)}
	old := s.lock
	old.Lock()
	s.lock = new(sync.Mutex)
	s.lock.Lock()
	s.lock = old
	s.lock.Lock()
}

// A goroutine of a loop gets the channel of its turn.
func LeakTurns() {
	s := &service{}
	for range 2 {
		s.quit = make(chan int)
		go func(c chan int) { c <- 1 }(s.quit)
	}
	<-s.quit
}

// The goroutine reads the field when it comes to it.
func LeakLate() {
	s := &service{quit: make(chan int)}
	go func() { s.quit = make(chan int) }()
	close(s.quit)
	<-s.quit
}

// A nil channel in between.
func LeakNil() {
	s := &service{quit: make(chan int)}
	close(s.quit)
	s.quit = nil
	go func() { s.quit = make(chan int) }()
	<-s.quit
}

// A function that is started twice gets one channel each.
func (s *service) each(c chan int) {
	s.quit = c
	go serve(s.quit, make(chan int))
}

func RightEach() {
	s := &service{}
	a, b := make(chan int), make(chan int)
	s.each(a)
	s.each(b)
	a <- 1
	b <- 1
}

func LeakEach() {
	s := &service{}
	a, b := make(chan int), make(chan int)
	s.each(a)
	s.each(b)
	a <- 1
	a <- 1
	b <- 1
}

// The store is to one of two.
func LeakStored(one bool) {
	a, b := &service{quit: make(chan int)}, &service{quit: make(chan int)}
	old, s := a.quit, a
	if one {
		s = b
	}
	s.quit = make(chan int)
	close(old)
	<-a.quit
}

// A copy of the whole stores.
func LeakWholeService() {
	old := make(chan int)
	s := &service{}
	s.quit = old
	*s = service{quit: make(chan int)}
	close(old)
	<-s.quit
}

func several(n int, c chan int) []*service {
	var all []*service
	for range n {
		all = append(all, &service{quit: c})
	}
	return all
}

// Services of one loop have one field each.
func LeakSeveral(n int) {
	a, b := make(chan int), make(chan int)
	all := several(n, a)
	if len(all) < 2 {
		return
	}
	all[1].quit = b
	all[0].quit = a
	close(a)
	<-all[1].quit
}

func give(c chan int) { c <- 1 }

// The goroutines of a loop have one channel each.
func OpenTurns(n int) {
	a, b := make(chan int), make(chan int)
	for i := range n {
		c := a
		if i > 0 {
			c = b
		}
		go give(c)
	}
	if n == 2 {
		<-a
		<-b
	}
}

func pair(s *service) { go give(s.quit) }

// And so have those of a function that is called twice.
func OpenCalls() {
	s := &service{}
	for _, c := range []chan int{make(chan int), make(chan int)} {
		s.quit = c
		pair(s)
		<-c
	}
}
