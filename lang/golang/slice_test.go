package golang_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/report"
)

// What needs no contexts, and no program, is the same as with them: no root where something may be wrong waits for
// nothing, and none holds because functions share their contexts.
func TestSlice(t *testing.T) {
	dirs := []string{"bound", "events", "foreign", "goroutines", "idioms", "late", "nonblocking", "pairs", "partial", "pool",
		"races", "tests", "traps"}
	idle, some := 0, 0
	for _, dir := range dirs {
		whole, parts := open(t, "testdata/"+dir), open(t, "testdata/"+dir)
		parts.Slice(t.Context(), time.Minute)
		whole.Contexts, parts.Contexts = -1, 1
		for i, name := range whole.Names {
			if parts.Idle(name); i%4 > 0 && !trial.More() && !parts.Idle(name) {
				continue
			}
			all, _ := check(t, whole, name)
			c, p := check(t, parts, name)
			some++
			if p.Empty {
				idle++
			}
			compare(t, dir+": "+name, all, c)
		}
	}
	t.Logf("%d roots, %d idle", some, idle)
	if idle < 8 || some < 100 {
		t.Errorf("%d of %d roots are idle", idle, some)
	}
}

// No root that has a mistake waits for nothing.
func TestSliceTraps(t *testing.T) {
	ps := open(t, "testdata/traps")
	ps.Slice(t.Context(), time.Minute)
	idle := 0
	for _, name := range ps.Names {
		p, err := ps.Extract(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Empty && !strings.Contains(name, ".Holds") {
			t.Errorf("%s: nothing in it", name)
		}
		if p.Empty {
			idle++
		}
	}
	if idle < 1 {
		t.Errorf("%d roots are idle", idle)
	}
	ps.Contexts = 1 // no mistake is lost where functions share their contexts
	leaks := slices.DeleteFunc(slices.Clone(ps.Names), func(name string) bool { return !strings.Contains(name, ".Leak") })
	for _, name := range trial.Part(leaks, 4) {
		c, p := check(t, ps, name)
		if c == nil || c.Deadlock.Verdict == report.Holds && len(c.Deadlock.Within) == 0 {
			t.Errorf("%s holds where functions share their contexts: %v", name, p.Ledger)
		}
	}
}

// compare compares the answers of a whole program and of a part of it: those of a part may be weaker, but
// only within bounds hold where those of the whole are violated.
func compare(t *testing.T, name string, all, part *report.Check) {
	t.Helper()
	type answer struct {
		verdict report.Verdict
		bounded bool
	}
	answers := func(c *report.Check) (out [2]answer) {
		out = [2]answer{{verdict: report.Holds}, {verdict: report.Holds}}
		if c == nil {
			return out
		}
		for i, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
			if r != nil {
				out[i] = answer{r.Verdict, len(r.Within) > 0}
			}
		}
		return out
	}
	a, b := answers(all), answers(part)
	holds, violated := answer{verdict: report.Holds}, report.Violated
	for i, kind := range []string{"deadlock", "run-time errors"} {
		wrong := a[i] == holds && b[i].verdict == violated || a[i].verdict == violated && b[i] == holds
		if wrong || part == nil && a[i].verdict == report.Possible && strings.Contains(name, ".Leak") {
			t.Errorf("%s: %s: %v of the whole, %v of a part", name, kind, a[i], b[i])
		}
	}
}

// So are the answers about specifications that bind events to calls.
func TestSliceBound(t *testing.T) {
	spec := source(t, "testdata/bound/files.fsa")
	ps := bound(t, "testdata/bound", spec)
	ps.Slice(t.Context(), time.Minute)
	ps.Contexts = 1
	same := 0
	for _, name := range ps.Names {
		c, p := judge(t, ps, name, spec)
		got := map[string]report.Verdict{}
		for _, r := range c.Results {
			got[r.Property] = r.Verdict
		}
		switch {
		case strings.Contains(name, ".Leak"), strings.Contains(name, ".Maybe"):
			if got["closed"] == report.Holds || p.Empty {
				t.Errorf("%s: closed holds", name)
			}
		case strings.Contains(name, ".Use"):
			if got["use_after_close"] == report.Holds || p.Empty {
				t.Errorf("%s: use_after_close holds", name)
			}
		case strings.Contains(name, ".Fine"):
			if got["closed"] == report.Violated || got["use_after_close"] == report.Violated {
				t.Errorf("%s: %v", name, got)
			}
			if got["closed"] == report.Holds && got["use_after_close"] == report.Holds {
				same++
			}
		}
	}
	if same < 5 {
		t.Errorf("%d hold", same)
	}
}

// A lock that is called through an interface or a method value has no name where it is called: its sections are not
// left out, and nothing fails.
func TestSliceLocksInValues(t *testing.T) {
	dir := t.TempDir()
	const text = `package p

import "sync"

type box struct {
	mu sync.Mutex
	c  chan int
}

func Interface() {
	b := &box{c: make(chan int)}
	var l sync.Locker = &b.mu
	l.Lock()
	l.Unlock()
	go func() { b.c <- 1 }()
	<-b.c
}

func Method() {
	b := &box{c: make(chan int)}
	lock, unlock := b.mu.Lock, b.mu.Unlock
	lock()
	unlock()
	go func() { b.c <- 1 }()
	<-b.c
}

func LeakTwice() {
	b := &box{c: make(chan int)}
	lock, unlock := b.mu.Lock, b.mu.Unlock
	lock()
	go func() { lock(); unlock(); b.c <- 1 }()
	<-b.c
	unlock()
}
`
	for name, text := range map[string]string{"go.mod": "module p\ngo 1.26\n", "p.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ps := open(t, dir)
	ps.Slice(t.Context(), time.Minute)
	if len(ps.Names) != 3 {
		t.Fatalf("%q", ps.Names)
	}
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		want := report.Holds
		if strings.Contains(name, "Leak") {
			want = report.Violated
		}
		if c == nil || c.Deadlock.Verdict != want {
			t.Errorf("%s: not %s: %v\n%s", name, want, p.Ledger, p.Text)
		}
	}
}
