package mip

import (
	"fmt"
	"go/token"
	"math/rand/v2"
	"testing"

	"flavers/cfg"
	"flavers/internal/trial"
)

// randomProgram draws tasks whose control flow is an arbitrary graph over
// every kind of operation that the rules tell apart; scale multiplies the
// number of tasks.
func randomProgram(rng *rand.Rand, scale int) *cfg.Program {
	b := cfg.NewBuilder("random", "")
	var pos token.Position
	var tasks []cfg.TaskID
	for i := range scale * (1 + rng.IntN(4)) {
		tasks = append(tasks, b.AddTask(fmt.Sprintf("t%d", i), cfg.None, 0, pos))
	}
	families := rng.IntN(3)
	for f := range families {
		id := b.AddFamily(fmt.Sprintf("f%d", f), pos)
		var own []cfg.TaskID
		for k := range scale * rng.IntN(4) {
			own = append(own, b.AddTask(fmt.Sprintf("f%d[%d]", f, k), id, int32(k), pos))
		}
		b.SetFamily(id, own, make([][]cfg.VarID, len(own)))
		tasks = append(tasks, own...)
	}
	var entries []cfg.ObjectID
	owned := map[cfg.TaskID][]cfg.ObjectID{}
	for _, t := range tasks {
		for range rng.IntN(3) {
			o := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Owner: t})
			entries = append(entries, o)
			owned[t] = append(owned[t], o)
		}
	}
	unbuffered := b.AddObject(cfg.Object{Kind: cfg.ChanObject, Owner: cfg.None, Elem: cfg.Bool()})
	buffered := b.AddObject(cfg.Object{Kind: cfg.ChanObject, Owner: cfg.None, Elem: cfg.Bool(), Cap: 1})
	lock := b.AddObject(cfg.Object{Kind: cfg.LockObject, Owner: cfg.None})
	local := rng.IntN(6) // weight of local steps
	for _, t := range tasks {
		points := []cfg.PointID{b.Start(t)}
		for range rng.IntN(7) {
			points = append(points, b.AddPoint(t))
		}
		pick := func() cfg.PointID { return points[rng.IntN(len(points))] }
		for i := range points {
			for range 1 + rng.IntN(3) {
				n := cfg.Node{Point: points[i], Next: pick(), Op: cfg.Silent{}, Pos: pos}
				if i+1 < len(points) && rng.IntN(2) == 0 {
					n.Next = points[i+1]
				}
				if rng.IntN(8) == 0 {
					n.Next = b.End(t)
				}
				switch k := rng.IntN(10 + local); {
				case k <= 2 && len(entries) > 0:
					n.Op = cfg.Call{Entry: entries[rng.IntN(len(entries))], Extended: k == 2}
				case k <= 5 && len(owned[t]) > 0:
					n.Op = cfg.Accept{Entry: owned[t][rng.IntN(len(owned[t]))], Extended: k == 5}
				case k == 3 && len(entries) > 0:
					n.Op = cfg.CallEnd{Entry: entries[rng.IntN(len(entries))]}
				case k == 4 && len(entries) > 0:
					n.Op = cfg.AcceptEnd{Entry: entries[rng.IntN(len(entries))]}
				case k == 6 && rng.IntN(2) == 0:
					n.Op = cfg.Send{Chan: unbuffered, Value: cfg.Const{Type: cfg.Bool()}}
				case k == 6:
					n.Op = cfg.Recv{Chan: unbuffered}
				case k == 7 && rng.IntN(4) == 0:
					n.Op = cfg.Close{Chan: unbuffered}
				case k == 7 && rng.IntN(2) == 0:
					n.Op = cfg.Recv{Chan: buffered}
				case k == 7:
					n.Op = cfg.Lock{Lock: lock}
				case k == 8 && families > 0:
					n.Op = cfg.Spawn{Family: cfg.FamilyID(rng.IntN(families))}
				case k == 9 && families > 0:
					n.Op = cfg.Join{Family: cfg.FamilyID(rng.IntN(families)), Ref: cfg.Const{Type: cfg.Bool()}}
				}
				b.AddNode(n)
			}
		}
	}
	return b.Finish()
}

// TestAgainstPairs compares every bit with the slow twin on random programs.
func TestAgainstPairs(t *testing.T) {
	for _, c := range []struct{ usual, scale int }{{trial.Usual(400, 1000), 1}, {trial.Usual(2, 5), 50}} {
		n := trial.Count(t, c.usual)
		var total, merged, unreachable, blocks int
		for seed := range trial.Seeds(t, c.usual) {
			p := randomProgram(rand.New(rand.NewPCG(seed, 1)), c.scale)
			r, slow := MHP(p), slowMHP(p)
			pairs, dead := equal(t, p, seed, r, slow)
			if pairs != r.Pairs() {
				t.Fatalf("seed %d: %d pairs, want %d\n%s", seed, r.Pairs(), pairs, p.Dump())
			}
			if err := r.Check(p); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.Dump())
			}
			total += pairs
			unreachable += dead
			merged += len(p.Points) + 1 - r.work.Classes
			blocks = max(blocks, r.m.count)
		}
		t.Logf("%d programs, %d pairs, %d points merged, %d unreachable, up to %d blocks", n, total, merged, unreachable, blocks)
		if merged == 0 || total == 0 || unreachable == 0 || c.scale > 1 && n >= 20 && blocks < 2 {
			t.Error("the random programs do not exercise the quotient, the blocks or the relation")
		}
	}
}

// equal fails the test unless r is the slow twin's relation; it returns the
// number of pairs and of unreachable points.
func equal(t *testing.T, p *cfg.Program, seed uint64, r *Relation, slow *pairs) (count, dead int) {
	t.Helper()
	for x := range slow.rel {
		if got := r.Reachable(cfg.PointID(x)); got != slow.reach[x] {
			t.Fatalf("seed %d: reachable(%d) = %v, want %v\n%s", seed, x, got, slow.reach[x], p.Dump())
		} else if !got {
			dead++
		}
		row := r.Row(cfg.PointID(x))
		for y, want := range slow.rel[x] {
			if got := r.Parallel(cfg.PointID(x), cfg.PointID(y)); got != want || row.Has(y) != want {
				t.Fatalf("seed %d: parallel(%d, %d) = %v (row %v), want %v\n%s", seed, x, y, got, row.Has(y), want, p.Dump())
			}
			if want {
				count++
			}
		}
	}
	return count / 2, dead
}
