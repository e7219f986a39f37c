package distance

import (
	"encoding/binary"
	"errors"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// This file computes the effects of actions. A case of an action emits a sequence of
// symbols, and the effect of the case is what these symbols do: a function from states to
// states of the automaton. Few functions occur, so they are numbered.

// effect is what a case of an action does to the automaton: by state, the next state.
type effect []int32

// abstraction is the program as the tables see it: which effects each action can have.
type abstraction struct {
	poll   *limit.Poll
	p      *cfg.Program
	sem    *monitor.Semantics
	states int                      // of the automaton
	step   func(q, sym int32) int32 // one symbol moves the automaton
	goal   func(q int) bool         // the goal is reached in q, whatever the tasks do
	end    func(q int) bool         // the goal is reached in q if all tasks rest
	known  map[string]int32         // by sequence of symbols, as bytes: the number of its effect

	effects []effect    // by number; number 0 is the identity
	before  [][][]int32 // by effect and state: the states that the effect takes to this state
	of      [][]int32   // by action: numbers of the effects that it can have
	having  []int       // by effect: how many actions can have it

	left  int  // moves of maxDistances that may still be made
	large bool // the effects alone would exceed maxDistances; then all distances are 0
}

// abstract makes the automaton of a goal, and finds which effects each action can have.
func abstract(poll *limit.Poll, p *cfg.Program, s *monitor.Semantics, gl Goal) *abstraction {
	ab := &abstraction{poll: poll, p: p, sem: s, of: make([][]int32, len(p.Actions)), known: map[string]int32{},
		left: maxDistances}
	ab.automaton(gl)
	ab.number(nil)
	for a, cases := range s.Cases {
		poll.Look()
		seen := map[int32]bool{}
		for k := range cases {
			var syms []int32
			switch e := cases[k].Err; {
			case e != nil && (!gl.errors() || e.Kind == cfg.LimitError):
				continue // the execution ends here, and not in the goal
			case e != nil:
				syms = []int32{0} // the one symbol of run-time errors
			case gl.Property != nil && gl.Property.Symbols[a] != nil:
				syms = gl.Property.Symbols[a][k]
			}
			if e := ab.number(syms); !seen[e] {
				seen[e] = true
				ab.of[a] = append(ab.of[a], e)
			}
		}
	}
	if gl.Property != nil && len(s.Inexact()) > 0 {
		ab.large = ab.large || (len(ab.effects)+ab.states)*ab.states > maxDistances
		if !ab.large {
			ab.anything()
		}
	}
	return ab
}

// automaton sets the automaton of a goal.
func (ab *abstraction) automaton(gl Goal) {
	never := func(int) bool { return false }
	switch b := gl.Property; {
	case gl.End:
		ab.states, ab.goal, ab.end = 1, never, func(int) bool { return true }
		ab.step = func(q, _ int32) int32 { return q }
	case b != nil:
		d := b.Spec.DFA
		trap := int(d.Trap())
		ab.states, ab.step = d.States(), func(q, sym int32) int32 { return d.Step(q, int(sym)) }
		ab.goal = func(q int) bool { return q == trap }
		ab.end = func(q int) bool { return !d.Accept[q] }
	default:
		ab.states, ab.goal, ab.end = 2, func(q int) bool { return q == 1 }, never
		ab.step = func(int32, int32) int32 { return 1 }
	}
}

// number returns the number of the effect of a sequence of symbols. An effect that changes
// nothing is number 0. Other effects get a new number for each sequence, even if two
// sequences are the same function: that costs work, and no precision.
func (ab *abstraction) number(syms []int32) int32 {
	var key []byte
	for _, s := range syms {
		key = binary.LittleEndian.AppendUint32(key, uint32(s))
	}
	if i, ok := ab.known[string(key)]; ok {
		return i
	}
	if (len(ab.effects)+1)*ab.states > maxDistances {
		ab.large = true
		return 0
	}
	e := make(effect, ab.states)
	identity := true
	for q := range e {
		e[q] = int32(q)
		for _, s := range syms {
			if !ab.goal(int(e[q])) {
				e[q] = ab.step(e[q], s)
			}
		}
		identity = identity && e[q] == int32(q)
	}
	if identity && len(ab.effects) > 0 {
		ab.known[string(key)] = 0
		return 0
	}
	ab.known[string(key)] = int32(len(ab.effects))
	ab.effects = append(ab.effects, e)
	return int32(len(ab.effects) - 1)
}

// anything gives every action without a table every effect: for each state of the
// automaton, the effect that leads there from all others. What such an action emits is not
// known before it is executed.
func (ab *abstraction) anything() {
	untabled := map[cfg.NodeID]bool{}
	for _, n := range ab.untabled() {
		untabled[n] = true
	}
	first := int32(len(ab.effects))
	for to := range int32(ab.states) {
		e := make(effect, ab.states)
		for q := range e {
			if e[q] = to; ab.goal(q) {
				e[q] = int32(q)
			}
		}
		ab.effects = append(ab.effects, e)
	}
	for a := range ab.of {
		if act := ab.p.Actions[a]; untabled[act.A] || act.Joint() && untabled[act.B] {
			for e := first; e < int32(len(ab.effects)); e++ {
				ab.of[a] = append(ab.of[a], e)
			}
		}
	}
}

// untabled lists the nodes whose steps have no table.
func (ab *abstraction) untabled() []cfg.NodeID {
	var out []cfg.NodeID
	for _, err := range ab.sem.Inexact() {
		var many *sem.TooManyCases
		if errors.As(err, &many) {
			out = append(out, many.Node.ID)
		}
	}
	return out
}

// invert fills in before and having, which the backward search of shortest needs.
func (ab *abstraction) invert() {
	ab.having = make([]int, len(ab.effects))
	for _, list := range ab.of {
		for _, e := range list {
			ab.having[e]++
		}
	}
	for _, e := range ab.effects {
		list := make([][]int32, ab.states)
		for q, to := range e {
			list[to] = append(list[to], int32(q))
		}
		ab.before = append(ab.before, list)
	}
}
