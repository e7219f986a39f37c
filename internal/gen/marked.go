package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Marked returns the contents of a property: a random deterministic automaton over events,
// with two to five states, some of them live. In some, no live state can be reached and
// left; these are refused when they are loaded.
func Marked(seed uint64, events []string) string {
	r := rand.New(rand.NewPCG(seed, 96))
	n := 2 + r.IntN(4)
	var b strings.Builder
	for q := range n {
		head := ", "
		if q == 0 {
			head = "states "
		}
		mark := []string{"*", "*", "", " live", " live", " live"}[r.IntN(6)]
		if q == n-1 && !strings.Contains(b.String(), "live") {
			mark = " live"
		}
		fmt.Fprintf(&b, "%ss%d%s", head, q, mark)
	}
	for q := range n {
		for _, e := range events {
			switch k := r.IntN(8); {
			case k == 0:
				fmt.Fprintf(&b, "; s%d -> error : %s", q, e)
			case k < 6:
				fmt.Fprintf(&b, "; s%d -> s%d : %s", q, r.IntN(n), e)
			}
		}
	}
	if r.IntN(6) == 0 {
		b.WriteString("; error otherwise")
	}
	return b.String()
}
