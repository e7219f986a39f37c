package trans

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/model"
	"flavers/sem"
)

// This file lists the explorers of this package and runs them: it checks the
// program (check.go), makes a system of it (system.go), runs the search
// (search.go), and counts and judges the executions that the search reports to
// the runner.

// kind is one explorer.
type kind struct {
	name     string
	short    string
	rule     rule
	sleep    bool   // with sleep sets
	fallback string // the kind whose rule is used if messages can be disabled or handlers choose; "": its own is right
}

// kinds lists the explorers.
var kinds = []kind{
	{"actor-dpor", "actors: dynamic partial-order reduction", persistent{}, false, ""},
	{"actor-dpor+sleep", "the same with sleep sets", persistent{}, true, ""},
	{"trans-paper", "actors: TransDPOR as its pseudo-code is printed", paper{}, false, ""},
	{"trans-paper+sleep", "the same with sleep sets", paper{}, true, ""},
	{"trans-basset", "actors: TransDPOR as the tool Basset does it", evict{}, false, "trans-paper"},
	{"trans-basset+sleep", "the same with sleep sets", evict{keepOther: true}, true, "trans-paper+sleep"},
	{"trans-dcute", "actors: one receiver after another, the next one after a race, as dCUTE", delaying{}, false, ""},
	{"trans-optimal", "actors: wakeup sequences, one execution for each class of executions", wakeups{}, true, ""},
}

// Explorers lists the explorers for programs of actors. Each refuses other
// programs with a *explore.Refused, and programs with a property that sees events
// of two actors; this may turn out only during the exploration. They use the
// options Depth (in deliveries; also the largest number of other steps in a row),
// Order, MaxExecutions, Shortest, StopAtFirst, KeepEnds and Progress. A transition
// of the result is the delivery of a message.
//
// If numbers of instances depend on the order of deliveries and nothing can tell
// the instances apart, executions that differ only in these numbers count as one.
// The result's Notes then say so, and it has no Ends, as not all final states are
// found.
func Explorers() []explore.Explorer {
	out := make([]explore.Explorer, 0, len(kinds))
	for i := range kinds {
		out = append(out, explore.Explorer{Name: kinds[i].name, Short: kinds[i].short, Complete: true,
			Takes: []string{"order", "max-executions", "graph"},
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result,
				error) {
				r, err := explorer(ctx, i, p, specs, opt)
				if err != nil {
					return nil, err
				}
				if r.nameless {
					r.Ends = nil
				}
				return r.Done(), nil
			},
			Applies: func(p *cfg.Program, specs []*automata.Spec) error {
				if f, why := check(p, specs); why != "" {
					return &explore.Refused{Explorer: kinds[i].name, Reason: why, Pos: f.pos}
				}
				return nil
			}})
	}
	return out
}

// explorer runs the explorer kinds[which]. Its error is that of explore.Explorer.Run.
func explorer(ctx context.Context, which int, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*runner,
	error) {
	x := &kinds[which]
	f, why := check(p, specs)
	refuse := func(why string) error { return &explore.Refused{Explorer: x.name, Reason: why, Pos: f.pos} }
	if why != "" {
		return nil, refuse(why)
	}
	if opt.Order == "" {
		opt.Order = orders[fifo]
	}
	preference := slices.Index(orders, opt.Order)
	if preference < 0 {
		return nil, fmt.Errorf("no order is named %q; there are %v", opt.Order, orders)
	}
	if opt.Jobs > 1 {
		return nil, fmt.Errorf("%s explores with one job only", x.name)
	}
	if opt.Depth == 0 {
		opt.Depth = model.UsualDepth
	}
	y, err := newSystem(p, specs, opt.Depth)
	if err != nil {
		return nil, err
	}
	e, err := model.Begin(ctx, y.System, x.name, opt, model.NewWatch(ctx, opt.Progress))
	if err != nil {
		return nil, err
	}
	e.Often = 256
	r := &runner{Exploration: e, y: y}
	s := &search{model: y, rule: x.rule, sleep: x.sleep, order: order(preference), watch: r, depth: opt.Depth,
		guards: f.guarded != ""}
	// The rule, and notes.
	if x.fallback != "" && (f.guarded != "" || f.choosing != "") {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == x.fallback })
		s.rule = kinds[i].rule
		why := fmt.Sprintf("message %s can be disabled by a guard", f.guarded)
		if f.guarded == "" {
			why = fmt.Sprintf("the handling of %s has several outcomes", f.choosing)
		}
		r.Notes = append(r.Notes, fmt.Sprintf("explored by the rule of %s: %s, and with that %s could miss executions",
			x.fallback, why, x.name))
	}
	for _, id := range f.nameless {
		r.Notes = append(r.Notes,
			fmt.Sprintf("several tasks spawn %s: executions that differ only in the numbers of its instances count as one",
				p.Families[id].Name))
	}
	r.nameless = len(f.nameless) > 0
	// One search for each outcome of what comes before the first delivery.
	y.start(func(a *macro) bool {
		s.path = path{}
		s.begin(y.begin(a))
		if a.cut {
			r.Cut++
			r.Omit("depth")
			return !r.Halted
		}
		r.noteErrors()
		return !r.Halted && s.visit()
	})
	if y.clashed != "" {
		return nil, refuse(y.clashed)
	}
	if s.lost {
		r.Omit("model")
	}
	return r, nil
}

// runner counts and judges executions. It is the watcher of the search.
type runner struct {
	*model.Exploration
	y        *system
	nameless bool // some family is nameless (facts)
}

func (r *runner) delivering(depth int) bool { return r.Step(depth) && r.y.clashed == "" }
func (r *runner) delivered()                { r.noteErrors() }
func (r *runner) takingBack()               {}

// noteErrors records the run-time errors of the last delivery.
func (r *runner) noteErrors() {
	last := len(r.y.events) - 1
	a := r.y.events[last]
	if a.cut {
		r.Omit("depth")
	}
	for i, u := range a.steps {
		if u.err == nil {
			continue
		}
		if u.err.Kind == cfg.SpawnError && r.nameless {
			r.Omit("model") // another spawn may be the one that is too many
		}
		r.Met(u.err, func(model.Finding) []sem.Choice { return r.y.schedule(last, i) })
	}
}

// over counts and judges an execution that is over.
func (r *runner) over(how end) bool {
	state := r.y.state()
	ending := r.y.Ending(state, true)
	switch how {
	case blocked:
		ending = model.Blocked
	case cut:
		ending = model.Cut
	}
	return r.Ended(state, ending, r.y.path) && r.y.clashed == ""
}
