//go:build integration

package execute

import (
	"slices"
	"testing"
)

func TestTraps(t *testing.T) {
	right, wrong, shown := pairs(t, 40, "traps", "idioms")
	if right < 75 || shown < wrong*2/3 {
		t.Errorf("%d right, %d of %d shown", right, shown, wrong)
	}
}

// Each of these functions blocks in every native run. So every execution that knows all its data must block, too.
func TestBlocked(t *testing.T) {
	known := 0
	ps := load(t, "ways/blocked")
	for _, r := range ps.Roots() {
		o := execute(t, ps, r, 3)
		known += min(o.known, 1)
		soon := slices.Contains([]string{"CtxDeadline", "LeakAfterTimeout"}, r.Fn.Name()) // they block by their times
		if !soon && o.known > o.blocked+o.failed {
			t.Errorf("%s: %+v", r.Name, o)
		}
	}
	if known < 200 {
		t.Errorf("all is known of %d functions", known)
	}
}
