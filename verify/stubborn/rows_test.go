package stubborn

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
	"flavers/sem"
)

// Rows find the cases that looking at each one finds, in any state, and forbid cases by
// the same components in the same order.
func TestRows(t *testing.T) {
	compared, found, none := 0, 0, 0
	look := func(seed uint64, src string) {
		s, err := monitor.Analyse(trial.Program(t, src))
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 11))
		d := NewIndex(s, nil)
		if d == nil {
			return
		}
		slow := *d
		slow.rows = make([]*Rows, len(d.rows))
		hidden := make([]bool, len(s.Cases))
		for i := range hidden {
			hidden[i] = r.IntN(3) > 0
		}
		with, without := d.Sets(hidden, nil), slow.Sets(hidden, nil)
		state := make([]int32, len(s.M.Comps))
		for a, rows := range d.rows {
			if rows == nil {
				continue
			}
			for range 20 {
				for i := range s.M.Comps {
					state[i] = r.Int32N(s.M.Comps[i].Size)
				}
				cases := s.Cases[a]
				if k := &cases[r.IntN(len(cases))]; r.IntN(2) == 0 { // most states allow no case
					for _, mv := range k.Moves {
						state[mv.Comp] = mv.Pairs[r.IntN(len(mv.Pairs))].From
					}
				}
				var want []int
				for k := range cases {
					allowed := true
					for _, mv := range cases[k].Moves {
						_, ok := mv.To(state[mv.Comp])
						allowed = allowed && ok
					}
					if allowed {
						want = append(want, k)
					}
				}
				got, some := rows.Cases(state, nil), rows.Possible(state)
				if !slices.Equal(got, want) || some != (len(want) > 0) {
					t.Fatalf("seed %d, action %d: cases %v, %v, not %v\n%s", seed, a, got, some, want, src)
				}
				x, y := with.Set(state, cfg.ActionID(a)), without.Set(state, cfg.ActionID(a))
				with.forbid, without.forbid = with.forbid[:0], without.forbid[:0]
				with.Made, without.Made = with.Made+1, without.Made+1
				one, other := with.forbidden(state, cfg.ActionID(a)), without.forbidden(state, cfg.ActionID(a))
				var each []sem.CompID // that is forbidden by, once
				for _, id := range without.forbid {
					if !slices.Contains(each, id) {
						each = append(each, id)
					}
				}
				if !slices.Equal(x, y) || one != other || one && !slices.Equal(with.forbid, each) {
					t.Fatalf("seed %d, action %d: %v and %v, forbidden by %v and %v\n%s", seed, a, x, y, with.forbid, each, src)
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
	look(0, fmt.Sprintf("program x\nshared x[%d] bool\nshared y bool\ntask a { loop { if %s { y = !y } } }\ntask b { var i 0..%d\ni = any\nx[i] = true }", flags, strings.Join(sum, " && "), flags-1))
	if compared == 0 {
		t.Error("a step that reads eight flags has no rows")
	}
	for seed := range trial.Seeds(t, 400) {
		look(seed, gen.Program(trial.Bytes(seed, 12, 150)))
		look(seed, gen.MessagePassing(trial.Bytes(seed, 13, 150)))
	}
	t.Logf("%d states compared: %d possible, %d not", compared, found, none)
	if found < 10 || none < 10 {
		t.Error("the states are too alike to mean anything")
	}
}
