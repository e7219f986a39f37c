package golang_test

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers"
	"flavers/automata"
	"flavers/automata/calls"
	"flavers/internal/trial"
	"flavers/lang/format"
	"flavers/lang/task"
	"flavers/report"
)

// A program that was made of Go is printed, stripped of the places in Go, laid out as a person would have it, and read
// again: the answers are the same.
func TestAgain(t *testing.T) {
	from, _ := kernels(t)
	same, failed := 0, 0
	for _, dir := range []string{from, mended(t), "testdata/pairs", "testdata/tests", "testdata/nonblocking"} {
		ps := open(t, dir)
		n := 40
		if dir == "testdata/nonblocking" { // few, with run-time errors
			n = 1
		}
		for _, name := range trial.Part(ps.Names, n) {
			p, err := ps.Extract(t.Context(), name)
			if err != nil {
				t.Fatal(name, err)
			}
			if p.Empty || name == "main.main.tfg" { // all kernels at once
				continue
			}
			laid, list := format.Source("again.tfg", p.Text)
			if list.HasErrors() {
				t.Fatalf("%s: %v", name, list.All)
			}
			if a, b := places(t, name, p.Text), places(t, name, laid); !slices.Equal(a, b) {
				t.Errorf("%s: places %v, and laid out %v\n%s", name, a, b, laid)
			}
			text := stripped(laid)
			if bytes.Contains(text, []byte(".go:")) {
				t.Errorf("%s: places are left in\n%s", name, text)
			}
			limit := 5 * time.Second
			if strings.HasPrefix(name, "main.") && !trial.More() { // two kernels take longer
				limit = 200 * time.Millisecond
			}
			one, two := answers(t, name, p.Text, limit), answers(t, name, text, limit)
			for i, v := range one {
				if v != two[i] && v != report.Unknown && two[i] != report.Unknown {
					t.Errorf("%s: %v, and read again %v\n%s", name, one, two, text)
				}
				if v == two[i] && v != report.Unknown {
					same++
					if i == 1 && v == report.Violated {
						failed++
					}
				}
			}
		}
	}
	if t.Logf("%d equal answers, %d of them run-time errors", same, failed); same < 20 || failed < 2 {
		t.Error("too few")
	}
}

// Properties say the same about the program that is printed without places, with the properties of its objects as they
// are printed: those of events that comments name, and those of calls.
func TestPropertiesAgain(t *testing.T) {
	found := map[report.Verdict]int{}
	for _, file := range []string{"events/use.fsa", "pool/pool.fsa", "bound/files.fsa", "goroutines/unlock.fsa"} {
		spec := source(t, "testdata/"+file)
		ps := bound(t, path.Dir(spec.Name), spec)
		n := 3
		if len(ps.Names) < 10 {
			n = 1
		}
		for _, name := range trial.Part(ps.Names, n) {
			p, err := ps.Extract(t.Context(), name)
			if err != nil {
				t.Fatal(name, err)
			}
			load := func(text []byte, spec flavers.Source, of *calls.Objects) *flavers.Model {
				m, err := flavers.Load(flavers.Source{Name: name, Text: text}, []flavers.Source{spec},
					flavers.LoadOptions{Objects: of})
				if err != nil {
					t.Fatalf("%s: %v\n%s%s", name, err, text, spec.Text)
				}
				return m
			}
			m := load(p.Text, spec, p.Objects)
			var printed strings.Builder
			for _, s := range m.Specs {
				printed.WriteString(s.Format())
			}
			if len(m.Specs) == 0 { // no object
				continue
			}
			laid, list := format.Source("again.tfg", p.Text)
			if list.HasErrors() {
				t.Fatalf("%s: %v", name, list.All)
			}
			again := load(stripped(laid), flavers.Source{Name: "again.fsa", Text: []byte(printed.String())}, nil)
			one, two := verdicts(t, m), verdicts(t, again)
			if !slices.Equal(one, two) {
				t.Errorf("%s: %v, and read again %v\n%s%s", name, one, two, laid, printed.String())
			}
			for _, v := range one {
				found[v]++
			}
		}
	}
	if t.Log(found); found[report.Violated] < 4 || found[report.Holds] < 8 {
		t.Error("too few")
	}
}

// verdicts are those of the properties, in order, each instance by itself.
func verdicts(t *testing.T, m *flavers.Model) []report.Verdict {
	t.Helper()
	var out []report.Verdict
	for _, s := range m.Specs {
		one := *m
		one.Specs = []*automata.Spec{s}
		c, err := flavers.Check(t.Context(), &one, flavers.CheckOptions{Timeout: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range c.Results {
			out = append(out, r.Verdict)
		}
	}
	return out
}

// stripped is a program without the places in Go.
func stripped(text []byte) []byte {
	return regexp.MustCompile(`(?m) *//at .*$`).ReplaceAll(text, nil)
}

// places are those of the nodes of a program in Go.
func places(t *testing.T, name string, text []byte) []string {
	t.Helper()
	p, list := task.Load(name, text, nil)
	if p == nil {
		t.Fatalf("%s: %v\n%s", name, list.All, text)
	}
	var out []string
	for _, n := range p.Nodes {
		if !strings.HasSuffix(n.Pos.Filename, ".go") {
			t.Errorf("%s: a node at %s", name, n.Pos)
		}
		out = append(out, n.Pos.String())
	}
	return out
}

// answers are the verdicts on deadlocks, and within a limit on run-time errors.
func answers(t *testing.T, name string, text []byte, limit time.Duration) []report.Verdict {
	t.Helper()
	m, err := flavers.Load(flavers.Source{Name: name, Text: text}, nil, flavers.LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	check := func(what string, limit time.Duration) *report.Check {
		c, err := flavers.Check(t.Context(), m, flavers.CheckOptions{Timeout: limit, Only: []string{what}})
		if err != nil {
			t.Fatal(name, err)
		}
		return c
	}
	out := []report.Verdict{check(report.Deadlock, 5*time.Second).Deadlock.Verdict, report.Holds}
	if r := check(report.RuntimeErrors, limit).RuntimeErrors; r != nil {
		out[1] = r.Verdict
	}
	return out
}
