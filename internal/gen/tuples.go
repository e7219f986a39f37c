package gen

// This file makes random programs with messages of several fields, and receives that wait for a message that matches a
// pattern, such as
//
//	chan c0[2] (0..1, 0..2)
//	task t0 { c0 <- (1, n); (_, == x) = <-c0 }

import (
	"fmt"
	"strings"
)

// Tuples returns a program whose tasks send messages of several fields, and receive messages that match constants and
// values of variables. Channels have a buffer or none, and some are closed. Receives stand alone or in a select.
func Tuples(data []byte) string {
	in := &choices{data: data}
	g := &tuples{writer: writer{in: in}}
	for i := range 1 + in.n(2) {
		buffer := ""
		if in.one(2) {
			buffer = fmt.Sprintf("[%d]", 1+in.n(2))
		}
		var types []string
		var sizes []int
		for range 1 + in.n(3) {
			sizes = append(sizes, 2+in.n(2))
			types = append(types, fmt.Sprintf("0..%d", sizes[len(sizes)-1]-1))
		}
		typ := strings.Join(types, ", ")
		if len(types) > 1 {
			typ = "(" + typ + ")"
		}
		g.sizes = append(g.sizes, sizes)
		fmt.Fprintf(&g.b, "chan c%d%s %s\n", i, buffer, typ)
	}
	g.b.WriteString("shared x 0..2\nshared a [2]0..1\n")
	for t := range 2 + in.n(2) {
		fmt.Fprintf(&g.b, "task t%d {\n\tvar n 0..2\n\tvar ok bool\n", t)
		g.body(2, g.statement)
	}
	return g.b.String()
}

// tuples is a program of Tuples while it is made.
type tuples struct {
	writer
	sizes [][]int // by channel: the number of values of each field
}

// send returns a send of constants, and now and then of the value of a variable, which may not fit.
func (g *tuples) send() string {
	c := g.in.n(len(g.sizes))
	var fields []string
	for _, size := range g.sizes[c] {
		field := fmt.Sprint(g.in.n(size))
		if g.in.one(4) {
			field = pick(g.in, []string{"n", "x", "n % 2", "a[n % 2]"})
		}
		fields = append(fields, field)
	}
	if len(fields) == 1 {
		return fmt.Sprintf("c%d <- %s", c, fields[0])
	}
	return fmt.Sprintf("c%d <- (%s)", c, strings.Join(fields, ", "))
}

// receive returns a receive with a pattern, or from a channel of single values also one that takes any value.
func (g *tuples) receive() string {
	c := g.in.n(len(g.sizes))
	if len(g.sizes[c]) == 1 && g.in.one(3) {
		return fmt.Sprintf("n = <-c%d", c)
	}
	var fields []string
	for _, size := range g.sizes[c] {
		field := "_"
		switch g.in.n(7) {
		case 0:
			field = fmt.Sprint(g.in.n(size))
		case 2, 3:
			field = pick(g.in, []string{"n", "x", "a[n % 2]"})
		case 1:
			field = "== " + pick(g.in, []string{"n", "x", "x + n", "a[n]"})
		}
		fields = append(fields, field)
	}
	if g.in.one(4) { // a receive with a second result, whether there was a message: (n, x), ok = <-c0
		for i := range fields {
			fields[i] = pick(g.in, []string{"n", "x", "_"})
		}
		return fmt.Sprintf("(%s), %s = <-c%d", strings.Join(fields, ", "), pick(g.in, []string{"ok", "ok", "_"}), c)
	}
	return fmt.Sprintf("(%s) = <-c%d", strings.Join(fields, ", "), c)
}

// drain writes a loop that takes all messages of a channel.
func (g *tuples) drain() {
	c := g.in.n(len(g.sizes))
	names := []string{"p", "_", "q"}[:len(g.sizes[c])]
	pattern := strings.Join(names, ", ")
	if len(names) > 1 {
		pattern = "(" + pattern + ")"
	}
	fmt.Fprintf(&g.b, "\tfor %s in <-c%d { event got(p) }\n", pattern, c)
}

// statement writes one statement, with at most depth levels of branches inside.
func (g *tuples) statement(depth int) {
	switch k := g.in.n(10); {
	case k < 3:
		fmt.Fprintf(&g.b, "\t%s\n", g.send())
	case k < 6:
		fmt.Fprintf(&g.b, "\t%s\n", g.receive())
	case k == 6:
		fmt.Fprintf(&g.b, "\tselect {\n\tcase %s when n < 2: %s\n\tcase %s: %s\n", g.receive(), g.event(),
			pick(g.in, []string{g.receive(), g.send()}), g.event())
		if g.in.one(3) {
			fmt.Fprintf(&g.b, "\telse: %s\n", g.event())
		}
		g.b.WriteString("\t}\n")
	case k == 7 && g.in.one(3):
		fmt.Fprintf(&g.b, "\tclose c%d\n", g.in.n(len(g.sizes)))
	case k == 7 && g.in.one(3):
		g.drain()
	case k == 8:
		fmt.Fprintf(&g.b, "\t%s = %d\n", pick(g.in, []string{"n", "x", "a[0]"}), g.in.n(2))
	default:
		g.branch(depth, func() string { return pick(g.in, []string{"n == 0", "n == 1", "ok"}) }, g.statement)
	}
}
