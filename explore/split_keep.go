package explore

import (
	"bytes"
	"encoding/gob"
	"errors"
	"maps"
	"slices"
)

// This file writes the state of a Split (split_merge.go), so that the search can go on in another process: what was
// found, and the tree of states with their backtrack sets. Tasks that were taken and have not come back are to be done
// again. A task depends on nothing else, so the result is the same wherever the search was interrupted.

// keptSplit is a Split as Keep writes it. In it, nodes refer to each other by their index in Nodes; -1 is no node.
type keptSplit struct {
	Algorithm string
	Result    Result
	At        int        // Split.at
	Nodes     []keptNode // of a search by source
	Walk      *keptWalk  // of random and pct; else nil
}

// keptNode is a splitNode. Its run is that of the node above, followed by Last.
type keptNode struct {
	Up, Depth, Turn int
	Last            Steps
	Open            string
	Sleep, Todo     Steps
	Items           []keptItem
}

// keptItem is a splitPart.
type keptItem struct {
	Given bool
	Part  *Part
	Below int
}

// keptWalk is a walkSplit.
type keptWalk struct {
	Longest  int
	From, To int64
	Entered  int    // the number of tasks that were entered
	Tasks    []Walk // those that were not
	Walked   map[int]*Part
}

// ErrConstrained is the error of Keep and Resume for a search under constraints: what is known of violations that may
// not count (assume.go of package model) is not written.
var ErrConstrained = errors.New("under constraints, a search cannot go on in another process")

// Keep encodes the state of the search, for Resume. The error is ErrConstrained, or one of package gob.
func (s *Split) Keep() ([]byte, error) {
	if s.e.Constrained() {
		return nil, ErrConstrained
	}
	k := &keptSplit{Algorithm: s.e.Options.Algorithm, Result: s.e.Result, At: -1}
	if w := s.walk; w != nil {
		k.Walk = &keptWalk{w.longest, w.from, w.to, w.entered, w.tasks[w.entered:], s.walked}
	} else {
		k.At = k.add(s.at, map[*splitNode]int{})
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(k)
	return b.Bytes(), err
}

// Transitions returns the number of transitions in the parts that were entered.
func (s *Split) Transitions() int64 { return s.e.Transitions }

// add adds a node, with those above and below it, and returns its index.
func (k *keptSplit) add(n *splitNode, known map[*splitNode]int) int {
	if n == nil {
		return -1
	}
	if i, ok := known[n]; ok {
		return i
	}
	i := len(k.Nodes)
	known[n] = i
	k.Nodes = append(k.Nodes, keptNode{})
	kept := keptNode{Up: k.add(n.up, known), Depth: n.depth, Turn: n.turn, Open: n.open, Sleep: n.sleep, Todo: n.todo}
	if n.up != nil {
		kept.Last = n.run[len(n.up.run):]
	}
	for _, item := range n.items {
		kept.Items = append(kept.Items, keptItem{item.given, item.part, k.add(item.below, known)})
	}
	k.Nodes[i] = kept
	return i
}

// Resume goes on where Keep was called on a search of the same program, specifications and options. It must be called
// before Take.
func (s *Split) Resume(data []byte) error {
	k := &keptSplit{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(k); err != nil {
		return err
	}
	wrong := errors.New("what was kept is not of this search")
	switch {
	case s.e.Constrained():
		return ErrConstrained
	case s.tasks > 0 || s.over || k.Algorithm != s.e.Options.Algorithm || (k.Walk == nil) != (s.walk == nil):
		return wrong
	}
	if w := k.Walk; w != nil {
		s.walk = &walkSplit{longest: w.Longest, from: w.From, to: w.To, entered: w.Entered,
			tasks: append(make([]Walk, max(0, w.Entered)), w.Tasks...)}
		s.tasks = w.Entered
		maps.Copy(s.walked, w.Walked)
	} else if !s.hangAll(k) {
		return wrong
	}
	s.e.Result = k.Result
	return nil
}

// hangAll makes the tree from k. Moves whose branches have not come back are ready to be taken. It returns false if k
// is not a tree.
func (s *Split) hangAll(k *keptSplit) bool {
	nodes := make([]splitNode, len(k.Nodes))
	in := func(i int) bool { return i >= -1 && i < len(nodes) }
	node := func(i int) *splitNode {
		if i < 0 {
			return nil
		}
		return &nodes[i]
	}
	var ready []splitItem
	for i := range k.Nodes {
		n, m := &k.Nodes[i], &nodes[i]
		if !in(n.Up) || len(n.Items) != len(n.Todo) || n.Turn < 0 || n.Turn > len(n.Todo) {
			return false
		}
		*m = splitNode{up: node(n.Up), depth: n.Depth, open: n.Open, sleep: n.Sleep, todo: n.Todo, turn: n.Turn,
			items: make([]splitPart, len(n.Items))}
		for j, item := range n.Items {
			if !in(item.Below) {
				return false
			}
			m.items[j] = splitPart{item.Given, item.Part, node(item.Below)}
			if j >= n.Turn && !item.Given {
				ready = append(ready, splitItem{m, j})
			}
		}
	}
	if k.At < 0 || k.At >= len(nodes) {
		return false
	}
	s.at, s.ready = node(k.At), ready
	return k.runs(nodes)
}

// runs makes the runs of nodes, from the top down. To save memory, the first of several nodes below a node continues
// the slice of that node. It returns false if the nodes are not a tree.
func (k *keptSplit) runs(nodes []splitNode) bool {
	below := map[*splitNode][]int{}
	for i := range nodes {
		below[nodes[i].up] = append(below[nodes[i].up], i)
	}
	made := 0
	for next := below[nil]; len(next) > 0; made++ {
		i := next[len(next)-1]
		n := &nodes[i]
		if next = append(next[:len(next)-1], below[n]...); n.up != nil {
			above := n.up.run
			if below[n.up][0] != i {
				above = slices.Clip(above)
			}
			n.run = append(above, k.Nodes[i].Last...)
		}
		if len(n.run) != max(n.depth, 0) || len(n.open) != len(n.run) {
			return false
		}
	}
	return made == len(nodes) // otherwise some nodes are above each other, in a circle
}
