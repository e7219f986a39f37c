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
	found := j.candidates() && j.refine()
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
	whole  *Set
	open   []bool    // by monitor: states may be put together
	class  [][]int32 // by monitor, by state
	count  []int32   // by monitor: classes
	funcs  [][]function
	number []map[*int32]int32 // by monitor: functions are shared between letters
	like   [][]int32          // by monitor, by function: alike ones have one number; those like the identity -1
	places [][]tfg.NodeID
	at     []int32
	uses   [][]int32 // by open monitor: the places where it moves
	stale  []bool    // by open monitor: it, or one that moves at a place of its, has changed
	work   int
	most   int // work
}

// candidates opens the automata of values that move at a place where one letter may
// answer for another. The others, each of which is minimal by itself, have nothing to lose.
func (j *joiner) candidates() bool {
	s, found := j.whole, false
	j.open, j.uses = make([]bool, len(s.Monitors)), make([][]int32, len(s.Monitors))
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
	if !found {
		return false
	}
	j.number, j.funcs = make([]map[*int32]int32, len(s.Monitors)), make([][]function, len(s.Monitors))
	for m := range j.number {
		j.number[m] = map[*int32]int32{}
	}
	for at, nodes := range j.places {
		s.Poll.Look()
		for _, n := range nodes {
			for _, l := range s.Of(n) {
				for _, mv := range l.Moves {
					f := j.intern(mv)
					j.most += len(f.pairs)
					if list := j.uses[mv.Monitor]; j.open[mv.Monitor] && (len(list) == 0 || list[len(list)-1] != int32(at)) {
						j.uses[mv.Monitor] = append(list, int32(at))
					}
				}
			}
		}
	}
	j.most = max(leastClassWork, maxRounds*j.most)
	return true
}

// intern numbers what a move does.
func (j *joiner) intern(mv Move) *function {
	key := &mv.To[0]
	n, ok := j.number[mv.Monitor][key]
	if !ok {
		n = int32(len(j.funcs[mv.Monitor]))
		j.number[mv.Monitor][key] = n
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
		if n.Kind == tfg.Local && !n.Forks {
			site := &s.G.P.Nodes[n.Site]
			key := place{site.Point, site.Next, s.Visible.Has(i)}
			if at, ok := numbers[key]; ok {
				j.at[i] = at
				j.places[at] = append(j.places[at], n.ID)
				continue
			}
			numbers[key] = j.at[i]
		}
		j.places = append(j.places, []tfg.NodeID{n.ID})
	}
}

// refine splits classes until they are stable; false: no values are alike, or that is too
// much work.
func (j *joiner) refine() bool {
	s := j.whole
	n := len(s.Monitors)
	j.class, j.count, j.like = make([][]int32, n), make([]int32, n), make([][]int32, n)
	for i := range s.Monitors {
		m := &s.Monitors[i]
		j.class[i], j.count[i] = make([]int32, m.States), int32(m.States)
		for v := range j.class[i] {
			j.class[i][v] = int32(v)
		}
		if j.open[i] {
			j.divide(i, func(v int) int32 { return int32(flag(m.Accept[v])) })
		}
		j.compare(i)
	}
	j.stale = slices.Clone(j.open)
	for {
		split, alike := false, false
		for m := range s.Monitors {
			if !j.open[m] || int(j.count[m]) == len(j.class[m]) {
				continue
			}
			if before := j.count[m]; j.stale[m] {
				j.stale[m] = false
				if !j.split(m) {
					return false
				}
				if j.count[m] != before {
					split = true
					j.changed(m)
				}
			}
			alike = alike || int(j.count[m]) < len(j.class[m])
		}
		if !split || !alike {
			return alike
		}
	}
}

// changed tells those that move where m moves that it has other classes.
func (j *joiner) changed(m int) {
	j.compare(m)
	for _, at := range j.uses[m] {
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

// divide makes classes of the states of m with equal keys, in order of their first states.
func (j *joiner) divide(m int, key func(v int) int32) {
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
	j.count[m] = int32(len(numbers))
}

// compare numbers the functions of m up to the classes that they lead to.
func (j *joiner) compare(m int) {
	j.like[m] = make([]int32, len(j.funcs[m]))
	numbers := map[string]int32{}
	var key []byte
	for f := range j.funcs[m] {
		key = key[:0]
		pairs := j.funcs[m][f].pairs
		same := len(pairs) == len(j.class[m])
		for _, p := range pairs {
			class := j.class[m][p.To]
			same = same && class == j.class[m][p.From]
			key = binary.LittleEndian.AppendUint32(key, uint32(p.From))
			key = binary.LittleEndian.AppendUint32(key, uint32(class))
		}
		j.work += len(pairs)
		if same {
			j.like[m][f] = -1
			continue
		}
		n, ok := numbers[string(key)]
		if !ok {
			n = int32(len(numbers))
			numbers[string(key)] = n
		}
		j.like[m][f] = n
	}
}

// split separates the states of m that can be told apart in one step: at some place, letters
// that do the same to all other automata lead from one of them to classes that they do not
// lead to from the other. False: too much work.
func (j *joiner) split(m int) bool {
	s := j.whole
	known := slices.Clone(j.class[m]) // by state: the number of what is known of it
	numbers := map[[3]int32]int32{}
	groups := int32(0)
	for _, at := range j.uses[m] {
		s.Poll.Look()
		for _, group := range j.alike(j.places[at], int32(m)) {
			groups++
			leads := j.leads(int32(m), group)
			if j.work > j.most {
				return false
			}
			for i, p := range leads {
				if i > 0 && p == leads[i-1] {
					continue
				}
				k := [3]int32{known[p.From], groups, p.To}
				n, ok := numbers[k]
				if !ok {
					n = j.count[m] + int32(len(numbers))
					numbers[k] = n
				}
				known[p.From] = n
			}
		}
	}
	j.divide(m, func(v int) int32 { return known[v] })
	return true
}

// alike groups the letters at a place by what they do to all automata but m. A letter that
// ends in an error stays alone.
func (j *joiner) alike(place []tfg.NodeID, m int32) [][]*Letter {
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
				if like := j.like[mv.Monitor][j.number[mv.Monitor][&mv.To[0]]]; like >= 0 {
					key = binary.LittleEndian.AppendUint32(key, uint32(mv.Monitor))
					key = binary.LittleEndian.AppendUint32(key, uint32(like))
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

// leads lists, by state of m, the classes that some letter of a group leads to; nil: each state
// leads to its own class alone.
func (j *joiner) leads(m int32, group []*Letter) []sem.Pair {
	var out []sem.Pair
	stays := false // some letter does nothing to m
	for _, l := range group {
		to := moveOf(l, m)
		if to == nil {
			stays = true
			continue
		}
		pairs := j.funcs[m][j.number[m][&to[0]]].pairs
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

// moveOf is what a letter does to m; nil: nothing.
func moveOf(l *Letter, m int32) []int32 {
	for i := range l.Moves {
		if l.Moves[i].Monitor == m {
			return l.Moves[i].To
		}
	}
	return nil
}
