package porelim_test

import (
	"testing"

	"flavers/internal/trial"
	"flavers/mip"
	"flavers/porelim"
)

// For each clause that keeps edges, a program that is lost without it: of the
// space of TestExhaustive, no smaller one is (checked up to four statements, five
// without stretches). Cases of six statements and more have lost none that could
// go, one by one.
//
// Two clauses have no case. "Nothing visible is next" can go: the rule is then
// another sound one. "Exempt as a spawn", in the late form, is needed under other
// orders of boundary nodes; under that of the program every communication comes
// after every spawn, so that (5) holds by p < n where the clause would be asked.
var ablations = []struct {
	form string
	c    clause
	p    tiny
}{
	{"safe", silentSync, tiny{bodies: []string{"lsl", "l"}, dynamic: true}},
	{"safe", overTau, tiny{bodies: []string{"lo", "lo"}}},
	{"safe", endCounts, tiny{bodies: []string{"l", "l"}}},

	{"early", dependent, tiny{bodies: []string{"A", "A"}}},
	{"early", stopBoundary, tiny{bodies: []string{"lA", "A"}}},
	{"early", stopSync, tiny{bodies: []string{"ll?", "l0"}, wrap: '?', task: 0, lo: 1, hi: 2}},
	{"early", stopEnd, tiny{bodies: []string{"ll", "l"}, wrap: '?', task: 0, lo: 1, hi: 2}},
	{"early", goesOnEnds, tiny{bodies: []string{"A", "Al"}, wrap: '@', task: 1, lo: 1, hi: 2}},
	{"early", goesOnStates, tiny{bodies: []string{"?Al", "0A"}, entries: "l ", once: true}},
	{"early", hiddenSecond, tiny{bodies: []string{"sl", "l"}, dynamic: true}},
	{"early", hiddenFirst, tiny{bodies: []string{"l", "s", "l"}, dynamic: true, early: true}},
	{"early", fromStart, tiny{bodies: []string{"l", "l"}}},
	{"early", fromTwo, tiny{bodies: []string{"?l", "0l"}, entries: "l "}},
	{"early", fromSpawn, tiny{bodies: []string{"sl", "l"}, dynamic: true, forks: "lo"}},
	{"early", afterHidden, tiny{bodies: []string{"As", "A", "l"}, dynamic: true}},
	{"early", afterStart, tiny{bodies: []string{"lA", "A"}}},
	{"early", afterSpawn, tiny{bodies: []string{"A", "Asl"}, dynamic: true, early: true, forks: "lo"}},
	{"early", afterSmaller, tiny{bodies: []string{"AlB", "AB"}}},
	{"early", afterDependent, tiny{bodies: []string{"A", "Al"}}},
	{"early", afterSameTask, tiny{bodies: []string{"A?l", "0A"}, entries: "l "}},
	{"early", exemptHidden, tiny{bodies: []string{"?sA", "0l", "A"}, dynamic: true, entries: "l  "}},
	{"early", exemptRun, tiny{bodies: []string{"?lA", "2l0", "?lA"}, entries: "o l"}},
	{"early", exemptJoin, tiny{bodies: []string{"sj", "2l", "?"}, dynamic: true, entries: "  l", forks: "ll"}},

	{"late", dependent, tiny{bodies: []string{"A", "A"}}},
	{"late", stopBoundary, tiny{bodies: []string{"A", "Al"}}},
	{"late", stopSync, tiny{bodies: []string{"sl", "l"}, dynamic: true}},
	{"late", stopEnd, tiny{bodies: []string{"l", "l"}}},
	{"late", hiddenSecond, tiny{bodies: []string{"l?", "l0"}}},
	{"late", hiddenFirst, tiny{bodies: []string{"l?", "l", "0"}}},
	{"late", fromStart, tiny{bodies: []string{"l", "l"}}},
	{"late", fromTwo, tiny{bodies: []string{"l?", "l0"}, entries: "l "}},
	{"late", fromSpawn, tiny{bodies: []string{"slj", "l"}, dynamic: true, forks: "ol"}},
	{"late", afterHidden, tiny{bodies: []string{"ls", "A", "A"}, dynamic: true}},
	{"late", afterStart, tiny{bodies: []string{"A", "Al"}}},
	{"late", afterSpawn, tiny{bodies: []string{"Aslj", "A"}, dynamic: true, forks: "ol"}},
	{"late", afterSmaller, tiny{bodies: []string{"AB", "lAB"}}},
	{"late", afterDependent, tiny{bodies: []string{"lA", "A"}}},
	{"late", afterSameTask, tiny{bodies: []string{"l?", "?0", "1"}, entries: "ll "}},
	{"late", exemptHidden, tiny{bodies: []string{"?l1", "l?", "?0", "2"}, entries: "oll "}},
	{"late", exemptRun, tiny{bodies: []string{"?l2", "?l0", "l?", "1"}, entries: "oll "}},
}

// A local step leads on to a synchronization that automata see, too.
func TestSafeBeforeVisibleSynchronization(t *testing.T) {
	p := tiny{bodies: []string{"l", "ls", "l"}, dynamic: true, forks: "lo"}
	if !p.sensible() {
		t.Fatal("not a program of the space")
	}
	p.forks = "lo"
	s, e := p.load(t)
	t.Log(p.String(), e.Count())
	p.compareWithTwins(t, s, e)
}

// lostWithout names a class of runs that a rule loses when a clause is left
// out, or "".
func (p *tiny) lostWithout(t *testing.T, form string, without clause) string {
	s, e := p.load(t)
	var kept *mip.EdgeSet
	if form == "safe" {
		kept = twinSafe(s, e, without)
	} else {
		kept = twinForm(s, e, porelim.Name(form), without)
	}
	class, run := p.lengths()
	c := classesOf(s, e, run)
	if c.tooMany {
		return ""
	}
	return c.loses(kept, class)
}

func TestEveryClauseIsNeeded(t *testing.T) {
	for _, a := range ablations {
		p := a.p
		given := p
		if !p.sensible() { // fills in the colours that are not given
			t.Errorf("%s, %s: not a program of the space\n%s", a.form, a.c, p.source())
			continue
		}
		if given.entries != "" {
			p.entries = given.entries
		}
		if given.forks != "" {
			p.forks = given.forks
		}
		if lost := p.lostWithout(t, a.form, everything); lost != "" {
			t.Errorf("%s loses %s\n%s", a.form, lost, p.String())
		}
		set, edges := p.load(t)
		p.compareWithTwins(t, set, edges) // so what the code leaves out is seen, too
		if p.lostWithout(t, a.form, a.c) == "" {
			t.Errorf("%s loses nothing without %s\n%s", a.form, a.c, p.String())
		}
		smaller := false
		for k := 2; trial.Long() && k < min(p.size(), 6); k++ {
			programs(k, "", func(q tiny) {
				q.variants(k < 5, func(q tiny) {
					if lost := q.lostWithout(t, a.form, a.c); lost != "" && !smaller {
						smaller = true
						t.Errorf("%s without %s: a smaller program loses %s\n%s", a.form, a.c, lost, q.String())
					}
				})
			})
		}
	}
}
