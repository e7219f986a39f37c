package sem_test

import (
	"strings"
	"testing"

	"flavers/lang"
	"flavers/sem"
)

// Choices and loops within one step: how executions end, as the value of x, or the error.
func TestStepLoops(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"task t { atomic { while x < 5 { x = x + 1 } } }", "5"},
		{"task t { atomic { loop { x = x + 1; if x == 3 { break } } } }", "3"},
		{"task t { atomic { choose { x = 1 } or { x = 2 } or { choose { x = 3 } or { skip } } } }", "0, 1, 2, 3"},
		{"task t { atomic { while x < 3 { x = x + 1; choose { break } or { skip } } } }", "1, 2, 3"},
		{"task t { atomic { a: while x < 7 { while x < 6 { x = x + 1; if x == 4 { break a } } } } }", "4"},
		{"task t { atomic { var n 0..7; a: while n < 3 { n = n + 1; loop { x = x + 1; if n < 3 { continue a }; break } } } }", "3"},
		{"task t { atomic { for i in 0..5 { if i == 2 { continue }; if i == 4 { break }; x = x + i } } }", "4"},
		{"task t { atomic { a: for i in 0..2 { for j in 0..2 { if j > i { continue a }; if i == 2 { break a }; x = x + 1 } } } }", "3"},
		{"task t { atomic { while x < 2 { for i in 0..3 { if i == 1 { break }; x = x + 1 }; x = min(x + 1, 7) } } }", "2"},
		{"actor a { on m { while x < 3 { x = x + 1 }; loop { stop } } }\npost a.m", "3"},
		{"proc p() { loop { x = x + 1; if x > 4 { break } } }\nactor a { on m { while x < 2 { p() } } }\npost a.m", "5"},
		// The bounds: 256 turns, and 256 ways to choose in loops.
		{"task t { var n 0..300; atomic { while n < 256 { n = n + 1 } } }", "0"},
		{"task t { var n 0..300; atomic { while n < 257 { n = n + 1 } } }", "endless step"},
		{"task t { atomic { loop { x = 1 - x } } }", "endless step"},
		{"task t { atomic { loop { choose { break } or { skip } } } }", "0, endless step"},
		{"task t { var n 0..9; atomic { while n < 8 { n = n + 1; choose { x = 1 } or { x = 0 } } } }", "0, 1"},
		{"task t { var n 0..9; atomic { while n < 9 { n = n + 1; choose { x = 1 } or { x = 0 } } } }", "endless step"},
		{"task t { atomic { while x == 0 { x = any; if x == 7 { x = x + 1 } } } }", "1, 2, 3, 4, 5, 6, endless step, range error"},
	} {
		p, ds := lang.Load("l.tfg", []byte("shared x 0..7\n"+c.src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, c.src)
		}
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(ends(m), ", "); got != c.want {
			t.Errorf("%s, want %s\n%s", got, c.want, c.src)
		}
	}
}
