package main

// flavers check of several programs.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/internal/codes"
	"flavers/internal/confirm"
	"flavers/internal/roots"
	"flavers/lang/golang/ignore"
	"flavers/limit"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/index"
	"flavers/report/sarif"
	"flavers/verify/dump"
)

// checkAll checks every program that the paths stand for, one after the other, each as check does. They share the time
// of --timeout: what one leaves unused is for those after it. A program without properties is checked for deadlock and
// run-time errors.
func (a *app) checkAll(paths []string, f *checkFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	f.onlyErrors()
	f.useJobs()
	f.opt.MaxMemory = f.maxMemory.Limit()
	ctx, end := a.limited(f.opt.Timeout, f.opt.MaxMemory)
	defer end()
	f.opt.Timeout = 0 // ctx has it
	all := newInputs(a)
	f.notes(all)
	f.lacking = silent // there are still two checks
	out := &report.Batch{Version: report.Version}
	var programs []string
	var session *check.Packages
	if requests := roots.Requests(ctx, paths); requests != nil {
		session, out.Roots = a.goRoots(ctx, all, requests, f), true
		if !all.list.HasErrors() {
			for _, root := range session.Roots {
				programs = append(programs, root.Program)
			}
			if f.dump == dump.Source || f.dump == dump.Specs {
				return a.dumpRoot(ctx, session, f)
			}
		}
	} else if err := f.notGo(); err != nil {
		return err
	} else {
		programs = all.Programs(paths, left(ctx))
	}
	if a.late && len(programs) == 0 {
		out.Left = paths
	}
	if err := f.onlyOne(session != nil); err != nil && !all.list.HasErrors() {
		return err
	}
	var one loaded // the program, if there is one only
	var pages *index.Pages
	if f.htmlOutput != "" && len(programs) != 1 {
		pages = index.New(f.htmlOutput)
	}
	files, err := all.outputs(f, forms{
		json:  func(w io.Writer) error { return out.WriteJSON(w) },
		sarif: func(w io.Writer) error { return sarif.WriteBatch(w, out, all.sarif()) },
		html: func(w io.Writer) error {
			if pages != nil {
				return pages.Write(w, out)
			} else if len(out.Programs) == 0 {
				return errors.New("nothing was checked")
			}
			return a.page(ctx, w, all, one.program, one.specs, f, out.Programs[0])
		},
	})
	if err != nil {
		return err
	}
	var runs *confirm.Session
	if f.confirm && session != nil && len(programs) > 0 {
		ps, _ := session.Programs(ctx)
		runs = confirm.New(ps, f.gates)
		defer runs.Close()
	}
	whole, stop := a.progress("checking")
	stop, a.whole = sync.OnceFunc(stop), whole
	defer stop()
	what := map[bool]string{true: "root", false: "program"}[session != nil]
	for i, program := range programs {
		whole.Part(fmt.Sprintf("%s %d of %d", what, i+1, len(programs)), "checking "+program)
		if ctx.Err() != nil {
			out.Left = append(out.Left, program)
			continue
		}
		if session == nil {
			turn, over := limit.Share(ctx, len(programs)-i)
			out.Programs = append(out.Programs, a.oneOf(turn, all, program, f))
			over()
		} else if c, made := a.oneRoot(ctx, all, session.Roots[i], f, runs); c != nil {
			one = made
			out.Programs = append(out.Programs, c)
			if pages != nil {
				pages.Add(c, func(w io.Writer) error { return a.page(ctx, w, all, made.program, made.specs, f, c) })
			}
		} else {
			out.Idle = append(out.Idle, session.Roots[i].Name)
		}
	}
	a.whole = nil
	stop()
	some := len(f.entries)+len(f.only) > 0 || f.runtimeErrors || f.deadlock == "off"
	if session != nil && !some && ctx.Err() == nil {
		all.list.Append(batch.Idle(out, session.Ignores, ignore.Idle))
	}
	if f.bindings != nil && len(out.Left) == 0 && !all.list.HasErrors() {
		all.list.Append(f.bindings.Idle())
	}
	all.list.Append(session.Hurried())
	if out.Nothing() && len(out.Left) == 0 && !all.list.HasErrors() {
		all.nothing(session != nil && len(programs) == 0)
	}
	out.Diagnostics = slices.Clone(all.list.All)
	a.status = out.ExitCode()
	for _, c := range out.Programs { // of each its diagnostics, in the order of the programs
		all.list.All = append(all.list.All, c.Diagnostics...)
	}
	status := a.status
	a.status = report.ExitHolds // a wrong program does not hide the answers about others
	defer func() { a.status = status }()
	return a.deliver(all, files, f, func() error {
		if f.format == "github" {
			return batch.WriteGitHub(a.out, out, a.verbose)
		}
		return batch.WriteText(a.out, out, func(program string) report.TextOptions { return a.textOptions(f, program) })
	})
}

// nothing says why nothing was checked.
func (in *inputs) nothing(noRoot bool) {
	if noRoot {
		in.list.Warnf(noPos, codes.Nothing, "nothing was checked: no main, no test, no exported function that takes "+
			"and returns nothing that synchronizes").
			WithHint("check the packages that use these, too, as ./... does, or write a test; flavers explain %s", codes.Nothing)
		return
	}
	in.list.Warnf(noPos, codes.Nothing, "nothing was checked: no program has a check that is asked for")
}

// left is the time that a context has left, at least a little; 0: it has no end.
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
	all.take(in)
	opt := a.options(f)
	opt.Several = true
	if !f.noCache {
		opt.Kept = a.kept(in, program, f)
	}
	return a.checked(ctx, in, in.sourceOf(program, p, in.named(specs, f)), f, opt)
}

// take has the texts of other inputs beside those of before, for what is said about them.
func (in *inputs) take(from *inputs) {
	maps.Copy(in.sources, from.sources)
	in.Used = append(in.Used, from.Used...)
}

// onlyOne refuses what is of one program; roots of Go packages have pages.
func (f *checkFlags) onlyOne(root bool) error {
	var names []string
	for flag, value := range map[string]string{"--dump": f.dump, "--constraints-file": f.constraintsFile, "--html-output": f.htmlOutput} {
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
