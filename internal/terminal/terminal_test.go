package terminal

import (
	"bytes"
	"flavers/report"
	"strings"
	"testing"
)

// The progress line is replaced, cut to the width, and gone before other text.
func TestConsole(t *testing.T) {
	var b bytes.Buffer
	c := NewConsole(&b)
	if c.Terminal {
		t.Error("a buffer is a terminal")
	}
	c.width = 20
	c.Progress(strings.Repeat("x", 50))
	c.Progress("short")
	c.Write([]byte("text\n"))
	c.Clear()
	want := strings.Repeat("x", 19) + "\r\x1b[2K" + "short" + "\r\x1b[2K" + "text\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestColorEnvironment(t *testing.T) {
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{{"", "xterm", true}, {"1", "xterm", false}, {"", "dumb", false}, {"", "", true}} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		if got := WantsColour(); got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%q: %v", c.noColor, c.term, got)
		}
	}
}

// Answers are lines of standard error: at once with -v, and none where the report
// comes soon.
func TestAnswers(t *testing.T) {
	var errs strings.Builder
	w := NewAnswers(NewConsole(&errs), true)
	w.Add(&report.Result{Property: "p", Verdict: report.Holds}, 1, 3)
	w.Add(&report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Violated, Expected: true}, 2, 3)
	w.Add(&report.Result{Property: report.RuntimeErrors, Verdict: report.Unknown}, 3, 3)
	w.End()
	if got, want := errs.String(), "p: holds (1 of 3)\nno deadlock: violated, as expected (2 of 3)\nno run-time error: unknown (3 of 3)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	errs.Reset()
	w = NewAnswers(NewConsole(&errs), false)
	w.Add(&report.Result{Property: "p", Verdict: report.Holds}, 1, 1)
	w.End()
	if errs.String() != "" {
		t.Errorf("%q", errs.String())
	}
}

// The progress line is text of ours around names.
func TestHostileProgress(t *testing.T) {
	var b bytes.Buffer
	c := NewConsole(&b)
	c.width = 1000
	c.Progress("checking x\r\x1b[31m\x1b]0;title\x07\u009b2J\u202eexe\xff")
	if got, want := b.String(), `checking x\r\x1b[31m\x1b]0;title\x07\u009b2J\u202eexe\xff`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
