package lpor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/sem"
)

// Explorers lists the explorer of this package.
func Explorers() []explore.Explorer {
	return []explore.Explorer{{Name: "lpor", Short: "stubborn sets from can-enable, dependency and necessary-enabling relations", Complete: true,
		Takes: []string{"net", "initial", "stateless", "prefer", "max-states", "max-executions"}, Run: Run}}
}

// usualDepth bounds the depth without a set of visited states.
const usualDepth = 10_000

// Run explores a program under specifications. opt.Net, opt.Initial and
// opt.Stateless are for it. The error is a *sem.TooLarge, or says that an
// option has no such value.
//
// A task that meets a run-time error stops there, and the others go on.
// Result.States counts states; without a set of visited states, Executions and
// Beyond count paths. A limit of the model stops a task too, and is no error. The further counters are transitions (of the relations),
// states that were not explored in full, and those that were because of a
// cycle.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	return run(ctx, p, specs, opt, false)
}

// run is Run; coarse: the handlers of a process depend on each other, whatever
// they do, as in the paper (Definition 5).
func run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options, coarse bool) (*explore.Result, error) {
	net, err := NetByName(opt.Net)
	if err != nil {
		return nil, err
	}
	initial, err := InitialByName(opt.Initial)
	if err != nil {
		return nil, err
	}
	watch := explore.NewWatch(ctx, opt.Progress)
	early := ""
	late := func() bool {
		if early == "" {
			early = watch.Look(func() explore.Progress { return explore.Progress{} })
		}
		return early != ""
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
		opt.Depth = usualDepth
	}
	e := &engine{program: g, opt: opt, watch: watch}
	e.Algorithm, e.Complete = "lpor", true
	if err := e.Assume(ctx, p, specs); err != nil {
		return nil, err
	}
	if opt.KeepEnds {
		e.Ends = map[string][]sem.Choice{}
	}
	e.search = &Search[[]int32]{System: g, Relations: g.rel, Net: net, Initial: initial, Stateless: opt.Stateless,
		Reverse: opt.HighestFirst, Depth: opt.Depth, Dead: opt.Seek != "" && !opt.Traps, Visitor: e, Stop: func() bool { e.look(); return e.over }}
	if !e.impossible() {
		if err := e.search.Run(); err != nil {
			return nil, err
		}
	}
	e.Transitions, e.MaxDepth, e.Bytes = e.search.Transitions, e.search.MaxDepth, e.search.Bytes()
	if !opt.Stateless {
		e.States = e.search.States
	}
	e.More = []explore.Count{
		{Name: "relation_size", What: "transitions in the relations", Value: int64(g.rel.N)},
		{Name: "nodes", What: "states visited, equal ones counted each time without a set of them", Value: e.search.States},
		{Name: "reduced", What: "states of which only a part was explored", Value: e.search.Reduced},
		{Name: "reopened", What: "states explored in full because of a cycle", Value: e.search.Reopened},
	}
	e.Settle()
	e.CountBeyond()
	e.Seconds = watch.Seconds()
	return &e.Result, nil
}

// NetByName is the use of necessary enabling transitions with a name; "" is the
// default.
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

// engine is an exploration in progress: counters, limits and findings.
type engine struct {
	*program
	opt    explore.Options
	search *Search[[]int32]
	watch  *explore.Watch
	ticks  int
	over   bool // the search has to stop
	explore.Result
}

var _ Visitor[[]int32] = (*engine)(nil)

// impossible tells whether a constraint forbids everything from the start.
func (e *engine) impossible() bool {
	for _, k := range e.specs {
		if !k.spec.Property && k.trap >= 0 && k.spec.DFA.Start == k.trap {
			return true
		}
	}
	return false
}

// limit notes that something was left out, and ends the search if stop.
func (e *engine) limit(what string, stop bool) {
	e.Omit(what)
	e.over = e.over || stop
}

// Step checks limits before a transition is taken.
func (e *engine) Step(int) bool {
	o := &e.opt
	if n := o.MaxExecutions; n > 0 && o.Stateless && e.Executions+e.Result.Cut+e.Beyond+e.Excluded >= n {
		e.limit("executions", true)
	}
	if e.ticks++; e.ticks&15 == 0 {
		e.look()
	}
	return !e.over
}

// look checks the time and the memory.
func (e *engine) look() {
	if n := e.opt.MaxMemory; n > 0 && !e.opt.Stateless && 3*e.search.Bytes() > n {
		e.limit("memory", true) // growing needs the old and the new at once
	}
	limit := e.watch.Look(func() explore.Progress {
		p := explore.Progress{Executions: e.Executions, Transitions: e.search.Transitions, Depth: e.search.MaxDepth, Share: e.search.Share()}
		if !e.opt.Stateless {
			p.States = e.search.States
		}
		return p
	})
	if limit != "" {
		e.limit(limit, true)
	}
}

// Cut notes a path that is too long.
func (e *engine) Cut([]int32, []Taken) bool {
	e.limit("depth", false)
	e.Result.Cut++
	return true
}

// ending says how an execution ended.
type ending uint8

const (
	open     ending = iota // it goes on
	ended                  // every task has ended or waits, no message is pending
	deadlock               // not so, and no task can move
	failure                // a run-time error was met
	limited                // a limit of the model was met, and no run-time error
	excluded               // a constraint forbids this end, or to go on
)

func (e *engine) ending(s []int32, terminal bool) ending {
	switch {
	case !terminal:
		return open
	case e.anyFailed(s):
		return e.failing(s)
	case len(e.specs) > 0 && !e.stuck(s):
		return excluded
	}
	for _, k := range e.specs {
		if !k.spec.Property && !k.spec.DFA.Accept[s[k.at]] {
			return excluded
		}
	}
	if !e.m.Over(s[:len(e.m.Comps)]) {
		return deadlock
	}
	return ended
}

// failing is the ending where tasks have been stopped: limits of the model are no
// errors of the program.
func (g *program) failing(s []int32) ending {
	for _, n := range s[g.dead:] {
		if n != 0 && g.errs[n-1].Kind != cfg.LimitError {
			return failure
		}
	}
	return limited
}

// State judges a state.
func (e *engine) State(s []int32, path []Taken, terminal bool) bool {
	if n := e.opt.MaxStates; n > 0 && e.search.States > n || !e.opt.Stateless && e.search.States > maxStates {
		e.limit("states", true)
		return false
	}
	how := e.ending(s, terminal)
	e.errors(s, path)
	e.keepEnd(s, how, path)
	if e.opt.Stateless {
		switch how {
		case excluded:
			e.Excluded++
		case limited:
			e.Beyond++ // errors has said that not all was explored
		case ended, deadlock, failure:
			e.Executions++
		}
	}
	switch how {
	case deadlock:
		e.Deadlocks++
		e.keep(explore.Finding{Kind: explore.Deadlock}, path)
	case failure:
		if e.opt.Stateless {
			e.Errors++
		}
	}
	violated := false
	for i, k := range e.specs {
		if !k.spec.Property || how == excluded {
			continue
		}
		f := explore.Finding{Kind: explore.Violation, Property: k.spec.Name}
		switch {
		case k.trap >= 0 && s[k.at] == k.trap:
			e.keep(f, e.until(path, i))
		case (how == ended || how == deadlock) && !k.spec.DFA.Accept[s[k.at]]:
			f.AtEnd = true
			e.keep(f, path)
		default:
			continue
		}
		violated = true
	}
	if violated && (how != open || !e.opt.Stateless) {
		e.Violations++
	}
	return !e.over
}

// errors keeps the error that the last step has met.
func (e *engine) errors(s []int32, path []Taken) {
	if !e.anyFailed(s) || len(path) == 0 {
		return
	}
	before := e.search.parent()
	for u := e.dead; u < e.width; u++ {
		if s[u] == before[u] {
			continue
		}
		if e.errs[s[u]-1].Kind == cfg.LimitError {
			e.limit("model", false)
			return
		}
		if !e.opt.Stateless {
			e.Errors++
		}
		e.keep(explore.Finding{Kind: explore.Error, Err: e.met(before, path[len(path)-1])}, path)
		return // all tasks of one step have met the same
	}
}

// met is the error that a step from a state meets: states do not tell errors of
// one place and kind apart, whose texts have different values.
func (g *program) met(before []int32, step Taken) *sem.Error {
	return g.taken(before, step).effect().Err
}

// until is a path up to where property i was first violated. Violations are
// found where they happen, unless the bound on findings was in the way.
func (e *engine) until(path []Taken, i int) []Taken {
	known := slices.ContainsFunc(e.Findings, func(f explore.Finding) bool {
		return f.Kind == explore.Violation && f.Property == e.specs[i].spec.Name
	})
	if known && !e.opt.Shortest {
		return path // not looked at
	}
	s := e.Start()
	k := &e.specs[i]
	for n := 0; ; n++ {
		if s[k.at] == k.trap || n == len(path) {
			return path[:n]
		}
		s = e.Successors(nil, s, path[n].T)[path[n].Out]
	}
}

// keep enters a finding, unless it is known.
func (e *engine) keep(f explore.Finding, path []Taken) {
	if !e.opt.Seeks(f) {
		return
	}
	counts := e.Keep(f, e.opt.Shortest, func() []sem.Choice {
		return e.schedule(path, func(i int, err *sem.Error) bool { return err == nil || f.Kind == explore.Error && i == len(path)-1 })
	})
	if counts && e.opt.StopAtFirst {
		e.limit("first finding", true)
	}
}

// keepEnd enters a final state, if they are wanted.
func (e *engine) keepEnd(s []int32, how ending, path []Taken) {
	if e.Ends == nil || how != ended && how != deadlock {
		return
	}
	key := e.describe(s)
	if how == deadlock {
		key = "deadlock " + key
	}
	if _, known := e.Ends[key]; !known {
		e.Ends[key] = e.schedule(path, func(_ int, err *sem.Error) bool { return err == nil })
	}
}

// describe writes a state as all explorers do: what a buffer holds, not where
// in it.
func (g *program) describe(s []int32) string {
	var b strings.Builder
	for i := range g.m.Comps {
		switch c := &g.m.Comps[i]; c.Kind {
		case sem.RingSlot, sem.RingTail, sem.RingHead, sem.Channel:
		default:
			fmt.Fprintf(&b, "%s=%d ", c.Name, s[i])
		}
	}
	for i := range g.p.Objects {
		if o := &g.p.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
			fmt.Fprintf(&b, "%s=%s ", o.Name, g.m.ChannelString(o.ID, s))
		}
	}
	for _, k := range g.specs {
		fmt.Fprintf(&b, "%s:%d ", k.spec.Name, s[k.at])
	}
	return b.String()
}
