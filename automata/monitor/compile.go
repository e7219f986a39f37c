package monitor

import (
	"cmp"
	"slices"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/sem"
	"flavers/tfg"
)

// This file makes the automata of a problem, and its letters. A letter is one way to execute a node: one case of the
// node's action, with what the case does to each automaton. What it does is a partial function on the states of the
// automaton. The automaton rejects the letter in the states where the function is undefined. For
//
//	var x 0..2; x = x + 1
//
// the action has two cases, 0 -> 1 and 1 -> 2 (2 -> 3 is a run-time error, and has a letter only if the problem is
// about errors). So collect makes two letters for the node:
//
//	letter 1: {node, case 0, fns: [var:x by function 0, which is {0->1}]}
//	letter 2: {node, case 1, fns: [var:x by function 1, which is {1->2}]}
//
// mergeAll (merge.go) makes one letter of them, with the function {0->1, 1->2}.

// Compile makes the automata of a choice and their letters over g.
//
// It reduces each automaton to fewer states. Automata of the positions of tasks come last. Before that, the reduction
// of the other automata makes some of their functions equal, mergeAll can merge letters, and some of these then do
// nothing to any automaton but that of the task. The automaton of the task need not see such steps (hiddenFor), which
// makes it smaller.
func Compile(s *Semantics, g *tfg.Graph, ch Choice) *Set {
	c := &compiler{s: s, g: g, ch: ch}
	c.makeMonitors()
	c.collect()
	for m := range c.mons {
		if !c.isPosition(m) {
			c.reduce(m, nil)
		}
	}
	c.mergeAll()
	for m := range c.mons {
		if c.isPosition(m) {
			c.reduce(m, c.hiddenFor(m))
		}
	}
	c.mergeAll()
	return c.finish()
}

// isPosition reports whether automaton m follows where a task stands.
func (c *compiler) isPosition(m int) bool {
	comp := c.mons[m].comp
	return comp >= 0 && c.s.M.Comps[comp].Kind == sem.Position
}

// compiler holds automata and letters while they are made. The functions of each automaton are numbered, and letters
// refer to functions by their numbers.
type compiler struct {
	s      *Semantics
	g      *tfg.Graph
	ch     Choice
	mons   []mon    // in the order of Set.Monitors
	byComp []int32  // by component: the index of its automaton in mons, or -1 if it has none
	lets   []letter // of all nodes; sorted by node after mergeAll
}

// mon is an automaton that is being made. It follows one of four things:
//
//	comp >= 0     a component of the state: the position of a task, a variable, a lock, ...
//	path != nil   the path of Choice.Follow
//	bind != nil   a specification: a constraint of the user, or the property
//	none of them  run-time errors, as the property
type mon struct {
	comp    sem.CompID
	path    *Path
	bind    *Binding
	prop    bool             // it is the property of the problem; run-time errors count as one
	size    int32            // its states are 0..size-1
	start   int32            // the state in which executions begin
	accept  func(int32) bool // whether an execution may end in a state
	trap    int32            // the error state, which is never left, or -1 if there is none
	funcs   []function       // by number
	numbers map[string]int32 // the numbers of funcs, by their pairs as bytes (see intern)
	final   Monitor          // the automaton of the result; reduce fills in its states
}

// function is a partial function on the states of an automaton, as pairs with ascending From.
type function struct {
	pairs []sem.Pair
}

// identity stands for the number of the function that maps each state to itself: the automaton does not react.
const identity = int32(-1)

// letter is one case of the action of a node.
type letter struct {
	node   tfg.NodeID
	action cfg.ActionID
	kase   int32      // index in Semantics.Cases of the action; after merging, of one of the merged cases
	err    *sem.Error // the run-time error in which the case ends, or nil
	fns    []use      // what it does to automata: functions other than identity, ascending by mon
}

// use says that a letter applies function fn to automaton mon. Both are numbers: fn is an index of mons[mon].funcs.
type use struct{ mon, fn int32 }

// makeMonitors makes the automata of the choice with all their states, in the order components, constraints, path,
// property. They have no functions yet.
func (c *compiler) makeMonitors() {
	m := c.s.M
	c.byComp = make([]int32, len(m.Comps))
	for i := range c.byComp {
		c.byComp[i] = -1
	}
	for _, id := range c.ch.Components {
		comp := m.Comps[id]
		accept := func(v int32) bool { return m.Final(id, v) }
		c.byComp[id] = int32(len(c.mons))
		c.mons = append(c.mons, mon{comp: id, size: comp.Size, start: comp.Start, accept: accept, trap: -1,
			final: Monitor{Name: comp.Name}})
	}
	for _, b := range c.ch.Constraints {
		c.mons = append(c.mons, specMonitor(b, false))
	}
	if f := c.ch.Follow; f != nil {
		c.mons = append(c.mons, mon{comp: -1, path: f, size: int32(len(f.Actions)) + 1, trap: -1,
			accept: func(v int32) bool { return int(v) == len(f.Actions) }, final: Monitor{Name: "path"}})
	}
	switch {
	case c.ch.Errors:
		c.mons = append(c.mons, mon{comp: -1, prop: true, size: 2, trap: 1, accept: func(int32) bool { return true },
			final: Monitor{Name: "run-time errors"}})
	case c.ch.Property != nil:
		c.mons = append(c.mons, specMonitor(c.ch.Property, true))
	}
	for i := range c.mons {
		c.mons[i].numbers = map[string]int32{}
	}
}

// specMonitor makes the automaton of a specification.
func specMonitor(b *Binding, property bool) mon {
	d := b.Spec.DFA
	return mon{comp: -1, bind: b, prop: property, size: int32(d.States()), start: d.Start, trap: d.Trap(),
		accept: func(v int32) bool { return d.Accept[v] }, final: Monitor{Name: b.Spec.Name}}
}

// collect makes the letters, one for each case of each action that has a node, and merges those that are alike.
func (c *compiler) collect() {
	for i := range c.g.Nodes {
		n := &c.g.Nodes[i]
		if n.Action == cfg.None {
			continue
		}
		if f := c.ch.Follow; f != nil && f.Visible[n.Action] && !slices.Contains(f.Actions, n.Action) {
			continue // the path rejects this action in each state; without its letters other automata get smaller
		}
		for k := range c.s.Cases[n.Action] {
			c.ch.Poll.Look()
			kase := &c.s.Cases[n.Action][k]
			programError := kase.Err != nil && kase.Err.Kind != cfg.LimitError
			if programError && !c.counts(n.Action, k, kase.Err) {
				continue // the execution ends here, without an event
			}
			if kase.Limit != nil && kase.Limit.StandIn && c.byComp[kase.Limit.Comp] < 0 {
				continue // a case for a full buffer that has no automaton here: another case covers the step
			}
			l := letter{node: n.ID, action: n.Action, kase: int32(k), err: kase.Err}
			for _, mv := range kase.Moves {
				if m := c.byComp[mv.Comp]; m >= 0 {
					l.fns = append(l.fns, use{m, c.intern(m, mv.Pairs)})
				}
			}
			if w := c.s.untabled[n.Action]; w != nil && kase.Err == nil {
				c.collectUntabled(l, w)
				continue
			}
			for m := range c.mons {
				if fn := c.specFunction(m, int(n.Action), k, kase.Err); fn != identity {
					l.fns = append(l.fns, use{int32(m), fn})
				}
			}
			c.lets = append(c.lets, l)
		}
	}
	c.mergeAll()
}

// counts reports whether the problem is about run-time errors, and about err, in which case k of action a ends.
func (c *compiler) counts(a cfg.ActionID, k int, err *sem.Error) bool {
	switch {
	case !c.ch.Errors:
		return false
	case c.ch.Counts == nil:
		return err.Kind != cfg.LimitError
	}
	return c.ch.Counts(a, k)
}

// collectUntabled makes the letters of w, a step without a table of cases. Of such a step only a set of possible
// events is known. So it gets one letter for each combination of what it may do to the automata of specifications; l
// is what all these letters have in common.
func (c *compiler) collectUntabled(l letter, w *untabled) {
	letters := []letter{l}
	for m := range c.mons {
		if c.mons[m].comp >= 0 {
			continue
		}
		fns := []int32{identity}
		if c.mons[m].bind != nil {
			fns = c.untabledFunctions(m, w)
		} else if fn := c.specFunction(m, int(l.action), int(l.kase), nil); fn != identity {
			fns = []int32{fn}
		}
		var combined []letter
		for _, l := range letters {
			for _, fn := range fns {
				extended := l
				if fn != identity {
					extended.fns = append(slices.Clone(l.fns), use{int32(m), fn})
				}
				combined = append(combined, extended)
			}
		}
		letters = combined
	}
	c.lets = append(c.lets, letters...)
}

// specFunction returns what case k of an action does to automaton m, as the number of a function, if m follows a
// path, run-time errors or a specification. It returns identity if m follows a component: collect reads these
// functions off the case. err is the run-time error in which the case ends, or nil.
func (c *compiler) specFunction(m, action, k int, err *sem.Error) int32 {
	mo := &c.mons[m]
	switch {
	case mo.comp >= 0:
		return identity
	case mo.path != nil:
		if !mo.path.Visible[action] {
			return identity
		}
		var pairs []sem.Pair
		for i, a := range mo.path.Actions {
			if int(a) == action {
				pairs = append(pairs, sem.Pair{From: int32(i), To: int32(i) + 1})
			}
		}
		return c.intern(int32(m), pairs)
	case mo.bind == nil: // run-time errors: state 1 means that one has happened
		if err == nil || !c.counts(cfg.ActionID(action), k, err) {
			return identity
		}
		return c.intern(int32(m), []sem.Pair{{From: 0, To: 1}, {From: 1, To: 1}})
	case err != nil: // a step that fails has no events
		return identity
	}
	syms := mo.bind.symbols(action, k)
	if len(syms) == 0 {
		return identity
	}
	pairs := make([]sem.Pair, 0, mo.size)
	for q := range mo.size {
		to := q
		for _, sym := range syms {
			to = mo.bind.Spec.DFA.Step(to, int(sym))
			if to == mo.trap {
				break // it is never left
			}
		}
		// A constraint rejects what leads to its trap. A property must come there: that is the violation.
		if to != mo.trap || mo.prop {
			pairs = append(pairs, sem.Pair{From: q, To: to})
		}
	}
	return c.intern(int32(m), pairs)
}

// intern returns the number of the partial function on the states of automaton m that has these pairs, with ascending
// From. A function that is new gets the next number. The function that maps each state to itself is identity.
func (c *compiler) intern(m int32, pairs []sem.Pair) int32 {
	mo := &c.mons[m]
	if len(pairs) == int(mo.size) && !slices.ContainsFunc(pairs, func(p sem.Pair) bool { return p.From != p.To }) {
		return identity
	}
	key := make([]byte, 0, 8*len(pairs))
	for _, p := range pairs {
		key = append(key, byte(p.From), byte(p.From>>8), byte(p.From>>16), byte(p.From>>24),
			byte(p.To), byte(p.To>>8), byte(p.To>>16), byte(p.To>>24))
	}
	if fn, ok := mo.numbers[string(key)]; ok {
		return fn
	}
	fn := int32(len(mo.funcs))
	mo.funcs = append(mo.funcs, function{pairs})
	mo.numbers[string(key)] = fn
	return fn
}

// hiddenFor returns which nodes automaton m need not see. m follows the position of a task, and the hidden nodes are
// steps of this task alone that end in no error and to which no other automaton reacts.
func (c *compiler) hiddenFor(m int) func(tfg.NodeID) bool {
	task := c.s.M.Comps[c.mons[m].comp].Task
	seen := bitset.New(len(c.g.Nodes))
	for _, l := range c.lets {
		n := &c.g.Nodes[l.node]
		ofTaskAlone := n.Kind == tfg.Local && n.Tasks[0] == task
		othersReact := slices.ContainsFunc(l.fns, func(u use) bool { return u.mon != int32(m) })
		if !ofTaskAlone || othersReact || l.err != nil {
			seen.Add(int(l.node))
		}
	}
	return func(n tfg.NodeID) bool { return !seen.Has(int(n)) }
}

// finish makes the Set of the automata and letters as they are now: functions become tables, letters are sorted by
// node, and each node is classified by what its letters do.
func (c *compiler) finish() *Set {
	g := c.g
	out := &Set{G: g, Poll: c.ch.Poll, Visible: bitset.New(len(g.Nodes)), Dead: bitset.New(len(g.Nodes)),
		first: make([]int32, len(g.Nodes)+1)}
	c.ch.Poll.Reserve(bitset.MatrixBytes(len(c.mons), len(g.Nodes))) // memory of React
	tables := make([][][]int32, len(c.mons))                         // by automaton, by number of a function
	for m := range c.mons {
		mo := &c.mons[m]
		mo.final.Comp, mo.final.Binding, mo.final.Property = mo.comp, mo.bind, mo.prop
		mo.final.Value = mo.comp >= 0 && c.s.M.Comps[mo.comp].Kind != sem.Position
		out.Monitors = append(out.Monitors, mo.final)
		out.React = append(out.React, bitset.New(len(g.Nodes)))
		for _, f := range mo.funcs {
			c.ch.Poll.Look()
			tables[m] = append(tables[m], dense(f.pairs, mo.size))
		}
	}
	slices.SortStableFunc(c.lets, func(a, b letter) int { return cmp.Compare(a.node, b.node) })
	for _, l := range c.lets {
		c.ch.Poll.Look()
		lt := Letter{Node: l.node, Action: l.action, Case: l.kase, Err: l.err}
		for _, u := range l.fns {
			lt.Moves = append(lt.Moves, Move{u.mon, tables[u.mon][u.fn]})
			out.React[u.mon].Add(int(l.node))
			out.Visible.Add(int(l.node))
		}
		// An error is what the problem looks for. So its node must be visible, and the property reacts to it:
		// then no elimination rule changes its order with events of the property.
		if l.err != nil {
			out.Visible.Add(int(l.node))
			if p := out.Property(); p >= 0 {
				out.React[p].Add(int(l.node))
			}
		}
		out.Letters = append(out.Letters, lt)
		out.first[l.node+1]++
	}
	// first has counts of letters, one place to the right; sums of them are the places where letters begin.
	for i := range g.Nodes {
		out.first[i+1] += out.first[i]
		if g.Nodes[i].Action != cfg.None && out.first[i] == out.first[i+1] {
			out.Dead.Add(i)
		}
	}
	return out
}

// dense returns a partial function as a table: by state, the state that follows, or -1.
func dense(pairs []sem.Pair, size int32) []int32 {
	to := make([]int32, size)
	for i := range to {
		to[i] = -1
	}
	for _, p := range pairs {
		to[p.From] = p.To
	}
	return to
}
