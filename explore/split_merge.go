package explore

import (
	"context"
	"errors"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
)

// This file divides a search into tasks for other processes, and puts their results
// together. The result is that of one process, whatever the budgets and the order in which
// parts arrive.
//
// A Split is the search that all parts belong to. It keeps the states that still have moves
// to be taken, with their backtrack sets, as a tree: where a part came back with a stack of
// its own, that stack hangs below the state of its branch. Each move in a backtrack set is a
// branch that can be given out at once, since it is known which moves sleep then: those
// before it in the set (source_jobs.go). A part that comes back is entered in its turn, when
// all that comes before it in the search of one process was entered. So every backtrack set
// gets the same moves in the same order as in one process.

// Task is a part of a search, for another process.
type Task struct {
	ID     int     `json:"id"`
	Branch *Branch `json:"branch,omitempty"` // source
	Walk   *Walk   `json:"walk,omitempty"`   // random, pct
}

// Split is a search whose parts are explored by others.
type Split struct {
	e     *engine
	at    *splitNode        // the node with the move whose turn it is
	ready []splitItem       // moves whose branches were not taken, or are to be taken again
	sent  map[int]splitItem // by task: branches that were taken and not given back
	tasks int               // the number of tasks so far, which is the ID of the next one
	over  bool              // all parts were entered

	// Of random and pct (split_walk.go).
	walk   *walkSplit
	walked map[int]*Part // by task: parts whose turn has not come
}

// splitNode is a state of an execution with its backtrack set.
type splitNode struct {
	up    *splitNode // the state before, which is above it in the tree; nil at the root
	depth int        // the number of moves to it; -1: above the first state, with the whole search as the only move
	run   Steps      // these moves
	open  string     // as in Branch
	sleep Steps
	todo  Steps       // the backtrack set
	turn  int         // index in todo of the move whose turn it is
	items []splitPart // by move of todo
}

// splitPart is what is known of one move of a backtrack set.
type splitPart struct {
	given bool       // the part of its branch has come back
	part  *Part      // that part, if it was not entered
	below *splitNode // the state after the move, if the part has left something of it; else nil
}

// splitItem is move k of the backtrack set of a node.
type splitItem struct {
	node *splitNode
	k    int
}

// NewSplit begins a search by source, random or pct whose parts are explored by others. The
// result is that of Run with the same options.
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

// Over reports whether all parts were entered, or the search was stopped.
func (s *Split) Over() bool { return s.over || s.e.Halted }

// Open returns the number of tasks that were taken and not given back.
func (s *Split) Open() int { return len(s.sent) }

// Take returns the next task. It returns nil if there is none, at least until another one is given back.
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

// Give enters the result of a task. It returns false, and ignores the part, if the task was not taken or was given back
// before. The error says that the part cannot be that of the task.
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

// fits returns an error if a part cannot be that of a branch of the node.
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

// hang makes nodes of the stack of a part, one below the other, the first one below n. It returns the first one, or nil
// if the part has no stack.
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

// settle enters the parts whose turn has come. It goes through the tree in the order of the search of one process: from
// a node to the node below the move whose turn it is, and up when all moves of a node were done.
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

// pass ends the turn of a move, which sleeps from then on.
func (n *splitNode) pass() {
	n.sleep = append(slices.Clip(n.sleep), n.todo[n.turn])
	n.items[n.turn] = splitPart{given: true}
	n.turn++
}

// enter is backtracker.enter for an addition from a part below n: it adds the move to the set of the node at o.At,
// unless one of o.Firsts is there.
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

// Halt ends the search: the result is what was entered so far, and limit says why it is not complete.
func (s *Split) Halt(limit string) { s.e.End(limit) }

// Done returns the result; if the search is not over, what was entered so far.
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
