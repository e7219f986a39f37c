package report

import (
	"flavers/internal/golden"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"flavers/report/form"
	"github.com/google/go-cmp/cmp"
)

func text(t *testing.T, c *Check, opt TextOptions) string {
	t.Helper()
	var b strings.Builder
	if err := c.WriteText(&b, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextGolden(t *testing.T) {
	for _, width := range []int{60, 100, 200} {
		golden.File(t, fmt.Sprintf("testdata/mixed_%d.txt", width), text(t, mixed(), TextOptions{Width: width}))
		golden.File(t, fmt.Sprintf("testdata/crowd_%d.txt", width), text(t, crowd(9), TextOptions{Width: width}))
	}
	golden.File(t, "testdata/mixed_color.txt", text(t, mixed(), TextOptions{Color: true}))
	golden.File(t, "testdata/mixed_verbose.txt", text(t, mixed(), TextOptions{Verbose: true, Refined: true}))
	golden.File(t, "testdata/long.txt", text(t, long(100), TextOptions{}))
}

// Colour adds escape sequences and nothing else.
func TestColorOnlyPaints(t *testing.T) {
	escapes := regexp.MustCompile("\x1b\\[[0-9]*m")
	for _, c := range []*Check{mixed(), crowd(9), long(100)} {
		painted := text(t, c, TextOptions{Color: true})
		plain := text(t, c, TextOptions{})
		if strings.Contains(plain, "\x1b") {
			t.Error("escape sequence without colour")
		}
		if !strings.Contains(painted, "\x1b[31m") {
			t.Error("no red in a report of a violation")
		}
		if d := cmp.Diff(plain, escapes.ReplaceAllString(painted, "")); d != "" {
			t.Error(d)
		}
	}
}

// No line is wider than asked for, as long as single words fit, and none ends
// in blanks.
func TestWidth(t *testing.T) {
	for width := 60; width <= 200; width += 7 {
		for _, c := range []*Check{mixed(), crowd(3), crowd(30), long(50)} {
			for line := range strings.Lines(text(t, c, TextOptions{Width: width})) {
				line = strings.TrimSuffix(line, "\n")
				if n := utf8.RuneCountInString(line); n > width {
					t.Errorf("width %d: line of %d: %q", width, n, line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("width %d: blanks at the end of %q", width, line)
				}
			}
		}
	}
}

// Every step that moves an automaton is printed, in a table and in a list.
func TestEveryStepIsShown(t *testing.T) {
	c := crowd(20)
	for _, width := range []int{60, 600} {
		got := text(t, c, TextOptions{Width: width})
		for _, s := range c.Results[0].Trace {
			if !strings.Contains(got, s.Event) || !strings.Contains(got, s.Pos) {
				t.Errorf("width %d: %s at %s is missing", width, s.Event, s.Pos)
			}
		}
	}
}

// Steps left out are counted: shown and hidden steps add up to the trace.
func TestHiddenStepsAddUp(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 9, 10, 11, 100, 333, 5000} {
		for _, all := range []bool{false, true} {
			steps := long(n).Results[0].Trace
			rows, sum := shownRows(steps, 0, all), 0
			for _, r := range rows {
				if r.hidden > 0 {
					if all {
						t.Errorf("%d steps: a row is hidden though all are wanted", n)
					}
					sum += r.hidden
				} else {
					sum++
				}
				if r.number != sum {
					t.Errorf("%d steps: row number %d after %d steps", n, r.number, sum)
				}
			}
			if sum != n {
				t.Errorf("%d steps: rows stand for %d", n, sum)
			}
			if !all && len(rows) > headRows+tailRows+1 {
				t.Errorf("%d steps: %d rows", n, len(rows))
			}
		}
	}
}

func TestNaturalOrder(t *testing.T) {
	sorted := []string{"a", "a[2]", "a[10]", "a[10][1]", "a[10][3]", "b", "b02", "b2", "b10"}
	for i, a := range sorted {
		for j, b := range sorted {
			got := form.NaturalOrder(a, b)
			if (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("form.NaturalOrder(%s, %s) = %d", a, b, got)
			}
		}
	}
}

// Tasks that a proof leaves out are told with -v, if there are any.
func TestRepresentedText(t *testing.T) {
	for _, k := range []struct {
		tasks int
		named []string
		want  string
	}{
		{0, nil, ""},
		{2, []string{"a", "b"}, ""},
		{40, nil, "of 40 tasks, none has a constraint"},
		{40, []string{"phil[0]"}, "of 40 tasks, 1 has constraints: phil[0]"},
		{40, []string{"phil[0]", "phil[1]", "fork[0]"}, "of 40 tasks, 3 have constraints: phil[0..1] fork[0]"},
	} {
		got := text(t, &Check{Results: []Result{{Property: "p", Verdict: Holds, Tasks: k.tasks, Represented: k.named}}}, TextOptions{Verbose: true})
		if strings.Contains(got, "  tasks  ") != (k.want != "") || !strings.Contains(got, k.want) {
			t.Errorf("%d tasks, %v: want %q in\n%s", k.tasks, k.named, k.want, got)
		}
	}
}

// TestSameExecution: an execution is shown once; a check with other steps, or with more words, shows its own.
func TestSameExecution(t *testing.T) {
	of := func(name, schedule string) Result {
		return Result{Property: name, Verdict: Violated, Schedule: schedule, Trace: stepsOf("ab")}
	}
	c := &Check{Program: "p.tfg", Results: []Result{of("p", "1:a:0,1"), of("q", "1:a:0,1"), of("r", "1:a:1,0")}}
	for _, verbose := range []bool{false, true} {
		got := text(t, c, TextOptions{Verbose: verbose})
		same, tables := 1, 2
		if verbose {
			same, tables = 0, 3
		}
		if strings.Count(got, "The same execution as of p above.") != same || strings.Count(got, "step  t") != tables {
			t.Errorf("verbose %t:\n%s", verbose, got)
		}
	}
}

// TestConstantsAreNamed: the first line says for which values the program was checked, and how many more there are.
func TestConstantsAreNamed(t *testing.T) {
	c := &Check{Program: "p.tfg", Results: []Result{{Property: "p", Verdict: Holds}}}
	for want, list := range map[string][]string{
		"p.tfg: 1 check, 1 holds\n":                   nil,
		"p.tfg: 1 check, 1 holds, for ITEMS=2, N=2\n": {"ITEMS=2", "N=2"},
		"p.tfg: 1 check, 1 holds, for A=1, B=1, C=1, D=1, E=1, F=1 and 1 more\n": {"A=1", "B=1", "C=1", "D=1", "E=1",
			"F=1", "G=1"},
	} {
		if got := text(t, c, TextOptions{Constants: list}); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
