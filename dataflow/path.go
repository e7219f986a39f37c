package dataflow

import (
	"math/bits"

	"flavers/bitset"
)

// This file finds the way back from a violation to the start. The pushes to the
// worklist are numbered from 0, the start. The log keeps for each push its
// parent, the push whose entry was taken further, and the class of the letters
// that led from there. After the pushes
//
//	0 start   1 from 0 by a   2 from 0 by b   3 from 2 by a
//
// a violation by c from push 3 has the path c, a (3 from 2), b (2 from 0) read
// backwards. A log is no longer than its limit, and loses its oldest records; a
// path that needs lost ones is found by searching again (search.path).

// pathLog is the log: a ring of records parent<<classBits | class, in which push
// i is at i modulo the length.
type pathLog struct {
	records []uint64 // length a power of two
	pushes  int64    // how many pushes there were; the log has the last len(records) of them
	limit   int      // greatest length, a power of two
	mem     *budget
}

const (
	// classBits is how many bits of a record are the class; newTables refuses
	// more letters than that.
	classBits = 24
	// firstLog is the length of a new log. More pushes than that are never made
	// between two looks at whether a second run is to stop.
	firstLog = 1 << 8
	// leastLog is the length that a log keeps when memory is short.
	leastLog = 1 << 12
	// logLimit bounds the log of a first run: when the violation comes later,
	// the search is run again up to it with as much log as that needs, instead
	// of every long verification carrying 8 bytes per push for nothing.
	logLimit = 1 << 22
)

// newLog makes an empty log that grows up to limit records.
func newLog(limit int, mem *budget) *pathLog {
	l := &pathLog{records: make([]uint64, min(firstLog, limit)), limit: limit, mem: mem}
	mem.force(int64(len(l.records)) * 8)
	return l
}

// add records the next push.
func (l *pathLog) add(parent int64, class int32) {
	if l.pushes == int64(len(l.records)) && len(l.records) < l.limit {
		l.widen()
	}
	l.records[l.pushes&int64(len(l.records)-1)] = uint64(parent)<<classBits | uint64(class)
	l.pushes++
}

// widen doubles the ring before it wraps for the first time; when memory does
// not allow that the ring stays as it is.
func (l *pathLog) widen() {
	if !l.mem.take(int64(len(l.records)) * 8) {
		l.limit = len(l.records)
		return
	}
	recs := make([]uint64, 2*len(l.records))
	copy(recs, l.records)
	l.records = recs
}

// shrink gives memory back, keeping the latest records.
func (l *pathLog) shrink() bool {
	if len(l.records) <= leastLog {
		return false
	}
	recs := make([]uint64, leastLog)
	for i := max(l.pushes-leastLog, 0); i < l.pushes; i++ {
		recs[i&(leastLog-1)] = l.records[i&int64(len(l.records)-1)]
	}
	l.mem.give(int64(len(l.records)-leastLog) * 8)
	l.records, l.limit = recs, leastLog
	return true
}

// backwards appends to classes those of the path that led to push i, the last one
// first. It returns the push before which the log has no records: 0 when the
// start was reached.
func (l *pathLog) backwards(i int64, classes []int32) (int64, []int32) {
	for i > 0 && i >= l.pushes-int64(len(l.records)) {
		r := l.records[i&int64(len(l.records)-1)]
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
		for want > len(l.records) && int64(want-len(l.records)) > room {
			want /= 2
		}
	}
	l.pushes, l.limit = 0, max(want, len(l.records))
}

// letters turns a path of classes into one of letters. Only some members of a
// class may follow the letter before, and only some of these can be followed by
// a member of the next class. So letters goes over the path twice: forwards it
// collects the members that can be reached, backwards it chooses one of them
// that the letter chosen before can follow. atEnd asks for a last letter at a
// final node. The search has seen that there is such a path.
func (tb *tables) letters(classes []int32, atEnd bool) []int32 {
	path := make([]int32, len(classes))
	if len(tb.classes) == len(tb.classOf) { // each class has one member
		for i, c := range classes {
			path[i] = tb.classes[c].first
		}
		return path
	}
	possible := make([]bitset.Set, len(classes))
	follow := tb.start // the letters that can come next
	for i, c := range classes {
		k := &tb.classes[c]
		set := bitset.New(len(tb.classOf))
		if k.letters == nil {
			set.Add(int(k.first))
		} else {
			copy(set, k.letters)
		}
		set.And(follow)
		possible[i] = set
		union := bitset.New(len(tb.classOf))
		for l := range set.All {
			union.Or(tb.succ.Row(int(tb.p.Letters[l].Node)))
		}
		follow = union
	}
	if n := len(possible); n > 0 && atEnd {
		possible[n-1].And(tb.final)
	}
	for i := len(possible) - 1; i >= 0; i-- {
		path[i] = -1
		for l := range possible[i].All {
			if i == len(possible)-1 || tb.succ.Row(int(tb.p.Letters[l].Node)).Has(int(path[i+1])) {
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
