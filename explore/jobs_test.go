package explore

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/internal/trial"
	"flavers/sem"
)

// same is all of a result that must not depend on the number of goroutines.
func same(r *Result) Result {
	s := *r
	s.Seconds, s.Bytes = 0, 0
	return s
}

// Several goroutines find what one finds, to the last number and schedule.
func TestJobs(t *testing.T) {
	compared := 0
	all := &grain{}
	for seed := range trial.Seeds(t, 6) {
		p, specs, what := random(t, seed+70_000)
		m, err := sem.NewWithEnds(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := classes(model.New(m, specs, model.Config{Threads: true}), 2000, 60); !ok {
			continue
		}
		compared += compareJobs(t, p, specs, what, Options{KeepEnds: true, Depth: 1000}, tuning{grain: all}, 3)
	}
	most := int64(16)
	if trial.More() {
		most = 64
	}
	for _, f := range families {
		for _, n := range f.sizes(most) {
			compareJobs(t, example(t, f.name, f.parameter, n), nil, fmt.Sprintf("%s %d", f.name, n), Options{KeepEnds: true}, tuning{grain: all}, 2)
		}
	}
	t.Logf("%d random programs, %d branches given away", compared, all.stolen.Load())
	if all.stolen.Load() < 200 {
		t.Error("too few branches given away: the test tests nothing")
	}
}

// sizes of a family with at most this many classes.
func (f *family) sizes(most int64) []int {
	var out []int
	for n, k := range f.classes {
		if k <= most {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

func compareJobs(t *testing.T, p *cfg.Program, specs []*automata.Spec, what string, opt Options, tune tuning, jobs int) int {
	t.Helper()
	for _, s := range strategies {
		if !s.jobs {
			continue
		}
		opt.Algorithm, opt.Jobs, opt.MaxExecutions, opt.MaxStates = s.name, 1, 1000, 10_000
		if !s.complete {
			opt.MaxExecutions = 100
		}
		one, err := runTuned(context.Background(), p, specs, opt, tune)
		if err != nil {
			t.Fatal(err)
		}
		opt.Jobs = jobs
		if s.complete {
			if one.Executions+one.Blocked+one.Cut+one.Beyond+one.Excluded >= opt.MaxExecutions || one.States > opt.MaxStates {
				continue // only complete searches are the same
			}
			opt.MaxExecutions, opt.MaxStates = 0, 0
		}
		many, err := runTuned(context.Background(), p, specs, opt, tune)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := same(one), same(many); !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: with one job\n%+v\nwith %d\n%+v\n%s", s.name, a, jobs, b, what)
		}
	}
	return 1
}

// Random executions end at the same one with any number of jobs.
func TestJobsStopAtFirst(t *testing.T) {
	p := example(t, "philosophers", "N", 4)
	for _, algorithm := range []string{"random", "pct"} {
		found := 0
		for seed := range uint64(30) {
			opt := Options{Algorithm: algorithm, Seed: seed, MaxExecutions: 300, StopAtFirst: true, KeepEnds: true, Jobs: 1}
			one, err := Run(context.Background(), p, nil, opt)
			if err != nil {
				t.Fatal(err)
			}
			if opt.Jobs = 3; len(one.Findings) > 0 && one.Executions > 1 && one.Executions < 300 {
				found++
			}
			many, err := Run(context.Background(), p, nil, opt)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := same(one), same(many); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s, seed %d: with one job\n%+v\nwith three\n%+v", algorithm, seed, a, b)
			}
		}
		if found < 10 {
			t.Errorf("%s: only %d of 30 searches ended on the way", algorithm, found)
		}
	}
}

// Where it cannot be had, several jobs are refused.
func TestJobsRefused(t *testing.T) {
	p := example(t, "readers", "N", 2)
	for _, opt := range []Options{{Algorithm: "optimal"}, {Algorithm: "states", DepthFirst: true}} {
		opt.Jobs = 2
		if _, err := Run(context.Background(), p, nil, opt); err == nil {
			t.Errorf("%+v is not refused", opt)
		}
	}
}

// patience is a context that is at its deadline when it has been asked a number
// of times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// The time is looked at while alternatives to a long execution are looked for:
// if it runs out there, not one more step is taken.
func TestTimeInRaces(t *testing.T) {
	const steps, looks = 2500, 20
	p := loadFile(t, "../examples/dining.tfg", nil)
	for _, algorithm := range []string{"optimal", "source", "dpor", "dpor+sleep"} {
		within := 0 // the search of alternatives at the end
		for left := looks; within < 2; left += looks {
			r, err := Run(&patience{context.Background(), left}, p, nil, Options{Algorithm: algorithm, Depth: steps})
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete || r.Transitions > steps || r.Transitions == steps && (r.Cut != 1 || len(r.Notes) == 0) {
				t.Fatalf("%s: time for %d looks: limit %q, %d transitions, %d cut, notes %q", algorithm, left, r.Limit, r.Transitions, r.Cut, r.Notes)
			}
			if r.Transitions == steps {
				within++
			}
		}
	}
}

// Requests that are asked grow with the steps of an execution that need not end,
// and those of the next ones with the steps in which they differ from it.
func TestRequestsOfEndless(t *testing.T) {
	for _, file := range trial.Part([]string{"dining", "chiron", "cyclic", "gas_station"}, 2) {
		p := loadFile(t, "../examples/"+file+".tfg", nil)
		for _, algorithm := range []string{"optimal", "source", "dpor"} {
			looks := func(depth int, executions int64) int {
				ctx := &patience{context.Background(), 1 << 30}
				if _, err := Run(ctx, p, nil, Options{Algorithm: algorithm, Depth: depth, MaxExecutions: executions}); err != nil {
					t.Fatal(err)
				}
				return 1<<30 - ctx.left
			}
			short, long, many := looks(2000, 1), looks(8000, 1), looks(8000, 50)
			if long > 5*short+10 {
				t.Errorf("%s, %s: %d looks at the time for 2000 steps, %d for 8000", file, algorithm, short, long)
			}
			if many > 2*long && file != "dining" { // where tasks that are blocked could have met each other all along
				t.Errorf("%s, %s: %d looks at the time for one execution, %d for 50", file, algorithm, long, many)
			}
			t.Logf("%s, %s: %d, %d, %d", file, algorithm, short, long, many)
		}
	}
}
