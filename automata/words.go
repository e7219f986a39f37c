package automata

// This file answers questions about the words of an automaton: whether it accepts a word, which words distinguish it
// from another one, and which state is the trap.

import (
	"fmt"
	"slices"
)

// Accepts reports whether word, a sequence of symbols, is in the language.
func (d *DFA) Accepts(word []int) bool { return d.Accept[d.Run(word)] }

// Run returns the state after a word, from the start.
func (d *DFA) Run(word []int) int32 {
	s := d.Start
	for _, sym := range word {
		s = d.Step(s, sym)
	}
	return s
}

// live reports for every state whether some continuation is good: Live if it is set, and otherwise whether an accepting
// state can be reached.
func (d *DFA) live() []bool {
	if d.Live != nil {
		return d.Live
	}
	return d.CanReach(d.Accept)
}

// CanReach reports for every state whether some word leads from it to a state of goal.
func (d *DFA) CanReach(goal []bool) []bool {
	n := d.States()
	from := make([][]int32, n) // by state: its predecessors
	for i, t := range d.Next {
		if s := int32(i / d.Symbols); s != t {
			from[t] = append(from[t], s)
		}
	}
	can := slices.Clone(goal)
	var stack []int32
	for s, a := range can {
		if a {
			stack = append(stack, int32(s))
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, s := range from[t] {
			if !can[s] {
				can[s] = true
				stack = append(stack, s)
			}
		}
	}
	return can
}

// Trap returns the state from which no continuation is good, or -1 if there is none. A minimal automaton has at most
// one; of an automaton with several, Trap returns the lowest.
func (d *DFA) Trap() int32 {
	return int32(slices.Index(d.live(), false))
}

// Obliges reports whether the automaton rejects some finite word that still has good continuations: some state that
// is not the trap does not accept.
func (d *DFA) Obliges() bool {
	trap := d.Trap()
	for q, accepts := range d.Accept {
		if !accepts && int32(q) != trap {
			return true
		}
	}
	return false
}

// IsEmpty reports whether no word is accepted.
func (d *DFA) IsEmpty() bool {
	_, ok := d.ShortestWord()
	return !ok
}

// ShortestWord returns a shortest word that d accepts: of several, the first in the order of symbols. ok is false if d
// accepts no word.
func (d *DFA) ShortestWord() (word []int, ok bool) {
	return d.shortest(func(s int32) bool { return d.Accept[s] })
}

// WordTo returns a shortest word that leads to state s: of several, the first in the order of symbols. ok is false if
// no word leads there.
func (d *DFA) WordTo(s int32) (word []int, ok bool) {
	return d.shortest(func(t int32) bool { return s == t })
}

// shortest searches breadth-first for a shortest word that leads to a state of goal.
func (d *DFA) shortest(goal func(int32) bool) (word []int, ok bool) {
	type visit struct {
		state int32
		prev  int32 // index of the visit before
		sym   int32
	}
	seen := make([]bool, d.States())
	seen[d.Start] = true
	queue := []visit{{d.Start, -1, -1}}
	for i := 0; i < len(queue); i++ {
		if goal(queue[i].state) {
			word = []int{}
			for v := queue[i]; v.prev >= 0; v = queue[v.prev] {
				word = append(word, int(v.sym))
			}
			slices.Reverse(word)
			return word, true
		}
		for sym := range d.Symbols {
			if t := d.Step(queue[i].state, sym); !seen[t] {
				seen[t] = true
				queue = append(queue, visit{t, int32(i), int32(sym)})
			}
		}
	}
	return nil, false
}

// Equivalent reports whether both automata accept the same words.
func Equivalent(a, b *DFA) bool {
	_, differ := Distinguish(a, b)
	return !differ
}

// Distinguish returns a shortest word that exactly one of two automata accepts. ok is false if their languages are
// equal.
//
// The search is that of Hopcroft and Karp, over pairs of states, breadth first. A pair is skipped if earlier pairs
// connect its two states, as (p, q) and (q, r) connect p and r: a word that distinguishes p from r distinguishes p from
// q or q from r. So at most as many pairs as states are visited, and the word is still a shortest one.
func Distinguish(a, b *DFA) (word []int, ok bool) {
	sameSymbols(a, b)
	n := int32(a.States())
	parent := make([]int32, a.States()+b.States()) // union-find; states of b come after those of a
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(s int32) int32 {
		for parent[s] != s {
			parent[s] = parent[parent[s]]
			s = parent[s]
		}
		return s
	}
	type visit struct {
		a, b, prev, sym int32
	}
	queue := []visit{{a.Start, b.Start, -1, -1}}
	parent[find(a.Start)] = find(n + b.Start)
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		if a.Accept[v.a] != b.Accept[v.b] {
			word = []int{}
			for ; v.prev >= 0; v = queue[v.prev] {
				word = append(word, int(v.sym))
			}
			slices.Reverse(word)
			return word, true
		}
		for sym := range a.Symbols {
			s, t := a.Step(v.a, sym), b.Step(v.b, sym)
			if x, y := find(s), find(n+t); x != y {
				parent[x] = y
				queue = append(queue, visit{s, t, int32(i), int32(sym)})
			}
		}
	}
	return nil, false
}

// StateName returns how reports call a state: its name, ErrorState for the trap, or its
// number.
func (d *DFA) StateName(q int32) string {
	switch {
	case q == d.Trap():
		return ErrorState
	case int(q) < len(d.Names) && d.Names[q] != "":
		return d.Names[q]
	}
	return fmt.Sprintf("s%d", q)
}

// sameSymbols panics if two automata have different numbers of symbols.
func sameSymbols(a, b *DFA) {
	if a.Symbols != b.Symbols {
		panic(fmt.Sprintf("automata: operation on automata over %d and %d symbols", a.Symbols, b.Symbols))
	}
}
