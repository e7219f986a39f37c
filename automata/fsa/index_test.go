package fsa

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/lang/symbols"
)

// TestIndex lists the symbols of a file with the lines where they are named, and the
// names that are the program's.
func TestIndex(t *testing.T) {
	const src = `property exclusion {
    states none*, left
    events b0 = "eat(0)", e0 = "phil[0].phase=idle"
    none -> left : b0
    left -> none : e0
}
property busy[i in 0..N-1] { "phil[i].phase==eating" responds to phil[1]:fork[i+M].up.end }
invariant apart[i in 0..1] { turn != i || "phil[1].phase" != eating && flag[N] }
property seen { reach "phil[0].phase=eating" }
constraint c for { "lock door", "c<-N", "<-d", reg.go(*) } all .*
`
	x := Index("t.fsa", []byte(src))
	line := func(at int) int { return 1 + strings.Count(src[:at], "\n") }
	var got []string
	for i, s := range x.Symbols {
		text := s.Kind.String() + " " + s.Name
		for _, o := range x.Places(symbols.ID(i)) {
			text += fmt.Sprintf(" %d", line(o.At))
			if src[o.At:o.End] != s.Name {
				t.Errorf("%s: %q", s.Name, src[o.At:o.End])
			}
		}
		got = append(got, text)
	}
	for _, f := range x.Foreign {
		if src[f.At:f.End] != f.Name {
			t.Errorf("%s: %q", f.Name, src[f.At:f.End])
		}
		got = append(got, fmt.Sprintf("%s.%s is %v", f.Owner, f.Name, f.Kinds))
	}
	want := []string{
		"property exclusion 1", "state none 2 4 5", "state left 2 4 5", "short name b0 3 4", "short name e0 3 5",
		"property busy 7", "index i 7 7 7", "property apart 8", "index i 8 8", "property seen 9", "constraint c 10",
		".eat is [event channel]", ".phil is [task variable]", "phil.phase is [variable]", ".idle is [constant enum value]",
		".N is [constant enum value]", ".phil is [task variable]", "phil.phase is [variable]", ".eating is [constant enum value]",
		".phil is [task variable]", ".fork is [task variable]", ".M is [constant enum value]", "fork.up is [entry message variable]", "up.end is [entry message variable]",
		".turn is [variable constant enum value]", ".phil is [task variable]", "phil.phase is [variable]", ".eating is [variable constant enum value]",
		".flag is [variable constant enum value]", ".N is [constant enum value]",
		".phil is [task variable]", "phil.phase is [variable]", ".eating is [constant enum value]",
		".door is [lock]", ".c is [channel]", ".N is [constant enum value]", ".d is [event channel]", ".reg is [task variable]", "reg.go is [entry message variable]",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestIndexOfAll: names stand where the index says, in all specifications, cut off
// anywhere.
func TestIndexOfAll(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.fsa")
	if err != nil || len(files) < 20 {
		t.Fatal(err, files)
	}
	for k, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{len(src), len(src) * (k%7 + 1) / 8} {
			x := Index(file, src[:n])
			for _, o := range x.Occurrences {
				if name := x.Symbols[o.Symbol].Name; string(src[o.At:o.End]) != name {
					t.Errorf("%s: %q is not %s", file, src[o.At:o.End], name)
				}
			}
			for _, f := range x.Foreign {
				if string(src[f.At:f.End]) != f.Name {
					t.Errorf("%s: %q is not %s", file, src[f.At:f.End], f.Name)
				}
			}
		}
	}
}
