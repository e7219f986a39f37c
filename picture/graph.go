// Package picture draws what a check was about: the graphs of a program, with the violating path lit, and executions.
//
//	d, err := picture.Draw(ctx, "tfg", p, specs, &result, verify.Options{})
//	render.Place(d).WriteSVG(w, render.SVGOptions{})
//
// Draw computes the values of the stages of verify again and turns them into a render.Drawing. Chart turns the trace of
// a result into a message sequence chart. Write makes a page of a whole report, with both.
//
// What it does not do: it checks nothing, and it lays nothing out (package render).
package picture

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/limit"
	"flavers/mip"
	"flavers/porelim"
	"flavers/render"
	"flavers/report"
	"flavers/sem"
	"flavers/tfg"
	"flavers/verify"
)

// Graphs are the names of the graphs that Draw knows.
var Graphs = []string{"cfg", "tfg", "mip", "pruned"}

// Draw turns the values of the stages into a drawing.
//
//	cfg     the control flow of each task, and which waiting places can meet
//	tfg     the trace flow graph
//	mip     its nodes that matter to the property, and candidate MIP edges
//	pruned  the same, with the edges that opt.POR removes, in a style for each condition that removes them
//
// of is the result of the check for whose property the graph is drawn: its constraints are used, and its trace is lit.
// If it is nil, the graph is drawn without a property and constraints. specs are the specifications of the check, which
// must have no errors.
func Draw(ctx context.Context, graph string, p *cfg.Program, specs []*automata.Spec, of *report.Result,
	opt verify.Options) (*render.Drawing, error) {
	if graph == "cfg" {
		dr := &drawer{p: p}
		if of != nil {
			dr.run, _ = actionsOf(p, of.Schedule)
		}
		return dr.flow(), nil
	}
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
	}
	type drawn struct {
		d   *render.Drawing
		err error
	}
	out, ok := limit.Within(ctx, func() drawn {
		d, err := draw(ctx, graph, p, specs, of, opt)
		return drawn{d, err}
	})
	if !ok {
		return nil, limit.CutOffIn(ctx, "making the graph")
	}
	return out.d, out.err
}

// draw draws a graph that is made of the program by stages.
func draw(ctx context.Context, graph string, p *cfg.Program, specs []*automata.Spec, of *report.Result,
	opt verify.Options) (*render.Drawing, error) {
	dr, err := prepare(ctx, p, specs, of, opt)
	if err != nil {
		return nil, err
	}
	return dr.graph(graph), nil
}

// prepare makes the values of the stages that a drawing needs.
func prepare(ctx context.Context, p *cfg.Program, specs []*automata.Spec, of *report.Result,
	opt verify.Options) (*drawer, error) {
	rule, err := porelim.Parse(opt.POR)
	if err != nil {
		return nil, err
	}
	poll := limit.New(ctx)
	st, err := verify.Prepare(poll, p, opt)
	if err != nil {
		return nil, err
	}
	bound, ds := monitor.BindAll(poll, st.Semantics, specs, opt.Strict)
	if ds.HasErrors() {
		return nil, fmt.Errorf("%s", ds.All[0].String())
	}
	dr := &drawer{p: p, of: of, eliminate: rule, g: st.Graph}
	choice := monitor.Choice{Poll: poll}
	var constraints []*monitor.Binding
	for _, b := range bound {
		if !b.Spec.Property {
			constraints = append(constraints, b)
		} else if of != nil && b.Spec.Name == of.Spec() && choice.Property == nil {
			choice.Property = b
		}
	}
	if of != nil {
		choice.Errors = choice.Property == nil
		choice.Components, _ = st.Semantics.Named(of.Constraints)
		choice.Constraints = constraints
		dr.run, dr.loop = actionsOf(p, of.Schedule)
		if of.Schedule == "" {
			for _, a := range of.Path {
				dr.run = append(dr.run, cfg.ActionID(a))
			}
		}
	}
	dr.set = monitor.Compile(st.Semantics, dr.g, choice)
	dr.local, dr.marked = porelim.Local(dr.set), porelim.Marked(dr.set)
	dr.before = mip.EdgesUntil(poll, dr.g, st.Relation, dr.set.Visible)
	return dr, nil
}

// actionsOf reads the actions of a schedule that check made, without which
// outcome they had; so many, the last ones, are repeated for ever.
func actionsOf(p *cfg.Program, schedule string) (out []cfg.ActionID, loop int) {
	if schedule == "" {
		return nil, 0
	}
	steps, loop, _, err := sem.ParseLasso(p, schedule)
	if err != nil {
		panic(fmt.Sprintf("picture: the schedule %q is not ours: %v", schedule, err))
	}
	out = make([]cfg.ActionID, len(steps))
	for i, s := range steps {
		out[i] = s.Action
	}
	return out, loop
}

// drawer makes one drawing; of control flow, it has a program and a path only.
type drawer struct {
	p    *cfg.Program
	of   *report.Result
	run  []cfg.ActionID // the path to light
	loop int            // so many of its steps, the last ones, are repeated for ever

	g         *tfg.Graph
	eliminate porelim.Rule
	set       *monitor.Set
	local     bitset.Set
	marked    bitset.Set
	before    *mip.EdgeSet
}

// name returns what the drawing is for.
func (dr *drawer) name() string {
	if dr.of.Property == "" {
		return report.RuntimeErrors
	}
	return dr.of.Spec()
}

// columns names the tasks.
func (dr *drawer) columns() []string {
	var names []string
	for i := range dr.p.Tasks {
		names = append(names, dr.p.Tasks[i].Name)
	}
	return names
}

// flow draws the control flow of each task.
func (dr *drawer) flow() *render.Drawing {
	p := dr.p
	d := &render.Drawing{Title: p.Name + ": control flow of each task", Columns: dr.columns()}
	steps := make([][]int, len(p.Nodes))
	for i, a := range dr.run {
		for _, n := range []cfg.NodeID{p.Actions[a].A, p.Actions[a].B} {
			if n != cfg.None {
				steps[n] = append(steps[n], i+1)
			}
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		text := p.NodeString(n.ID)
		node := render.Node{ID: fmt.Sprintf("n%d", i), Label: p.LocalString(n.ID), Event: p.EventString(n.ID),
			Columns: []int{int(n.Task)},
			Title:   fmt.Sprintf("n%d %s: %s\n%s", i, p.Tasks[n.Task].Name, text, n.Pos)}
		switch n.Op.(type) {
		case cfg.Call, cfg.CallEnd, cfg.Accept, cfg.AcceptEnd:
			node.Class = render.Site
		}
		node.Steps, node.Badge, node.Lit = steps[i], badge(steps[i]), len(steps[i]) > 0
		d.Nodes = append(d.Nodes, node)
	}
	start, end := make([]int, len(p.Tasks)), make([]int, len(p.Tasks))
	for t := range p.Tasks {
		start[t], end[t] = len(d.Nodes), len(d.Nodes)+1
		name := p.Tasks[t].Name
		d.Nodes = append(d.Nodes,
			render.Node{ID: fmt.Sprintf("s%d", t), Label: "start", Title: name + " starts", Class: render.End,
				Columns: []int{t}},
			render.Node{ID: fmt.Sprintf("e%d", t), Label: "end", Title: name + " ends", Class: render.End, Columns: []int{t}})
	}
	follow := func(from int, q cfg.PointID) {
		pt := &p.Points[q]
		for _, n := range pt.Nodes {
			d.Edges = append(d.Edges, render.Edge{From: from, To: int(n)})
		}
		if p.Tasks[pt.Task].End == q {
			d.Edges = append(d.Edges, render.Edge{From: from, To: end[pt.Task]})
		}
	}
	for t := range p.Tasks {
		follow(start[t], p.Tasks[t].Start)
	}
	for i := range p.Nodes {
		follow(i, p.Nodes[i].Next)
	}
	for _, a := range p.Actions {
		if a.Joint() {
			d.Edges = append(d.Edges, render.Edge{From: int(a.A), To: int(a.B), Kind: render.Meet})
		}
	}
	return reached(d, start)
}

// reached drops the ends of tasks that never end.
func reached(d *render.Drawing, start []int) *render.Drawing {
	entered := make([]bool, len(d.Nodes))
	for _, s := range start {
		entered[s] = true
	}
	for _, e := range d.Edges {
		entered[e.To] = true
	}
	return d.Keep(func(i int) bool { return entered[i] || d.Nodes[i].Class != render.End })
}

// graph draws the trace flow graph, whole ("tfg") or without most nodes that
// nothing reacts to.
func (dr *drawer) graph(kind string) *render.Drawing {
	g := dr.g
	d := &render.Drawing{Title: dr.title(kind), Columns: dr.columns()}
	succ := func(n tfg.NodeID) []tfg.NodeID { return g.Succ(n) }
	gone := func(n tfg.NodeID) bool { return false }
	if kind != "tfg" {
		small := tfg.Shrink(g, func(n tfg.NodeID) bool { return dr.set.Visible.Has(int(n)) })
		succ = func(n tfg.NodeID) []tfg.NodeID { return small.Succ[n] }
		gone = func(n tfg.NodeID) bool { return small.Removed[n] }
	}
	// Only what control reaches from I is drawn: a task that cannot end has no
	// end, and what nobody can meet has no node.
	at := make([]int, len(g.Nodes))
	for i := range at {
		at[i] = -1
	}
	seen := bitset.New(len(g.Nodes))
	stack := []tfg.NodeID{tfg.I}
	seen.Add(int(tfg.I))
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, m := range succ(n) {
			if !seen.Has(int(m)) {
				seen.Add(int(m))
				stack = append(stack, m)
			}
		}
	}
	for i := range g.Nodes {
		if n := tfg.NodeID(i); !gone(n) && seen.Has(i) {
			at[i] = len(d.Nodes)
			d.Nodes = append(d.Nodes, dr.node(n))
		}
	}
	for i := range g.Nodes {
		if at[i] < 0 {
			continue
		}
		for _, m := range succ(tfg.NodeID(i)) {
			d.Edges = append(d.Edges, render.Edge{From: at[i], To: at[m]})
		}
	}
	switch kind {
	case "mip":
		dr.edges(d, at, dr.before, func(i, j int) (render.Kind, int) { return render.MIP, 0 })
	case "pruned":
		dr.pruned(d, at)
	}
	dr.light(d, at)
	return d
}

func (dr *drawer) title(kind string) string {
	what := map[string]string{"tfg": "trace flow graph", "mip": "candidate MIP edges",
		"pruned": "MIP edges, rule " + string(dr.eliminate.Name)}[kind]
	title := dr.p.Name + ": " + what
	if dr.of != nil {
		title += ", for " + dr.name()
	}
	return title
}

// node describes one node.
func (dr *drawer) node(n tfg.NodeID) render.Node {
	g, p := dr.g, dr.p
	t := &g.Nodes[n]
	out := render.Node{ID: fmt.Sprintf("n%d", n), Marked: dr.marked.Has(int(n))}
	for _, k := range t.Tasks {
		if k != cfg.None {
			out.Columns = append(out.Columns, int(k))
		}
	}
	slices.Sort(out.Columns)
	title := []string{fmt.Sprintf("n%d %s", n, g.NodeString(n))}
	switch t.Kind {
	case tfg.Initial:
		out.Class, out.Label = render.Initial, "I"
		title[0] = "I: before the first step"
	case tfg.Final:
		out.Class, out.Label = render.Final, "F"
		title[0] = "F: all tasks have ended"
	case tfg.End:
		out.Class, out.Label = render.End, "end"
	case tfg.Site:
		out.Class, out.Label = render.Site, p.LocalString(t.Site)
	case tfg.Communication:
		out.Class = render.Communication
		out.Label = p.CallString(p.Nodes[t.Site].Op)
	default:
		out.Label, out.Event = p.LocalString(t.Site), p.EventString(t.Site)
		switch {
		case !dr.set.Visible.Has(int(n)):
			out.Class = render.Tau
		case dr.local.Has(int(n)):
			out.Class = render.Local
		default:
			out.Class = render.Global
		}
	}
	if t.Site != cfg.None {
		title = append(title, p.Nodes[t.Site].Pos.String())
	}
	for m := range dr.set.Monitors {
		if dr.set.React[m].Has(int(n)) {
			title = append(title, "moves "+dr.set.Monitors[m].Name)
		}
	}
	out.Title = strings.Join(title, "\n")
	return out
}
