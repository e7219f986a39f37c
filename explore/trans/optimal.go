package trans

import "slices"

// This file is trans-optimal: Optimal-DPOR (P. A. Abdulla, S. Aronis, B. Jonsson
// and K. Sagonas, Optimal dynamic partial order reduction, POPL 2014, and Source
// sets, JACM 2017) for actors. It completes one execution of each class and gives
// none up. Where the parts of the algorithm are:
//
//	Explore             visitOptimal
//	race detection      races, when an execution has ended: what else could have come at the point before
//	                    a delivery, as a sequence v of deliveries
//	insertion of v      suggest, try and insert: v is kept at that point, unless an initial of v sleeps there
//	wakeup tree         frame.want, a list of sequences
//	sleep set           frame.sleep
//	weak initials       weakInitial
//
// In the rules after the paper of TransDPOR a point has messages to try, and sleep
// sets find out afterwards which of these lead to nothing new. A sequence here is
// known to lead to something new.
//
// Differences from the algorithm:
//
//   - A message that was never delivered is in a race, too: it could have been
//     delivered before its receiver ended or disabled it.
//   - With guards, it is known only at the point itself whether a message can be
//     delivered there. So sequences are tried there before they are kept.
//   - There are no trees. The sequences of a point that can begin with one delivery
//     are executed together, also if that delivery is in none of them, but
//     commutes with them. Of several such deliveries, choose takes the first in
//     the order of preference, those to receivers of earlier sequences first. So
//     executions have more in common than those of a tree, which keeps the order
//     in which sequences were found.

// wakeups is the rule of trans-optimal. It has a search of its own, visitOptimal.
type wakeups struct{}

func (wakeups) begin(*search, *point) {}
func (wakeups) sent(*search, msgID)   {}
func (wakeups) done(*search, msgID)   {}
func (wakeups) arrived(*search)       {}

// step is a delivery, in a form that is the same in all executions that have it.
// Numbers of messages and actors depend on the execution; names (waking.name) are
// made of the delivery that sent the message or created the actor.
type step struct {
	msg int32 // the name of the message
	out int32 // the outcome
	to  int32 // the name of the receiver
}

// dependent reports whether the order of two deliveries that are possible in one state matters.
func (z step) dependent(u step) bool { return z.to == u.to }

// is reports whether two steps are the same delivery.
func (z step) is(u step) bool { return z.msg == u.msg && z.out == u.out }

// waking is the state of the search by wakeup sequences.
type waking struct {
	s      *search
	names  map[[4]int32]int32 // by kind (0 message, 1 actor), name and outcome of the delivery, index in it
	msgs   []int32            // by message of the execution: its name
	actors []int32            // by actor of the execution: its name
	frames []*frame           // by depth
}

// frame belongs to a point of the execution in progress.
type frame struct {
	sleep []step     // the sleep set
	want  [][]step   // wakeup sequences that are left; an empty one stands for anything that is possible
	maybe []sequence // to be tried at this point before they become wakeup sequences
	first []int32    // names of receivers whose deliveries go first here, in order
}

// sequence is a wakeup sequence whose step with index open has an outcome that is
// not known yet. The steps before open are those that lead to it.
type sequence struct {
	steps []step
	open  int
}

// name returns the name of a message or actor, see waking.names.
func (w *waking) name(of [4]int32) int32 {
	n, ok := w.names[of]
	if !ok {
		n = int32(len(w.names))
		w.names[of] = n
	}
	return n
}

// label names the messages and actors that the last delivery made, or, before the first one, those of the start.
func (w *waking) label() {
	s := w.s
	w.msgs, w.actors = w.msgs[:min(len(w.msgs), len(s.msgs))], w.actors[:min(len(w.actors), len(s.clocks))]
	by, out := int32(-1), int32(-1)
	msgs, actors := 0, 0
	if d := len(s.events) - 1; d >= 0 {
		e := &s.events[d]
		msgs, actors = int(e.past), s.saved[d].actors
		by, out = w.msgs[e.msg], int32(e.way)
	}
	w.msgs, w.actors = w.msgs[:msgs], w.actors[:actors]
	for i := msgs; i < len(s.msgs); i++ {
		w.msgs = append(w.msgs, w.name([4]int32{0, by, out, int32(i - msgs)}))
	}
	for i := actors; i < len(s.clocks); i++ {
		w.actors = append(w.actors, w.name([4]int32{1, by, out, int32(i - actors)}))
	}
}

// step returns the delivery of m with an outcome as a step.
func (w *waking) step(m msgID, out int) step {
	return step{w.msgs[m], int32(out), w.actors[w.s.to(m)]}
}

// visitOptimal explores from the end of the path; want has the rests of the wakeup
// sequences that led here. It returns false if the search is to stop.
func (s *search) visitOptimal(want [][]step) bool {
	d := len(s.events)
	if d == 0 {
		s.waking = &waking{s: s, names: map[[4]int32]int32{}}
	}
	w := s.waking
	w.label()
	for len(w.frames) <= d {
		w.frames = append(w.frames, &frame{})
	}
	// The sleep set: that of the point before, without what depends on the last delivery.
	f := w.frames[d]
	f.sleep, f.want, f.maybe, f.first = f.sleep[:0], want, f.maybe[:0], f.first[:0]
	if d > 0 {
		last := w.actors[s.events[d-1].to]
		for _, z := range w.frames[d-1].sleep {
			if z.to != last {
				f.sleep = append(f.sleep, z)
			}
		}
	}
	if len(f.sleep) == 0 {
		f.want = [][]step{{}} // every execution from here is new
	}
	// An execution that is over.
	var enabled []msgID
	for _, m := range s.pending {
		if s.model.outcomes(m) > 0 {
			enabled = append(enabled, m)
		}
	}
	if len(enabled) == 0 || d >= s.depth {
		how := cut
		if len(enabled) == 0 {
			how = complete
		}
		if !s.watch.over(how) {
			return false
		}
		w.races()
		return true
	}
	s.order.sort(enabled, s.to)
	if slices.ContainsFunc(f.want, func(v []step) bool { return len(v) == 0 }) {
		if f.want = w.any(f, enabled); f.want == nil {
			return s.watch.over(blocked)
		}
	}
	// Execute the sequences. Races at the end of executions add more of them.
	for len(f.want) > 0 {
		z, child, ok := w.choose(f, enabled)
		if !ok { // none is possible: see search.lost
			w.s.lost = true
			return true
		}
		if !s.watch.delivering(d + 1) {
			return false
		}
		w.deliver(z)
		s.watch.delivered()
		more := s.visitOptimal(child)
		s.watch.takingBack()
		w.takeBack()
		if !more {
			return false
		}
		f.sleep = append(f.sleep, z)
		for _, v := range f.maybe {
			w.try(f, v)
		}
		f.maybe = f.maybe[:0]
	}
	return true
}

// any returns a sequence of one step for each outcome of the first message that has
// an outcome which does not sleep; nil: all messages sleep.
func (w *waking) any(f *frame, enabled []msgID) (want [][]step) {
	for _, m := range enabled {
		for k := range w.s.model.outcomes(m) {
			if z := w.step(m, k); !slices.ContainsFunc(f.sleep, z.is) {
				want = append(want, []step{z})
			}
		}
		if want != nil {
			break
		}
	}
	return want
}

// choose picks a delivery z: the first in the order of preference with which some
// sequence of f.want can begin. It takes out of f.want all sequences that can
// begin with z, and returns as child what is left of them after z. ok is false if
// no sequence can begin with a delivery that is possible.
func (w *waking) choose(f *frame, enabled []msgID) (z step, child [][]step, ok bool) {
	rank := func(m msgID) int {
		if i := slices.Index(f.first, w.actors[w.s.to(m)]); i >= 0 {
			return i
		}
		return len(f.first)
	}
	enabled = slices.Clone(enabled)
	slices.SortStableFunc(enabled, func(a, b msgID) int { return rank(a) - rank(b) })
	for _, m := range enabled {
		n := w.s.model.outcomes(m)
		for k := range n {
			z = w.step(m, k)
			rest, found := f.want[:0:0], false
			child = nil
			for _, v := range f.want {
				switch i, ok := weakInitial(z, v); {
				case ok && i >= 0: // z is in v
					found = true
					child = append(child, slices.Delete(slices.Clone(v), i, i+1))
				case ok: // z is not in v and commutes with it, and so does each other outcome of m
					found = found || n == 1
					child = append(child, v)
					for other := range n {
						if u := w.step(m, other); other != k && !slices.ContainsFunc(f.sleep, u.is) {
							rest = append(rest, append([]step{u}, v...))
						}
					}
				default:
					rest = append(rest, v)
				}
			}
			if found {
				f.want = rest
				if len(f.first) == 0 {
					f.first = append(f.first, z.to)
				}
				return z, child, true
			}
		}
	}
	return z, nil, false
}

// find returns the pending message of a step, or -1.
func (w *waking) find(z step) msgID {
	for _, m := range w.s.pending {
		if w.msgs[m] == z.msg {
			return m
		}
	}
	return -1
}

// deliver executes a step.
func (w *waking) deliver(z step) {
	m := w.find(z)
	if m < 0 || w.s.model.outcomes(m) <= int(z.out) {
		panic("trans: a delivery of a wakeup sequence is not possible")
	}
	w.s.deliver(m, int(z.out))
}

// takeBack undoes the last step.
func (w *waking) takeBack() {
	w.s.model.undo()
	w.s.takeBack()
	w.msgs, w.actors = w.msgs[:len(w.s.msgs)], w.actors[:len(w.s.clocks)]
}

// races finds the races of an execution that is over, and suggests a sequence for
// each. A message m is in a race with the last event e of its receiver, before m's
// own delivery, that does not happen before the sending of m: m could have been
// delivered in place of e. If guards can disable messages, it may be disabled
// there, so all such events are taken.
func (w *waking) races() {
	s := w.s
	for m := range s.msgs {
		list := s.byActor[s.to(msgID(m))]
		at := slices.IndexFunc(list, func(e int32) bool { return s.events[e].msg == msgID(m) })
		if at < 0 {
			at = len(list)
		}
		for at--; at >= 0 && !s.before(int(list[at]), msgID(m)); at-- {
			// The sequence has what comes after e and does not happen after e (notdep): first what leads to m, then
			// m, then the others.
			e := int(list[at])
			var v, rest []step
			for i := e + 1; i < len(s.events); i++ {
				switch x := &s.events[i]; {
				case x.msg == msgID(m) || leq(s.events[e].clock, x.clock):
				case s.before(i, msgID(m)):
					v = append(v, w.step(x.msg, x.way))
				default:
					rest = append(rest, w.step(x.msg, x.way))
				}
			}
			w.suggest(w.frames[e], append(append(v, w.step(msgID(m), 0)), rest...), len(v))
			if !s.guards {
				break
			}
		}
	}
}

// suggest keeps a sequence to be tried at a point, unless a step that sleeps there
// can come first in it. Whether that step is the open one is not known yet.
func (w *waking) suggest(f *frame, v []step, open int) {
	for _, z := range f.sleep {
		if i, ok := weakInitial(z, v); ok && i != open {
			return
		}
	}
	f.maybe = append(f.maybe, sequence{v, open})
}

// try executes the steps of a sequence up to the open one, from the end of the
// path, to find how many outcomes that has. It adds the sequence with each outcome
// to f.want, and undoes what it executed.
func (w *waking) try(f *frame, q sequence) {
	v, last := q.steps, q.open
	depth := len(w.s.events)
	for _, z := range v[:last] {
		m := w.find(z)
		if m < 0 || w.s.model.outcomes(m) <= int(z.out) {
			w.s.lost = true
			break
		}
		w.s.deliver(m, int(z.out))
		w.label()
	}
	n := 0
	if m := w.find(v[last]); m >= 0 && !w.s.lost {
		n = w.s.model.outcomes(m)
	}
	for len(w.s.events) > depth {
		w.takeBack()
	}
	for k := range n {
		v[last].out = int32(k)
		w.insert(f, slices.Clone(v))
	}
}

// insert adds a sequence to f.want, unless a step that sleeps can come first in it:
// all that it leads to was then explored.
func (w *waking) insert(f *frame, v []step) {
	for _, z := range f.sleep {
		if _, ok := weakInitial(z, v); ok {
			return
		}
	}
	f.want = append(f.want, v)
	if !slices.Contains(f.first, v[0].to) {
		f.first = append(f.first, v[0].to)
	}
}

// weakInitial reports whether z is a weak initial of v: it can come first in v, or
// it is not in v and commutes with all of v. i is its index in v, or -1.
func weakInitial(z step, v []step) (i int, ok bool) {
	for i, u := range v {
		if u.is(z) {
			return i, true
		}
		if u.dependent(z) {
			return 0, false
		}
	}
	return -1, true
}
