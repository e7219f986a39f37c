package format

import "testing"

// Conditions of invariants: blanks around operators with two operands, none after one
// of a single one.
func TestConditions(t *testing.T) {
	const src = "property  yes{reach   e(1)}\ninvariant  b{wdone<=pdone&&(x==1||!y)}\ninvariant n{-x<y- -1*2%3+a[i+1]}\n"
	const want = "property yes { reach e(1) }\ninvariant b { wdone <= pdone && (x == 1 || !y) }\ninvariant n { -x < y - -1 * 2 % 3 + a[i+1] }\n"
	for _, text := range []string{src, want} {
		got, list := Source("p.fsa", []byte(text))
		if list.HasErrors() || string(got) != want {
			t.Errorf("%v: %s", list.All, got)
		}
	}
}
