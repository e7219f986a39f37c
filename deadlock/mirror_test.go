package deadlock

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/internal/trial"
	"flavers/mip"
)

// slowPairs is the relation pair by pair, each added to both rows at once, until a pass adds nothing.
func slowPairs(n *net, rel *mip.Relation) *pairs {
	r := &pairs{n: n, row: make([]bitset.Set, n.places())}
	for i := range r.row {
		r.row[i] = bitset.New(n.places())
	}
	w := newPairWork(r, rel, unlimited())
	w.begin()
	for w.grew = true; w.grew; {
		w.grew = false
		for x := range n.trans {
			t := &n.trans[x]
			for i := range t.moves {
				for _, k := range t.moves[i].arcs {
					if !r.row[k.from].Has(int(k.from)) || !w.context(t, i, k.from) {
						continue
					}
					w.add(k.to, k.to)
					moved := map[int32]bool{}
					for j := range t.moves {
						moved[int32(t.moves[j].unit)] = true
						for _, l := range t.moves[j].arcs {
							if j != i && w.y.Has(int(l.from)) {
								w.add(k.to, l.to)
							}
						}
					}
					for q := range w.y.All {
						if k.from != k.to && !moved[int32(n.unit[q])] {
							w.add(k.to, place(q))
						}
					}
				}
			}
		}
	}
	return r
}

func TestTranspose(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var a, b [64]uint64
	for i := range a {
		a[i] = random.Uint64()
	}
	b = a
	transpose(&b)
	for i := range a {
		for j := range b {
			if a[i]>>j&1 != b[j]>>i&1 {
				t.Fatalf("bit %d of word %d", j, i)
			}
		}
	}
}

// More rows wait than fit.
func TestPairsOfManyPlaces(t *testing.T) {
	src, err := os.ReadFile("../examples/dining_manager.tfg")
	if err != nil {
		t.Fatal(err)
	}
	p := trial.Program(t, strings.Replace(string(src), "const N = 3 ", "const N = 150 ", 1))
	s, err := monitor.Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	n, rel := newNet(s, nil, nil), mip.MHP(p)
	if n.places() < 2*maxLate {
		t.Fatalf("%d places", n.places())
	}
	r := newPairs(n, rel, unlimited())
	for q, row := range slowPairs(n, rel).row {
		if !row.Equal(r.row[q]) {
			t.Fatalf("row %d of the pairs is not that of the least relation", q)
		}
	}
}
