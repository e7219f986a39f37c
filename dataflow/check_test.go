package dataflow

import (
	"slices"
	"strings"
	"testing"

	"flavers/bitset"
)

// TestCheckFinds: whatever is taken from a good solution, Check misses it and
// says what it is.
func TestCheckFinds(t *testing.T) {
	for name, p := range map[string]*Problem{"narrow": dining(3, true), "wide": padded(dining(3, true), 200), "classes": readersWriters(30)} {
		s := Solve(t.Context(), p, Options{Keep: true})
		defer s.Release()
		bad := func(what, say string) {
			t.Helper()
			if err := Check(p, s); err == nil || !strings.Contains(err.Error(), say) {
				t.Errorf("%s: %s: %v", name, what, err)
			}
		}
		if err := Check(p, s); err != nil {
			t.Fatal(err)
		}
		for rec := range s.store.all {
			cover := bitset.Set(rec[s.tables.k:])
			for l := range slices.Collect(cover.All) {
				if !cover.Has(l) {
					continue
				}
				cover.Remove(l)
				bad("a letter not tried", "was not tried")
				cover.Add(l)
			}
			// Another tuple in its place.
			rec[0] ^= 1
			if Check(p, s) == nil {
				t.Errorf("%s: a changed tuple was not seen", name)
			}
			rec[0] ^= 1
		}
		s.Tuples++
		bad("tuples", "reported")
		s.Tuples--
		s.Visits--
		bad("visits", "reported")
		s.Visits++
		s.FinalReached = !s.FinalReached
		bad("F", "F")
		s.FinalReached = !s.FinalReached
		s.Fired[0] ^= 1
		bad("fired", "executed")
		s.Fired[0] ^= 1
		// The same table is no proof for another problem.
		q := *p
		q.Letters = slices.Clone(p.Letters)
		q.Letters[0].Moves = nil
		if err := Check(&q, s); err == nil {
			t.Errorf("%s: a more permissive letter was not seen", name)
		}
		if err := Check(p, s); err != nil {
			t.Fatal(err)
		}
		s.Release()
		bad("released", "kept")
		s.Release()
	}
}

// TestCheckReplays: a path that cannot be followed or does not violate is
// found out.
func TestCheckReplays(t *testing.T) {
	p := allLeft(4, 4)
	s := Solve(t.Context(), p, Options{})
	if err := Check(p, s); err != nil {
		t.Fatal(err)
	}
	good := slices.Clone(s.Path)
	for what, path := range map[string][]int32{
		"nil":        nil,
		"empty":      {},
		"too short":  good[:len(good)-1],
		"too long":   append(slices.Clone(good), good[0]),
		"twice":      append([]int32{good[0]}, good...),
		"unknown":    {99},
		"impossible": append([]int32{1}, good...),
	} {
		s.Path = path
		if Check(p, s) == nil {
			t.Errorf("%s: not seen", what)
		}
	}
	s.Path = good
	s.AtEnd = true
	if Check(p, s) == nil {
		t.Error("not an end: not seen")
	}
}
