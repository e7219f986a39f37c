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

// Explorers lists those for programs of tasks and loopers.
func Explorers() []explore.Explorer {
	var out []explore.Explorer
	for _, x := range programExplorers {
		out = append(out, explore.Explorer{Name: x.name, Short: x.short, Complete: x.complete, Takes: x.takes,
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
				opt.Algorithm = x.name
				j, err := runProgram(ctx, p, specs, opt)
				if err != nil {
					return nil, err
				}
				if !j.exact() {
					j.e.result.Ends = nil
				}
				return j.e.result, nil
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
	complete    bool
	takes       []string
	explore     func(j *judge) error
}

var programExplorers = []programExplorer{
	{"em-dpor", "loopers: DPOR with queues as shared objects, as the authors of EM-DPOR compare it", false, []string{"max-executions"}, (*judge).asAuthors},
	{"em", "loopers: EM-DPOR as its authors' tool does it", false, []string{"max-executions"}, (*judge).asAuthors},
	{"em-optimal", "loopers: one execution for each order of conflicting steps", true, []string{"max-executions", "max-states"}, (*judge).optimally},
	{"em-states", "loopers: all states with the orders of conflicting steps that lead there", true, []string{"max-states"}, (*judge).byStates},
}

// runProgram explores a program. The error is a *sem.TooLarge or a
// *explore.Refused.
func runProgram(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*judge, error) {
	k, err := newProgram(p, specs, opt.Algorithm, opt.Depth)
	if err != nil {
		return nil, err
	}
	j := &judge{subject: k, watch: explore.NewWatch(ctx, opt.Progress), opt: opt}
	j.begin()
	if ctx.Err() != nil {
		j.e.look()
	}
	i := slices.IndexFunc(programExplorers, func(x programExplorer) bool { return x.name == opt.Algorithm })
	if !j.e.stopped {
		if err := programExplorers[i].explore(j); err != nil {
			return nil, err
		}
	}
	j.e.mayMiss(opt.Algorithm)
	j.e.result.CountBeyond()
	j.e.result.Seconds = j.watch.Seconds()
	return j, nil
}

// judge executes the program in the orders that are found, and keeps what is
// found out.
type judge struct {
	*subject
	opt   explore.Options
	watch *explore.Watch
	e     *engine
	skel  *skeleton // the trace that is explored; nil: none
	other string    // why the trace of the program does not do
}

// begin forgets what was found.
func (j *judge) begin() {
	j.skel, j.other = nil, ""
	j.e = &engine{opt: j.opt, watch: j.watch, deadlocks: map[string][]int32{}, result: &explore.Result{Algorithm: j.opt.Algorithm, Complete: true}}
	if j.opt.KeepEnds {
		j.e.result.Ends = map[string][]sem.Choice{}
	}
}

// exact tells whether the ends that are found are all final states: whether
// nothing is left out of a state that unrelated handlers may leave behind in an
// order of their own.
func (j *judge) exact() bool {
	if j.name == "em-states" {
		return false // it takes states that differ so for one
	}
	for i := range j.m.Comps {
		if c := &j.m.Comps[i]; c.Kind == sem.Variable && c.Task != cfg.None && j.box[c.Task] != cfg.None {
			return false
		}
	}
	return true
}

// simple makes the skeleton of a program for which the authors' algorithms are
// right: each step touches one thing.
func (k *subject) simple() (*skeleton, error) {
	s, err := newSkeleton(k)
	if err != nil {
		return nil, err
	}
	for i := range s.s.ops {
		o := &s.s.ops[i]
		if len(o.acc) > 1 || len(o.acc) == 1 && o.kind != trace.Read && o.kind != trace.Write {
			return nil, k.refuse("a step touches several things (%s); em-optimal can", k.p.Nodes[k.p.Actions[s.acts[i]].A].Pos)
		}
	}
	return s, nil
}

// asAuthors explores the trace of the program by em or em-dpor.
func (j *judge) asAuthors() error {
	var err error
	if j.skel, err = j.simple(); err != nil {
		return err
	}
	j.e.seen = j.execution
	(&authors{}).run(j.e, j.skel.s, j.name == "em-dpor")
	if j.other != "" {
		return j.refuse("%s; em-optimal can", j.other)
	}
	return nil
}

// optimally explores the trace of the program by classes, if all executions of
// the program are executions of this trace and end well; else partial
// executions (partial.go), and, where they may get stuck, states.
func (j *judge) optimally() error {
	if j.varies || len(j.specs) > 0 {
		// what a trace says of a step would be more than what it does
	} else if skel, err := newSkeleton(j.subject); err == nil && !canStick(skel.s) {
		if p := newPlan(skel.s); p != nil {
			j.skel, j.e.seen = skel, j.execution
			c := &classes{p: p}
			c.explore(j.e, skel.s)
			if j.other == "" {
				j.e.more("refuted", "orders of conflicting operations that no execution has", c.refuted)
				j.e.more("choices", "choices tried to find executions with a given order", c.branch)
				return nil
			}
			j.begin()
		}
	}
	if why := j.partially(); why != "" {
		return j.fallBack(why)
	}
	return nil
}

// fallBack explores by states.
func (j *judge) fallBack(why string) error {
	j.begin()
	j.e.result.Notes = append(j.e.result.Notes, why+", so states and histories are explored, each once; optimal and states may be faster")
	return j.byStates()
}

// execution executes one order.
func (j *judge) execution(path []int32) {
	if j.other != "" {
		return
	}
	q := j.skel.play()
	err, why := q.follow(path)
	authors := j.name != "em-optimal"
	switch {
	case why != "":
		j.otherwise("what its steps touch depends on values: " + why)
	case err != nil && err.Kind == cfg.LimitError:
		j.failed(err, q.journal)
		j.over(q.state, q.journal, limited)
	case err != nil && !authors:
		j.otherwise("an execution ends in a run-time error")
	case err != nil:
		j.failed(err, q.journal)
		j.over(q.state, q.journal, failure)
	case len(path) < len(j.skel.s.ops):
		if j.m.Over(q.state) {
			j.otherwise("the program ends otherwise than the trace of its steps")
			return
		}
		j.over(q.state, q.journal, deadlock)
	case !j.m.Over(q.state):
		j.otherwise("the program ends otherwise than the trace of its steps")
	default:
		j.over(q.state, q.journal, ended)
	}
}

func (j *judge) otherwise(why string) {
	j.other = why
	j.e.stopped = true
}

// ending says how an execution ended.
type ending uint8

const (
	ended ending = iota
	deadlock
	failure
	limited // by the model; this is no error of the program
)

// failed notes the run-time error that the last step of an execution met.
func (j *judge) failed(err *sem.Error, q *journal) {
	if err.Kind == cfg.LimitError {
		j.e.result.Omit("model")
		return
	}
	j.keep(explore.Finding{Kind: explore.Error, Err: err}, q.choices)
}

// over judges an execution, which was counted, in its last state.
func (j *judge) over(state []int32, q *journal, how ending) {
	r := j.e.result
	switch how {
	case failure:
		r.Errors++
	case limited:
		r.Executions--
		r.Beyond++
	}
	violated := false
	for i := range j.specs {
		sp := j.specs[i].spec
		switch {
		case q.broken[i] >= 0:
			j.keep(explore.Finding{Kind: explore.Violation, Property: sp.Name}, q.choices[:q.broken[i]])
		case (how == ended || how == deadlock) && !sp.DFA.Accept[q.at[i]]:
			j.keep(explore.Finding{Kind: explore.Violation, Property: sp.Name, AtEnd: true}, q.choices)
		default:
			continue
		}
		violated = true
	}
	if violated {
		r.Violations++
	}
	if how == deadlock {
		j.keep(explore.Finding{Kind: explore.Deadlock}, q.choices)
	}
	if r.Ends == nil || how == failure || how == limited {
		return
	}
	key := j.describe(state, q)
	if how == deadlock {
		key = "deadlock " + key
	}
	if _, known := r.Ends[key]; !known {
		r.Ends[key] = slices.Clone(q.choices)
	}
}

// describe writes a state, as explore does.
func (j *judge) describe(state []int32, q *journal) string {
	var b strings.Builder
	for i := range j.m.Comps {
		switch c := &j.m.Comps[i]; c.Kind {
		case sem.RingSlot, sem.RingTail, sem.RingHead, sem.Channel: // nobody uses it, but it may be declared
		default:
			fmt.Fprintf(&b, "%s=%d ", c.Name, state[i])
		}
	}
	for i := range j.p.Objects {
		if o := &j.p.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
			fmt.Fprintf(&b, "%s=%s ", o.Name, j.m.ChannelString(o.ID, state))
		}
	}
	for i := range j.specs {
		fmt.Fprintf(&b, "%s:%d ", j.specs[i].spec.Name, q.at[i])
	}
	return b.String()
}

// keep enters a finding.
func (j *judge) keep(f explore.Finding, schedule []sem.Choice) {
	j.e.result.Keep(f, j.opt.Shortest, func() []sem.Choice { return slices.Clone(schedule) })
	if j.opt.StopAtFirst {
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
			if !q.idle(t, q.state) {
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
	q.enter(sem.Choice{Action: a.ID}, out.Occ)
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
