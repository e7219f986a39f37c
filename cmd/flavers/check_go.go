package main

// flavers check of Go packages: each root is a program of its own.

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"flavers/diag"
	"flavers/internal/confirm"
	"flavers/lang/golang"
	"flavers/lang/golang/ignore"
	"flavers/limit"
	"flavers/report"
	"flavers/report/batch"
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
	if p.Empty && len(f.properties) == 0 && f.htmlOutput == "" {
		return nil, loaded{}
	}
	for _, name := range p.Files {
		if text, err := os.ReadFile(name); err == nil {
			all.sources[name] = text
		}
	}
	c, made := a.oneOf(ctx, all, program, f, map[string][]byte{filepath.Clean(program): p.Text})
	c.Program, c.Root = root, root
	// What could be written better in the text that was made is nobody's business.
	c.Diagnostics = slices.DeleteFunc(c.Diagnostics, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
	c.Ledger = append(c.Ledger, p.Ledger...)
	c.Ledger.Sort()
	c.Qualify(golang.Guessing, golang.Cut, p.Apart)
	batch.Ignore(c, of.Ignores)
	if f.confirm {
		a.stage = "running " + root
		_, end := a.progress(a.stage)
		defer end()
		_ = runs.Check(ctx, program, p, c) // cut short by an interrupt, it leaves the answers as they are
	}
	return c, made
}

// idleIgnores tells of comments that ask to ignore what there is not, if everything was asked of every root.
func (f *checkFlags) idleIgnores(of *golang.Programs, b *report.Batch) diag.List {
	if len(f.entries) > 0 || len(f.only) > 0 || f.runtimeErrors || f.deadlock == "off" {
		return diag.List{}
	}
	return batch.Idle(b, of.Ignores, ignore.Idle)
}

// dumpRoot prints the program that was made of the one root that is asked for.
func (a *app) dumpRoot(ctx context.Context, of *golang.Programs) error {
	if len(of.Names) != 1 {
		var roots []string
		for _, name := range of.Names {
			roots = append(roots, of.Root(name))
		}
		return errors.New("--dump tfg-source prints one root; name it with --entry: " + strings.Join(roots, ", "))
	}
	p, err := of.Extract(ctx, of.Names[0])
	if err == nil {
		_, err = a.out.Write(p.Text)
	}
	return err
}
