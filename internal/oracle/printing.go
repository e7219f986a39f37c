package oracle

// Executions that print given lines: events that a program also prints when it runs.

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"flavers/cfg"
)

// Printing searches a program for executions that print given lines. A line is an event, printed in the step that has
// the event.
//
// The search is depth first, over pairs of a state and the number of lines printed so far. It tries tasks first that
// may print the next line, and leaves a pair
//   - where no task can print the next line before it prints another one,
//   - where a task can neither end nor go on without printing a line that does not come any more,
//   - except by the steps of one task that stands where it only uses variables that no other task uses.
//
// The last is sound as such steps commute with those of all other tasks and print nothing: an execution that prints the
// rest may begin with one of them, unless that leads back to a pair that was left before.
type Printing struct {
	p       *cfg.Program
	heads   map[string]int   // numbers of printed events, by their names without arguments, in lower case
	next    [][]uint64       // by point: what its task may print next, as a set of numbers
	quiet   []bool           // by point: its task may end, or rest, without printing
	private []bool           // by point: its steps use variables of no other task, and print nothing
	actions [][]cfg.ActionID // by point of the first side
	most    int

	ids    map[string]int
	states []*State
	moves  [][]printedMove // by state; nil: not yet computed
}

// printedMove is a step that is no run-time error.
type printedMove struct {
	lines []string // what it prints
	task  cfg.TaskID
	next  int // the state after it
}

// NewPrinting prepares the search. prints has the names of the events that are printed, without arguments. The search
// ends when it has met most states (0: no bound).
func NewPrinting(p *cfg.Program, prints []string, most int) *Printing {
	m := &Printing{p: p, heads: map[string]int{}, ids: map[string]int{}, most: most}
	for _, name := range prints {
		if _, ok := m.heads[strings.ToLower(name)]; !ok {
			m.heads[strings.ToLower(name)] = len(m.heads)
		}
	}
	m.actions = make([][]cfg.ActionID, len(p.Points))
	for _, a := range p.Actions {
		at := p.Nodes[a.A].Point
		m.actions[at] = append(m.actions[at], a.ID)
	}
	m.flow()
	m.own()
	m.id(Start(p))
	return m
}

// States returns how many states the search has met.
func (m *Printing) States() int { return len(m.states) }

// head returns the number of a printed event, or -1.
func (m *Printing) head(name string) int {
	name, _, _ = strings.Cut(strings.ToLower(name), "(")
	if n, ok := m.heads[name]; ok {
		return n
	}
	return -1
}

// printed returns the events of a node that are printed; always: it prints one in each step.
func (m *Printing) printed(n *cfg.Node) (heads []int, always bool) {
	cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
		if e, ok := s.(*cfg.Event); ok {
			if h := m.head(e.Name); h >= 0 {
				heads = append(heads, h)
			}
		}
	})
	if b, ok := n.Op.(cfg.Block); ok {
		for _, s := range b.Stmts {
			e, ok := s.(*cfg.Event)
			always = always || ok && m.head(e.Name) >= 0
		}
	}
	return heads, always
}

// flow computes what tasks may print next, as a least fixed point over the control flow.
func (m *Printing) flow() {
	p := m.p
	words := (len(m.heads) + 63) / 64
	m.next, m.quiet = make([][]uint64, len(p.Points)), make([]bool, len(p.Points))
	for i, pt := range p.Points {
		m.next[i] = make([]uint64, words)
		m.quiet[i] = len(pt.Nodes) == 0 || rests(p, cfg.PointID(i))
	}
	silent := make([]bool, len(p.Nodes)) // it may print nothing
	for i := range p.Nodes {
		heads, always := m.printed(&p.Nodes[i])
		silent[i] = !always
		for _, h := range heads {
			m.next[p.Nodes[i].Point][h/64] |= 1 << (h % 64)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(p.Nodes) - 1; i >= 0; i-- {
			n := &p.Nodes[i]
			if !silent[i] {
				continue
			}
			if m.quiet[n.Next] && !m.quiet[n.Point] {
				m.quiet[n.Point], changed = true, true
			}
			for w, v := range m.next[n.Next] {
				changed = changed || v&^m.next[n.Point][w] != 0
				m.next[n.Point][w] |= v
			}
		}
	}
}

// prints reports whether the next line of a task that stands at a point may be h.
func (m *Printing) prints(point cfg.PointID, h int) bool { return m.next[point][h/64]&(1<<(h%64)) != 0 }

// own finds the points where a task is on its own.
func (m *Printing) own() {
	p := m.p
	const nobody, several = -1, -2
	user := make([]int, len(p.Vars))
	for i := range user {
		user[i] = nobody
	}
	each := func(f func(v cfg.VarID, t int)) {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			variables(reflect.ValueOf(n.Guard), func(v cfg.VarID) { f(v, int(n.Task)) })
			variables(reflect.ValueOf(n.Op), func(v cfg.VarID) { f(v, int(n.Task)) })
		}
	}
	each(func(v cfg.VarID, t int) {
		if user[v] == nobody {
			user[v] = t
		} else if user[v] != t {
			user[v] = several
		}
	})
	m.private = make([]bool, len(p.Points))
	for i, pt := range p.Points {
		m.private[i] = len(pt.Nodes) > 0
		for _, id := range pt.Nodes {
			n := &p.Nodes[id]
			heads, _ := m.printed(n)
			m.private[i] = m.private[i] && len(heads) == 0 && alone(n.Op)
			check := func(v cfg.VarID) { m.private[i] = m.private[i] && user[v] == int(n.Task) }
			variables(reflect.ValueOf(n.Guard), check)
			variables(reflect.ValueOf(n.Op), check)
		}
	}
}

// alone reports whether an operation uses nothing but variables.
func alone(op cfg.Op) bool {
	ok := true
	switch op := op.(type) {
	case cfg.Silent:
	case cfg.Test:
		ok = !op.Await
	case cfg.Block:
		ok = !op.Await
	default:
		ok = false
	}
	cfg.StmtsOf(op, func(s cfg.Stmt) {
		switch s.(type) {
		case *cfg.Assign, *cfg.Event, *cfg.Branch, *cfg.Choose, *cfg.Loop, *cfg.Jump:
		default:
			ok = false
		}
	})
	return ok
}

// variables calls f on each variable that a part of a program may read or store. Of an array, each element.
func variables(v reflect.Value, f func(cfg.VarID)) {
	each := func(base cfg.VarID, dims []int32) {
		n := int32(1)
		for _, d := range dims {
			n *= d
		}
		for i := range n {
			f(base + cfg.VarID(i))
		}
	}
	if !v.IsValid() {
		return
	}
	switch x := v.Interface().(type) {
	case cfg.VarID:
		f(x)
		return
	case cfg.Target:
		each(x.Var, x.Dims)
	case cfg.Elem:
		each(x.Base, x.Dims)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			variables(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			variables(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				variables(v.Field(i), f)
			}
		}
	}
}

func (m *Printing) id(s *State) int {
	k := s.Key()
	if id, ok := m.ids[k]; ok {
		return id
	}
	m.ids[k] = len(m.states)
	m.states = append(m.states, s)
	m.moves = append(m.moves, nil)
	return len(m.states) - 1
}

// movesOf returns the steps that can be taken in a state, by task.
func (m *Printing) movesOf(s int) []printedMove {
	if m.moves[s] != nil {
		return m.moves[s]
	}
	list := []printedMove{}
	for _, at := range m.states[s].At {
		if at == cfg.None {
			continue
		}
		for _, id := range m.actions[at] {
			a := m.p.Actions[id]
			for _, step := range stepsOf(m.p, m.states[s], a) {
				if !step.Failed {
					list = append(list, printedMove{m.linesOf(step), m.p.Nodes[a.A].Task, m.id(step.Next)})
				}
			}
		}
	}
	m.moves[s] = list
	return list
}

// linesOf returns what a step prints.
func (m *Printing) linesOf(s Step) []string {
	var out []string
	for _, o := range s.Events {
		for _, name := range o.Names {
			if m.head(name) >= 0 {
				out = append(out, name)
				break
			}
		}
	}
	return out
}

// place is a pair of the search: what is left of its moves, too.
type place struct {
	state, at int
	moves     []printedMove
}

// Follow returns how many lines of a word an execution can print, and one more if it can print all of them and, if
// ended is set, then end. Without complete the search was cut off, and there may be one that prints more.
func (m *Printing) Follow(word []string, ended bool) (n int, complete bool) {
	last := map[int]int{}
	for i, line := range word {
		last[m.head(line)] = i
	}
	type pair struct{ state, at int }
	seen, most := map[pair]bool{}, 0
	var stack []place
	visit := func(s, at int) bool {
		if seen[pair{s, at}] {
			return false
		}
		seen[pair{s, at}] = true
		most = max(most, at)
		if at == len(word) && (!ended || m.states[s].Ended(m.p)) {
			most++
			return true
		}
		if m.canPrint(m.states[s], word, at, last, ended) {
			stack = append(stack, place{s, at, m.order(s, word, at, func(to int) bool { return seen[pair{to, at}] })})
		}
		return false
	}
	if visit(0, 0) {
		return most, true
	}
	for len(stack) > 0 {
		if m.most > 0 && len(m.states) > m.most {
			return most, false
		}
		top := &stack[len(stack)-1]
		if len(top.moves) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		move, at := top.moves[0], top.at
		top.moves = top.moves[1:]
		if visit(move.next, at+len(move.lines)) {
			return most, true
		}
	}
	return most, true
}

// canPrint reports whether the tasks may print the rest of a word, each taken alone.
func (m *Printing) canPrint(s *State, word []string, at int, last map[int]int, ended bool) bool {
	found := at == len(word)
	for t, point := range s.At {
		if point == cfg.None {
			point = m.p.Tasks[t].Start // it may be started
		}
		if !found {
			h := m.head(word[at])
			found = h >= 0 && m.prints(point, h)
		}
		if !ended || m.quiet[point] || s.At[t] == cfg.None {
			continue
		}
		some := false
		for h, i := range last {
			some = some || i >= at && h >= 0 && m.prints(point, h)
		}
		if !some {
			return false
		}
	}
	return found
}

// order returns the moves of a state that print what comes, those first that lead to it.
func (m *Printing) order(s int, word []string, at int, seen func(int) bool) []printedMove {
	rank := func(v printedMove) int {
		point := m.states[s].At[v.task]
		switch {
		case len(v.lines) > 0:
			return 0
		case at < len(word) && m.prints(point, m.head(word[at])):
			return 1
		}
		return 2
	}
	var out []printedMove
	for _, v := range m.movesOf(s) {
		if len(v.lines) <= len(word)-at && slices.EqualFunc(v.lines, word[at:at+len(v.lines)], strings.EqualFold) {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b printedMove) int { return cmp.Compare(rank(a), rank(b)) })
	alone := map[cfg.TaskID][]printedMove{} // by tasks that are on their own, where nothing leads back
	for _, v := range out {
		if m.private[m.states[s].At[v.task]] {
			alone[v.task] = append(alone[v.task], v)
		}
	}
	for _, t := range slices.Sorted(maps.Keys(alone)) {
		if !slices.ContainsFunc(alone[t], func(v printedMove) bool { return seen(v.next) }) {
			return alone[t]
		}
	}
	return out
}
