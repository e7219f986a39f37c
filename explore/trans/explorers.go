package trans

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/sem"
)

// kind is one explorer.
type kind struct {
	name     string
	short    string
	rule     rule
	sleep    bool
	fallback string
}

// kinds lists the explorers. Those that are not safe where messages can be
// disabled, or handlers choose, have another to fall back to.
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
// programs with a *explore.Refused, and programs whose properties see events of
// two actors; the latter may come out only while it runs. Of explore.Options,
// they use Depth (in deliveries; also the most steps before the first), Order,
// MaxExecutions, Shortest, StopAtFirst, KeepEnds and Progress. A transition of
// the result is the delivery of a message.
//
// Where numbers of instances depend on the order of deliveries and nothing can
// tell, an exploration takes executions that differ only in them as one; the
// result's Notes say so, and it has no Ends, as not all final states are found.
func Explorers() []explore.Explorer {
	out := make([]explore.Explorer, 0, len(kinds))
	for i := range kinds {
		out = append(out, explore.Explorer{Name: kinds[i].name, Short: kinds[i].short, Complete: true, Takes: []string{"order", "max-executions"},
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
				r, err := explorer(ctx, i, p, specs, opt)
				if err != nil {
					return nil, err
				}
				if r.nameless {
					r.Ends = nil
				}
				return &r.Result, nil
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

const usualDepth = 10_000

func explorer(ctx context.Context, which int, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*runner, error) {
	x := &kinds[which]
	f, why := check(p, specs)
	refuse := func(why string) error { return &explore.Refused{Explorer: x.name, Reason: why, Pos: f.pos} }
	if why != "" {
		return nil, refuse(why)
	}
	if opt.Order == "" {
		opt.Order = orders[fifo]
	}
	at := slices.Index(orders, opt.Order)
	if at < 0 {
		return nil, fmt.Errorf("no order is named %q; there are %v", opt.Order, orders)
	}
	if opt.Jobs > 1 {
		return nil, fmt.Errorf("%s explores with one job only", x.name)
	}
	if opt.Depth == 0 {
		opt.Depth = usualDepth
	}
	y, err := newSystem(p, specs, opt.Depth)
	if err != nil {
		return nil, err
	}
	r := &runner{y: y, opt: opt, watch: explore.NewWatch(ctx, opt.Progress), Result: explore.Result{Algorithm: x.name, Complete: true}}
	if opt.KeepEnds {
		r.Ends = map[string][]sem.Choice{}
	}
	s := &search{model: y, rule: x.rule, sleep: x.sleep, order: order(at), watch: r, depth: opt.Depth, guards: f.guarded != ""}
	if x.fallback != "" && (f.guarded != "" || f.choosing != "") {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == x.fallback })
		s.rule = kinds[i].rule
		why := fmt.Sprintf("message %s can be disabled by a guard", f.guarded)
		if f.guarded == "" {
			why = fmt.Sprintf("the handling of %s has several outcomes", f.choosing)
		}
		r.Notes = append(r.Notes, fmt.Sprintf("explored by the rule of %s: %s, and with that %s could miss executions", x.fallback, why, x.name))
	}
	for _, id := range f.nameless {
		r.Notes = append(r.Notes, fmt.Sprintf("several tasks spawn %s: executions that differ only in the numbers of its instances count as one", p.Families[id].Name))
	}
	r.nameless = len(f.nameless) > 0
	y.start(func(a *macro) bool {
		s.path = path{}
		s.begin(y.begin(a))
		if a.cut {
			r.Cut++
			r.Omit("depth")
			return !r.stopped
		}
		r.noteErrors()
		return !r.stopped && s.visit()
	})
	if y.clashed != "" {
		return nil, refuse(y.clashed)
	}
	if s.lost {
		r.Omit("model")
	}
	r.CountBeyond()
	r.Seconds = r.watch.Seconds()
	return r, nil
}

// runner counts and judges executions.
type runner struct {
	y        *system
	opt      explore.Options
	watch    *explore.Watch
	stopped  bool
	nameless bool
	explore.Result
}

func (r *runner) stop(what string) {
	r.Omit(what)
	r.stopped = true
}

func (r *runner) delivering(depth int) bool {
	if n := r.opt.MaxExecutions; n > 0 && r.Executions+r.Blocked+r.Cut+r.Beyond >= n {
		r.stop("executions")
		return false
	}
	r.Transitions++
	r.MaxDepth = max(r.MaxDepth, depth)
	if r.watch.Due(256) {
		r.look()
	}
	return !r.stopped && r.y.clashed == ""
}

// look checks the time.
func (r *runner) look() {
	limit := r.watch.Look(func() explore.Progress {
		return explore.Progress{Executions: r.Executions, Transitions: r.Transitions, Depth: r.MaxDepth}
	})
	if limit != "" {
		r.stop(limit)
	}
}

func (r *runner) delivered()  { r.noteErrors() }
func (r *runner) takingBack() {}

// noteErrors keeps the run-time errors of the last delivery.
func (r *runner) noteErrors() {
	a := r.y.events[len(r.y.events)-1]
	if a.cut {
		r.Omit("depth")
	}
	for i, u := range a.steps {
		switch {
		case u.err == nil:
		case u.err.Kind == cfg.LimitError:
			r.Omit("model")
		default:
			if u.err.Kind == cfg.SpawnError && r.nameless {
				r.Omit("model") // another spawn may be the one that is too many
			}
			r.keep(explore.Finding{Kind: explore.Error, Err: u.err}, len(r.y.events)-1, i)
		}
	}
}

// fails tells whether the execution meets a run-time error; limits of the model
// are none of the program.
func (r *runner) fails() bool {
	return slices.ContainsFunc(r.y.events, func(a *macro) bool {
		return slices.ContainsFunc(a.steps, func(u micro) bool { return u.err != nil && u.err.Kind != cfg.LimitError })
	})
}

func (r *runner) over(how end) bool {
	y, state := r.y, r.y.state()
	failing := slices.ContainsFunc(state[y.dead:], func(bit int32) bool { return bit != 0 })
	stops := false // by itself: properties are judged as they stand
	switch {
	case how == blocked:
		r.Blocked++
	case how == cut:
		r.Cut++
		r.Omit("depth")
	case failing:
		if !r.fails() {
			r.Beyond++ // noteErrors has said that not all was explored
			break
		}
		r.Executions++
		r.Errors++
	case !y.m.Over(state[:len(y.m.Comps)]):
		stops = true
		r.Executions++
		r.Deadlocks++
		r.keep(explore.Finding{Kind: explore.Deadlock}, len(y.events)-1, -1)
		r.keepEnd("deadlock ")
	default:
		stops = true
		r.Executions++
		r.keepEnd("")
	}
	violated := false
	for i := range y.specs {
		k := &y.specs[i]
		q := state[k.at]
		switch {
		case k.trap >= 0 && q == k.trap:
			violated = true
			r.keep(explore.Finding{Kind: explore.Violation, Property: k.spec.Name}, r.trapped(k), -1)
		case stops && !k.spec.DFA.Accept[q]:
			violated = true
			r.keep(explore.Finding{Kind: explore.Violation, Property: k.spec.Name, AtEnd: true}, len(y.events)-1, -1)
		}
	}
	if violated && how != blocked {
		r.Violations++
	}
	return !r.stopped && y.clashed == ""
}

// trapped is the first event after which a property is violated.
func (r *runner) trapped(k *seer) int {
	i := 0
	for r.y.events[i].state[k.at] != k.trap {
		i++
	}
	return i
}

// keep enters a finding, unless it is known, with the schedule up to an event
// and step i of that (-1: all).
func (r *runner) keep(f explore.Finding, event, i int) {
	r.Keep(f, r.opt.Shortest, func() []sem.Choice { return r.y.schedule(event, i) })
	if r.opt.StopAtFirst {
		r.stop("first finding")
	}
}

func (r *runner) keepEnd(prefix string) {
	if r.Ends == nil {
		return
	}
	key := prefix + r.y.describe(r.y.state())
	if _, known := r.Ends[key]; !known {
		r.Ends[key] = r.y.schedule(len(r.y.events)-1, -1)
	}
}
