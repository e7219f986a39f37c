package lpor

import (
	"context"
	"reflect"
	"testing"

	"flavers/explore"
	"flavers/internal/trial"
)

// A search that is given its limits bit by bit, also in the middle of a stubborn set, visits what one without limits
// does, and finds the same.
func TestExtend(t *testing.T) {
	compared, extended, sets := 0, 0, 0
	for seed := range trial.Seeds(t, 75) {
		p, specs, what := random(t, seed+1<<44)
		want, err := Run(context.Background(), p, specs, explore.Options{MaxStates: 3000, KeepEnds: true})
		if err != nil {
			t.Fatal(err)
		}
		if !want.Complete && (want.Limit != "model" || want.States > 3000) {
			continue
		}
		compared++
		most, times := explore.Limits{States: 1, Work: 1}, 0
		opt := explore.Options{KeepEnds: true}
		opt.Within(most)
		states, same := int64(0), false
		opt.Extend = func(sofar *explore.Result) (explore.Limits, bool) {
			times++
			same = same || sofar.States == states // only a set asks twice for work in one state
			states = sofar.States
			most.States++
			most.Work++
			return most, true
		}
		got, err := Run(context.Background(), p, specs, opt)
		if err != nil {
			t.Fatal(err)
		}
		if times > 1 {
			extended++
		}
		if same {
			sets++
		}
		got.Seconds = want.Seconds
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("extended %d times:\n%+v\nat once:\n%+v\n%s", times, got, want, what)
		}
	}
	t.Logf("%d searches compared, %d with several limits, %d with some in a set", compared, extended, sets)
	if n := trial.Count(t, 75); compared < n/2 || extended < n/3 || sets < n/10 {
		t.Error("too few")
	}
}

// Where no more work is allowed, the search is cut off, and says so.
func TestExtendRefused(t *testing.T) {
	p := trial.Program(t, `shared x 0..9
task a { loop { x = 1; x = 2 } }
task b { loop { x = 3; x = 4 } }`)
	asked := 0
	r, err := Run(context.Background(), p, nil, explore.Options{MaxWork: 1, Extend: func(*explore.Result) (explore.Limits, bool) {
		asked++
		return explore.Limits{}, false
	}})
	if err != nil || r.Complete || r.Limit != "states" || asked != 1 {
		t.Errorf("refused %d times, limit %q, complete: %t, %v", asked, r.Limit, r.Complete, err)
	}
}
