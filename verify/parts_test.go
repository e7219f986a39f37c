package verify_test

import (
	"context"
	"path/filepath"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// TestParts: what is left out for a measurement changes no verdict that is reached; it only leaves more open.
func TestParts(t *testing.T) {
	for _, part := range verify.Parts() {
		differ := 0
		for _, name := range trial.Part([]string{"readers_writers", "dining_manager", "elevator", "rw_lock"}, 2) {
			p, specs := trial.Example(t, filepath.Join("examples", name+".tfg"), nil)
			whole := verify.Check(context.Background(), p, specs, verify.Options{})
			less := verify.Check(context.Background(), p, specs, verify.Options{Without: []verify.Part{part}})
			for i, r := range less.Results {
				if w := whole.Results[i]; w.Verdict != r.Verdict && r.Verdict != report.Unknown && r.Verdict != report.Possible {
					t.Errorf("%s %s without %s: %s, else %s", name, r.Property, part, r.Verdict, w.Verdict)
				}
				if whole.Results[i].Tuples != r.Tuples || whole.Results[i].Visits != r.Visits {
					differ++
				}
			}
		}
		t.Logf("without %s, %d results differ in their work", part, differ)
	}
}
