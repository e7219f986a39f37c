package main

// flavers check of Go packages: each root is a program of its own.

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"flavers/diag"
	"flavers/internal/confirm"
	"flavers/lang/golang"
	"flavers/limit"
	"flavers/report"
)

// goPackages are the Go packages that paths name; nil if they name none, or time runs out.
func (a *app) goPackages(ctx context.Context, paths []string, most time.Duration) []golang.Request {
	if most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	requests, _ := limit.Within(ctx, func() []golang.Request { return golang.Requests(ctx, paths) })
	return requests
}

// goRoots loads packages. What is wrong with them goes to the list.
func (a *app) goRoots(ctx context.Context, in *inputs, requests []golang.Request, f *checkFlags) *golang.Programs {
	if f.opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.opt.Timeout)
		defer cancel()
	}
	for _, r := range requests {
		if name := r.Missing(); name != "" {
			in.Read(name, noPos, "Go file") // says why not
			return &golang.Programs{}
		}
	}
	a.stage = "loading Go packages"
	_, end := a.progress(a.stage)
	defer end()
	ps, problems := golang.Open(ctx, requests, f.entries)
	in.list.Append(problems)
	return ps
}

// oneRoot checks a root. It is nil if nothing in it synchronizes and no property is asked for.
func (a *app) oneRoot(ctx context.Context, all *inputs, of *golang.Programs, program string, f *checkFlags, runs *confirm.Session) (*report.Check, loaded) {
	root := of.Root(program)
	a.stage = "extracting " + root
	p, err := of.Extract(ctx, program)
	if err != nil {
		r := &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Unknown, Limit: report.LimitTime}
		return &report.Check{Version: report.Version, Program: root, Root: root, Deadlock: r}, loaded{}
	}
	if about := f.bindings.Seen(p); p.Empty && !about && f.htmlOutput == "" {
		return nil, loaded{}
	}
	for _, name := range p.Files {
		if text, err := os.ReadFile(name); err == nil {
			all.sources[name] = text
		}
	}
	c, made := a.oneOf(ctx, all, program, f, map[string][]byte{filepath.Clean(program): p.Text}, p.Objects)
	c.Program, c.Root = root, root
	// What could be written better in the text that was made is nobody's business.
	c.Diagnostics = slices.DeleteFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
	c.Ledger = append(c.Ledger, p.Ledger...)
	c.Ledger.Sort()
	c.Qualify(golang.Guessing, golang.Cut, p.Apart)
	if f.confirm {
		a.stage = "running " + root
		_, end := a.progress(a.stage)
		defer end()
		_ = runs.Check(ctx, program, p, c) // cut short by an interrupt, it leaves the answers as they are
	}
	return c, made
}
