package infinite_test

import (
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/live"
	"flavers/verify/infinite"
)

// Each of twelve tasks takes a step of its own, and a token goes round. All states are more than three thousand, and
// along stubborn sets there are a few dozen.
const ring = `program ring
const N = 12
chan tok[N][1] bool
task node[i in 0..N-1] {
    if i == 0 { tok[1] <- true }
    loop { <-tok[i]; event work(i); tok[(i+1)%N] <- true }
}
`

// Judge answers a question along stubborn sets where all states are too many. It does not do so for a program with a
// step that fails for some values, although no execution has these.
func TestJudgeByStubbornSets(t *testing.T) {
	failing := strings.Replace(ring, "event work(i);", "event work(i); x = x + 1; x = 0;", 1)
	failing = strings.Replace(failing, "task", "shared x 0..1\ntask", 1)
	for _, c := range []struct {
		name, program string
		reduced       bool
	}{{"ring", ring, true}, {"failing ring", failing, false}} {
		specs := trial.Specs(t, "property back { work(0) responds to work(1) }")
		q := question(t, trial.Program(t, c.program), specs, live.Weak)
		a, err := infinite.Judge(t.Context(), q, 3000, 3000, infinite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.HasPrefix(a.By, "stubborn sets"); got != c.reduced || a.Violated {
			t.Errorf("%s: by %q, violated: %t; tried %q", c.name, a.By, a.Violated, a.Tried)
		}
	}
}
