package gen

import (
	"fmt"
	"strings"
)

// Bursts returns the text of a random program in which single steps exceed the bounds of
// mailboxes: the capacities are small, and tasks and handlers post several equal
// messages in one step, in a row, in a for, under conditions and choices. Boxes post to
// later boxes only, so with large capacities every execution ends, or is blocked.
func Bursts(data []byte) string {
	b := &bursts{in: &choices{data}}
	return b.text()
}

// bursts is such a program that is being made.
type bursts struct {
	in     *choices
	boxes  int // the number of boxes, a0, a1, ..
	events int // events written so far
	out    strings.Builder
}

func (b *bursts) line(format string, args ...any) { fmt.Fprintf(&b.out, format+"\n", args...) }

func (b *bursts) event() string {
	b.events++
	return fmt.Sprintf("event e%d", b.events%5)
}

// post returns a post to a box with number first or higher, or an event if there is none.
func (b *bursts) post(first int) string {
	if first >= b.boxes {
		return b.event()
	}
	k := first + b.in.n(b.boxes-first)
	return pick(b.in, []string{fmt.Sprintf("post a%d.m", k), fmt.Sprintf("post a%d.m", k),
		fmt.Sprintf("post a%d.r(%d)", k, b.in.n(2))})
}

// burst returns statements of one step that post to boxes from first on: of a handler, or,
// if v is the name of a variable, of an atomic block.
func (b *bursts) burst(first, depth int, v string) string {
	p := b.post(first)
	k := b.in.n(8)
	if v != "" && (k == 2 || k == 4) {
		k = 3
	}
	switch k {
	case 0, 1:
		return p + "; " + p
	case 2:
		return fmt.Sprintf("for i in 0..%d { %s }", b.in.n(4), p)
	case 3:
		if v != "" && depth > 0 {
			return fmt.Sprintf("%s; if %s == 1 { %s }", p, v, b.burst(first, depth-1, v))
		}
	case 4:
		if depth > 0 {
			return fmt.Sprintf("choose { %s } or { %s }", b.burst(first, depth-1, v), b.event())
		}
	case 5:
		return p + "; " + b.event()
	case 6:
		if depth > 0 {
			return b.burst(first, depth-1, v) + "; " + b.burst(first, depth-1, v)
		}
	}
	return p
}

func (b *bursts) text() string {
	b.line("program random")
	b.line("shared x 0..1")
	b.boxes = 1 + b.in.n(2)
	for k := range b.boxes {
		what := pick(b.in, []string{"actor", "actor", "looper", "process"})
		b.line("%s a%d capacity[%d] {", what, k, 1+b.in.n(3)/2)
		for _, head := range []string{"on m", "on r(v 0..1)"} {
			var body []string
			for range b.in.n(3) {
				if what == "looper" {
					body = append(body, pick(b.in, []string{b.event(), "atomic { " + b.burst(k+1, 1, "x") + " }", "x = 1"}))
				} else {
					body = append(body, pick(b.in, []string{b.event(), b.burst(k+1, 1, ""), "x = 1"}))
				}
			}
			if len(body) == 0 {
				body = []string{"x = 0"}
			}
			if strings.HasPrefix(head, "on m") && b.in.one(4) {
				head += " when x == 1"
			}
			b.line("\t%s { %s }", head, strings.Join(body, "; "))
		}
		b.line("}")
	}
	for t := range 1 + b.in.n(2) {
		b.line("task t%d {", t)
		b.line("\tvar v 0..1")
		for range 1 + b.in.n(3) {
			switch b.in.n(6) {
			case 0, 1:
				b.line("\tatomic { %s }", b.burst(0, 2, "v"))
			case 2:
				b.line("\tv = any")
				b.line("\tatomic { %s }", b.burst(0, 2, "v"))
			case 3:
				b.line("\t%s", b.post(0))
			case 4:
				b.line("\tx = 1 - x")
			case 5:
				b.line("\tif x == %d { %s }", b.in.n(2), b.event())
			}
		}
		if b.in.one(3) {
			b.line("\tassert x == 0")
		}
		b.line("\t%s", b.event())
		b.line("}")
	}
	return b.out.String()
}
