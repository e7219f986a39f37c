package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"flavers/report"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "17": 17, "4GiB": 4 << 30, "4gib": 4 << 30, "4G": 4 << 30, "4GB": 4e9, "1.5 KiB": 1536, "2T": 2 << 40, "512MiB": 512 << 20,
	} {
		var s size
		if err := s.Set(text); err != nil || s.bytes != want || s.auto {
			t.Errorf("%s: %+v, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "GiB", "4 GiB extra", "0x10", "9e9", "99999999999TiB", "4PiB", "..5K", "1e999"} {
		var s size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is accepted as %+v", text, s)
		}
	}
}

// The progress line is replaced, cut to the width, and gone before other text.
func TestConsole(t *testing.T) {
	var b bytes.Buffer
	c := newConsole(&b)
	if c.terminal {
		t.Error("a buffer is a terminal")
	}
	c.width = 20
	c.progress(strings.Repeat("x", 50))
	c.progress("short")
	c.Write([]byte("text\n"))
	c.clear()
	want := strings.Repeat("x", 19) + "\r\x1b[2K" + "short" + "\r\x1b[2K" + "text\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestProgressLine(t *testing.T) {
	got := progressLine(report.Progress{Stage: "solve", Tuples: 5, Visits: 6, Queue: 7, Round: 2, Elapsed: 61 * time.Second})
	if want := "  61s  solve, round 2: 5 tuples, 6 visits, 7 waiting"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestColorEnvironment(t *testing.T) {
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{{"", "xterm", true}, {"1", "xterm", false}, {"", "dumb", false}, {"", "", true}} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		if got := wantsColor(); got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%q: %v", c.noColor, c.term, got)
		}
	}
}

func TestColorFlag(t *testing.T) {
	inDir(t, usual)
	for args, want := range map[string]bool{
		"check p.tfg": false, "check p.tfg --color always": true, "check p.tfg --color never": false,
	} {
		got := runFake(t, fake(), "", strings.Fields(args)...)
		if strings.Contains(got.out, "\x1b[") != want {
			t.Errorf("%s: colours %v, want %v", args, !want, want)
		}
	}
}

// Codes are unique and explained.
func TestExplanations(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range explanations() {
		if seen[string(e.Code)] {
			t.Errorf("%s is explained twice", e.Code)
		}
		seen[string(e.Code)] = true
		if e.Title == "" || e.Text == "" {
			t.Errorf("%s has no title or no text", e.Code)
		}
	}
	for _, code := range []string{"C001", "C002", "C003", "C004", "C005", "C006", "C007", "C101", "C102", "C103", "C104", "C105"} {
		if !seen[code] {
			t.Errorf("%s is not explained", code)
		}
	}
}
