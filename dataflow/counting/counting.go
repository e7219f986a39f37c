package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/bitset"
	"flavers/dataflow"
	"flavers/limit"
)

// This file puts the stages together: classify splits P and finds the classes, letters
// makes the monitors, letters and nodes of the smaller problem Q, and edges its edges.
// A class of 100 readers with three codes becomes three counters, of 0..100 each, and
// "reader i starts", a letter for each i in P, becomes one letter of Q: it takes one
// from the counter of code 0, and adds one to that of code 1.

// Quotient is a problem whose interchangeable members are counted.
type Quotient struct {
	// Problem has the monitors that are in no class, in their order, and then, for
	// each class and code, one that counts the members with this code.
	Problem *dataflow.Problem
	Classes []Class
	// Of says, for each monitor of Problem, whose it is: a monitor of the problem
	// that was counted, or the first one of the class.
	Of []int32

	before  *dataflow.Problem // P, as it was given
	groups  [][]int32         // the states by which monitors of before are split; nil: not
	split   *splitting
	tables  *tables
	classes []*class
	nodes   []*nodeClass
	of      []int32
	own     []owners
	kinds   []kind
	apart   []apart
	outside []int32    // by monitor of split: monitor of Problem, or -1
	counter []int32    // by class: the monitor of Problem that is its first counter; one follows for each code
	ways    [][]way    // by letter of Problem
	omitted bitset.Set // letters of Problem: a case without a letter occurs
}

// Class is interchangeable members.
type Class struct {
	Members [][]int32 // by member: its monitors; one that was split is in all of them
	Codes   int       // states that a member can have
}

// way is what a letter of Q stands for: the letters of one entry whose roles have
// the given codes.
type way struct {
	letters []int32
	from    []int32
}

// New counts the members of p's classes; nil: there are none that it can count.
// Succ of p is only read for the edges. It panics as poll says (see limit.Try).
func New(poll *limit.Poll, p *dataflow.Problem) *Quotient {
	return count(poll, p, maxSpread)
}

// count is New with a bound on how members may be spread over codes (maxSpread).
func count(poll *limit.Poll, p *dataflow.Problem, mostSpread int64) *Quotient {
	q := classify(poll, p, mostSpread)
	if q == nil || !q.letters(poll) {
		return nil
	}
	edges(q.split.p, q.Problem, q.nodes, q.of, q.own, poll.Look)
	return q
}

// Classes finds what New would count, without making the problem. Of p only
// monitors and letters are read.
func Classes(poll *limit.Poll, p *dataflow.Problem) []Class {
	if q := classify(poll, p, maxSpread); q != nil {
		return q.Classes
	}
	return nil
}

// classify splits p, finds the classes, and takes the letters apart.
func classify(poll *limit.Poll, p *dataflow.Problem, mostSpread int64) *Quotient {
	if len(p.Monitors) < leastMembers {
		return nil
	}
	q := &Quotient{before: p, groups: twins(p, newTables(p))}
	// Split, and take back what did not help to find a class, until all splits do.
	for {
		poll.Look()
		q.split = split(p, q.groups)
		q.tables = newTables(q.split.p)
		q.classes = findClasses(q.split.p, q.tables, mostSpread)
		if useless := q.useless(); len(useless) > 0 {
			for _, m := range useless {
				q.groups[m] = nil
			}
			continue
		}
		break
	}
	// Take the letters apart; a class for which that fails is given up.
	for len(q.classes) > 0 {
		poll.Look()
		at := places(q.split.p, q.classes)
		var bad int32
		for _, k := range q.classes {
			k.actions, k.number = nil, map[string]int32{}
		}
		q.kinds, q.apart, bad = takeApart(q.split.p, q.tables, q.classes, at)
		if bad < 0 {
			bad = int32(slices.IndexFunc(q.classes, func(k *class) bool { return !k.close(q.split.p, q.tables) }))
		}
		if bad < 0 {
			q.describe()
			return q
		}
		q.classes = slices.Delete(q.classes, int(bad), int(bad)+1)
		if useless := q.useless(); len(useless) > 0 {
			// Start again without what this class was to be for.
			for _, m := range useless {
				q.groups[m] = nil
			}
			q.split = split(p, q.groups)
			q.tables = newTables(q.split.p)
			q.classes = findClasses(q.split.p, q.tables, mostSpread)
		}
	}
	return nil
}

// useless lists the monitors that were split although none of their bits is in a
// class.
func (q *Quotient) useless() []int32 {
	used := make([]bool, len(q.before.Monitors))
	at := places(q.split.p, q.classes)
	for m, bit := range q.split.bit {
		used[q.split.of[m]] = used[q.split.of[m]] || bit && at[m].class >= 0
	}
	var out []int32
	for m := range used {
		if q.groups[m] != nil && !used[m] {
			out = append(out, int32(m))
		}
	}
	return out
}

// describe fills in Classes.
func (q *Quotient) describe() {
	for _, k := range q.classes {
		c := Class{Members: make([][]int32, k.members), Codes: k.codes()}
		for i := range c.Members {
			for _, list := range k.monitors {
				c.Members[i] = append(c.Members[i], q.split.of[list[i]])
			}
		}
		q.Classes = append(q.Classes, c)
	}
}

// letters makes monitors and letters of Problem; false: there are too many.
func (q *Quotient) letters(poll *limit.Poll) bool {
	// The monitors: first those outside of classes, then the counters.
	p := q.split.p
	q.Problem = &dataflow.Problem{}
	at := places(p, q.classes)
	for m := range p.Monitors {
		q.outside = append(q.outside, -1)
		if at[m].class < 0 {
			q.outside[m] = int32(len(q.Problem.Monitors))
			q.Problem.Monitors = append(q.Problem.Monitors, p.Monitors[m])
			q.Of = append(q.Of, q.split.of[m])
		}
	}
	counters := make([]counterTables, len(q.classes))
	for c, k := range q.classes {
		q.counter = append(q.counter, int32(len(q.Problem.Monitors)))
		counters[c] = counterTables{k.members, map[[3]int32][]int32{}}
		for y := range k.codes() {
			m := dataflow.Monitor{Name: p.Monitors[k.monitors[0][0]].Name, States: k.members + 1, Trap: -1}
			if y == 0 {
				m.Start = int32(k.members)
			}
			for s := range m.States {
				m.Accept = append(m.Accept, s == 0 || k.accept[y])
			}
			q.Problem.Monitors = append(q.Problem.Monitors, m)
			q.Of = append(q.Of, q.split.of[k.monitors[0][0]])
		}
	}

	// The letters: one for each kind of letters of a class of nodes and each assignment
	// of codes to the members that they name. Those with equal moves are one.
	q.nodes, q.of, q.own = nodesOf(p, q.classes, q.apart)
	type made struct {
		shape *shape
		moves []dataflow.Move
		ways  []way // none: a case without a letter occurs
	}
	var all []*made
	var key []byte
	for c, n := range q.nodes {
		known := map[string]*made{}
		for i := range n.entries {
			e := &n.entries[i]
			k := &q.kinds[e.kind]
			moves := make([]dataflow.Move, len(k.outside))
			for j, mv := range k.outside {
				moves[j] = dataflow.Move{Monitor: q.outside[mv.Monitor], To: mv.To}
			}
			ok := q.assign(k, func(from []int32, changes []change) bool {
				poll.Look()
				var before, after [2]int32
				for j := range n.owners {
					r := k.roles[e.role[j]]
					before[j] = from[e.role[j]]
					after[j] = q.classes[r.class].effect[r.action][before[j]]
				}
				s := n.shape(int32(c), before, after)
				mine := slices.Clone(moves)
				key = key[:0]
				key = append(key, tableKey([]int32{before[0], after[0], before[1], after[1]})...)
				for _, mv := range mine {
					key = binary.LittleEndian.AppendUint32(key, uint32(mv.Monitor))
					key = append(key, tableKey(mv.To)...)
				}
				omitted := false
				for d := range changes {
					ch := &changes[d]
					omitted = omitted || ch.omitted
					for y := range ch.taken {
						if t := counters[d].table(ch.taken[y], ch.given[y], ch.exactly[y]); t != nil {
							mine = append(mine, dataflow.Move{Monitor: q.counter[d] + int32(y), To: t})
							for _, v := range []int32{q.counter[d] + int32(y), ch.taken[y], ch.given[y], int32(b2b(ch.exactly[y]))} {
								key = binary.LittleEndian.AppendUint32(key, uint32(v))
							}
						}
					}
				}
				key = append(key, b2b(omitted))
				l := known[string(key)]
				if l == nil {
					l = &made{shape: s, moves: mine}
					known[string(key)] = l
					all = append(all, l)
				}
				if !omitted {
					l.ways = append(l.ways, way{e.letters, slices.Clone(from)})
				}
				return len(all) <= 4*maxLetters
			})
			if !ok {
				return false
			}
		}
	}

	// Number the nodes, and bring the letters into their order.
	for _, n := range q.nodes { // every shape has a letter
		for _, s := range n.shapes {
			s.node = int32(q.Problem.Nodes)
			q.Problem.Nodes++
		}
	}
	slices.SortStableFunc(all, func(a, b *made) int { return cmp.Compare(a.shape.node, b.shape.node) })
	q.omitted = bitset.New(len(all))
	for i, l := range all {
		if l.ways == nil {
			q.omitted.Add(i)
		}
		q.Problem.Letters = append(q.Problem.Letters, dataflow.Letter{Node: l.shape.node, Moves: l.moves})
		q.ways = append(q.ways, l.ways)
	}
	return true
}

// assign calls use with every assignment of codes to the roles of a kind that
// allows its letters, and every change of the counters, by class, that they then
// make; false: use said so, or there are too many.
func (q *Quotient) assign(k *kind, use func(from []int32, changes []change) bool) bool {
	from := make([]int32, len(k.roles))
	count := 0
	var next func(i int) bool
	next = func(i int) bool {
		if i < len(k.roles) {
			r := &k.roles[i]
			for c, to := range q.classes[r.class].effect[r.action] {
				if from[i] = int32(c); to >= 0 && !next(i+1) {
					return false
				}
			}
			return true
		}
		// All roles have a code. Combine the changes that each class allows; the roles
		// at..to-1 are those of class c.
		all := [][]change{make([]change, len(q.classes))}
		at := 0
		for c, class := range q.classes {
			to := at
			for to < len(k.roles) && k.roles[to].class == int32(c) {
				to++
			}
			if to > at || k.rest[c] != 0 {
				list, ok := class.changes(k.roles[at:to], from[at:to], k.rest[c], maxLetters)
				if !ok {
					return false
				}
				var more [][]change
				for _, x := range all {
					for _, ch := range list {
						y := slices.Clone(x)
						y[c] = ch
						more = append(more, y)
					}
				}
				all = more
			}
			at = to
			if count+len(all) > maxLetters {
				return false
			}
		}
		for _, x := range all {
			if count++; !use(from, x) {
				return false
			}
		}
		return true
	}
	return next(0)
}
