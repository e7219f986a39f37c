package explore

import (
	"slices"

	"flavers/explore/model"
)

// This file keeps long sequences of wakeup trees. An execution of n steps can have, for
// each of its steps, an alternative with about n moves after it: n^2 nodes. So long
// sequences are not written out as nodes. They are remembered as a configuration of that
// execution, and become nodes one by one when the search gets there.

// later is a sequence of moves: the events of a configuration of an execution, from one
// event on, followed by one more move.
type later struct {
	run  *kept
	part []int32     // the configuration: by thread, the number of its events in it
	from int         // the sequence begins with the first event of the configuration from this one on
	last *model.Move // and ends with this move
}

// kept is an execution that has ended, from an event on.
type kept struct {
	from  int
	taken []*model.Move // by event, less from
	at    []place       // likewise
	users int           // how many laters, and storage.kept, refer to it
}

// storage has the present execution, if it is kept, and unused elements.
type storage struct {
	kept   *kept // the execution that has just ended; nil: not needed so far
	laters []*later
	spares []*kept
}

// keep returns the sequence of the events of p from event at on, and then v.
func (o *optimal) keep(at int, p *configuration, v *model.Move) *later {
	r := o.r
	// Keep the execution from event at on. If it is kept from a later event on, keep at least twice as much, so that
	// this happens a few times only.
	if o.kept == nil || at < o.kept.from {
		from := at
		if o.kept != nil {
			from = max(0, min(at, r.depth-2*(r.depth-o.kept.from)))
		}
		o.forget()
		k := &kept{}
		if n := len(o.spares) - 1; n >= 0 {
			k, o.spares = o.spares[n], o.spares[:n]
		}
		k.from, k.users = from, 1
		k.taken = append(k.taken[:0], r.taken[from:r.depth]...)
		k.at = append(k.at[:0], r.at[from:r.depth]...)
		o.kept = k
	}
	o.kept.users++
	if len(o.laters) == 0 {
		const block = 64
		all, moves := make([]later, block), make([]int32, block*len(p.moves))
		for i := range all {
			all[i].part, moves = moves[:0:len(p.moves)], moves[len(p.moves):]
			o.laters = append(o.laters, &all[i])
		}
	}
	n := len(o.laters) - 1
	l := o.laters[n]
	o.laters = o.laters[:n]
	*l = later{run: o.kept, part: append(l.part[:0], p.moves...), from: at, last: v}
	return l
}

// first removes the first move of a sequence and returns it. more reports whether there
// are others left.
func (l *later) first() (v *model.Move, more bool) {
	k := l.run
	for i := l.from - k.from; i < len(k.taken); i++ {
		if e := &k.at[i]; l.part[e.thread] >= e.number {
			l.from = k.from + i + 1
			return k.taken[i], true
		}
	}
	return l.last, false
}

// drop gives back the memory of a sequence that has no step left.
func (o *optimal) drop(l *later) {
	o.unuse(l.run)
	l.run, l.last = nil, nil
	o.laters = append(o.laters, l)
}

// forget ends the use of the execution that has ended, as another one begins.
func (o *optimal) forget() {
	if o.kept != nil {
		o.unuse(o.kept)
		o.kept = nil
	}
}

// unuse gives back an execution that nobody refers to any more.
func (o *optimal) unuse(k *kept) {
	if k.users--; k.users == 0 {
		clear(k.taken)
		o.spares = append(o.spares, k)
	}
}

// insertLong is insert for a long sequence, which is not written out, unless it shares its
// beginning with one that is in the tree.
func (o *optimal) insertLong(at int, p *configuration, v *model.Move) {
	r := o.r
	t := r.notdep(p, at)
	o.events = r.minimal(o.events[:0], &t)
	// begins reports whether z is a weak initial of the sequence, as weakInitial does.
	begins := func(z *model.Move) bool {
		if slices.ContainsFunc(o.events, func(e int32) bool { return r.taken[e].Is(z) }) {
			return true
		}
		return !r.touched(&t, z.Footprint) && (z.Is(v) || model.Independent(z, v))
	}
	f := &o.frames[at]
	if slices.ContainsFunc(f.sleep, begins) {
		return
	}
	if slices.ContainsFunc(f.tree[1:], func(n *node) bool { return begins(n.move) }) {
		o.write(at, r.length(p), p, v)
		o.enter(&f.tree, 1)
		return
	}
	l := o.keep(at, p, v)
	u, _ := l.first()
	n := o.node(u)
	n.later = l
	f.tree = append(f.tree, n)
}
