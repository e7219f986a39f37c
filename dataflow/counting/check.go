package counting

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"flavers/dataflow"
)

// This file verifies that every step of P is a step of Q.

// Check verifies the conditions of the lemma of docs/theory.md, section 3.1, one by
// one: that splitting changed nothing; that the tuple at the start, acceptance and
// trap of P are those of Q; and that for every letter and edge of P, whatever codes
// the members have, Q has the letter and the edge. It takes the number of edges of P
// times the square of the number of codes.
func (q *Quotient) Check() error {
	for _, part := range []func() error{q.checkSplit, q.checkMonitors, q.checkLetters, q.checkEdges} {
		if err := part(); err != nil {
			return fmt.Errorf("counting: %w", err)
		}
	}
	return nil
}

// checkSplit looks at what the parts of each letter do, from each state of the
// monitors that are split: exactly one part can be taken if the letter can, and it
// leads to the same.
func (q *Quotient) checkSplit() error {
	p, s := q.before, q.split
	first := make([]int32, len(p.Monitors))
	for m := len(s.of) - 1; m >= 0; m-- {
		first[s.of[m]] = int32(m)
	}
	parts := make([][]int32, len(p.Letters))
	for l, from := range s.origin {
		parts[from] = append(parts[from], int32(l))
	}
	for i := range p.Letters {
		var moves []dataflow.Move // of monitors that are split
		for _, mv := range p.Letters[i].Moves {
			if q.groups[mv.Monitor] != nil {
				moves = append(moves, mv)
			}
		}
		for _, l := range parts[i] {
			at := 0 // the others are as they were, and in their order
			for _, mv := range s.p.Letters[l].Moves {
				if q.groups[s.of[mv.Monitor]] != nil {
					continue
				}
				for at < len(p.Letters[i].Moves) && q.groups[p.Letters[i].Moves[at].Monitor] != nil {
					at++
				}
				if at == len(p.Letters[i].Moves) || mv.Monitor != first[p.Letters[i].Moves[at].Monitor] ||
					!slices.Equal(mv.To, p.Letters[i].Moves[at].To) {
					return fmt.Errorf("letter %d was changed", i)
				}
				at++
			}
			if s.p.Letters[l].Node != p.Letters[i].Node || at+len(moves) < len(p.Letters[i].Moves) {
				return fmt.Errorf("letter %d was changed", i)
			}
		}
		if err := q.checkParts(moves, first, parts[i], map[int32]int32{}, map[int32]int32{}, false); err != nil {
			return fmt.Errorf("letter %d: %w", i, err)
		}
	}
	return nil
}

// checkParts goes through the states of the monitors that moves are of; before and
// after are those of the monitors that they were split into.
func (q *Quotient) checkParts(moves []dataflow.Move, first, parts []int32, before, after map[int32]int32,
	rejected bool) error {
	if len(moves) > 0 {
		mv := moves[0]
		h := newHolder(&q.before.Monitors[mv.Monitor], q.groups[mv.Monitor])
		write := func(to map[int32]int32, v int32) {
			for i := range h.twins {
				to[first[mv.Monitor]+int32(i)+1] = 0
			}
			if to[first[mv.Monitor]] = h.state[v]; h.bit[v] > 0 {
				to[first[mv.Monitor]+h.bit[v]] = 1
			}
		}
		for v, to := range mv.To {
			if write(before, int32(v)); to >= 0 {
				write(after, to)
			}
			if err := q.checkParts(moves[1:], first, parts, before, after, rejected || to < 0); err != nil {
				return err
			}
		}
		return nil
	}
	taken := 0
	for _, l := range parts {
		now, ok := maps.Clone(before), true
		for _, mv := range q.split.p.Letters[l].Moves {
			if v, split := before[mv.Monitor]; split {
				now[mv.Monitor] = mv.To[v]
				ok = ok && mv.To[v] >= 0
			}
		}
		if !ok {
			continue
		}
		if taken++; !rejected && !maps.Equal(now, after) {
			return fmt.Errorf("part %d leads elsewhere", l)
		}
	}
	if rejected != (taken == 0) || taken > 1 {
		return fmt.Errorf("%d of its parts can be taken from %v", taken, before)
	}
	return nil
}

func (q *Quotient) checkMonitors() error {
	p, at := q.split.p, places(q.split.p, q.classes)
	for m := range p.Monitors {
		a := &p.Monitors[m]
		if at[m].class < 0 {
			b := &q.Problem.Monitors[q.outside[m]]
			if a.Property != b.Property || a.States != b.States || a.Start != b.Start || a.Trap != b.Trap ||
				!slices.Equal(a.Accept, b.Accept) {
				return fmt.Errorf("monitor %s was changed", a.Name)
			}
			continue
		}
		if a.Property {
			return errors.New("the property is in a class")
		}
		k := q.classes[at[m].class]
		if k.states[0][at[m].position] != a.Start {
			return fmt.Errorf("monitor %s does not start as the first code says", a.Name)
		}
	}
	for c, k := range q.classes {
		if err := q.checkCodes(k); err != nil {
			return err
		}
		for y, accepts := range k.accept {
			b := &q.Problem.Monitors[q.counter[c]+int32(y)]
			start := int32(0)
			if y == int(k.codeOf[0]) {
				start = int32(k.members)
			}
			if b.Property || b.States != k.members+1 || b.Start != start || !b.Accept[0] || accepts &&
				slices.Contains(b.Accept, false) {
				return fmt.Errorf("the counter of code %d is wrong", y)
			}
		}
	}
	return nil
}

// checkCodes verifies that vectors with one code behave as the code does, and that
// no action leads to a vector without one.
func (q *Quotient) checkCodes(k *class) error {
	next := make([]int32, len(k.monitors))
	for v, states := range k.states {
		y := k.codeOf[v]
		for member := range k.members {
			accepts := true
			for i, s := range states {
				accepts = accepts && q.split.p.Monitors[k.monitors[i][member]].Accept[s]
			}
			if accepts != k.accept[y] {
				return fmt.Errorf("code %d accepts, but not %v", y, states)
			}
		}
		for a, does := range k.actions {
			want := int32(-1)
			if apply(q.tables, does, states, next) {
				to, ok := k.vector[tableKey(next)]
				if !ok || !slices.Equal(k.states[to], next) {
					return fmt.Errorf("action %d leads from %v to a vector without a code", a, states)
				}
				want = k.codeOf[to]
			}
			if k.effect[a][y] != want {
				return fmt.Errorf("action %d leads from %v to another code than from code %d", a, states, y)
			}
		}
	}
	return nil
}

// checkLetters looks for the letter of Q that each letter of P is, for each way that
// its members may have codes.
func (q *Quotient) checkLetters() error {
	p, at := q.split.p, places(q.split.p, q.classes)
	byNode := make([][]int32, q.Problem.Nodes)
	for l := range q.Problem.Letters {
		n := q.Problem.Letters[l].Node
		byNode[n] = append(byNode[n], int32(l))
	}
	for i := range p.Letters {
		l := &p.Letters[i]
		does := map[[2]int32][]int32{} // by class and member
		var outside []dataflow.Move
		for j, mv := range l.Moves {
			pl := at[mv.Monitor]
			if pl.class < 0 {
				outside = append(outside, dataflow.Move{Monitor: q.outside[mv.Monitor], To: mv.To})
				continue
			}
			who := [2]int32{pl.class, pl.member}
			if does[who] == nil {
				for range q.classes[pl.class].monitors {
					does[who] = append(does[who], -1)
				}
			}
			does[who][pl.position] = q.tables.of[i][j]
		}
		err := q.eachVector(i, does, func(shape *shape, need map[int32]change) error {
			if shape == nil || shape.node < 0 {
				return fmt.Errorf("letter %d has no node", i)
			}
			for _, x := range byNode[shape.node] {
				if q.does(x, outside, need) {
					return nil
				}
			}
			return fmt.Errorf("letter %d has no letter for %v", i, need)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachVector calls use with every case of the codes that the members have before a
// letter: those that it names one by one, and of all others how many have each code
// that it changes. need is, by class, what the counters must do.
func (q *Quotient) eachVector(i int, does map[[2]int32][]int32, use func(*shape, map[int32]change) error) error {
	roles := q.apart[i].roles
	code := make([]int32, len(roles))
	own := &q.own[q.split.p.Letters[i].Node]
	class := q.nodes[q.of[q.split.p.Letters[i].Node]]
	var after []int32
	step := func(c int32, does []int32, from int32) int32 { // checkCodes has looked at effect
		if k := q.classes[c]; does != nil {
			return k.effect[k.number[tableKey(does)]][from]
		}
		return from
	}
	rest := make([][]int32, len(q.classes)) // what each member that is not named does
	for c, k := range q.classes {
		first := true
		for m := range k.members {
			if slices.ContainsFunc(roles, func(r role) bool { return r.class == int32(c) && r.member == int32(m) }) {
				continue
			}
			d := does[[2]int32{int32(c), int32(m)}]
			if !first && !slices.Equal(d, rest[c]) {
				return fmt.Errorf("letter %d does different things to members that it does not name", i)
			}
			rest[c], first = d, false
		}
	}
	after = make([]int32, len(roles))
	var assign func(r int) error
	var moved func(c int, y int, left int32, need map[int32]change) error
	var base map[int32]change
	used, most := 0, 0
	moved = func(c, y int, left int32, need map[int32]change) error {
		if c == len(q.classes) {
			var from, to [2]int32
			for j := range own.n {
				for x, r := range roles {
					if q.number(r.class, r.member) == own.who[j] {
						from[j], to[j] = code[x], after[x]
					}
				}
			}
			for _, s := range class.shapes {
				if s.from == from && s.to == to {
					return use(s, need)
				}
			}
			return use(nil, need)
		}
		k := q.classes[c]
		if y == 0 {
			// Of how many codes that it moves the letter has cases in which members have them.
			n := 0
			for y := range k.codes() {
				if to := step(int32(c), rest[c], int32(y)); to >= 0 && to != int32(y) {
					n++
				}
			}
			used, most = 0, k.spread(n, left)
		}
		if y == k.codes() || rest[c] == nil {
			left = 0
			if c+1 < len(q.classes) {
				left = int32(q.classes[c+1].members)
				for _, r := range roles {
					if int(r.class) == c+1 {
						left--
					}
				}
			}
			u, m := used, most
			err := moved(c+1, 0, left, need)
			used, most = u, m
			return err
		}
		to := step(int32(c), rest[c], int32(y))
		if to == int32(y) {
			return moved(c, y+1, left, need)
		}
		few := left
		if to < 0 {
			few = 0
		}
		defer func(old int) { used = old }(used)
		for n := range few + 1 {
			more := map[int32]change{}
			for d, ch := range need {
				more[d] = change{taken: slices.Clone(ch.taken), given: slices.Clone(ch.given), exactly: slices.Clone(ch.exactly),
					omitted: ch.omitted}
			}
			ch := more[int32(c)]
			ch.exactly[y] = true
			if n > 0 {
				ch.taken[y] += n
				ch.given[to] += n
			}
			if n == 1 {
				used++
			}
			if used > most { // any letter that is taken then and says so will do
				ch.omitted = true
				more[int32(c)] = ch
				left := int32(0)
				if err := moved(len(q.classes), 0, left, more); err != nil {
					return err
				}
				break
			}
			if err := moved(c, y+1, left-n, more); err != nil {
				return err
			}
		}
		return nil
	}
	assign = func(r int) error {
		if r < len(roles) {
			c := roles[r].class
			for y := range q.classes[c].codes() {
				if to := step(c, does[[2]int32{c, roles[r].member}], int32(y)); to >= 0 {
					code[r], after[r] = int32(y), to
					if err := assign(r + 1); err != nil {
						return err
					}
				}
			}
			return nil
		}
		base = map[int32]change{}
		for c, k := range q.classes {
			base[int32(c)] = change{taken: make([]int32, k.codes()), given: make([]int32, k.codes()),
				exactly: make([]bool, k.codes())}
		}
		left := int32(q.classes[0].members)
		for x, r := range roles {
			base[r.class].taken[code[x]]++
			base[r.class].given[after[x]]++
			if r.class == 0 {
				left--
			}
		}
		return moved(0, 0, left, base)
	}
	return assign(0)
}

// number is the number of a member over all classes.
func (q *Quotient) number(class, member int32) int32 {
	for _, k := range q.classes[:class] {
		member += int32(k.members)
	}
	return member
}

// does reports whether letter x of Q moves the monitors outside as given, and each
// counter as needed, from every count that it can have then.
func (q *Quotient) does(x int32, outside []dataflow.Move, need map[int32]change) bool {
	omitted := false
	for _, ch := range need {
		omitted = omitted || ch.omitted
	}
	if q.omitted.Has(int(x)) != omitted {
		return false
	}
	moves := q.Problem.Letters[x].Moves
	if len(moves) < len(outside) {
		return false
	}
	for j, mv := range outside {
		if moves[j].Monitor != mv.Monitor || !slices.Equal(moves[j].To, mv.To) {
			return false
		}
	}
	moves = moves[len(outside):]
	for c, k := range q.classes {
		ch := need[int32(c)]
		for y := range k.codes() {
			var to []int32
			if len(moves) > 0 && moves[0].Monitor == q.counter[c]+int32(y) {
				to, moves = moves[0].To, moves[1:]
			}
			if omitted { // it can be taken
				if to != nil && to[ch.taken[y]] < 0 {
					return false
				}
				continue
			}
			for s := ch.taken[y]; s <= int32(k.members); s++ {
				if ch.exactly[y] && s > ch.taken[y] {
					break
				}
				want, got := s-ch.taken[y]+ch.given[y], s
				if to != nil {
					got = to[s]
				}
				if want <= int32(k.members) && got != want {
					return false
				}
			}
		}
	}
	return len(moves) == 0
}

func (q *Quotient) checkEdges() error {
	p := q.split.p
	if p.StartFinal && !q.Problem.StartFinal {
		return errors.New("the start is not final")
	}
	for n := range p.Nodes {
		for _, s := range q.nodes[q.of[n]].shapes {
			switch {
			case p.Start.Has(n) && !q.Problem.Start.Has(int(s.node)):
				return fmt.Errorf("node %d cannot come first", n)
			case p.Final.Has(n) && !q.Problem.Final.Has(int(s.node)):
				return fmt.Errorf("node %d is not final", n)
			}
			for m := range p.Succ.Row(n).All {
				for _, t := range q.nodes[q.of[m]].shapes {
					follows := true
					for i := range q.own[n].n {
						for j := range q.own[m].n {
							if q.own[n].who[i] == q.own[m].who[j] && s.to[i] != t.from[j] {
								follows = false
							}
						}
					}
					if follows && !q.Problem.Succ.Has(int(s.node), int(t.node)) {
						return fmt.Errorf("the edge from node %d to %d is lost", n, m)
					}
				}
			}
		}
	}
	return nil
}
