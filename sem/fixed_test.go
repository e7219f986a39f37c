package sem_test

import (
	"fmt"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/sem"
)

// A table of constants multiplies no cases, and no case names it.
func TestVariablesThatNoStepWrites(t *testing.T) {
	const n = 200
	var squares []string
	for i := range n {
		squares = append(squares, fmt.Sprint(i*i))
	}
	p := trial.Program(t, fmt.Sprintf(`program p
shared square [%d]0..%d = {%s}
shared offset 0..9 = 3
shared sum 0..%d
task a { var i 0..%d
	loop {
		i = any
		sum = square[i] + offset } }
`, n, 9+(n-1)*(n-1), strings.Join(squares, ", "), 9+(n-1)*(n-1), n-1))
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, a := range p.Actions {
		cases, err := m.Cases(a)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(cases))
		for _, k := range cases {
			for _, mv := range k.Moves {
				if name := m.Comps[mv.Comp].Name; strings.HasPrefix(name, "var:square") || name == "var:offset" {
					t.Fatalf("a case names %s", name)
				}
			}
		}
	}
	if most != n {
		t.Errorf("%d cases at most, not %d", most, n)
	}
}
