package monitor

import (
	"encoding/binary"
	"fmt"
	"slices"

	"flavers/bitset"
	"flavers/tfg"
)

// This file makes the set of value classes, and goes back from its paths.

// quotient returns the set with the classes as states. A class does what its first state does: from
// the first states, some letter leads to each classes that any letter leads to from any states
// of theirs. Nodes that were visible and still have letters stay visible, so a path of the
// quotient and one of the whole set have the same length.
func (j *joiner) quotient() *Set {
	s := j.whole
	out := &Set{G: s.G, Poll: s.Poll, Monitors: append([]Monitor(nil), s.Monitors...), first: make([]int32, len(s.first)),
		Visible: bitset.New(len(s.G.Nodes)), Dead: bitset.New(len(s.G.Nodes))}
	funcs := make([][][]int32, len(s.Monitors)) // of monitors with fewer classes than states
	for m := range s.Monitors {
		out.React = append(out.React, bitset.New(len(s.G.Nodes)))
		if int(j.classes[m]) < len(j.class[m]) {
			funcs[m] = j.onClasses(m)
			out.Monitors[m] = j.monitor(m)
		}
	}
	for n := range s.G.Nodes {
		s.Poll.Look()
		out.first[n] = int32(len(out.Letters))
		seen := map[string]bool{}
		var key []byte
		for i, l := range s.Of(tfg.NodeID(n)) {
			moves, ok := make([]Move, 0, len(l.Moves)), true
			key = key[:0]
			if l.Err != nil {
				key = binary.LittleEndian.AppendUint32(append(key, 'e'), uint32(i))
			}
			for _, mv := range l.Moves {
				f, to := j.functionOf[mv.Monitor][&mv.To[0]], mv.To
				if funcs[mv.Monitor] != nil {
					to = funcs[mv.Monitor][f]
				}
				if to == nil {
					ok = false // rejected by all classes: another letter answers for this one
					break
				}
				if !same(to) {
					moves = append(moves, Move{mv.Monitor, to})
					key = binary.LittleEndian.AppendUint32(key, uint32(mv.Monitor))
					for _, w := range to {
						key = binary.LittleEndian.AppendUint32(key, uint32(w))
					}
				}
			}
			if !ok || seen[string(key)] {
				continue
			}
			seen[string(key)] = true
			for _, mv := range moves {
				out.React[mv.Monitor].Add(n)
			}
			if p := s.Property(); l.Err != nil && p >= 0 {
				out.React[p].Add(n)
			}
			l.Moves = moves
			out.Letters = append(out.Letters, l)
		}
		switch has := int(out.first[n]) < len(out.Letters); {
		case has && s.Visible.Has(n):
			out.Visible.Add(n)
		case !has && (s.Dead.Has(n) || len(s.Of(tfg.NodeID(n))) > 0):
			out.Dead.Add(n)
		}
	}
	out.first[len(s.G.Nodes)] = int32(len(out.Letters))
	return out
}

// monitor returns the automaton of m on its classes.
func (j *joiner) monitor(m int) Monitor {
	out := j.whole.Monitors[m]
	out.States, out.Start = int(j.classes[m]), j.class[m][out.Start]
	accept := make([]bool, out.States)
	for v, class := range j.class[m] {
		accept[class] = out.Accept[v]
	}
	out.Accept = accept
	return out
}

// onClasses maps the functions of m to its classes, each of which does what its first state does.
// nil: all of them reject.
func (j *joiner) onClasses(m int) [][]int32 {
	out := make([][]int32, len(j.funcs[m]))
	first := make([]int32, 0, j.classes[m])
	for v, class := range j.class[m] {
		if int(class) == len(first) { // classes are numbered in order of their first states
			first = append(first, int32(v))
		}
	}
	for f := range j.funcs[m] {
		for _, p := range j.funcs[m][f].pairs {
			class := j.class[m][p.From]
			if first[class] != p.From {
				continue
			}
			if out[f] == nil {
				out[f] = slices.Repeat([]int32{-1}, len(first))
			}
			out[f][class] = j.class[m][p.To]
		}
	}
	return out
}

// same reports whether a function maps each state to itself.
func same(to []int32) bool {
	for v, w := range to {
		if int(w) != v {
			return false
		}
	}
	return true
}

// Answered returns the letters of the whole set that letters of Set may answer for: at the same places,
// with the same step of the property.
func (c *Classes) Answered(letters bitset.Set) bitset.Set {
	out := bitset.New(len(c.whole.Letters))
	p := int32(c.whole.Property())
	for l := range letters.All {
		lt := &c.Set.Letters[l]
		for _, n := range c.place[c.at[lt.Node]] {
			for k := c.whole.first[n]; k < c.whole.first[n+1]; k++ {
				if o := &c.whole.Letters[k]; (o.Err == nil) == (lt.Err == nil) && slices.Equal(moveOf(o, p), moveOf(lt, p)) {
					out.Add(int(k))
				}
			}
		}
	}
	return out
}

// Of returns the class of state v of monitor m, a state of the same monitor in Set.
func (c *Classes) Of(m int, v int32) int32 { return c.class[m][v] }

// Whole goes back: letters of the set that the classes were made from, such that its automata
// accept them in this order and are, after each, in states of the classes that the path of
// Set leads to. There is always one (docs/theory.md, 3.2).
func (c *Classes) Whole(path []*Letter) []*Letter {
	state, class := make([]int32, len(c.class)), make([]int32, len(c.class))
	for m := range c.whole.Monitors {
		state[m], class[m] = c.whole.Monitors[m].Start, c.Set.Monitors[m].Start
	}
	out := make([]*Letter, 0, len(path))
	for _, l := range path {
		take(class, l)
		found := c.answer(state, class, l)
		if found == nil {
			panic(fmt.Sprintf("monitor: no letter at the place of node %d leads to the classes %v", l.Node, class))
		}
		take(state, found)
		out = append(out, found)
	}
	return out
}

// answer returns a letter at the place of l that leads from state to states of the classes: of l's
// own node, if there is one.
func (c *Classes) answer(state, class []int32, l *Letter) *Letter {
	nodes := c.place[c.at[l.Node]]
	for i := -1; i < len(nodes); i++ {
		n := l.Node
		if i >= 0 {
			n = nodes[i]
		}
		letters := c.whole.Of(n)
		for k := range letters {
			o := &letters[k]
			answers := o.Err == nil && l.Err == nil || o.Node == l.Node && o.Case == l.Case && o.Err == l.Err
			if answers && c.leads(state, class, o) {
				return o
			}
		}
	}
	return nil
}

// leads reports whether a letter of the whole set leads from state to states of the classes.
func (c *Classes) leads(state, class []int32, l *Letter) bool {
	for _, mv := range l.Moves {
		if to := mv.To[state[mv.Monitor]]; to < 0 || c.class[mv.Monitor][to] != class[mv.Monitor] {
			return false
		}
	}
	for m, v := range state {
		if c.class[m][v] != class[m] && moveOf(l, int32(m)) == nil {
			return false
		}
	}
	return true
}

// take moves the states by a letter that they allow.
func take(state []int32, l *Letter) {
	for _, mv := range l.Moves {
		state[mv.Monitor] = mv.To[state[mv.Monitor]]
	}
}
