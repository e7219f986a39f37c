package gen

// This file makes programs with wait groups, bodies that are executed once, and condition variables.

import "fmt"

// Groups returns a program whose tasks share a wait group, two things that are executed once, a lock and a
// condition on it, and use them in any order, so that many executions block or end in errors. The last
// two tasks do the same, and perhaps as many as are spawned.
func Groups(data []byte) string {
	in := &choices{data: data}
	g := &grouping{writer: writer{in: in}}
	g.b.WriteString("waitgroup g\nonce o, p\nlock m\ncond c on m\n")
	if g.rw = in.one(4); g.rw {
		g.b.WriteString("rwlock q\ncond d on q\ncond r on rlock q\n")
	}
	if g.arrays = in.one(4); g.arrays {
		g.b.WriteString("lock k[2]\ncond e[2] on k\nwaitgroup h[2]\n")
	}
	g.b.WriteString("shared x 0..2\nshared b bool\n")
	for t := range 1 + in.n(2) {
		fmt.Fprintf(&g.b, "task t%d {\n\tvar n 0..2\n", t)
		if t == 0 && in.one(2) {
			fmt.Fprintf(&g.b, "\tadd g(%d)\n", 1+in.n(2))
		}
		g.body(5, g.statement)
	}
	if g.spawned = in.one(4); g.spawned {
		g.b.WriteString("task s { spawn w; spawn w }\ntask w dynamic[2] {\n\tvar n 0..2\n")
	} else {
		g.b.WriteString("task w[i in 0..1] {\n\tvar n 0..2\n")
	}
	g.body(6, g.statement)
	return g.b.String()
}

// grouping is such a program that is being made.
type grouping struct {
	writer
	rw, arrays, spawned bool // it has a reader-writer lock; arrays of objects; spawned tasks
	depth               int  // the number of enclosing bodies that are executed once
}

func (g *grouping) condition() string {
	return pick(g.in, []string{"b", "!b", "x == 1", "n == 0", "n < x"})
}

// cond returns a condition variable and its lock.
func (g *grouping) cond() (c, lock string) {
	switch {
	case g.rw && g.in.one(3):
		return pick(g.in, []string{"d", "r"}), "q"
	case g.arrays && g.in.one(2):
		i := g.in.n(2)
		return fmt.Sprintf("e[%d]", i), fmt.Sprintf("k[%d]", i)
	}
	return "c", "m"
}

func (g *grouping) group() string {
	if g.arrays && g.in.one(3) {
		return pick(g.in, []string{"h[0]", "h[1]", "h[min(x, 1)]", "h[n]"})
	}
	return "g"
}

func (g *grouping) statement(depth int) {
	say := func(format string, args ...any) { fmt.Fprintf(&g.b, "\t"+format+"\n", args...) }
	switch k := g.in.n(13); {
	case k < 2:
		say("%s", pick(g.in, []string{"done " + g.group(), "done g", "add g(-1)", "add " + g.group() + "(1)", "add g(n)", "add g(1 - x)"}))
	case k < 4:
		say("wait %s", g.group())
	case k < 6:
		o := pick(g.in, []string{"o", "o", "o", "p"})
		if g.depth > 0 && g.in.n(3) > 0 {
			o = "p"
		}
		g.depth++
		say("once %s {", o)
		if depth > 0 {
			g.statement(depth - 1)
		} else {
			say("%s", g.event())
		}
		if g.in.one(5) {
			say("if %s { stop }", g.condition())
		}
		say("}")
		g.depth--
	case k < 9: // wait until b holds, or x is not 0
		c, lock := g.cond()
		say("lock %s", lock)
		say("%s %s { wait %s }", pick(g.in, []string{"while", "while", "if"}), pick(g.in, []string{"!b", "x == 0"}), c)
		say("%s; unlock %s", pick(g.in, []string{g.event(), "b = false", "signal " + c}), lock)
	case k < 11: // let it hold, and wake a task that waits
		c, lock := g.cond()
		say("lock %s; %s; %s %s; unlock %s", lock, pick(g.in, []string{"b = true", "x = 1"}), pick(g.in, []string{"signal", "broadcast"}), c, lock)
	case k == 11:
		c, lock := g.cond()
		say("%s", pick(g.in, []string{"signal " + c, "broadcast " + c, "wait " + c, "unlock " + lock, "n = 1", "x = n", "await b"}))
	default:
		g.branch(depth, g.condition, g.statement)
	}
}
