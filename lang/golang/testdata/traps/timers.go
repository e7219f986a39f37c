package traps

import (
	"context"
	"sync"
	"time"
)

func LeakStoppedTimer() {
	t := time.NewTimer(time.Second)
	t.Stop()
	<-t.C
}

// Each Reset is worth one message.
func LeakResetOnce() {
	t := time.NewTimer(time.Second)
	<-t.C
	t.Reset(time.Second)
	<-t.C
	<-t.C
}

func HoldsResetTwice() {
	t := time.NewTimer(time.Second)
	<-t.C
	t.Reset(time.Second)
	<-t.C
	t.Reset(time.Second)
	<-t.C
}

// A timer that was not received from is armed once by both.
func LeakResetArmed() {
	t := time.NewTimer(time.Second)
	t.Reset(time.Second)
	<-t.C
	<-t.C
}

func HoldsStopReset() {
	t := time.NewTimer(time.Second)
	t.Stop()
	t.Reset(time.Second)
	<-t.C
}

// The timer fires for who was told that it is stopped too late; as of Go 1.23, nothing comes then.
func HoldsDrain() {
	t := time.NewTimer(time.Second)
	if !t.Stop() {
		<-t.C
	}
}

func LeakDrain() {
	t := time.NewTimer(time.Second)
	<-t.C
	if !t.Stop() {
		<-t.C
	}
}

func LeakResetTold() {
	t := time.NewTimer(time.Second)
	if t.Reset(time.Second) {
		<-make(chan int)
	}
}

func HoldsResetTold() {
	t := time.NewTimer(time.Second)
	<-t.C
	if t.Reset(time.Second) {
		<-make(chan int)
	}
	<-t.C
}

// A message that nobody has received is gone after Reset.
func LeakStale() {
	t := time.NewTimer(time.Second)
	c := make(chan int)
	go func() {
		<-t.C
		<-t.C
		close(c)
	}()
	time.Sleep(time.Minute)
	t.Reset(time.Second)
	<-c
}

// A timer that is started again in a loop.
func HoldsIdle(n int) {
	t := time.NewTimer(time.Second)
	for range n {
		<-t.C
		t.Reset(time.Second)
	}
}

func LeakIdle(n int) {
	t := time.NewTimer(time.Second)
	for range n {
		<-t.C
	}
}

func HoldsTickerReset() {
	t := time.NewTicker(time.Second)
	<-t.C
	t.Stop()
	t.Reset(time.Second)
	<-t.C
	<-t.C
	t.Stop()
}

func LeakTickerStopped() {
	t := time.NewTicker(time.Second)
	<-t.C
	t.Stop()
	<-t.C
}

func HoldsCall() {
	c := make(chan int)
	t := time.AfterFunc(time.Second, func() { close(c) })
	defer t.Stop()
	<-c
}

func LeakCallStopped() {
	c := make(chan int)
	t := time.AfterFunc(time.Second, func() { close(c) })
	t.Stop()
	<-c
}

// The function is called, or Stop says that it is not.
func HoldsCallOrNot() {
	var wg sync.WaitGroup
	wg.Add(1)
	t := time.AfterFunc(time.Second, wg.Done)
	if t.Stop() {
		wg.Done()
	}
	wg.Wait()
}

func LeakCallOrNot() {
	var wg sync.WaitGroup
	wg.Add(1)
	t := time.AfterFunc(time.Second, wg.Done)
	t.Stop()
	wg.Wait()
}

func PanicCalledAgain() {
	c := make(chan int)
	t := time.AfterFunc(time.Second, func() { close(c) })
	<-c
	t.Reset(time.Second)
}

func HoldsCalledAgain() {
	c := make(chan int)
	t := time.AfterFunc(time.Second, func() { c <- 1 })
	<-c
	t.Reset(time.Second)
	<-c
}

func LeakCalledTwice() {
	c := make(chan int)
	t := time.AfterFunc(time.Second, func() { c <- 1 })
	t.Reset(time.Second)
	<-c
	<-c
}

// A function that a stopped timer has called may wait for ever.
func LeakInCall() {
	t := time.AfterFunc(time.Second, func() { <-make(chan int) })
	time.Sleep(time.Minute)
	t.Stop()
}

// A watchdog that is kept from biting.
func HoldsWatchdog(n int) {
	t := time.AfterFunc(time.Second, func() { panic("late") })
	for range n {
		t.Reset(time.Second)
	}
	t.Stop()
}

func HoldsCancelLater() {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Second, cancel)
	<-ctx.Done()
}

func LeakCancelNever() {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Second, cancel).Stop()
	<-ctx.Done()
}

type lease struct{ t *time.Timer }

func (l *lease) extend() { l.t.Reset(time.Second) }

func HoldsLease() {
	l := &lease{time.NewTimer(time.Second)}
	l.extend()
	<-l.t.C
	l.extend()
	<-l.t.C
}

func LeakLease() {
	l := &lease{time.NewTimer(time.Second)}
	l.extend()
	<-l.t.C
	<-l.t.C
}
