// Package late asks a server and does not wait for its answer for ever.
package late

import (
	"errors"
	"time"
)

// Ask gives up after a second. The goroutine then has nobody who takes its answer.
func Ask() error {
	answer := make(chan error)
	go func() {
		answer <- request()
	}()
	select {
	case err := <-answer:
		return err
	case <-time.After(time.Second):
		return errors.New("no answer")
	}
}

// Ask2 has a buffer for the answer: the goroutine ends.
func Ask2() error {
	answer := make(chan error, 1)
	go func() {
		answer <- request()
	}()
	select {
	case err := <-answer:
		return err
	case <-time.After(time.Second):
		return errors.New("no answer")
	}
}

func request() error { return nil }
