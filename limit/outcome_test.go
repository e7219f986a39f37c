package limit

import (
	"context"
	"testing"
)

func TestCaught(t *testing.T) {
	if v := Caught(func() int { return 3 }).Value(); v != 3 {
		t.Error(v)
	}
	done := make(chan Outcome[int])
	go func() { done <- Caught(func() int { panic("bug") }) }()
	if c, is := panicOf(func() { (<-done).Value() }).(*Crash); !is || c.Value != "bug" || len(c.Stack) == 0 {
		t.Errorf("%v", c)
	}
}

// TestGroup: a panic comes out of Wait when all have ended, once more carried over.
func TestGroup(t *testing.T) {
	var outer Group
	ended := make(chan bool, 2)
	outer.Go(func() {
		var inner Group
		inner.Go(func() { panic("bug") })
		inner.Go(func() { ended <- true })
		inner.Wait()
	})
	outer.Go(func() { ended <- true })
	if c, is := panicOf(outer.Wait).(*Crash); !is || c.Value != "bug" || len(ended) != 2 {
		t.Errorf("%v, %d ended", c, len(ended))
	}
	var quiet Group
	quiet.Go(func() {})
	quiet.Wait()
}

// TestGroupEnds: a Look in a goroutine of a Group ends the work around it.
func TestGroupEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if Try(func() {
		var g Group
		g.Go(New(ctx).LookNow)
		g.Wait()
	}) {
		t.Error("Look returned")
	}
}

func panicOf(f func()) (what any) {
	defer func() { what = recover() }()
	f()
	return nil
}
