package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A fit of exact powers gives the power; too few long runs give none.
func TestExponent(t *testing.T) {
	var list []figure
	for _, n := range []int{10, 20, 50, 100} {
		list = append(list, figure{n: n, cpu: time.Duration(math.Pow(float64(n), 1.5) * float64(10*time.Millisecond))})
	}
	if k, ok := exponent(list); !ok || math.Abs(k-1.5) > 0.01 {
		t.Errorf("%v, %v", k, ok)
	}
	if _, ok := exponent(list[:2]); ok {
		t.Error("a line through two points is taken for a fit")
	}
	list[3].cut = "time"
	list[2].cpu = time.Millisecond
	if _, ok := exponent(list); ok {
		t.Error("runs that were cut off, or are start-up only, count")
	}
}

// Two engines are compared at the largest size that both finished.
func TestTogether(t *testing.T) {
	a := []figure{{n: 2, cpu: 1}, {n: 3, cpu: 2}, {n: 4, cpu: 3}, {n: 5, cut: "time"}}
	b := []figure{{n: 2, cpu: 4}, {n: 3, cpu: 5}, {n: 4, cut: "memory"}}
	if x, y, ok := together(a, b); !ok || x.n != 3 || y.n != 3 || x.cpu != 2 || y.cpu != 5 {
		t.Errorf("%v %v %v", x, y, ok)
	}
	if _, _, ok := together(a[3:], b); ok {
		t.Error("a run that was cut off is compared")
	}
}

// The document says of each row whether it meets its target, and no figure twice as
// good as it is.
func TestDocument(t *testing.T) {
	p := &problem{name: "x", title: "The X", program: "x.tfg", size: "N", property: "good", why: "reasons"}
	fast := figure{n: 8, cpu: 100 * time.Millisecond, wall: 100 * time.Millisecond, memory: 10 << 20, states: 1234567}
	slow := figure{n: 8, cpu: 4 * time.Second, memory: 200 << 20, states: 7654321}
	for _, c := range []struct {
		name        string
		check, pan  figure
		want, wrong string
	}{
		{"met", fast, slow, "| The X | 8 | 4.00 | 0.10 | 40 | 200 | 10 | 20 | met |", "missed"},
		{"slow", slow, slow, "| 1.0 | 200 | 200 | 1.0 | missed: reasons |", "| met |"},
		{"short", fast, figure{n: 8, cpu: 10 * time.Millisecond}, "pan takes too little time to compare", "| met |"},
		{"cut", figure{n: 8, cut: "time"}, slow, "missed: check does not finish there", "| met |"},
	} {
		r := &results{limit: time.Minute, machine: "a machine", rows: []*row{{problem: p,
			holds:    map[string][]figure{check: {c.check}, pan: {c.pan}, full: {fast}, panAll: {slow}},
			violated: map[string][]figure{}}}}
		var b bytes.Buffer
		r.document(&b, "x.svg")
		before, _, _ := strings.Cut(b.String(), "## Properties that do not hold")
		if !strings.Contains(before, c.want) || strings.Contains(before, c.wrong) {
			t.Errorf("%s: no %q, or %q, in\n%s", c.name, c.want, c.wrong, before)
		}
		if c.name == "met" && !strings.Contains(b.String(), "4.00, 200, 7,654,321") {
			t.Errorf("%s", b.String())
		}
		if err := r.write(filepath.Join(t.TempDir(), "p.md")); err != nil {
			t.Error(err)
		}
	}
}

// A process that is too long is ended, and said to be.
func TestMeasure(t *testing.T) {
	f, _, _, err := measure(t.Context(), 50*time.Millisecond, ".", "sleep", "10")
	if err != nil || f.cut != "time" || f.wall > 5*time.Second {
		t.Errorf("%+v, %v", f, err)
	}
	f, out, status, err := measure(t.Context(), time.Minute, ".", "sh", "-c", "echo here; exit 3")
	if err != nil || status != 3 || string(out) != "here\n" || f.cut != "" {
		t.Errorf("%+v, %q, %d, %v", f, out, status, err)
	}
	if _, _, _, err := measure(t.Context(), time.Minute, ".", filepath.Join(os.TempDir(), "no such command")); err == nil {
		t.Error("a command that is not there can be run")
	}
}
