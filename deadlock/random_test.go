package deadlock

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/mip"
	"flavers/sem"
)

// explored is what visiting every state of a program tells.
type explored struct {
	states   [][]int32
	stuck    []int32 // a deadlock, or nil
	exceeds  bool    // a limit of the model is exceeded
	complete bool
}

// explore visits at most limit states, breadth first.
func explore(m *sem.Machine, limit int) explored {
	var out explored
	seen := map[string]bool{}
	visit := func(v []int32) {
		key := make([]byte, 0, 4*len(v))
		for _, x := range v {
			key = binary.AppendUvarint(key, uint64(x))
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out.states = append(out.states, v)
		}
	}
	visit(m.Start())
	for i := 0; i < len(out.states); i++ {
		if i == limit {
			return out
		}
		next := m.Successors(out.states[i], false)
		if len(next) == 0 && !m.Over(out.states[i]) && out.stuck == nil {
			out.stuck = out.states[i]
		}
		for _, o := range next {
			if o.Err == nil {
				visit(o.Next)
			} else if o.Err.Kind == cfg.LimitError {
				out.exceeds = true
			}
		}
	}
	out.complete = true
	return out
}

// violated finds a reachable state in which something said to be an invariant
// does not hold.
func (k *Certificate) violated(s *monitor.Semantics, states [][]int32) string {
	n := newNet(s, k.parts, nil)
	marked := make([]place, len(n.start))
	for _, v := range states {
		for u, list := range n.parts {
			marked[u] = n.first[u]
			for _, c := range list {
				marked[u] += v[c] * n.stride[c]
			}
		}
		if k.pairs != nil {
			for _, p := range marked {
				for _, q := range marked {
					if !k.pairs.row[p].Has(int(q)) {
						return "a pair"
					}
				}
			}
		}
		for i := range k.proofs {
			for _, trap := range k.proofs[i].traps {
				some := false
				for _, p := range trap {
					some = some || marked[n.unit[p]] == p
				}
				if !some {
					return "a trap"
				}
			}
			for _, s := range k.proofs[i].sums {
				total := int64(0)
				for _, p := range marked {
					total += s.of(p)
				}
				if total != 0 {
					return "a sum"
				}
			}
		}
	}
	return ""
}

// On random programs, against visiting every state: no program that can get
// stuck is called free of deadlock, every invariant of a certificate holds in
// every state, certificates check, and a candidate is a state in which no step
// can be taken. Most programs free of deadlock are certified.
func TestAgainstAllStates(t *testing.T) {
	kinds := map[sem.Kind]int{} // components of certified programs
	for _, g := range []struct {
		name    string
		program func([]byte) string
		share   int // percent of the programs free of deadlock that are certified, at least
	}{
		{"tasks", gen.Program, 95},
		{"objects", gen.Options{Features: gen.All &^ (gen.Spawn | gen.Procs | gen.Arrays | gen.Atomic | gen.Choice)}.Program, 95},
		{"messages", gen.MessagePassing, 88},
		{"all", gen.Options{Features: gen.All | gen.Messages}.Program, 85},
	} {
		t.Run(g.name, func(t *testing.T) {
			c := comparison{t: t, kinds: kinds}
			const usual = 20
			count := trial.Count(t, usual)
			for seed := range trial.Seeds(t, usual) {
				c.compare(seed, g.program(trial.Bytes(seed, 71, 200)))
			}
			t.Logf("%+v", c.counts)
			if c.stuck < count/40 || c.free < count/2 {
				t.Errorf("one-sided: %d can get stuck, %d cannot", c.stuck, c.free)
			}
			if (c.certified+2)*100 < c.free*g.share { // two, where there are few
				t.Errorf("%d of %d certified", c.certified, c.free)
			}
		})
	}
	for k := range sem.Slot {
		switch k {
		case sem.RingHead, sem.RingTail, sem.RingSlot: // of very large buffers
		default:
			if kinds[k] == 0 {
				t.Errorf("no %v in any certified program", k)
			}
		}
	}
}

// comparison compares Certify with visiting every state.
type comparison struct {
	t     *testing.T
	kinds map[sem.Kind]int
	counts
}

// counts are of programs, and of invariants in certificates.
type counts struct {
	free, certified, limited, exceed, stuck, inexact int
	traps, pairs, sums                               int
}

func (c *comparison) compare(seed uint64, src string) {
	t := c.t
	t.Helper()
	p := trial.Program(t, src)
	limit := 0
	if seed%4 == 3 { // some steps without tables
		limit = 6
	}
	s, err := monitor.AnalyseUntil(nil, p, limit)
	if err != nil {
		return
	}
	rel := mip.MHP(p)
	r := Certify(context.Background(), s, rel, Limits{Work: 20_000_000, Conflicts: 5000, Words: 2 << 20})
	all := explore(s.M, 2000)
	inexact := len(s.Inexact()) > 0
	if inexact {
		c.inexact++
	}
	if v := r.Candidate; v != nil && !inexact && (s.M.Over(v) || len(s.M.Successors(v, false)) > 0) {
		t.Fatalf("seed %d: the candidate is no deadlock\n%s", seed, src)
	}
	for _, v := range all.states {
		if len(s.M.Successors(v, false)) == 0 && s.M.Over(v) != allFinal(s.M, v) {
			t.Fatalf("seed %d: to be over is not a matter of each component\n%s", seed, src)
		}
	}
	if all.exceeds {
		c.exceed++
	}
	if all.stuck != nil {
		c.stuck++
		if r.Free {
			t.Fatalf("seed %d: free, but %v is a deadlock\n%s", seed, all.stuck, src)
		}
	} else if all.complete {
		c.free++
	}
	if !r.Free {
		return
	}
	if all.complete {
		c.certified++
	}
	if r.Limited {
		c.limited++
	} else if all.exceeds {
		t.Fatalf("seed %d: not limited, but a limit is exceeded\n%s", seed, src)
	}
	for i := range s.M.Comps {
		c.kinds[s.M.Comps[i].Kind]++
	}
	c.traps += r.Traps
	c.pairs += r.Pairs
	c.sums += r.Sums
	if err := r.Certificate.Check(s, rel); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, src)
	}
	if what := r.Certificate.violated(s, all.states); what != "" {
		t.Fatalf("seed %d: %s does not hold\n%s", seed, what, src)
	}
}

func allFinal(m *sem.Machine, v []int32) bool {
	for c, x := range v {
		if !m.Final(sem.CompID(c), x) {
			return false
		}
	}
	return true
}

// On nets of random programs, with and without components taken together: the
// invariants found without any question hold in every state; the greatest trap
// in a random set is that of removing places one by one.
func TestInvariants(t *testing.T) {
	const usual = 25
	traps, sums := 0, 0
	for seed := range trial.Seeds(t, usual) {
		program := gen.Program
		if seed%3 == 2 {
			program = gen.MessagePassing
		}
		src := program(trial.Bytes(seed, 72, 200))
		p := trial.Program(t, src)
		s, err := monitor.Analyse(p)
		if err != nil {
			continue
		}
		var parts [][]sem.CompID
		if seed%2 == 0 {
			parts = join(s, 64)
		}
		n := newNet(s, parts, nil)
		if n.places() > 600 {
			continue
		}
		b := unlimited()
		rel := mip.MHP(p)
		r := newPairs(n, rel, b)
		may := n.allowed(rel, b)
		for q, row := range may {
			for x := range row.All {
				if !may[x].Has(q) {
					t.Fatalf("seed %d: of the places %d and %d, only one allows the other\n%s", seed, q, x, src)
				}
			}
		}
		if !r.closed(rel) {
			t.Fatalf("seed %d: some step leads out of the pairs\n%s", seed, src)
		}
		for q, row := range slowPairs(n, rel).row {
			if !row.Equal(r.row[q]) {
				t.Fatalf("seed %d: row %d of the pairs is not that of the least relation\n%s", seed, q, src)
			}
		}
		if seed%5 == 4 {
			r = nil
		}
		w := newTrapper(n, r, b)
		cert := &Certificate{parts: parts, pairs: r, proofs: []proof{{sums: w.sums()}}}
		sums += len(cert.proofs[0].sums)
		random := rand.New(rand.NewPCG(seed, 3))
		for round := range 10 {
			// Places at random, or all that a random state does not mark.
			set := bitset.New(n.places())
			for q := range n.places() {
				if !n.lost[n.unit[q]] && (round%2 == 0 || random.IntN(8) > 0) {
					set.Add(q)
				}
			}
			for u := range n.lost {
				if round%2 == 0 {
					set.Remove(int(n.first[u]) + random.IntN(int(n.first[u+1]-n.first[u])))
				}
			}
			slow := slices.Clone(set)
			for again := true; again; {
				again = false
				for q := range slices.Clone(slow).All {
					for _, id := range n.enters[q] {
						t := &n.trans[id]
						i, k := t.taking(n, place(q))
						if out, _ := w.escape(slow, t, i, t.moves[i].arcs[k]); out {
							slow.Remove(q)
							again = true
							break
						}
					}
				}
			}
			w.greatest(set)
			if !set.Equal(slow) {
				t.Fatalf("seed %d: the greatest trap has %d places, not %d\n%s", seed, set.Count(), slow.Count(), src)
			}
			for _, q := range n.start {
				if set.Has(int(q)) {
					trap := w.grow(set, q)
					if !w.isTrap(trap) {
						trap = set
					}
					var list []place
					for q := range trap.All {
						list = append(list, place(q))
					}
					cert.proofs[0].traps = append(cert.proofs[0].traps, list)
					traps++
				}
			}
		}
		if what := cert.violated(s, explore(s.M, 1000).states); what != "" {
			t.Fatalf("seed %d: %s does not hold\n%s", seed, what, src)
		}
	}
	if n := trial.Count(t, usual); traps < 10*n || sums < 2*n {
		t.Errorf("only %d traps and %d sums", traps, sums)
	}
}
