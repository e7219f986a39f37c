package picture

// State graphs of small programs.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/internal/english"
	"flavers/limit"
	"flavers/render/diagram"
	"flavers/report"
	"flavers/verify/follow"
)

// MaxStates is up to how many states a state graph is drawn: a larger one shows nothing.
const MaxStates = 400

// stateBounds are those of a graph that is listed to be drawn.
var stateBounds = follow.Bounds{States: MaxStates, Steps: 8 * MaxStates, Cells: 200_000}

// shownSteps is how many steps one edge names; its tooltip names all.
const shownSteps = 2

// States is the graph of all states that executions of a program reach, with where its specifications stand; nil if
// there are more than MaxStates, or ctx has ended. A state in which the execution has ended has a double outline; a
// deadlock, a run-time error and a violated property are bad. What comes after a violation is left out.
func States(ctx context.Context, p *cfg.Program, specs []*automata.Spec) (*diagram.Graph, error) {
	type listed struct {
		g    *report.Graph
		fits bool
		err  error
	}
	l, done := limit.Within(ctx, func() (l listed) {
		l.g, l.fits, l.err = follow.Graph(limit.New(ctx), p, specs, stateBounds)
		return l
	})
	if l.err != nil || !done || !l.fits {
		return nil, l.err
	}
	return stateDiagram(p.Name, l.g), nil
}

// noState stands for the node of run-time errors among the states of nodes.
const noState = -1

// stateDiagram draws a listed graph.
func stateDiagram(name string, l *report.Graph) *diagram.Graph {
	g := &diagram.Graph{Start: 0}
	node := map[int]int{0: 0} // by state; looked up only
	shown := []int{0}
	g.Nodes = append(g.Nodes, stateNode(l, 0))
	failed := -1 // the node of run-time errors
	for from := 0; from < len(shown); from++ {
		if shown[from] == noState || len(l.States[shown[from]].Violated) > 0 {
			continue
		}
		s := &l.States[shown[from]]
		steps := map[int][]string{} // by state, what leads to it; looked up only
		var order []int
		for _, step := range s.Steps {
			if steps[step[0]] == nil {
				order = append(order, step[0])
			}
			steps[step[0]] = append(steps[step[0]], moveText(l, &l.Moves[step[1]]))
		}
		for _, next := range order {
			to, known := node[next]
			switch {
			case next < 0 && failed < 0:
				to, failed = len(g.Nodes), len(g.Nodes)
				g.Nodes = append(g.Nodes, diagram.Node{ID: "error", Label: "run-time error", Bad: true})
				shown = append(shown, noState)
			case next < 0:
				to = failed
			case !known:
				to = len(g.Nodes)
				node[next] = to
				g.Nodes = append(g.Nodes, stateNode(l, next))
				shown = append(shown, next)
			}
			label := steps[next]
			if more := len(label) - shownSteps; more > 1 {
				label = append(slices.Clone(label[:shownSteps]), fmt.Sprintf("and %d more", more))
			}
			g.Edges = append(g.Edges, diagram.Edge{From: from, To: to, Label: strings.Join(label, "\n"),
				Title: strings.Join(steps[next], "\n"), Bad: next < 0 || len(l.States[next].Violated) > 0})
		}
	}
	states := int64(len(g.Nodes))
	if failed >= 0 {
		states--
	}
	g.Title = name + ": " + english.Plural(states, "state")
	if left := int64(len(l.States)) - states; left > 0 {
		g.Notes = append(g.Notes, english.Plural(left, "more state")+" after a violation")
	}
	return g
}

// stateNode is a state: its number, what variables, locks and channels hold, and where the specifications stand.
func stateNode(l *report.Graph, i int) diagram.Node {
	s := &l.States[i]
	n := diagram.Node{ID: fmt.Sprintf("s%d", i), Label: fmt.Sprint(i), Double: s.End == "ended",
		Bad: s.End == "deadlock" || len(s.Violated) > 0}
	var all, changed []string
	for k, v := range s.Values {
		text := l.Names[k] + "=" + l.Texts[v]
		if all = append(all, text); v != l.States[0].Values[k] {
			changed = append(changed, text)
		}
	}
	for k, q := range s.Specs {
		all = append(all, l.Specs[k]+" in "+l.Texts[q])
	}
	if len(changed) > 0 {
		n.Label += "\n" + strings.Join(changed, "\n")
	}
	if s.End == "deadlock" {
		n.Label += "\ndeadlock"
	}
	for _, k := range s.Violated {
		n.Label += "\n" + l.Specs[k] + " violated"
	}
	for _, w := range l.Waits[s.Wait] {
		all = append(all, w.Task+" waits at "+w.Where())
	}
	n.Title = strings.Join(all, "\n")
	return n
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
