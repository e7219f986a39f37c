package explore

import (
	"context"
	"reflect"
	"testing"

	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/lang"
)

// An exploration that is given its limits bit by bit visits what one without limits does, and finds the same.
func TestExtend(t *testing.T) {
	compared, extended := 0, 0
	for seed := range trial.Seeds(t, 60) {
		p, specs, what := random(t, seed+1<<44)
		for _, opt := range []Options{{Algorithm: "states"}, {Algorithm: "states", Symmetry: true}, {Algorithm: "optimal", Depth: 200, StopAtCut: true}} {
			opt.MaxStates, opt.MaxWork, opt.KeepEnds = 3000, 20_000, !opt.Symmetry
			want, err := Run(context.Background(), p, specs, opt)
			if err != nil {
				t.Fatal(err)
			}
			if !want.Complete && (want.Limit != "model" || want.States > opt.MaxStates || want.Transitions >= opt.MaxWork) {
				continue
			}
			compared++
			most, times := Limits{Depth: 1, Executions: 1, States: 1, Work: 1}, 0
			if opt.Algorithm == "states" {
				most.Depth, most.Executions = 0, 0
			}
			opt.Within(most)
			opt.Extend = func(sofar *Result) (Limits, bool) {
				if sofar.Complete || sofar.Limit == "" {
					t.Fatalf("what is known at a limit is complete\n%s", what)
				}
				for _, f := range sofar.Findings {
					if !knows(want, f) {
						t.Fatalf("%v is found before the end only\n%s", f, what)
					}
				}
				times++
				if most.Depth > 0 {
					most.Depth++
					most.Executions++
				}
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
			got.Seconds = want.Seconds
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, extended %d times:\n%+v\nat once:\n%+v\n%s", opt.Algorithm, times, got, want, what)
			}
		}
	}
	t.Logf("%d explorations compared, %d of them with several limits", compared, extended)
	if n := trial.Count(t, 60); compared < n || extended < n {
		t.Error("too few")
	}
}

func knows(r *Result, f model.Finding) bool {
	for _, g := range r.Findings {
		if g.Kind == f.Kind && g.Property == f.Property && (f.Err == nil || g.Err.Pos == f.Err.Pos) {
			return true
		}
	}
	return false
}

// An exploration to which a limit is refused ends there, and one whose findings are enough ends at these.
func TestExtendEnds(t *testing.T) {
	p := trial.Program(t, `lock m
lock n
task a { lock m; lock n; unlock n; unlock m }
task b { lock n; lock m; unlock m; unlock n }`)
	for _, how := range []string{"states", "optimal"} {
		asked := 0
		opt := Options{Algorithm: how, MaxStates: 2, MaxWork: 2, StopAtCut: true, Depth: 100}
		opt.Extend = func(*Result) (Limits, bool) { asked++; return Limits{}, false }
		r, err := Run(context.Background(), p, nil, opt)
		if err != nil || r.Complete || r.Limit != "states" || asked != 1 {
			t.Errorf("%s: refused %d times, limit %q, complete: %t, %v", how, asked, r.Limit, r.Complete, err)
		}
		opt = Options{Algorithm: how, Enough: func(r *Result) bool { return r.Findings[0].Kind == Deadlock }}
		r, err = Run(context.Background(), p, nil, opt)
		if err != nil || r.Complete || r.Limit != "first finding" || len(r.Findings) != 1 {
			t.Errorf("%s: limit %q, %d findings, complete: %t, %v", how, r.Limit, len(r.Findings), r.Complete, err)
		}
	}
}

// The states of three tasks of ten steps each are a cube: the levels of a search breadth first become wider up to its
// middle, and then narrower. Only a search that is past the middle says that it narrows.
func TestNarrows(t *testing.T) {
	text := "program cube\ntask t[i in 0..2] { for k in 1..10 { event e(i, k) } }\n"
	p, ds := lang.Load("cube.tfg", []byte(text), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	opt := Options{Algorithm: "states"}
	opt.Within(Limits{States: 80})
	var said []bool
	opt.Extend = func(sofar *Result) (Limits, bool) {
		said = append(said, sofar.Narrows)
		return Limits{States: 2 * sofar.States}, true
	}
	r, err := Run(context.Background(), p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || r.Narrows || len(said) < 4 || said[1] || !said[len(said)-1] {
		t.Errorf("%d states, complete: %t; at the limits: %v", r.States, r.Complete, said)
	}
}
