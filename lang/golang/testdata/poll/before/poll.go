// Package poll reads a sensor again and again.
package poll

import "sync"

// Poller delivers what it reads on Values.
type Poller struct {
	Values chan int
	quit   chan struct{}
	done   sync.WaitGroup
}

// New starts a poller.
func New() *Poller {
	p := &Poller{Values: make(chan int), quit: make(chan struct{})}
	p.done.Add(1)
	go p.run()
	return p
}

func (p *Poller) run() {
	defer p.done.Done()
	for {
		select {
		case <-p.quit:
			return
		default:
		}
		p.Values <- read()
	}
}

// Close stops the poller, and waits until it has ended.
func (p *Poller) Close() {
	close(p.quit)
	p.done.Wait()
}

func read() int { return 42 }
