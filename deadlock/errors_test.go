package deadlock

import (
	"context"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/sem"
)

// Every error of s but limits of the model.
func errorsOf(s *monitor.Semantics) Cases {
	return func(a cfg.ActionID, k int) bool { return s.Cases[a][k].Err.Kind != cfg.LimitError }
}

// ends reports whether an execution ends in an error of a case, of the states that are visited.
func ends(s *monitor.Semantics, states [][]int32, c Case) bool {
	for _, v := range states {
		can := true
		for _, mv := range s.Cases[c.Action][c.Case].Moves {
			_, ok := mv.To(v[mv.Comp])
			can = can && ok
		}
		if can {
			return true
		}
	}
	return false
}

// On random programs, against visiting every state: an execution that ends in an error ends in one that is
// left, every invariant holds in every state, and certificates check. Most programs without errors are certified,
// and of the others many errors are.
func TestErrorsAgainstAllStates(t *testing.T) {
	const usual = 30
	var fine, certified, wrong, some, proved, left, inexact, limited int
	for seed := range trial.Seeds(t, usual) {
		features := gen.All&^gen.Messages | gen.Faults
		if seed%4 == 1 { // some that exceed a limit of the model
			features |= gen.Messages
		}
		src := gen.Options{Features: features, Size: 3 + int(seed%5)}.Program(trial.Bytes(seed, 73, 300))
		p := trial.Program(t, src)
		bound := 0
		if seed%8 == 7 { // some steps without tables
			bound = 6
		}
		s, err := monitor.AnalyseUntil(nil, p, bound)
		if err != nil {
			continue
		}
		rel, asked := mip.MHP(p), errorsOf(s)
		r := CertifyErrors(context.Background(), s, rel, asked, Limits{Work: 20_000_000, Conflicts: 5000, Words: 1 << 17, Literals: 30_000})
		if len(s.Inexact()) > 0 {
			if inexact++; r.Certificate != nil || r.Free {
				t.Fatalf("seed %d: a step without a table, and something is proved\n%s", seed, src)
			}
			continue
		}
		all := explore(s.M, 500)
		fails := failing(s.M, all.states)
		switch {
		case fails:
			wrong++
		case all.complete:
			fine++
		}
		if r.Free && fails {
			t.Fatalf("seed %d: free, but an execution ends in an error\n%s", seed, src)
		}
		if r.Certificate == nil {
			continue
		}
		if r.Free && all.complete {
			certified++
		} else if !r.Free {
			some++
		}
		if r.Limited {
			limited++
		} else if all.exceeds {
			t.Fatalf("seed %d: not limited, but a limit is exceeded\n%s", seed, src)
		}
		if err := r.Certificate.CheckErrors(s, rel, asked); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if what := r.Certificate.violated(s, all.states); what != "" {
			t.Fatalf("seed %d: %s does not hold\n%s", seed, what, src)
		}
		open := map[Case]bool{}
		for _, c := range r.Left {
			if open[c] {
				t.Fatalf("seed %d: %v is left twice\n%s", seed, c, src)
			}
			open[c] = true
		}
		for a, cases := range s.Cases {
			for k := range cases {
				c := Case{cfg.ActionID(a), k}
				switch e := cases[k].Err; {
				case e == nil || e.Kind == cfg.LimitError:
				case open[c]:
					left++
				case ends(s, all.states, c):
					t.Fatalf("seed %d: an execution ends in %s, which is not left\n%s", seed, e, src)
				default:
					proved++
				}
			}
		}
	}
	t.Logf("%d programs without errors, %d of them certified; %d with some; of %d a part is certified; %d errors proved, %d left; %d limited, %d inexact",
		fine, certified, wrong, some, proved, left, limited, inexact)
	if count := trial.Count(t, usual); fine < count/6 || wrong < count/20 || some < count/20 || proved < count {
		t.Error("one-sided")
	}
	if (certified+2)*100 < fine*90 {
		t.Errorf("%d of %d certified", certified, fine)
	}
}

// failing reports whether a step from one of the states ends in a run-time error.
func failing(m *sem.Machine, states [][]int32) bool {
	for _, v := range states {
		for _, o := range m.Successors(v, false) {
			if o.Err != nil && o.Err.Kind != cfg.LimitError {
				return true
			}
		}
	}
	return false
}

// What cannot be excluded is left, and only that: the unlock by u, who does not hold the lock when t does.
// A certificate is for its question only.
func TestErrorsAreLeft(t *testing.T) {
	const src = `program p
lock a, b
waitgroup g
shared x 0..2
task t { var d bool; lock a; d = true; if d { d = false; unlock a } }
task u { lock b; unlock b; unlock a }
task v { add g(1); spawn w; wait g; if x < 2 { x = x + 1 } }
task w dynamic[1] { done g }
`
	p := trial.Program(t, src)
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	rel := mip.MHP(p)
	r := CertifyErrors(context.Background(), s, rel, errorsOf(s), Limits{})
	if r.Free || r.Certificate == nil || r.Limited || len(r.Left) == 0 {
		t.Fatalf("free: %t, limited: %t, %d left: %s", r.Free, r.Limited, len(r.Left), r.Reason)
	}
	for _, c := range r.Left {
		// u may unlock what t has locked: then t's unlock fails, too.
		if e := s.Cases[c.Action][c.Case].Err; !strings.Contains(e.Text, "unlock of a") {
			t.Errorf("left: %s", e)
		}
	}
	if err := r.Certificate.CheckErrors(s, rel, errorsOf(s)); err != nil {
		t.Error(err)
	}
	if r.Certificate.Check(s, rel) == nil {
		t.Error("a certificate about errors is taken for one about deadlocks")
	}
	// Forged: nothing is left.
	for i, st := range r.Certificate.proofs[0].steps {
		if st.kind == leaveStep {
			r.Certificate.proofs[0].steps = append(r.Certificate.proofs[0].steps[:i:i], r.Certificate.proofs[0].steps[i+1:]...)
			break
		}
	}
	if r.Certificate.CheckErrors(s, rel, errorsOf(s)) == nil {
		t.Error("a forged certificate passes")
	}
	d := Certify(context.Background(), s, rel, Limits{})
	if d.Free && d.Certificate.CheckErrors(s, rel, errorsOf(s)) == nil {
		t.Error("a certificate about deadlocks is taken for one about errors")
	}
}
