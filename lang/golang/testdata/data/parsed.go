package data

import (
	"strconv"
	"sync"
)

// Numbers that are read from texts decide, and so do the errors of reading them.

func LeakParsed() {
	var mu sync.Mutex
	mu.Lock()
	if n, err := strconv.Atoi("-12"); err != nil || n >= 0 {
		mu.Unlock()
	}
	mu.Lock()
}

func FixedParsed() {
	var mu sync.Mutex
	mu.Lock()
	if n, err := strconv.Atoi("-12"); err == nil && n == -12 {
		mu.Unlock()
	}
	mu.Lock()
	mu.Unlock()
}

func LeakNumber() {
	done := make(chan bool)
	if _, err := strconv.ParseBool("maybe"); err == nil {
		go close(done)
	}
	<-done
}

func FixedNumber() {
	done := make(chan bool)
	n, err := strconv.ParseInt("ff", 16, 64)
	if err == nil && n == 255 {
		go close(done)
	}
	if _, err := strconv.ParseUint("-1", 10, 8); err == nil || err.Error() == "" {
		close(done)
	}
	<-done
}
