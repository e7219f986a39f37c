package explore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

var events = []string{"a", "b", "c", "d", "a(*)", "t0.v0=1", "x0=1", "x0==1", "t0.e0", "t1.e0", "c0<-*", "<-c0", "done g", "add g(1)", "wait c", "once o.end", "lock m0", "unlock m0",
	"a0.m0", "post a0.m0", "l0.m0", "p0.m0", "post p0.m0"}

// random is a random program with specifications.
func random(t *testing.T, seed uint64) (*cfg.Program, []*automata.Spec, string) {
	t.Helper()
	src := gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 7, 160))
	if seed%6 == 4 {
		src = gen.Sync(trial.Bytes(seed, 7, 60))
	}
	if seed%12 == 10 {
		src = gen.Groups(trial.Bytes(seed, 7, 60))
	}
	p := trial.Program(t, src)
	fsa := ""
	if seed%2 == 1 {
		fsa = gen.Spec(trial.Bytes(seed+99, 7, 40), events)
	}
	if seed%8 == 3 {
		fsa += gen.Constraint(trial.Bytes(seed+999, 7, 40), events)
	}
	return p, trial.Specs(t, fsa), fmt.Sprintf("seed %d\n%s\n%s", seed, src, fsa)
}

// outcome of an exploration: what all complete explorers agree on.
type summary map[string]bool

func summarize(t *testing.T, p *cfg.Program, specs []*automata.Spec, opt Options, tune tuning) (summary, *Result) {
	t.Helper()
	s := summary{}
	opt.KeepEnds = true
	r, err := runTuned(context.Background(), p, specs, opt, tune)
	if err != nil {
		t.Fatal(err)
	}
	for end := range r.Ends {
		s["end "+end] = true
	}
	for _, f := range r.Findings {
		text := fmt.Sprintf("%s %s", f.Kind, f.Property)
		if f.Err != nil {
			text += f.Err.Pos.String() + " " + f.Err.Kind.String()
		}
		s[text] = true
	}
	return s, r
}

// optimal runs as many executions as there are classes, and gives none up;
// source finds as many; all complete explorers agree on final states,
// deadlocks, errors and violations; every schedule leads where it says.
func TestRandomPrograms(t *testing.T) {
	compared, many, found := 0, 0, 0
	for seed := range trial.Seeds(t, 50) {
		p, specs, what := random(t, seed)
		m, err := sem.NewWithEnds(p)
		if err != nil {
			t.Fatal(err)
		}
		w := model.New(m, specs, model.Config{Threads: true})
		if w.Impossible() {
			continue
		}
		count, excluded, ok := classes(w, 3000, 80)
		if !ok {
			continue
		}
		compared++
		if count > 1 {
			many++
		}
		want, _ := summarize(t, p, specs, Options{Algorithm: "states"}, tuning{})
		for i, algorithm := range append(Algorithms(true), "optimal", "source", "optimal", "source", "dpor") {
			opt, tune := Options{Algorithm: algorithm, HighestFirst: i >= len(Algorithms(true)), MaxExecutions: 20_000}, tuning{}
			if i >= len(Algorithms(true))+2 {
				tune.few = -1
			}
			got, r := summarize(t, p, specs, opt, tune)
			found += len(r.Findings)
			if !r.Complete {
				if r.Executions+r.Beyond+r.Blocked+r.Excluded >= opt.MaxExecutions && slices.Contains([]string{"full", "dpor", "dpor-classic"}, algorithm) {
					continue
				}
				if r.Limit != "model" {
					t.Fatalf("%s is not complete: %s\n%s", algorithm, r.Limit, what)
				}
			}
			if d := trial.Difference(want, got); d != "" {
				t.Fatalf("states and %s differ:\n%s%s", algorithm, d, what)
			}
			switch algorithm {
			case "optimal":
				if r.Executions+r.Beyond != count || r.Blocked != 0 || r.Excluded != excluded {
					t.Fatalf("optimal: %d executions, %d blocked, %d excluded; there are %d classes, %d excluded\n%s",
						r.Executions, r.Blocked, r.Excluded, count, excluded, what)
				}
			case "source", "dpor+sleep", "dpor-classic":
				if r.Executions+r.Beyond != count || r.Excluded != excluded {
					t.Fatalf("%s: %d executions, %d excluded; there are %d classes, %d excluded\n%s",
						algorithm, r.Executions, r.Excluded, count, excluded, what)
				}
			}
			checkSchedules(t, p, specs, r, what)
		}
	}
	t.Logf("%d programs compared, %d of them with several classes, %d findings", compared, many, found)
	if compared < trial.Count(t, 50)/3 || many < compared/10 {
		t.Errorf("only %d programs compared, %d with several classes", compared, many)
	}
}

// sameClasses complains unless two algorithms run one execution of each class, and
// find the same; optimal begins no execution in vain.
func sameClasses(t *testing.T, want, r *Result, difference, where string) {
	t.Helper()
	if difference != "" || r.Executions+r.Beyond != want.Executions+want.Beyond || r.Algorithm == "optimal" && r.Blocked > 0 {
		t.Fatalf("%s: %d executions; %s: %d executions, %d blocked\n%s%s",
			want.Algorithm, want.Executions, r.Algorithm, r.Executions, r.Blocked, difference, where)
	}
}

// On larger programs, which have too many classes for the slow twin, optimal and
// source run as many executions whichever task comes first, and find the same.
func TestLargerRandomPrograms(t *testing.T) {
	compared, most := 0, int64(0)
	mixtures := gen.Mixtures()
	for seed := range trial.Seeds(t, 8) {
		src := gen.Options{Size: 3 + int(seed%6), Features: mixtures[seed/6%uint64(len(mixtures))] &^ gen.Control}.Program(trial.Bytes(seed+31_000, 7, 300))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v", seed, ds.All)
		}
		opt := Options{Depth: 200, MaxExecutions: 3000}
		var want *Result
		var found summary
		for i, algorithm := range []string{"optimal", "source", "optimal", "source"} {
			opt.Algorithm, opt.HighestFirst = algorithm, i >= 2
			got, r := summarize(t, p, nil, opt, tuning{few: 10 * (i - 1)})
			if r.Cut > 0 || !r.Complete && r.Limit != "model" || r.Executions+r.Beyond+r.Blocked >= opt.MaxExecutions {
				continue
			}
			if want == nil {
				want, found = r, got
				compared++
				most = max(most, r.Executions)
				continue
			}
			sameClasses(t, want, r, trial.Difference(found, got), fmt.Sprintf("highest first %v, seed %d\n%s", opt.HighestFirst, seed, src))
		}
	}
	t.Logf("%d programs compared; at most %d classes", compared, most)
	if compared < trial.Count(t, 8)/3 {
		t.Errorf("only %d programs compared", compared)
	}
}

// checkSchedules follows the schedule of every finding on the plain machine.
func checkSchedules(t *testing.T, p *cfg.Program, specs []*automata.Spec, r *Result, what string) {
	t.Helper()
	for _, f := range r.Findings {
		trial.Follow(t, p, specs, trial.Claim{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Err: f.Err, Schedule: f.Schedule}, r.Algorithm+"\n"+what)
	}
}
