package verify_test

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/follow"
)

// The schedule of every violation, run again, takes the same steps to the same
// end, and is the same word in every run.
func TestSchedulesReplay(t *testing.T) {
	files, err := filepath.Glob("../examples/*.tfg")
	if err != nil {
		t.Fatal(err)
	}
	violated, broken := 0, 0
	files = trial.Part(files, 5)
	for _, file := range files {
		name := filepath.Join("examples", filepath.Base(file))
		p, specs := trial.Example(t, name, nil)
		c := verify.Check(context.Background(), p, specs, verify.Options{})
		again := verify.Check(context.Background(), p, specs, verify.Options{})
		for i, r := range c.Results {
			if r.Schedule != again.Results[i].Schedule {
				t.Errorf("%s %s: two runs give two schedules", name, r.Property)
			}
			if r.Verdict != report.Violated {
				continue
			}
			violated++
			run, ds := follow.Run(p, specs, r.Schedule)
			if len(ds.All) > 0 || run.Stuck != "" || len(run.Steps) != len(r.Trace) {
				t.Errorf("%s %s: %v %s, %d steps of %d", name, r.Property, ds.All, run.Stuck, len(run.Steps), len(r.Trace))
				continue
			}
			for k := range run.Steps {
				if run.Steps[k].Event != r.Trace[k].Event || run.Steps[k].Pos != r.Trace[k].Pos {
					t.Errorf("%s %s: step %d is %s, was %s", name, r.Property, k+1, run.Steps[k].Event, r.Trace[k].Event)
				}
			}
			for _, st := range run.Final {
				if st.Spec == r.Property && !st.Violated {
					t.Errorf("%s: the schedule of %s does not violate it", name, r.Property)
				}
			}
			// A schedule that does not fit says so, and where.
			word, steps, _ := strings.Cut(strings.TrimPrefix(r.Schedule, "1:"), ":")
			if first, rest, many := strings.Cut(steps, ","); many && len(first) > 0 {
				if run, _ := follow.Run(p, specs, "1:"+word+":"+rest); run.Stuck != "" {
					broken++
				}
			}
		}
	}
	if violated < len(files) || broken < len(files)/2 {
		t.Errorf("%d violations replayed, %d broken schedules seen", violated, broken)
	}
}

// A replayed execution passes messages on as the counterexample that it is.
func TestRunPassesMessages(t *testing.T) {
	sends := 0
	for _, name := range trial.Part([]string{"ui", "pi", "registry", "chameneos"}, 2) {
		p, specs := trial.Example(t, filepath.Join("examples", "messages", name+".tfg"), nil)
		for _, r := range verify.Check(context.Background(), p, specs, verify.Options{}).Results {
			if r.Schedule == "" {
				continue
			}
			run, ds := follow.Run(p, specs, r.Schedule)
			if ds.HasErrors() || len(run.Steps) != len(r.Trace) {
				t.Fatalf("%s, %s: %d steps, %v", name, r.Property, len(run.Steps), ds.All)
			}
			for i := range run.Steps {
				if !reflect.DeepEqual(run.Steps[i].Sends, r.Trace[i].Sends) {
					t.Errorf("%s, %s, step %d: %v, in the counterexample %v", name, r.Property, i+1, run.Steps[i].Sends, r.Trace[i].Sends)
				}
				sends += len(run.Steps[i].Sends)
			}
		}
	}
	if sends < 5 {
		t.Errorf("only %d messages", sends)
	}
}
