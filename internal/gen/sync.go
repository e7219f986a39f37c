package gen

// This file makes programs with receives that tell whether a channel is closed, and loops over what a channel brings.

import "fmt"

// Sync returns a program whose tasks share a few channels and use them in any order, so that
// many executions block or end in errors.
func Sync(data []byte) string {
	in := &choices{data: data}
	g := &syncing{writer: writer{in: in}}
	for i := range 1 + in.n(2) {
		buffer := ""
		if in.one(2) {
			buffer = fmt.Sprintf("[%d]", 1+in.n(2))
		}
		fmt.Fprintf(&g.b, "chan c%d%s 0..1\n", i, buffer)
		g.channels++
	}
	g.b.WriteString("shared x 0..2\nshared b bool\n")
	for t := range 2 + in.n(2) {
		fmt.Fprintf(&g.b, "task t%d {\n\tvar n 0..2\n\tvar ok bool\n", t)
		g.body(5, g.statement)
	}
	return g.b.String()
}

// syncing is such a program that is being made.
type syncing struct {
	writer
	channels int // the number of channels
}

func (g *syncing) channel() string { return fmt.Sprintf("c%d", g.in.n(g.channels)) }

func (g *syncing) condition() string {
	return pick(g.in, []string{"ok", "!ok", "b", "x == 1", "n == 0"})
}

// receive returns a receive, mostly with two results.
func (g *syncing) receive() string {
	return pick(g.in, []string{"n, ok = ", "_, ok = ", "x, b = ", "n, _ = ", "_, b = ", "n = ", ""}) + "<-" + g.channel()
}

func (g *syncing) statement(depth int) {
	switch k := g.in.n(12); {
	case k < 2:
		fmt.Fprintf(&g.b, "\t%s <- %d\n", g.channel(), g.in.n(2))
	case k < 4:
		fmt.Fprintf(&g.b, "\t%s\n", g.receive())
	case k == 4:
		fmt.Fprintf(&g.b, "\tfor %s in <-%s {\n\t%s\n", pick(g.in, []string{"v", "_", "v"}), g.channel(), g.event())
		if g.in.one(3) {
			g.b.WriteString("\tif ok { break }\n")
		}
		g.b.WriteString("\t}\n")
	case k == 5:
		fmt.Fprintf(&g.b, "\tselect {\n\tcase %s: %s\n\tcase %s <- 1 when %s: %s\n", g.receive(), g.event(), g.channel(), g.condition(),
			g.event())
		if g.in.one(3) {
			fmt.Fprintf(&g.b, "\telse: %s\n", g.event())
		}
		g.b.WriteString("\t}\n")
	case k == 6 && g.in.one(2):
		fmt.Fprintf(&g.b, "\tclose %s\n", g.channel())
	case k == 7:
		fmt.Fprintf(&g.b, "\t%s\n", pick(g.in, []string{"x = 1", "b = ok", "await b", "ok = b", "n = x"}))
	default:
		g.branch(depth, g.condition, g.statement)
	}
}
