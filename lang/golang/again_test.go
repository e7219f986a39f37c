package golang_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers"
	"flavers/internal/trial"
	"flavers/lang/format"
	"flavers/lang/task"
	"flavers/report"
)

// A program that was made of Go is printed, stripped of the places in Go, laid out as a person would have it, and read
// again: the answers are the same.
func TestAgain(t *testing.T) {
	from, _ := kernels(t)
	same := 0
	for _, dir := range []string{from, mended(t), "testdata/pairs", "testdata/tests"} {
		ps := open(t, dir)
		for _, name := range trial.Part(ps.Names, 8) {
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
			var only []string // those of kernels for run-time errors take long
			if strings.HasPrefix(name, "main.") && !trial.More() {
				only = []string{report.Deadlock}
			}
			one, two := answers(t, name, p.Text, only), answers(t, name, text, only)
			for i, v := range one {
				if v != two[i] && v != report.Unknown && two[i] != report.Unknown {
					t.Errorf("%s: %v, and read again %v\n%s", name, one, two, text)
				}
				if v == two[i] && v != report.Unknown {
					same++
				}
			}
		}
	}
	if t.Logf("%d equal answers", same); same < 30 {
		t.Error("too few")
	}
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

// answers are the verdicts on deadlocks and run-time errors.
func answers(t *testing.T, name string, text []byte, only []string) []report.Verdict {
	t.Helper()
	m, err := flavers.Load(flavers.Source{Name: name, Text: text}, nil, flavers.LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	c, err := flavers.Check(t.Context(), m, flavers.CheckOptions{Timeout: 5 * time.Second, Only: only})
	if err != nil {
		t.Fatal(name, err)
	}
	out := []report.Verdict{c.Deadlock.Verdict, report.Holds}
	if c.RuntimeErrors != nil {
		out[1] = c.RuntimeErrors.Verdict
	}
	return out
}
