package picture

// State graphs of small programs.

import (
	"context"
	"fmt"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/render/diagram"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/follow"
)

// MaxStates is up to how many states a state graph is drawn as it is by Graphviz or as DOT; larger ones are folded.
const MaxStates = 400

// MostStates is up to how many states there may be for a graph of them to be drawn, folded.
const MostStates = 20_000

// stateBounds are those of a graph that is listed to be drawn, folded if need be.
var stateBounds = follow.Bounds{States: MostStates, Steps: 100_000, Cells: 2_000_000}

// shownSteps is how many steps one edge names, titleSteps how many its tooltip does.
const shownSteps, titleSteps = 2, 20

// States returns the graph of all states that executions of a program reach, with where its specifications stand,
// folded until it fits into room; nil if there are too many states, or ctx has ended. A state in which the execution
// has ended has a double outline; a deadlock, a run-time error and a violated property are bad. What comes after a
// violation is left out.
func States(ctx context.Context, p *cfg.Program, specs []*automata.Spec, room Room) (*diagram.Graph, error) {
	l, err := listed(ctx, func(poll *limit.Poll) (*report.Graph, bool, error) {
		return follow.Graph(poll, p, specs, stateBounds)
	})
	if l == nil {
		return nil, err
	}
	return stateDiagram(p.Name+": ", l).folded(room), nil
}

// Visited returns the part of States that executions go through, which an explorer of that name visited.
func Visited(ctx context.Context, p *cfg.Program, specs []*automata.Spec, explorer string, schedules [][]sem.Choice,
	room Room) (*diagram.Graph, error) {
	l, err := listed(ctx, func(poll *limit.Poll) (*report.Graph, bool, error) {
		return follow.Visited(poll, p, specs, schedules, stateBounds)
	})
	if l == nil {
		return nil, err
	}
	return stateDiagram(p.Name+", as visited by "+explorer+": ", l).folded(room), nil
}

// listed lists states until ctx ends; nil if there are too many, or it has ended.
func listed(ctx context.Context, list func(*limit.Poll) (*report.Graph, bool, error)) (*report.Graph, error) {
	type answer struct {
		g    *report.Graph
		fits bool
		err  error
	}
	a, done := limit.Within(ctx, func() (a answer) {
		a.g, a.fits, a.err = list(limit.New(ctx))
		return a
	})
	if a.err != nil || !done || !a.fits {
		return nil, a.err
	}
	return a.g, nil
}

// noState stands for the node of run-time errors among the states of nodes.
const noState = -1

// stateDiagram draws a listed graph; its title begins so.
func stateDiagram(title string, l *report.Graph) *stateGraph {
	g := &stateGraph{noun: "state"}
	node := map[int]int{0: 0} // by state; looked up only
	shown := []int{0}
	g.boxes = append(g.boxes, stateBox(l, 0))
	failed := -1 // the node of run-time errors
	for from := 0; from < len(shown); from++ {
		if shown[from] == noState || len(l.States[shown[from]].Violated) > 0 {
			continue
		}
		for _, step := range l.States[shown[from]].Steps {
			next := step[0]
			to, known := node[next]
			switch {
			case next < 0 && failed < 0:
				to, failed = len(g.boxes), len(g.boxes)
				g.boxes = append(g.boxes, box{id: "error", bad: "run-time error"})
				shown = append(shown, noState)
			case next < 0:
				to = failed
			case !known:
				to = len(g.boxes)
				node[next] = to
				g.boxes = append(g.boxes, stateBox(l, next))
				shown = append(shown, next)
			}
			g.steps = append(g.steps, stateStep{from, to, moveText(l, &l.Moves[step[1]])})
		}
	}
	states := int64(len(g.boxes))
	if failed >= 0 {
		states--
	}
	g.title = title + english.Plural(states, "state")
	if left := int64(len(l.States)) - states; left > 0 {
		g.notes = append(g.notes, english.Plural(left, "more state")+" after a violation")
	}
	return g
}

// stateBox returns a state: its number, what variables, locks and channels hold, and where the specifications stand.
func stateBox(l *report.Graph, i int) box {
	s := &l.States[i]
	b := box{id: fmt.Sprintf("s%d", i), states: []int{i}, ended: s.End == "ended"}
	for k, v := range s.Values {
		text := l.Names[k] + "=" + l.Texts[v]
		if b.title = append(b.title, text); v != l.States[0].Values[k] {
			b.values = append(b.values, text)
		}
	}
	for k, q := range s.Specs {
		b.title = append(b.title, l.Specs[k]+" in "+l.Texts[q])
	}
	var bad []string
	if s.End == "deadlock" {
		bad = append(bad, "deadlock")
	}
	for _, k := range s.Violated {
		bad = append(bad, l.Specs[k]+" violated")
	}
	b.bad = strings.Join(bad, "\n")
	for _, w := range l.Waits[s.Wait] {
		b.title = append(b.title, w.Task+" waits at "+w.Where())
	}
	return b
}

// moveText is who takes a step, and what happens.
func moveText(l *report.Graph, m *report.GraphMove) string {
	var tasks, events []string
	for _, t := range m.Tasks {
		tasks = append(tasks, l.Tasks[t])
	}
	for _, e := range m.Events {
		events = append(events, l.Texts[e])
	}
	return strings.Join(tasks, ", ") + ": " + strings.Join(events, "; ")
}
