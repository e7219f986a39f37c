package dataflow

import (
	"fmt"

	"flavers/limit"
)

// This file lists the product of the automata of a small problem: the tuples that occur at some node, and how steps
// lead from one to another. It goes by the definition, with one tuple at one node after the other, so that it is for
// pictures; Solve keeps no tuples that could be listed.

// Product is the part of the product of the automata that occurs along the paths of a problem. A tuple is an index of
// Tuples; that before the first step is 0.
type Product struct {
	Tuples  [][]int32 // by monitor, its state
	Steps   []ProductStep
	Trapped []bool // by tuple: the property is in its error state; no step leads on
	Ends    []bool // by tuple: all tasks may have ended there, and all constraints accept
	Bad     []bool // by tuple: Ends, and the property does not accept
}

// ProductStep is a letter that leads from one tuple to another, or leaves it.
type ProductStep struct {
	From, To int
	Letter   int32
}

// NewProduct lists the product, with each step once, in the order in which tuples are first reached. ok is false if
// there are more than most tuples, or more than 50 times as many pairs of a tuple and a node.
func NewProduct(poll *limit.Poll, p *Problem, most int) (g *Product, ok bool) {
	g = &Product{}
	b := &productBuilder{p: p, g: g, known: map[string]int{}, seen: map[productPair]bool{},
		stepped: map[ProductStep]bool{}}
	start := make([]int32, len(p.Monitors))
	for m := range p.Monitors {
		start[m] = p.Monitors[m].Start
	}
	b.deliver(p.Nodes, start, p.StartFinal)
	first := make([]int, p.Nodes+1) // by node: its first letter
	for _, l := range p.Letters {
		first[l.Node+1]++
	}
	for n := range p.Nodes {
		first[n+1] += first[n]
	}
	for k := 0; k < len(b.queue); k++ {
		poll.Look()
		if len(g.Tuples) > most || len(b.queue) > 50*most {
			return nil, false
		}
		here := b.queue[k]
		next := p.Start
		if here.node < p.Nodes {
			next = p.Succ.Row(here.node)
		}
		for n := range next.All {
			for l := first[n]; l < first[n+1]; l++ {
				b.step(here.tuple, int32(l))
			}
		}
	}
	return g, true
}

// productPair is a tuple at a node; Problem.Nodes is before the first step.
type productPair struct{ node, tuple int }

type productBuilder struct {
	p       *Problem
	g       *Product
	known   map[string]int // by tuple; these maps are looked up only
	seen    map[productPair]bool
	stepped map[ProductStep]bool
	queue   []productPair
}

// step executes a letter from a tuple, unless an automaton rejects it.
func (b *productBuilder) step(from int, l int32) {
	letter := &b.p.Letters[l]
	t := append([]int32(nil), b.g.Tuples[from]...)
	for _, mv := range letter.Moves {
		if t[mv.Monitor] = mv.To[t[mv.Monitor]]; t[mv.Monitor] < 0 {
			return
		}
	}
	s := ProductStep{from, b.deliver(int(letter.Node), t, b.p.Final.Has(int(letter.Node))), l}
	if !b.stepped[s] {
		b.stepped[s] = true
		b.g.Steps = append(b.g.Steps, s)
	}
}

// deliver enters a tuple at a node, from which the execution may end if final.
func (b *productBuilder) deliver(node int, t []int32, final bool) int {
	key := fmt.Sprint(t)
	i, known := b.known[key]
	if !known {
		i = len(b.g.Tuples)
		b.known[key] = i
		b.g.Tuples = append(b.g.Tuples, t)
		b.g.Trapped = append(b.g.Trapped, trapped(b.p, t))
		b.g.Ends, b.g.Bad = append(b.g.Ends, false), append(b.g.Bad, false)
	}
	if b.g.Trapped[i] {
		return i
	}
	if accepts, bad := ending(b.p, t); final && accepts {
		b.g.Ends[i], b.g.Bad[i] = true, b.g.Bad[i] || bad
	}
	if at := (productPair{node, i}); !b.seen[at] {
		b.seen[at] = true
		b.queue = append(b.queue, at)
	}
	return i
}
