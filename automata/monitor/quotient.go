package monitor

import (
	"encoding/binary"
	"fmt"
	"slices"

	"flavers/bitset"
	"flavers/tfg"
)

// This file builds the quotient of a set of automata by its value classes, and maps paths of the quotient back to paths
// of the whole set. docs/theory.md, 3.2, has the proofs. An example with a variable job of 0..3 whose values 2 and 3
// are one class, and with the step job = any:
//
//	                     whole set                quotient
//	states of var:job    0  1  2  3               0  1  2    (classes of the four states: 0 1 2 2)
//	letter "job = 1"     0 1 2 3 -> 1 1 1 1       0 1 2 -> 1 1 1
//	letter "job = 2"     0 1 2 3 -> 2 2 2 2       0 1 2 -> 2 2 2
//	letter "job = 3"     0 1 2 3 -> 3 3 3 3       0 1 2 -> 2 2 2, left out: it equals the letter before
//
// A path of the quotient with the letter "job = 2" stands for two paths of the whole set. Classes.Whole chooses one
// of them.

// quotient returns the set whose states are the classes. In it a class moves as its first state does in the whole set.
// The other states of the class need no letters of their own: at each place, letters from them lead to the same
// classes as letters from the first state. A visible node that keeps a letter stays visible, so a path of the quotient
// and the path of the whole set that it stands for have equally many visible steps.
func (j *joiner) quotient() *Set {
	s := j.whole
	out := &Set{G: s.G, Poll: s.Poll, Monitors: append([]Monitor(nil), s.Monitors...), first: make([]int32, len(s.first)),
		Visible: bitset.New(len(s.G.Nodes)), Dead: bitset.New(len(s.G.Nodes))}
	onClasses := make([][][]int32, len(s.Monitors)) // by monitor: its functions on classes; nil: no states share a class
	for m := range s.Monitors {
		out.React = append(out.React, bitset.New(len(s.G.Nodes)))
		if int(j.classes[m]) < len(j.class[m]) {
			onClasses[m] = j.onClasses(m)
			out.Monitors[m] = j.monitor(m)
		}
	}
	for n := range s.G.Nodes {
		s.Poll.Look()
		out.first[n] = int32(len(out.Letters))
		letters := j.lettersOnClasses(tfg.NodeID(n), onClasses)
		for _, l := range letters {
			for _, mv := range l.Moves {
				out.React[mv.Monitor].Add(n)
			}
			// As in compiler.finish: the property has to see each error.
			if p := s.Property(); l.Err != nil && p >= 0 {
				out.React[p].Add(n)
			}
		}
		out.Letters = append(out.Letters, letters...)
		lostAll := len(letters) == 0 && len(s.Of(tfg.NodeID(n))) > 0
		switch {
		case len(letters) > 0 && s.Visible.Has(n):
			out.Visible.Add(n)
		case lostAll || s.Dead.Has(n):
			out.Dead.Add(n)
		}
	}
	out.first[len(s.G.Nodes)] = int32(len(out.Letters))
	return out
}

// lettersOnClasses returns the letters of node n of the quotient: the letters of n in the whole set, restricted to
// first states of classes. It leaves out letters that became impossible, and letters that became equal to an earlier
// one. A letter that ends in an error is never equal to another one.
func (j *joiner) lettersOnClasses(n tfg.NodeID, onClasses [][][]int32) []Letter {
	var out []Letter
	seen := map[string]bool{} // by the moves of a letter, as bytes
	var key []byte
	for i, l := range j.whole.Of(n) {
		moves, possible := j.movesOnClasses(l, onClasses)
		if !possible {
			continue
		}
		key = key[:0]
		if l.Err != nil {
			key = binary.LittleEndian.AppendUint32(append(key, 'e'), uint32(i))
		}
		for _, mv := range moves {
			key = binary.LittleEndian.AppendUint32(key, uint32(mv.Monitor))
			for _, w := range mv.To {
				key = binary.LittleEndian.AppendUint32(key, uint32(w))
			}
		}
		if seen[string(key)] {
			continue
		}
		seen[string(key)] = true
		l.Moves = moves
		out = append(out, l)
	}
	return out
}

// movesOnClasses returns the moves of a letter on classes, without moves that leave each class where it is. possible
// is false if some automaton rejects the letter in all first states. From other states another letter of the place
// then leads to the same classes, so nothing is lost without this one.
func (j *joiner) movesOnClasses(l Letter, onClasses [][][]int32) (moves []Move, possible bool) {
	moves = make([]Move, 0, len(l.Moves))
	for _, mv := range l.Moves {
		to := mv.To
		if onClasses[mv.Monitor] != nil {
			to = onClasses[mv.Monitor][j.functionOf[mv.Monitor][&mv.To[0]]]
		}
		if to == nil {
			return nil, false
		}
		if !isIdentity(to) {
			moves = append(moves, Move{mv.Monitor, to})
		}
	}
	return moves, true
}

// monitor returns automaton m with its classes as states. States of one class accept alike (refine starts from that),
// so each class accepts as any of its states does.
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

// onClasses returns the functions of automaton m on its classes, by number of the function and by class. A function
// leads a class to where it leads the first state of the class, or to -1 if it rejects that state. A function that
// rejects all first states is nil.
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
				continue // not the first state of its class
			}
			if out[f] == nil {
				out[f] = slices.Repeat([]int32{-1}, len(first))
			}
			out[f][class] = j.class[m][p.To]
		}
	}
	return out
}

// isIdentity reports whether a function maps each state to itself.
func isIdentity(to []int32) bool {
	for v, w := range to {
		if int(w) != v {
			return false
		}
	}
	return true
}

// Answered returns the numbers of those letters of the whole set that one of the given letters of the quotient, c.Set,
// may stand for. These are all letters at the same place with the same move of the property, and with an error if and
// only if the given letter has one. Letters that fired in no execution are reported to the user, so the result may err
// only towards more letters (docs/theory.md, 3.2, "What a problem says besides").
func (c *Classes) Answered(letters bitset.Set) bitset.Set {
	out := bitset.New(len(c.whole.Letters))
	property := int32(c.whole.Property())
	for l := range letters.All {
		given := &c.Set.Letters[l]
		for _, n := range c.place[c.at[given.Node]] {
			for k := c.whole.first[n]; k < c.whole.first[n+1]; k++ {
				letter := &c.whole.Letters[k]
				sameMove := slices.Equal(moveOf(letter, property), moveOf(given, property))
				if sameMove && (letter.Err == nil) == (given.Err == nil) {
					out.Add(int(k))
				}
			}
		}
	}
	return out
}

// Of returns the class of state v of automaton m. The class is a state of automaton m in c.Set.
func (c *Classes) Of(m int, v int32) int32 { return c.class[m][v] }

// Whole maps a path of the quotient c.Set to a path of the whole set, letter by letter. The automata of the whole set
// accept the letters that it returns in this order, and after each letter their states are in the classes that the
// path of the quotient has reached. There is always such a path (docs/theory.md, 3.2), so Whole panics if it finds
// none.
func (c *Classes) Whole(path []*Letter) []*Letter {
	// By monitor, after the letters so far: its state in the whole set, and its class, which is its state in c.Set.
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

// answer returns a letter of the whole set at the place of l, a letter of the quotient, that leads from the given
// states to states of the given classes, or nil. It prefers a letter of the node of l, so that a path changes as
// little as it can. If l ends in an error, only the same letter of the whole set can answer for it.
func (c *Classes) answer(state, class []int32, l *Letter) *Letter {
	nodes := append([]tfg.NodeID{l.Node}, c.place[c.at[l.Node]]...)
	for _, n := range nodes {
		letters := c.whole.Of(n)
		for k := range letters {
			candidate := &letters[k]
			noErrors := candidate.Err == nil && l.Err == nil
			sameCase := candidate.Node == l.Node && candidate.Case == l.Case && candidate.Err == l.Err
			if (noErrors || sameCase) && c.leads(state, class, candidate) {
				return candidate
			}
		}
	}
	return nil
}

// leads reports whether letter l of the whole set is possible in the given states, and leads to states of the given
// classes.
func (c *Classes) leads(state, class []int32, l *Letter) bool {
	for _, mv := range l.Moves {
		if to := mv.To[state[mv.Monitor]]; to < 0 || c.class[mv.Monitor][to] != class[mv.Monitor] {
			return false
		}
	}
	// An automaton that l does not move has to be in the right class already.
	for m, v := range state {
		if c.class[m][v] != class[m] && moveOf(l, int32(m)) == nil {
			return false
		}
	}
	return true
}

// take moves the given states, by monitor, along letter l. The letter must be possible in them.
func take(state []int32, l *Letter) {
	for _, mv := range l.Moves {
		state[mv.Monitor] = mv.To[state[mv.Monitor]]
	}
}
