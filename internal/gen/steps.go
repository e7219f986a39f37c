package gen

// This file makes programs with choices, loops and jumps in one step: in atomic blocks and
// handlers.

import (
	"fmt"
	"strings"
)

// Steps returns a program of atomic blocks that choose, loop and jump, some perhaps for ever,
// between plain steps.
func Steps(data []byte) string {
	in := &choices{data: data}
	g := &steps{in: in}
	g.b.WriteString("shared x, y 0..3\nshared ok bool\n")
	actor := in.one(3)
	for t := range 2 + in.n(2) {
		fmt.Fprintf(&g.b, "task t%d {\n\tvar n 0..3\n", t)
		if in.one(4) {
			g.b.WriteString("\tloop {\n")
		} else {
			g.b.WriteString("\t{\n")
		}
		for range 1 + in.n(3) {
			switch k := in.n(6); {
			case k == 0:
				fmt.Fprintf(&g.b, "\t%s = %d\n", g.variable(), in.n(4))
			case k == 1 && actor:
				fmt.Fprintf(&g.b, "\tpost a.m(%d)\n", in.n(2))
			default:
				g.b.WriteString("\tatomic {\n")
				if in.one(3) {
					fmt.Fprintf(&g.b, "\tawait %s\n", g.condition())
				}
				g.list(2, 0)
				g.b.WriteString("\t}\n")
			}
		}
		g.b.WriteString("\t}\n}\n")
	}
	if actor {
		g.b.WriteString("actor a {\n\tvar n 0..3\n\ton m(p 0..1) {\n")
		g.list(2, 0)
		g.b.WriteString("\t}\n}\n")
	}
	return g.b.String()
}

// steps is such a program that is being made.
type steps struct {
	in     *choices
	b      strings.Builder
	events int // events written so far
	loops  int // the number in the label of the innermost loop
}

func (g *steps) variable() string { return pick(g.in, []string{"x", "y", "n"}) }

func (g *steps) condition() string {
	if g.in.one(4) {
		return pick(g.in, []string{"ok", "!ok"})
	}
	return fmt.Sprintf("%s %s %d", g.variable(), pick(g.in, []string{"==", "<", ">", "!="}), g.in.n(4))
}

// list writes statements of a step that are inside the given number of loops.
func (g *steps) list(depth, loops int) {
	for range 1 + g.in.n(2) {
		g.statement(depth, loops)
	}
}

func (g *steps) block(depth, loops int) {
	g.b.WriteString(" {\n")
	g.list(depth-1, loops)
	g.b.WriteString("\t}")
}

func (g *steps) statement(depth, loops int) {
	k := g.in.n(11)
	if depth == 0 && k > 4 {
		k = g.in.n(5)
	}
	switch {
	case k == 0:
		g.events++
		fmt.Fprintf(&g.b, "\tevent e%d\n", g.events)
	case k == 1 && g.in.one(3):
		fmt.Fprintf(&g.b, "\t%s = any\n", "ok")
	case k < 4:
		v := g.variable()
		fmt.Fprintf(&g.b, "\t%s = %s\n", v, pick(g.in, []string{"0", "1", "(" + v + " + 1) % 4", "max(" + v + " - 1, 0)", "min(x + 1, 3)"}))
	case k == 4 && loops > 0:
		label := ""
		if g.in.one(3) {
			label = fmt.Sprintf(" l%d", g.loops-g.in.n(loops))
		}
		fmt.Fprintf(&g.b, "\tif %s { %s%s }\n", g.condition(), pick(g.in, []string{"break", "continue"}), label)
	case k == 4:
		g.b.WriteString("\tskip\n")
	case k < 7:
		fmt.Fprintf(&g.b, "\tif %s", g.condition())
		g.block(depth, loops)
		if g.in.one(2) {
			g.b.WriteString(" else")
			g.block(depth, loops)
		}
		g.b.WriteString("\n")
	case k == 7:
		g.b.WriteString("\tchoose")
		g.block(depth, loops)
		g.b.WriteString(" or")
		g.block(depth, loops)
		g.b.WriteString("\n")
	default:
		g.loops++
		head := "while " + g.condition()
		switch g.in.n(4) {
		case 0:
			head = fmt.Sprintf("for i%d in 0..%d", g.loops, g.in.n(2))
		case 1:
			head = "loop"
		}
		fmt.Fprintf(&g.b, "\tl%d: %s {\n", g.loops, head)
		if head == "loop" { // mostly left
			fmt.Fprintf(&g.b, "\tif %s { break }\n", g.condition())
		}
		labels := g.loops
		g.list(depth-1, loops+1)
		g.loops = labels - 1
		g.b.WriteString("\t}\n")
	}
}
