package main

// flavers check of Go packages: each root is a program of its own.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"flavers/internal/confirm"
	"flavers/internal/printable"
	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
)

// goRoots finds the roots of packages. What is wrong with them goes to the list.
func (a *app) goRoots(ctx context.Context, in *inputs, requests []golang.Request, f *checkFlags) *roots.Session {
	if f.opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.opt.Timeout)
		defer cancel()
	}
	if name := roots.Missing(requests); name != "" {
		in.Read(name, noPos, "Go file") // says why not
		return &roots.Session{}
	}
	f.bindings = a.bound(in, f)
	opt := roots.Options{Entries: f.entries, Bind: f.bindings.Bind, Shared: len(f.entries) == 0 && !f.cmd.Flags().Changed("timeout")}
	opt.Whole = !f.bindings.Only() || f.dump != "" || f.htmlOutput != "" && len(f.entries) > 0
	if !f.noCache && !f.confirm && !f.expect && f.dump+f.htmlOutput == "" { // which need the programs
		opt.Dir, opt.Settings = roots.Folder(), roots.Settings(f.cmd.Flags(), slices.Concat(f.properties, f.constraints))
	}
	if a.verbose {
		opt.Note = func(text string) { fmt.Fprintln(a.err, printable.Line(text)) }
	}
	a.stage = "loading Go packages"
	_, end := a.progress(a.stage)
	defer end()
	s, problems := roots.Open(ctx, requests, opt)
	in.list.Append(roots.Quoted(problems, in.sources))
	return s
}

// oneRoot checks a root, or takes the answer of before; nil if nothing in it synchronizes and no property is asked for.
func (a *app) oneRoot(ctx context.Context, all *inputs, s *roots.Session, program string, f *checkFlags, runs *confirm.Session) (*report.Check, loaded) {
	root := s.Root(program)
	a.stage = "extracting " + root
	var made loaded
	var p *golang.Program
	answer := s.Kept(program)
	turn, over := ctx, func() {}
	if answer == nil {
		_, end := a.progress(a.stage)
		turn, over = s.Turn(ctx, program, f.opt.Timeout)
		var err error
		p, err = s.Program(turn, program)
		if end(); err != nil {
			over()
			r := &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Unknown, Limit: report.LimitTime}
			if errors.Is(err, golang.ErrSize) {
				r.Limit, r.Reason = report.LimitSize, err.Error()
			}
			return &report.Check{Version: report.Version, Program: root, Root: root, Deadlock: r}, made
		}
		answer = &roots.Answer{Files: p.Files, About: f.bindings.About(p)}
		answer.Empty = p.Empty && !f.bindings.Concern(p) && (f.htmlOutput == "" || len(s.Names) > 1)
	}
	f.bindings.Seen(answer.About)
	for _, name := range answer.Files {
		if text, err := os.ReadFile(name); err == nil {
			all.sources[name] = text
		}
	}
	if p != nil && !answer.Empty {
		var c *report.Check
		roots.Partial(f.cmd.Flags(), &f.opt, p)
		c, made = a.oneOf(turn, all, program, f, map[string][]byte{filepath.Clean(program): p.Text}, p.Objects)
		roots.More(turn, c, made.program, p, f.cmd.Flags(), f.opt)
		answer.Is(root, p, c)
	}
	ended := turn.Err() != nil // perhaps while data races were looked for, which no verdict shows
	if over(); p != nil && !ended {
		s.Keep(program, answer)
	}
	c := s.Judged(answer)
	if c == nil {
		return nil, made
	}
	if f.noTimes {
		c.ZeroTimes()
	}
	if f.confirm && p != nil {
		a.stage = "running " + root
		_, end := a.progress(a.stage)
		defer end()
		_ = runs.Check(ctx, program, p, c) // cut short by an interrupt, it leaves the answers as they are
	}
	return c, made
}
