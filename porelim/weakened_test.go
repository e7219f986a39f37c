package porelim_test

import (
	"testing"

	"flavers/mip"
	"flavers/porelim"
)

// TestWeakened: a form without a condition keeps all that it keeps with it, and for each condition there is a program,
// of those that need some clause, where it keeps more.
func TestWeakened(t *testing.T) {
	more := map[porelim.Name]int{}
	for _, a := range ablations {
		p := a.p
		if !p.sensible() {
			t.Fatal("not a program of the space")
		}
		s, e := p.load(t)
		for _, form := range []porelim.Name{porelim.Early, porelim.Late} {
			whole := porelim.NormalForm(s, e, form)
			for _, lack := range []porelim.Name{porelim.Condition2b, porelim.Condition4, porelim.Condition5} {
				kept := porelim.FormWithout(s, e, form, lack)
				if !contains(kept, whole) || !contains(e, kept) {
					t.Errorf("%s without %s keeps less\n%s", form, lack, p.String())
				}
				if kept.Count() > whole.Count() {
					more[lack]++
				}
			}
		}
	}
	if len(more) != 3 || len(porelim.Weakened) != 3 {
		t.Errorf("not every condition removes something: %v", more)
	}
}

// contains reports whether a has all edges of b.
func contains(a, b *mip.EdgeSet) bool {
	for i := range b.Nodes {
		for j := range b.M.Row(i).All {
			if !a.M.Row(i).Has(j) {
				return false
			}
		}
	}
	return true
}
