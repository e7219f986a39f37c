package em

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/explore/em/trace"
	"flavers/internal/trial"
)

// data is where the published traces are; they are no part of the repository.
const data = "../../../shared/traces"

func load(t testing.TB, dir string) *trace.Trace {
	t.Helper()
	if _, err := os.Stat(data); os.IsNotExist(err) {
		t.Skipf("the published traces are not beside the repository, in %s", data)
	}
	text, err := os.ReadFile(filepath.Join(data, dir, "trace.txt"))
	if err != nil {
		t.Fatal(err)
	}
	deps, err := os.ReadFile(filepath.Join(data, dir, "dependence.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tr, ds := trace.Parse("trace.txt", text, "dependence.txt", deps)
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return tr
}

// golden has the counts of the authors' tool: transitions and executions of
// EM-DPOR, operations executed again, and the same of DPOR (0: not known). The
// last two are our own: executions of em-optimal, and of these, deadlocks.
var golden = []struct {
	dir             string
	transitions, n  int64
	again           int64
	dporTransitions int64
	dporN           int64
	optimal, stuck  int64
}{
	{"benchmark-traces/multithreading-with-multiple-queues/trace1", 6975, 1136, 0, 18830, 3125, 16, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace2", 5414, 379, 0, 5414, 379, 10, 3},
	{"benchmark-traces/multithreading-with-multiple-queues/trace3", 879, 97, 0, 1110, 116, 8, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace4", 207, 18, 0, 534, 44, 5, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace5", 30, 1, 0, 166, 11, 1, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace6", 58, 4, 0, 197, 17, 3, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace7", 658600, 35399, 0, 0, 0, 8, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace8", 180, 12, 27, 180, 12, 8, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace9", 201, 12, 0, 201, 12, 4, 0},
	{"benchmark-traces/multithreading-with-multiple-queues/trace10", 180, 12, 27, 180, 12, 8, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace1", 40, 2, 0, 86, 5, 2, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace2", 56, 3, 0, 83, 5, 2, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace3", 34, 4, 0, 34, 4, 2, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace4", 72, 5, 0, 72, 5, 4, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace5", 71, 4, 0, 71, 4, 3, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace6", 126, 12, 0, 166, 16, 4, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace7", 420, 36, 0, 961, 96, 4, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace8", 224, 34, 0, 156, 23, 4, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace9", 221, 16, 0, 307, 23, 8, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace10", 44, 5, 0, 44, 5, 4, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace11", 53, 7, 0, 53, 7, 4, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace12", 228, 25, 0, 224, 25, 8, 0},
	{"benchmark-traces/multithreading-with-single-queue/trace13", 1270, 94, 66, 1219, 92, 10, 1},
	{"benchmark-traces/multithreading-with-single-queue/trace14", 102, 12, 22, 102, 12, 4, 0},
	{"benchmark-traces/only-multithreading/trace1", 66, 19, 0, 66, 19, 4, 0},
	{"benchmark-traces/only-multithreading/deadlocks/trace1", 484, 44, 0, 484, 44, 7, 1},
	{"benchmark-traces/only-multithreading/deadlocks/trace2", 74, 9, 0, 74, 9, 4, 1},
	{"benchmark-traces/only-multithreading/deadlocks/trace3", 977, 75, 0, 977, 75, 8, 2},
	{"tacas-2016/remind-me", 875, 3, 0, 1864, 24, 2, 0},
	{"tacas-2016/music", 34333, 266, 0, 0, 0, 6, 0},
	{"tacas-2016/charachter-recognition", 39422, 756, 0, 0, 0, 20, 0},
	{"tacas-2016/aarddict", 4772, 14, 0, 0, 0, 2, 0},
}

// slow are those that take seconds: with FLAVERS_RANDOM only. The counts of
// DPOR and of My Tracks are the published ones.
var slow = []struct {
	dir, algorithm string
	transitions, n int64
}{
	{"tacas-2016/mytracks", "em", 26745327, 405013},
	{"tacas-2016/charachter-recognition", "em-dpor", 67062526, 1284788},
}

// What the paper says of the five traces: how long they are (without the first operation, START), their events with
// visible operations, and their memory locations.
func TestStatisticsOfTraces(t *testing.T) {
	for app, want := range map[string][3]int{"remind-me": {444, 9, 89}, "mytracks": {453, 9, 108}, "music": {465, 24, 68},
		"charachter-recognition": {485, 22, 40}, "aarddict": {600, 30, 30}} {
		load(t, "tacas-2016/"+app) // or skips
		text, err := os.ReadFile(filepath.Join(data, "tacas-2016", app, "trace.txt"))
		if err != nil {
			t.Fatal(err)
		}
		var have [3]int
		locations := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(line)
			if len(words) < 2 {
				continue
			}
			if _, err := strconv.Atoi(words[0]); err != nil {
				continue // the line behind the last operation
			}
			switch op := words[1]; op {
			case "START":
				continue
			case "CALL":
				have[1]++
			case "READ", "WRITE", "READ-STATIC", "WRITE-STATIC":
				locations[strings.Join(slices.DeleteFunc(words[2:], func(w string) bool {
					return strings.HasPrefix(w, "tid:")
				}), " ")] = true
			}
			have[0]++
		}
		if have[2] = len(locations); have != want {
			t.Errorf("%s: %d operations, events and locations, published %d", app, have, want)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, g := range golden {
		t.Run(g.dir, func(t *testing.T) {
			tr := load(t, g.dir)
			check := func(algorithm string, n, transitions, again int64) *TraceResult {
				res, err := RunTrace(context.Background(), tr, explore.Options{Algorithm: algorithm, MaxExecutions: 10*n + 100})
				if err != nil {
					t.Fatal(err)
				}
				if n == 0 {
					return res
				}
				if res.Executions != n || transitions > 0 && res.Transitions != transitions {
					t.Errorf("%s: %d executions, %d transitions; want %d, %d", algorithm, res.Executions, res.Transitions, n, transitions)
				}
				for _, c := range res.More {
					if c.Name == "executed_again" && c.Value != again {
						t.Errorf("%s: %d operations executed again, want %d", algorithm, c.Value, again)
					}
				}
				return res
			}
			em := check("em", g.n, g.transitions, g.again)
			if g.dporN > 0 {
				check("em-dpor", g.dporN, g.dporTransitions, 0)
			}
			res := check("em-optimal", g.optimal, 0, 0)
			if !res.Complete || res.Deadlocks != g.stuck || res.Executions > em.Executions || g.dporN > 0 && res.Executions > g.dporN {
				t.Errorf("em-optimal: %d executions, %d deadlocks, complete: %v", res.Executions, res.Deadlocks, res.Complete)
			}
			found := map[string]bool{}
			for _, f := range em.Found {
				found[f.What] = true
			}
			for _, f := range res.Found {
				if !found[f.What] {
					t.Errorf("only em-optimal finds: %s", f.What)
				}
				if r, err := Replay(tr, f.Schedule); err != nil || r.Stuck != f.What {
					t.Errorf("replay of %q: %q, %v", f.What, r.Stuck, err)
				}
			}
			if len(found) != len(res.Found) {
				t.Errorf("em finds %d deadlocks, em-optimal %d", len(found), len(res.Found))
			}
		})
	}
}

func TestGoldenSlow(t *testing.T) {
	if !trial.Long() {
		t.Skip("takes half a minute; set FLAVERS_RANDOM")
	}
	for _, g := range slow {
		res, err := RunTrace(context.Background(), load(t, g.dir), explore.Options{Algorithm: g.algorithm})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != g.n || res.Transitions != g.transitions {
			t.Errorf("%s, %s: %d executions, %d transitions; want %d, %d", g.dir, g.algorithm, res.Executions, res.Transitions, g.n, g.transitions)
		}
		t.Logf("%s, %s: %.1f s", g.dir, g.algorithm, res.Seconds)
	}
}

// EM-DPOR's executions of the applications are of the classes that em-optimal
// finds, and of all of them.
func TestClassesOfApplications(t *testing.T) {
	for app, n := range map[string]int{"remind-me": 2, "music": 6, "charachter-recognition": 20, "aarddict": 2, "mytracks": 10} {
		tr := load(t, "tacas-2016/"+app)
		ours := try(t, tr, "em-optimal", explore.Options{}, true)
		if len(ours.classes) != n || ours.res.Executions != int64(n) || !ours.res.Complete || ours.res.Deadlocks > 0 {
			t.Errorf("%s: %d classes in %d executions, %d deadlocks", app, len(ours.classes), ours.res.Executions, ours.res.Deadlocks)
		}
		if app == "mytracks" && !trial.Long() {
			continue // 405,013 executions
		}
		theirs := try(t, tr, "em", explore.Options{}, true)
		for class := range theirs.classes {
			if ours.classes[class] != 1 {
				t.Errorf("%s: a class that em-optimal does not find", app)
			}
		}
		if len(theirs.classes) != n {
			t.Errorf("%s: EM-DPOR meets %d of %d classes", app, len(theirs.classes), n)
		}
	}
}
