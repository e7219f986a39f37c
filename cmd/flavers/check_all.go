package main

// This file does the command check for several programs, or for the roots of Go packages: it finds them (find), checks
// one after the other in shares of the time (check), and writes one report about all (deliver). The method again gives
// roots whose share was too short another turn in the time that is left.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/confirm"
	"flavers/internal/printable"
	"flavers/internal/roots"
	"flavers/internal/source"
	"flavers/lang/golang"
	"flavers/lang/golang/ignore"
	"flavers/limit"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/index"
	"flavers/report/sarif"
	"flavers/verify/dump"
)

// several is the state of one check of several programs.
type several struct {
	app      *app
	flags    *checkFlags
	in       *inputs         // texts and diagnostics of all programs
	paths    []string        // of the command line
	programs []string        // the names of the programs, or of the roots in session
	session  *check.Packages // the Go packages, or nil if the programs are files
	pages    *index.Pages    // the pages, or nil if there is at most one page
	one      loaded          // the root that was checked last
	objects  *check.Objects  // counts the objects of the packages; nil if only some roots or checks are asked for
	begun    time.Time
	out      *report.Batch
}

// checkAll checks every program that the paths stand for, one after the other, each as check does. They share the time
// of --timeout: time that one does not use goes to the next ones. A program without properties is checked for deadlock
// and run-time errors.
func (a *app) checkAll(ctx context.Context, paths []string, f *checkFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	f.onlyErrors()
	f.useJobs()
	f.opt.Timeout = 0 // ctx has it
	s := &several{app: a, flags: f, paths: paths, in: newInputs(a), out: &report.Batch{Version: report.Version},
		begun: time.Now()}
	f.notes(s.in)
	f.lacking = silent // there are still two checks
	if err := s.find(ctx, paths); err != nil {
		return err
	}
	if s.session != nil && (f.dump == dump.Source || f.dump == dump.Specs) && !s.in.list.HasErrors() {
		return a.dumpRoot(ctx, s.session, f)
	}
	if err := f.onlyOne(s.session != nil); err != nil && !s.in.list.HasErrors() {
		return err
	}
	files, err := s.outputs(ctx)
	if err != nil {
		return err
	}
	kept := s.check(ctx)
	s.remarks(ctx)
	return errors.Join(s.deliver(files), kept)
}

// find sets programs to those that the paths stand for. Its error is a mistake of the command line.
func (s *several) find(ctx context.Context, paths []string) error {
	if requests := roots.Requests(ctx, paths); requests != nil {
		s.session, s.out.Roots = s.app.goRoots(ctx, s.in, requests, s.flags), true
		if !s.in.list.HasErrors() {
			for _, root := range s.session.Roots {
				s.programs = append(s.programs, root.Program)
			}
		}
	} else if err := s.flags.notGo(); err != nil {
		return err
	} else {
		s.programs = s.in.Programs(paths, left(ctx))
		if name := roots.Beside(ctx, paths); name != "" {
			s.in.list.Warnf(noPos, codes.Beside, "only programs were checked, and no Go packages: there are both").
				WithHint("flavers check %s checks the Go code", name)
		}
	}
	if s.app.late && len(s.programs) == 0 {
		s.out.Left = paths
	}
	return nil
}

// outputs opens the files that are written at the end.
func (s *several) outputs(ctx context.Context) (sinks, error) {
	f, out := s.flags, s.out
	if f.file("html") != "" && len(s.programs) != 1 {
		s.pages = index.New(f.file("html"))
	}
	return s.in.outputs(f, writers{
		"json":  func(w io.Writer) error { return out.WriteJSON(w) },
		"sarif": func(w io.Writer) error { return sarif.WriteBatch(w, out, s.in.sarif()) },
		"html": func(w io.Writer) error {
			if s.pages != nil {
				return s.pages.Write(w, out)
			} else if len(out.Programs) == 0 {
				return errors.New("nothing was checked")
			}
			return s.app.page(ctx, w, s.in, s.one.program, s.one.specs, f, out.Programs[0])
		},
		"github": func(w io.Writer) error { return batch.WriteGitHub(w, out, s.app.verbose) },
	})
}

// check checks the programs in turn. Programs for which the time does not suffice are listed in out.Left. The error is
// that of writing tests that are to be kept (--keep-tests).
func (s *several) check(ctx context.Context) (kept error) {
	var runs *confirm.Session
	if s.flags.confirm && s.session != nil && len(s.programs) > 0 {
		ps, _ := s.session.Programs(ctx)
		runs = confirm.New(ps, s.flags.gates)
		defer runs.Close()
	}
	if s.session != nil && !s.flags.some() {
		s.objects = s.session.Objects()
	}
	whole, stop := s.app.progress("checking")
	s.app.whole = whole
	defer func() {
		s.app.whole = nil
		stop()
	}()
	what := map[bool]string{true: "root", false: "program"}[s.session != nil]
	for _, i := range s.order() {
		program := s.programs[i]
		whole.Part(fmt.Sprintf("%s %d of %d", what, i+1, len(s.programs)), "checking "+program)
		switch {
		case ctx.Err() != nil && golang.Adds(program):
		case ctx.Err() != nil:
			s.out.Left = append(s.out.Left, program)
		case s.session != nil:
			s.root(ctx, i, runs)
		default:
			turn, over := limit.Share(ctx, len(s.programs)-i)
			s.out.Programs = append(s.out.Programs, s.app.oneOf(turn, s.in, program, s.flags))
			over()
		}
	}
	if s.session != nil {
		s.again(ctx, runs)
		s.sorted()
	}
	if s.objects != nil && len(s.programs) > 0 {
		s.out.Totals = s.objects.Totals()
		if !s.flags.noTimes {
			s.out.Totals.Seconds = time.Since(s.begun).Seconds()
		}
	}
	if runs != nil && s.flags.keepTests != "" {
		notes, err := runs.Tests(ctx, s.flags.keepTests)
		for _, text := range notes {
			fmt.Fprintln(s.app.err, printable.Line(text))
		}
		return err
	}
	return nil
}

// mostAgain is how often roots get another turn.
const mostAgain = 3

// again checks roots once more whose shares of the time were too short, while there is time. Of two answers about a
// root it keeps the one with fewer open questions.
func (s *several) again(ctx context.Context, runs *confirm.Session) {
	open := func(c *report.Check) (n int) {
		for _, r := range c.Ordered() {
			if r.Verdict == report.Unknown {
				n++
			}
		}
		return n
	}
	for range mostAgain {
		roots := s.session.Again(ctx)
		if len(roots) == 0 {
			return
		}
		for _, root := range roots {
			if ctx.Err() != nil {
				return
			}
			before := slices.IndexFunc(s.out.Programs, func(c *report.Check) bool { return c.Program == root.Name })
			i := slices.IndexFunc(s.session.Roots, func(r check.Root) bool { return r.Program == root.Program })
			s.root(ctx, i, runs)
			last := len(s.out.Programs) - 1
			if before < 0 || before == last {
				continue
			}
			if open(s.out.Programs[last]) <= open(s.out.Programs[before]) {
				s.out.Programs[before] = s.out.Programs[last]
			}
			s.out.Programs = s.out.Programs[:last]
		}
	}
}

// order returns the numbers of the programs in the order in which they are checked. Clients of Go packages come first,
// since the time may run out: they show mistakes that the tests of a package, which run often, do not show.
func (s *several) order() []int {
	out := make([]int, len(s.programs))
	for i := range out {
		out[i] = i
	}
	if s.session != nil {
		slices.SortStableFunc(out, func(a, b int) int {
			return cmp.Compare(s.late(a), s.late(b))
		})
	}
	return out
}

// late returns 0 for a client, 1 for one that only adds findings, and 2 for any other root.
func (s *several) late(i int) int {
	switch {
	case golang.Adds(s.programs[i]):
		return 1
	case golang.IsClient(s.programs[i]):
		return 0
	}
	return 2
}

// sorted puts the answers in the order of the programs.
func (s *several) sorted() {
	at := map[string]int{}
	for i, r := range s.session.Roots {
		at[r.Name], at[r.Program] = i, i
	}
	byName := func(a, b string) int { return cmp.Compare(at[a], at[b]) }
	slices.SortStableFunc(s.out.Programs, func(a, b *report.Check) int { return byName(a.Program, b.Program) })
	slices.SortStableFunc(s.out.Idle, byName)
	slices.SortStableFunc(s.out.Left, byName)
}

// root checks a root of Go packages.
func (s *several) root(ctx context.Context, i int, runs *confirm.Session) {
	c, made := s.app.oneRoot(ctx, s.in, s.session.Roots[i], s.flags, runs, s.objects)
	if c == nil {
		if !golang.Adds(s.programs[i]) {
			s.out.Idle = append(s.out.Idle, s.session.Roots[i].Name)
		}
		return
	}
	s.one = made
	s.out.Programs = append(s.out.Programs, c)
	if s.pages != nil {
		s.pages.Add(c, func(w io.Writer) error {
			return s.app.page(ctx, w, s.in, made.program, made.specs, s.flags, c)
		})
	}
}

// some reports whether only some roots or checks are asked for.
func (f *checkFlags) some() bool {
	return len(f.entries)+len(f.only) > 0 || f.runtimeErrors || f.deadlock == "off"
}

// remarks adds, after the checks, the diagnostics that are about all programs together.
func (s *several) remarks(ctx context.Context) {
	f, list := s.flags, s.in.list
	if s.session != nil && !f.some() && ctx.Err() == nil {
		list.Append(batch.Idle(s.out, s.session.Ignores, ignore.Idle))
	}
	if f.bindings != nil && len(s.out.Left) == 0 && !list.HasErrors() {
		list.Append(f.bindings.Idle())
	}
	list.Append(s.session.Hurried())
	if s.out.Nothing() && len(s.out.Left) == 0 && !list.HasErrors() {
		s.in.nothing(s.session != nil && len(s.programs) == 0, s.paths)
	}
}

// deliver prints the report, writes the files, and sets the exit status.
func (s *several) deliver(files sinks) error {
	a, f, out := s.app, s.flags, s.out
	out.Diagnostics = slices.Clone(s.in.list.All)
	status := out.ExitCode()
	for _, c := range out.Programs { // of each its diagnostics, in the order of the programs
		for _, d := range c.Diagnostics {
			s.said(d)
		}
	}
	a.status = report.ExitHolds // a wrong program does not hide the answers about others
	defer func() { a.status = status }()
	return a.deliver(s.in, files, f, func() error {
		return batch.WriteText(a.out, out, func(program string) report.TextOptions { return a.textOptions(f, program) })
	})
}

// said adds a message of a program to those of the command. The roots of Go packages have the same specifications: what
// is wrong with one is said once, with a hint that is true of all of them.
func (s *several) said(d diag.Diagnostic) {
	list := s.in.list
	i := slices.IndexFunc(list.All, func(e diag.Diagnostic) bool {
		return s.session != nil && d.Pos.IsValid() && e.Pos == d.Pos && e.Code == d.Code && e.Message == d.Message
	})
	if i < 0 {
		list.All = append(list.All, d)
		return
	}
	const meant = "did you mean"
	switch first := &list.All[i]; {
	case first.Hint == d.Hint, strings.HasPrefix(first.Hint, meant):
	case strings.HasPrefix(d.Hint, meant):
		first.Hint = d.Hint
	default:
		first.Hint = "with --entry ROOT, this message lists the events of one root"
	}
}

// nothing says why nothing was checked at some paths.
func (in *inputs) nothing(noRoot bool, paths []string) {
	if noRoot {
		hint := "check the packages that use these, too, as ./... does, or write a test; flavers explain " + string(codes.Nothing)
		for _, path := range paths { // a folder is one package, as for the go command
			if below := source.GoBelow(path); below != "" {
				hint = below
				break
			}
		}
		in.list.Warnf(noPos, codes.Nothing, "nothing was checked: no main, no test, no exported function that takes "+
			"and returns nothing that synchronizes").
			WithHint("%s", hint)
		return
	}
	in.list.Warnf(noPos, codes.Nothing, "nothing was checked: no program has a check that is asked for")
}

// left returns how much time a context has left, but never less than a little. It returns 0 if the context has no
// deadline.
func left(ctx context.Context) time.Duration {
	until, limited := ctx.Deadline()
	if !limited {
		return 0
	}
	return max(1, time.Until(until))
}

// loaded is a program and its specifications.
type loaded struct {
	program *cfg.Program
	specs   []*automata.Spec
}

// oneOf checks one of several programs.
func (a *app) oneOf(ctx context.Context, all *inputs, program string, f *checkFlags) *report.Check {
	in := newInputs(a)
	in.Ctx = ctx
	p, specs := in.load(program, f)
	all.addSources(in)
	opt := a.options(f)
	opt.Several = true
	if !f.noCache {
		opt.Kept = a.kept(in, program, f)
	}
	return a.checked(ctx, in, in.sourceOf(program, p, in.selectOnly(specs, f)), f, opt)
}

// addSources adds the texts and files of other inputs, so that diagnostics can quote them.
func (in *inputs) addSources(from *inputs) {
	maps.Copy(in.sources, from.sources)
	in.Used = append(in.Used, from.Used...)
}

// onlyOne refuses flags that need a single program. Of several roots of Go packages, pages are possible.
func (f *checkFlags) onlyOne(root bool) error {
	var names []string
	for flag, value := range map[string]string{"--dump": f.dump, "--constraints-file": f.constraintsFile, "--html-output": f.file("html")} {
		if value != "" && !(root && flag == "--html-output") {
			names = append(names, flag)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("%s: of one program only (--entry selects a root of Go packages)", strings.Join(names, ", "))
}
