package examples_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/sem"
)

// This file counts the classes of executions of the programs in dpor/ the slow
// way, against the numbers in their headers. Two executions are in one class
// (Mazurkiewicz) when they differ by swaps of neighbouring steps that are
// independent: that touch no component of the state in common, or only read
// what they have in common. A class is known by its events, each with the set
// of events that come before it in every execution of the class; the search
// goes over classes of beginnings of executions, each once.

// known counts, by program and number of tasks or locks: complete executions,
// deadlocks among them.
var known = []struct {
	program, parameter string
	size               int
	classes, deadlocks int
}{
	{"readers", "N", 2, 4, 0}, {"readers", "N", 4, 16, 0}, {"readers", "N", 6, 64, 0},
	{"lastzero", "N", 1, 2, 0}, {"lastzero", "N", 2, 5, 0}, {"lastzero", "N", 3, 12, 0}, {"lastzero", "N", 4, 28, 0},
	{"casrot", "N", 2, 2, 0}, {"casrot", "N", 3, 5, 0}, {"casrot", "N", 4, 14, 0}, {"casrot", "N", 5, 43, 0}, {"casrot", "N", 6, 144, 0},
	{"mpat", "K", 1, 2, 0}, {"mpat", "K", 2, 8, 0}, {"mpat", "K", 3, 48, 0},
	{"philosophers", "N", 2, 3, 1}, {"philosophers", "N", 3, 7, 1}, {"philosophers", "N", 4, 15, 1},
	{"philosophers_ordered", "N", 2, 2, 0}, {"philosophers_ordered", "N", 3, 6, 0}, {"philosophers_ordered", "N", 4, 14, 0},
	{"increment", "N", 2, 2, 0}, {"increment", "N", 3, 6, 0}, {"increment", "N", 4, 24, 0},
	{"addition", "N", 2, 2, 0}, {"addition", "N", 3, 6, 0}, {"addition", "N", 4, 24, 0}, {"addition", "N", 5, 120, 0},
	{"additions", "N", 2, 4, 0}, {"additions", "N", 3, 36, 0},
	{"lock_rounds", "N", 1, 2, 0}, {"lock_rounds", "N", 2, 6, 0}, {"lock_rounds", "N", 3, 20, 0}, {"lock_rounds", "N", 4, 70, 0},
	{"philosophers_rounds", "N", 2, 11, 5},
	{"readers_private", "N", 2, 4, 0}, {"readers_private", "N", 3, 8, 0},
	{"spawned", "N", 2, 3, 0}, {"spawned", "N", 3, 15, 0},
	{"writers", "N", 2, 6, 0}, {"writers", "N", 3, 24, 0}, {"writers", "N", 4, 120, 0},
}

func TestClasses(t *testing.T) {
	for _, k := range known {
		t.Run(fmt.Sprintf("%s/%d", k.program, k.size), func(t *testing.T) {
			e := load(t, "dpor/"+k.program, map[string]string{k.parameter: fmt.Sprint(k.size)})
			m, err := sem.New(e.program)
			if err != nil {
				t.Fatal(err)
			}
			classes, deadlocks := countClasses(t, m)
			if classes != k.classes || deadlocks != k.deadlocks {
				t.Errorf("%d classes with %d deadlocks, known: %d with %d", classes, deadlocks, k.classes, k.deadlocks)
			}
		})
	}
}

// clock says, by task, how many of its events come before an event, itself
// included.
type clock []int

func (c clock) join(d clock) clock {
	if c == nil {
		return d
	}
	j := slices.Clone(c)
	for i, n := range d {
		j[i] = max(j[i], n)
	}
	return j
}

// prefix is a class of beginnings of executions.
type prefix struct {
	state  []int32
	events [][]clock // by task
	write  []clock   // by component: the last event that wrote it
	reads  []clock   // by component: join of the events that read it since
}

// key tells classes apart: a task's k-th event is the same step in every
// execution of a class, as these programs choose nothing.
func (p *prefix) key() string {
	var b strings.Builder
	for _, list := range p.events {
		fmt.Fprint(&b, list)
	}
	return b.String()
}

func countClasses(t *testing.T, m *sem.Machine) (classes, deadlocks int) {
	cases := make([][]sem.Case, len(m.P.Actions))
	for i, a := range m.P.Actions {
		if a.Joint() {
			t.Fatal("no joint steps here")
		}
		list, err := m.Cases(a)
		if err != nil {
			t.Fatal(err)
		}
		cases[i] = list
	}
	start := &prefix{state: m.Start(), events: make([][]clock, len(m.P.Tasks)),
		write: make([]clock, len(m.Comps)), reads: make([]clock, len(m.Comps))}
	seen := map[string]bool{start.key(): true}
	for stack := []*prefix{start}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		moved := false
		for i, a := range m.P.Actions {
			for _, c := range cases[i] {
				next := p.after(m, c, int(m.P.Nodes[a.A].Task))
				if next == nil {
					continue
				}
				moved = true
				if k := next.key(); !seen[k] {
					seen[k] = true
					stack = append(stack, next)
				}
			}
		}
		if !moved {
			classes++
			for id := range m.P.Tasks {
				if task := m.P.Tasks[id].ID; !m.Ended(task, p.state[m.Pos(task)]) {
					deadlocks++
					break
				}
			}
		}
	}
	return classes, deadlocks
}

// after is the class after one case of a step of a task, or nil if it cannot
// be taken. A case reads the components that it leaves as they are, whatever
// their value, and writes the others; a task's own position it writes.
func (p *prefix) after(m *sem.Machine, c sem.Case, task int) *prefix {
	next := slices.Clone(p.state)
	for _, mv := range c.Moves {
		i := slices.IndexFunc(mv.Pairs, func(q sem.Pair) bool { return q.From == p.state[mv.Comp] })
		if i < 0 {
			return nil
		}
		next[mv.Comp] = mv.Pairs[i].To
	}
	at := make(clock, len(p.events))
	for _, mv := range c.Moves {
		at = at.join(p.write[mv.Comp])
		if writes(m, mv) {
			at = at.join(p.reads[mv.Comp])
		}
	}
	at[task] = len(p.events[task]) + 1
	q := &prefix{state: next, events: slices.Clone(p.events), write: slices.Clone(p.write), reads: slices.Clone(p.reads)}
	q.events[task] = append(slices.Clip(q.events[task]), at)
	for _, mv := range c.Moves {
		if writes(m, mv) {
			q.write[mv.Comp], q.reads[mv.Comp] = at, nil
		} else {
			q.reads[mv.Comp] = at.join(q.reads[mv.Comp])
		}
	}
	return q
}

func writes(m *sem.Machine, mv sem.Move) bool {
	return m.Comps[mv.Comp].Kind == sem.Position ||
		slices.ContainsFunc(mv.Pairs, func(q sem.Pair) bool { return q.From != q.To })
}
