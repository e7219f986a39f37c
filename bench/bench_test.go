package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A fit of exact powers on top of start-up gives the power; too few long runs give none.
func TestExponent(t *testing.T) {
	const startUp = 200 * time.Millisecond
	list := []figure{{n: 2, cpu: startUp}}
	for _, n := range []int{100, 200, 500, 1000} {
		list = append(list, figure{n: n, cpu: startUp + time.Duration(math.Pow(float64(n), 1.5)*float64(time.Millisecond))})
	}
	if k, ok := exponent(list); !ok || math.Abs(k-1.5) > 0.01 {
		t.Errorf("%v, %v", k, ok)
	}
	if _, ok := exponent(list[:3]); ok {
		t.Error("a line through two points is taken for a fit")
	}
	list[4].cut = "time"
	list[3].cpu = startUp + fitFrom - 1
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

// The document says of each row whether it meets its targets, at every size, and no
// figure twice as good as it is. What is not known is not met.
func TestDocument(t *testing.T) {
	p := &problem{name: "x", title: "The X", program: "x.tfg", size: "N", property: "good",
		why: reasons{time: "slow because", memory: "large because", full: "wide because", growth: "steep because"}}
	fast := figure{n: 8, cpu: 100 * time.Millisecond, wall: 100 * time.Millisecond, memory: 10 << 20, states: 1234567, bits: 64}
	slow := figure{n: 8, cpu: 4 * time.Second, memory: 200 << 20, states: 7654321, bits: 64}
	with := func(f figure, change func(*figure)) figure {
		change(&f)
		return f
	}
	small := with(slow, func(f *figure) { f.n, f.cpu = 4, time.Second }) // fast takes it as long as 8
	quick := with(fast, func(f *figure) { f.cpu = 10 * time.Millisecond })
	wide := with(slow, func(f *figure) { f.bits = 128 })
	for _, c := range []struct {
		name        string
		check, pan  []figure
		full, all   figure
		want, wrong string
	}{
		{"met", []figure{fast}, []figure{slow}, fast, slow, "| The X | 8 | 4.00 | 0.10 | 40 | 200 | 10 | 20 | met | met |  |", "missed"},
		{"slow", []figure{slow}, []figure{slow}, fast, slow,
			"| 1.0 | 200 | 200 | 1.0 | missed at 8 | missed at 8 | slow because; large because |", "| met | met |"},
		{"slow at a smaller size", []figure{with(fast, func(f *figure) { f.n = 4 }), fast}, []figure{small, slow}, fast, slow,
			"| 20 | missed at 4 | met | slow because |", "| met | met |"},
		{"short", []figure{fast}, []figure{quick}, fast, slow, "| not comparable | not comparable |  |", "| met | met |"},
		{"cut", []figure{{n: 8, cut: "time"}}, []figure{slow}, fast, slow, "| missed at 8 | missed at 8 | slow because", "| met | met |"},
		{"no memory of ours", []figure{with(fast, func(f *figure) { f.memory = 0 })}, []figure{slow}, fast, slow,
			"| 200 | 0 | - | met | not comparable |", "| met | met |"},
		{"no memory of SPIN's", []figure{fast}, []figure{with(slow, func(f *figure) { f.memory = 0 })}, fast, slow,
			"| 0 | 10 | - | met | not comparable |", "| met | met |"},
		{"product", []figure{fast}, []figure{slow}, fast, slow, "| The X | 8 | 64 | 1,234,567 | 7,654,321 | 4.00 | 0.10 | 40 | met |", "missed"},
		{"slow product", []figure{fast}, []figure{slow}, slow, slow, "| 64 | 7,654,321 | 7,654,321 | 4.00 | 4.00 | 1.0 | missed at 8 | wide because |",
			"| 1.0 | met"},
		{"wide product", []figure{fast}, []figure{slow}, with(wide, func(f *figure) { f.cpu /= 6 }), slow, "| 6.0 | met |  |", "missed at 8 | wide"},
		{"wider product", []figure{fast}, []figure{slow}, with(wide, func(f *figure) { f.bits = 192 }), slow, "| 1.0 | not comparable |  |",
			"wide because"},
	} {
		r := &results{limit: time.Minute, machine: "a machine", rows: []*row{{problem: p,
			holds:    map[string][]figure{check: c.check, pan: c.pan, full: {c.full}, panAll: {c.all}},
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

// A miss that is due to what check takes at any size says so.
func TestStart(t *testing.T) {
	at := func(n int, cpu time.Duration, memory int64) figure {
		return figure{n: n, cpu: cpu, memory: memory << 20}
	}
	for _, k := range []struct {
		check []figure
		want  string
	}{
		{[]figure{at(2, 100*time.Millisecond, 20), at(8, 120*time.Millisecond, 24)}, "| missed at 8 | missed at 8 | " +
			"check takes 0.12 s there, and 0.1 s at any size; check takes 24 MiB there, and 20 MiB at any size |"},
		{[]figure{at(2, 30*time.Millisecond, 2), at(8, 120*time.Millisecond, 24)}, "| missed at 8 | missed at 8 | not known |"},
		{[]figure{at(2, 30*time.Millisecond, 20), at(8, 120*time.Millisecond, 24), at(12, 130*time.Millisecond, 24), at(16, 240*time.Millisecond, 24),
			at(20, time.Second, 24)}, "| missed at 8 | missed at 8 | " +
			"check takes 0.12 s there, and 0.24 s at N=16; check takes 24 MiB there, and 20 MiB at any size |"},
		{[]figure{at(2, 30*time.Millisecond, 20), at(8, 120*time.Millisecond, 24), at(16, 250*time.Millisecond, 24)}, "| missed at 8 | missed at 8 | " +
			"not known; check takes 24 MiB there, and 20 MiB at any size |"},
	} {
		r := &results{rows: []*row{{problem: &problem{title: "The X"}, holds: map[string][]figure{check: k.check, pan: {at(8, time.Second, 100)}}}}}
		var b bytes.Buffer
		r.document(&b, "x.svg")
		if !strings.Contains(b.String(), k.want) {
			t.Errorf("no %q in\n%s", k.want, b.String())
		}
	}
}

// A steep row misses its target, with its reason, and a flat one does not.
func TestSteep(t *testing.T) {
	for power, want := range map[float64]string{2: "| met |  |", 2.5: "| missed at 1000 | steep because |"} {
		w := &row{problem: &problem{why: reasons{growth: "steep because"}}, holds: map[string][]figure{check: {{n: 2, cpu: time.Millisecond}}}}
		for _, n := range []int{100, 200, 500, 1000} {
			f := figure{n: n, cpu: time.Duration(math.Pow(float64(n), power) * float64(10*time.Microsecond))}
			w.holds[check] = append(w.holds[check], f)
		}
		var b bytes.Buffer
		(&results{rows: []*row{w}}).document(&b, "x.svg")
		if !strings.Contains(b.String(), want) {
			t.Errorf("%g: no %q in\n%s", power, want, b.String())
		}
	}
}

// Sweeps share the total time, what one leaves goes to those after it, and what was left
// out is said.
func TestTotal(t *testing.T) {
	p := &problem{name: "x", title: "The X", sizes: []int{2, 3, 4}}
	slow := &engine{name: check, run: func(b *bench, _ context.Context, _ *problem, n int, _ bool) (figure, error) {
		if n == 3 {
			return figure{n: n, cut: "time"}, nil
		}
		return figure{n: n}, nil
	}}
	b := &bench{limit: time.Minute, end: time.Now().Add(40 * time.Second), parts: 9}
	list, err := b.sweep(t.Context(), p, slow, 0, false)
	if err != nil || len(list) != 2 || list[1].cut != outOfTotal {
		t.Errorf("%+v, %v", list, err)
	}
	if left := time.Until(b.share(&engine{name: pan})); left < 19*time.Second || left > 20*time.Second {
		t.Errorf("four eighths of 40 s are %s", left)
	}
	b.end = time.Now()
	if list, err = b.sweep(t.Context(), p, slow, 0, false); err != nil || len(list) != 1 || list[0].cut != outOfTotal {
		t.Errorf("%+v, %v", list, err)
	}
	r := &results{total: time.Second, rows: []*row{{problem: p, holds: map[string][]figure{check: list}}}}
	if text := r.shared(); !strings.Contains(text, "- The X, check: N=2 and more\n") {
		t.Error(text)
	}
	b.end = time.Time{}
	if list, err = b.sweep(t.Context(), p, slow, 0, false); err != nil || len(list) != 2 || list[1].cut != "time" {
		t.Errorf("%+v, %v", list, err)
	}
}

// A process that is too long is ended, and said to be.
func TestMeasure(t *testing.T) {
	f, _, _, err := measure(t.Context(), 50*time.Millisecond, ".", "sleep", "10")
	if err != nil || f.cut != "time" || f.wall > 5*time.Second {
		t.Errorf("%+v, %v", f, err)
	}
	// A size of more steps than a program may have ends the sizes, not the run.
	large := &bench{root: ".", limit: time.Minute, flavers: filepath.Join(t.TempDir(), "flavers")}
	script := "#!/bin/sh\necho 'x.tfg:1:1: error T307: too large'\nexit 2\n"
	if err := os.WriteFile(large.flavers, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if f, err := large.own(t.Context(), &struct{}{}, "check"); err != nil || f.cut != "program too large" {
		t.Errorf("too large: %v, %+v", err, f)
	}
	f, out, status, err := measure(t.Context(), time.Minute, ".", "sh", "-c", "echo here; exit 3")
	if err != nil || status != 3 || string(out) != "here\n" || f.cut != "" {
		t.Errorf("%+v, %q, %d, %v", f, out, status, err)
	}
	if _, _, _, err := measure(t.Context(), time.Minute, ".", filepath.Join(os.TempDir(), "no such command")); err == nil {
		t.Error("a command that is not there can be run")
	}
}

// Of what was run several times, the median stands before the least and the most.
func TestSpread(t *testing.T) {
	const out = `BenchmarkA/10-2         	       5	 3000000 ns/op
BenchmarkB-2            	       5	 7000000 ns/op	 12 extra
BenchmarkA/10-2         	       5	 1000000 ns/op
BenchmarkA/10-2         	       5	 2000000 ns/op
BenchmarkC-2            	       1	     28 executions	     1200000 executions/s	 3 transitions/s
`
	want := []string{"| x | A/10 | 0.0020 (0.0010–0.0030), wall | | |", "| x | B | 0.0070 (0.0070–0.0070), wall | | |",
		"| x | C | 1200000 (1200000–1200000), executions/s | | |"}
	if got := benchRows("x", out); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Each table of times has a run whose program exists.
func TestTimings(t *testing.T) {
	for _, r := range timings {
		if _, err := os.Stat(filepath.Join("..", r.args[1])); err != nil || len(r.sizes) == 0 {
			t.Errorf("%s: %v", r.args, err)
		}
	}
}
