// Package goroutines calls what its users gave it while it has locked something, or not.
package goroutines

import "sync"

// Bus tells subscribers of messages.
type Bus struct {
	mu    sync.Mutex
	heard []func(string)
}

// notify is where the functions of subscribers are called.
func notify(f func(string), text string) { f(text) }

func (b *Bus) publish(text string) {
	b.mu.Lock()
	for _, f := range b.heard {
		notify(f, text) // f may publish, too
	}
	b.mu.Unlock()
}

func (b *Bus) publishLater(text string) {
	b.mu.Lock()
	heard := append([]func(string){}, b.heard...)
	b.mu.Unlock()
	for _, f := range heard {
		notify(f, text)
	}
}

// BadPublish calls a function while it holds the lock.
func BadPublish() {
	b := &Bus{heard: []func(string){func(string) {}}}
	b.publish("hello")
}

// FinePublish calls it when it has unlocked. Another goroutine holds the lock meanwhile: that is no mistake.
func FinePublish() {
	b := &Bus{heard: []func(string){func(string) {}}}
	done := make(chan bool)
	go func() {
		b.mu.Lock()
		b.mu.Unlock()
		done <- true
	}()
	b.publishLater("hello")
	<-done
}

// BadWorker holds the lock in a goroutine that it starts.
func BadWorker() {
	b := &Bus{heard: []func(string){func(string) {}}}
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			b.publish("hello")
		}()
	}
	wg.Wait()
}
