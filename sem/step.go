package sem

import (
	"slices"

	"flavers/cfg"
)

// vector is what a step reads and writes. The concrete one holds values; the
// symbolic one holds, per component, a partial function from the value before
// the step to the value now, and branches where it must.
type vector interface {
	// classify returns the class of the component's value now; the symbolic
	// vector goes on with one class at a time.
	classify(c CompID, class func(int32) int32) int32
	// apply maps the value now; f gives a negative number where the step
	// cannot be taken. It returns false if it cannot be taken at all.
	apply(c CompID, f func(int32) int32) bool
	// move is apply of the function defined at from only, with value to.
	move(c CompID, from, to int32) bool
	// store sets the value, whatever it was.
	store(c CompID, to int32)
	// choose returns a number in 0..n-1, each in turn.
	choose(n int) int
	// pick returns the index of a component whose value now may be positive,
	// each in turn; -1: there is none.
	pick(comps []CompID) int
	// trial runs f and takes back what it wrote; what it learned of the values
	// before the step stays.
	trial(f func() bool) bool
}

type status uint8

const (
	blocked status = iota
	done
	failed // s.err says why
	halted // the body of a handler got to a Stop
	left   // a Jump leaves loops: s.loops says which
)

type reading struct {
	v     cfg.VarID
	value int32
}

// step is one run of one action.
type step struct {
	m *Machine
	v vector

	occ       []Occurrence // what was observed; only filled if wanted
	wanted    bool
	err       *Error
	full      CompID // with a LimitError: the component that holds no more
	noteReads bool   // record reads, for the name of a test
	reads     []reading
	scratch   []reading      // scratch variables written in this step
	trying    bool           // inside enabled: writes will be taken back
	naming    bool           // only for what is observed (Tabulator.EventsOnly)
	loops     loops          // of the statements of this step
	tracing   bool           // record the statements that are executed
	executed  []cfg.Stmt     // these
	stored    []cfg.VarID    // that got a value, where there are invariants
	resized   []cfg.ObjectID // channels whose length changed, where there are invariants
}

// action executes a step of the program, and looks at the invariants.
func (s *step) action(a cfg.Action) status {
	st := s.perform(a)
	if st == done && !s.trying {
		s.lookAtInvariants(a)
	}
	return st
}

// lookAtInvariants records which invariants are false after the step, of those with a
// variable that it stored a value in.
func (s *step) lookAtInvariants(a cfg.Action) {
	for i := range s.m.P.Invariants {
		inv := &s.m.P.Invariants[i]
		if !slices.ContainsFunc(s.stored, func(v cfg.VarID) bool { return slices.Contains(inv.Vars, v) }) &&
			!slices.ContainsFunc(s.resized, func(o cfg.ObjectID) bool { return slices.Contains(inv.Chans, o) }) {
			continue
		}
		holds := s.holds(inv.Cond)
		s.err = nil // it has no value, and so does not hold
		if holds {
			continue
		}
		tasks := one(&s.m.P.Nodes[a.A])
		if a.Joint() {
			tasks = both(&s.m.P.Nodes[a.A], &s.m.P.Nodes[a.B])
		}
		s.see(Occurrence{Kind: OwnEvent, Tasks: tasks, Event: cfg.Broken(inv.Name)})
	}
}

// perform is the step itself.
func (s *step) perform(a cfg.Action) status {
	n := &s.m.P.Nodes[a.A]
	if !s.at(n) {
		return blocked
	}
	if a.Joint() {
		return s.joint(n, &s.m.P.Nodes[a.B])
	}
	tests := cfg.Tests(n.Op)
	ok := s.condition(n.Guard, tests)
	if s.err != nil {
		return failed
	}
	if !ok {
		return blocked
	}
	if tests {
		s.seeTest(n)
	}
	if st := s.alone(n); st != done {
		return st
	}
	s.leave(n)
	return done
}

// at needs the node's task to stand at its point.
func (s *step) at(n *cfg.Node) bool {
	here := s.m.PointValue(n.Point)
	if !s.trying {
		return s.v.move(s.m.pos[n.Task], here, here)
	}
	return s.v.classify(s.m.pos[n.Task], func(v int32) int32 { return flag(v == here) }) != 0
}

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func (s *step) leave(n *cfg.Node) {
	s.v.move(s.m.pos[n.Task], s.m.PointValue(n.Point), s.m.PointValue(n.Next))
	if b := s.m.boxOf[n.Task]; b != nil && n.Next == s.m.P.Tasks[n.Task].End {
		s.empty(b)
	}
	if dead := s.m.P.Dead; dead != nil {
		for _, v := range dead[n.ID] {
			s.v.store(s.m.vars[v], s.m.Comps[s.m.vars[v]].Start)
		}
	}
}

// change applies a partial function. It returns false if the step is blocked.
func (s *step) change(c CompID, f func(int32) int32) bool {
	if s.trying && s.v.classify(c, func(v int32) int32 { return flag(f(v) >= 0) }) == 0 {
		return false
	}
	return s.v.apply(c, f)
}

// need requires a condition on a component without changing it.
func (s *step) need(c CompID, ok func(int32) bool) bool {
	return s.change(c, func(v int32) int32 {
		if ok(v) {
			return v
		}
		return -1
	})
}

// alone executes a node that needs no partner, guard done, position apart.
func (s *step) alone(n *cfg.Node) status {
	switch op := n.Op.(type) {
	case cfg.Silent, cfg.Test:
		return done
	case cfg.Block:
		return s.block(n, op.Stmts)
	case cfg.Fail:
		s.fail(&Error{Kind: op.Kind, Text: op.Text, Pos: n.Pos})
		return failed
	case cfg.Send:
		return s.sendAlone(n, op)
	case cfg.Recv:
		return s.recvAlone(n, op)
	case cfg.Close:
		return s.closeChan(n, op)
	case cfg.Lock, cfg.Announce, cfg.Unlock, cfg.RLock, cfg.RUnlock, cfg.Wait, cfg.Rewake, cfg.Notify:
		return s.locking(n)
	case cfg.Acquire:
		return s.acquire(n, op)
	case cfg.Release:
		return s.release(n, op)
	case cfg.GroupAdd:
		return s.addTo(n, op)
	case cfg.GroupWait, cfg.Once, cfg.OnceEnd, cfg.OncePass, cfg.CondWait, cfg.CondWake, cfg.Signal:
		return s.awaiting(n)
	case cfg.Spawn:
		return s.spawn(n, op)
	case cfg.Join:
		return s.join(n, op)
	case cfg.Handle:
		return s.handle(n, op)
	case cfg.Else:
		return s.otherwise(n)
	case cfg.Terminate:
		return s.terminate(n)
	}
	panic("sem: a node that cannot act alone")
}

// joint executes a rendezvous of two nodes, positions included.
func (s *step) joint(n, m *cfg.Node) status {
	if !s.at(m) {
		return blocked
	}
	if st := s.meeting(n, m); st != done {
		return st
	}
	s.leave(n)
	s.leave(m)
	return done
}

// meeting is what a rendezvous does, positions apart.
func (s *step) meeting(n, m *cfg.Node) status {
	for _, side := range []*cfg.Node{n, m} {
		ok := s.holds(side.Guard)
		if s.err != nil {
			return failed
		}
		if !ok {
			return blocked
		}
	}
	switch op := n.Op.(type) {
	case cfg.Call:
		if st := s.pass(n, op.Args, m.Op.(cfg.Accept).Params); st != done {
			return st
		}
		s.seeCall(n, m, op)
	case cfg.CallEnd:
		s.see(Occurrence{Kind: EndEvent, Tasks: both(n, m), Object: op.Entry})
	case cfg.Send:
		if st := s.meet(n, m, op); st != done {
			return st
		}
	default:
		panic("sem: nodes that cannot meet")
	}
	return done
}

// pass evaluates arguments and stores them in parameters, all by value.
func (s *step) pass(n *cfg.Node, args []cfg.Expr, params []cfg.VarID) status {
	values := make([]int64, len(params))
	for i := range params {
		values[i] = s.eval(args[i])
		if s.err != nil {
			return failed
		}
	}
	for i, v := range params {
		if !s.set(v, values[i], n.Pos) {
			return failed
		}
	}
	return done
}

// set stores a value in a variable. It returns false if it is outside the type.
func (s *step) set(v cfg.VarID, x int64, pos tokenPosition) bool {
	vr := &s.m.P.Vars[v]
	if !vr.Type.Has(x) {
		s.fail(rangeError(vr, x, pos))
		return false
	}
	if vr.Scratch {
		s.scratch = append(s.scratch, reading{v, int32(x)})
		return true
	}
	if len(s.m.P.Invariants) > 0 {
		s.stored = append(s.stored, v)
	}
	to := int32(x) - vr.Type.Lo
	s.v.store(s.m.vars[v], to)
	return true
}

// block runs the statements of an atomic step.
func (s *step) block(n *cfg.Node, stmts []cfg.Stmt) status {
	for _, st := range stmts {
		if s.tracing {
			s.executed = append(s.executed, st)
		}
		switch st := st.(type) {
		case *cfg.Assign:
			if !s.assign(n, st) {
				return failed
			}
		case *cfg.Event:
			args := make([]string, len(st.Args))
			for i, e := range st.Args {
				x := s.eval(e)
				if s.err != nil {
					return failed
				}
				args[i] = st.ArgTypes[i].Format(int32(x))
			}
			s.see(Occurrence{Kind: OwnEvent, Tasks: one(n), Event: st.Name, Args: args})
		case *cfg.Branch:
			branch := st.Else
			if s.condition(st.Cond, true) {
				branch = st.Then
			}
			if s.err != nil {
				return failed
			}
			s.seeTest(n)
			if r := s.block(n, branch); r != done {
				return r
			}
		case *cfg.Post:
			if r := s.post(n, st); r != done {
				return r
			}
		case *cfg.Create:
			if r := s.spawn(n, st.Spawn); r != done {
				return r
			}
		case *cfg.Choose:
			k, ok := s.chosen(len(st.Alts))
			if !ok {
				return failed
			}
			if r := s.block(n, st.Alts[k]); r != done {
				return r
			}
		case *cfg.Loop:
			if r := s.loop(n, st); r != done {
				return r
			}
		case *cfg.Jump:
			s.loops.leaving, s.loops.again = st.Out, st.Again
			return left
		case *cfg.Require:
			if !s.condition(st.Cond, true) {
				s.fail(&Error{Kind: st.Kind, Text: st.Text, Pos: st.Pos})
				return failed
			}
			s.seeTest(n)
		case *cfg.Stop:
			return halted
		default:
			panic("sem: unknown statement")
		}
	}
	return done
}

func (s *step) assign(n *cfg.Node, a *cfg.Assign) bool {
	var x int64
	if a.Value != nil {
		x = s.eval(a.Value)
		if s.err != nil {
			return false
		}
	}
	v, ok := s.target(&a.Target)
	if !ok {
		return false
	}
	if a.Value == nil {
		t := s.m.P.Vars[v].Type
		k, ok := s.chosen(t.Size())
		if !ok {
			return false
		}
		x = int64(t.Lo) + int64(k)
	}
	if !s.set(v, x, a.Pos) {
		return false
	}
	if !a.Silent {
		s.seeAssign(n, v, int32(x))
	}
	return true
}

// target returns the variable that a store means.
func (s *step) target(t *cfg.Target) (cfg.VarID, bool) {
	if len(t.Index) == 0 {
		return t.Var, true
	}
	return s.element(t.Var, t.Dims, t.Index, t)
}

// isFull reports whether a component holds as much as the model can; the step
// then exceeds it, unless it goes another way.
func (s *step) isFull(c CompID, full func(int32) bool) bool {
	if s.v.classify(c, func(v int32) int32 { return flag(full(v)) }) == 0 {
		return false
	}
	s.full = c
	return true
}

// enabled reports whether an action could be executed now, or would end in an
// error; nothing it writes stays.
func (s *step) enabled(a cfg.Action) bool {
	return s.v.trial(func() bool {
		sub := step{m: s.m, v: s.v, trying: true, naming: s.naming}
		return sub.action(a) != blocked
	})
}
