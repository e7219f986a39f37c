package oracle

// The steps of a state: actions, guards, choices, and the operations that
// concern tasks and variables.

import (
	"slices"

	"flavers/cfg"
)

// Step is one way to take an action in a state.
type Step struct {
	Action cfg.ActionID
	Failed bool          // a run-time error: the execution is over
	Error  cfg.ErrorKind // if Failed
	Next   *State        // nil if Failed
	Events []Occurrence  // in order; none if Failed

	Reads, Writes map[cfg.VarID]bool // variables that were looked at, and those that got a value
}

// Steps lists what can happen next in s: by action, and for one action every
// resolution of its choices (any value, any waiting task), in order.
func Steps(p *cfg.Program, s *State) []Step {
	var out []Step
	for _, a := range p.Actions {
		out = append(out, stepsOf(p, s, a)...)
	}
	return out
}

// stepsOf lists the steps of one action: it is run again and again, until
// every sequence of choices was seen.
func stepsOf(p *cfg.Program, s *State, a cfg.Action) []Step {
	if !stands(p, s, a.A) || a.Joint() && !stands(p, s, a.B) {
		return nil
	}
	var out []Step
	var script []int // choices to make
	for {
		r := &run{p: p, s: s.clone(), script: script}
		r.s.read = map[cfg.VarID]bool{}
		st := Step{Action: a.ID, Reads: r.s.read}
		kind, failed, blocked := r.attempt(a)
		r.s.read, st.Writes = nil, r.stored
		switch {
		case blocked:
		case failed:
			st.Failed, st.Error = true, kind
		default:
			st.Next, st.Events = r.s, r.events
		}
		if !blocked { // another choice of a message may not be
			out = append(out, st)
		}
		// The next script in lexicographic order: raise the last choice that can be.
		last := len(r.made) - 1
		for last >= 0 && r.made[last]+1 == r.from[last] {
			last--
		}
		if last < 0 {
			return out
		}
		script = append(slices.Clone(r.made[:last]), r.made[last]+1)
	}
}

// stands reports whether the task of a node is where the node can be executed.
func stands(p *cfg.Program, s *State, n cfg.NodeID) bool {
	return s.At[p.Nodes[n].Task] == p.Nodes[n].Point
}

// run is one attempt at an action, on a state of its own.
type run struct {
	p      *cfg.Program
	s      *State
	script []int // prescribed choices
	made   []int // choices made
	from   []int // out of how many
	events []Occurrence
	stored map[cfg.VarID]bool // variables that got a value

	jump         *cfg.Jump // on its way out of loops
	turns, depth int       // of loops: taken in this step, open
	ways         int       // product of the alternatives in loops
}

// choose makes a choice among 0..n-1; those beyond the script are 0.
func (r *run) choose(n int) int {
	c := 0
	if len(r.made) < len(r.script) {
		c = r.script[len(r.made)]
	}
	r.made = append(r.made, c)
	r.from = append(r.from, n)
	return c
}

func (r *run) attempt(a cfg.Action) (kind cfg.ErrorKind, failed, blocked bool) {
	defer func() {
		if e := recover(); e != nil {
			f, ok := e.(failure)
			if !ok {
				panic(e)
			}
			kind, failed = f.kind, true
		}
	}()
	r.stored = map[cfg.VarID]bool{}
	lengths := make([]int, len(r.p.Objects))
	for o := range lengths {
		lengths[o] = len(r.s.Objects[o].Queue)
	}
	n, partner := &r.p.Nodes[a.A], (*cfg.Node)(nil)
	taken := false
	if a.Joint() {
		partner = &r.p.Nodes[a.B]
		taken = r.joint(n, partner)
	} else {
		taken = r.alone(n)
	}
	for _, inv := range r.p.Invariants {
		read := false
		for _, v := range inv.Vars {
			read = read || r.stored[v]
		}
		for _, o := range inv.Chans {
			read = read || len(r.s.Objects[o].Queue) != lengths[o]
		}
		if taken && read && !r.holds(inv.Cond) {
			r.name(n, partner, cfg.Broken(inv.Name))
		}
	}
	return 0, false, !taken
}

// guard evaluates a node's guard; of a test, it records what was read.
func (r *run) guard(n *cfg.Node) bool {
	if n.Guard == nil {
		return true
	}
	var reads []cfg.VarID
	if eval(r.s, n.Guard, &reads) == 0 {
		return false
	}
	switch op := n.Op.(type) {
	case cfg.Test:
		r.nameTest(n, reads)
	case cfg.Block:
		if op.Await {
			r.nameTest(n, reads)
		}
	}
	return true
}

// tested evaluates a condition within a step, and records what was read.
func (r *run) tested(n *cfg.Node, cond cfg.Expr) bool {
	reads := []cfg.VarID{}
	holds := eval(r.s, cond, &reads) != 0
	r.nameTest(n, reads)
	return holds
}

// store gives v a value of its type.
func (r *run) store(v cfg.VarID, value int64) {
	if !r.p.Vars[v].Type.Has(value) {
		panic(failure{cfg.RangeError})
	}
	r.s.Vars[v] = int32(value)
	r.stored[v] = true
}

// joint takes a step of two tasks, a the active one. It returns false if it cannot be taken.
func (r *run) joint(a, b *cfg.Node) bool {
	if op, ok := a.Op.(cfg.Send); ok && r.s.Objects[op.Chan].Closed {
		return false
	}
	if !r.guard(a) || !r.guard(b) {
		return false
	}
	switch op := a.Op.(type) {
	case cfg.Call:
		acc := b.Op.(cfg.Accept)
		args := r.values(op.Args)
		for i, v := range acc.Params {
			r.store(v, args[i])
		}
		r.nameCall(a, b, acc, args)
	case cfg.CallEnd:
		r.name(a, b, r.p.Objects[op.Entry].Name+".end")
	case cfg.Send:
		value := r.sent(op)
		if !r.receive(b.Op.(cfg.Recv), value, true) {
			return false
		}
		ch := r.p.Objects[op.Chan]
		r.name(a, b, ch.Name+"<-"+ch.Elem.Format(value), "<-"+ch.Name)
	default:
		panic("oracle: nodes that cannot meet")
	}
	r.move(a)
	r.move(b)
	return true
}

func (r *run) values(es []cfg.Expr) []int64 {
	out := make([]int64, len(es))
	for i, e := range es {
		out[i] = eval(r.s, e, nil)
	}
	return out
}

// sent returns the value that a send passes on.
func (r *run) sent(op cfg.Send) int32 {
	v := eval(r.s, op.Value, nil)
	if !r.p.Objects[op.Chan].Elem.Has(v) {
		panic(failure{cfg.RangeError})
	}
	return int32(v)
}

// alone takes a step of one task. It returns false if it cannot be taken.
func (r *run) alone(n *cfg.Node) bool {
	if _, ok := n.Op.(cfg.Else); ok && r.alternative(n) {
		return false
	}
	if !r.guard(n) {
		return false
	}
	switch op := n.Op.(type) {
	case cfg.Silent, cfg.Test, cfg.Else:
	case cfg.Block:
		r.block(n, op.Stmts)
	case cfg.Fail:
		panic(failure{op.Kind})
	case cfg.Terminate:
		if !r.quiet(n.Task) {
			return false
		}
	case cfg.Spawn:
		r.spawn(n, op)
	case cfg.Join:
		if !r.join(n, op) {
			return false
		}
	case cfg.Handle:
		if !r.handle(n, op) {
			return false
		}
	default:
		if !r.object(n) {
			return false
		}
	}
	r.move(n)
	for i, v := range r.p.Vars {
		if v.Scratch {
			r.s.Vars[i] = v.Init
		}
	}
	return true
}

// move lets a task stand where a node leads. Where it ends, its mail is lost.
func (r *run) move(n *cfg.Node) {
	r.s.At[n.Task] = n.Next
	if n.Next != r.p.Tasks[n.Task].End {
		return
	}
	for i, o := range r.p.Objects {
		if o.Box() && o.Owner == n.Task {
			r.s.Objects[i].Mail = nil
		}
	}
}

// alternative reports whether the task of an Else node could do anything else
// at its point, alone or with another task.
func (r *run) alternative(n *cfg.Node) bool {
	for _, a := range r.p.Actions {
		if _, is := r.p.Nodes[a.A].Op.(cfg.Else); is {
			continue
		}
		here := r.p.Nodes[a.A].Point == n.Point || a.Joint() && r.p.Nodes[a.B].Point == n.Point
		if here && len(stepsOf(r.p, r.s, a)) > 0 {
			return true
		}
	}
	return false
}

// quiet reports whether every task but t has ended, was not started, rests or
// stands where it could terminate too, and nothing else than that can happen.
func (r *run) quiet(t cfg.TaskID) bool {
	for i := range r.p.Tasks {
		at := r.s.At[i]
		if cfg.TaskID(i) == t || at == cfg.None || at == r.p.Tasks[i].End {
			continue
		}
		ok := rests(r.p, at) && r.noMail(cfg.TaskID(i))
		for _, m := range r.p.Points[at].Nodes {
			if _, is := r.p.Nodes[m].Op.(cfg.Terminate); is && r.holds(r.p.Nodes[m].Guard) {
				ok = true
			}
		}
		if !ok {
			return false
		}
	}
	for _, a := range r.p.Actions {
		if _, is := r.p.Nodes[a.A].Op.(cfg.Terminate); !is && len(stepsOf(r.p, r.s, a)) > 0 {
			return false
		}
	}
	return true
}

func (r *run) noMail(t cfg.TaskID) bool {
	for i, o := range r.p.Objects {
		if o.Box() && o.Owner == t && len(r.s.Objects[i].Mail) > 0 {
			return false
		}
	}
	return true
}

// holds evaluates the guard of a node that is not the one to execute: one that
// fails does not hold.
func (r *run) holds(guard cfg.Expr) (ok bool) {
	if guard == nil {
		return true
	}
	defer func() {
		if e := recover(); e != nil {
			if _, is := e.(failure); !is {
				panic(e)
			}
			ok = false
		}
	}()
	return eval(r.s, guard, nil) != 0
}

// block runs the statements of an atomic step; true: it got to a Stop, or to a Jump,
// which r.jump then is.
func (r *run) block(n *cfg.Node, stmts []cfg.Stmt) (stopped bool) {
	for _, st := range stmts {
		switch st := st.(type) {
		case *cfg.Assign:
			var v cfg.VarID
			if st.Value != nil {
				value := eval(r.s, st.Value, nil)
				v = target(r.s, st.Target)
				r.store(v, value)
			} else {
				v = target(r.s, st.Target)
				t := r.p.Vars[v].Type
				r.store(v, int64(t.Lo)+int64(r.among(t.Size())))
			}
			if !st.Silent {
				r.name(n, nil, r.p.Vars[v].Name+"="+r.p.Vars[v].Type.Format(r.s.Vars[v]))
			}
		case *cfg.Event:
			r.nameEvent(n, st)
		case *cfg.Branch:
			list := st.Else
			if r.tested(n, st.Cond) {
				list = st.Then
			}
			if r.block(n, list) {
				return true
			}
		case *cfg.Choose:
			if r.block(n, st.Alts[r.among(len(st.Alts))]) {
				return true
			}
		case *cfg.Loop:
			if r.loop(n, st) {
				return true
			}
		case *cfg.Jump:
			jump := *st
			r.jump = &jump
			return true
		case *cfg.Require:
			if !r.tested(n, st.Cond) {
				panic(failure{st.Kind})
			}
		case *cfg.Create:
			r.spawn(n, st.Spawn)
		case *cfg.Post:
			r.post(n, st)
		case *cfg.Stop:
			return true
		default:
			panic("oracle: unknown statement")
		}
	}
	return false
}

// loop runs a loop of a step; true: a Stop, or a Jump further out.
func (r *run) loop(n *cfg.Node, l *cfg.Loop) (stopped bool) {
	r.depth++
	defer func() { r.depth-- }()
	for l.Cond == nil || r.tested(n, l.Cond) {
		if r.block(n, l.Body) {
			if r.jump == nil {
				return true
			}
			if r.jump.Out > 1 {
				r.jump.Out--
				return true
			}
			again := r.jump.Again
			r.jump = nil
			if !again {
				return false
			}
		}
		if l.Once {
			return false
		}
		r.turns++
		if r.turns > cfg.MostTurns {
			panic(failure{cfg.StepError})
		}
	}
	return false
}

// among chooses one of n, within bounds in loops.
func (r *run) among(n int) int {
	if r.depth > 0 {
		if r.ways == 0 {
			r.ways = 1
		}
		if r.ways *= n; r.ways > cfg.MostOutcomes {
			panic(failure{cfg.StepError})
		}
	}
	return r.choose(n)
}

func (r *run) spawn(n *cfg.Node, op cfg.Spawn) {
	args := r.values(op.Args)
	f := r.p.Families[op.Family]
	k := r.s.Started[op.Family]
	if k == len(f.Tasks) {
		panic(failure{cfg.SpawnError})
	}
	for i, v := range f.Params[k] {
		r.store(v, args[i])
	}
	if op.Target != nil {
		r.store(target(r.s, *op.Target), int64(k))
	}
	t := r.p.Tasks[f.Tasks[k]]
	r.s.Started[op.Family]++
	r.s.At[t.ID] = t.Start
	r.name(n, nil, "spawn "+t.Name)
}

func (r *run) join(n *cfg.Node, op cfg.Join) bool {
	ref := eval(r.s, op.Ref, nil)
	f := r.p.Families[op.Family]
	if ref == cfg.NoTask {
		panic(failure{cfg.JoinError})
	}
	if ref < 0 || ref >= int64(len(f.Tasks)) {
		panic(failure{cfg.IndexError})
	}
	t := r.p.Tasks[f.Tasks[ref]]
	if r.s.At[t.ID] != t.End {
		return false
	}
	r.name(n, nil, "join "+t.Name)
	return true
}
