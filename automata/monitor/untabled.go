package monitor

import (
	"errors"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/sem"
)

// This file makes a stand-in for a step that reads too many combinations of values for a table of cases. For
//
//	s = (a[0] + a[1] + a[2] + a[3]) % 100
//
// with values 0..99 a table would need 100,000,000 cases. The stand-in has two cases: one moves the task, the other
// ends in an error. The first case may have any events that begin like those of the step (here "s="), and may give
// any value to the variables and objects that the step writes. So no feasibility constraint can be made of what the
// step writes.
//
// May err towards: accepting more.

// untabled is a step without a table.
type untabled struct {
	reason *sem.TooManyCases
	// prefixes has a prefix for each name that an event of the step can have. The prefix "" stands for events
	// v==value of any variable v, which tests have.
	prefixes []string
}

// overApproximate makes the stand-in for an action without a table. It marks in s.Unconstrainable each component that
// the action may change, and adds the action to s.untabled. ok is false for a kind of step that has no stand-in.
func (s *Semantics) overApproximate(a cfg.Action, reason *sem.TooManyCases) (cases []sem.Case, ok bool) {
	p := s.M.P
	w := &untabled{reason: reason}
	// lose notes that the step may change components, box the contents of an object, and target a variable.
	lose := func(ids ...sem.CompID) {
		for _, id := range ids {
			s.Unconstrainable[id] = true
		}
	}
	target := func(t *cfg.Target) {
		if t == nil {
			return
		}
		for _, v := range cfg.Elements(t.Var, t.Dims) {
			if !p.Vars[v].Scratch {
				lose(s.M.Var(v))
			}
		}
	}
	targets := func(op cfg.Recv) {
		for _, t := range op.Targets() {
			target(t)
		}
	}
	box := func(o cfg.ObjectID) { lose(s.M.OfObject(o)...) }
	startsTask := false // a block starts a task, which has no stand-in

	// block collects what the statements of an atomic block may do.
	var block func([]cfg.Stmt)
	block = func(stmts []cfg.Stmt) {
		for _, st := range stmts {
			switch st := st.(type) {
			case *cfg.Assign:
				target(&st.Target)
				name := st.Target.Name
				if len(st.Target.Index) == 0 {
					name = p.Vars[st.Target.Var].Name + "="
				}
				w.prefixes = append(w.prefixes, name)
			case *cfg.Event:
				w.prefixes = append(w.prefixes, st.Name)
			case *cfg.Branch:
				w.prefixes = append(w.prefixes, "")
				block(st.Then)
				block(st.Else)
			case *cfg.Loop: // its tests, too
				w.prefixes = append(w.prefixes, "")
				block(st.Body)
			case *cfg.Jump:
			case *cfg.Choose:
				for _, alt := range st.Alts {
					block(alt)
				}
			case *cfg.Post:
				for _, o := range st.Boxes {
					box(o)
				}
				w.prefixes = append(w.prefixes, "post ")
			case *cfg.Require: // errors are possible anyway
				w.prefixes = append(w.prefixes, "")
			case *cfg.Stop: // a handler has a node for each end
			default: // starts another task
				startsTask = true
			}
		}
	}
	if len(p.Invariants) > 0 {
		w.prefixes = append(w.prefixes, cfg.Broken(""))
	}

	// uses notes an operation that changes an object, with the beginnings of the names of its events.
	uses := func(o cfg.ObjectID, prefixes ...string) {
		lose(s.M.OfObject(o)...)
		w.prefixes = append(w.prefixes, prefixes...)
	}

	// What the operation of the action may do. It is the operation of one node, or of two that meet.
	n := &p.Nodes[a.A]
	nodes := []*cfg.Node{n}
	if a.Joint() {
		nodes = append(nodes, &p.Nodes[a.B])
	}
	if cfg.Tests(n.Op) {
		w.prefixes = append(w.prefixes, "")
	}
	switch op := n.Op.(type) {
	case cfg.Test:
	case cfg.Block:
		block(op.Stmts)
	case cfg.Call:
		for _, v := range p.Nodes[a.B].Op.(cfg.Accept).Params {
			lose(s.M.Var(v))
		}
		w.prefixes = append(w.prefixes, p.Objects[op.Entry].Name)
	case cfg.Send:
		uses(op.Chan, p.Objects[op.Chan].Name+"<-", "<-"+p.Objects[op.Chan].Name)
		if a.Joint() {
			targets(p.Nodes[a.B].Op.(cfg.Recv))
		}
	case cfg.Recv:
		lose(s.M.OfObject(op.Chan)...)
		targets(op)
		w.prefixes = append(w.prefixes, "<-"+p.Objects[op.Chan].Name)
	case cfg.Handle:
		box(op.Box)
		for _, v := range op.Params {
			for k := range cfg.VarID(max(1, op.Quorum)) {
				target(&cfg.Target{Var: v + k})
			}
		}
		w.prefixes = append(w.prefixes, p.Objects[op.Box].Name+".")
		block(op.Body)
	case cfg.Else, cfg.Terminate, cfg.Silent: // always possible here
	case cfg.Lock:
		uses(op.Lock, "lock ")
	case cfg.Unlock:
		uses(op.Lock, "unlock ")
	case cfg.Acquire:
		uses(op.Sem, "acquire ")
	case cfg.Release:
		uses(op.Sem, "release ")
	case cfg.GroupAdd:
		uses(op.Group, "add ", "done ")
	case cfg.GroupWait:
		uses(op.Group, "wait ")
	case cfg.Once:
		uses(op.Once, "once ")
	case cfg.OncePass:
		uses(op.Once, "once ")
	case cfg.OnceEnd:
		uses(op.Once, "once ")
	default:
		return nil, false
	}
	if startsTask {
		return nil, false
	}

	// Both cases move the tasks.
	var moves []sem.Move
	for _, k := range nodes {
		moves = append(moves, sem.Move{Comp: s.M.Pos(k.Task),
			Pairs: []sem.Pair{{From: s.M.PointValue(k.Point), To: s.M.PointValue(k.Next)}}})
	}
	slices.SortFunc(moves, func(x, y sem.Move) int { return int(x.Comp - y.Comp) })
	for _, k := range nodes {
		for i := range p.Objects {
			if o := &p.Objects[i]; o.Box() && o.Owner == k.Task && k.Next == p.Tasks[k.Task].End {
				lose(s.M.OfObject(o.ID)...) // what is pending is dropped with the task
			}
		}
	}
	s.untabled[a.ID] = w
	return []sem.Case{{Moves: moves}, {Moves: moves,
		Err: &sem.Error{Kind: cfg.RangeError, Text: "this step may fail; it reads too many values to be tabled", Pos: n.Pos}}}, true
}

// Exact reports whether action a has a table. If it has none, its cases are a stand-in: they may be possible in
// states in which the action is not.
func (s *Semantics) Exact(a cfg.ActionID) bool { return s.untabled[a] == nil }

// Inexact returns an error with a position for each action that has no table. The order is that of actions.
func (s *Semantics) Inexact() []error {
	var out []error
	for a := range s.M.P.Actions {
		if w := s.untabled[cfg.ActionID(a)]; w != nil {
			out = append(out, w.reason)
		}
	}
	return out
}

// tooMany returns the error of a step without a table if err is one, and nil if it is another error.
func tooMany(err error) *sem.TooManyCases {
	var t *sem.TooManyCases
	if errors.As(err, &t) {
		return t
	}
	return nil
}

// untabledFunctions returns the functions, by number, that a step without a table may apply to monitor m, which
// follows a specification. The step may do nothing. If the specification may see its events, the step may also lead
// to any state that some sequence of symbols leads to; there is one function for each such state.
func (c *compiler) untabledFunctions(m int, w *untabled) []int32 {
	mo := &c.mons[m]
	if mo.bind == nil || !w.touches(mo.bind) {
		return []int32{identity}
	}
	d := mo.bind.Spec.DFA
	out := []int32{identity}
	into := make([][]sem.Pair, mo.size) // by state: pairs that lead there from all other states that reach it
	for q := range mo.size {            // a search of all states that can be reached from q
		seen := make([]bool, mo.size)
		seen[q] = true
		todo := []int32{q}
		for len(todo) > 0 {
			r := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if r != q && (r != mo.trap || mo.prop) {
				into[r] = append(into[r], sem.Pair{From: q, To: r})
			}
			for sym := range d.Symbols {
				if to := d.Step(r, sym); !seen[to] && r != mo.trap {
					seen[to] = true
					todo = append(todo, to)
				}
			}
		}
	}
	for r := range into {
		if len(into[r]) == 0 {
			continue
		}
		pairs := into[r]
		if mo.prop { // a property rejects nothing: from other states it stays where it is
			to := make([]sem.Pair, mo.size)
			for q := range to {
				to[q] = sem.Pair{From: int32(q), To: int32(q)}
			}
			for _, p := range pairs {
				to[p.From] = p
			}
			pairs = to
		}
		out = append(out, c.intern(int32(m), pairs))
	}
	return out
}

// touches reports whether an event of the step may match a symbol of the specification.
func (w *untabled) touches(b *Binding) bool {
	for _, sym := range b.Spec.Symbols {
		text := sym.Pattern.Event()
		for _, prefix := range w.prefixes {
			switch {
			case prefix == "" && strings.Contains(text, "=="),
				prefix != "" && (!sym.Pattern.Literal() || strings.HasPrefix(text, prefix)):
				return true
			}
		}
	}
	return false
}
