package partial

import (
	"slices"
	"sync/atomic"
)

// Nobody sets the flag for which a goroutine asks again and again, and somebody waits for that goroutine. It may be an
// order to stop that nobody gives, or a mistake.
func AsksFlag() {
	var n atomic.Int32
	done := make(chan struct{})
	go func() {
		for n.Load() == 0 {
		}
		close(done)
	}()
	<-done
}

func AsksSwap() {
	var n atomic.Int32
	n.Store(1)
	done := make(chan struct{})
	go func() {
		for !n.CompareAndSwap(0, 1) {
		}
		close(done)
	}()
	<-done
}

func AsksCalled() {
	var n atomic.Bool
	done := make(chan struct{})
	go func() {
		slices.IndexFunc(make([]int, 3), func(int) bool {
			for !n.Load() {
			}
			return true
		})
		close(done)
	}()
	<-done
}

// The flag is set.
func FixedFlag() {
	var n atomic.Int32
	done := make(chan struct{})
	go func() {
		for n.Load() == 0 {
		}
		close(done)
	}()
	n.Store(1)
	<-done
}
