package explored_test

import (
	"context"
	"maps"
	"path/filepath"
	"testing"

	"flavers/explore"
	"flavers/explore/families"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/report"
	"flavers/verify/explored"
)

// On the examples that run for ever, lpor judges infinite executions as states does, under each
// kind of fairness, unless the program declares something fair.
func TestInfiniteExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/liveness/*.tfg")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	violated := 0
	for _, file := range files {
		p, specs := trial.Example(t, "examples/liveness/"+filepath.Base(file), nil)
		for _, fair := range []live.Fairness{live.None, live.Weak, live.Strong} {
			judge := func(algorithm string) (map[string]bool, report.Explore) {
				opt := explore.Options{Algorithm: algorithm, Fairness: string(fair)}
				r, err := families.Run(context.Background(), p, specs, opt)
				if err != nil {
					t.Fatal(file, algorithm, err)
				}
				out := report.Explore{Algorithm: algorithm}
				explored.Program(context.Background(), &out, p, specs, r)
				if err := explored.Infinite(context.Background(), &out, p, specs, opt); err != nil {
					t.Fatal(file, algorithm, err)
				}
				found := map[string]bool{}
				for _, f := range out.Findings {
					found[f.Property] = true
				}
				return found, out
			}
			want, _ := judge("states")
			got, out := judge("lpor")
			if len(p.Fair) > 0 && fair != live.None {
				if len(out.Notes) == 0 || out.Fairness != "" {
					t.Errorf("%s, %s: %+v", file, fair, out.Notes)
				}
				continue
			}
			if violated += len(want); !maps.Equal(got, want) {
				t.Errorf("%s, %s: %v by lpor, %v by states", file, fair, got, want)
			}
		}
	}
	if violated < 20 {
		t.Errorf("only %d violations", violated)
	}
}
