package eventdriven

import (
	"context"
	"fmt"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
	"flavers/sem"
)

// This file runs the explorers of this package. em and em-dpor explore a trace of
// the program by the authors' algorithms. em-optimal has three ways, and takes the
// first one that is right for the program: the classes of a trace (optimally),
// partial executions (partial.go), and states with histories (states.go).

// Explorers lists the explorers for programs of tasks and loopers.
func Explorers() []explore.Explorer {
	var out []explore.Explorer
	for _, x := range programExplorers {
		out = append(out, explore.Explorer{Name: x.name, Short: x.short, Complete: x.complete, Takes: x.takes,
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result,
				error) {
				opt.Algorithm = x.name
				j, err := runProgram(ctx, p, specs, opt)
				if err != nil {
					return nil, err
				}
				if !j.exact() {
					j.e.Ends = nil
				}
				return &j.e.Result, nil
			},
			Applies: func(p *cfg.Program, specs []*automata.Spec) error {
				k, err := newProgram(p, specs, x.name, 0)
				if err == nil && !x.complete {
					_, err = k.simple()
				}
				return err
			}})
	}
	return out
}

// programExplorer is a way to explore a program.
type programExplorer struct {
	name, short string
	complete    bool     // it finds everything, if no limit ends it
	takes       []string // flags
	explore     func(j *programSearch) error
}

// programExplorers lists the explorers.
var programExplorers = []programExplorer{
	{"em-dpor", "loopers: DPOR with queues as shared objects, as the authors of EM-DPOR compare it", false,
		[]string{"max-executions"}, (*programSearch).asAuthors},
	{"em", "loopers: EM-DPOR as its authors' tool does it", false, []string{"max-executions"}, (*programSearch).asAuthors},
	{"em-optimal", "loopers: one execution for each order of conflicting steps", true,
		[]string{"max-executions", "max-states", "graph"}, (*programSearch).optimally},
	{"em-states", "loopers: all states with the orders of conflicting steps that lead there", true,
		[]string{"max-states", "graph"}, (*programSearch).byStates},
}

// runProgram explores a program by the explorer opt.Algorithm. The error is a
// *sem.TooLarge or a *explore.Refused.
func runProgram(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*programSearch,
	error) {
	k, err := newProgram(p, specs, opt.Algorithm, opt.Depth)
	if err != nil {
		return nil, err
	}
	j := &programSearch{subject: k, ctx: ctx, watch: model.NewWatch(ctx, opt.Progress), opt: opt}
	if err := j.restart(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		j.e.Look()
	}
	for _, x := range programExplorers {
		if x.name != opt.Algorithm {
			continue
		}
		if !j.e.Halted {
			if err := x.explore(j); err != nil {
				return nil, err
			}
		}
		if j.e.Complete && !x.complete {
			j.e.Omit("algorithm") // it may miss something even if it went to its end
		}
	}
	j.e.Done()
	return j, nil
}

// programSearch is an exploration of a program in progress.
type programSearch struct {
	*subject
	ctx   context.Context
	opt   model.Options
	watch *model.Watch
	e     *em.Engine // counts and keeps what is found
	skel  *skeleton  // the trace that is explored; nil: none
	other string     // why the trace is not enough; "": it is, so far
}

// restart begins anew, and forgets what was found.
func (j *programSearch) restart() error {
	x, err := model.Begin(j.ctx, j.System, j.name, j.opt, j.watch)
	j.skel, j.other, j.e = nil, "", em.NewEngine(x)
	return err
}

// exact reports whether the ends that are found are all final states. They may not
// be if loopers have variables: unrelated handlers may leave different values there
// in different orders, of which one is executed.
func (j *programSearch) exact() bool {
	if j.name == "em-states" {
		return false // it takes states that differ only in such values for one
	}
	for i := range j.Machine.Comps {
		if c := &j.Machine.Comps[i]; c.Kind == sem.Variable && c.Task != cfg.None && j.box[c.Task] != cfg.None {
			return false
		}
	}
	return true
}

// simple returns the skeleton of a program for which the authors' algorithms are
// right: each step touches at most one place, and steps that lock, post or take a
// message none. The error is a *explore.Refused.
func (k *subject) simple() (*skeleton, error) {
	s, err := newSkeleton(k)
	if err != nil {
		return nil, err
	}
	for i, list := range s.acc {
		if len(list) > 1 || len(list) == 1 && s.tr.Ops[i].Kind != trace.Write {
			return nil, k.refuse("a step touches several things (%s); em-optimal can",
				k.Program.Nodes[k.Program.Actions[s.acts[i]].A].Pos)
		}
	}
	return s, nil
}

// asAuthors explores the trace of the program by em or em-dpor.
func (j *programSearch) asAuthors() error {
	var err error
	if j.skel, err = j.simple(); err != nil {
		return err
	}
	j.e.Seen = j.execution
	em.Authors(j.e, j.skel.s, j.name == "em-dpor")
	if j.other != "" {
		return j.refuse("%s; em-optimal can", j.other)
	}
	return nil
}

// optimally is em-optimal. It explores the trace of the program by classes, if all
// executions of the program are executions of this trace and end well; else partial
// executions; and if these may get stuck, states.
func (j *programSearch) optimally() error {
	if j.varies || len(j.Monitors) > 0 {
		// A trace would say that a step touches more than it does, and there would be more classes.
	} else if skel, err := newSkeleton(j.subject); err == nil && !em.MayDeadlock(skel.s) {
		j.skel, j.e.Seen = skel, j.execution
		if em.Classes(j.e, skel.s) && j.other == "" {
			return nil
		}
		if err := j.restart(); err != nil {
			return err
		}
	}
	if why := j.partially(); why != "" {
		return j.fallBack(why)
	}
	return nil
}

// fallBack explores states with histories. The result has a note that says why.
func (j *programSearch) fallBack(why string) error {
	if err := j.restart(); err != nil {
		return err
	}
	j.e.Notes = append(j.e.Notes,
		why+", so states and histories are explored, each once; optimal and states may be faster")
	return j.byStates()
}

// execution is Engine.Seen: it executes the program in the order of a path of its
// trace, and counts and judges the execution.
func (j *programSearch) execution(path []int32) bool {
	if j.other != "" {
		return true
	}
	q := j.skel.play()
	why := q.follow(path)
	failed, authors := q.AnyFailed(q.state), j.name != "em-optimal"
	switch {
	case why != "":
		j.abandonTrace("what its steps touch depends on values: " + why)
	case failed && q.Failing(q.state) == model.Failed && !authors:
		j.abandonTrace("an execution ends in a run-time error")
	case failed:
		j.e.Met(q.moves[len(q.moves)-1].Effect.Err, q.schedule)
		j.over(q.execution)
	case j.Over(q.state) == (len(path) < len(j.skel.tr.Ops)):
		j.abandonTrace("the program ends otherwise than the trace of its steps")
	default:
		j.over(q.execution)
	}
	return true
}

// abandonTrace ends the exploration of the trace.
func (j *programSearch) abandonTrace(why string) {
	j.other = why
	j.e.Halted = true
}

// over counts and judges an execution in its last state.
func (j *programSearch) over(x *execution) {
	j.e.Ended(x.state, x.Ending(x.state, true), x.schedule)
}

// follow executes the program in the order of a path of its trace. Steps that are
// not in the trace, as they touch nothing, are executed before the next step of their
// task that is. A run-time error ends the execution, and is its last step. why says
// where the program does something else than the trace; "": nowhere.
func (q *player) follow(path []int32) (why string) {
	k := q.skel
	for _, i := range path {
		o := &k.tr.Ops[i]
		t := cfg.TaskID(o.Thread)
		if k.acts[i] < 0 { // Loop, Return, or the post of a message that is there from the start
			switch o.Kind {
			case trace.Post:
				q.queue[t] = append(q.queue[t], o.Arg)
				continue
			case trace.Return:
				q.handling[t] = -1
			}
			if why = q.rest(t); why != "" || q.AnyFailed(q.state) {
				return why
			}
			if !q.idle(t, q.state) {
				return "a handler of " + q.Program.Tasks[t].Name + " goes on where it ended before"
			}
			continue
		}
		// The step of this operation, after silent ones.
		for {
			v, w := q.step(t)
			if v == nil {
				return w + "task " + q.Program.Tasks[t].Name + " goes another way"
			}
			if v.Effect.Err != nil {
				q.take(v)
				return ""
			}
			if !q.silent(v) {
				if w := q.differs(i, v); w != "" {
					return w
				}
				q.take(v)
				break
			}
			q.take(v)
		}
	}
	// Nothing but silent steps may be left.
	for t := range q.Program.Tasks {
		if why = q.rest(cfg.TaskID(t)); why != "" || q.AnyFailed(q.state) {
			return why
		}
		v, w := q.step(cfg.TaskID(t))
		switch {
		case v != nil && v.Effect.Err != nil:
			q.take(v)
			return ""
		case v != nil || w != "":
			return "task " + q.Program.Tasks[t].Name + " goes on where it ended before"
		}
	}
	return ""
}

// silent reports whether a step touches nothing, so that the trace leaves it out.
func (q *player) silent(v *model.Move) bool {
	k, _, _ := q.kind(v)
	return k == trace.Write && len(q.touch[v.Action]) == 0
}

// rest executes the silent steps of a task. why says what is wrong if they do not end, or if the task has a choice.
func (q *player) rest(t cfg.TaskID) (why string) {
	for n := 0; n < q.depth; n++ {
		v, why := q.step(t)
		switch {
		case v == nil:
			return why
		case v.Effect.Err != nil:
			if len(q.touch[v.Action]) == 0 {
				q.take(v)
			}
			return ""
		case !q.silent(v):
			return ""
		}
		q.take(v)
	}
	return "task " + q.Program.Tasks[t].Name + " goes on without an end"
}

// differs says how a move is another step than operation i of the trace. It returns "" if it is the same. It keeps
// the queues up to date.
func (q *player) differs(i int32, v *model.Move) string {
	o, was := &q.skel.tr.Ops[i], q.skel.acts[i]
	k, arg, dest := q.kind(v)
	ok := k == o.Kind && slices.Equal(q.touch[v.Action], q.touch[was])
	switch k {
	case trace.Lock, trace.Unlock:
		ok = ok && arg == o.Arg
	case trace.Post:
		ok = ok && trace.ThreadID(dest) == o.Dest
		if ok {
			q.queue[dest] = append(q.queue[dest], o.Arg)
		}
	case trace.Call:
		t := o.Thread
		ok = ok && len(q.queue[t]) > 0 && q.queue[t][0] == o.Arg
		if ok {
			q.handling[t], q.queue[t] = o.Arg, q.queue[t][1:]
		}
	}
	if !ok {
		return fmt.Sprintf("at %s, where it was at %s before", q.Program.Nodes[q.Program.Actions[v.Action].A].Pos,
			q.Program.Nodes[q.Program.Actions[was].A].Pos)
	}
	return ""
}
