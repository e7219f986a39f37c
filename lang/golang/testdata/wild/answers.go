package wild

import (
	"errors"
	"io"
	"sync"
)

// Answers finds who waits for an answer in a map. Once the reader has failed, it lets go everybody in the map: it cannot
// find the map empty while somebody waits who has put a channel in.
type Answers struct {
	rw      io.ReadWriteCloser
	mu      sync.Mutex
	pending map[byte]chan byte
	next    byte
	err     error
}

// NewAnswers reads answers from rw.
func NewAnswers(rw io.ReadWriteCloser) *Answers {
	a := &Answers{rw: rw, pending: map[byte]chan byte{}}
	go a.read()
	return a
}

func (a *Answers) read() {
	var b [2]byte
	for {
		if _, err := io.ReadFull(a.rw, b[:]); err != nil {
			a.mu.Lock()
			a.err = err
			for k, ch := range a.pending {
				close(ch)
				delete(a.pending, k)
			}
			a.mu.Unlock()
			return
		}
		a.mu.Lock()
		ch := a.pending[b[0]]
		delete(a.pending, b[0])
		a.mu.Unlock()
		if ch != nil {
			ch <- b[1]
		}
	}
}

// Call asks, and waits for the answer.
func (a *Answers) Call(arg byte) (byte, error) {
	ch := make(chan byte, 1)
	a.mu.Lock()
	if a.err != nil {
		a.mu.Unlock()
		return 0, a.err
	}
	a.next++
	id := a.next
	a.pending[id] = ch
	a.mu.Unlock()
	if _, err := a.rw.Write([]byte{id, arg}); err != nil {
		a.mu.Lock()
		delete(a.pending, id)
		a.mu.Unlock()
		return 0, err
	}
	v, ok := <-ch
	if !ok {
		return 0, errors.New("closed")
	}
	return v, nil
}

// BugAnswers forgets who waits: after Reset, nobody lets a call go that has begun before.
type BugAnswers struct {
	rw      io.ReadWriteCloser
	mu      sync.Mutex
	pending map[byte]chan byte
	next    byte
	err     error
}

// NewBugAnswers reads until rw fails.
func NewBugAnswers(rw io.ReadWriteCloser) *BugAnswers {
	a := &BugAnswers{rw: rw, pending: map[byte]chan byte{}}
	go a.read()
	return a
}

func (a *BugAnswers) read() {
	var b [2]byte
	_, err := io.ReadFull(a.rw, b[:])
	a.mu.Lock()
	a.err = err
	for _, ch := range a.pending {
		close(ch)
	}
	a.mu.Unlock()
}

// Reset forgets all calls.
func (a *BugAnswers) Reset() {
	a.mu.Lock()
	a.pending = map[byte]chan byte{}
	a.mu.Unlock()
}

// Call waits until the reader has failed.
func (a *BugAnswers) Call() error {
	ch := make(chan byte, 1)
	a.mu.Lock()
	if a.err != nil {
		a.mu.Unlock()
		return a.err
	}
	a.next++
	a.pending[a.next] = ch
	a.mu.Unlock()
	<-ch
	return nil
}
