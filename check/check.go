// Package check is the way from an input to an answer. The command, the library, the editor server, the Go analyzer and
// the farm all call it for a verdict, so that they agree on every input.
//
//	s, problems, _ := check.Load(check.Text{Name: "mutex.tfg", Text: program}, specs, check.LoadOptions{})
//	c := check.Program(ctx, s, check.Options{}) // exclusion holds, no deadlock holds
//
//	ps, problems := check.Open(ctx, golang.Requests(ctx, []string{"./server"}), check.OpenOptions{})
//	for _, root := range ps.Roots {
//		a := check.Package(ctx, root, check.Options{}) // a.Check, with a.Check.Ledger
//	}
//
// Program and Package do the same work in the same order:
//
//  1. If an earlier run kept an answer to the same question, they take it. Otherwise they continue with step 2.
//  2. verify.Check decides deadlock, run-time errors and the properties on the model.
//  3. Further analyses refine this answer. Package looks for partial deadlocks, for wait groups that are used again too
//     early, and for data races. Program looks for partial deadlocks and data races if Options ask for them.
//  4. If the program was made from another language, its ledger lists where the model differs from the source. These
//     differences may turn "holds" into "holds within bounds", and "violated" into "possible".
//  5. Package marks findings that comments in the Go files ask to ignore.
//
// The zero value of Options is sound and complete, and has no limits.
//
// The package does not read files of programs (internal/source does), does not compare answers with what a program
// expects, prints nothing, and knows no flags. It does not depend on the input language either: the recipe for a new
// language is in package lang, and the ledger arrives as the Notes of the program.
//
// To add an analysis that refines an existing answer, as verify/partial refines the answer about deadlock and
// verify/reuse that about run-time errors:
//
//  1. The analysis, with a function as Judge of verify/partial or of verify/reuse: it makes the answer violated or,
//     where it cannot know, narrows its scope or adds a note to the ledger. Its theorem in docs/theory.md.
//  2. Its call: where verify makes the answer, behind a field of verify.Options, as Partial; or a method here, as
//     reused in check/package.go.
//  3. In check/certain.go, decide: is it repeated on the certain program, as reused is, or left out, as Partial is?
//  4. If a finding has a shape of its own, a field of report.Result for it, as Moving, and a method that asks for it,
//     as Partial of report.Result. The callers of that method judge or word a partial deadlock differently: decide in
//     each of them about the new finding. The new key is also in docs/schema.
//  5. If users can switch it on or off, a Switch in Options, whose flag is made by the recipe of package cmd/flavers
//     for flags that change answers. Options.Of and checkModel (check/package.go) translate the Switch into the field
//     of verify.Options; in checkModel, decide whether Go packages have it without the flag.
//  6. docs/manual.md, docs/go.md, and rows in docs/design.md and internal/policy/policy_test.go.
//
// TestCovers (farm/job) fails for a new field of verify.Options until farms know it.
//
// To add an analysis whose answer is a line of its own in reports, as that about data races is:
//
//  1. The analysis, which makes report.Result values of a cfg.Program. Its theorem in docs/theory.md.
//  2. A field of report.Check for them (recipe of package report).
//  3. A Switch in Options, whose flag is made by the recipe of package cmd/flavers. While it is On, Program must not
//     ask Kept, because kept answers do not have this line.
//  4. A call in the function program (for programs) and in the method more (for Go packages), before the ledger is
//     applied.
//  5. docs/manual.md, docs/go.md, and rows in docs/design.md and internal/policy/policy_test.go.
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

// Source is a program with its specifications. Load makes one from texts, and package internal/source from files.
type Source struct {
	Name    string // the name of the program in answers; "" stands for the name of its file
	Program *cfg.Program
	Specs   []*automata.Spec
	Meant   bool // the program declares that it expects a deadlock, as examples of deadlocks do
}

// A Switch turns an analysis on or off.
type Switch string

const (
	Usual Switch = ""    // the kind of input decides: see the fields of Options
	On    Switch = "on"  // always
	Off   Switch = "off" // never
)

// Analysis decides the checks of a program on its model, as verify.Check does.
type Analysis = func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check

// A Keeper remembers answers. It returns the answer kept for the same source and options. If there is none, it calls
// make, and may keep what make returns.
type Keeper = func(ctx context.Context, s *Source, opt Options, make func() *report.Check) *report.Check

// Options of a check; the zero value is sound and complete and has no limits.
type Options struct {
	// Verify selects the checks and their limits. Where its fields Deadlock and Partial are zero, Program and Package
	// set them from the input.
	Verify verify.Options
	// Several is set if the same options are used for several programs. Then a name in Verify.Only that this program
	// does not have belongs to another program, and is not reported as a mistake.
	Several bool
	// Partial looks for partial deadlocks: tasks that can never move again while others go on. By default it does so
	// in Go packages only.
	Partial Switch
	// Races looks for data races. By default it does so in Go packages, in a bounded number of states (someStates),
	// and only if Verify.Only does not ask for particular checks.
	Races Switch
	// Executions executes a root of Go packages with all its data if its model leaves a check open. Off omits that.
	Executions Switch

	Analysis Analysis // decides the checks; nil is verify.Check
	Kept     Keeper   // keeps the answers of Program; may be nil. Package keeps its answers as OpenOptions say.

	Doing    func(what string)    // called before each stage that may take long; may be nil
	Progress func(model.Progress) // called by the searches for data races at most once a second; may be nil
}

// Program checks that no execution of a program deadlocks, ends in a run-time error, or violates a property. Only
// executions that satisfy the constraints of the specifications count.
//
// Program always returns an answer. Mistakes in specifications become its diagnostics. A check that a limit or ctx ends
// early is unknown in it.
func Program(ctx context.Context, s *Source, opt Options) *report.Check {
	opt, some := opt.Of(s)
	if !some {
		return &report.Check{Version: report.Version, Program: s.name()}
	}
	if opt.Kept == nil || opt.Races == On { // kept answers do not include data races
		return program(ctx, s, opt)
	}
	c := opt.Kept(ctx, s, opt, func() *report.Check { return program(ctx, s, opt) })
	c.Program = s.name()
	return c
}

// Of returns the options for one source: it fills in what they leave to the source, and removes the names of checks
// that belong to other programs. some reports whether a check remains. None does if every name in Verify.Only belongs
// to another program.
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

// program computes the answer of Program without looking for a kept one.
func program(ctx context.Context, s *Source, opt Options) *report.Check {
	c := opt.decided(ctx, s)
	if opt.Races == On {
		c.Races = opt.races(ctx, s.Program)
	}
	// A missing result about run-time errors has two meanings: no step can fail, or nobody looked. Under RefineNone
	// nobody looks: without constraints made from the program every variable may have any value, so nothing follows.
	looked := opt.Verify.Wants(report.RuntimeErrors) && opt.Verify.Refine != verify.RefineNone
	made.Qualify(c, s.Program, looked)
	c.ErrorFree = looked && c.RuntimeErrors == nil && !hasErrors(c)
	return c
}

// hasErrors reports whether a diagnostic of c is an error, so that a missing result proves nothing.
func hasErrors(c *report.Check) bool {
	list := diag.List{All: c.Diagnostics}
	return list.HasErrors()
}

// decided runs the analysis and returns its answer about the model. The ledger is not applied yet.
func (o *Options) decided(ctx context.Context, s *Source) *report.Check {
	analysis := o.Analysis
	if analysis == nil {
		analysis = verify.Check
	}
	o.doing("checking " + s.name())
	c := analysis(ctx, s.Program, s.Specs, o.Verify)
	c.Version, c.Program = report.Version, s.name()
	// Every result names the elimination rule that was asked for, even if its evidence did not need the rule. Otherwise
	// the reports of two runs would differ by which strategy happened to finish first.
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

// races looks for data races on all shared variables of a program, in all its states.
func (o *Options) races(ctx context.Context, p *cfg.Program) []report.Result {
	o.doing("looking for data races in " + p.File)
	return explored.Races(ctx, p, explore.Options{MaxMemory: o.Verify.MaxMemory, Progress: o.Progress})
}

// doing announces a stage.
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
