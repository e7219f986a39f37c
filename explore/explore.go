package explore

import (
	"context"
	"fmt"

	"flavers/automata"
	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/explore/model"
	"flavers/explore/symmetry"
	"flavers/sem"
)

// Options and results are the same for all explorers, so they are types of explore/model.
type (
	Options  = model.Options
	Limits   = model.Limits
	Progress = model.Progress
	Result   = model.Result
	Finding  = model.Finding
	Kind     = model.Kind
	Count    = model.Count
	Graph    = model.Graph
)

// Kinds of findings.
const (
	Deadlock  = model.Deadlock
	Error     = model.Error
	Violation = model.Violation
)

// AsksFor reports whether a property asks for an execution (automata.Spec.Reach). Then what an explorer reports as its
// violation is that execution, and no mistake.
func AsksFor(specs []*automata.Spec, property string) bool { return model.AsksFor(specs, property) }

// strategy is an algorithm of this package. It explores until it has finished, or until a method of e that it calls
// says that the exploration has to stop.
type strategy interface{ explore(e *engine) }

// ordered are the flags of an explorer of executions that prefers some task.
var ordered = []string{"prefer", "max-executions"}

// strategies is the table of the explorers, the slowest first.
var strategies = []struct {
	name     string
	short    string
	complete bool // finds everything unless a bound is hit
	jobs     bool // can have several goroutines
	takes    []string
	make     func(Options) strategy
}{
	{"full", "all interleavings", true, true, ordered, func(Options) strategy { return &full{} }},
	{"states", "all reachable states, each once", true, true, []string{"search", "symmetry", "fairness", "prefer", "max-states"},
		func(o Options) strategy {
			if o.Jobs > 1 {
				return &stateJobs{jobs: o.Jobs}
			}
			return &stateSearch{depthFirst: o.DepthFirst}
		}},
	{"dpor", "dynamic partial-order reduction with persistent sets", true, true, ordered,
		func(Options) strategy { return &backtracker{classic: true} }},
	{"dpor+sleep", "the same with sleep sets", true, true, ordered,
		func(Options) strategy { return &backtracker{classic: true, sleep: true} }},
	{"dpor-classic", "the same with the larger backtrack sets of published counts", true, false, ordered,
		func(Options) strategy { return &backtracker{classic: true, sleep: true, wide: true} }},
	{"source", "source sets, with sleep sets", true, true, ordered,
		func(Options) strategy { return &backtracker{sleep: true} }},
	{"optimal", "wakeup trees: one execution for each class of executions", true, false, ordered,
		func(Options) strategy { return &optimal{} }},
	{"random", "random executions", false, true, []string{"seed", "max-executions"},
		func(o Options) strategy { return newWalker(o, false) }},
	{"pct", "random executions with random priorities", false, true, []string{"seed", "bug-depth", "max-executions"},
		func(o Options) strategy { return newWalker(o, true) }},
}

// Algorithms returns the names of the explorers: of all, or only of those that are complete.
func Algorithms(complete bool) []string {
	var out []string
	for _, s := range strategies {
		if s.complete || !complete {
			out = append(out, s.name)
		}
	}
	return out
}

// Run explores a program with specifications. It looks for violations of the properties, and does not count executions
// that break a constraint. If a limit is hit, or ctx ends, the result is incomplete. The error is a *sem.TooLarge, or
// says that there is no such algorithm, or that it cannot use several jobs.
//
// Explorers that reduce let a task stop at a run-time error while the others go on. For the explorers full and states,
// the error ends the execution. Their results are the same: no execution with an error counts as ended or deadlocked,
// and errors are not part of the schedules of other findings.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Result, error) {
	return runTuned(ctx, p, specs, opt, tuning{})
}

func runTuned(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options, tune tuning) (*Result, error) {
	if opt.Algorithm == "" {
		opt.Algorithm = "optimal"
	}
	for _, s := range strategies {
		if s.name != opt.Algorithm {
			continue
		}
		if opt.Jobs > 1 && (!s.jobs || s.name == "states" && opt.DepthFirst) {
			return nil, fmt.Errorf("%s explores with one job only", s.name)
		}
		machine := sem.NewWithEnds
		if s.name == "states" {
			if machine = sem.New; !opt.KeepEnds {
				p = dead.Forget(p)
			}
		} else if opt.Depth == 0 {
			opt.Depth = model.UsualDepth
		}
		if !s.complete && opt.MaxExecutions == 0 {
			opt.MaxExecutions = usualWalks
		}
		m, err := machine(p)
		if err != nil {
			return nil, err
		}
		system := model.New(m, specs, model.Config{HighestFirst: opt.HighestFirst, Threads: true})
		x, err := model.Begin(ctx, system, s.name, opt, model.NewWatch(ctx, opt.Progress))
		if err != nil {
			return nil, err
		}
		e := &engine{Exploration: x, tuning: tune}
		if s.name == "states" {
			e.useSymmetry(ctx, m, specs, opt)
		}
		if !e.Impossible() {
			s.make(opt).explore(e)
		}
		if e.classes != nil {
			nameMembers(m, e.Findings)
		}
		if !s.complete {
			e.Omit("sample")
		}
		e.Notes = append(e.Notes, cutNotes(e)...)
		return e.Done(), nil
	}
	return nil, fmt.Errorf("no explorer is named %q; there are %v", opt.Algorithm, Algorithms(false))
}

// cutNotes say that executions were cut.
func cutNotes(e *engine) []string {
	if e.Cut == 0 {
		return nil
	}
	return []string{fmt.Sprintf("executions were cut at %d steps; if the program need not end, explore it by states, or by lpor",
		e.Options.Depth)}
}

// engine is an exploration in progress.
type engine struct {
	*model.Exploration
	tuning
	classes []symmetry.Class // of states: the tasks that are interchangeable
}

// tuning is for tests.
type tuning struct {
	grain *grain // nil: the usual one
	// how many steps are few for what is done in another way with many (optimal, raceDetector);
	// negative: none; 0: the usual
	few int
}

// part returns an engine for another goroutine; system is a copy.
func (e *engine) part(system *model.System) *engine {
	return &engine{Exploration: e.Part(system), tuning: e.tuning}
}
