package explore

import (
	"slices"

	"flavers/explore/model"
)

// This file keeps long sequences of wakeup trees. Of n steps of an execution
// that need not end, each can have an alternative with some n moves after it.
// So they are not written out, but remembered as parts of that execution, and
// made into nodes one by one when the search gets there.

// later is a sequence of moves.
type later struct {
	run  *kept
	part []int32     // of run, see part
	from int         // the sequence begins with the first event of the part from this one on
	last *model.Move // and ends with this move
}

// kept is an execution of the past, from an event on.
type kept struct {
	from  int
	taken []*model.Move
	at    []place
	users int
}

// storage has what is kept, and what can be used again.
type storage struct {
	kept   *kept // the run that has just ended; nil: not needed so far
	laters []*later
	spares []*kept
}

// keep remembers a part of the run from event at on, and then v.
func (o *optimal) keep(at int, p *configuration, v *model.Move) *later {
	r := o.r
	if o.kept == nil || at < o.kept.from {
		from := at
		if o.kept != nil {
			from = max(0, min(at, r.depth-2*(r.depth-o.kept.from))) // so that this happens a few times only
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

// first takes the first move out of a sequence, and reports whether there are
// more.
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

// drop gives a sequence back that nothing is left of.
func (o *optimal) drop(l *later) {
	o.unuse(l.run)
	l.run, l.last = nil, nil
	o.laters = append(o.laters, l)
}

// forget makes room for another execution.
func (o *optimal) forget() {
	if o.kept != nil {
		o.unuse(o.kept)
		o.kept = nil
	}
}

func (o *optimal) unuse(k *kept) {
	if k.users--; k.users == 0 {
		clear(k.taken)
		o.spares = append(o.spares, k)
	}
}

// insertLong is insert without writing the sequence out, unless it goes on as
// another one begins that is in the tree.
func (o *optimal) insertLong(at int, p *configuration, v *model.Move) {
	r := o.r
	t := r.notdep(p, at)
	o.events = r.minimal(o.events[:0], &t)
	begins := func(z *model.Move) bool { // weakInitial
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
