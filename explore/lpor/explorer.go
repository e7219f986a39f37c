package lpor

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/sem"
)

// This file is the explorer named lpor: it prepares a program (program.go), runs
// the search (search.go), and turns what the search meets into a result. The
// search calls the engine below as its Visitor: once before each step, so that
// limits are checked, and once for each state, so that deadlocks, errors and
// violations are recorded with their schedules.

// Explorers lists the explorer of this package.
func Explorers() []explore.Explorer {
	return []explore.Explorer{{Name: "lpor", Complete: true,
		Short: "stubborn sets from can-enable, dependency and necessary-enabling relations",
		Takes: []string{"net", "initial", "stateless", "fairness", "prefer", "max-states", "max-executions", "graph"},
		Run:   Run,
		Applies: func(p *cfg.Program, _ []*automata.Spec) error {
			if r := refusal(p); r != nil {
				return r
			}
			return nil
		}}}
}

// refusal returns why a program cannot be explored, or nil. Relations are made from the text of single steps, as
// touch.go and walk.go read it. Three things are beyond them: an invariant, which is evaluated after every step and
// stands in the text of none; a loop within a step; and messages of several fields.
func refusal(p *cfg.Program) *explore.Refused {
	if len(p.Invariants) > 0 {
		return &explore.Refused{Explorer: "lpor", Reason: "an invariant is looked at after each step; optimal can"}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		loops := false
		cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
			if _, is := s.(*cfg.Loop); is {
				loops = true
			}
		})
		if loops {
			return &explore.Refused{Explorer: "lpor", Reason: "a step has a loop; optimal can", Pos: n.Pos}
		}
		send, _ := n.Op.(cfg.Send)
		_, tuple := send.Value.(*cfg.Tuple)
		if recv, _ := n.Op.(cfg.Recv); tuple || recv.Fields != nil {
			return &explore.Refused{Explorer: "lpor", Reason: "a message of several fields is sent, or matched; optimal can", Pos: n.Pos}
		}
	}
	return nil
}

// Run explores a program under specifications. The options opt.Net, opt.Initial
// and opt.Stateless are for this explorer alone. The error is an
// *explore.Refused or a *sem.TooLarge, or says that an option has no such value.
//
// A task that meets a run-time error stops there, and the others go on. A limit
// of the model stops a task too, and is no error. Result.States counts states;
// with opt.Stateless, which keeps no set of visited states, Executions and Beyond
// count paths. Result.More has the counters of counts.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	return run(ctx, p, specs, opt, false)
}

// run does the work of Run. With coarse, all handlers of one process depend on
// each other, whatever they do, as in Definition 5 of the paper; tests compare
// the two.
func run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options,
	coarse bool) (*explore.Result, error) {

	if r := refusal(p); r != nil {
		return nil, r
	}
	net, err := NetByName(opt.Net)
	if err != nil {
		return nil, err
	}
	initial, err := InitialByName(opt.Initial)
	if err != nil {
		return nil, err
	}
	// Preparation can take long, too. early is the limit that it was ended by.
	watch, early := model.NewWatch(ctx, opt.Progress), ""
	late := func() bool {
		if early == "" {
			early = watch.Look(func() explore.Progress { return explore.Progress{} })
		}
		return early != ""
	}
	if !opt.KeepEnds {
		p = dead.Forget(p)
	}
	g, err := newProgram(p, specs, coarse, late)
	if errors.Is(err, errStopped) {
		r := &explore.Result{Algorithm: "lpor", Seconds: watch.Seconds()}
		r.Omit(early)
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	if opt.Depth == 0 && opt.Stateless {
		opt.Depth = model.UsualDepth // nothing else ends a path around a cycle
	}
	if !opt.Stateless {
		opt.MaxExecutions = 0 // they are not counted
	}
	x, err := model.Begin(ctx, g.System, "lpor", opt, watch)
	if err != nil {
		return nil, err
	}
	x.Often = 16 // steps between two looks at the clock: each step computes a stubborn set, which is slow
	e := &engine{Exploration: x, program: g}
	g.maxExamined, g.raise = opt.MaxWork, e.moreWork
	e.search = &Search[[]int32]{System: g, Relations: g.rel, Net: net, Initial: initial, Stateless: opt.Stateless,
		Reverse: opt.HighestFirst, Depth: opt.Depth, Dead: opt.Seek != "" && !opt.Traps, Visitor: e,
		Stop: func() bool { e.Look(); return e.Halted || g.spent() }}
	if x.Share = e.search.Share; !opt.Stateless {
		x.Kept = func() int64 { return 3 * e.search.Bytes() } // growing needs the old and the new at once
	}
	if !e.Impossible() {
		if err := e.search.Run(); err != nil {
			return nil, err
		}
	}
	if g.spent() { // the sets made since then may be too small, so the result is not complete
		e.End("states")
	}
	e.Transitions, e.MaxDepth, e.Bytes = e.search.Transitions, e.search.MaxDepth, e.search.Bytes()
	if !opt.Stateless {
		e.States = e.search.States // includes a last state that the Visitor was not called for
	}
	e.More = e.counts()
	return e.Done(), nil
}

// counts returns the counters that only this explorer has, with their present values.
func (e *engine) counts() []explore.Count {
	return []explore.Count{
		{Name: "relation_size", What: "transitions in the relations", Value: int64(e.program.rel.N)},
		{Name: "nodes", What: "states visited, equal ones counted each time without a set of them", Value: e.search.States},
		{Name: "reduced", What: "states of which only a part was explored", Value: e.search.Reduced},
		{Name: reopened, What: "states explored in full because of a cycle", Value: e.search.Reopened},
	}
}

// reopened names the counter of Reopened.
const reopened = "reopened"

// Reopened returns how many states the search behind r explored in full because of a cycle (search.go). If there are
// many, stubborn sets save little.
func Reopened(r *explore.Result) int64 { return r.Counted(reopened) }

// NetByName returns the use of necessary enabling transitions with the given name; "" is the default, values. The
// error lists the names.
func NetByName(name string) (Net, error) {
	switch name {
	case "", "values":
		return NetValues, nil
	case "state":
		return NetState, nil
	case "on":
		return NetOn, nil
	case "off":
		return NetOff, nil
	}
	return 0, fmt.Errorf("no use of necessary enabling transitions is named %q; there are off, on, state, values", name)
}

// engine is an exploration in progress. It is the Visitor of the search.
type engine struct {
	*model.Exploration
	program *program
	search  *Search[[]int32]
}

var _ Visitor[[]int32] = (*engine)(nil)

// Step checks limits before a transition is taken, and passes the path with that transition to Options.Record.
func (e *engine) Step(depth int) bool {
	if !e.Options.Stateless {
		e.States = e.search.States
		if e.Options.Record != nil {
			e.Options.Record(e.program.schedule(model.Finding{Kind: model.Error}, e.search.taking()))
		}
	}
	return e.Exploration.Step(depth)
}

// moreWork is called when Disturb has examined Options.MaxWork pairs of transitions (foresee.go). It asks the user of
// the exploration for more and returns the new limit, or the old one if there is no more.
func (e *engine) moreWork() int64 {
	e.extend()
	return e.Options.MaxWork
}

// extend asks the user of the exploration for higher limits, and reports whether there are any. The counters are
// brought up to date first, since the answer may depend on them.
func (e *engine) extend() bool {
	e.More = e.counts()
	return e.Extend("states")
}

// Cut counts a path that the bound on the depth ends.
func (e *engine) Cut([]int32, []Taken) bool {
	e.Omit("depth")
	e.Result.Cut++
	return true
}

// ending classifies a state. Under specifications, a terminal state is an end of the program only if no task can
// move at all; otherwise a constraint forbids what is left.
func (e *engine) ending(s []int32, terminal bool) model.Ending {
	if !terminal {
		return model.Open
	}
	return e.Ending(s, len(e.Monitors) == 0 || e.program.stuck(s))
}

// State records the findings of a state and reports whether the search goes on.
func (e *engine) State(s []int32, path []Taken, terminal bool) bool {
	if !e.Options.Stateless {
		e.States = e.search.States
	}
	for e.Options.MaxStates > 0 && e.search.States > e.Options.MaxStates {
		if !e.extend() {
			return false
		}
	}
	if !e.Options.Stateless && e.search.States > maxStates || e.program.spent() {
		e.End("states")
		return false
	}
	schedule := func(f model.Finding) []sem.Choice { return e.program.schedule(f, path) }
	if e.AnyFailed(s) && len(path) > 0 {
		e.errors(s, path, schedule)
	}
	switch how := e.ending(s, terminal); {
	case !e.Options.Stateless:
		return e.Visited(s, how, schedule)
	case how != model.Open:
		return e.Ended(s, how, schedule)
	}
	e.Observe(s, model.Open, schedule)
	return !e.Halted
}

// errors records the error that the last step of path has met, if it met one.
// The state s has a number for the place and kind of an error only. The text of
// the error has values in it, so the step is evaluated once more to get it.
func (e *engine) errors(s []int32, path []Taken, schedule func(model.Finding) []sem.Choice) {
	before := e.search.parent()
	if slices.Equal(s[e.Failures:], before[e.Failures:]) {
		return
	}
	err := e.program.taken(before, path[len(path)-1]).Effect.Err
	e.Met(err, schedule)
	if !e.Options.Stateless {
		e.CountError(err)
	}
}
