package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/bitset"
	"flavers/dataflow"
	"flavers/limit"
)

// This file puts the stages together. classify splits P and finds the classes; letters makes the monitors, letters and
// nodes of the smaller problem Q; edges makes its edges. For a class of 100 readers with the codes 0 (idle), 1
// (reading) and 2 (done):
//
//	P: 100 monitors of three states       Q: three counters with the states 0..100
//	   letter "reader 0 starts"              one letter: counter 0 goes from s to s-1 (it must be at least 1),
//	   ...                                               counter 1 goes from s to s+1
//	   letter "reader 99 starts"
//
// A violating path of Q is mapped back to a path of P by Lift (lift.go), and Check verifies the result (check.go).

// Quotient is a problem whose interchangeable members are counted.
type Quotient struct {
	// Problem is Q. It has the monitors that are in no class, in their order, and then a counter for each class and code.
	// The state of a counter is the number of members with this code.
	Problem *dataflow.Problem
	Classes []Class
	// Of has, for each monitor of Problem, the monitor of P that it comes from: for a counter, the first monitor of the
	// class.
	Of []int32

	before *dataflow.Problem // P, as it was given
	groups [][]int32         // by monitor of before: its groups of twins, by state (split.go); nil: it is not split
	split  *splitting        // P with monitors split
	tables *tables           // the functions of the letters of split, numbered

	classes []*class
	kinds   []kind  // what letters of split do, but for the members that they name (letters.go)
	apart   []apart // by letter of split: its kind, and the members that it names

	nodes []*nodeClass // classes of nodes of split that are alike but for the members (nodes.go)
	of    []int32      // by node of split: its class in nodes
	own   []owners     // by node of split: the members that it is about

	outside []int32 // by monitor of split: its number in Problem, or -1 if it is in a class
	counter []int32 // by class: the monitor of Problem that counts code 0; the other codes follow

	ways    [][]way    // by letter of Problem: what it stands for
	omitted bitset.Set // the letters of Problem that stand for cases for which no letters were made (maxSpread)
}

// Class is a set of interchangeable members.
type Class struct {
	Members [][]int32 // by member: its monitors in P; a monitor that was split is in all members
	Codes   int       // number of states that a member can be in
}

// way is one thing that a letter of Q stands for: the letters of one entry (nodes.go), in a state in which the i-th
// member that the letter names has the code from[i].
type way struct {
	letters []int32 // of split
	from    []int32 // by role
}

// New counts the members of the classes of p. It returns nil if p has no classes that it can count. p.Succ may still be
// nil when classes are found (see Classes); it is read for the edges alone. New panics when poll says that a limit was
// reached (see limit.Try).
func New(poll *limit.Poll, p *dataflow.Problem) *Quotient {
	return count(poll, p, maxSpread)
}

// count is New with a bound on the ways in which members may be spread over codes; New uses maxSpread.
func count(poll *limit.Poll, p *dataflow.Problem, mostSpread int64) *Quotient {
	q := classify(poll, p, mostSpread)
	if q == nil || !q.letters(poll) {
		return nil
	}
	edges(q.split.p, q.Problem, q.nodes, q.of, q.own, poll.Look)
	return q
}

// Classes returns the classes that New would count, without making the problem. It reads only monitors and letters of
// p.
func Classes(poll *limit.Poll, p *dataflow.Problem) []Class {
	if q := classify(poll, p, maxSpread); q != nil {
		return q.Classes
	}
	return nil
}

// classify splits p, finds the classes, divides the letters, and computes the codes. It returns nil if no class is
// left.
//
// A monitor is split in the hope that its bits then belong to members. Whether they do is only known when the classes
// are found, so classify begins with all splits that are possible, and takes those back that did not help.
func classify(poll *limit.Poll, p *dataflow.Problem, mostSpread int64) *Quotient {
	if len(p.Monitors) < leastMembers {
		return nil
	}
	q := &Quotient{before: p, groups: twins(p, newTables(p))}
	q.splitAndFind(mostSpread)
	for q.unsplitUseless() {
		poll.Look()
		q.splitAndFind(mostSpread)
	}
	// Divide the letters and compute the codes. A class for which one of them fails is given up.
	for len(q.classes) > 0 {
		poll.Look()
		at := places(q.split.p, q.classes)
		var failed int32 // a class, or -1
		for _, k := range q.classes {
			k.actions, k.number = nil, map[string]int32{}
		}
		q.kinds, q.apart, failed = takeApart(q.split.p, q.tables, q.classes, at)
		if failed < 0 {
			failed = int32(slices.IndexFunc(q.classes, func(k *class) bool { return !k.close(q.split.p, q.tables) }))
		}
		if failed < 0 {
			q.describe()
			return q
		}
		q.classes = slices.Delete(q.classes, int(failed), int(failed)+1)
		if q.unsplitUseless() { // some monitors were split for this class only
			q.splitAndFind(mostSpread)
		}
	}
	return nil
}

// splitAndFind splits the monitors that have groups, and finds candidates for classes.
func (q *Quotient) splitAndFind(mostSpread int64) {
	q.split = split(q.before, q.groups)
	q.tables = newTables(q.split.p)
	q.classes = findClasses(q.split.p, q.tables, mostSpread)
}

// unsplitUseless takes the groups from monitors that were split although none of their bits is in a class. It reports
// whether there were any.
func (q *Quotient) unsplitUseless() bool {
	useless := q.useless()
	for _, m := range useless {
		q.groups[m] = nil
	}
	return len(useless) > 0
}

// useless returns the monitors that were split although none of their bits is in a class.
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

// letters makes the monitors, nodes and letters of Problem. It returns false if there would be too many letters.
func (q *Quotient) letters(poll *limit.Poll) bool {
	m := &letterMaker{q: q, poll: poll, counters: q.monitors()}
	q.nodes, q.of, q.own = nodesOf(q.split.p, q.classes, q.apart)
	for c, n := range q.nodes {
		m.known = map[string]*quotientLetter{}
		for i := range n.entries {
			if !m.entry(int32(c), &n.entries[i]) {
				return false
			}
		}
	}
	q.arrange(m.all)
	return true
}

// monitors makes the monitors of Problem: first those that are in no class, and then the counters. It returns what
// makes the moves of the counters, by class.
func (q *Quotient) monitors() []counterTables {
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
			if y == 0 { // all members start with code 0
				m.Start = int32(k.members)
			}
			for s := range m.States { // no member may end with a code that does not accept
				m.Accept = append(m.Accept, s == 0 || k.accept[y])
			}
			q.Problem.Monitors = append(q.Problem.Monitors, m)
			q.Of = append(q.Of, q.split.of[k.monitors[0][0]])
		}
	}
	return counters
}

// quotientLetter is a letter of Problem that is being made.
type quotientLetter struct {
	shape *shape // its node
	moves []dataflow.Move
	ways  []way // what it stands for; none if it stands for cases for which no letters were made
}

// letterMaker makes letters of Problem: for each class of nodes, each kind of letters there, and each assignment of
// codes to the members that these name. Letters of one node with equal moves become one.
type letterMaker struct {
	q        *Quotient
	poll     *limit.Poll
	counters []counterTables // by class
	all      []*quotientLetter
	known    map[string]*quotientLetter // letters of the present class of nodes, by codes of owners and moves
	key      []byte
}

// entry makes the letters for one entry of a class of nodes. It returns false if there would be too many.
func (m *letterMaker) entry(class int32, e *entry) bool {
	q := m.q
	k, n := &q.kinds[e.kind], q.nodes[class]
	outside := make([]dataflow.Move, len(k.outside))
	for j, mv := range k.outside {
		outside[j] = dataflow.Move{Monitor: q.outside[mv.Monitor], To: mv.To}
	}
	return q.assign(k, func(from []int32, changes []change) bool {
		m.poll.Look()
		var before, after [2]int32 // by owner of the nodes: its code
		for j := range n.owners {
			r := k.roles[e.role[j]]
			before[j] = from[e.role[j]]
			after[j] = q.classes[r.class].effect[r.action][before[j]]
		}
		s := n.shape(class, before, after)
		m.key = append(m.key[:0], tableKey([]int32{before[0], after[0], before[1], after[1]})...)
		for _, mv := range outside {
			m.key = binary.LittleEndian.AppendUint32(m.key, uint32(mv.Monitor))
			m.key = append(m.key, tableKey(mv.To)...)
		}
		moves, omitted := m.countersMove(slices.Clone(outside), changes)
		m.key = append(m.key, b2b(omitted))
		l := m.known[string(m.key)]
		if l == nil {
			l = &quotientLetter{shape: s, moves: moves}
			m.known[string(m.key)] = l
			m.all = append(m.all, l)
		}
		if !omitted {
			l.ways = append(l.ways, way{e.letters, slices.Clone(from)})
		}
		return len(m.all) <= 4*maxLetters
	})
}

// countersMove adds to moves, and to m.key, the moves of counters by the given changes, by class. omitted is set if one
// of the changes stands for cases for which no letters were made.
func (m *letterMaker) countersMove(moves []dataflow.Move, changes []change) (_ []dataflow.Move, omitted bool) {
	for c := range changes {
		ch := &changes[c]
		omitted = omitted || ch.omitted
		for y := range ch.taken {
			to := m.counters[c].table(ch.taken[y], ch.given[y], ch.exactly[y])
			if to == nil {
				continue
			}
			counter := m.q.counter[c] + int32(y)
			moves = append(moves, dataflow.Move{Monitor: counter, To: to})
			for _, v := range []int32{counter, ch.taken[y], ch.given[y], int32(b2b(ch.exactly[y]))} {
				m.key = binary.LittleEndian.AppendUint32(m.key, uint32(v))
			}
		}
	}
	return moves, omitted
}

// arrange numbers the nodes of Problem, and sorts its letters by nodes. Each shape has a letter, and so becomes a node.
func (q *Quotient) arrange(letters []*quotientLetter) {
	for _, n := range q.nodes {
		for _, s := range n.shapes {
			s.node = int32(q.Problem.Nodes)
			q.Problem.Nodes++
		}
	}
	slices.SortStableFunc(letters, func(a, b *quotientLetter) int { return cmp.Compare(a.shape.node, b.shape.node) })
	q.omitted = bitset.New(len(letters))
	for i, l := range letters {
		if l.ways == nil {
			q.omitted.Add(i)
		}
		q.Problem.Letters = append(q.Problem.Letters, dataflow.Letter{Node: l.shape.node, Moves: l.moves})
		q.ways = append(q.ways, l.ways)
	}
}

// assign calls use for each case of a kind of letters: an assignment of codes to its roles that allows the letters, and
// for each class a change of its counters. from has the codes by role, changes the changes by class. assign returns
// false if use did, or if there are too many cases.
func (q *Quotient) assign(k *kind, use func(from []int32, changes []change) bool) bool {
	from := make([]int32, len(k.roles))
	count := 0
	var choose func(i int) bool // chooses codes for the roles from i on
	choose = func(i int) bool {
		if i < len(k.roles) {
			r := &k.roles[i]
			for code, to := range q.classes[r.class].effect[r.action] {
				from[i] = int32(code)
				if possible := to >= 0; possible && !choose(i+1) {
					return false
				}
			}
			return true
		}
		// All roles have a code. Combine the changes that each class allows. Roles are sorted by class, so the roles
		// of class c are k.roles[at:to].
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
				var combined [][]change
				for _, changes := range all {
					for _, ch := range list {
						extended := slices.Clone(changes)
						extended[c] = ch
						combined = append(combined, extended)
					}
				}
				all = combined
			}
			at = to
			if count+len(all) > maxLetters {
				return false
			}
		}
		for _, changes := range all {
			if count++; !use(from, changes) {
				return false
			}
		}
		return true
	}
	return choose(0)
}
