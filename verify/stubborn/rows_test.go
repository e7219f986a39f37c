package blocked

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
)

// Rows find the cases that looking at each one finds, in any state.
func TestPossibleCases(t *testing.T) {
	compared, found, none := 0, 0, 0
	look := func(seed uint64, src string) {
		s, err := monitor.Analyse(trial.Program(t, src))
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 11))
		b := &Search{sem: s, m: s.M, rows: newRows(s, nil), state: make([]int32, len(s.M.Comps))}
		for a, rows := range b.rows {
			if rows == nil {
				continue
			}
			for range 20 {
				for i := range s.M.Comps {
					b.state[i] = r.Int32N(s.M.Comps[i].Size)
				}
				cases := s.Cases[a]
				if k := &cases[r.IntN(len(cases))]; r.IntN(2) == 0 { // most states allow no case
					for _, mv := range k.Moves {
						b.state[mv.Comp] = mv.Pairs[r.IntN(len(mv.Pairs))].From
					}
				}
				var want []int
				for k := range cases {
					if possible(b.state, &cases[k]) {
						want = append(want, k)
					}
				}
				got, some := b.possibleCases(cfg.ActionID(a)), b.isPossible(cfg.ActionID(a))
				if !slices.Equal(got, want) || some != (len(want) > 0) {
					t.Fatalf("seed %d, action %d: cases %v, %v, not %v\n%s", seed, a, got, some, want, src)
				}
				if compared++; some {
					found++
				} else {
					none++
				}
			}
		}
	}
	const flags = 7 // 128 cases: more than a word
	var sum []string
	for i := range flags {
		sum = append(sum, fmt.Sprintf("(x[%d] || y)", i))
	}
	look(0, fmt.Sprintf("program x\nshared x[%d] bool\nshared y bool\ntask a { loop { if %s { y = !y } } }", flags, strings.Join(sum, " && ")))
	if compared == 0 {
		t.Error("a step that reads eight flags has no rows")
	}
	for seed := range trial.Seeds(t, 40) {
		look(seed, gen.Program(trial.Bytes(seed, 12, 150)))
		look(seed, gen.MessagePassing(trial.Bytes(seed, 13, 150)))
	}
	t.Logf("%d states compared: %d possible, %d not", compared, found, none)
	if found < 10 || none < 10 {
		t.Error("the states are too alike to mean anything")
	}
}
