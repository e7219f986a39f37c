package deadlock

import (
	"context"
	"testing"

	"flavers/automata/monitor"
	"flavers/internal/trial"
	"flavers/mip"
)

// Whether a component that a step does not move keeps a trap marked depends on
// the arcs of those it moves that lead outside: when one of them loses a place
// of the set, the step must be looked at again. Forgotten, the set that is left
// is no trap, and this program, in which one of the two callers waits for ever
// when the other has been answered, seems free of deadlock.
func TestGreatestTrapLooksAgain(t *testing.T) {
	p := trial.Program(t, `program again
shared x bool
task s {
	entry e
	loop { event d(x); break }
	select { case accept e: }
}
task t { call s.e }
task u {
	x = true
	loop { select { case call s.e: event c; case terminate: } }
}
`)
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	r := Certify(context.Background(), s, mip.MHP(p), Limits{})
	if r.Free {
		t.Error("free, although t waits for ever if u is answered")
	}
	if len(s.M.Successors(r.Candidate, false)) > 0 {
		t.Error("the candidate has a step")
	}
}

// TestPairsEnd: what the pairs start from is not made after the context has ended.
func TestPairsEnd(t *testing.T) {
	p := trial.Program(t, "program ends\ntask a { event x }\ntask b { event y }\n")
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	n, rel := newNet(s, nil, nil), mip.MHP(p)
	if n.allowed(rel, unlimited()) == nil {
		t.Fatal("nothing is made")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := unlimited()
	b.ctx = ctx
	if n.allowed(rel, b) != nil || newPairs(n, rel, b) != nil {
		t.Error("made all the same")
	}
}
