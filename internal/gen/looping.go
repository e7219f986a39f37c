package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Looping returns a program whose executions need not end: some tasks do a few things for
// ever. It is for liveness properties. Its events are a, b and c.
func Looping(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 91))
	var b strings.Builder
	b.WriteString("lock m\nshared x 0..2\nshared y 0..1\nchan c[1] 0..1\n")
	// What s does decides who can move elsewhere: an else looks at whether it stands at its accept.
	b.WriteString("task s { entry up; " + []string{"loop { accept up; event c }", "loop { accept up; event c }",
		"accept up; event c", "loop { accept up; lock m; event c; unlock m }"}[r.IntN(4)] + " }\n")
	for t := range 2 + r.IntN(2) {
		fmt.Fprintf(&b, "task t%d {\n", t)
		if r.IntN(4) > 0 {
			b.WriteString("    loop {\n")
		} else {
			b.WriteString("    if true {\n")
		}
		for range 1 + r.IntN(4) {
			b.WriteString("        " + []string{
				"event a;", "event b;", "event c;", "x = (x + 1) % 3;", "y = 1 - y;", "await x == 1;", "await y == 0;",
				"lock m; event a; unlock m;", "lock m; unlock m;", "c <- 1;", "<-c;", "call s.up;", "atomic { event b; event a; }", "if y == 1 { event c; }",
				"choose { event a; } or { event b; } or { }",
				"select { case call s.up: event a; else: event b; }", "select { case call s.up: skip; else: skip; }",
			}[r.IntN(17)] + "\n")
		}
		b.WriteString("    }\n}\n")
	}
	return b.String()
}
