package monitor

import (
	"cmp"
	"encoding/binary"
	"slices"

	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
	"flavers/tfg"
)

// Value classes. Of a pool of workers that take jobs 1..9 and a property that speaks of job 1
// alone, the jobs 2..9 can be exchanged for each other: the channel that holds one and the
// variable that receives it need three values, not ten. No automaton sees this alone, since
// `job = <-jobs` has a letter for each value, and another letter is another step to it.
// Together they do: a letter may answer for another one if it stands at the same place and
// does the same to all other automata, up to classes.
//
// The coarsest such partition is found by refinement (docs/theory.md, 3.2, with the proof
// that paths and verdicts stay the same). It extends data independence (P. Wolper,
// "Expressing interesting properties of concurrent programs in propositional temporal logic",
// POPL 1986), where a program only copies a value, to values that it looks at with one outcome.

// Classes is a Set made smaller: each automaton of a component has its value classes as
// states.
type Classes struct {
	Set   *Set
	whole *Set
	class [][]int32      // by monitor, by state of it in whole: its state in Set
	place [][]tfg.NodeID // the nodes of whole that stand at one place
	at    []int32        // by node: its place
}

// Join puts values together that the automata of a set with their letters do not tell apart;
// nil: there are none, or finding them would take many times the work of making the set. It panics as poll says (see
// limit.Try).
func Join(poll *limit.Poll, s *Set) *Classes {
	j := &joiner{whole: s}
	found := j.openValues()
	if found {
		j.indexMoves()
		found = j.refine()
	}
	poll.Did(j.work / pairsOfLook)
	if !found {
		return nil
	}
	return &Classes{Set: j.quotient(), whole: s, class: j.class, place: j.places, at: j.at}
}

// The search for classes may look at this many pairs of functions, or maxRounds times at each.
// Beyond that all values stay apart, which is as exact.
const (
	leastClassWork = 1 << 18
	maxRounds      = 32
)

// pairsOfLook is how many of these pairs are as much work as what a call of Poll.Look stands for.
const pairsOfLook = 16

// joiner is a search for value classes.
type joiner struct {
	whole      *Set
	open       []bool             // by monitor: its states may be put together
	class      [][]int32          // by monitor, by state
	classes    []int32            // by monitor: how many classes it has
	funcs      [][]function       // by monitor: the distinct functions of its moves
	functionOf []map[*int32]int32 // by monitor: the index in funcs, by the address of Move.To, which equal moves share
	// by monitor, by function: equal for functions that lead each state to the same class; -1: each state stays in its
	// class
	sameEffect [][]int32
	places     [][]tfg.NodeID
	at         []int32   // by node: its place
	movesAt    [][]int32 // by open monitor: the places where it moves
	stale      []bool    // by open monitor: it, or one that moves at one of its places, has other classes than before
	work       int       // pairs of functions that were looked at
	maxWork    int       // how many may be
}

// openValues opens the automata of values that move at a place where one letter may answer for another, and reports
// whether there are any. Classes of other automata would gain nothing: each of these is minimal already.
func (j *joiner) openValues() bool {
	s, found := j.whole, false
	j.open = make([]bool, len(s.Monitors))
	j.findPlaces()
	for _, nodes := range j.places {
		letters := 0
		for _, n := range nodes {
			letters += len(s.Of(n))
		}
		if letters < 2 {
			continue
		}
		for _, n := range nodes {
			for _, l := range s.Of(n) {
				for _, mv := range l.Moves {
					if m := &s.Monitors[mv.Monitor]; m.Value && m.States > 2 {
						j.open[mv.Monitor], found = true, true
					}
				}
			}
		}
	}
	return found
}

// indexMoves finds the functions of all moves, and the places where open automata move.
func (j *joiner) indexMoves() {
	s := j.whole
	j.functionOf, j.funcs = make([]map[*int32]int32, len(s.Monitors)), make([][]function, len(s.Monitors))
	j.movesAt = make([][]int32, len(s.Monitors))
	for m := range j.functionOf {
		j.functionOf[m] = map[*int32]int32{}
	}
	pairs := 0
	for at, nodes := range j.places {
		s.Poll.Look()
		for _, n := range nodes {
			for _, l := range s.Of(n) {
				for _, mv := range l.Moves {
					pairs += len(j.intern(mv).pairs)
					if list := j.movesAt[mv.Monitor]; j.open[mv.Monitor] && (len(list) == 0 || list[len(list)-1] != int32(at)) {
						j.movesAt[mv.Monitor] = append(list, int32(at))
					}
				}
			}
		}
	}
	j.maxWork = max(leastClassWork, maxRounds*pairs)
}

// intern returns the function of a move, and notes it if it is new.
func (j *joiner) intern(mv Move) *function {
	key := &mv.To[0]
	n, ok := j.functionOf[mv.Monitor][key]
	if !ok {
		n = int32(len(j.funcs[mv.Monitor]))
		j.functionOf[mv.Monitor][key] = n
		var f function
		for v, w := range mv.To {
			if w >= 0 {
				f.pairs = append(f.pairs, sem.Pair{From: int32(v), To: w})
			}
		}
		j.funcs[mv.Monitor] = append(j.funcs[mv.Monitor], f)
	}
	return &j.funcs[mv.Monitor][n]
}

// place is where local nodes of one task stand that start no task and wait for none.
type place struct {
	from, to cfg.PointID
	visible  bool
}

// findPlaces groups the nodes with letters by places; each node of another kind is at a place
// of its own.
func (j *joiner) findPlaces() {
	s := j.whole
	numbers := map[place]int32{}
	j.at = make([]int32, len(s.G.Nodes))
	for i := range s.G.Nodes {
		n := &s.G.Nodes[i]
		if len(s.Of(n.ID)) == 0 {
			continue
		}
		j.at[i] = int32(len(j.places))
		if n.Kind != tfg.Local || n.Forks {
			j.places = append(j.places, []tfg.NodeID{n.ID})
			continue
		}
		site := &s.G.P.Nodes[n.Site]
		key := place{site.Point, site.Next, s.Visible.Has(i)}
		at, ok := numbers[key]
		if !ok {
			at = j.at[i]
			numbers[key] = at
			j.places = append(j.places, nil)
		}
		j.at[i] = at
		j.places[at] = append(j.places[at], n.ID)
	}
}

// refine splits classes until they are stable. It returns false if no values are put together, or if that is too much
// work.
func (j *joiner) refine() bool {
	s := j.whole
	n := len(s.Monitors)
	j.class, j.classes, j.sameEffect = make([][]int32, n), make([]int32, n), make([][]int32, n)
	for i := range s.Monitors {
		m := &s.Monitors[i]
		j.class[i], j.classes[i] = make([]int32, m.States), int32(m.States)
		for v := range j.class[i] {
			j.class[i][v] = int32(v)
		}
		if j.open[i] {
			j.classify(i, func(v int) int32 { return int32(flag(m.Accept[v])) })
		}
		j.numberFunctions(i)
	}
	j.stale = slices.Clone(j.open)
	for {
		split, joined := false, false
		for m := range s.Monitors {
			if !j.mergeable(m) {
				continue
			}
			if before := j.classes[m]; j.stale[m] {
				j.stale[m] = false
				if !j.split(m) {
					return false
				}
				if j.classes[m] != before {
					split = true
					j.numberFunctions(m)
					j.markStale(m)
				}
			}
			joined = joined || j.mergeable(m)
		}
		if !split || !joined {
			return joined
		}
	}
}

// mergeable reports whether m is open and some of its states share a class.
func (j *joiner) mergeable(m int) bool { return j.open[m] && int(j.classes[m]) < len(j.class[m]) }

// markStale marks the automata that move where m moves, after the classes of m have changed.
func (j *joiner) markStale(m int) {
	for _, at := range j.movesAt[m] {
		for _, n := range j.places[at] {
			for _, l := range j.whole.Of(n) {
				for _, mv := range l.Moves {
					j.stale[mv.Monitor] = j.open[mv.Monitor]
				}
				j.work += len(l.Moves)
			}
		}
	}
}

// classify makes classes of the states of m with equal keys, in order of their first states.
func (j *joiner) classify(m int, key func(v int) int32) {
	numbers := map[int32]int32{}
	for v := range j.class[m] {
		k := key(v)
		n, ok := numbers[k]
		if !ok {
			n = int32(len(numbers))
			numbers[k] = n
		}
		j.class[m][v] = n
	}
	j.classes[m] = int32(len(numbers))
}

// numberFunctions sets sameEffect of m: two functions have one number if they are defined for the same states and lead
// each to the same class.
func (j *joiner) numberFunctions(m int) {
	j.sameEffect[m] = make([]int32, len(j.funcs[m]))
	numbers := map[string]int32{}
	var key []byte
	for f := range j.funcs[m] {
		key = key[:0]
		pairs := j.funcs[m][f].pairs
		stays := len(pairs) == len(j.class[m])
		for _, p := range pairs {
			class := j.class[m][p.To]
			stays = stays && class == j.class[m][p.From]
			key = binary.LittleEndian.AppendUint32(key, uint32(p.From))
			key = binary.LittleEndian.AppendUint32(key, uint32(class))
		}
		j.work += len(pairs)
		if stays {
			j.sameEffect[m][f] = -1
			continue
		}
		n, ok := numbers[string(key)]
		if !ok {
			n = int32(len(numbers))
			numbers[string(key)] = n
		}
		j.sameEffect[m][f] = n
	}
}

// split separates the states of m that can be told apart in one step: at some place, letters that do the same to all
// other automata lead from one of them to classes that they do not lead to from the other. It returns false, and
// leaves the classes as they are, if that is too much work.
func (j *joiner) split(m int) bool {
	s := j.whole
	// By state: its class at first, and then equal for states of one class that all groups so far lead to the same
	// classes.
	known := slices.Clone(j.class[m])
	numbers := map[[3]int32]int32{}
	groups := int32(0)
	for _, at := range j.movesAt[m] {
		s.Poll.Look()
		for _, group := range j.groupLetters(j.places[at], int32(m)) {
			groups++
			leads := j.leads(int32(m), group)
			if j.work > j.maxWork {
				return false
			}
			for i, p := range leads {
				if i > 0 && p == leads[i-1] {
					continue
				}
				k := [3]int32{known[p.From], groups, p.To}
				n, ok := numbers[k]
				if !ok {
					n = j.classes[m] + int32(len(numbers))
					numbers[k] = n
				}
				known[p.From] = n
			}
		}
	}
	j.classify(m, func(v int) int32 { return known[v] })
	return true
}

// groupLetters groups the letters at a place by what they do to all automata but m, up to classes. A letter that ends
// in an error is a group of its own.
func (j *joiner) groupLetters(place []tfg.NodeID, m int32) [][]*Letter {
	s := j.whole
	numbers := map[string]int{}
	var out [][]*Letter
	var key []byte
	for _, n := range place {
		letters := s.Of(n)
		for i := range letters {
			l := &letters[i]
			key = key[:0]
			if l.Err != nil {
				key = binary.LittleEndian.AppendUint32(append(key, 'e'), uint32(n))
				key = binary.LittleEndian.AppendUint32(key, uint32(i))
			}
			for _, mv := range l.Moves {
				if mv.Monitor == m {
					continue
				}
				if effect := j.sameEffect[mv.Monitor][j.functionOf[mv.Monitor][&mv.To[0]]]; effect >= 0 {
					key = binary.LittleEndian.AppendUint32(key, uint32(mv.Monitor))
					key = binary.LittleEndian.AppendUint32(key, uint32(effect))
				}
			}
			j.work += len(l.Moves)
			g, ok := numbers[string(key)]
			if !ok {
				g = len(out)
				numbers[string(key)] = g
				out = append(out, nil)
			}
			out[g] = append(out[g], l)
		}
	}
	return out
}

// leads lists, by state of m, the classes that some letter of a group leads to. It returns nil if no letter moves m, so
// that each state leads to its own class alone.
func (j *joiner) leads(m int32, group []*Letter) []sem.Pair {
	var out []sem.Pair
	stays := false // some letter does nothing to m
	for _, l := range group {
		to := moveOf(l, m)
		if to == nil {
			stays = true
			continue
		}
		pairs := j.funcs[m][j.functionOf[m][&to[0]]].pairs
		for _, p := range pairs {
			out = append(out, sem.Pair{From: p.From, To: j.class[m][p.To]})
		}
		j.work += len(pairs)
	}
	if stays && out != nil {
		for v, class := range j.class[m] {
			out = append(out, sem.Pair{From: int32(v), To: class})
		}
		j.work += len(j.class[m])
	}
	if len(group) > 1 {
		slices.SortFunc(out, func(a, b sem.Pair) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	}
	return out
}

// moveOf returns the move of m by a letter, by state of m, or nil if the letter does not move m.
func moveOf(l *Letter, m int32) []int32 {
	for i := range l.Moves {
		if l.Moves[i].Monitor == m {
			return l.Moves[i].To
		}
	}
	return nil
}
