package render

// Charts in DOT: an execution as a graph of its steps.

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/multi"
)

// WriteDOT writes the execution as a directed graph. Its nodes are steps, s1, s2,
// ...; each task is a cluster. A joint step has one more node, s3_1, at each other
// task. Edges of class "order" join the steps of one task; "then" joins a step to
// the next one if that is of another task; "joint" joins the sides of a joint step;
// "message" leads from where a message is sent to where it is taken.
func (c *Chart) WriteDOT(w io.Writer) error {
	d := &Drawing{Title: c.Title, Columns: c.Tasks}
	g := &dotGraph{DirectedGraph: multi.NewDirectedGraph(), d: d}
	var nodes []*chartNode
	add := func(name string, task int, a attributes) *chartNode {
		n := &chartNode{id: int64(len(nodes)), name: name, a: a}
		nodes = append(nodes, n)
		d.Nodes = append(d.Nodes, Node{ID: name, Columns: []int{task}})
		g.AddNode(n)
		return n
	}
	join := func(from, to *chartNode, class string, a ...encoding.Attribute) {
		a = append(attributes{{Key: "class", Value: quote(class)}}, a...)
		g.SetLine(&chartLine{Line: g.NewLine(from, to), a: a})
	}
	last := make([]*chartNode, len(c.Tasks)) // latest node of each task
	at := make([]*chartNode, len(c.Steps))   // node of the task that moves
	follow := func(task int, n *chartNode) {
		if last[task] != nil {
			join(last[task], n, "order")
		}
		last[task] = n
	}
	for i := range c.Steps {
		m := &c.Steps[i]
		at[i] = add(fmt.Sprintf("s%d", i+1), m.Task, c.stepAttributes(i, true))
		follow(m.Task, at[i])
		if i > 0 && c.Steps[i-1].Task != m.Task {
			join(at[i-1], at[i], "then", encoding.Attribute{Key: "style", Value: "dotted"})
		}
		for k, t := range m.Others {
			other := add(fmt.Sprintf("s%d_%d", i+1, k+1), t, c.stepAttributes(i, false))
			follow(t, other)
			join(at[i], other, "joint", encoding.Attribute{Key: "dir", Value: "none"}, encoding.Attribute{Key: "constraint", Value: "false"},
				encoding.Attribute{Key: "color", Value: quote(classColours[Communication][1].light)})
		}
	}
	for i := range c.Steps {
		for _, s := range c.Steps[i].Sends {
			if s.Step < 0 {
				continue // still on its way; the title of the step says so
			}
			to := at[s.Step]
			if s.To >= 0 && c.Steps[s.Step].Task != s.To { // taken by the other side of a joint step
				for k, t := range c.Steps[s.Step].Others {
					if t == s.To {
						to = nodes[to.id+1+int64(k)]
					}
				}
			}
			join(at[i], to, "message", encoding.Attribute{Key: "style", Value: "dashed"}, encoding.Attribute{Key: "color", Value: quote(mipColour.light)},
				encoding.Attribute{Key: "tooltip", Value: quote(s.Title)})
		}
	}
	out, err := dot.MarshalMulti(g, quote(c.Title), "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// stepAttributes are those of a node of a step: of the task that moves, or of the
// other side of a joint step.
func (c *Chart) stepAttributes(i int, moves bool) attributes {
	m := &c.Steps[i]
	class, title := Plain, m.Title
	switch {
	case m.Silent:
		class = Tau
	case len(m.Others) > 0:
		class = Communication
	}
	text := fmt.Sprintf("%d  %s", i+1, shorten(m.Label, maxLabel))
	if moves && m.After != "" {
		text += "\n" + c.Property + ": " + m.After
	}
	for _, s := range m.Sends {
		if s.Step < 0 {
			title += "\n" + s.Title
		}
	}
	line := classColours[class][1].light
	a := attributes{{Key: "label", Value: quote(text)}, {Key: "class", Value: quote("step")}}
	if title = strings.TrimSpace(title); title != "" {
		a = append(a, encoding.Attribute{Key: "tooltip", Value: quote(title)})
	}
	if m.Bad {
		line = badColour.light
		a = append(a, encoding.Attribute{Key: "penwidth", Value: "2.5"})
	}
	return append(a, encoding.Attribute{Key: "fillcolor", Value: quote(classColours[class][0].light)},
		encoding.Attribute{Key: "color", Value: quote(line)})
}

type chartNode struct {
	id   int64
	name string
	a    attributes
}

var _ graph.Node = (*chartNode)(nil)

func (n *chartNode) ID() int64                        { return n.id }
func (n *chartNode) DOTID() string                    { return quote(n.name) }
func (n *chartNode) Attributes() []encoding.Attribute { return n.a }

type chartLine struct {
	graph.Line
	a attributes
}

func (l *chartLine) Attributes() []encoding.Attribute { return l.a }
