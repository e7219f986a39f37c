package symmetry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/sem"
)

// classesOf writes the classes of a program: of each, its tasks, how many components
// each has of its own, and what names them.
func classesOf(t *testing.T, src, fsa string) string {
	t.Helper()
	p := trial.Program(t, "program x\n"+src)
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, k := range Find(m, trial.Specs(t, fsa), nil) {
		var names []string
		for _, task := range k.Tasks {
			names = append(names, p.Tasks[task].Name)
		}
		text := fmt.Sprintf("%s: %d own", strings.Join(names, " "), len(k.Own[0]))
		for _, n := range k.Shared {
			text += ", named by " + m.Comps[n.Comp].Name
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestFind(t *testing.T) {
	const loop = "shared x 0..3 = 0\ntask a[i in 0..3] { loop { event e(i); x = 0 } }\n"
	for name, c := range map[string]struct{ src, fsa, want string }{
		"plain":                               {loop, "", "a[0] a[1] a[2] a[3]: 1 own"},
		"wildcard":                            {loop, "property p for {e(*)} none e(*); e(*); e(*)", "a[0] a[1] a[2] a[3]: 1 own"},
		"one is named":                        {loop, "property p for {e(2)} none e(2); e(2)", "a[0] a[1] a[3]: 1 own"},
		"two are named":                       {loop, "property p for {e(0), e(2)} none e(0); e(2)", "a[1] a[3]: 1 own"},
		"its number is written":               {"shared x 0..3 = 0\ntask a[i in 0..3] { x = i }", "", "a[0] a[1] a[2] a[3]: 1 own, named by var:x"},
		"it asks for its number":              {"shared x 0..2 = 0\ntask a[i in 0..2] { loop { await x != i; x = i } }", "", "a[0] a[1] a[2]: 1 own, named by var:x"},
		"its number is compared with another": {"shared x 0..2 = 0\ntask a[i in 0..2] { loop { await x <= i; x = i } }", "", ""},
		"monitor":                             {"lock l\ntask a[i in 0..2] { loop { lock l; wait l; notifyall l; notify l; unlock l } }", "", "a[0] a[1] a[2]: 2 own, named by lock:l"},
		"lock":                                {"lock l\ntask a[i in 0..2] { loop { lock l; unlock l } }", "", "a[0] a[1] a[2]: 1 own, named by lock:l"},
		"own variable":                        {"lock l\ntask a[i in 0..2] { var v 0..2 = 0; loop { lock l; v = (v + 1) % 3; unlock l } }", "", "a[0] a[1] a[2]: 2 own, named by lock:l"},
		"cell of an array":                    {"shared v[3] bool\ntask a[i in 0..2] { loop { v[i] = !v[i] } }", "", "a[0] a[1] a[2]: 2 own"},
		"other start":                         {"task a[i in 0..2] { var v 0..2 = i; loop { event e; v = 1 } }", "", "a[0] a[1] a[2]: 2 own"},
		"its own server":                      {"task s[i in 0..2] { entry go; loop { accept go } }\ntask a[i in 0..2] { loop { call s[i].go } }", "", "s[0] s[1] s[2]: 2 own"},
		"one differs":                         {"task a[i in 0..3] { if i == 2 { event e } else { event f } }", "property p for {e, f} none e; f", "a[0] a[1] a[3]: 1 own"},
		"ring": {"task s[i in 0..2] { entry go; loop { accept go } }\ntask a[i in 0..2] { loop { call s[i].go; call s[(i+1)%3].go } }", "",
			""},
		"ring of two": {"task s[i in 0..1] { entry go; loop { accept go } }\ntask a[i in 0..1] { loop { call s[i].go; call s[(i+1)%2].go } }", "",
			"s[0] s[1]: 1 own, named by task:a[0], named by task:a[1]"},
		"among themselves": {"task s[i in 0..2] { entry go; loop { select { case accept go: event e\ncase call s[(i+1)%3].go: event f } } }", "", ""},
		"no family":        {"task a { event e }\ntask b { event e }", "", ""},
		"two families": {"lock l\ntask a[i in 0..1] { loop { lock l; unlock l } }\ntask b[i in 0..1] { lock l; event e; unlock l }", "",
			"a[0] a[1]: 1 own, named by lock:l; b[0] b[1]: 1 own, named by lock:l"},
		"one family holds numbers of the other": {"chan c 0..1\ntask a[i in 0..2] { var v 0..1; v = <-c }\ntask b[i in 0..1] { c <- i }", "",
			"a[0] a[1] a[2]: 2 own"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := classesOf(t, c.src, c.fsa); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// What align guesses is wrong where another task looks at one of two variables only;
// the check finds that out.
func TestAutomorphism(t *testing.T) {
	p := trial.Program(t, "program x\nshared x[2] bool\ntask a[i in 0..1] { loop { x[i] = !x[i] } }\ntask b { loop { await x[0] } }")
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	f := newFinder(m, tables(m, nil), nil, nil)
	x := f.align(0, 1)
	if x == nil {
		t.Fatal("no guess: nothing is tested")
	}
	if f.automorphism(x) {
		t.Errorf("%+v is no automorphism: b looks at x[0]", x)
	}
}

// Sorting is the same for all images of a state, and does not change what is sorted.
func TestCanonical(t *testing.T) {
	classes := []Class{{Own: [][]sem.CompID{{0, 1}, {2, 3}, {4, 5}}, Shared: []Naming{{6, [][]int32{{1}, {2}, {3}}}}}}
	z := NewCanonizer(classes)
	state := []int32{2, 0, 1, 1, 1, 1, 3, 9}
	z.Canonical(state)
	if want := []int32{1, 1, 1, 1, 2, 0, 2, 9}; !slices.Equal(state, want) {
		t.Errorf("%v, want %v", state, want)
	}
	again := slices.Clone(state)
	if z.Canonical(again); !slices.Equal(again, state) {
		t.Errorf("%v becomes %v", state, again)
	}
	other := []int32{1, 1, 1, 1, 2, 0, 1, 9} // the lock is held by the first, not by the second
	if z.Canonical(other); !slices.Equal(other, state) {
		t.Errorf("%v, want %v", other, state)
	}
}
