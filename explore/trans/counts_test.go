package trans

import (
	"fmt"
	"testing"

	"flavers/internal/trial"
)

// This file has the numbers that are known: of the paper's tables, as far as its
// programs are known and its authors' runs ended; of other readings of the rule;
// and of the tests of the tool.

// cell is executions and deliveries; 0 executions: not known.
type cell struct{ paths, trans int64 }

type subject struct {
	name                   string
	start                  func(*scene)
	classes                int64
	dpor, basset           [3]cell  // fifo, eca, lca
	dporSleep, bassetSleep [3]int64 // deliveries; executions: classes
}

var subjects = []subject{
	{"registry", regsim(3), 6, [3]cell{{24, 72}, {27, 81}, {6, 18}}, [3]cell{{10, 31}, {12, 37}, {6, 18}}, [3]int64{25, 26, 18}, [3]int64{22, 23, 18}},
	{"fib", fib(5), 16, [3]cell{{40, 203}, {327, 1650}, {16, 91}}, [3]cell{{40, 203}, {203, 1051}, {16, 91}}, [3]int64{101, 139, 91}, [3]int64{101, 139, 91}},
	{"quicksort", quicksort(quickArray...), 32, [3]cell{{368, 1586}, {3822, 16766}, {32, 156}}, [3]cell{{368, 1586}, {1519, 6992}, {32, 156}}, [3]int64{179, 272, 156}, [3]int64{179, 272, 156}},
	{"pi", pi(5), 120, [3]cell{{120, 931}, {120, 931}, {19845, 156070}}, [3]cell{{120, 931}, {120, 931}, {312, 2452}}, [3]int64{931, 931, 1236}, [3]int64{931, 931, 990}},
	{"pipesort", pipesort(4), 288, [3]cell{{1791, 8562}, {288, 1293}, {5970, 32385}}, [3]cell{{755, 3541}, {288, 1293}, {2221, 11999}}, [3]int64{1448, 1293, 1944}, [3]int64{1422, 1293, 1935}},
	{"chameneos", chameneos(2), 216, [3]cell{{3240, 19459}, {19683, 118197}, {216, 1231}}, [3]cell{{600, 3673}, {1728, 10554}, {216, 1231}}, [3]int64{1681, 1826, 1231}, [3]int64{1453, 1530, 1231}},
	{"leader", leader(4), 492, [3]cell{{18098, 107780}, {11957, 68373}, {39238, 236330}}, [3]cell{{14984, 86889}, {11909, 68125}, {27287, 163030}}, [3]int64{3125, 3267, 3311}, [3]int64{3112, 3261, 3311}},
	{"shortpath4", shortpath(0, graph4...), 126, [3]cell{{238, 910}, {392, 1464}, {640, 2158}}, [3]cell{{238, 910}, {392, 1464}, {370, 1337}}, [3]int64{473, 489, 522}, [3]int64{473, 489, 502}},
	{"shortpath5", shortpath(4, graph5...), 296, [3]cell{{528, 2443}, {2658, 8476}, {1865, 7076}}, [3]cell{{528, 2443}, {1170, 3737}, {1272, 4704}}, [3]int64{1408, 1031, 1228}, [3]int64{1408, 997, 1218}},
	{"regsim", regsim(6), 720, [3]cell{{}, {}, {720, 1962}}, [3]cell{{1320, 3607}, {1950, 5434}, {720, 1962}}, [3]int64{3453, 4054, 1962}, [3]int64{2019, 2152, 1962}},
}

// TestCounts: every number of the tables, from actors in Go; all rules reach all
// classes of executions, with sleep sets each once.
func TestCounts(t *testing.T) {
	for _, s := range subjects {
		for o := range orders {
			t.Run(fmt.Sprint(s.name, "/", orders[o]), func(t *testing.T) {
				check := func(name string, want cell, r rule, sleep bool) {
					if want.paths == 0 {
						return
					}
					classes := want.trans < 50_000 // takes long
					n := exploreScene(s.start, r, order(o), sleep, 0, classes, nil)
					if n.paths != want.paths || n.trans != want.trans || classes && int64(len(n.class)) != s.classes {
						t.Errorf("%s: %d/%d, known: %d/%d; %d classes, known: %d; %d blocked", name, n.paths, n.trans, want.paths, want.trans, len(n.class), s.classes, n.blocked)
					}
					if sleep {
						for _, k := range n.class {
							if k != 1 {
								t.Errorf("%s: a class is visited %d times", name, k)
								break
							}
						}
					}
				}
				check("dpor", s.dpor[o], persistent{}, false)
				check("basset", s.basset[o], evict{}, false)
				check("dpor+sleep", cell{s.classes, s.dporSleep[o]}, persistent{}, true)
				check("basset+sleep", cell{s.classes, s.bassetSleep[o]}, evict{keepOther: true}, true)
			})
		}
	}
}

// TestOptimalCounts: trans-optimal takes one execution of each class of the
// subjects, gives none up, and takes no more deliveries than actor-dpor+sleep,
// but for fib by eca.
func TestOptimalCounts(t *testing.T) {
	for name, want := range map[string][3]int64{
		"registry": {22, 23, 18}, "fib": {101, 148, 91}, "quicksort": {179, 272, 156}, "pi": {931, 931, 1015}, "pipesort": {1448, 1293, 1944},
		"chameneos": {1453, 1530, 1231}, "leader": {3104, 3191, 3305}, "shortpath4": {473, 489, 504}, "shortpath5": {1408, 1009, 1228}, "regsim": {2135, 2371, 1962},
	} {
		s := subjectOf(t, name)
		for o, by := range orders {
			n := exploreScene(s.start, wakeups{}, order(o), true, 0, true, nil)
			if n.paths != s.classes || int64(len(n.class)) != s.classes || n.blocked > 0 || n.trans != want[o] {
				t.Errorf("%s %s: %d/%d, %d classes, %d given up; known: %d/%d", name, by, n.paths, n.trans, len(n.class), n.blocked, s.classes, want[o])
			}
			if n.trans > s.dporSleep[o] && (name != "fib" || by != "eca") {
				t.Errorf("%s %s: more than actor-dpor+sleep, %d", name, by, s.dporSleep[o])
			}
		}
	}
}

// TestDelaying: the numbers of the unit tests of the tool, which count one
// delivery more.
func TestDelaying(t *testing.T) {
	for o, want := range map[order]cell{fifo: {68, 322}, lca: {16, 92}} {
		if n := exploreScene(fib(5), delaying{}, o, false, 0, false, nil); n.paths != want.paths || n.trans+1 != want.trans {
			t.Errorf("%s: %d/%d, known: %d/%d", orders[o], n.paths, n.trans, want.paths, want.trans)
		}
	}
}

// TestReadings: what the pseudo-code gives as it is printed, and what the
// evicting rules give where they are not those of the paper's tables: always
// evicting with sleep sets, and keeping without.
func TestReadings(t *testing.T) {
	for _, w := range []struct {
		subject    string
		paper      [3]cell
		paperSleep [3]int64
		evictSleep [3]int64
		keep       [3]cell
	}{
		{"registry", [3]cell{{13, 40}, {15, 46}, {6, 18}}, [3]int64{22, 23, 18}, [3]int64{22, 23, 18}, [3]cell{{10, 31}, {12, 37}, {6, 18}}},
		{"fib", [3]cell{{40, 203}, {327, 1650}, {16, 91}}, [3]int64{101, 139, 91}, [3]int64{101, 139, 91}, [3]cell{{40, 203}, {327, 1650}, {16, 91}}},
		{"quicksort", [3]cell{{368, 1586}, {3822, 16766}, {32, 156}}, [3]int64{179, 272, 156}, [3]int64{179, 272, 156}, [3]cell{{368, 1586}, {3822, 16766}, {32, 156}}},
		{"pi", [3]cell{{120, 931}, {120, 931}, {945, 7469}}, [3]int64{931, 931, 1015}, [3]int64{931, 931, 990}, [3]cell{{120, 931}, {120, 931}, {312, 2452}}},
		{"pipesort", [3]cell{{1791, 8562}, {288, 1293}, {5970, 32385}}, [3]int64{1448, 1293, 1944}, [3]int64{1412, 1293, 1923}, [3]cell{{807, 3799}, {288, 1293}, {2436, 13174}}},
		{"chameneos", [3]cell{{972, 5923}, {3375, 20534}, {216, 1231}}, [3]int64{1453, 1530, 1231}, [3]int64{1453, 1532, 1231}, [3]cell{{600, 3673}, {1728, 10554}, {216, 1231}}},
		{"leader", [3]cell{{18098, 107780}, {11957, 68373}, {39238, 236330}}, [3]int64{3125, 3267, 3311}, [3]int64{3117, 3253, 3295}, [3]cell{{15661, 91465}, {11909, 68125}, {32955, 196576}}},
		{"shortpath4", [3]cell{{238, 910}, {392, 1464}, {454, 1606}}, [3]int64{473, 489, 504}, [3]int64{473, 489, 507}, [3]cell{{238, 910}, {392, 1464}, {370, 1334}}},
		{"shortpath5", [3]cell{{528, 2443}, {1422, 4550}, {1865, 7076}}, [3]int64{1408, 1005, 1228}, [3]int64{1408, 1000, 1236}, [3]cell{{528, 2443}, {1134, 3634}, {1272, 4704}}},
		{"regsim", [3]cell{{5643, 15782}, {10395, 29750}, {720, 1962}}, [3]int64{2135, 2371, 1962}, [3]int64{2019, 2152, 1962}, [3]cell{{1320, 3607}, {1950, 5434}, {720, 1962}}},
	} {
		s := subjectOf(t, w.subject)
		for o, by := range orders {
			check := func(name string, want cell, r rule, sleep bool) {
				if !trial.More() && want.trans > 20_000 {
					return
				}
				if n := exploreScene(s.start, r, order(o), sleep, 0, false, nil); n.paths != want.paths || n.trans != want.trans {
					t.Errorf("%s %s %s: %d/%d, known: %d/%d", s.name, by, name, n.paths, n.trans, want.paths, want.trans)
				}
			}
			check("trans-paper", w.paper[o], paper{}, false)
			check("trans-paper+sleep", cell{s.classes, w.paperSleep[o]}, paper{}, true)
			check("evicting with sleep sets", cell{s.classes, w.evictSleep[o]}, evict{}, true)
			check("keeping without sleep sets", w.keep[o], evict{keepOther: true}, false)
		}
	}
}

func subjectOf(t *testing.T, name string) *subject {
	t.Helper()
	for i := range subjects {
		if subjects[i].name == name {
			return &subjects[i]
		}
	}
	t.Fatal("no subject " + name)
	return nil
}

// TestBlocked: branches given up because of sleep sets, by actor-dpor+sleep.
func TestBlocked(t *testing.T) {
	for _, w := range []struct {
		subject string
		blocked [3]int64
	}{
		{"registry", [3]int64{1, 1, 0}}, {"fib", [3]int64{}}, {"quicksort", [3]int64{}}, {"pi", [3]int64{0, 0, 68}}, {"pipesort", [3]int64{}},
		{"chameneos", [3]int64{42, 52, 0}}, {"leader", [3]int64{7, 22, 2}}, {"shortpath4", [3]int64{0, 0, 5}}, {"shortpath5", [3]int64{0, 6, 0}},
		{"regsim", [3]int64{426, 525, 0}},
	} {
		s := subjectOf(t, w.subject)
		for o := range orders {
			if n := exploreScene(s.start, persistent{}, order(o), true, 0, false, nil); n.blocked != w.blocked[o] {
				t.Errorf("%s %s: %d blocked, known: %d", s.name, orders[o], n.blocked, w.blocked[o])
			}
		}
	}
}

// TestUnreduced: without a reduction, the numbers of the unit tests of the
// tool, which count one delivery more.
func TestUnreduced(t *testing.T) {
	for _, w := range []struct {
		name  string
		start func(*scene)
		want  cell
	}{
		{"fib 3", fib(3), cell{6, 27}}, {"pi 2", pi(2), cell{12, 44}}, {"pipesort 2", pipesort(2), cell{11, 38}},
		{"mergesort 3", mergesort(3, 5, 7), cell{168, 601}}, {"quicksort 3", quicksort(3, 5, 7), cell{168, 601}},
	} {
		if n := exploreScene(w.start, everything{}, fifo, false, 0, false, nil); n.paths != w.want.paths || n.trans+1 != w.want.trans {
			t.Errorf("%s: %d/%d, known: %d/%d", w.name, n.paths, n.trans+1, w.want.paths, w.want.trans)
		}
	}
}
