package gen

// This file makes programs whose tasks hold locks on some paths only, and may release locks that they do not hold.

import "fmt"

// Locking returns a program whose tasks take and release mutexes, also of monitors, and
// reader-writer locks, in branches and loops, around plain accesses of shared variables.
// Mostly each releases what it took.
func Locking(data []byte) string {
	in := &choices{data: data}
	g := &locking{writer: writer{in: in}, careless: in.one(4)}
	g.b.WriteString("shared x, y 0..1\nlock m, k\nlock r\n")
	for t := range 2 + in.n(2) {
		fmt.Fprintf(&g.b, "task t%d {\n", t)
		g.body(3, g.statement)
	}
	return g.b.String()
}

// locking is such a program that is being made.
type locking struct {
	writer
	careless bool // some task may release a lock that it does not hold
}

func (g *locking) access() string {
	return pick(g.in, []string{"x = 1", "y = 1 - y", "x = y", "if x == 1 { event a }", "atomic { x = 1 - x }", "event a(y)"})
}

func (g *locking) statement(depth int) {
	lock := pick(g.in, []string{"m", "k"})
	switch k := g.in.n(9); {
	case k < 3:
		fmt.Fprintf(&g.b, "\tlock %s\n\t%s\n\tunlock %[1]s\n", lock, g.access())
	case k == 3:
		fmt.Fprintf(&g.b, "\trlock r\n\t%s\n\trunlock r\n", g.access())
	case k == 4:
		fmt.Fprintf(&g.b, "\tlock r\n\t%s\n\tunlock r\n", g.access())
	case k == 5 && depth > 0:
		fmt.Fprintf(&g.b, "\tlock %s\n", lock)
		g.branch(depth, func() string { return "x == 0" }, g.statement)
		fmt.Fprintf(&g.b, "\t%s\n\tunlock %s\n", g.access(), lock)
	case k == 6:
		fmt.Fprintf(&g.b, "\tlock m\n\t%s\n\tnotifyall m\n\tunlock m\n", pick(g.in, []string{"wait m", "x = 1", "if y == 0 { wait m }"}))
	case k == 7 && g.in.one(3): // held on one path only, and never released
		fmt.Fprintf(&g.b, "\tif x == 0 { lock %s } else { event a; event b }\n\t%s\n", lock, g.access())
	case k == 7 && g.careless:
		fmt.Fprintf(&g.b, "\t%s\n", pick(g.in, []string{"unlock m", "unlock k", "lock k", "if x == 0 { lock m }", "runlock r", "unlock r"}))
	default:
		fmt.Fprintf(&g.b, "\t%s\n", g.access())
	}
}
