package wild

import "sync"

// RightPool takes no work when somebody waits for its end, as a wait group does.
type RightPool struct {
	once  sync.Once
	tasks chan func()
	wg    sync.WaitGroup
}

// NewRightPool makes a pool without workers.
func NewRightPool() *RightPool { return &RightPool{} }

func (p *RightPool) begin() {
	p.once.Do(func() {
		p.tasks = make(chan func())
		p.wg.Go(p.work)
	})
}

func (p *RightPool) work() {
	for f := range p.tasks {
		f()
	}
}

// Go gives f to the worker.
func (p *RightPool) Go(f func()) {
	p.begin()
	p.tasks <- f
}

// Wait ends the worker.
func (p *RightPool) Wait() {
	p.begin()
	close(p.tasks)
	p.wg.Wait()
}

// BugResults closes the channel of results while a worker sends to it.
type BugResults struct {
	results chan int
	done    chan struct{}
}

// NewBugResults begins to work.
func NewBugResults() *BugResults {
	b := &BugResults{results: make(chan int, 1), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		b.results <- 1
	}()
	return b
}

// Wait waits for the worker too late.
func (b *BugResults) Wait() int {
	close(b.results) // BUG
	<-b.done
	return <-b.results
}
