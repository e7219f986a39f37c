package chart

// Charts in DOT: an execution as a graph of its steps.

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph/encoding"

	"flavers/render"
	"flavers/render/dot"
)

// WriteDOT writes the execution as a directed graph. Its nodes are steps, s1, s2,
// ...; each task is a cluster. A joint step has one more node, s3_1, at each other
// task. Edges of class "order" join the steps of one task; "then" joins a step to
// the next one if that is of another task; "joint" joins the sides of a joint step;
// "message" leads from where a message is sent to where it is taken; "again" leads from
// the last step of a loop back to its first.
func (c *Chart) WriteDOT(w io.Writer) error {
	g := dot.New(c.Title, c.Tasks)
	join := func(from, to int, class string, a ...encoding.Attribute) {
		g.Arrow(from, to, append(dot.Attributes{{Key: "class", Value: dot.Quote(class)}}, a...))
	}
	_, joint := render.Communication.Colours()
	last := map[int]int{}           // latest node of each task; looked up only
	at := make([]int, len(c.Steps)) // node of the task that moves
	follow := func(task, n int) {
		if before, ok := last[task]; ok {
			join(before, n, "order")
		}
		last[task] = n
	}
	for i := range c.Steps {
		m := &c.Steps[i]
		at[i] = g.Vertex(fmt.Sprintf("s%d", i+1), m.Task, c.stepAttributes(i, true))
		follow(m.Task, at[i])
		if i > 0 && c.Steps[i-1].Task != m.Task && !m.Waits {
			join(at[i-1], at[i], "then", encoding.Attribute{Key: "style", Value: "dotted"})
		}
		for k, t := range m.Others {
			other := g.Vertex(fmt.Sprintf("s%d_%d", i+1, k+1), t, c.stepAttributes(i, false))
			follow(t, other)
			join(at[i], other, "joint", encoding.Attribute{Key: "dir", Value: "none"},
				encoding.Attribute{Key: "constraint", Value: "false"},
				encoding.Attribute{Key: "color", Value: dot.Quote(joint)})
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
						to += 1 + k
					}
				}
			}
			join(at[i], to, "message", encoding.Attribute{Key: "style", Value: "dashed"},
				encoding.Attribute{Key: "color", Value: dot.Quote(render.MIPColour)},
				encoding.Attribute{Key: "label", Value: dot.Quote(s.Label)},
				encoding.Attribute{Key: "tooltip", Value: dot.Quote(s.Title)})
		}
	}
	if first := c.entry(); first < len(c.Steps) {
		join(at[len(at)-1], at[first], "again", encoding.Attribute{Key: "constraint", Value: "false"},
			encoding.Attribute{Key: "penwidth", Value: "2"}, encoding.Attribute{Key: "label", Value: dot.Quote("for ever")},
			encoding.Attribute{Key: "tooltip", Value: dot.Quote(c.again() + ", again and again")})
	}
	return g.Write(w)
}

// stepAttributes returns those of a node of a step: of the task that moves, or of the
// other side of a joint step.
func (c *Chart) stepAttributes(i int, moves bool) dot.Attributes {
	m := &c.Steps[i]
	class, title := render.Plain, m.Title
	switch {
	case m.Silent:
		class = render.Tau
	case len(m.Others) > 0:
		class = render.Communication
	}
	lines, _ := m.lines()
	text := fmt.Sprintf("%d  %s", c.number(i), strings.Join(lines, "\n"))
	if m.Waits {
		text = strings.Join(lines, "\n")
	}
	if moves && m.After != "" {
		text += "\n" + c.Property + ": " + m.After
	}
	for _, s := range m.Sends {
		if s.Step < 0 {
			title += "\n" + s.Title
		}
	}
	fill, line := class.Colours()
	a := dot.Attributes{{Key: "label", Value: dot.Quote(text)}, {Key: "class", Value: dot.Quote("step")}}
	if title = strings.TrimSpace(title); title != "" {
		a = append(a, encoding.Attribute{Key: "tooltip", Value: dot.Quote(title)})
	}
	if m.Bad || m.Waits {
		line = render.BadColour
		a = append(a, encoding.Attribute{Key: "penwidth", Value: "2.5"})
	}
	return append(a, encoding.Attribute{Key: "fillcolor", Value: dot.Quote(fill)},
		encoding.Attribute{Key: "color", Value: dot.Quote(line)})
}
