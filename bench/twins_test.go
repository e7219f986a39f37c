//go:build integration

package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The programs and their twins in Promela give the same verdicts, and, where every
// step of one is a step of the other, the same states but for SPIN's start-up. What was
// measured is a document.
func TestTwins(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 8*time.Minute)
	defer stop()
	b, err := prepare(ctx, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(b.work)
	same := map[string]bool{"dining": true, "dining_locks": true, "dining_manager": true}
	compared := 0
	all := &results{limit: time.Minute, machine: machine(ctx, b.root)}
	for i := range problems {
		p := &problems[i]
		r := &row{problem: p, holds: map[string][]figure{}, violated: map[string][]figure{}}
		for _, e := range engines {
			if e.name == check || e.name == full || e.name == states || e.name == panAll || e.name == pan && i == 0 {
				for _, violated := range []bool{false, true} {
					if violated && e.complete() {
						continue
					}
					list, err := b.sweep(ctx, p, &e, 3, violated)
					if err != nil {
						t.Fatal(err)
					}
					f, ok := last(list)
					if !ok || f.n != 3 {
						t.Fatalf("%s, %s: %+v", p.name, e.name, list)
					}
					if violated && f.length == 0 {
						t.Errorf("%s, %s: a counterexample without steps", p.name, e.name)
					}
					if violated {
						r.violated[e.name] = list
					} else {
						r.holds[e.name] = list
					}
				}
			}
		}
		if f, _ := last(r.holds[full]); f.bits == 0 {
			t.Errorf("%s: the width of a tuple is not told", p.name)
		}
		all.rows = append(all.rows, r)
		if f, g, ok := together(r.holds[states], r.holds[panAll]); same[p.name] && ok {
			if compared++; f.states+1 != g.states {
				t.Errorf("%s, N=%d: %d states, of SPIN %d", p.name, f.n, f.states, g.states)
			}
		}
	}
	if compared != len(same) {
		t.Errorf("the states of %d problems were compared", compared)
	}
	if err := all.write(filepath.Join(t.TempDir(), "performance.md")); err != nil {
		t.Error(err)
	}
	for _, file := range must(filepath.Glob("promela/*.pml")) {
		name := filepath.Base(file)
		known := false
		for i := range problems {
			known = known || problems[i].name+".pml" == name
		}
		if !known {
			t.Errorf("%s belongs to no problem", file)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
