// Package flavers checks the order of events in concurrent programs. It is the
// library behind the command of the same name:
//
//	m, err := flavers.Load(program, specs, flavers.LoadOptions{})
//	result, err := flavers.Check(ctx, m, flavers.CheckOptions{})
//	for _, r := range result.Ordered() {
//		fmt.Println(r.Property, r.Verdict)
//	}
//
// Load reads a program and specifications; Check decides every property by data
// flow analysis; CheckPackages checks Go packages; Explore executes the program in
// all its ways; Replay runs one schedule. Results are the plain data of package report, which prints them as
// text, JSON or SARIF. docs/library.md walks through the examples.
//
// A context ends every stage: results then say unknown, with what was reached, and
// the goroutines of the work end soon after. Wrong input is an *InputError with
// positioned diagnostics, a bug of this library an *InternalError; nothing panics.
//
// What the package does not do: it reads no files but those of Go packages, looks at
// no environment, and watches no process memory. The command does.
package flavers

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/diag"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/limit"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/follow"
)

// Source is a text with the name by which diagnostics and positions call it. The
// extension of a program's name says in which language it is (.tfg, .adb).
type Source = check.Text

// Model is a program with its specifications. It is immutable: any number of
// goroutines may use it.
type Model struct {
	Program  *cfg.Program
	Specs    []*automata.Spec
	Warnings []diag.Diagnostic // of the texts that it was made from
	Meant    bool              // a line "//! expect deadlock" says that a deadlock is meant to be there
}

// LoadOptions are choices of Load; the zero value changes nothing.
type LoadOptions = check.LoadOptions

// Load reads a program and its specifications. The error is an *InputError with
// every error of every text.
func Load(program Source, specs []Source, opt LoadOptions) (m *Model, err error) {
	defer recovered(&err)
	s, list, sources := check.Load(program, specs, opt)
	if s == nil {
		return nil, &InputError{list.All, sources}
	}
	return &Model{Program: s.Program, Specs: s.Specs, Warnings: list.All, Meant: s.Meant}, nil
}

// CheckOptions are those of Check. The zero value is sound, complete and without
// limits; it takes symbols that match nothing in the program for warnings (Strict).
type CheckOptions = verify.Options

// Check decides every property of a model, and whether an execution deadlocks or
// ends in a run-time error. When ctx ends, what is undecided is unknown. The error
// is an *InputError if a specification does not fit the program.
func Check(ctx context.Context, m *Model, opt CheckOptions) (c *report.Check, err error) {
	defer recovered(&err)
	s := &check.Source{Program: m.Program, Specs: m.Specs, Meant: m.Meant}
	c = check.Program(ctx, s, check.Options{Verify: opt})
	if wrong(c.Diagnostics) {
		return nil, &InputError{Diagnostics: c.Diagnostics}
	}
	return c, nil
}

// ExploreOptions are those of Explore. The zero value takes the explorer optimal,
// and states for programs whose executions need not end.
type ExploreOptions = explore.Options

// Explore executes a model: in all its ways up to the order of independent steps,
// or as opt.Algorithm says (docs/explorers.md lists the explorers). Where the explorer
// states visits all states, executions that go on for ever are judged, too, under
// opt.Fairness (weak if empty). When ctx ends,
// the result is what was found so far, and not complete. The error says that the
// explorer is not for this program, or that an option has no such value.
func Explore(ctx context.Context, m *Model, opt ExploreOptions) (e *report.Explore, err error) {
	defer recovered(&err)
	r, err := families.Run(ctx, m.Program, m.Specs, opt)
	if err != nil {
		return nil, err
	}
	e = &report.Explore{Version: report.Version, Program: m.Program.File, Algorithm: r.Algorithm, Meant: m.Meant}
	explored.Program(ctx, e, m.Program, m.Specs, r)
	if err := explored.Infinite(ctx, e, m.Program, m.Specs, opt); err != nil {
		return nil, err
	}
	return e, nil
}

// Replay runs a schedule, as results of Check and Explore have it, step by step. A
// schedule that cannot be followed ends early, and the result says where. The
// error is an *InputError if the text is no schedule of the program.
func Replay(m *Model, schedule string) (r *report.Run, err error) {
	defer recovered(&err)
	r, problems := follow.Run(m.Program, m.Specs, schedule)
	if problems.HasErrors() {
		return nil, &InputError{Diagnostics: problems.All}
	}
	r.Diagnostics, r.Meant = problems.All, m.Meant
	return r, nil
}

func wrong(list []diag.Diagnostic) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// InputError is input that is wrong: all diagnostics, warnings among them, in the
// order of their places.
type InputError struct {
	Diagnostics []diag.Diagnostic
	Sources     diag.Sources // the texts, to print diagnostics with (diag.List.Write)
}

// Error returns the first error, with the number of further ones.
func (e *InputError) Error() string {
	first, more := "", 0
	for i := range e.Diagnostics {
		if d := &e.Diagnostics[i]; d.Severity != diag.Error {
			continue
		} else if first == "" {
			first = d.String()
		} else {
			more++
		}
	}
	if more > 0 {
		first += fmt.Sprintf(" (and %d more)", more)
	}
	return first
}

// InternalError is a bug in this library.
type InternalError struct {
	Value any
	Stack []byte // of the goroutine that failed
}

func (e *InternalError) Error() string { return fmt.Sprintf("flavers: internal error: %v", e.Value) }

// recovered makes an error of a panic.
func recovered(err *error) {
	switch bug := recover().(type) {
	case nil:
	case *limit.Crash:
		*err = &InternalError{bug.Value, bug.Stack}
	default:
		*err = &InternalError{bug, debug.Stack()}
	}
}
