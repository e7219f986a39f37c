package gen

import (
	"fmt"
	"strings"
)

// Replicated returns the text of a random program with a family of two to four equal
// tasks, and perhaps one more task. What they share treats them alike: a monitor with its
// wait set, a semaphore, a counter, a lock, and variables that hold the number of a task,
// which are compared with it and copied. So the tasks are nearly always interchangeable;
// now and then the program names one of them.
func Replicated(data []byte) string {
	b := &replicated{in: &choices{data}}
	return b.text()
}

// replicated is such a program that is being made.
type replicated struct {
	in    *choices
	tasks int // the number of tasks in the family
	out   strings.Builder
}

func (b *replicated) line(format string, args ...any) { fmt.Fprintf(&b.out, format+"\n", args...) }

// member returns a statement of a member of the family, nested at most depth deep. held says
// that the monitor is held there.
func (b *replicated) member(depth int, held bool) string {
	k := b.in.n(18)
	if held && k == 5 || depth == 0 && (k == 1 || k == 2 || k == 8 || k == 13) {
		k = 9
	}
	switch k {
	case 0:
		return "event e(i)"
	case 1:
		return "lock m; " + b.some(depth-1, true) + "; unlock m"
	case 2:
		return "lock n; " + b.member(depth-1, held) + "; unlock n"
	case 3, 4:
		if held {
			return pick(b.in, []string{"wait m", "notify m", "notifyall m", "while c == 0 { wait m }", "if x == i { wait m }"})
		}
		return "lock m; " + pick(b.in, []string{"wait m", "notify m", "notifyall m"}) + "; unlock m"
	case 5:
		return "await " + pick(b.in, []string{"c > 0", "x == i", "x != i", "y == i"})
	case 6:
		return "acquire s"
	case 7:
		return "release s"
	case 8:
		return "if " + pick(b.in, []string{"c > 0", "x == i", "y != i", "v", "p[i]"}) + " { " + b.some(depth-1, held) + " } else { " + b.member(0, held) + " }"
	case 9:
		return pick(b.in, []string{"x = i", "y = i", "x = y", "y = x"})
	case 10:
		return pick(b.in, []string{"c = 1 - c", "c = 0", "c = 1"})
	case 11:
		return pick(b.in, []string{"v = !v", "v = c == 0", "p[i] = !p[i]"})
	case 12:
		return pick(b.in, []string{"assert x == i", "assert c == 0", "event f", "event f"})
	case 13:
		return "loop { " + b.some(depth-1, held) + pick(b.in, []string{"", "; break"}) + " }"
	}
	return pick(b.in, []string{"event f", "event e(i)", "skip"})
}

// some returns one to three such statements.
func (b *replicated) some(depth int, held bool) string {
	out := []string{b.member(depth, held)}
	for range b.in.n(3) {
		out = append(out, b.member(depth, held))
	}
	return strings.Join(out, "; ")
}

func (b *replicated) text() string {
	b.tasks = 2 + b.in.n(3)
	last := b.tasks - 1
	b.line("program random")
	b.line("lock m, n")
	b.line("sem s = %d", b.in.n(3))
	b.line("shared c 0..1")
	b.line("shared x, y 0..%d", last)
	b.line("shared p[%d] bool", b.tasks)
	b.line("task a[i in 0..%d] {", last)
	b.line("\tvar v bool")
	for range 1 + b.in.n(4) {
		b.line("\t%s", b.member(2, false))
	}
	if b.in.one(6) {
		b.line("\tif i == %d { event g }", b.in.n(b.tasks))
	}
	b.line("}")
	if b.in.n(3) > 0 {
		b.line("task b {")
		for range 1 + b.in.n(3) {
			b.line("\t%s", pick(b.in, []string{"lock m; notifyall m; unlock m", "release s", "c = 1", "y = x", "x = y", "lock n; c = 0; unlock n",
				"acquire s", "await c == 1", "event f", "lock m; wait m; unlock m", fmt.Sprintf("x = %d", b.in.n(b.tasks))}))
		}
		b.line("}")
	}
	return b.out.String()
}
