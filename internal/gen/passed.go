package gen

// Passed: arrays of channels, and channels as values.

import "fmt"

// Passed decodes a program whose tasks send, receive and close on elements of an array
// of channels, with indices that are known when it is read or only when it runs, and
// on variables that refer to them, which are passed in messages, parameters and shared
// variables.
func Passed(data []byte) string {
	in := &choices{data: data}
	g := &passed{writer: writer{in: in}, n: 1 + in.n(3)}
	if in.one(4) {
		g.service()
		return g.b.String()
	}
	fmt.Fprintf(&g.b, "chan a[%d][%d] 0..1\nchan s[%d] 0..1\nchan o[1] chan 0..1\nshared g chan 0..1\nshared x 0..2\n", g.n, in.n(3), in.n(2))
	if in.one(2) {
		g.b.WriteString("proc put(c chan 0..1, v 0..1) { c <- v }\n")
		g.put = true
	}
	if in.one(3) {
		g.clients()
	}
	for t := range 2 + in.n(2) - g.family {
		fmt.Fprintf(&g.b, "task t%d {\n\tvar k 0..%d\n\tvar v 0..1\n\tvar r chan 0..1 = %s\n", t, g.n-1+in.n(2), g.value())
		g.body(4, g.statement)
	}
	return g.b.String()
}

type passed struct {
	writer
	n      int // of the array
	put    bool
	family int  // 1: there are clients
	own    bool // a client is written, which has an element of its own
}

// service writes clients that pass their channels to servers, and mostly get their answers.
func (g *passed) service() {
	in := g.in
	fmt.Fprintf(&g.b, "chan a[%d][%d] 0..1\nchan s 0..1\nchan o[%d] chan 0..1\nshared g chan 0..1\nshared x 0..2\n", g.n, in.n(2), in.n(2))
	fmt.Fprintf(&g.b, "task w[i in 0..%d] {\n\tvar v 0..1\n\tvar r chan 0..1 = a[%s]\n", g.n-1, pick(in, []string{"i", "i", "0"}))
	g.b.WriteString(pick(in, []string{"\to <- r\n\tv = <-r\n\tevent w(i, v)\n", "\tloop { o <- r; <-r; event w(i) }\n",
		"\to <- a[i]\n\tselect { case <-r: event w(i, r)\n\tcase <-s: skip }\n", "\tg = r\n\to <- r\n\tv = <-g\n"}))
	fmt.Fprintf(&g.b, "}\nserver task k[i in 0..%d] {\n\tvar r chan 0..1\n\tloop {\n\t\tr = <-o\n", in.n(2))
	g.b.WriteString(pick(in, []string{"\t\tr <- 1\n", "\t\tr <- i\n\t\tevent k(r)\n", "\t\tif full(r) { event lost }\n\t\tr <- 0\n",
		"\t\tselect { case r <- 1: skip\n\t\telse: event lost }\n", "\t\tif r == a[0] { event first }\n\t\tr <- 1\n"}))
	g.b.WriteString("\t}\n}\n")
}

// clients writes tasks that are alike but for their element of the array, which some pass on.
func (g *passed) clients() {
	g.family, g.own = 1, true
	fmt.Fprintf(&g.b, "task w[i in 0..%d] {\n\tvar k 0..%d = i\n\tvar v 0..1\n\tvar r chan 0..1 = a[i]\n", g.n-1, g.n-1)
	g.b.WriteString(pick(g.in, []string{"\to <- a[i]\n", "\to <- r\n\tv = <-a[i]\n", "\tr = none\n", ""}))
	for range 1 + g.in.n(2) {
		g.statement(0)
	}
	g.b.WriteString("}\n")
	g.own = false
}

// operand returns what a send or a receive is about.
func (g *passed) operand() string {
	if g.own && g.in.one(2) {
		return "a[i]"
	}
	switch g.in.n(5) {
	case 0:
		return fmt.Sprintf("a[%d]", g.in.n(g.n))
	case 1:
		return "a[k]" // perhaps outside
	case 2:
		return "r"
	case 3:
		return "g"
	}
	return "s"
}

// value returns a channel, or none.
func (g *passed) value() string {
	if g.own && g.in.one(2) {
		return "a[i]"
	}
	switch g.in.n(5) {
	case 0:
		return "s"
	case 1:
		return "none"
	case 2:
		return "if x == 0 then s else a[0]"
	}
	return fmt.Sprintf("a[%d]", g.in.n(g.n))
}

func (g *passed) condition() string {
	switch g.in.n(6) {
	case 0:
		return "r == " + g.value()
	case 1:
		return "g != r"
	case 2:
		return "x == 1"
	case 3:
		return fmt.Sprintf("%s(%s)", pick(g.in, []string{"empty", "full"}), pick(g.in, []string{"r", "g", "a[0]"}))
	}
	return "len(r) < v + 1"
}

func (g *passed) statement(depth int) {
	switch k := g.in.n(14); {
	case k < 3:
		fmt.Fprintf(&g.b, "\t%s <- %s\n", g.operand(), pick(g.in, []string{"1", "v"}))
	case k < 6:
		fmt.Fprintf(&g.b, "\t%s<-%s\n", pick(g.in, []string{"", "v = "}), g.operand())
	case k == 6:
		fmt.Fprintf(&g.b, "\t%s = %s\n", pick(g.in, []string{"r", "g"}), pick(g.in, []string{g.value(), "any", "g", "r"}))
	case k == 7:
		fmt.Fprintf(&g.b, "\tk = %d\n", g.in.n(g.n))
	case k == 8:
		fmt.Fprintf(&g.b, "\t%s\n", pick(g.in, []string{"o <- r", "r = <-o", "g = <-o", "(a[0]) = <-o", "(none) = <-o", "(== r) = <-o", "(r) = <-o"}))
	case k == 9:
		fmt.Fprintf(&g.b, "\tselect {\n\tcase %s <- 1 when %s: %s\n\tcase (j in 0..%d) v = <-a[j]: %s\n", g.operand(), g.condition(), g.event(),
			g.n-1, g.event())
		if g.in.one(2) {
			fmt.Fprintf(&g.b, "\telse: %s\n", g.event())
		}
		g.b.WriteString("\t}\n")
	case k == 10 && g.in.one(3):
		fmt.Fprintf(&g.b, "\tclose %s\n", g.operand())
	case k == 11 && g.put:
		fmt.Fprintf(&g.b, "\tput(%s, v)\n", pick(g.in, []string{"r", "s", "a[0]", "none"}))
	case k == 12:
		fmt.Fprintf(&g.b, "\tevent got(r)\n\tx = len(g)\n")
	default:
		g.branch(depth, g.condition, g.statement)
	}
}
