package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// bench is one run of the command.
type bench struct {
	root    string // of the module
	work    string // a folder for what is compiled
	flavers string // the command
	limit   time.Duration
	end     time.Time // zero: never
	parts   int       // of the sweeps that are still to come, where there is an end
}

const mebibytes = 4096 // of memory that a run may have

// engine is a way to answer for one size.
type engine struct {
	name string
	run  func(b *bench, ctx context.Context, p *problem, n int, violated bool) (figure, error)
}

// Names of engines are those of the columns.
const (
	check  = "check"
	full   = "full product"
	states = "states"
	pan    = "pan"
	panAll = "pan, all states"
)

var engines = []engine{
	{check, func(b *bench, ctx context.Context, p *problem, n int, violated bool) (figure, error) {
		return b.check(ctx, p, n, violated)
	}},
	{full, func(b *bench, ctx context.Context, p *problem, n int, violated bool) (figure, error) {
		return b.check(ctx, p, n, violated, "--refine", "all", "--por", "none", "--no-symmetry", "--verbose")
	}},
	{states, (*bench).explore},
	{pan, func(b *bench, ctx context.Context, p *problem, n int, violated bool) (figure, error) {
		return b.pan(ctx, p, n, violated)
	}},
	{panAll, func(b *bench, ctx context.Context, p *problem, n int, violated bool) (figure, error) {
		return b.pan(ctx, p, n, violated, "-DNOREDUCE")
	}},
}

// own is a command of ours, with the limits of all.
func (b *bench) own(ctx context.Context, out any, args ...string) (figure, error) {
	args = append([]string{b.flavers}, args...)
	args = append(args, "--format", "json", "--timeout", b.limit.String(), "--max-memory", fmt.Sprintf("%dMiB", mebibytes))
	f, text, status, err := measure(ctx, b.limit+b.limit/2+time.Second, b.root, args...)
	if err != nil || f.cut != "" {
		return f, err
	}
	if status == 2 && bytes.Contains(text, []byte("error T307")) {
		f.cut = "program too large"
		return f, nil
	}
	if status != 0 && status != 1 && status != 3 {
		return f, fmt.Errorf("%s: status %d\n%s", strings.Join(args, " "), status, text)
	}
	if all := tupleBits.FindAllSubmatch(text, -1); len(all) > 0 { // of the last fixed point
		f.bits = int(number(tupleBits, string(all[len(all)-1][0])))
	}
	report := text // notes on standard error come before it
	if i := bytes.Index(text, []byte("{\n")); i > 0 {
		report = text[i:]
	}
	if err := json.NewDecoder(bytes.NewReader(report)).Decode(out); err != nil {
		return f, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, text)
	}
	return f, nil
}

// result is what of a result in JSON is looked at.
type result struct {
	Verdict string            `json:"verdict"`
	Limit   string            `json:"limit"`
	Tuples  int64             `json:"tuples"`
	Trace   []json.RawMessage `json:"trace"`
}

func (b *bench) check(ctx context.Context, p *problem, n int, violated bool, flags ...string) (figure, error) {
	only := p.property
	if violated {
		only = p.violated
	}
	var c struct {
		Results  []result `json:"results"`
		Deadlock *result  `json:"deadlock"`
	}
	args := append([]string{"check", p.program, "--set", p.size + "=" + strconv.Itoa(n), "--only", only}, flags...)
	f, err := b.own(ctx, &c, args...)
	f.n = n
	if err != nil || f.cut != "" {
		return f, err
	}
	r := c.Deadlock
	if only != "deadlock" {
		if len(c.Results) != 1 {
			return f, fmt.Errorf("%s: %d results", strings.Join(args, " "), len(c.Results))
		}
		r = &c.Results[0]
	}
	f.states, f.length, f.violated = r.Tuples, len(r.Trace), r.Verdict == "violated"
	if r.Verdict != "holds" && r.Verdict != "violated" {
		f.cut = r.Limit
		if f.cut == "" {
			f.cut = r.Verdict
		}
	}
	return f, nil
}

func (b *bench) explore(ctx context.Context, p *problem, n int, violated bool) (figure, error) {
	only := p.property
	flags := []string{"--algorithm", "states"}
	if violated {
		only = p.violated
		flags = append(flags, "--stop-at-first", "--search", "bfs")
	}
	var e struct {
		Complete   bool              `json:"complete"`
		Limit      string            `json:"limit"`
		States     int64             `json:"states"`
		Violations int64             `json:"violations"`
		Deadlocks  int64             `json:"deadlocks"`
		Trace      []json.RawMessage `json:"trace"`
	}
	args := append([]string{"explore", p.program, "--set", p.size + "=" + strconv.Itoa(n), "--only", only}, flags...)
	f, err := b.own(ctx, &e, args...)
	f.n, f.states = n, e.States
	if f.violated = e.Violations > 0 || only == "deadlock" && e.Deadlocks > 0; f.violated {
		f.length = len(e.Trace)
	}
	if err == nil && f.cut == "" && !e.Complete && !f.violated {
		f.cut = cmp.Or(e.Limit, "time") // also while it read the program
	}
	return f, err
}

// tupleBits is what flavers check --verbose says of a fixed point.
var tupleBits = regexp.MustCompile(`tuples of (\d+) bits`)

var (
	panStates = regexp.MustCompile(`(\d+) states, stored`)
	panErrors = regexp.MustCompile(`errors: (\d+)`)
	panDepth  = regexp.MustCompile(`\(at depth (\d+)\)`)
)

// pan makes SPIN's verifier for a size, with flags for the compiler, and runs it. Only
// the run is measured.
func (b *bench) pan(ctx context.Context, p *problem, n int, violated bool, flags ...string) (figure, error) {
	f := figure{n: n}
	const most = 120 // SPIN has 255 processes, and most problems two of each
	if n > most {
		f.cut = "beyond SPIN"
		return f, nil
	}
	dir, err := os.MkdirTemp(b.work, "pan")
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(dir)
	spin := []string{"spin", "-DN=" + strconv.Itoa(n)}
	if violated && !p.deadlock {
		spin = append(spin, "-DVIOLATED")
	}
	model := filepath.Join(b.root, "bench", "promela", p.name+".pml")
	gcc := append([]string{"gcc", "-O2", "-DSAFETY", "-DVECTORSZ=8192", fmt.Sprintf("-DMEMLIM=%d", mebibytes), "-o",
		"pan"}, flags...)
	for _, args := range [][]string{append(spin, "-a", model), append(gcc, "pan.c")} {
		_, out, status, err := measure(ctx, time.Minute, dir, args...)
		if strings.Contains(string(out), "too many") { // channels, for example
			f.cut = "beyond SPIN"
			return f, nil
		}
		if err != nil || status != 0 {
			return f, errors.Join(err, fmt.Errorf("%s: status %d\n%s", strings.Join(args, " "), status, out))
		}
	}
	run := []string{"./pan", "-n", "-w18"} // the table of states grows
	if !violated || !p.deadlock {
		run = append(run, "-E") // a deadlock is another question
	}
	for _, depth := range []string{"-m100000", "-m10000000"} {
		var out []byte
		if f, out, _, err = measure(ctx, b.limit, dir, append(run, depth)...); err != nil {
			return f, err
		}
		f.n = n
		text := string(out)
		f.states = number(panStates, text)
		if f.violated = number(panErrors, text) > 0; f.violated {
			f.length = int(number(panDepth, text))
			return f, nil
		}
		switch {
		case f.cut != "":
			return f, nil
		case strings.Contains(text, "out of memory"), strings.Contains(text, "memory limit"),
			strings.Contains(text, "MEMLIM"):
			f.cut = "memory"
			return f, nil
		case strings.Contains(text, "VECTORSZ"), !strings.Contains(text, "states, stored"):
			return f, fmt.Errorf("pan of %s, %d: %s", p.name, n, text)
		case !strings.Contains(text, "search depth too small"):
			return f, nil
		}
	}
	f.cut = "depth"
	return f, nil
}

func number(pattern *regexp.Regexp, text string) int64 {
	m := pattern.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	v, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return 0
	}
	return v
}
