package farm

import (
	"bytes"
	"strings"
	"testing"

	"flavers/internal/golden"
	"flavers/verify/crosscheck/random"
)

// A disagreement is printed with the program and what repeats it. The JSON form has its schema.
func TestDisagreementText(t *testing.T) {
	x := &Random{Programs: 10, seed: 1}
	sum := &random.Report{Programs: 9, Unfit: 1, Findings: []random.Finding{{Seed: 7, Family: "mixed", What: "static says no",
		Schedule: "1:abc:0", Program: "program random\n\ntask a { }\n", Spec: "property p0 { }\n", Lines: 40}}}
	var b strings.Builder
	if err := x.write(&b, sum); err != nil {
		t.Fatal(err)
	}
	const want = `seed 7 (mixed): static says no
schedule: 1:abc:0
again: flavers crosscheck --random 1 --seed 7
program, made smaller from 40 lines:

program random

task a { }
property p0 { }

9 of 10 programs were cross-checked.
seeds 1 to 10: 9 programs, 1 disagreement
programs whose properties do not fit, so that nothing was asked: 1
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
	schema := golden.Schema(t, "../../docs/schema/random.schema.json")
	for _, s := range []*random.Report{sum, {}} {
		var text bytes.Buffer
		if err := x.writeJSON(&text, s); err != nil {
			t.Fatal(err)
		}
		for _, problem := range schema.Problems(t, text.Bytes()) {
			t.Error(problem)
		}
	}
}
