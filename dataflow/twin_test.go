package dataflow

import (
	"fmt"
	"math/rand/v2"

	"flavers/bitset"
)

// This file is the slow twin of the search and a source of random Problems.

// twinResult is what the twin finds.
type twinResult struct {
	violated     bool
	length       int           // violated: of a shortest path
	atEnd        map[bool]bool // the kinds of violation met at that length
	tuples       map[string]bool
	visits       int
	fired        bitset.Set
	finalReached bool
	killed       []int64
	tooBig       bool // given up
}

// twin computes the same by the definition: sets of tuples per node, breadth
// first, one edge at a time. It runs to the end also past a violation, then
// without entering trapped tuples. It gives up beyond limit configurations.
func twin(p *Problem, limit int) twinResult {
	r := twinResult{atEnd: map[bool]bool{}, tuples: map[string]bool{}, fired: bitset.New(len(p.Letters)),
		killed: make([]int64, len(p.Monitors))}
	type config struct {
		node  int // p.Nodes: I
		tuple string
	}
	var queue []config
	depth := map[config]int{}
	states := map[string][]int32{}
	tried := map[string]bool{}
	violation := func(d int, atEnd bool) {
		if !r.violated {
			r.violated, r.length = true, d
		}
		if r.length == d {
			r.atEnd[atEnd] = true
		}
	}
	deliver := func(node int, t []int32, d int, final bool) {
		accepts, good := true, true
		for m, mon := range p.Monitors {
			switch {
			case !mon.Property:
				accepts = accepts && mon.Accept[t[m]]
			case t[m] == mon.Trap:
				violation(d, false)
				return
			default:
				good = mon.Accept[t[m]]
			}
		}
		if final && accepts {
			r.finalReached = true
			if !good {
				violation(d, true)
			}
		}
		c := config{node, fmt.Sprint(t)}
		if _, ok := depth[c]; !ok {
			depth[c], states[c.tuple], r.tuples[c.tuple] = d, t, true
			queue = append(queue, c)
		}
	}
	start := make([]int32, len(p.Monitors))
	for m, mon := range p.Monitors {
		start[m] = mon.Start
	}
	deliver(p.Nodes, start, 0, p.StartFinal)
	for ; len(queue) > 0; queue = queue[1:] {
		if len(depth) > limit {
			r.tooBig = true
			return r
		}
		c := queue[0]
		next := p.Start
		if c.node < p.Nodes {
			next = p.Succ.Row(c.node)
		}
		for l, letter := range p.Letters {
			if !next.Has(int(letter.Node)) {
				continue
			}
			t := append([]int32(nil), states[c.tuple]...)
			killer := -1
			for _, v := range letter.Moves {
				if t[v.Monitor] = v.To[t[v.Monitor]]; t[v.Monitor] < 0 && killer < 0 {
					killer = int(v.Monitor)
				}
			}
			pair := fmt.Sprint(c.tuple, l)
			if killer >= 0 {
				if !tried[pair] {
					r.killed[killer]++
				}
				tried[pair] = true
				continue
			}
			if !tried[pair] {
				r.visits++
			}
			tried[pair] = true
			r.fired.Add(l)
			deliver(int(letter.Node), t, depth[c]+1, p.Final.Has(int(letter.Node)))
		}
	}
	return r
}

// shape says what randomProblem makes.
type shape struct {
	monitors, states, nodes, letters int
	wide                             int // one automaton with this many states
	property                         int // 0: none
	density                          float64
}

// randomProblem makes a Problem. Automata mostly react to few letters and
// reject seldom, so that the sets stay small but not trivial.
func randomProblem(r *rand.Rand, sh shape) *Problem {
	some := func(n int) int { return 1 + r.IntN(n) }
	if r.IntN(4) > 0 { // large more often than small
		some = func(n int) int { return n - r.IntN(n/2) }
	}
	p := &Problem{Nodes: some(sh.nodes)}
	endsAnywhere := r.IntN(3) == 0 // of many monitors, one hardly ever accepts: then nothing is violated at an end
	for m := range some(sh.monitors) {
		n := some(sh.states)
		if sh.wide > 0 && m == 0 {
			n = sh.wide + r.IntN(sh.wide)
		}
		mon := Monitor{Name: fmt.Sprint("m", m), States: n, Start: int32(r.IntN(n)), Trap: -1}
		always := endsAnywhere || r.IntN(2) > 0
		for range n {
			mon.Accept = append(mon.Accept, always || r.IntN(4) > 0)
		}
		p.Monitors = append(p.Monitors, mon)
	}
	property := -1
	if sh.property > 0 {
		property = r.IntN(len(p.Monitors))
		mon := &p.Monitors[property]
		mon.Property = true
		for i := range mon.Accept {
			mon.Accept[i] = mon.Accept[i] && !(endsAnywhere && r.IntN(2) == 0)
		}
		if r.IntN(3) > 0 {
			mon.Trap = int32(r.IntN(mon.States))
			if mon.Trap == mon.Start && r.IntN(10) > 0 {
				mon.Trap = -1
			}
		}
	}
	var shared []Move // so that letters fall into classes
	move := func() Move {
		if len(shared) > 0 && r.IntN(2) == 0 {
			return shared[r.IntN(len(shared))]
		}
		m := r.IntN(len(p.Monitors))
		mon := &p.Monitors[m]
		v := Move{Monitor: int32(m)}
		kind, a, b := r.IntN(10), r.IntN(mon.States), r.IntN(mon.States)
		for s := range mon.States {
			t := r.IntN(mon.States)
			switch kind {
			case 0: // one state allows it
				if s != a {
					t = -1
				} else {
					t = b
				}
			case 1: // counter
				if t = s + 1; t == mon.States {
					t = -1
				}
			case 2:
				t = s - 1
			case 3: // counter that wraps
				t = (s + 1) % mon.States
			case 4: // assignment, not from everywhere
				if t = b; s == a && a > 0 {
					t = -1
				}
			case 5: // stays, not everywhere
				if t = s; s == a {
					t = -1
				}
			default:
				if r.IntN(6) == 0 {
					t = -1
				}
			}
			if m == property && t < 0 {
				t = s
			}
			// Traps are met seldom, so that searches get somewhere.
			if m == property && int32(t) == mon.Trap && r.IntN(20) > 0 {
				t = int(mon.Start)
			}
			v.To = append(v.To, int32(t))
		}
		shared = append(shared, v)
		return v
	}
	for n := range p.Nodes {
		for range some(max(2, sh.letters/p.Nodes)) {
			l := Letter{Node: int32(n)}
			for range r.IntN(4) {
				v := move()
				at := 0
				for at < len(l.Moves) && l.Moves[at].Monitor < v.Monitor {
					at++
				}
				if at == len(l.Moves) || l.Moves[at].Monitor != v.Monitor {
					l.Moves = append(l.Moves[:at:at], append([]Move{v}, l.Moves[at:]...)...)
				}
			}
			p.Letters = append(p.Letters, l)
		}
	}
	p.Start, p.Final = bitset.New(p.Nodes), bitset.New(p.Nodes)
	p.Succ = bitset.NewMatrix(p.Nodes, p.Nodes)
	density := (0.2 + 0.8*r.Float64()) * sh.density
	for n := range p.Nodes {
		if r.IntN(2) == 0 {
			p.Start.Add(n)
		}
		if r.IntN(12) == 0 {
			p.Final.Add(n)
		}
		for m := range p.Nodes {
			if r.Float64() < density {
				p.Succ.Row(n).Add(m)
			}
		}
	}
	p.StartFinal = r.IntN(8) == 0
	return p
}
