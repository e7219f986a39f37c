// Package confirm runs Go packages to find out which violations of their models are violations of the packages
// themselves (flavers check --confirm). For each finding that has an execution, a test of the package is built with
// gates at its operations (package native), and run several times: the gates try to bring the operations into the order
// of the execution. If a run blocks or crashes as the model does, the finding is confirmed. A run that does not show it
// proves nothing, so the verdict then stays.
package confirm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"flavers/internal/english"
	"flavers/lang/golang"
	"flavers/lang/golang/native"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// Session keeps what was built for the packages of some programs, so that it is built once.
type Session struct {
	of    *golang.Programs
	keep  string            // folder in which what is built stays; "": it is removed by Close
	built map[string]*build // by folder, files, and whether there are clients
	tests map[string]*tests // by package: clients for which a run has confirmed a finding
}

// tests has the clients of a package that become tests.
type tests struct {
	target native.Target
	of     []native.Kept
}

// build is a test binary of a package.
type build struct {
	bin    *native.Binary
	err    error                     // why there is none, or nil
	places map[string][]native.Place // by file: the operations with gates
}

// New begins a session. If keep is not "", what it builds stays in that folder.
func New(of *golang.Programs, keep string) *Session {
	return &Session{of: of, keep: keep, built: map[string]*build{}, tests: map[string]*tests{}}
}

// Close removes what was built.
func (s *Session) Close() error {
	var errs []error
	for _, b := range s.built {
		if b.bin != nil && s.keep == "" {
			errs = append(errs, b.bin.Close())
		}
	}
	return errors.Join(errs...)
}

// modes are the ways in which the package is run for a finding, in order: by the schedule of the execution, with more
// and more time between its steps, and (Free) with random delays.
var modes = []native.Mode{
	{Wait: time.Millisecond},
	{Wait: 2 * time.Millisecond, Try: 1},
	{Free: true, Wait: time.Millisecond, Seed: 1},
	{Wait: 10 * time.Millisecond},
	{Free: true, Wait: 5 * time.Millisecond, Seed: 2, Try: 1},
	{Free: true, Wait: 200 * time.Microsecond, Seed: 3, Try: 2},
	{Wait: 20 * time.Millisecond, Try: 2},
	{Free: true, Wait: 20 * time.Millisecond, Seed: 4, Try: 3},
}

// enough is the time after which no further run is begun for a finding.
const enough = 10 * time.Second

// Check runs the package of a root for each finding of c that has an execution, and notes in its result what the runs
// showed. A finding that a run shows becomes violated and confirmed; any other stays what it is. The error is that of
// ctx.
func (s *Session) Check(ctx context.Context, program string, p *golang.Program, c *report.Check) error {
	for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
		if r == nil || r.Ignored != nil || len(r.Trace)+len(r.Waiting) == 0 {
			continue
		}
		// A possible finding of a client may depend on what real callers do, which a run of the client does not show.
		if r.Verdict != report.Violated && (r.Verdict != report.Possible || c.Client != "") {
			continue
		}
		if err := s.one(ctx, program, p, r, r == c.RuntimeErrors); err != nil {
			return err
		}
		if r.Confirmed == report.InPackage && c.Client != "" {
			s.shown(program, c, r)
		}
	}
	return nil
}

// shown notes the client that was run and has confirmed finding r: the client becomes a test (Tests). Several
// findings of one client are one test.
func (s *Session) shown(program string, c *report.Check, r *report.Result) {
	target, root, _ := s.of.Target(program)
	t := s.tests[target.ImportPath]
	if t == nil {
		t = &tests{target: target}
		s.tests[target.ImportPath] = t
	}
	k := native.Kept{Client: root.Name, Words: words(r.If)}
	f := batch.Finding{Check: c, Result: r, Roots: []string{c.Root}}
	for _, line := range f.Lines() {
		k.Says = append(k.Says, line.Pos+": "+line.Text)
	}
	for _, cond := range r.If {
		k.Says = append(k.Says, "if "+cond)
	}
	k.Says = append(k.Says, "if "+c.Client)
	for _, b := range r.Native.Blocked {
		k.Stuck = append(k.Stuck, native.Stuck{Function: b.Function, Reason: b.Reason})
	}
	i := slices.IndexFunc(t.of, func(other native.Kept) bool { return other.Client == k.Client })
	if i < 0 {
		t.of = append(t.of, k)
		return
	}
	t.of[i].Says = append(append(t.of[i].Says, ""), k.Says...)
	t.of[i].Words = append(t.of[i].Words, k.Words...)
	t.of[i].Stuck = append(t.of[i].Stuck, k.Stuck...)
}

// Tests writes the clients for which findings were confirmed as tests into a folder, one file for each package. It runs
// each file once and returns a note on it. The error is that of files, of tests that do not compile, or of ctx. Other
// packages have their tests all the same.
func (s *Session) Tests(ctx context.Context, dir string) (notes []string, err error) {
	for _, path := range slices.Sorted(maps.Keys(s.tests)) {
		note, wrong := s.tests[path].write(ctx, dir, path)
		if note != "" {
			notes = append(notes, note)
		}
		if err = errors.Join(err, wrong); ctx.Err() != nil {
			break
		}
	}
	return notes, err
}

// write writes the tests of a package, and says whether one of them fails. A file that does not compile is not kept.
func (t *tests) write(ctx context.Context, dir, path string) (note string, err error) {
	text, err := native.Tests(t.target.Name, t.target.Callers, t.of)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	name, err := filepath.Abs(filepath.Join(dir, strings.ReplaceAll(path, "/", "_")+"_flavers_test.go"))
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		return "", err
	}
	fails, err := native.Try(ctx, t.target, name)
	if err != nil {
		return "", errors.Join(fmt.Errorf("package %s: %w", path, err), os.Remove(name))
	}
	said := "without gates, one failed"
	if !fails {
		said = "without gates, none failed: the order that shows it is rare"
	}
	return fmt.Sprintf("%s: %s of %s; %s", short(name), english.Plural(int64(len(t.of)), "test"), path, said), nil
}

// one runs the package for one finding, which is a run-time error if mistake is set, and else a deadlock.
func (s *Session) one(ctx context.Context, program string, p *golang.Program, r *report.Result, mistake bool) error {
	target, root, ok := s.of.Target(program)
	if !ok {
		r.Native = &ledger.Native{Note: "the root cannot be called from a test"}
		return nil
	}
	// Build the package once.
	key := fmt.Sprint(target.Dir, "\x00", strings.Join(target.Files, "\x00"), target.Callers != "")
	b := s.built[key]
	if b == nil {
		b = &build{}
		keep := s.keep
		if keep != "" {
			keep = filepath.Join(keep, strings.ReplaceAll(target.ImportPath, "/", "_"))
			if target.Callers != "" {
				keep += "_clients"
			}
		}
		b.places = s.of.Places(program)
		b.bin, b.err = native.Build(ctx, target, b.places, s.of.Siblings(program), keep)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.built[key] = b
	}
	if b.err != nil {
		r.Native = &ledger.Native{Note: b.err.Error()}
		return nil
	}
	// The schedule. Operations of clients stand in a file that is made for the run.
	written := s.of.Written(program)
	schedule := schedule(r, func(pos string) (string, native.Place, bool) {
		file, at, ok := place(pos)
		if of, own := written[pos]; own && !slices.Contains(b.places[file], at) {
			return filepath.Join(target.Dir, native.CallersFile), of, true
		}
		return file, at, ok
	})
	r.Native = &ledger.Native{}
	began := time.Now()
	for i, m := range modes {
		m.Values, m.Words = int64(i), words(r.If)
		if time.Since(began) > enough {
			break
		}
		o, err := b.bin.Run(ctx, root, schedule, m)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Native.Runs++
		if mistake && crashed(r, target, o) || !mistake && leaked(r, p, o) {
			r.Conclude(outcome.Execution{})
			r.Confirmed, r.Reason = report.InPackage, ""
			r.Native.Scheduled = !m.Free
			return nil
		}
	}
	r.Native.Note = english.Plural(int64(r.Native.Runs), "run") + " of the package did not show it"
	return nil
}

// constants are texts and numbers of a condition in the words of the source.
var constants = regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|\\b[0-9]+\\b")

// words returns the texts and numbers in conditions. Runs use them as data, so that the conditions may hold.
func words(conditions []string) []string {
	var out []string
	for _, c := range conditions {
		c, _, _ = strings.Cut(c, " (") // where it is
		for _, word := range constants.FindAllString(c, -1) {
			if text, err := strconv.Unquote(word); err == nil {
				word = text
			}
			out = append(out, word)
		}
	}
	return out
}

// schedule returns the execution of a finding as a sequence of operations. where maps a position of the model to a file
// and place with a gate; steps without one are left out.
func schedule(r *report.Result, where func(pos string) (file string, at native.Place, ok bool)) native.Schedule {
	var out native.Schedule
	last := map[string]*arrival{} // by task
	// put appends a step of a task; joint says that it is the other side of a step of another task.
	put := func(task, event, pos string, joint bool) {
		file, at, ok := where(pos)
		if !ok || strings.HasPrefix(event, task+".") || event == report.Guess {
			return
		}
		if out.Root == "" {
			out.Root = task
		}
		a := last[task]
		if a != nil && a.pos == pos && a.first != verb(event) {
			return // another step of the same operation
		}
		last[task] = &arrival{pos, verb(event)}
		s := native.Step{File: file, At: at, Task: task, Joint: joint}
		s.Spawn, _ = strings.CutPrefix(event, "spawn ")
		if s.Spawn == event {
			s.Spawn = ""
		}
		out.Steps = append(out.Steps, s)
	}
	for _, step := range r.Trace {
		if len(out.Steps) == 0 && out.Root == "" {
			out.Root = step.Task
		}
		put(step.Task, step.Event, step.Pos, false)
		for _, t := range step.Tasks {
			if t != step.Task && step.PartnerPos != "" {
				put(t, step.Event, step.PartnerPos, true)
			}
		}
	}
	for _, w := range r.Waiting {
		if file, at, ok := place(w.Pos); ok {
			out.Blocked = append(out.Blocked, native.Step{File: file, At: at})
		}
	}
	return out
}

// arrival is where the last step of a task was, and the verb of its first step there.
type arrival struct{ pos, first string }

// verb returns the kind of step that an event is: the event without the values in it.
func verb(event string) string {
	if i := strings.IndexAny(event, "=<"); i > 0 {
		return event[:i]
	}
	return event
}

// place reads a position "file:line:col". ok is false if it is none.
func place(pos string) (string, native.Place, bool) {
	parts := strings.Split(pos, ":")
	if len(parts) < 3 {
		return "", native.Place{}, false
	}
	n := len(parts)
	line, err1 := strconv.Atoi(parts[n-2])
	col, err2 := strconv.Atoi(parts[n-1])
	file, err3 := filepath.Abs(strings.Join(parts[:n-2], ":"))
	return file, native.Place{Line: line, Column: col}, errors.Join(err1, err2, err3) == nil
}

// mistakes matches the messages of the Go runtime for those run-time errors that the model has as well.
var mistakes = regexp.MustCompile(`(?m)^(panic: (close of closed channel|close of nil channel|send on closed channel|` +
	`sync: (negative WaitGroup counter|.*misuse.*|WaitGroup .*))|fatal error: sync: [^\n]*unlock[^\n]*|fatal error: all goroutines are asleep[^\n]*)`)

// crashed reports whether a run ended with a run-time error that the model has, in the package, and notes it.
func crashed(r *report.Result, t native.Target, o *native.Outcome) bool {
	r.Native.Crash = mistakes.FindString(o.Crash)
	return r.Native.Crash != "" && strings.Contains(o.Crash, t.Dir+string(filepath.Separator))
}

// leaked reports whether a run ended with goroutines blocked for ever that are blocked in the model's execution, too,
// and notes them.
func leaked(r *report.Result, p *golang.Program, o *native.Outcome) bool {
	count := map[ledger.Blocked]int{}
	for _, g := range o.Leaked {
		there := g.Expected || slices.ContainsFunc(r.Waiting, func(w report.Waiting) bool {
			task, _, _ := strings.Cut(w.Task, "[") // a deferred call waits where its function ends
			return p.Goroutines[task] != "" && function(g.Began) == function(p.Goroutines[task])
		})
		if !there || g.At == "" {
			continue
		}
		b := ledger.Blocked{Function: g.Function, Reason: g.Reason, Pos: short(g.At)}
		if count[b]++; count[b] == 1 {
			r.Native.Blocked = append(r.Native.Blocked, b)
		}
	}
	for i, b := range r.Native.Blocked {
		r.Native.Blocked[i].Goroutines = count[b]
	}
	return len(r.Native.Blocked) > 0
}

// function returns the name of a function without its package.
func function(name string) string {
	_, name, _ = strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ".")
	return name
}

// short returns the name of a file relative to the working folder, if it is below that.
func short(name string) string {
	if here, err := filepath.Abs("."); err == nil {
		if rel, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return name
}
