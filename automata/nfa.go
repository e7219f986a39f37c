package automata

// This file has nondeterministic automata, and makes them deterministic by the subset construction.

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// DefaultLimit is the limit on states that a construction uses if it is given 0.
const DefaultLimit = 1 << 16

// Further bounds of every construction, so that no input exhausts memory.
const (
	maxCells    = 1 << 24 // entries of a transition table: 64 MiB
	maxElements = 1 << 23 // members of all subsets together: 32 MiB
	maxWork     = 1 << 30 // steps of one construction: seconds
)

// LimitError is the error that an automaton would need more states than a construction may make.
type LimitError struct {
	Limit int // states allowed
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the automaton grows beyond %d states", e.Limit)
}

// limitOr returns the limit that a construction uses if it is given limit, for automata over so many symbols.
func limitOr(limit, symbols int) int {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return min(limit, maxCells/max(symbols, 1))
}

// Fits returns a *LimitError if a table of states times symbols would be too large, and otherwise nil.
func Fits(states, symbols, limit int) error {
	if states*symbols > maxCells {
		return &LimitError{limitOr(limit, symbols)}
	}
	return nil
}

// NFA is an automaton under construction: any number of starts, transitions
// on sets of symbols, and transitions on nothing. A state without a
// transition on a symbol has no run on it.
type NFA struct {
	Symbols int
	Start   []int32
	Accept  []bool   // by state
	Names   []string // by state, for people; may be nil

	edges [][]edge         // by state
	eps   [][]int32        // by state
	sets  [][]int32        // sets of symbols, ascending; equal ones may occur twice
	setID map[string]int32 // the indices in sets, by the packed set
}

// edge is a transition to state to on each symbol of sets[set].
type edge struct{ set, to int32 }

// NewNFA returns an automaton without states over symbols 0..symbols-1.
func NewNFA(symbols int) *NFA {
	return &NFA{Symbols: symbols, setID: make(map[string]int32)}
}

// States returns the number of states.
func (n *NFA) States() int { return len(n.Accept) }

// Add makes a state and returns it.
func (n *NFA) Add(accept bool) int32 {
	n.Accept = append(n.Accept, accept)
	n.edges = append(n.edges, nil)
	n.eps = append(n.eps, nil)
	return int32(len(n.Accept) - 1)
}

// Edge adds transitions from one state to another on each of syms, which may be in any order and have repetitions.
func (n *NFA) Edge(from, to int32, syms ...int32) {
	if len(syms) == 0 {
		return
	}
	set := syms
	if !slices.IsSorted(syms) {
		set = slices.Clone(syms)
		slices.Sort(set)
	}
	key := packed(set)
	id, ok := n.setID[key]
	if !ok {
		id = int32(len(n.sets))
		n.sets = append(n.sets, slices.Compact(slices.Clone(set)))
		n.setID[key] = id
	}
	n.edges[from] = append(n.edges[from], edge{id, to})
}

// Eps adds a transition on nothing.
func (n *NFA) Eps(from, to int32) { n.eps[from] = append(n.eps[from], to) }

// Reachable reports for every state whether some word leads to it.
func (n *NFA) Reachable() []bool {
	seen := make([]bool, n.States())
	for stack := slices.Clone(n.Start); len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		stack = append(stack, n.eps[s]...)
		for _, e := range n.edges[s] {
			stack = append(stack, e.to)
		}
	}
	return seen
}

// Determinize returns the automaton of the subset construction: a complete automaton with the same
// language, neither minimal nor numbered in any particular way. limit bounds
// its states. Symbols that no set tells apart are treated as one.
func (n *NFA) Determinize(limit int) (*DFA, error) {
	limit = limitOr(limit, n.Symbols)
	class, classes := n.classes()
	setClasses := make([][]int32, len(n.sets)) // by set: the classes it consists of
	for i, set := range n.sets {
		for _, sym := range set {
			setClasses[i] = append(setClasses[i], class[sym])
		}
		slices.Sort(setClasses[i])
		setClasses[i] = slices.Compact(setClasses[i])
	}

	d := &DFA{Symbols: n.Symbols}
	if n.Names != nil {
		d.Names = []string{}
	}
	var keys []string // by DFA state: its subset, packed
	ids := make(map[string]int32)
	elements, work := 0, 0
	inSet := make([]int32, n.States()) // stamp of the closure that holds the state
	stamp := int32(0)

	// intern returns the state of the result for a subset, and adds the state if it is new. It overwrites the subset:
	// its array is the stack of the closure.
	intern := func(subset []int32) int32 {
		// Close the subset under transitions on nothing.
		stamp++
		kept := subset[:0:0]
		for stack := subset; len(stack) > 0; {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			work++
			if inSet[s] != stamp {
				inSet[s] = stamp
				kept = append(kept, s)
				stack = append(stack, n.eps[s]...)
			}
		}
		slices.Sort(kept)
		key := packed(kept)
		if id, ok := ids[key]; ok {
			return id
		}
		id := int32(len(keys))
		ids[key] = id
		keys = append(keys, key)
		elements += len(kept)
		d.Accept = append(d.Accept, slices.ContainsFunc(kept, func(s int32) bool { return n.Accept[s] }))
		if n.Names != nil {
			d.Names = append(d.Names, n.subsetName(kept))
		}
		return id
	}

	intern(slices.Clone(n.Start))
	buckets := make([][]int32, classes) // by class of symbols: where the members of a subset lead
	for s := 0; s < len(keys); s++ {
		if len(keys) > limit || elements > maxElements || work > maxWork {
			return nil, &LimitError{limit}
		}
		for c := range buckets {
			buckets[c] = buckets[c][:0]
		}
		for _, q := range unpacked(keys[s]) {
			for _, e := range n.edges[q] {
				work += len(setClasses[e.set])
				for _, c := range setClasses[e.set] {
					buckets[c] = append(buckets[c], e.to)
				}
			}
		}
		row := make([]int32, classes)
		for c := range buckets {
			row[c] = intern(buckets[c])
		}
		for sym := range n.Symbols {
			d.Next = append(d.Next, row[class[sym]])
		}
	}
	if len(keys) > limit {
		return nil, &LimitError{limit}
	}
	return d, nil
}

// classes partitions the symbols: two are in one class if each set of a transition has both or neither.
func (n *NFA) classes() (class []int32, count int) {
	class = make([]int32, n.Symbols)
	size := []int{n.Symbols} // by class
	for _, set := range n.sets {
		inside := make(map[int32]int) // by class: members that lie in set
		for _, sym := range set {
			inside[class[sym]]++
		}
		split := make(map[int32]int32) // class to the class of its members in set
		for _, sym := range set {
			old := class[sym]
			fresh, ok := split[old]
			if !ok {
				if inside[old] == size[old] {
					continue
				}
				fresh = int32(len(size))
				split[old] = fresh
				size[old] -= inside[old]
				size = append(size, inside[old])
			}
			class[sym] = fresh
		}
	}
	return class, len(size)
}

// subsetName joins the names of the states of a subset, up to a length that fits on a line.
func (n *NFA) subsetName(subset []int32) string {
	const long = 60
	var parts []string
	size := 0
	for _, s := range subset {
		if name := n.Names[s]; name != "" {
			if size += len(name) + 1; size > long && len(parts) > 0 {
				parts = append(parts, "..")
				break
			}
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, "+")
}

// packed returns a list of numbers as a key of a map, and unpacked returns the list again.
func packed(s []int32) string {
	b := make([]byte, 0, 4*len(s))
	for _, v := range s {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return string(b)
}

func unpacked(key string) []int32 {
	out := make([]int32, 0, len(key)/4)
	for b := []byte(key); len(b) > 0; b = b[4:] {
		out = append(out, int32(binary.LittleEndian.Uint32(b)))
	}
	return out
}
