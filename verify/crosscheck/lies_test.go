package crosscheck

import (
	"testing"

	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/sem"
)

// What an engine lies about is found: that something holds, and an execution that does not violate it.
func TestCrosscheckForeverFindsLies(t *testing.T) {
	p := trial.Program(t, "program p\ntask t { loop { event a; event b } }\ntask u { loop { event c } }")
	specs, ds := fsa.Parse("p.fsa", []byte("property p { b responds to a }"))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for _, c := range []struct {
		name string
		a, b judgement
		want int
	}{
		{"agree", judgement{engine: "x", verdict: report.Holds}, judgement{engine: "y", verdict: report.Holds}, 0},
		{"unknown", judgement{engine: "x", verdict: report.Unknown},
			judgement{engine: "y", verdict: report.Holds}, 0},
		{"no execution", judgement{engine: "x", verdict: report.Violated, loop: loop(p, 2)},
			judgement{engine: "y", verdict: report.Violated, loop: loop(p, 2)}, 2},
		{"contradiction", judgement{engine: "x", verdict: report.Violated, loop: loop(p, 2)},
			judgement{engine: "y", verdict: report.Holds}, 2},
	} {
		x := &crossing{ctx: t.Context(), p: p, specs: specs, out: &report.Crosscheck{Agree: true}}
		x.replayed(nil, specs[0], &c.a)
		x.replayed(nil, specs[0], &c.b)
		x.compareJudgements("p", &c.a, &c.b)
		if got := x.out.Disagreements; len(got) != c.want || x.out.Agree != (c.want == 0) {
			t.Errorf("%s: %d disagreements, want %d: %+v", c.name, len(got), c.want, got)
		}
	}
}

// loop is so many steps of task t, which answers what it asks.
func loop(p *cfg.Program, n int) []sem.Choice {
	var out []sem.Choice
	for i := range p.Actions {
		if a := &p.Actions[i]; p.Tasks[p.Nodes[a.A].Task].Name == "t" && len(out) < n {
			out = append(out, sem.Choice{Action: a.ID})
		}
	}
	return out
}
