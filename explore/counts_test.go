package explore

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"flavers/cfg"
	"flavers/internal/trial"
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
	deadlocks       map[int]int64 // of all sizes under 0
}

var none = map[int]int64{}

var families = []family{
	{"readers", "N", map[int]int64{2: 4, 4: 16, 8: 256, 13: 8192}, none},
	{"readers_private", "N", map[int]int64{2: 4, 3: 8, 6: 64}, none},
	{"lastzero", "N", map[int]int64{1: 2, 2: 5, 3: 12, 4: 28, 5: 64, 8: 704}, none},
	{"indexer", "N", map[int]int64{11: 1, 12: 8, 13: 64}, none},
	{"filesystem", "N", map[int]int64{13: 1, 14: 2, 16: 8, 18: 32}, none},
	{"addition", "N", map[int]int64{2: 2, 3: 6, 4: 24, 5: 120, 6: 720}, none},
	{"increment", "N", map[int]int64{2: 2, 3: 6, 4: 24, 5: 120, 6: 720}, none},
	{"additions", "N", map[int]int64{2: 4, 3: 36, 4: 576}, none},
	{"casrot", "N", map[int]int64{2: 2, 3: 5, 4: 14, 5: 43, 6: 144}, none},
	{"lock_rounds", "N", map[int]int64{1: 2, 2: 6, 3: 20, 4: 70, 5: 252}, none},
	{"mpat", "K", map[int]int64{1: 2, 2: 8, 3: 48}, none},
	{"philosophers", "N", map[int]int64{2: 3, 3: 7, 4: 15, 5: 31, 6: 63}, map[int]int64{0: 1}},
	{"philosophers_ordered", "N", map[int]int64{2: 2, 3: 6, 4: 14, 5: 30, 6: 62}, none},
	{"philosophers_rounds", "N", map[int]int64{2: 11, 3: 106}, map[int]int64{2: 5, 3: 16}},
	{"spawned", "N", map[int]int64{2: 3, 3: 15, 4: 105, 5: 945}, none},
	{"writers", "N", map[int]int64{2: 6, 3: 24, 4: 120}, none},
	{"messages_write", "N", map[int]int64{1: 1, 2: 2, 3: 6, 4: 24, 6: 720}, none},
	{"messages_post", "N", map[int]int64{1: 1, 2: 6, 3: 90, 4: 2520}, none},
	{"messages_ring", "N", map[int]int64{2: 2, 3: 6, 4: 14, 8: 254}, none},
}

// larger sizes, by the closed forms; with FLAVERS_RANDOM only.
var larger = []family{
	{"readers", "N", map[int]int64{16: 1 << 16}, none},
	{"lastzero", "N", map[int]int64{10: 13 << 8, 12: 15 << 10}, none},
	{"indexer", "N", map[int]int64{14: 512, 15: 4096}, none},
	{"filesystem", "N", map[int]int64{20: 1 << 7, 26: 1 << 13}, none},
	{"increment", "N", map[int]int64{8: 40320}, none},
	{"additions", "N", map[int]int64{5: 14400}, none},
	{"lock_rounds", "N", map[int]int64{9: 48620}, none},
	{"mpat", "K", map[int]int64{5: 3840}, none},
	{"philosophers", "N", map[int]int64{12: 1<<12 - 1}, map[int]int64{0: 1}},
	{"philosophers_ordered", "N", map[int]int64{12: 1<<12 - 2}, none},
	{"spawned", "N", map[int]int64{6: 10395}, none},
	{"writers", "N", map[int]int64{7: 40320}, none},
}

// Optimal runs one execution for each class, whichever task comes first, and
// gives none up; source misses none, and neither does dpor with sleep sets.
//
// Three of the traps are among these: readers_private loses a class if only
// last races are looked at; philosophers_ordered loses one if a blocked request
// for a lock is not raced against the last owner; philosophers has blocked
// executions if the reversal of a race of locks goes through the unlock.
func TestKnownCounts(t *testing.T) {
	list := families
	if trial.Long() {
		list = slices.Concat(families, larger)
	}
	for _, f := range list {
		for _, n := range slices.Sorted(maps.Keys(f.classes)) {
			want := f.classes[n]
			deadlocks, ok := f.deadlocks[n]
			if !ok {
				deadlocks = f.deadlocks[0]
			}
			t.Run(fmt.Sprintf("%s/%d", f.name, n), func(t *testing.T) {
				p := example(t, f.name, f.parameter, n)
				for _, algorithm := range []string{"optimal", "source", "dpor+sleep"} {
					for _, highest := range []bool{false, true} {
						r := explore(t, p, Options{Algorithm: algorithm, HighestFirst: highest})
						if r.Executions != want || r.Deadlocks != deadlocks || !r.Complete || algorithm == "optimal" && r.Blocked != 0 {
							t.Errorf("%s (highest first %v): %d executions, %d blocked, %d deadlocks, complete %v; known: %d with %d deadlocks",
								algorithm, highest, r.Executions, r.Blocked, r.Deadlocks, r.Complete, want, deadlocks)
						}
					}
				}
			})
		}
	}
}

// Handlers of one actor that only read are independent: (n+1)^m n! classes for
// n writers and m readers.
func TestKnownReadingHandlers(t *testing.T) {
	for _, c := range []struct{ writers, readers, want int64 }{{0, 5, 1}, {1, 1, 2}, {1, 2, 4}, {2, 2, 18}, {3, 3, 384}, {4, 2, 600}} {
		p := loadFile(t, "../examples/dpor/messages_read.tfg",
			map[string]string{"WRITERS": fmt.Sprint(c.writers), "READERS": fmt.Sprint(c.readers)})
		for _, highest := range []bool{false, true} {
			r := explore(t, p, Options{Algorithm: "optimal", HighestFirst: highest})
			if r.Executions != c.want || r.Blocked != 0 || r.Deadlocks != 0 || !r.Complete {
				t.Errorf("%d writers, %d readers: %d executions, %d blocked, %d deadlocks; known: %d", c.writers, c.readers, r.Executions, r.Blocked, r.Deadlocks, c.want)
			}
		}
	}
}

func example(t testing.TB, name, parameter string, n int) *cfg.Program {
	t.Helper()
	return loadFile(t, "../examples/dpor/"+name+".tfg", map[string]string{parameter: fmt.Sprint(n)})
}

// Source sets alone are blocked on lastzero, by the order of the tasks: the
// numbers on which three other tools agree.
func TestSourceBlocked(t *testing.T) {
	for n, want := range map[int]int64{3: 1, 4: 7, 5: 33, 6: 131, 7: 473, 8: 1611} {
		p := example(t, "lastzero", "N", n)
		if r := explore(t, p, Options{Algorithm: "source"}); r.Blocked != want {
			t.Errorf("lastzero %d, lowest task first: %d blocked executions, known: %d", n, r.Blocked, want)
		}
		if r := explore(t, p, Options{Algorithm: "source", HighestFirst: true}); r.Blocked != 0 {
			t.Errorf("lastzero %d, highest task first: %d blocked executions, known: 0", n, r.Blocked)
		}
	}
}

// Without sleep sets, an algorithm that is complete from every state it comes
// to has to begin there with each step that is the only first one of some
// class. In readers these are all steps that are left, so that the executions
// e(n) are 1 + n e(n-1): 2 5 16 65. Two tasks of filesystem that meet have 5,
// and pairs that do not multiply.
func TestWithoutSleepSets(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want int64
	}{{"readers", 1, 2}, {"readers", 2, 5}, {"readers", 3, 16}, {"readers", 4, 65}, {"readers", 6, 1_957},
		{"filesystem", 14, 5}, {"filesystem", 15, 25}, {"filesystem", 16, 125}} {
		p := example(t, c.name, "N", c.n)
		for _, highest := range []bool{false, true} {
			if r := explore(t, p, Options{Algorithm: "dpor", HighestFirst: highest}); r.Executions != c.want || r.Blocked != 0 || !r.Complete {
				t.Errorf("%s %d, highest first %v: %d executions, %d blocked; known: %d", c.name, c.n, highest, r.Executions, r.Blocked, c.want)
			}
		}
	}
}

// States and transitions of the philosophers, the same for every order of the
// search.
func TestKnownStates(t *testing.T) {
	for _, c := range []struct {
		name                string
		n                   int
		states, transitions int64 // transitions 0: not known
		deadlocks           int64
	}{
		{"philosophers", 2, 19, 22, 1}, {"philosophers", 3, 87, 153, 1}, {"philosophers", 4, 391, 924, 1}, {"philosophers", 5, 1743, 5155, 1},
		{"philosophers", 6, 7759, 27546, 1}, {"philosophers", 7, 34527, 0, 1}, {"philosophers", 8, 153631, 0, 1},
		{"philosophers_ordered", 2, 16, 0, 0}, {"philosophers_ordered", 3, 72, 0, 0}, {"philosophers_ordered", 4, 320, 0, 0},
		{"philosophers_ordered", 5, 1424, 0, 0}, {"philosophers_ordered", 6, 6336, 0, 0},
	} {
		p := example(t, c.name, "N", c.n)
		for _, opt := range []Options{{}, {DepthFirst: true}, {HighestFirst: true}} {
			opt.Algorithm = "states"
			r := explore(t, p, opt)
			if r.States != c.states || c.transitions > 0 && r.Transitions != c.transitions || r.Deadlocks != c.deadlocks || !r.Complete {
				t.Errorf("%s %d, %+v: %d states, %d transitions, %d deadlocks; known: %d, %d, %d",
					c.name, c.n, opt, r.States, r.Transitions, r.Deadlocks, c.states, c.transitions, c.deadlocks)
			}
		}
	}
}
