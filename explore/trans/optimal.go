package trans

import "slices"

// wakeups is Optimal-DPOR (Abdulla, Aronis, Jonsson and Sagonas, 2014 and 2017)
// for actors: when an execution has ended, every other order of two deliveries to
// one actor is kept, as a sequence of deliveries, at the point where the orders
// part, unless something that was done there begins in the same way. It takes one
// execution of each class and gives none up.
//
// In the rules after the paper a point has messages to try, and sleep sets find
// out afterwards which of these lead to nothing new; a sequence is known to lead
// to something new.
//
// Our differences to the algorithm. A message that was never delivered has an
// order too (it could have been, before its receiver ended or disabled it). Where
// guards are, it is only known at the point itself whether a message can be
// delivered there: sequences are tried there before they are kept. And there are
// no trees: the sequences of a point are executed together, as long as they can
// begin with one delivery, which need not be in them; of those deliveries that
// can, the first in the order of preference is taken, receivers first that had
// deliveries there before. So executions have more in common than those of a
// tree, which keeps the order that was found.
type wakeups struct{}

func (wakeups) begin(*search, *point) {}
func (wakeups) sent(*search, msgID)   {}
func (wakeups) done(*search, msgID)   {}
func (wakeups) arrived(*search)       {}

// step is a delivery wherever it is: messages and actors are named after the
// delivery that sent or created them.
type step struct {
	msg int32
	out int32
	to  int32
}

// dependent reports whether the order of two deliveries matters. Both have to be possible in one state.
func (z step) dependent(u step) bool { return z.to == u.to }

func (z step) is(u step) bool { return z.msg == u.msg && z.out == u.out }

// waking is the state of the search by wakeup sequences.
type waking struct {
	s      *search
	names  map[[4]int32]int32
	msgs   []int32 // names, by message
	actors []int32 // by actor
	frames []*frame
}

// frame belongs to a point.
type frame struct {
	sleep []step     // what leads to nothing new here
	want  [][]step   // what has to be done here: each leads to something new; an empty one: anything
	maybe []sequence // to be tried here
	first []int32    // receivers that are preferred here, in order
}

// sequence is what was not done; of the step open the outcome is not known. What
// leads to that step comes first.
type sequence struct {
	steps []step
	open  int
}

func (w *waking) name(of [4]int32) int32 {
	n, ok := w.names[of]
	if !ok {
		n = int32(len(w.names))
		w.names[of] = n
	}
	return n
}

// label names the messages and actors that are new.
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

func (w *waking) step(m msgID, out int) step {
	return step{w.msgs[m], int32(out), w.actors[w.s.to(m)]}
}

// visitOptimal explores from the end of the path, by wakeup sequences. false: the
// search is to stop.
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
		f.want = [][]step{{}} // everything is new
	}
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
	for len(f.want) > 0 {
		z, child, ok := w.choose(f, enabled)
		if !ok {
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

// any is the first message that does not sleep, in all its outcomes; nil: all
// sleep.
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

// choose takes out of what has to be done the sequences that can begin with one
// delivery, the first possible one in the order of preference, and returns it
// with what has to follow.
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
				case ok && i >= 0:
					found = true
					child = append(child, slices.Delete(slices.Clone(v), i, i+1))
				case ok:
					found = found || n == 1
					child = append(child, v)
					for other := range n { // with any other outcome too
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

// find is the pending message of a step; -1: there is none.
func (w *waking) find(z step) msgID {
	for _, m := range w.s.pending {
		if w.msgs[m] == z.msg {
			return m
		}
	}
	return -1
}

func (w *waking) deliver(z step) {
	m := w.find(z)
	if m < 0 || w.s.model.outcomes(m) <= int(z.out) {
		panic("trans: a delivery of a wakeup sequence is not possible")
	}
	w.s.deliver(m, int(z.out))
}

func (w *waking) takeBack() {
	w.s.model.undo()
	w.s.takeBack()
	w.msgs, w.actors = w.msgs[:len(w.s.msgs)], w.actors[:len(w.s.clocks)]
}

// races finds what else could have happened in the execution: each message could
// have been delivered in place of the last event of its receiver that did not
// lead to it, or, where guards disable messages, of any of them.
func (w *waking) races() {
	s := w.s
	for m := range s.msgs {
		list := s.byActor[s.to(msgID(m))]
		at := slices.IndexFunc(list, func(e int32) bool { return s.events[e].msg == msgID(m) })
		if at < 0 {
			at = len(list)
		}
		for at--; at >= 0 && !s.before(int(list[at]), msgID(m)); at-- {
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

// suggest keeps a sequence to be tried at a point, unless it is known there.
func (w *waking) suggest(f *frame, v []step, open int) {
	for _, z := range f.sleep {
		if i, ok := weakInitial(z, v); ok && i != open {
			return
		}
	}
	f.maybe = append(f.maybe, sequence{v, open})
}

// try adds a sequence to what has to be done at the end of the path, with
// each outcome of its open step.
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

// insert adds a sequence to what has to be done, unless it is known.
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

// weakInitial reports whether z can come first in v, or before all of v without
// being in it. i is where in v it is, or -1.
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
