// Package check is the way from an input to an answer: whoever shows a verdict to a person gets it here.
//
//	s, problems, _ := check.Load(check.Text{Name: "mutex.tfg", Text: program}, specs, check.LoadOptions{})
//	c := check.Program(ctx, s, check.Options{}) // exclusion holds, no deadlock holds
//
//	ps, problems := check.Open(ctx, golang.Requests(ctx, []string{"./server"}), check.OpenOptions{})
//	for _, root := range ps.Roots {
//		a := check.Package(ctx, root, check.Options{}) // a.Check, with a.Check.Ledger
//	}
//
// Both take the answer of before, if one is kept, or else that of verify.Check, and then apply the ledger, if the
// program was made of another language: it may turn holds into "within bounds" and violated into possible. Package also
// looks for partial deadlocks, wait groups that are used again too early, and data races, and comments in the packages
// can ask to ignore findings; Program looks for partial deadlocks and data races if it is asked to. The zero value of
// Options is sound and complete, and has no limits.
//
// What the package does not do: it reads no files of programs (internal/source does), compares with no expectations,
// prints nothing, and knows no flags.
//
// Nothing changes here for an input language: package lang has the recipe, and the ledger of a program is its Notes.
//
// To add an analysis that refines an answer there is, as verify/partial refines that about deadlocks and verify/reuse
// that about run-time errors:
//
//  1. The analysis, with a function as Judge of verify/partial or of verify/reuse: it makes the answer violated or,
//     where it cannot know, narrows its scope or adds a note to the ledger. Its theorem in docs/theory.md.
//  2. Its call: where verify makes the answer, behind a field of verify.Options, as Partial; or a method here, as
//     reused in check/package.go.
//  3. In check/certain.go, whether it is repeated on the certain program, as reused, or left out, as Partial.
//  4. If users choose it, a Switch in Options with its flag (recipe of package cmd/flavers), which becomes the field of
//     verify.Options in Options.Of and in Root.answer (check/package.go).
//  5. For a field of verify.Options, its field of Setting in farm/job/job.go, with For and Options in farm/job/run.go.
//  6. docs/manual.md and, for new keys, docs/schema; rows in docs/design.md and internal/policy/policy_test.go.
//
// To add an analysis whose answer is a line of its own, as those of data races are:
//
//  1. The analysis, which makes report.Result values of a cfg.Program.
//  2. A field of report.Check for them (recipe of package report).
//  3. A Switch in Options; where it is On, Program must not ask Kept, as an answer that is kept has no such line.
//  4. A call in the function program (programs) and in the method more (Go packages), before the ledger is applied.
//  5. Its flag (recipe of package cmd/flavers).
//  6. Rows in docs/design.md, docs/manual.md and internal/policy/policy_test.go.
package check

import (
	"cmp"
	"context"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/report"
	"flavers/report/made"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/partial"
)

// Source is a program with its specifications, as Load and package internal/source make it.
type Source struct {
	Name    string // how answers call the program; "": the name of its file
	Program *cfg.Program
	Specs   []*automata.Spec
	Meant   bool // a deadlock is meant to be there: the program says that it expects one
}

// Switch says whether an analysis is made.
type Switch string

const (
	Usual Switch = ""    // as the input has it
	On    Switch = "on"  // always
	Off   Switch = "off" // never
)

// Analysis decides the checks of a program on its model, as verify.Check does.
type Analysis = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check

// Keeper returns the answer that was kept when the same question was asked before. If there is none, it calls make, and
// may keep the answer.
type Keeper = func(ctx context.Context, s *Source, opt Options, make func() *report.Check) *report.Check

// Options of a check; the zero value is sound and complete and has no limits.
type Options struct {
	// Verify says which checks are made and within which limits. Program and Package set Deadlock and Partial
	// themselves where they are zero.
	Verify verify.Options
	// Several: the options are for several programs. Names in Verify.Only that a program does not have are those of
	// others, and no mistake.
	Several bool
	// Partial asks for tasks that can never move again while others go on. Usual: of Go packages only.
	Partial Switch
	// Races asks for data races. Usual: of Go packages, in some states, unless Verify.Only asks for other checks.
	Races Switch
	// Executions: where the model of a root of Go packages leaves a check open, executions with all data are tried,
	// unless this is Off.
	Executions Switch

	// Analysis decides the checks; nil: verify.Check.
	Analysis Analysis
	// Kept keeps the answers of Program; nil: none are kept. OpenOptions say where those of Package are.
	Kept Keeper

	Doing    func(what string)    // called when a stage begins that takes long; may be nil
	Progress func(model.Progress) // of searches beside the analysis, called at most once a second; may be nil
}

// Program checks every property of a program, assuming its constraints, and that no execution deadlocks or ends in a
// run-time error. It never fails: wrong specifications are diagnostics, and where a limit or ctx ends the work, answers
// are unknown.
func Program(ctx context.Context, s *Source, opt Options) *report.Check {
	opt, some := opt.Of(s)
	if !some {
		return &report.Check{Version: report.Version, Program: s.name()}
	}
	if opt.Kept == nil || opt.Races == On { // no answer about races is kept
		return program(ctx, s, opt)
	}
	c := opt.Kept(ctx, s, opt, func() *report.Check { return program(ctx, s, opt) })
	c.Program = s.name()
	return c
}

// Of returns the options in which the source decides what they leave open. some reports whether any check is left to be
// made: if the options are for several programs, all checks that they name may be those of other programs.
func (o Options) Of(s *Source) (opt Options, some bool) {
	if o.Verify.Deadlock == "" && s.Meant {
		o.Verify.Deadlock = "expected"
	}
	if o.Partial == On && o.Verify.Partial == nil {
		o.Verify.Partial = partial.NoneMeant
	}
	if o.Several && len(o.Verify.Only) > 0 {
		o.Verify.Only = slices.DeleteFunc(slices.Clone(o.Verify.Only), func(name string) bool {
			builtin := name == report.Deadlock || name == report.RuntimeErrors
			mine := func(sp *automata.Spec) bool { return sp.Property && sp.Called(name) }
			return !builtin && !slices.ContainsFunc(s.Specs, mine)
		})
		return o, len(o.Verify.Only) > 0
	}
	return o, true
}

// program makes the answer if none was kept.
func program(ctx context.Context, s *Source, opt Options) *report.Check {
	c := opt.decided(ctx, s)
	if opt.Races == On {
		c.Races = opt.races(ctx, s.Program)
	}
	// Without a result, no step can fail: but only where somebody looked, with constraints made from the program.
	looked := opt.Verify.Wants(report.RuntimeErrors) && opt.Verify.Refine != verify.RefineNone
	made.Qualify(c, s.Program, looked)
	c.ErrorFree = looked && c.RuntimeErrors == nil && !(&diag.List{All: c.Diagnostics}).HasErrors()
	return c
}

// decided returns the answer of the analysis about the model, before the ledger is applied.
func (o *Options) decided(ctx context.Context, s *Source) *report.Check {
	analysis := o.Analysis
	if analysis == nil {
		analysis = verify.Check
	}
	o.doing("checking " + s.name())
	c := analysis(ctx, s.Program, s.Specs, o.Verify)
	c.Version, c.Program = report.Version, s.name()
	// All answers name the rule that was asked for, also those for which no path was searched.
	rule := string(cmp.Or(o.Verify.POR, verify.DefaultRule))
	for i := range c.Results {
		c.Results[i].POR = rule
	}
	for _, r := range []*report.Result{c.RuntimeErrors, c.Deadlock} {
		if r != nil {
			r.POR = rule
		}
	}
	return c
}

// races looks for data races on all variables.
func (o *Options) races(ctx context.Context, p *cfg.Program) []report.Result {
	o.doing("looking for data races in " + p.File)
	return explored.Races(ctx, p, explore.Options{MaxMemory: o.Verify.MaxMemory, Progress: o.Progress})
}

func (o *Options) doing(what string) {
	if o.Doing != nil {
		o.Doing(what)
	}
}

// name returns the name of the program in answers.
func (s *Source) name() string {
	if s.Name == "" {
		return s.Program.File
	}
	return s.Name
}
