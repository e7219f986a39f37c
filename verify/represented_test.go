package verify_test

import (
	"context"
	"slices"
	"testing"

	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// A proof names the tasks that its constraints are about, and no others: those of a
// task's place, and those of its variables and queues.
func TestRepresentedTasks(t *testing.T) {
	for _, k := range []struct {
		file, property string
		n              string
		tasks          int
		want           []string
	}{
		{"examples/dining.tfg", "neighbours", "20", 40, nil},
		{"examples/dining.tfg", "fork_alternates", "20", 40, []string{"fork[0]"}},
		{"examples/messages/leader.tfg", "one_leader", "3", 3, []string{"node[0]", "node[1]", "node[2]"}},
	} {
		p, specs := trial.Example(t, k.file, map[string]string{"N": k.n})
		r := verify.Check(context.Background(), p, specs, verify.Options{Only: []string{k.property}, NoQuick: true}).Results[0]
		if r.Verdict != report.Holds || r.Tasks != k.tasks || !slices.Equal(r.Represented, k.want) {
			t.Errorf("%s %s: %s, of %d tasks %v; want %v of %d", k.file, k.property, r.Verdict, r.Tasks, r.Represented, k.want, k.tasks)
		}
	}
	p, specs := trial.Example(t, "examples/dining.tfg", nil)
	r := verify.Check(context.Background(), p, specs, verify.Options{Only: []string{"never_two_forks"}}).Results[0]
	if r.Verdict != report.Violated || r.Tasks != 0 || r.Represented != nil {
		t.Errorf("never_two_forks: %s, of %d tasks %v; a violation is no proof", r.Verdict, r.Tasks, r.Represented)
	}
}
