package clients

import "context"

// BugSlots keeps a slot when the function fails: the third call waits, unless its context ends.
type BugSlots struct{ slots chan struct{} }

func NewBugSlots() *BugSlots { return &BugSlots{slots: make(chan struct{}, 2)} }

func (l *BugSlots) Do(ctx context.Context, f func() error) error {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := f(); err != nil {
		return err
	}
	<-l.slots
	return nil
}

// BugTokens takes a token and does not put it back when the function fails.
type BugTokens struct{ free chan int }

func NewBugTokens() *BugTokens {
	t := &BugTokens{free: make(chan int, 1)}
	t.free <- 1
	return t
}

func (t *BugTokens) Do(ctx context.Context, f func(int) error) error {
	select {
	case n := <-t.free:
		if err := f(n); err != nil {
			return err
		}
		t.free <- n
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// RightSlots gives the slot back.
type RightSlots struct{ slots chan struct{} }

func NewRightSlots() *RightSlots { return &RightSlots{slots: make(chan struct{}, 2)} }

func (l *RightSlots) Do(ctx context.Context, f func() error) error {
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// RightMail waits for what callers put in, beside a context.
type RightMail struct{ in chan string }

func NewRightMail() *RightMail { return &RightMail{in: make(chan string)} }

func (m *RightMail) Pop(ctx context.Context) (string, error) {
	select {
	case s := <-m.in:
		return s, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (m *RightMail) Push(ctx context.Context, s string) {
	select {
	case m.in <- s:
	case <-ctx.Done():
	}
}

// RightRuns runs until its context ends, or something fails.
type RightRuns struct{ work func() error }

func (r *RightRuns) Run(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() {
		if err := r.work(); err != nil {
			failed <- err
		}
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return nil
	}
}

// RightRests waits for nothing but the end of its context.
type RightRests struct{ n chan int }

func NewRightRests() *RightRests { return &RightRests{make(chan int, 1)} }

func (r *RightRests) Run(ctx context.Context) {
	r.n <- 1
	<-ctx.Done()
	<-r.n
}

// RightServes has a goroutine that lasts as long as a context of its maker.
type RightServes struct {
	ask chan int
	n   int
}

func NewRightServes(ctx context.Context) *RightServes {
	s := &RightServes{ask: make(chan int)}
	go func() {
		for {
			select {
			case n := <-s.ask:
				s.n += n
			case <-ctx.Done():
				return
			}
		}
	}()
	return s
}

func (s *RightServes) Ask(ctx context.Context, n int) {
	select {
	case s.ask <- n:
	case <-ctx.Done():
	}
}
