package fsa

import (
	"fmt"
	"strings"
	"testing"

	"flavers/automata"
)

// TestCatalogueAgainstPublishedExpressions compares with the quantified
// regular expressions that the catalogue of Dwyer, Avrunin and Corbett gives.
// Reference: "Patterns in property specifications for finite-state
// verification", mappings of the pattern system to QREs.
func TestCatalogueAgainstPublishedExpressions(t *testing.T) {
	for _, c := range []struct{ pattern, qre string }{
		{"absence of p", "[-p]*"},
		{"absence of p before r", "[-r]* | ([-p,r]*; r; .*)"},
		{"absence of p after q", "[-q]*; (q; [-p]*)?"},
		{"absence of p between q and r", "([-q]*; q; [-p,r]*; r)*; [-q]*; (q; [-r]*)?"},
		{"absence of p after q until r", "([-q]*; q; [-p,r]*; r)*; [-q]*; (q; [-p,r]*)?"},
		{"existence of p", "[-p]*; p; .*"},
		{"existence of p before r", "[-r]* | ([-p,r]*; p; .*)"},
		{"existence of p after q", "[-q]*; (q; [-p]*; p; .*)?"},
		{"existence of p between q and r", "([-q]*; q; [-p,r]*; p; [-r]*; r)*; [-q]*; (q; [-r]*)?"},
		{"existence of p after q until r", "([-q]*; q; [-p,r]*; p; [-r]*; r)*; [-q]*; (q; [-p,r]*; p; [-r]*)?"},
		{"existence of p at most 2", "[-p]*; (p; [-p]*)?; (p; [-p]*)?"},
		{"existence of p exactly 2", "([-p]*; p)^2; [-p]*"},
		{"universality of p", "p*"},
		{"universality of p before r", "[-r]* | (p*; r; .*)"},
		{"universality of p after q", "[-q]*; (q; p*)?"},
		{"universality of p between q and r", "([-q]*; q; p*; r)*; [-q]*; (q; [-r]*)?"},
		{"universality of p after q until r", "([-q]*; q; p*; r)*; [-q]*; (q; p*)?"},
		{"s precedes p", "[-p]* | ([-s,p]*; s; .*)"},
		{"s precedes p before r", "[-r]* | ([-p,r]*; r; .*) | ([-s,p,r]*; s; .*)"},
		{"s precedes p after q", "[-q]*; (q; ([-p]* | ([-s,p]*; s; .*)))?"},
		{"s responds to p", "[-p]*; (p; [-s]*; s; [-p]*)*"},
		{"s responds to p after q", "[-q]*; (q; [-p]*; (p; [-s]*; s; [-p]*)*)?"},
		{"s responds to p before r", "[-r]* | ([-p,r]*; (p; [-s,r]*; s; [-p,r]*)*; r; .*)"},
		{"s, t precede p", "[-p]* | ([-s,p]*; s; [-p,t]*; t; .*)"},
	} {
		src := fmt.Sprintf("property a for {p,q,r,s,t,x} { %s }\nproperty b for {p,q,r,s,t,x} all %s\n", c.pattern, c.qre)
		specs, list := Parse("t.fsa", []byte(src))
		if len(list.All) > 0 || len(specs) != 2 {
			t.Fatalf("%s: %v", c.pattern, list.All)
		}
		if w, differ := automata.Distinguish(specs[0].DFA, specs[1].DFA); differ {
			var names []string
			for _, s := range w {
				names = append(names, specs[0].Symbols[s].Pattern.String())
			}
			t.Errorf("%s and %s differ on %q", c.pattern, c.qre, strings.Join(names, " "))
		}
	}
}
