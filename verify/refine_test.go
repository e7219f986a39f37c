package verify_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Automatic refinement reaches the interpreter's verdict and leaves nothing
// open, with far fewer constraints than there are.
func TestRefinementIsExact(t *testing.T) {
	usual := trial.Usual(15, 50)
	n, compared, used, all := trial.Count(t, usual), 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<40, []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2])
		if pr == nil {
			continue
		}
		c := pr.check(verify.Options{Check: seed%8 == 0})
		if ambiguous(c) {
			continue
		}
		full := pr.check(verify.Options{Refine: "all"})
		for i, r := range c.Results {
			want := report.Holds
			if pr.violated[r.Property] {
				want = report.Violated
			}
			if r.Verdict == report.Unknown && r.Limit == report.LimitSize && slices.ContainsFunc(pr.p.Objects, isBox) {
				continue
			}
			if r.Verdict != want {
				t.Fatalf("%s is %s (%s), the interpreter says %s\n%s", r.Property, r.Verdict, r.Reason, want, pr.what)
			}
			compared++
			used += len(r.Constraints)
			all += len(full.Results[i].Constraints)
		}
		if e := c.RuntimeErrors; e != nil && len(pr.constraints) == 0 && (e.Verdict == report.Violated) != pr.errors {
			t.Fatalf("run-time errors: %s (%s), the interpreter says %v\n%s", e.Verdict, e.Reason, pr.errors, pr.what)
		}
	}
	t.Logf("%d verdicts; %d constraints used of %d", compared, used, all)
	if compared < n {
		t.Errorf("only %d verdicts compared", compared)
	}
	if 2*used > all {
		t.Errorf("%d constraints used of %d: more than half", used, all)
	}
}

// On the examples, refinement reaches its verdicts with at most half of all
// generated constraints on average: docs/results.md says with how many.
func TestRefinementOnExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.tfg")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	used, all, share, n := 0, 0, 0.0, 0
	for _, file := range trial.Part(files, 6) {
		p, specs := trial.Example(t, filepath.Join("examples", filepath.Base(file)), nil)
		few := verify.Check(context.Background(), p, specs, verify.Options{NoQuick: true})
		full := verify.Check(context.Background(), p, specs, verify.Options{Refine: "all"})
		for i, r := range few.Results {
			f := full.Results[i]
			if r.Verdict != f.Verdict {
				t.Errorf("%s %s: %s with refinement, %s with every constraint", file, r.Property, r.Verdict, f.Verdict)
			}
			if len(f.Constraints) > 0 {
				used += len(r.Constraints)
				all += len(f.Constraints)
				share += float64(len(r.Constraints)) / float64(len(f.Constraints))
				n++
			}
		}
	}
	t.Logf("%d verdicts: %d constraints of %d, %.0f %% on average", n, used, all, 100*share/float64(n))
	if share/float64(n) > 0.5 {
		t.Errorf("%d verdicts, %.2f of the constraints on average: more than half", n, share/float64(n))
	}
	if !trial.More() {
		return
	}
	published, err := os.ReadFile("../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("over the %d properties of the examples, refinement ends with %.0f %% of the", n, 100*share/float64(n)); !strings.Contains(string(published), said) {
		t.Errorf("docs/results.md does not say %q", said)
	}
	if n < 100 {
		t.Errorf("%d verdicts of the examples", n)
	}
}
