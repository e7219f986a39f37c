package explore

import (
	"fmt"
	"slices"
	"strings"

	"flavers/explore/model"
	"flavers/sem"
)

// This file counts classes of executions the slow way: the twin of optimal.go.
// Two executions are in one class when they differ by swaps of neighbouring
// independent moves. A class is known by its events, each with the set of
// events that come before it in every execution of the class. The search goes
// over classes of beginnings of executions, each once. As in the explorers
// that reduce, a task that meets a run-time error stops, and the others go on.

// beginning is a class of beginnings of executions.
type beginning struct {
	state  []int32
	events []past
}

// past is an event with the events before it.
type past struct {
	move *model.Move
	all  []bool // by event
}

// after adds a move.
func (b *beginning) after(w *model.System, v *model.Move) *beginning {
	n := &beginning{state: make([]int32, w.Width), events: slices.Clone(b.events)}
	w.Apply(n.state, b.state, v)
	p := past{v, make([]bool, len(b.events))}
	for i := len(b.events) - 1; i >= 0; i-- {
		if p.all[i] || !model.Independent(b.events[i].move, v) {
			p.all[i] = true
			for j, before := range b.events[i].all {
				p.all[j] = p.all[j] || before
			}
		}
	}
	n.events = append(n.events, p)
	return n
}

// key tells classes apart. An event is named by one of its tasks and the
// number of moves of that task before it.
func (b *beginning) key() string {
	name := make([]string, len(b.events))
	count := map[sem.Thread]int{}
	for i, e := range b.events {
		t := e.move.Effect.Threads[0]
		for _, u := range e.move.Effect.Threads {
			count[u]++
		}
		name[i] = fmt.Sprintf("%d.%d=%d.%d", t, count[t], e.move.Way, e.move.Key)
	}
	var all []string
	for i, e := range b.events {
		var before []string
		for j, there := range e.all {
			if there {
				before = append(before, name[j])
			}
		}
		slices.Sort(before)
		all = append(all, name[i]+"<-"+strings.Join(before, ","))
	}
	slices.Sort(all)
	return strings.Join(all, ";")
}

// classes counts the classes of complete executions, and those that a
// constraint excludes apart; ok: there are at most limit beginnings, none
// longer than depth.
func classes(w *model.System, limit, depth int) (complete, out int64, ok bool) {
	start := &beginning{state: w.Start()}
	seen := map[string]bool{start.key(): true}
	for stack := []*beginning{start}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list, stuck := w.Enabled(nil, b.state)
		if len(list) == 0 {
			if w.Ending(b.state, stuck) == model.Excluded {
				out++
			} else {
				complete++
			}
		}
		if len(b.events) >= depth || len(seen) > limit {
			return 0, 0, false
		}
		for _, v := range list {
			n := b.after(w, v)
			if k := n.key(); !seen[k] {
				seen[k] = true
				stack = append(stack, n)
			}
		}
	}
	return complete, out, true
}
