package task

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/lang/symbols"
)

// checkIndex holds what every index has to: occurrences are names of their symbols,
// in order, and what belongs to something stands inside it.
func checkIndex(src string, x *symbols.Index) error {
	last := -1
	for _, o := range x.Occurrences {
		s := x.Symbols[o.Symbol]
		if o.At <= last || o.End > len(src) || src[o.At:o.End] != s.Name {
			return fmt.Errorf("occurrence %v of %s %s", o.Span, s.Kind, s.Name)
		}
		last = o.At
	}
	for i, s := range x.Symbols {
		if !s.Extent.Has(s.Place.At) || !s.Extent.Has(s.Place.End) {
			return fmt.Errorf("%s %s: %v is not within %v", s.Kind, s.Name, s.Place, s.Extent)
		}
		if s.Within == symbols.ID(i) || s.Within != symbols.None && !x.Symbols[s.Within].Extent.Has(s.Place.At) {
			return fmt.Errorf("%s %s is not within %v", s.Kind, s.Name, s.Within)
		}
	}
	return nil
}

// TestIndex lists the symbols of a program with the lines where they are named; ! is
// a place that changes them.
func TestIndex(t *testing.T) {
	const src = `const N = 2
enum Phase { idle, busy }
shared turn 0..N-1
lock m[N]
chan c 0..N
proc inc(k 0..1) { turn = k }
task phil[i in 0..N-1] {
    entry up(x 0..3), down
    var p Phase = idle
    outer: loop {
        lock m[i]; p = busy; inc(1)
        accept up(y) { turn = y }
        call phil[0].down
        for i in 0..1 { event eat(i, turn); break outer }
    }
}
actor a { on hit(n 0..2) when n > 0 { event eat(n, 0) } on hit(q) { post a.hit(1) } }
chan d[N][1] 0..N
task user {
    var r chan 0..N = d[turn]
    r <- 1; turn = <-d[1]; turn = <-r; close r
    await r == c && len(d[0]) == 0
}
`
	x := Index("t.tfg", []byte(src))
	if err := checkIndex(src, x); err != nil {
		t.Error(err)
	}
	var got []string
	for i, s := range x.Symbols {
		text := s.Kind.String() + " " + s.Name
		if s.Within != symbols.None {
			text += " of " + x.Symbols[s.Within].Name
		}
		for _, o := range x.Places(symbols.ID(i)) {
			text += fmt.Sprintf(" %d", 1+strings.Count(src[:o.At], "\n"))
			if o.Write {
				text += "!"
			}
		}
		got = append(got, text)
	}
	want := []string{
		"procedure inc 6! 11", "task phil 7! 13", "task a 17! 17", "task user 19!",
		"constant N 1! 3 4 5 7 18 18 20", "enum Phase 2! 9", "enum value idle 2! 9", "enum value busy 2! 11",
		"variable turn 3! 6! 12! 14 20 21! 21!", "lock m 4! 11", "channel c 5! 22", "channel d 18! 20 21 22",
		"variable k of inc 6! 6", "index i of phil 7! 11",
		"entry up of phil 8! 12", "variable x of phil 8!", "entry down of phil 8! 13",
		"message hit of a 17! 17! 17", "variable n of a 17! 17 17",
		"variable q of a 17!",
		"variable p of phil 9! 11!", "label outer of phil 10! 14", "variable y of phil 12! 12", "index i of phil 14! 14", "event eat 14! 17!",
		"variable r of user 20! 21 21 21 22",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestIndexOfAll: what holds of every index holds of all programs, cut off anywhere.
func TestIndexOfAll(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.tfg")
	more, _ := filepath.Glob("testdata/*/*.tfg")
	if files = append(files, more...); err != nil || len(files) < 20 {
		t.Fatal(err, files)
	}
	for k, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{len(src), len(src) * (k%7 + 1) / 8} {
			if err := checkIndex(string(src[:n]), Index(file, src[:n])); err != nil {
				t.Errorf("%s, %d bytes: %v", file, n, err)
			}
		}
	}
}
