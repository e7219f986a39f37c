package counting

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"flavers/dataflow"
)

// This file verifies that every step of P is a step of Q. It does not use how Q was made: it goes through the letters
// and edges of P, and looks for each of them in Q.

// Check verifies the conditions of the lemma of docs/theory.md, section 3.1, one by one: splitting changed nothing; the
// tuple at the start, acceptance and trap of P are those of Q; and for every letter and edge of P, whatever codes the
// members have, Q has the letter and the edge. The time is in O(edges of P * codes²). An error is a bug of this
// package.
func (q *Quotient) Check() error {
	for _, part := range []func() error{q.checkSplit, q.checkMonitors, q.checkLetters, q.checkEdges} {
		if err := part(); err != nil {
			return fmt.Errorf("counting: %w", err)
		}
	}
	return nil
}

// checkSplit verifies that splitting changed nothing. It looks at the parts of each letter, in each state of the
// monitors that are split: if the letter is possible there, exactly one part is, and it leads to the same state;
// otherwise none is.
func (q *Quotient) checkSplit() error {
	p, s := q.before, q.split
	first := make([]int32, len(p.Monitors)) // by monitor of P: the first one that it became
	for m := len(s.of) - 1; m >= 0; m-- {
		first[s.of[m]] = int32(m)
	}
	parts := make([][]int32, len(p.Letters)) // by letter of P: the letters that it became
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
			// The moves of monitors that are not split are the same as before, in the same order.
			at := 0
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

// checkParts goes through the combinations of states of the monitors in moves, one monitor after the other. before and
// after have the states of the monitors that these were split into, before and after the letter. rejected is set if the
// letter is not possible in the combination so far. first is by monitor of P, and parts are letters of the split
// problem.
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

// checkMonitors verifies that monitors outside of classes are as they were, that the members of a class start with code
// 0 and are described by their codes, and that each counter starts and accepts as its code says.
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

// checkCodes verifies that vectors of states with one code behave as the code does: they accept alike, and each action
// leads them to vectors with the code that effect has.
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

// checkLetters looks for each letter of P in Q, for each case of the codes that its members may have before it.
func (q *Quotient) checkLetters() error {
	p, at := q.split.p, places(q.split.p, q.classes)
	byNode := make([][]int32, q.Problem.Nodes)
	for l := range q.Problem.Letters {
		n := q.Problem.Letters[l].Node
		byNode[n] = append(byNode[n], int32(l))
	}
	for i := range p.Letters {
		l := &p.Letters[i]
		does := map[[2]int32][]int32{} // by class and member: its action, as class.actions has actions
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
		err := q.eachCase(i, does, func(shape *shape, need map[int32]change) error {
			if shape == nil || shape.node < 0 {
				return fmt.Errorf("letter %d has no node", i)
			}
			for _, candidate := range byNode[shape.node] {
				if q.does(candidate, outside, need) {
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

// eachCase calls use with every case in which letter i can be taken: the codes of the members that it names, and for
// all others how many of them have each code that it changes. does has the action of the letter on each member that it
// moves. use gets the shape of the node in this case, or nil if Q has none, and need: by class, what the counters have
// to do.
func (q *Quotient) eachCase(i int, does map[[2]int32][]int32, use func(*shape, map[int32]change) error) error {
	roles := q.apart[i].roles
	node := q.split.p.Letters[i].Node
	w := &caseWalk{q: q, roles: roles, does: does, use: use, own: &q.own[node], class: q.nodes[q.of[node]],
		code: make([]int32, len(roles)), after: make([]int32, len(roles)), rest: make([][]int32, len(q.classes))}
	for c, k := range q.classes {
		first := true
		for m := range k.members {
			if slices.ContainsFunc(roles, func(r role) bool { return r.class == int32(c) && r.member == int32(m) }) {
				continue
			}
			d := does[[2]int32{int32(c), int32(m)}]
			if !first && !slices.Equal(d, w.rest[c]) {
				return fmt.Errorf("letter %d does different things to members that it does not name", i)
			}
			w.rest[c], first = d, false
		}
	}
	return w.assign(0)
}

// caseWalk goes through the cases in which one letter of P can be taken.
type caseWalk struct {
	q     *Quotient
	roles []role               // the members that the letter names
	does  map[[2]int32][]int32 // by class and member: the action on it; nil: it is not moved
	rest  [][]int32            // by class: the action on each member that is not named
	own   *owners              // of the letter's node
	class *nodeClass           // of the letter's node
	use   func(*shape, map[int32]change) error

	code, after []int32 // by role: the code of the member before and after the letter, in the present case
}

// step returns the code of a member of class c after an action, or -1 if the action is not possible with the code from.
// checkCodes has verified the table effect.
func (w *caseWalk) step(c int32, action []int32, from int32) int32 {
	if action == nil {
		return from
	}
	k := w.q.classes[c]
	return k.effect[k.number[tableKey(action)]][from]
}

// assign goes through the codes of the roles from r on.
func (w *caseWalk) assign(r int) error {
	if r < len(w.roles) {
		c := w.roles[r].class
		for y := range w.q.classes[c].codes() {
			if to := w.step(c, w.does[[2]int32{c, w.roles[r].member}], int32(y)); to >= 0 {
				w.code[r], w.after[r] = int32(y), to
				if err := w.assign(r + 1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	need := map[int32]change{}
	for c, k := range w.q.classes {
		need[int32(c)] = change{taken: make([]int32, k.codes()), given: make([]int32, k.codes()),
			exactly: make([]bool, k.codes())}
	}
	for x, r := range w.roles {
		need[r.class].taken[w.code[x]]++
		need[r.class].given[w.after[x]]++
	}
	return w.spread(0, need)
}

// spread goes through the ways in which the members of classes c and later that are not named may be spread over the
// codes that the letter moves. need has what the roles, and the members of classes before c, need.
func (w *caseWalk) spread(c int, need map[int32]change) error {
	if c == len(w.q.classes) {
		return w.use(w.shape(), need)
	}
	if w.rest[c] == nil {
		return w.spread(c+1, need)
	}
	k := w.q.classes[c]
	left := int32(k.members)
	for _, r := range w.roles {
		if int(r.class) == c {
			left--
		}
	}
	moved := 0 // codes that the letter moves
	for y := range k.codes() {
		if to := w.step(int32(c), w.rest[c], int32(y)); to >= 0 && to != int32(y) {
			moved++
		}
	}
	return w.spreadCodes(c, 0, left, k.spread(moved, left), need)
}

// spreadCodes is spread for the codes y and later of class c. left is how many members have no code so far. Only in
// cases in which at most so many more codes have members does Q have letters of its own; for all other cases any letter
// that can be taken then, and is marked as omitted, will do.
func (w *caseWalk) spreadCodes(c, y int, left int32, moreCodes int, need map[int32]change) error {
	if y == w.q.classes[c].codes() {
		return w.spread(c+1, need)
	}
	to := w.step(int32(c), w.rest[c], int32(y))
	if to == int32(y) { // members with this code stay, and the counter does not matter
		return w.spreadCodes(c, y+1, left, moreCodes, need)
	}
	most := left
	if to < 0 { // the letter is possible only if no member has this code
		most = 0
	}
	for n := range most + 1 {
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
			moreCodes--
		}
		if moreCodes < 0 {
			ch.omitted = true
			more[int32(c)] = ch
			return w.spread(len(w.q.classes), more)
		}
		if err := w.spreadCodes(c, y+1, left-n, moreCodes, more); err != nil {
			return err
		}
	}
	return nil
}

// shape returns the shape of the letter's node in the present case, or nil if Q has none.
func (w *caseWalk) shape() *shape {
	var from, to [2]int32 // by owner
	for j := range w.own.n {
		for x, r := range w.roles {
			if w.q.number(r.class, r.member) == w.own.who[j] {
				from[j], to[j] = w.code[x], w.after[x]
			}
		}
	}
	for _, s := range w.class.shapes {
		if s.from == from && s.to == to {
			return s
		}
	}
	return nil
}

// number returns the number of a member if the members of all classes are counted through.
func (q *Quotient) number(class, member int32) int32 {
	for _, k := range q.classes[:class] {
		member += int32(k.members)
	}
	return member
}

// does reports whether letter x of Q does what a letter of P needs: it moves the monitors outside of classes as given,
// and each counter as need says, from every value that the counter can have in this case. If some change of need is
// omitted, it is enough that x can be taken and is marked as omitted.
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
			if omitted { // look only whether it can be taken
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

// checkEdges verifies that Q has each edge of P, and each node that can come first or last, whatever codes the owners
// of the nodes have. Two nodes of the same owner can follow each other only if the second begins with the code that the
// first leads to.
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
