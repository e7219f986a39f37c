package em

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/em/trace"
	"flavers/sem"
)

// Explorers lists those for programs: of tasks and loopers in which what is
// touched does not depend on values (program.go).
func Explorers() []explore.Explorer {
	var out []explore.Explorer
	for _, x := range []struct {
		name, short string
		complete    bool
	}{
		{"em-dpor", "loopers: DPOR with queues as shared objects, as the authors of EM-DPOR compare it", false},
		{"em", "loopers: EM-DPOR as its authors' tool does it", false},
		{"em-optimal", "loopers: one execution for each order of conflicting steps", true},
	} {
		out = append(out, explore.Explorer{Name: x.name, Short: x.short, Complete: x.complete,
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
				opt.Algorithm = x.name
				return runProgram(ctx, p, specs, opt)
			},
			Applies: func(p *cfg.Program, specs []*automata.Spec) error {
				if err := noSpecs(x.name, specs); err != nil {
					return err
				}
				k, err := newSkeleton(p, x.name, 0)
				if err == nil {
					err = k.simple(x.name)
				}
				return err
			}})
	}
	return out
}

func noSpecs(name string, specs []*automata.Spec) error {
	if len(specs) == 0 {
		return nil
	}
	return &explore.Refused{Explorer: name, Reason: "it does not keep the order of events that properties and constraints see"}
}

// simple tells whether the authors' algorithms are right for a skeleton: each
// step touches one thing.
func (k *skeleton) simple(name string) error {
	if name == "em-optimal" {
		return nil
	}
	for i := range k.s.ops {
		o := &k.s.ops[i]
		if len(o.acc) > 1 || len(o.acc) == 1 && o.kind != trace.Read && o.kind != trace.Write {
			return &explore.Refused{Explorer: name, Reason: fmt.Sprintf("a step touches several things (%s); use em-optimal", k.p.Nodes[k.p.Actions[k.acts[i]].A].Pos)}
		}
	}
	return nil
}

// runProgram explores a program. The error is a *sem.TooLarge or a
// *explore.Refused.
func runProgram(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	if err := noSpecs(opt.Algorithm, specs); err != nil {
		return nil, err
	}
	k, err := newSkeleton(p, opt.Algorithm, opt.Depth)
	if err != nil {
		return nil, err
	}
	if err := k.simple(opt.Algorithm); err != nil {
		return nil, err
	}
	e := &engine{opt: opt, watch: explore.NewWatch(ctx, opt.Progress), deadlocks: map[string][]int32{}, result: &explore.Result{Algorithm: opt.Algorithm, Complete: true}}
	if opt.KeepEnds {
		e.result.Ends = map[string][]sem.Choice{}
	}
	j := &judge{skeleton: k, e: e}
	e.seen = j.execution
	if ctx.Err() != nil {
		e.look()
	}
	if !e.stopped {
		switch {
		case opt.Algorithm == "em" || opt.Algorithm == "em-dpor":
			(&authors{}).run(e, k.s, opt.Algorithm == "em-dpor")
		case canStick(k.s):
			e.result.Notes = append(e.result.Notes, "executions may get stuck, so states and histories are explored, each once")
			(&histories{}).explore(e, k.s)
		default:
			optimal(e, k.s, false)
		}
	}
	e.mayMiss(opt.Algorithm)
	e.result.Seconds = e.watch.Seconds()
	return e.result, j.err
}

// judge executes the program in the orders that are found.
type judge struct {
	*skeleton
	e   *engine
	err error
}

// execution executes one order.
func (j *judge) execution(path []int32) {
	if j.err != nil {
		return
	}
	q := j.play()
	e, why := q.follow(path)
	switch {
	case why != "":
		j.err = &explore.Refused{Explorer: j.e.opt.Algorithm, Reason: "what its steps touch depends on values: " + why}
		j.e.stop("model")
		return
	case e != nil && e.Kind == cfg.LimitError:
		j.e.result.Complete, j.e.result.Limit = false, "model"
		return
	case e != nil:
		j.e.result.Errors++
		j.keep(explore.Finding{Kind: explore.Error, Err: e, Schedule: q.choices})
		return
	}
	stuck := len(path) < len(j.s.ops)
	if stuck == j.m.Over(q.state) {
		j.err = &explore.Refused{Explorer: j.e.opt.Algorithm, Reason: "the program ends otherwise than the trace of its steps"}
		j.e.stop("model")
		return
	}
	if stuck {
		j.keep(explore.Finding{Kind: explore.Deadlock, Schedule: q.choices})
	}
	if ends := j.e.result.Ends; ends != nil {
		key := j.describe(q.state)
		if stuck {
			key = "deadlock " + key
		}
		if _, known := ends[key]; !known {
			ends[key] = q.choices
		}
	}
}

// describe writes a state, as explore does.
func (j *judge) describe(state []int32) string {
	var b strings.Builder
	for i := range j.m.Comps {
		fmt.Fprintf(&b, "%s=%d ", j.m.Comps[i].Name, state[i])
	}
	return b.String()
}

// keep enters a finding: the first or shortest of its kind and place.
func (j *judge) keep(f explore.Finding) {
	list := j.e.result.Findings
	i := slices.IndexFunc(list, func(g explore.Finding) bool {
		return g.Kind == f.Kind && (f.Err == nil || g.Err.Pos == f.Err.Pos && g.Err.Kind == f.Err.Kind)
	})
	switch {
	case i < 0:
		j.e.result.Findings = append(list, f)
	case j.e.opt.Shortest && len(f.Schedule) < len(list[i].Schedule):
		list[i] = f
	}
	if j.e.opt.StopAtFirst {
		j.e.stop("first finding")
	}
}

// follow executes the program in the order of a path of its skeleton, up to a
// run-time error. Steps that touch nothing are executed just before the next
// one of their task. why says where the program does something else.
func (q *player) follow(path []int32) (e *sem.Error, why string) {
	for _, i := range path {
		o := &q.s.ops[i]
		t := cfg.TaskID(o.thread)
		if q.acts[i] < 0 {
			switch o.kind {
			case trace.Post:
				q.queue[t] = append(q.queue[t], o.arg)
				continue
			case trace.Return:
				q.handling[t] = -1
			}
			if e, why = q.rest(t); e != nil || why != "" {
				return e, why
			}
			if !q.idle(t) {
				return nil, "a handler of " + q.p.Tasks[t].Name + " goes on where it ended before"
			}
			continue
		}
		for {
			a, out, ok, w := q.step(t)
			if w != "" || !ok && out.Err == nil {
				return nil, w + "task " + q.p.Tasks[t].Name + " goes another way"
			}
			if out.Err != nil {
				q.choices = append(q.choices, sem.Choice{Action: a.ID})
				return out.Err, ""
			}
			if q.silent(a, out.Next) {
				q.take(a, out)
				continue
			}
			if w := q.differs(i, a, out.Next); w != "" {
				return nil, w
			}
			q.take(a, out)
			break
		}
	}
	for t := range q.p.Tasks {
		if e, why = q.rest(cfg.TaskID(t)); e != nil || why != "" {
			return e, why
		}
		if a, out, ok, w := q.step(cfg.TaskID(t)); w != "" || ok {
			if out.Err != nil {
				q.choices = append(q.choices, sem.Choice{Action: a.ID})
				return out.Err, ""
			}
			return nil, "task " + q.p.Tasks[t].Name + " goes on where it ended before"
		}
	}
	return nil, ""
}

func (q *player) take(a cfg.Action, out sem.Outcome) {
	q.choices = append(q.choices, sem.Choice{Action: a.ID})
	q.state = out.Next
}

// silent tells whether a step is none of the trace.
func (q *player) silent(a cfg.Action, next []int32) bool {
	k, _, _ := q.kind(a, next)
	return k == trace.Write && len(q.touch[a.ID]) == 0
}

// rest executes the silent steps of a task.
func (q *player) rest(t cfg.TaskID) (*sem.Error, string) {
	for n := 0; n < q.depth; n++ {
		a, out, ok, why := q.step(t)
		switch {
		case why != "":
			return nil, why
		case !ok:
			return nil, ""
		case out.Err != nil:
			if len(q.touch[a.ID]) > 0 {
				return nil, ""
			}
			q.choices = append(q.choices, sem.Choice{Action: a.ID})
			return out.Err, ""
		case !q.silent(a, out.Next):
			return nil, ""
		}
		q.take(a, out)
	}
	return nil, "task " + q.p.Tasks[t].Name + " goes on without an end"
}

// differs says how a step is another one than operation i, or "".
func (q *player) differs(i int32, a cfg.Action, next []int32) string {
	o := &q.s.ops[i]
	was := q.acts[i]
	k, arg, dest := q.kind(a, next)
	old := o.kind
	if old == trace.Read || old == trace.Nop {
		old = trace.Write
	}
	ok := k == old && slices.Equal(q.touch[a.ID], q.touch[was])
	switch k {
	case trace.Lock, trace.Unlock:
		ok = ok && arg == o.arg
	case trace.Post:
		ok = ok && int32(dest) == o.dest
		if ok {
			q.queue[dest] = append(q.queue[dest], o.arg)
		}
	case trace.Call:
		t := o.thread
		ok = ok && len(q.queue[t]) > 0 && q.queue[t][0] == o.arg
		if ok {
			q.handling[t], q.queue[t] = o.arg, q.queue[t][1:]
		}
	}
	if !ok {
		return fmt.Sprintf("at %s, where it was at %s before", q.p.Nodes[a.A].Pos, q.p.Nodes[q.p.Actions[was].A].Pos)
	}
	return ""
}
