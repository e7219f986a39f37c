package explore

import (
	"context"
	"runtime/debug"
	"strings"
	"testing"

	"flavers/limit"
)

// buggy is a context whose Err fails in every goroutine but the test's own.
type buggy struct{ context.Context }

func (b buggy) Err() error {
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		panic("bug")
	}
	return nil
}

// A panic of one of several goroutines comes out where the explorer was called:
// it does not end the process.
func TestJobsCrash(t *testing.T) {
	p := example(t, "philosophers", "N", 3)
	for _, s := range strategies {
		if !s.jobs || s.name == "states" { // its goroutines look at no time
			continue
		}
		_, err := crashed(func() (*Result, error) {
			return runTuned(buggy{t.Context()}, p, nil, Options{Algorithm: s.name, Jobs: 3}, tuning{grain: &grain{}})
		})
		if err == nil || err.Value != "bug" || len(err.Stack) == 0 {
			t.Errorf("%s: %v", s.name, err)
		}
	}
	s := &stateJobs{jobs: 2}
	_, err := crashed(func() (*Result, error) {
		s.share(4, func(_, i int) {
			if i == 2 {
				panic("bug")
			}
		})
		return nil, nil
	})
	if err == nil || err.Value != "bug" {
		t.Errorf("states: %v", err)
	}
}

// crashed runs f and catches what it carries over.
func crashed(f func() (*Result, error)) (r *Result, crash *limit.Crash) {
	defer func() { crash, _ = recover().(*limit.Crash) }()
	r, _ = f()
	return r, nil
}
