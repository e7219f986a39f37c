package petri

import (
	"encoding/binary"
	"slices"

	"flavers/explore/lpor"
)

// This file visits all markings breadth first, so that the firing sequences
// found are shortest ones. Markings are kept as keys (system.Key), numbered in the
// order in which they are met: the list of all markings is the queue of the search
// as well. A firing sequence is read off backwards, along the markings before.

// visits is the set of markings that were met.
type visits struct {
	known map[string]int32 // by key: the number of the marking
	keys  []string         // by number, as the next three
	from  []int32          // the marking before; -1 for the first one
	by    []TransitionID   // the transition that led here from there
	depth []int32          // the length of the shortest firing sequence
}

// add enters a new marking.
func (v *visits) add(key string, from int32, by TransitionID, depth int32) {
	v.known[key] = int32(len(v.keys))
	v.keys = append(v.keys, key)
	v.from = append(v.from, from)
	v.by = append(v.by, by)
	v.depth = append(v.depth, depth)
}

// marking decodes a key.
func marking(key string, places int) []int32 {
	m := make([]int32, places)
	b := []byte(key)
	for p := range m {
		x, n := binary.Uvarint(b)
		m[p] = int32(x)
		b = b[n:]
	}
	return m
}

// path returns the firing sequence to a marking.
func (v *visits) path(i int32) []TransitionID {
	var out []TransitionID
	for ; v.from[i] >= 0; i = v.from[i] {
		out = append(out, v.by[i])
	}
	slices.Reverse(out)
	return out
}

// breadth runs the search and fills in the result.
func (r *runner) breadth() {
	defer func() { r.Bytes = r.memory }()
	s := r.net.System()
	v := &visits{known: map[string]int32{}}
	enabled := func(m []int32) []lpor.ID {
		list := s.Enabled(nil, m)
		if r.opt.HighestFirst {
			slices.Reverse(list)
		}
		return list
	}
	// enter adds a new marking and judges it. It returns false if the search is over. judge asks for the markings on
	// the path here, by depth, always for smaller ones, so i walks from the marking towards the first one.
	enter := func(m []int32, from int32, by TransitionID) bool {
		depth := int32(0)
		if from >= 0 {
			depth = v.depth[from] + 1
		}
		me := int32(len(v.keys))
		key := string(s.Key(nil, m))
		v.add(key, from, by, depth)
		r.memory += int64(2*len(key)) + 120
		r.MaxDepth = max(r.MaxDepth, int(depth))
		i := me
		return r.judge(m, len(s.Enabled(nil, m)) == 0, int(depth), func(d int) []int32 {
			for v.depth[i] > int32(d) {
				i = v.from[i]
			}
			return marking(v.keys[i], len(r.net.Places))
		}, func() []TransitionID { return v.path(me) })
	}
	if !enter(s.Start(), -1, 0) {
		return
	}
	for i := 0; i < len(v.keys); i++ {
		m := marking(v.keys[i], len(r.net.Places))
		list := enabled(m)
		if d := r.opt.Depth; d > 0 && int(v.depth[i]) >= d && len(list) > 0 {
			r.Omit("depth")
			r.Result.Cut++
			continue
		}
		for _, t := range list {
			if !r.Step(int(v.depth[i])) {
				return
			}
			next := r.net.Fire(m, TransitionID(t))
			if _, known := v.known[string(s.Key(nil, next))]; known {
				continue
			}
			if !enter(next, int32(i), TransitionID(t)) {
				return
			}
		}
	}
}
