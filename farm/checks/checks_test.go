package checks_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"flavers"
	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/farm/checks"
	"flavers/farm/job"
	"flavers/farm/store"
	"flavers/report"
	"flavers/verify"
)

const program = `program p
shared busy bool = false
task t[i in 0..1] {
    await !busy
    busy = true
    event enter(i)
    event leave(i)
    busy = false
}
`

const spec = `property apart { states none*, zero*, one*
    none -> zero : "enter(0)"
    zero -> none : "leave(0)"
    none -> one : "enter(1)"
    one -> none : "leave(1)"
    error otherwise
}
property once { existence of enter(0) at most 1 globally }
`

func item(t *testing.T, text string) *checks.Item {
	t.Helper()
	c := &job.Content{Program: job.Source{Name: "p.tfg", Text: text}, Specs: []job.Source{{Name: "p.fsa", Text: spec}}}
	m, err := flavers.Load(flavers.Source{Name: "p.tfg", Text: []byte(text)}, []flavers.Source{{Name: "p.fsa", Text: []byte(spec)}},
		flavers.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &checks.Item{Source: &check.Source{Program: m.Program, Specs: m.Specs}, Content: c}
}

// Answers are kept by what they depend on. What was changed, or does not show what it says, is not used.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	var made atomic.Int64
	var notes []string
	note := func(text string) { notes = append(notes, text) }
	pool := &checks.Pool{Version: "1", Jobs: 1, Note: note, Kept: []store.Store{store.Open(dir, note)}}
	counted := func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
		made.Add(1)
		return verify.Check(ctx, p, specs, opt)
	}
	one := func(what string, x *checks.Item, fresh bool) *report.Check {
		t.Helper()
		before := made.Load()
		x.Options.Analysis = counted
		var c *report.Check
		pool.All(t.Context(), []*checks.Item{x}, func(_ int, a checks.Answer) { c = a.Check })
		if got := made.Load() > before; got != fresh {
			t.Errorf("%s: checked: %v, want %v", what, got, fresh)
		}
		if c == nil || c.Results[0].Verdict != report.Violated || c.Results[1].Verdict != report.Holds || len(c.Results[0].Trace) == 0 {
			t.Fatalf("%s: %+v", what, c)
		}
		return c
	}
	x := item(t, program)
	one("at first", x, true)
	one("again", x, false)
	one("another text", item(t, program+"// changed\n"), true)
	set := *x
	set.Options.Verify.Refine = verify.RefineAll
	one("another setting", &set, true)
	pool.Version = "2"
	one("another version", x, true)
	limited := *x
	limited.Options.Verify.MaxTuples = 1_000_000
	one("a limit that is not met", &limited, false)

	// An answer that says something else than what its schedule shows.
	pool.Version = "3"
	wrong := one("a third version", x, true)
	wrong.Results[1].Verdict, wrong.Results[1].Schedule = report.Violated, wrong.Results[0].Schedule
	files, err := filepath.Glob(filepath.Join(dir, "??", "*"))
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	j := &job.Job{Kind: job.Check, Version: "3", Content: x.Content.Hash()}
	pool.Kept[0].Put(j.Key(), (&job.Result{Check: wrong}).Encode())
	one("a false answer", x, true)
	if !slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, "does not show") }) {
		t.Errorf("notes: %q", notes)
	}
	notes = nil
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)-1] ^= 1
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if one("a changed file", x, true); len(notes) != 1 {
		t.Errorf("notes: %q", notes)
	}

	// A limit: nothing is kept.
	pool.Version = "4"
	limited.Options.Verify.MaxTuples = 1
	limited.Options.Verify.NoQuick, limited.Options.Verify.Refine = true, verify.RefineAll
	for range 2 {
		before := made.Load()
		var c *report.Check
		pool.All(t.Context(), []*checks.Item{&limited}, func(_ int, a checks.Answer) { c = a.Check })
		if made.Load() == before || job.Definite(c) {
			t.Errorf("an answer that a limit ended is kept: %+v", c.Results)
		}
	}
}

// A queue that fails leaves no item without an answer.
type broken struct{ given int }

func (b *broken) Submit(context.Context, string, *job.Job, *job.Content) error {
	b.given++
	return os.ErrClosed
}

func (b *broken) Next(ctx context.Context) (string, *job.Result, error) {
	<-ctx.Done()
	return "", nil, context.Cause(ctx)
}

func TestBrokenQueue(t *testing.T) {
	pool := &checks.Pool{Queue: &broken{}, Note: func(string) {}}
	x := item(t, program)
	told := map[int]string{}
	pool.All(t.Context(), []*checks.Item{x, x, x}, func(i int, a checks.Answer) { told[i] += a.Why })
	if len(told) != 3 || told[2] != os.ErrClosed.Error() {
		t.Errorf("%v", told)
	}
}
