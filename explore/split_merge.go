package explore

import (
	"context"
	"errors"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
)

// This file puts a search together again from parts that others explored.
//
// A Split keeps the stack of the one search that all parts belong to. Where a part came
// back with a stack of its own, that hangs below: so there is a tree, whose nodes are states
// with their backtrack sets. Every move in a set can be given away at once, as what is
// asleep then is known. What a part found is entered in its turn, as in receive: when
// all that comes before it in the search of one process has been entered. So every set
// has the same moves in the same order, and the totals are the same, whatever the
// budgets and the order in which parts arrive.

// Task is a part of a search that others may do.
type Task struct {
	ID     int     `json:"id"`
	Branch *Branch `json:"branch,omitempty"` // source
	Walk   *Walk   `json:"walk,omitempty"`   // random, pct
}

// Split is a search in parts.
type Split struct {
	e      *engine
	at     *splitNode // where the search is
	ready  []splitItem
	sent   map[int]splitItem
	tasks  int
	over   bool
	walk   *walkSplit // of random and pct
	walked map[int]*Part
}

// splitNode is a state of a run with its backtrack set.
type splitNode struct {
	up    *splitNode
	depth int // -1: above the first state, with the whole search as the only move
	run   Steps
	open  string
	sleep Steps
	todo  Steps
	turn  int // of todo: the one whose turn it is
	items []splitPart
}

// splitPart is what is known of one move of a set.
type splitPart struct {
	given bool
	part  *Part      // that has not been entered
	below *splitNode // what is left of it
}

type splitItem struct {
	node *splitNode
	k    int
}

// NewSplit begins a search by source, random or pct that others do parts of. With constraints, or
// whatever else the result depends on, it is that of Run with the same options.
func NewSplit(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Split, error) {
	e, err := beginSplit(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	s := &Split{e: e, sent: map[int]splitItem{}}
	switch {
	case e.Impossible():
		s.over = true
	case e.Options.Algorithm != "source":
		s.walk, s.walked = &walkSplit{longest: 1}, map[int]*Part{}
		s.e.Share = s.walkShare
		s.round()
	default:
		s.at = &splitNode{depth: -1, todo: make(Steps, 1), items: make([]splitPart, 1)}
		s.ready = append(s.ready, splitItem{s.at, 0})
	}
	return s, nil
}

// Over reports whether all parts have been entered, or the search was stopped.
func (s *Split) Over() bool { return s.over || s.e.Halted }

// Open is how many tasks were taken and not given back.
func (s *Split) Open() int { return len(s.sent) }

// Take is the next task to be done; nil: there is none until another one is given back.
func (s *Split) Take() *Task {
	if s.walk != nil {
		return s.takeWalk()
	}
	for len(s.ready) > 0 && !s.Over() {
		i := s.ready[0]
		s.ready = s.ready[1:]
		n := i.node
		task := &Task{ID: s.tasks, Branch: &Branch{}}
		if n.depth >= 0 {
			move := n.todo[i.k]
			if slices.Contains(n.sleep, move) {
				continue
			}
			task.Branch = &Branch{Run: n.run, Open: n.open, Move: Steps{move},
				Sleep: slices.Concat(n.sleep, n.todo[n.turn:i.k])}
		}
		s.sent[s.tasks] = i
		s.tasks++
		return task
	}
	return nil
}

// Give enters what was found in a task. A part that was given before is not looked at: false.
func (s *Split) Give(id int, part *Part) (bool, error) {
	i, ok := s.sent[id]
	if !ok {
		return false, nil
	}
	if s.walk != nil {
		return true, s.giveWalk(id, part)
	}
	if err := i.node.fits(part); err != nil {
		return false, err
	}
	delete(s.sent, id)
	item := &i.node.items[i.k]
	item.given, item.part = true, part
	item.below = s.hang(i.node, part)
	s.settle()
	s.e.Look()
	return true, nil
}

// fits finds a part that cannot be one of a branch of the node.
func (n *splitNode) fits(part *Part) error {
	wrong := errors.New("what came back is not a part of this search")
	if len(part.Frames) > 0 && (len(part.Run) != n.depth+len(part.Frames) || len(part.Open) != len(part.Run)) {
		return wrong
	}
	for i := range part.Frames {
		if f := &part.Frames[i]; f.Done < 0 || f.Done > len(f.Todo) || f.Done == 0 && i < len(part.Frames)-1 {
			return wrong
		}
	}
	for i := range part.Out {
		if o := &part.Out[i]; o.At < 0 || o.At > n.depth || o.Best < 0 || o.Best >= len(o.Firsts) {
			return wrong
		}
	}
	return nil
}

// hang makes nodes of the stack of a part, and returns the first.
func (s *Split) hang(n *splitNode, part *Part) *splitNode {
	var first *splitNode
	for i := range part.Frames {
		f := &part.Frames[i]
		m := &splitNode{up: n, depth: n.depth + 1, sleep: f.Sleep, todo: f.Todo, turn: f.Done,
			items: make([]splitPart, len(f.Todo))}
		m.run, m.open = part.Run[:m.depth:m.depth], part.Open[:m.depth]
		if first == nil {
			first = m
		} else {
			n.turn--
			n.items[n.turn] = splitPart{given: true, below: m}
		}
		for k := f.Done; k < len(f.Todo); k++ {
			s.ready = append(s.ready, splitItem{m, k})
		}
		n = m
	}
	return first
}

// settle enters the parts whose turn has come.
func (s *Split) settle() {
	for !s.e.Halted {
		n := s.at
		if n.turn == len(n.todo) {
			if n.up == nil {
				s.over = true
				return
			}
			s.at = n.up
			s.at.pass()
			continue
		}
		if n.depth >= 0 && slices.Contains(n.sleep, n.todo[n.turn]) {
			n.turn++
			continue
		}
		i := &n.items[n.turn]
		if !i.given {
			return
		}
		if i.part != nil {
			s.e.Merge(&model.Exploration{Result: i.part.Result})
			for _, o := range i.part.Out {
				s.enter(n, o)
			}
			i = &n.items[n.turn] // enter may have moved it
			i.part = nil
		}
		if i.below != nil {
			s.at = i.below
			continue
		}
		n.pass()
	}
}

// pass puts the move whose turn it was to sleep.
func (n *splitNode) pass() {
	n.sleep = append(slices.Clip(n.sleep), n.todo[n.turn])
	n.items[n.turn] = splitPart{given: true}
	n.turn++
}

// enter puts an addition into the set that it is for, unless one of its moves is there.
func (s *Split) enter(n *splitNode, o Addition) {
	for n.depth > o.At {
		n = n.up
	}
	for _, u := range o.Firsts {
		if slices.Contains(n.todo, u) {
			return
		}
	}
	n.todo = append(slices.Clip(n.todo), o.Firsts[o.Best])
	n.items = append(n.items, splitPart{})
	s.ready = append(s.ready, splitItem{n, len(n.todo) - 1})
}

// Halt ends the search: what was entered so far is the result, and limit says why it is not all.
func (s *Split) Halt(limit string) { s.e.End(limit) }

// Done is the result: all of it, or after the end of the context what was entered so far.
func (s *Split) Done() *Result {
	if !s.Over() {
		s.e.Look()
	}
	if s.e.Options.Algorithm != "source" {
		s.e.Omit("sample")
	}
	s.e.Notes = append(s.e.Notes, cutNotes(s.e)...)
	return s.e.Done()
}
