package gen

// This file makes programs with any number of equal tasks.

import "strings"

// Family returns a program with one family of N tasks, where N is a constant that is used
// for nothing else, and a server that may serve them. The tasks take a lock, rendezvous,
// pass values, and share variables. Its events are go, out and other(i).
func Family(data []byte) string {
	in := &choices{data: data}
	pick := func(list ...string) string { return list[in.n(len(list))] }
	var some func(depth int) string
	one := func(depth int) string {
		switch in.n(13) {
		case 0:
			return "lock m; " + some(depth-1) + "; unlock m"
		case 1:
			return "call s." + pick("e", "f")
		case 2:
			return "v = " + pick("true", "false", "!v")
		case 3:
			return "await " + pick("v", "!v", "c > 0")
		case 4:
			return pick("c = (c + 1) % 3", "c = c + 1", "c = 0", "c = max(c - 1, 0)")
		case 5:
			return "if " + pick("v", "c == 1", "w") + " { " + some(depth-1) + " }"
		case 6:
			return "w = " + pick("v", "!w")
		case 7:
			return pick("q <- v", "v = <-q")
		case 8:
			return pick("r <- v", "<-r")
		case 9:
			return "select { case r <- true: " + some(depth-1) + "\ncase <-r: " + some(depth-1) + " }"
		case 10:
			return "lock m; event go; event out; unlock m"
		}
		return "event " + pick("go", "out", "other(i)")
	}
	some = func(depth int) string {
		if depth <= 0 {
			return "event " + pick("go", "out")
		}
		var out []string
		for range 1 + in.n(2) {
			out = append(out, one(depth))
		}
		return strings.Join(out, "; ")
	}
	body := some(2)
	if in.n(3) == 0 {
		body = "loop { " + body + " }"
	}
	server := pick("accept e; accept f", "loop { accept e; v = !v; accept f }", "loop { select { case accept e: event go\ncase accept f: event out\ncase terminate: } }")
	return "program x\nconst N = 2\nlock m\nshared v bool\nshared c 0..2 = 0\nchan q[1] bool\nchan r bool\ntask s { entry e, f; " + server +
		" }\ntask a[i in 0..N-1] { var w bool; " + body + " }\n"
}
