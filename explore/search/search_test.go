package search_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/explore/packed"
	"flavers/explore/search"
)

// graph is a random graph whose moves are drawn by the state, so that it is the same whenever it is asked.
type graph struct {
	sizes []int32
	seed  uint64
	most  int  // moves of a state
	rises bool // a move leads to a later state, in the order of their values, or nowhere
}

// move replaces the state, or leads nowhere.
type move struct {
	to   string // the state's values, one byte each
	lost bool
	cost int
}

func (g *graph) Sizes() []int32 { return g.sizes }
func (g *graph) Start() []int32 { return make([]int32, len(g.sizes)) }

func (g *graph) Moves(list []move, state []int32) ([]move, search.Note) {
	h := g.seed
	for _, x := range state {
		h = (h ^ uint64(x)) * 0x9e3779b97f4a7c15
	}
	rng := rand.New(rand.NewPCG(h, 1))
	for range g.most - rng.IntN(2) {
		to := slices.Clone(state)
		for range rng.IntN(3) {
			k := rng.IntN(len(to))
			to[k] = rng.Int32N(g.sizes[k])
		}
		lost := rng.IntN(8) == 0 || g.rises && slices.Compare(to, state) <= 0
		list = append(list, move{key(to), lost, rng.IntN(3)})
	}
	return list, search.Note(rng.IntN(3))
}

func (g *graph) Take(to *packed.Key, state []int32, m move) bool {
	for k := range state {
		if x := int32(m.to[k]); x != state[k] {
			to.Put(k, x)
		}
	}
	return !m.lost
}

func key(state []int32) string {
	b := make([]byte, len(state))
	for i, x := range state {
		b[i] = byte(x)
	}
	return string(b)
}

// random has at most 4^5 states, or is wide.
func random(rng *rand.Rand, wide bool) *graph {
	g := &graph{seed: rng.Uint64(), most: 1 + rng.IntN(4)}
	for range 1 + rng.IntN(5) {
		g.sizes = append(g.sizes, 1+rng.Int32N(4))
	}
	for i := 0; wide && i < 40; i++ { // values that change the hash of a wide key word by word
		g.sizes = append(g.sizes, 1+rng.Int32N(100))
	}
	return g
}

// twin searches a graph breadth first, in a map: the states in the order in which they are found, the distances, and
// what is to be told of each state.
func twin(g *graph, most int) (states []string, depth []int, told []string) {
	number := map[string]int{}
	add := func(s string, d int) (int, bool) {
		if i, known := number[s]; known {
			return i, false
		}
		number[s] = len(states)
		states, depth = append(states, s), append(depth, d)
		return len(states) - 1, true
	}
	add(key(g.Start()), 0)
	for at := 0; at < len(states) && len(states) <= most; at++ {
		state := make([]int32, len(g.sizes))
		for k := range state {
			state[k] = int32(states[at][k])
		}
		moves, note := g.Moves(nil, state)
		text := fmt.Sprint(at, " ", note, ":")
		for _, m := range moves {
			to, isNew := -1, false
			if !m.lost {
				to, isNew = add(m.to, depth[at]+1)
			}
			text += fmt.Sprint(" ", to, isNew)
			if len(states) > most {
				break
			}
		}
		told = append(told, text)
	}
	return states, depth, told
}

// recorder makes a visit that writes down what it is told.
func recorder(told *[]string) search.Visit[move] {
	return search.Visit[move]{
		State: func(at int, note search.Note, _ []move) search.Next {
			*told = append(*told, fmt.Sprint(at, " ", note, ":"))
			return search.Go
		},
		Edge: func(_ int, _ move, to int, isNew bool) search.Next {
			(*told)[len(*told)-1] += fmt.Sprint(" ", to, isNew)
			return search.Go
		},
	}
}

// Breadth tells what a search in a map tells, in waves, with waves of one state, when it is stopped now and then, and
// up to a limit of states; and paths lead where they are said to lead.
func TestBreadth(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	limited, paths := 0, 0
	for range 150 {
		g := random(rng, rng.IntN(2) == 0)
		most := []int{1 << 20, 1 + rng.IntN(30)}[rng.IntN(2)]
		states, depth, want := twin(g, min(most, 300))
		if most = min(most, 300); len(states) > most {
			limited++
		}
		for _, together := range []int{0, 1, 3} {
			var told []string
			stops, calls := "", 0
			limits := search.Limits{States: int64(most), Together: together, Stop: func() string {
				if calls++; calls%4 == 0 {
					return stops
				}
				return ""
			}}
			if together == 3 {
				stops = "now"
			}
			s := search.New(search.Graph[move](g), recorder(&told), limits)
			why := s.Breadth()
			for why == "now" {
				why = s.Breadth()
			}
			if full := len(states) > most; full != (why == "states") || !full && why != "" {
				t.Fatalf("%+v: stops for %q with %d states of %d", g, why, s.Set.Count, most)
			}
			if !slices.Equal(told, want) {
				t.Fatalf("%+v: told\n%q, want\n%q", g, told, want)
			}
			for at := range states {
				paths++
				checkPath(t, g, s, at, states[at])
				if s.DepthOf(at) != depth[at] {
					t.Fatalf("%+v: state %d is %d steps away, want %d", g, at, s.DepthOf(at), depth[at])
				}
			}
		}
	}
	if limited < 20 || paths < 5000 {
		t.Errorf("%d searches with a limit, %d paths", limited, paths)
	}
}

// checkPath follows the path to a state.
func checkPath(t *testing.T, g *graph, s *search.Search[move], at int, want string) {
	t.Helper()
	here, steps := key(g.Start()), 0
	end := s.Path(at, func(state []int32, m move) {
		moves, _ := g.Moves(nil, state)
		if key(state) != here || m.lost || !slices.Contains(moves, m) {
			t.Fatalf("%+v: the path to %d has no step %v in %q", g, at, m, here)
		}
		here = m.to
		steps++
	})
	if here != want || key(end) != want || steps != s.DepthOf(at) {
		t.Fatalf("%+v: the path to %d leads to %q, not to %q", g, at, here, want)
	}
}

// Depth visits the same states as Breadth.
func TestDepth(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 50 {
		g := random(rng, false)
		states, _, _ := twin(g, 1<<30)
		visited := map[int]bool{}
		s := search.New(search.Graph[move](g), search.Visit[move]{State: func(at int, _ search.Note, _ []move) search.Next {
			if visited[at] {
				t.Fatalf("%+v: %d is visited twice", g, at)
			}
			visited[at] = true
			return search.Go
		}}, search.Limits{})
		if why := s.Depth(); why != "" || len(visited) != len(states) {
			t.Fatalf("%+v: %q, %d of %d states", g, why, len(visited), len(states))
		}
		for at := range s.Set.Count {
			state := g.Start()
			s.Set.State(state, at)
			checkPath(t, g, s, at, key(state))
		}
	}
}

// Down visits the same states, and takes a move to a state on the path if and only if there is a cycle.
func TestDown(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	cycles := 0
	for range 400 {
		g := random(rng, false)
		g.rises = rng.IntN(2) == 0
		states, _, _ := twin(g, 1<<30)
		back := false
		var s *search.Search[move]
		s = search.New(search.Graph[move](g), search.Visit[move]{Edge: func(from int, _ move, to int, isNew bool) search.Next {
			if !s.OnPath(from) {
				t.Fatalf("%+v: %d is left before its moves are taken", g, from)
			}
			if !isNew && to >= 0 && s.OnPath(to) {
				back = true
				if to != from && !slices.Contains(append(s.Way(from), 0), to) {
					t.Fatalf("%+v: %d is not on the way to %d", g, to, from)
				}
			}
			return search.Go
		}}, search.Limits{})
		if why := s.Down(); why != "" || s.Set.Count != len(states) {
			t.Fatalf("%+v: %q, %d of %d states", g, why, s.Set.Count, len(states))
		}
		if want := cyclic(g, states); back != want {
			t.Fatalf("%+v: a way back: %t, want %t", g, back, want)
		} else if want {
			cycles++
		}
		for at := range s.Set.Count {
			state := g.Start()
			s.Set.State(state, at)
			checkPath(t, g, s, at, key(state))
		}
	}
	if cycles < 50 || cycles > 350 {
		t.Errorf("%d graphs of 400 have a cycle", cycles)
	}
}

// cyclic reports whether a graph has a cycle: states without a move to one that is left are taken away, until none is.
func cyclic(g *graph, states []string) bool {
	left := map[string]bool{}
	for _, s := range states {
		left[s] = true
	}
	for before := len(left) + 1; len(left) < before; {
		before = len(left)
		for s := range left {
			state := make([]int32, len(s))
			for k := range state {
				state[k] = int32(s[k])
			}
			moves, _ := g.Moves(nil, state)
			if !slices.ContainsFunc(moves, func(m move) bool { return !m.lost && left[m.to] }) {
				delete(left, s)
			}
		}
	}
	return len(left) > 0
}

// Best visits states in the order of their costs, and paths cost what the cheapest do (Bellman and Ford's
// algorithm). Where it is halted, the state is not visited.
func TestBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	cheaper := 0
	for range 50 {
		g := random(rng, false)
		states, depth, _ := twin(g, 1<<30)
		least := cheapest(g, states)
		last := 0
		var s *search.Search[move]
		cost := func(at int) (sum int) {
			s.Path(at, func(_ []int32, m move) { sum += m.cost })
			return sum
		}
		number := map[string]int{}
		for i, state := range states {
			number[state] = i
		}
		s = search.New(search.Graph[move](g), search.Visit[move]{State: func(at int, _ search.Note, _ []move) search.Next {
			if c := cost(at); c < last {
				t.Fatalf("%+v: visits %d of cost %d after one of %d", g, at, c, last)
			} else {
				last = c
			}
			return search.Go
		}}, search.Limits{})
		if why := s.Best(func(_ []int32, m move) int { return m.cost }); why != "" || s.Set.Count != len(states) {
			t.Fatalf("%+v: %q, %d of %d states", g, why, s.Set.Count, len(states))
		}
		for at := range s.Set.Count {
			state := g.Start()
			s.Set.State(state, at)
			i := number[key(state)]
			if checkPath(t, g, s, at, key(state)); cost(at) != least[i] || !s.Visited(at) {
				t.Fatalf("%+v: %q costs %d, want %d; visited: %t", g, key(state), cost(at), least[i], s.Visited(at))
			}
			if s.DepthOf(at) != depth[i] {
				cheaper++
			}
		}
		halted := search.New(search.Graph[move](g), search.Visit[move]{Edge: func(int, move, int, bool) search.Next {
			return search.Halt
		}}, search.Limits{})
		if why := halted.Best(func([]int32, move) int { return 0 }); why == search.Halted && halted.Visited(0) {
			t.Fatalf("%+v: a state whose moves were not all taken was visited", g)
		}
	}
	if cheaper == 0 {
		t.Error("the cheapest way was always a shortest one: the test tests little")
	}
}

// cheapest says what the cheapest way to each state costs.
func cheapest(g *graph, states []string) []int {
	const far = 1 << 30
	number, cost := map[string]int{}, make([]int, len(states))
	for i, s := range states {
		number[s], cost[i] = i, far
	}
	cost[0] = 0
	for changed := true; changed; {
		changed = false
		for i, s := range states {
			state := make([]int32, len(s))
			for k := range state {
				state[k] = int32(s[k])
			}
			moves, _ := g.Moves(nil, state)
			for _, m := range moves {
				if to := number[m.to]; !m.lost && cost[i]+m.cost < cost[to] {
					cost[to], changed = cost[i]+m.cost, true
				}
			}
		}
	}
	return cost
}

// A search ends where its visit says so, leaves out what it says, and keeps to its memory.
func TestEnds(t *testing.T) {
	g := &graph{sizes: []int32{50, 50, 50}, seed: 3, most: 4}
	halt := search.New(search.Graph[move](g), search.Visit[move]{State: func(at int, _ search.Note, _ []move) search.Next {
		return []search.Next{search.Go, search.Halt}[min(at/7, 1)]
	}}, search.Limits{})
	if why := halt.Breadth(); why != search.Halted || halt.Next() != 7 {
		t.Errorf("%q at %d", why, halt.Next())
	}
	skip := search.New(search.Graph[move](g), search.Visit[move]{State: func(int, search.Note, []move) search.Next {
		return search.Skip
	}}, search.Limits{})
	if why := skip.Breadth(); why != "" || skip.Set.Count != 1 {
		t.Errorf("%q, %d states", why, skip.Set.Count)
	}
	full := search.New(search.Graph[move](g), search.Visit[move]{}, search.Limits{Memory: 1 << 17, Kept: func() int64 { return 1 << 10 }})
	if why := full.Breadth(); why != "memory" || full.Bytes() > 1<<17 {
		t.Errorf("%q, %d bytes, %d states", why, full.Bytes(), full.Set.Count)
	}
}
