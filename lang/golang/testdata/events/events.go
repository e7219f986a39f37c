// Package events names its own events.
package events

import "os"

func use(f *os.File) {
	//flavers:event use
	f.Stat()
}

// Early closes a file before another goroutine has used it.
func Early() {
	f, err := os.Open("x") //flavers:event open
	if err != nil {
		return
	}
	done := make(chan bool)
	go func() {
		use(f)
		done <- true
	}()
	//flavers:event close
	f.Close()
	<-done
}

// Late closes it afterwards.
func Late() {
	//flavers:event open
	f, err := os.Open("x")
	if err != nil {
		return
	}
	done := make(chan bool)
	go func() {
		use(f)
		close(done)
	}()
	<-done
	//flavers:event close
	f.Close()
}

// Never forgets to close it where it cannot be used.
func Never(n int) error {
	f, err := os.Open("x") //flavers:event open
	if err != nil {
		return err
	}
	if _, err := f.Stat(); err != nil {
		return err
	}
	return f.Close() //flavers:event close
}
