package heap

import (
	"context"
	"errors"
	"testing"
)

// ending is a context that ends when it was asked a number of times whether it has.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSolveEnds: Solve ends with its context also within one place that has thousands of readers, and goes on from there
// when it is called again.
func TestSolveEnds(t *testing.T) {
	const readers, locations = 3000, 1000
	w := New(nil, Limits{}, nil)
	told := 0
	n := w.node("place")
	for range readers {
		w.forEach(n, func(Loc) { told++ })
	}
	for k := range locations {
		w.add(n, Loc{&Object{ID: int32(k)}, ""})
	}
	if err := w.Solve(&ending{t.Context(), 2}); !errors.Is(err, context.Canceled) {
		t.Fatalf("Solve returned %v, although its context had ended", err)
	}
	if told > 10*readers {
		t.Errorf("readers were told %d times after the end", told)
	}
	if err := w.Solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	if told != readers*locations {
		t.Errorf("readers were told %d times, want %d", told, readers*locations)
	}
}
