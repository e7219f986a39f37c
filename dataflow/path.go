package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file finds the way back from a violation to the start.

// pathLog remembers of every push which push it came from and by which class
// of letters: parent<<classBits | class. The start has number 0. It is a ring:
// once it has as many records as its limit allows, the oldest go.
type pathLog struct {
	recs  []uint64 // length a power of two
	n     int64    // pushes so far; records n-len(recs)..n-1 are there
	limit int      // greatest length, a power of two
	mem   *budget
}

const (
	classBits = 24
	firstLog  = 1 << 8
	// leastLog is the length that a log keeps when memory is short.
	leastLog = 1 << 12
	// logLimit bounds the log of a first run: when the violation comes later,
	// the search is run again up to it with as much log as that needs, instead
	// of every long verification carrying 8 bytes per push for nothing.
	logLimit = 1 << 22
)

func newLog(limit int, mem *budget) *pathLog {
	l := &pathLog{recs: make([]uint64, min(firstLog, limit)), limit: limit, mem: mem}
	mem.force(int64(len(l.recs)) * 8)
	return l
}

// add records the next push.
func (l *pathLog) add(parent int64, class int32) {
	if l.n == int64(len(l.recs)) && len(l.recs) < l.limit {
		l.widen()
	}
	l.recs[l.n&int64(len(l.recs)-1)] = uint64(parent)<<classBits | uint64(class)
	l.n++
}

// widen doubles the ring before it wraps for the first time; when memory does
// not allow that the ring stays as it is.
func (l *pathLog) widen() {
	if !l.mem.take(int64(len(l.recs)) * 8) {
		l.limit = len(l.recs)
		return
	}
	recs := make([]uint64, 2*len(l.recs))
	copy(recs, l.recs)
	l.recs = recs
}

// shrink gives memory back, keeping the latest records.
func (l *pathLog) shrink() bool {
	if len(l.recs) <= leastLog {
		return false
	}
	recs := make([]uint64, leastLog)
	for i := max(l.n-leastLog, 0); i < l.n; i++ {
		recs[i&(leastLog-1)] = l.recs[i&int64(len(l.recs)-1)]
	}
	l.mem.give(int64(len(l.recs)-leastLog) * 8)
	l.recs, l.limit = recs, leastLog
	return true
}

// back appends to classes the classes from push i back towards the start. It
// returns the push at which records end: 0 when the start was reached.
func (l *pathLog) back(i int64, classes []int32) (int64, []int32) {
	for i > 0 && i >= l.n-int64(len(l.recs)) {
		r := l.recs[i&int64(len(l.recs)-1)]
		classes = append(classes, int32(r&(1<<classBits-1)))
		i = int64(r >> classBits)
	}
	return i, classes
}

// reset empties the log and sets its limit for a run of n pushes: as long as
// all of them need, but no longer than memory allows.
func (l *pathLog) reset(n int64) {
	want := 1 << bits.Len64(uint64(n))
	if l.mem.max > 0 {
		room := (l.mem.max - l.mem.used.Load()) / 8
		for want > len(l.recs) && int64(want-len(l.recs)) > room {
			want /= 2
		}
	}
	l.n, l.limit = 0, max(want, len(l.recs))
}

// letters turns a path of classes into one of letters. Of each class only some
// members may follow the letter before, so the possible members are collected
// forwards and one is chosen backwards; atEnd asks for a final last letter.
// The search has seen that there is a choice.
func (tb *tables) letters(classes []int32, atEnd bool) []int32 {
	path := make([]int32, len(classes))
	if len(tb.classes) == len(tb.class) {
		for i, c := range classes {
			path[i] = tb.classes[c].first
		}
		return path
	}
	can := make([]bitset.Set, len(classes))
	follow := tb.start
	for i, c := range classes {
		k := &tb.classes[c]
		set := bitset.New(len(tb.class))
		if k.letters == nil {
			set.Add(int(k.first))
		} else {
			copy(set, k.letters)
		}
		set.And(follow)
		can[i] = set
		union := bitset.New(len(tb.class))
		for l := range set.All {
			union.Or(tb.succ.Row(int(tb.p.Letters[l].Node)))
		}
		follow = union
	}
	if n := len(can); n > 0 && atEnd {
		can[n-1].And(tb.final)
	}
	for i := len(can) - 1; i >= 0; i-- {
		path[i] = -1
		for l := range can[i].All {
			if i == len(can)-1 || tb.succ.Row(int(tb.p.Letters[l].Node)).Has(int(path[i+1])) {
				path[i] = int32(l)
				break
			}
		}
		if path[i] < 0 {
			panic("dataflow: no letter of the path's class can follow")
		}
	}
	return path
}
