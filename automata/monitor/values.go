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

// This file finds value classes: states of an automaton that nothing in a problem tells apart. Take workers that
// receive jobs 1..9 from a channel, and a property that speaks of job 1 alone. The jobs 2..9 are alike, so the
// channel that holds one job, and the variable that receives it, need three values (empty, job 1, another job)
// instead of ten.
//
// Minimising each automaton for itself does not find this. The statement `job = <-jobs` has a letter for each value,
// and an automaton that takes different letters in two states has told the states apart. Classes of all automata
// together do find it: a letter may answer for another letter at the same place of the program if both do the same to
// all other automata, up to classes.
//
// The coarsest classes are found by partition refinement. All states that accept alike begin in one class, and
// classes are split until letters lead all states of a class to the same classes (docs/theory.md, 3.2, with the proof
// that paths and verdicts stay the same). This extends data independence (P. Wolper, "Expressing interesting
// properties of concurrent programs in propositional temporal logic", POPL 1986), where a program only copies a
// value, to values that a program looks at with the same outcome.

// Classes is a set of automata with fewer states: a state of an automaton in Set is a class of states of the same
// automaton in the whole set.
type Classes struct {
	Set   *Set
	whole *Set
	class [][]int32      // by monitor, by state of it in whole: its state in Set
	place [][]tfg.NodeID // by place: the nodes that stand there (see type place)
	at    []int32        // by node: its place
}

// Join finds the value classes of a set. It returns nil if no two states share a class, or if the search would take
// many times the work of making the set. It panics when poll says that a limit was reached (see limit.Try).
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

// The work of a search is counted in pairs (state, next state) of functions that it looks at. It may look at
// leastClassWork pairs, or maxRounds times at all pairs of the set if that is more. A search that needs more is given
// up: all values stay apart, which is as exact.
const (
	leastClassWork = 1 << 18
	maxRounds      = 32
)

// pairsOfLook converts work to the unit of limit.Poll: so many pairs are as much work as one call of Poll.Look.
const pairsOfLook = 16

// joiner is a search for value classes. Its functions are those that letters apply to the states of an automaton; the
// functions of each automaton are numbered.
type joiner struct {
	whole *Set

	// An automaton is open if its states may share classes. The others keep each state in a class of its own.
	open    []bool    // by monitor
	class   [][]int32 // by monitor, by state: its class
	classes []int32   // by monitor: how many classes it has

	funcs      [][]function       // by monitor, by number: the distinct functions of its moves
	functionOf []map[*int32]int32 // by monitor: the number of a move's function, by &Move.To[0], which equal moves share
	// By monitor, by number of a function: its effect up to classes. Two functions with the same effect reject
	// the same states and lead each other state to the same class. The effect is -1 if each state stays in its
	// class.
	sameEffect [][]int32

	places  [][]tfg.NodeID // by place: its nodes
	at      []int32        // by node: its place
	movesAt [][]int32      // by open monitor: the places where it moves

	// By open monitor: its classes have to be computed again, since it, or a monitor that moves at a place where it
	// moves, has other classes than at its last split.
	stale []bool

	work    int // pairs that were looked at
	maxWork int // how many may be
}

// openValues opens the automata of values that move at a place with two letters or more. It reports whether there are
// any. Where a place has one letter, no other letter can answer for it; an automaton that moves at such places only
// keeps its states, since each automaton alone is minimal already. An automaton with two states stays closed, too: it
// could lose one state only.
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

// indexMoves fills funcs and functionOf with the functions of all moves, and movesAt with the places where open
// automata move. It sets maxWork.
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

// intern returns the function of a move, and gives it a number if it is new.
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

// place is what local nodes share that may answer for each other: they lead a task from one point to the same other
// point, and all of them or none are visible. For example, `event done(job)` is one node for each value of job, and
// all these nodes stand at one place.
type place struct {
	from, to cfg.PointID
	visible  bool
}

// findPlaces sets places and at, for all nodes with letters. A node that several tasks share, or that starts tasks or
// waits for their end, has a place of its own.
func (j *joiner) findPlaces() {
	s := j.whole
	numbers := map[place]int32{} // the places of local nodes, as indices of j.places
	j.at = make([]int32, len(s.G.Nodes))
	for i := range s.G.Nodes {
		n := &s.G.Nodes[i]
		if len(s.Of(n.ID)) == 0 {
			continue
		}
		if n.Kind != tfg.Local || n.Forks {
			j.at[i] = int32(len(j.places))
			j.places = append(j.places, []tfg.NodeID{n.ID})
			continue
		}
		site := &s.G.P.Nodes[n.Site]
		key := place{site.Point, site.Next, s.Visible.Has(i)}
		number, ok := numbers[key]
		if !ok {
			number = int32(len(j.places))
			numbers[key] = number
			j.places = append(j.places, nil)
		}
		j.at[i] = number
		j.places[number] = append(j.places[number], n.ID)
	}
}

// refine computes the coarsest classes: it splits classes until no split changes them. It returns false if every
// state is then in a class of its own, or if the search was given up because of its work.
func (j *joiner) refine() bool {
	s := j.whole
	n := len(s.Monitors)
	j.class, j.classes, j.sameEffect = make([][]int32, n), make([]int32, n), make([][]int32, n)
	// The first classes: of open automata, the states that accept and the states that do not.
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
		split, joined := false, false // some automaton got more classes; some automaton has states that share one
		for m := range s.Monitors {
			if !j.shares(m) {
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
			joined = joined || j.shares(m)
		}
		if !split || !joined {
			return joined
		}
	}
}

// shares reports whether m is open and some of its states share a class.
func (j *joiner) shares(m int) bool { return j.open[m] && int(j.classes[m]) < len(j.class[m]) }

// markStale marks the open automata that move at a place where m moves, after the classes of m have changed: letters
// that did the same to m up to classes may now differ, so states of those automata may be told apart.
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

// classify puts the states of m with equal keys into one class. Classes are numbered in the order of their first
// states, which the quotient relies on.
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

// numberFunctions computes sameEffect of m for its current classes.
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

// split splits the classes of m by one step. It forms groups of letters that stand at one place and do the same to
// all automata but m. Two states of a class stay together if each group leads both of them to the same set of
// classes. split returns false, and leaves the classes as they are, if the work exceeds maxWork.
func (j *joiner) split(m int) bool {
	s := j.whole
	// By state: a number that two states share if they are of one class and all groups so far lead them to the
	// same classes. A number of at least j.classes[m] stands for a triple in refined: the number before, the
	// group, and one more class to which the group leads.
	known := slices.Clone(j.class[m])
	refined := map[[3]int32]int32{}
	groups := int32(0)
	for _, at := range j.movesAt[m] {
		s.Poll.Look()
		for _, group := range j.groupLetters(j.places[at], int32(m)) {
			groups++
			leads := j.leads(int32(m), group)
			if j.work > j.maxWork {
				return false
			}
			for i, pair := range leads {
				if i > 0 && pair == leads[i-1] {
					continue
				}
				triple := [3]int32{known[pair.From], groups, pair.To}
				number, ok := refined[triple]
				if !ok {
					number = j.classes[m] + int32(len(refined))
					refined[triple] = number
				}
				known[pair.From] = number
			}
		}
	}
	j.classify(m, func(v int) int32 { return known[v] })
	return true
}

// groupLetters groups the letters of the nodes of a place by what they do to all automata but m, up to classes. A
// letter that ends in an error is a group of its own: no other letter answers for it.
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

// leads lists pairs (state of m, class of m): some letter of the group leads from the state to the class. The pairs are
// sorted by state and class. leads returns nil if no letter of the group moves m, since such a group cannot tell states
// of one class apart.
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
