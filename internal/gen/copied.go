package gen

// This file makes programs whose tasks pass values on, mostly without looking at them.

import "fmt"

// Copied returns a program whose tasks take values from variables and channels and pass them
// on, with an event now and then that has the value as its argument. Few steps depend on
// which value it is, so most values can be exchanged for each other.
func Copied(data []byte) string {
	in := &choices{data: data}
	g := &copied{writer: writer{in: in}, top: 2 + in.n(3)}
	fmt.Fprintf(&g.b, "chan a[%d] 0..%d\nchan b[%d] 0..%d\nshared x 0..%d\nshared y 0..%d\n", 1+in.n(2), g.top, in.n(2), g.top, g.top, g.top)
	for t := range 2 + in.n(2) {
		g.task = t
		fmt.Fprintf(&g.b, "task t%d {\n\tvar v 0..%d\n", t, g.top)
		g.body(4, g.statement)
	}
	return g.b.String()
}

// copied is such a program that is being made.
type copied struct {
	writer
	top  int // the largest value
	task int // the number of the present task
}

func (g *copied) variable() string { return pick(g.in, []string{"v", "v", "x", "y"}) }
func (g *copied) channel() string  { return pick(g.in, []string{"a", "a", "b"}) }
func (g *copied) constant() int    { return g.in.n(g.top + 1) }

func (g *copied) condition() string {
	switch g.in.n(6) {
	case 0:
		return fmt.Sprintf("%s == %s", g.variable(), g.variable())
	case 1:
		return fmt.Sprintf("%s < %d", g.variable(), g.constant())
	}
	return fmt.Sprintf("%s == %d", g.variable(), g.in.n(2))
}

func (g *copied) statement(depth int) {
	switch g.in.n(12) {
	case 0, 1:
		fmt.Fprintf(&g.b, "\t%s = <-%s\n", g.variable(), g.channel())
	case 2, 3:
		fmt.Fprintf(&g.b, "\t%s <- %s\n", g.channel(), g.variable())
	case 4:
		fmt.Fprintf(&g.b, "\t%s <- %d\n", g.channel(), g.constant())
	case 5:
		fmt.Fprintf(&g.b, "\t%s = any\n", g.variable())
	case 6:
		fmt.Fprintf(&g.b, "\t%s = %s\n", g.variable(), g.variable())
	case 7:
		fmt.Fprintf(&g.b, "\t%s = %d\n", g.variable(), g.constant())
	case 8:
		g.branch(depth, g.condition, g.statement)
	case 9:
		if g.in.one(3) {
			fmt.Fprintf(&g.b, "\t%s = if %s == %d then %d else %s\n", g.variable(), g.variable(), g.in.n(2), g.constant(), g.variable())
			return
		}
		g.b.WriteString("\t" + g.event() + "\n")
	default:
		fmt.Fprintf(&g.b, "\tevent does(%d, %s)\n", g.task, g.variable())
	}
}
