package gen

// This file makes programs whose tasks look at how many values a buffer holds.

import "fmt"

// Lengths returns a program whose conditions, guards and assignments read the lengths of
// buffers, beside sends, receives and closes of them.
func Lengths(data []byte) string {
	in := &choices{data: data}
	g := &lengths{writer: writer{in: in}}
	for i := range 1 + in.n(2) {
		g.caps = append(g.caps, 1+in.n(3))
		fmt.Fprintf(&g.b, "chan c%d[%d] 0..%d\n", i, g.caps[i], 1+in.n(2))
	}
	g.b.WriteString("shared x 0..3\n")
	for t := range 2 + in.n(2) {
		fmt.Fprintf(&g.b, "task t%d {\n\tvar n 0..3\n", t)
		g.body(4, g.statement)
	}
	return g.b.String()
}

// lengths is such a program that is being made.
type lengths struct {
	writer
	caps []int // by channel: its capacity
}

func (g *lengths) channel() int { return g.in.n(len(g.caps)) }

func (g *lengths) condition() string {
	c := g.channel()
	atom := fmt.Sprintf(pick(g.in, []string{"empty(c%d)", "full(c%d)", "!empty(c%d)", "!full(c%d)"}), c)
	if g.in.one(2) {
		atom = fmt.Sprintf("len(c%d) %s %d", c, pick(g.in, []string{"==", "<", ">", "!="}), g.in.n(g.caps[c]+1))
	}
	switch g.in.n(6) {
	case 1:
		return atom + " && " + g.condition()
	case 2:
		return "x < 2 || " + atom
	case 3:
		return fmt.Sprintf("len(c%d) == n", c)
	}
	return atom
}

func (g *lengths) statement(depth int) {
	c := g.channel()
	switch k := g.in.n(11); {
	case k < 3:
		fmt.Fprintf(&g.b, "\tc%d <- %d\n", c, g.in.n(2))
	case k < 5:
		fmt.Fprintf(&g.b, "\t%s<-c%d\n", pick(g.in, []string{"", "n = "}), c)
	case k == 5:
		fmt.Fprintf(&g.b, "\tawait %s\n", g.condition())
	case k == 6:
		fmt.Fprintf(&g.b, "\tn = len(c%d)\n\tx = n\n", c)
	case k == 7:
		fmt.Fprintf(&g.b, "\tselect {\n\tcase c%d <- len(c%d) %% 2 when %s: %s\n\tcase <-c%d: %s\n", c, g.channel(), g.condition(),
			g.event(), g.channel(), g.event())
		if g.in.one(2) {
			fmt.Fprintf(&g.b, "\telse: %s\n", g.event())
		}
		g.b.WriteString("\t}\n")
	case k == 8 && g.in.one(3):
		fmt.Fprintf(&g.b, "\tclose c%d\n", c)
	case k == 9:
		fmt.Fprintf(&g.b, "\tatomic { await %s; x = len(c%d) }\n", g.condition(), c)
	default:
		g.branch(depth, g.condition, g.statement)
	}
}
