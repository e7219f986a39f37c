//go:build unix

package main

// How an attack is judged: what no input may bring about, in this process (quick,
// time and memory are guessed) or in one of its own (exact).

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"flavers/internal/attack"
	"flavers/internal/roots"
	"flavers/report"
)

func TestMain(m *testing.M) {
	switch os.Getenv(attackVariable) {
	case "run":
		measured(func() int {
			if kind := os.Getenv(faultVariable); kind != "" {
				return faults[kind](&attack.Input{}, os.Stdout, os.Stderr)
			}
			signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // as main does
			return run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		})
	case "main":
		main()
	case "resident":
		status := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		fmt.Printf("resident %d\n", residentAtMost())
		os.Exit(status)
	case "batch":
		attackBatch()
	default:
		os.Setenv(roots.Variable, "off") // nothing of before, and nothing for later
		os.Exit(m.Run())
	}
}

// measured ends the process with the status of f, and writes to the file after
// standard error how many bytes were resident at most.
func measured(f func() int) {
	status := f()
	fmt.Fprint(os.NewFile(3, "resident"), residentAtMost())
	os.Exit(status)
}

// finding is what is wrong with a run; no kind: nothing.
type finding struct{ Kind, Text string }

// ran is one run of an input.
type ran struct {
	status     int
	out, errs  string
	files      map[string]string
	wall, busy time.Duration
	memory     int64 // at most so many bytes were resident; 0: not known
	killed     bool
	quiet      bool // the machine had nothing else to do
	cut        bool // there was no time for it to end
}

// hanging is how long a run may take whatever its limits.
var hanging = 30 * time.Second

const (
	// memoryAside is what a process has before it has read anything, with the garbage
	// of its beginning.
	memoryAside = 40 << 20
	// addresses is the address space of a process, in KiB: what needs more is not
	// limited at all.
	addresses = 8 << 20
)

// apart runs an input in a process of its own. The files are in the folder.
func apart(all context.Context, in *attack.Input, folder string) ran {
	ctx, cancel := context.WithTimeout(all, hanging)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, addresses), self}, in.Command()...)...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &out, &errs
	resident, err := os.CreateTemp("", "flavers-resident-") // a pipe would have to be read meanwhile
	if err != nil {
		panic(err)
	}
	defer os.Remove(resident.Name())
	defer resident.Close()
	cmd.ExtraFiles = []*os.File{resident}
	cmd.Env = append(os.Environ(), attackVariable+"=run")
	cmd.WaitDelay = time.Second
	cmd.Stdin = strings.NewReader(in.Input())
	quietBefore := quiet()
	began := time.Now()
	err = cmd.Run()
	r := ran{out: out.String(), errs: errs.String(), wall: time.Since(began), killed: ctx.Err() != nil, cut: all.Err() != nil}
	r.quiet = quietBefore && quiet()
	if cmd.ProcessState == nil {
		r.status, r.errs = -1, err.Error()
		return r
	}
	r.status = cmd.ProcessState.ExitCode()
	r.busy = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if text, err := os.ReadFile(resident.Name()); err == nil { // nothing if it was killed
		r.memory, _ = strconv.ParseInt(string(text), 10, 64)
	}
	r.files = written(folder)
	return r
}

// within runs an input in this process, in the current folder.
func within(in *attack.Input) ran {
	var out, errs bytes.Buffer
	began, before := time.Now(), processor()
	command := func() int { return run(in.Command(), strings.NewReader(in.Input()), &out, &errs) }
	if kind := os.Getenv(faultVariable); kind != "" {
		command = func() int { return faults[kind](in, &out, &errs) }
	}
	status := command()
	return ran{status: status, out: out.String(), errs: errs.String(), wall: time.Since(began), busy: processor() - before, files: written(".")}
}

// written reads what a run wrote into files, and removes it.
func written(folder string) map[string]string {
	files := map[string]string{}
	names, _ := filepath.Glob(filepath.Join(folder, "out.*"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil {
			files[filepath.Base(name)] = string(text)
		}
		os.Remove(name)
	}
	return files
}

// trouble is how a Go program dies that nobody catches.
var trouble = regexp.MustCompile(`(?m)^(fatal error: |panic: |runtime: |goroutine [0-9]+ \[|SIG[A-Z]+: )`)

// alone is what is wrong with one run.
func alone(in *attack.Input, r ran) finding {
	switch {
	case r.cut:
		return finding{}
	case r.killed:
		return finding{"hang", fmt.Sprintf("it was ended after %v", r.wall)}
	case r.status < report.ExitHolds || r.status > report.ExitOpen:
		if in.Words[0] == "crosscheck" && r.status == report.ExitInternal && !strings.Contains(r.errs, "internal error") {
			return finding{"disagreement", r.out + r.errs}
		}
		return finding{"crash", fmt.Sprintf("status %d\n%s", r.status, r.errs)}
	case trouble.MatchString(r.errs):
		return finding{"crash", fmt.Sprintf("status %d\n%s", r.status, r.errs)}
	}
	for name, text := range map[string]string{"standard output": r.out, "standard error": r.errs} {
		if i := raw(text, in.Has("--color")); i >= 0 && !isPicture(in, name) {
			return finding{"raw bytes", fmt.Sprintf("%s has %q", name, text[max(0, i-60):min(len(text), i+30)])}
		}
		if forged(text) {
			return finding{"forged line", fmt.Sprintf("in %s", name)}
		}
	}
	for name, text := range r.files {
		if i := raw(text, false); i >= 0 && !strings.HasSuffix(name, ".png") {
			return finding{"raw bytes", fmt.Sprintf("%s has %q", name, text[max(0, i-60):min(len(text), i+30)])}
		}
	}
	if r.memory > in.Memory+in.Memory/5+memoryAside && in.Memory > 0 {
		return finding{"memory", fmt.Sprintf("--max-memory %d MiB took %d MiB", in.Memory>>20, r.memory>>20)}
	}
	if in.Timeout > 0 && tooLate(in.Timeout, r) {
		return finding{"overshoot", fmt.Sprintf("--timeout %v took %v, %v of a processor", in.Timeout, r.wall.Round(time.Millisecond), r.busy.Round(time.Millisecond))}
	}
	if in.Timeout == 0 && r.wall > hanging/2 {
		return finding{"hang", fmt.Sprintf("it took %v", r.wall)}
	}
	return finding{}
}

// isPicture reports whether standard output is one that is not text.
func isPicture(in *attack.Input, name string) bool {
	return name == "standard output" && slices.ContainsFunc(in.Flags, func(f []string) bool { return f[len(f)-1] == "-" && strings.HasSuffix(f[0], "png") })
}

// tooLate reports whether a run took 10 % and 0.2 s more than its limit. On a machine
// that is busy with other things a run that took no more processor time than that
// is in time too, unless it waited for ten times as long.
func tooLate(limit time.Duration, r ran) bool {
	most := limit + limit/10 + 200*time.Millisecond
	return r.wall > most && (r.quiet || r.busy > most || r.wall > 10*most)
}

// quiet reports whether no more runs on this machine than it has processors.
func quiet() bool {
	text, err := os.ReadFile("/proc/loadavg") // 0.20 0.18 0.12 1/80 11206: one of 80 runs
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 4 {
		return false
	}
	running, _, _ := strings.Cut(fields[3], "/")
	n, err := strconv.Atoi(running)
	return err == nil && n <= runtime.NumCPU()
}

// comparable reports whether a run has to give the same bytes once more: it shows no
// times, and no limit of time or memory ended anything in it.
func comparable(in *attack.Input, r ran) bool {
	if in.Has("--verbose") || !in.Has("--no-times") && slices.Contains([]string{"check", "explore", "crosscheck", "stats", "test"}, in.Words[0]) {
		return false
	}
	for _, text := range r.files {
		if outOfTime.MatchString(text) {
			return false
		}
	}
	if outOfTime.MatchString(r.out + r.errs) {
		return false
	}
	// What is found is made shorter for a part of the time.
	found := strings.Contains(r.out, "Not decided") || in.Timeout > 0 && strings.Contains(r.out, "  find ")
	if in.Words[0] == "sim" && found {
		return false
	}
	part := in.Timeout / 2
	if in.Words[0] == "crosscheck" || in.Words[0] == "stats" { // dozens of parts share it
		part = in.Timeout / 50
	}
	return (in.Timeout == 0 || r.wall < part) && !strings.Contains(r.out+r.errs, "memory")
}

// outOfTime is what is said where a part of the work has used its share of the time,
// which may be long before the whole time is over.
var outOfTime = regexp.MustCompile(`time limit was hit|time ran out|a check may run for|"limit": "time"|(?m:^unknown )|"result": "unknown"`)

// contradict is what is wrong with the statuses of two runs of the same input, of
// which limits of time and memory may have ended any: then less is known, and the
// status is report.ExitOpen, or what one knows the other does not deny.
func contradict(a, b ran) finding {
	if a.status != b.status && a.status != report.ExitOpen && b.status != report.ExitOpen {
		return finding{"different verdicts", fmt.Sprintf("status %d, then %d\n%s%s\n%s%s", a.status, b.status, a.out, a.errs, b.out, b.errs)}
	}
	return finding{}
}

// twice is what is wrong with two runs of the same input.
func twice(in *attack.Input, a, b ran) finding {
	if f := contradict(a, b); f.Kind != "" {
		return f
	}
	if !comparable(in, a) || !comparable(in, b) {
		return finding{}
	}
	if a.status != b.status {
		return finding{"different bytes", fmt.Sprintf("status %d, then %d", a.status, b.status)}
	}
	pairs := map[string][2]string{"standard output": {a.out, b.out}, "standard error": {a.errs, b.errs}}
	for name, text := range a.files {
		pairs[name] = [2]string{text, b.files[name]}
	}
	for name, p := range pairs {
		if p[0] != p[1] {
			x, y := strings.Split(p[0], "\n"), strings.Split(p[1], "\n")
			for i := range x {
				if i >= len(y) || x[i] != y[i] {
					return finding{"different bytes", fmt.Sprintf("line %d of %s: %.300q, then %.300q", i+1, name, x[i], append(y, "")[min(i, len(y))])}
				}
			}
			return finding{"different bytes", name}
		}
	}
	return finding{}
}

// tries is how often what has to do with time has to happen.
var tries = 4

// judge runs an input in processes of its own. What has to do with time counts if
// it happens every time; a hang is long enough to count the second time. Nothing is
// found when the context has ended.
func judge(ctx context.Context, in *attack.Input) finding {
	folder, err := os.MkdirTemp("", "flavers-attack-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := in.Write(folder); err != nil {
		return finding{"files", err.Error()}
	}
	first := apart(ctx, in, folder)
	f := alone(in, first)
	for n := 1; n < tries && ofTime(f) && (n < 2 || f.Kind != "hang"); n++ {
		if in.Write(folder) != nil { // a run may have changed what it reads
			break
		}
		f = alone(in, apart(ctx, in, folder))
	}
	if f.Kind == "" && again(in, first) && in.Write(folder) == nil {
		f = twice(in, first, apart(ctx, in, folder))
	}
	if ctx.Err() != nil {
		return finding{}
	}
	return f
}

// again reports whether to run an input once more: if it has to give the same bytes, or
// limits may have ended it before all was known; then one in four, for they take long.
func again(in *attack.Input, r ran) bool { return comparable(in, r) || in.Seed%4 == 0 }

// ofTime reports whether a finding depends on what else the machine does.
func ofTime(f finding) bool { return f.Kind == "overshoot" || f.Kind == "memory" || f.Kind == "hang" }

// shrinking is how long a finding is made smaller, and all of them twice as long.
var shrinking = 30 * time.Second

// findings collects what an attack finds, and shrinks each.
type findings struct {
	t        reporter
	keep     string // a folder for what is found
	n        int
	shrunken time.Duration // took so long so far
}

// reporter is what an attack needs of a test.
type reporter interface {
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
	Progressf(format string, args ...any) // seen while the test runs
}

// live is a test whose findings are seen as they come.
type live struct{ *testing.T }

func (l live) Progressf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// add reports a finding at once, and again when it is smaller. It prints the
// commands that repeat it.
func (fs *findings) add(in *attack.Input, f finding) {
	if fs.n++; fs.n > 20 {
		return // nobody reads more
	}
	fs.t.Progressf("attack: %s, seed %d, of %s: %.300s\n  %.300s", f.Kind, in.Seed, in.From, f.Text, in)
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), min(shrinking, 2*shrinking-fs.shrunken))
	defer cancel()
	small := attack.Smaller(in, func(next *attack.Input) bool {
		if ctx.Err() != nil {
			return false
		}
		g := judge(ctx, next)
		if g.Kind == f.Kind {
			f = g
		}
		return g.Kind == f.Kind
	}, 150)
	fs.shrunken += time.Since(began)
	if fs.keep == "" {
		fs.keep, _ = os.MkdirTemp("", "flavers-found-")
	}
	folder := filepath.Join(fs.keep, fmt.Sprint(in.Seed))
	if err := errors.Join(os.MkdirAll(folder, 0o755), small.Write(folder), os.WriteFile(filepath.Join(folder, "command"), []byte(small.String()+"\n"), 0o644)); err != nil {
		fs.t.Errorf("%v", err)
	}
	say := func(format string, args ...any) {
		fs.t.Progressf("attack: "+format, args...)
		fs.t.Errorf(format, args...)
	}
	say("%s, seed %d, of %s: %.2000s\n  cd %s && %s\n  FLAVERS_SEED=%d FLAVERS_RANDOM=1 go test ./cmd/flavers -run 'TestAttack$'",
		f.Kind, in.Seed, in.From, f.Text, folder, small, in.Seed)
}
