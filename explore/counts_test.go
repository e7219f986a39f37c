package explore

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"flavers/cfg"
	"flavers/lang"
)

func loadFile(t testing.TB, name string, set map[string]string) *cfg.Program {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := lang.Load(name, src, lang.Options{Set: set})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return p
}

func explore(t testing.TB, p *cfg.Program, opt Options) *Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	r, err := Run(ctx, p, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// family is a program of examples/dpor with its known numbers of classes.
type family struct {
	name, parameter string
	classes         map[int]int64
	deadlocks       int64
}

var families = []family{
	{"readers", "N", map[int]int64{2: 4, 4: 16, 8: 256, 13: 8192}, 0},
	{"lastzero", "N", map[int]int64{1: 2, 2: 5, 3: 12, 4: 28, 5: 64, 8: 704}, 0},
	{"indexer", "N", map[int]int64{11: 1, 12: 8, 13: 64}, 0},
	{"filesystem", "N", map[int]int64{13: 1, 14: 2, 16: 8, 18: 32}, 0},
	{"increment", "N", map[int]int64{2: 2, 3: 6, 4: 24, 5: 120, 6: 720}, 0},
	{"casrot", "N", map[int]int64{2: 2, 3: 5, 4: 14, 5: 43, 6: 144}, 0},
	{"mpat", "K", map[int]int64{1: 2, 2: 8, 3: 48}, 0},
	{"philosophers", "N", map[int]int64{2: 3, 3: 7, 4: 15, 5: 31, 6: 63}, 1},
	{"philosophers_ordered", "N", map[int]int64{2: 2, 3: 6, 4: 14, 5: 30, 6: 62}, 0},
	{"spawned", "N", map[int]int64{2: 3, 3: 15, 4: 105}, 0},
	{"writers", "N", map[int]int64{2: 6, 3: 24, 4: 120}, 0},
}

// Optimal runs one execution for each class, whichever task comes first, and
// gives none up; source misses none.
func TestKnownCounts(t *testing.T) {
	for _, f := range families {
		for n, want := range f.classes {
			t.Run(fmt.Sprintf("%s/%d", f.name, n), func(t *testing.T) {
				p := loadFile(t, "../examples/dpor/"+f.name+".tfg", map[string]string{f.parameter: fmt.Sprint(n)})
				for _, algorithm := range []string{"optimal", "source"} {
					for _, highest := range []bool{false, true} {
						r := explore(t, p, Options{Algorithm: algorithm, HighestFirst: highest})
						if r.Executions != want || r.Deadlocks != f.deadlocks || !r.Complete || algorithm == "optimal" && r.Blocked != 0 {
							t.Errorf("%s (highest first %v): %d executions, %d blocked, %d deadlocks, complete %v; known: %d with %d deadlocks",
								algorithm, highest, r.Executions, r.Blocked, r.Deadlocks, r.Complete, want, f.deadlocks)
						}
						if testing.Verbose() {
							t.Logf("%s %v: %+v", algorithm, highest, *r)
						}
					}
				}
			})
		}
	}
}
