package execute

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"flavers/lang/golang/clients"
	"flavers/lang/golang/roots"
)

func load(t *testing.T, dir string) *roots.Packages {
	t.Helper()
	ps, list := roots.Load(t.Context(), "..", []string{"./testdata/" + dir}, clients.None)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	return ps
}

// outcomes counts how executions of a root end.
type outcomes struct{ known, blocked, failed, elsewhere int } // elsewhere: blocked not only at locks

func execute(t *testing.T, ps *roots.Packages, r roots.Root, times int) (out outcomes) {
	for seed := range times {
		m := newMachine(t.Context(), ps, r, rand.New(rand.NewSource(int64(seed))), 20_000)
		e, known := m.run()
		if b, is := m.why.(bug); is {
			t.Errorf("%s: %v\n%s", r.Name, b.panicked, b.stack)
		}
		if !known || len(e.Assumes) > 0 {
			continue
		}
		out.known++
		if len(e.Blocked) > 0 {
			out.blocked++
		}
		if slices.ContainsFunc(e.Blocked, func(b Blocked) bool { return !b.Lock }) {
			out.elsewhere++
		}
		if e.Mistake != "" {
			out.failed++
		}
	}
	return out
}

// Functions that are right never block or fail, and most that have a mistake show it.
func pairs(t *testing.T, times int, dirs ...string) (right, wrong, shown int) {
	for _, dir := range dirs {
		ps := load(t, dir)
		for _, r := range ps.Roots() {
			name := strings.TrimPrefix(r.Fn.Name(), "Test")
			bad := strings.HasPrefix(name, "Leak") || strings.HasPrefix(name, "Panic")
			good := strings.HasPrefix(name, "Fixed") || strings.HasPrefix(name, "Holds")
			if !bad && !good {
				continue
			}
			o := execute(t, ps, r, times)
			switch {
			case good && o.known > 0:
				if right++; o.blocked+o.failed > 0 {
					t.Errorf("%s: %+v", r.Name, o)
				}
			case bad:
				wrong++
				shown += min(o.blocked+o.failed, 1)
			}
		}
	}
	return right, wrong, shown
}

func TestPairs(t *testing.T) {
	right, wrong, shown := pairs(t, 20, "pairs", "data", "ticking")
	if right < 22 || shown < wrong-2 {
		t.Errorf("%d right, %d of %d shown", right, shown, wrong)
	}
}

// Others go on in package ticking, so that some of its functions say nothing, and others show their mistake.
func TestTicking(t *testing.T) {
	ps := load(t, "ticking")
	if !ps.UnlocksOwn() || load(t, "data").UnlocksOwn() {
		t.Error("whether functions unlock their own")
	}
	for _, r := range ps.Roots() {
		o, leaks := execute(t, ps, r, 20), strings.HasPrefix(r.Fn.Name(), "Leak")
		if leaks != (o.blocked > 0) || o.elsewhere > 0 { // who waits for a tick goes on
			t.Errorf("%s: %+v", r.Name, o)
		}
	}
	// In these, a lock may be given back after a tick that is not executed any more.
	for _, dir := range []string{"handed", "swapped"} {
		ps = load(t, dir)
		for _, r := range ps.Roots() {
			if o := execute(t, ps, r, 20); o.blocked > 0 || ps.UnlocksOwn() {
				t.Errorf("%s: %+v", r.Name, o)
			}
		}
	}
}

// Subtests of package tests are executed.
func TestSubtests(t *testing.T) {
	if _, wrong, shown := pairs(t, 20, "tests"); wrong == 0 || shown == 0 {
		t.Errorf("%d of %d shown", shown, wrong)
	}
}

// Each goroutine of a group may be the one that fails first.
func TestGroupFirstError(t *testing.T) {
	ps := load(t, "traps")
	for _, r := range ps.Roots() {
		if r.Fn.Name() != "LeakGroupOtherFirst" {
			continue
		}
		if o := execute(t, ps, r, 40); o.blocked == 0 || o.blocked == o.known {
			t.Errorf("%+v", o)
		}
		return
	}
	t.Error("no such root")
}
