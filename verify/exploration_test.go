package verify

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/internal/trial"
)

const manySteps = `shared x 0..9
task a { var i 0..9; while i < 9 { i = i + 1; x = i } }
task b { var j 0..9; while j < 9 { j = j + 1; x = j } }`

// deadlocks is a search that finds nothing there.
func deadlocks() searches { return searches{{seek: explore.Deadlock}} }

// begins counts how often an exploration begins.
func begins(t *testing.T, n *int) func() *exploration {
	p := trial.Program(t, manySteps)
	return func() *exploration {
		*n++
		return newExploration(deadlocks(), func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
			opt.Algorithm = "states"
			return explore.Run(ctx, p, specs, opt)
		}, p, nil, explore.Options{})
	}
}

// Each turn goes on where the one before was, and what has ended stays.
func TestExplorationGoesOn(t *testing.T) {
	var k explorations
	defer k.close()
	begun, last := 0, int64(0)
	for _, most := range []int64{10, 100, 100_000, 200_000} {
		s := k.turn(t.Context(), way{name: allStates}, deadlocks(), explore.Limits{States: most}, begins(t, &begun))
		if r := s.result; s.err != nil || s.over != (most >= 100_000) || r.Complete != s.over || r.States < last || !s.over && r.States != most+1 {
			t.Errorf("within %d states: %d, ended: %t, complete: %t, %v", most, r.States, s.over, r.Complete, s.err)
		}
		last = s.result.States
	}
	if begun != 1 {
		t.Errorf("begun %d times", begun)
	}
}

// One whose turn was ended begins anew.
func TestExplorationEnded(t *testing.T) {
	var k explorations
	defer k.close()
	ctx, cancel := context.WithCancel(t.Context())
	begun := 0
	k.turn(ctx, way{name: allStates}, deadlocks(), explore.Limits{States: 10}, begins(t, &begun))
	cancel()
	k.turn(ctx, way{name: allStates}, deadlocks(), explore.Limits{States: 100}, begins(t, &begun))
	s := k.turn(t.Context(), way{name: allStates}, deadlocks(), explore.Limits{}, begins(t, &begun))
	if begun != 2 || !s.result.Complete {
		t.Errorf("begun %d times, complete: %t", begun, s.result.Complete)
	}
}

// One that was begun for something else is of no use.
func TestExplorationOfOthers(t *testing.T) {
	var k explorations
	defer k.close()
	begun := 0
	for i, of := range []searches{deadlocks(), deadlocks(), {{seek: explore.Error, traps: true}}} {
		k.turn(t.Context(), way{name: allStates}, of, explore.Limits{States: 10}, begins(t, &begun))
		if want := max(i, 1); begun != want {
			t.Errorf("search %d: begun %d times, want %d", i+1, begun, want)
		}
	}
}

// None is left waiting when all are closed: neither one that waits for a turn, nor one that has its turn then, nor one
// that begins later.
func TestExplorationsClosed(t *testing.T) {
	before := runtime.NumGoroutine()
	var k explorations
	begun := 0
	k.turn(t.Context(), way{name: allStates}, deadlocks(), explore.Limits{States: 10}, begins(t, &begun))
	runs, closed, done := make(chan bool), make(chan bool), make(chan bool)
	waits := func(_ context.Context, _ *cfg.Program, _ []*automata.Spec, opt explore.Options) (*explore.Result, error) {
		runs <- true
		<-closed
		_, goesOn := opt.Extend(&explore.Result{})
		done <- goesOn
		return nil, errors.New("ended")
	}
	go k.turn(t.Context(), way{name: "waits"}, deadlocks(), explore.Limits{}, func() *exploration {
		return newExploration(deadlocks(), waits, nil, nil, explore.Options{})
	})
	<-runs
	k.close()
	close(closed)
	if <-done {
		t.Error("it goes on after it was closed")
	}
	k.turn(t.Context(), way{name: "late"}, deadlocks(), explore.Limits{States: 10}, begins(t, &begun))
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
