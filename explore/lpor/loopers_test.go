package lpor

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// waiting is a random program whose tasks wait for each other in many ways:
// loopers and processes with guarded handlers, handlers that wait in their
// middle, meetings, buffers, locks, conditions. Most of its executions get
// stuck, and where depends on the order of few steps that are far from each
// other.
func waiting(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 8))
	w := &waiter{r: r, boxes: 1 + r.IntN(2), tasks: 2 + r.IntN(2), dynamic: r.IntN(5) == 0}
	w.line("shared x, y, z 0..1")
	w.line("lock m")
	w.line("chan c 0..1")
	w.line("chan d[1] 0..1")
	for i := range w.tasks {
		w.line("task t%d {", i)
		w.line("	entry e")
		if w.dynamic && i == 0 {
			w.line("	spawn l0()")
		}
		w.stmts(i, 1+r.IntN(4))
		w.line("}")
	}
	for i := range w.boxes {
		kind, many := pick(r, "looper", "looper", "looper", "process"), ""
		if w.dynamic && i == 0 {
			many = " dynamic[1]"
		}
		w.line("%s l%d%s {", kind, i, many)
		w.line("	var s 0..1")
		for k := range 1 + r.IntN(3) {
			if r.IntN(2) == 0 {
				w.line("	on m%s {", w.guard())
			} else {
				w.line("	on n(a 0..1)%s {", pick(r, w.guard(), " when a == "+w.variable(), " when a == 1"))
			}
			switch {
			case k == 0 && r.IntN(2) == 0: // nothing to do
			case kind == "process":
				w.line("		%s", w.step())
			default:
				w.stmts(w.tasks+i, 1+r.IntN(3))
			}
			w.line("	}")
		}
		// Every message has a handler, so that every post is right.
		w.line("	on m { %s }", w.step())
		w.line("	on n(b 0..1) when s == b || z == 0 { %s }", w.step())
		w.line("}")
	}
	return w.text.String()
}

type waiter struct {
	r            *rand.Rand
	boxes, tasks int
	dynamic      bool
	text         strings.Builder
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

func (w *waiter) line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

func (w *waiter) variable() string { return pick(w.r, "x", "y", "z") }

func (w *waiter) condition() string {
	return fmt.Sprintf("%s == %d", w.variable(), w.r.IntN(2))
}

func (w *waiter) guard() string {
	switch w.r.IntN(4) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" when s == %d", w.r.IntN(2))
	}
	return " when " + w.condition()
}

// step is a statement that waits for nothing.
func (w *waiter) step() string {
	switch w.r.IntN(5) {
	case 0:
		return w.variable() + " = " + w.variable()
	case 1:
		return "event " + pick(w.r, "a", "b")
	case 2:
		return "skip"
	}
	return fmt.Sprintf("%s = %d", w.variable(), w.r.IntN(2))
}

// stmts are those of a task or handler; who numbers it.
func (w *waiter) stmts(who, n int) {
	for range n {
		var s string
		switch w.r.IntN(13) {
		case 0, 1, 2:
			box := w.r.IntN(w.boxes)
			if who >= w.tasks { // of another box only, so that it ends
				if box <= who-w.tasks {
					s = w.step()
					break
				}
			}
			s = fmt.Sprintf("post l%d.%s", box, pick(w.r, "m", "m", "n(0)", "n(1)", "n(x)"))
			if w.dynamic && box == 0 {
				s = strings.Replace(s, "l0", "l0[0]", 1)
			}
		case 3:
			s = pick(w.r, "c <- 1", "<-c", "x = <-c")
		case 4, 12:
			s = pick(w.r, "d <- 1", "d <- 1; d <- z", "d <- 0; d <- 1", "<-d", "y = <-d", "<-d; x = <-d")
		case 5:
			if who < w.tasks && w.r.IntN(2) == 0 {
				s = pick(w.r, "accept e", "accept e { "+w.step()+" }")
			} else {
				s = fmt.Sprintf("call t%d.e", (who+1+w.r.IntN(max(w.tasks-1, 1)))%w.tasks)
				if who < w.tasks && strings.Contains(s, fmt.Sprintf("t%d.", who)) {
					s = "skip"
				}
			}
		case 6:
			s = pick(w.r, "lock m", "unlock m", "lock m; "+w.step()+"; unlock m")
		case 7:
			s = pick(w.r, "await false", "await "+w.condition(), "await "+w.condition()+" || "+w.condition())
		default:
			s = w.step()
		}
		w.line("		%s", s)
	}
}
