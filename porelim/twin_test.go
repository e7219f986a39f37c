package porelim_test

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
	"flavers/porelim"
	"flavers/tfg"
)

// The rules as docs/theory.md states them, edge by edge and by plain
// reachability: the slow twin of safe.go, flow.go, goeson.go and normal.go. A
// clause can be left out, to show which programs need it.

// clause is a part of a rule that keeps edges.
type clause string

const (
	everything clause = "" // nothing is left out

	// Rule safe.
	silentSync clause = "safe: a silent communication, spawn or join is a boundary"
	overTau    clause = "safe: a τ path leads to the synchronisation"
	endCounts  clause = "safe: the end counts"

	// Both forms, in the direction of each.
	dependent      clause = "(1): some automaton reacts to both"
	stopBoundary   clause = "(2): a boundary node may be next"
	stopSync       clause = "(2): a silent synchronisation may be next"
	stopEnd        clause = "(2): the task may end next (begin, backwards)"
	stopNothing    clause = "(2): nothing visible is next"
	goesOnEnds     clause = "(2'): the chain of local steps has an end"
	goesOnStates   clause = "(2'): a letter is accepted in every state"
	hiddenSecond   clause = "(4): a hidden node begins the second run"
	hiddenFirst    clause = "(4): a hidden node begins the first run"
	fromStart      clause = "(4): both runs begin at I (at F, backwards)"
	fromTwo        clause = "(4): both runs begin at a node of two tasks"
	fromSpawn      clause = "(4): both runs begin at a spawn (at a join, backwards)"
	afterHidden    clause = "(5): a hidden node begins the run"
	afterStart     clause = "(5): the run begins at I (at F, backwards)"
	afterSpawn     clause = "(5): the run begins at a spawn (at a join, backwards)"
	afterSmaller   clause = "(5): p < n"
	afterDependent clause = "(5): some automaton reacts to p and n"
	afterSameTask  clause = "(5): p and n share a task"
	exemptHidden   clause = "(5): n is exempt after a hidden node"
	exemptRun      clause = "(5): n is exempt after a local run that a hidden node begins"
	exemptJoin     clause = "(5): n is exempt as a join (a spawn, backwards)"
)

// twin is a problem seen in one direction of time, without one clause.
type twin struct {
	s       *monitor.Set
	e       *mip.EdgeSet
	g       *tfg.Graph
	back    bool
	without clause
	locals  func(n tfg.NodeID) bool

	origin map[tfg.NodeID][]tfg.NodeID
	ends   map[tfg.NodeID]bool
}

func newTwin(s *monitor.Set, e *mip.EdgeSet, back bool, without clause) *twin {
	local := porelim.Local(s)
	return &twin{s: s, e: e, g: s.G, back: back, without: without,
		locals: func(n tfg.NodeID) bool { return local.Has(int(n)) }, origin: map[tfg.NodeID][]tfg.NodeID{}}
}

func (w *twin) visible(n tfg.NodeID) bool  { return w.s.Visible.Has(int(n)) }
func (w *twin) boundary(n tfg.NodeID) bool { return w.visible(n) && !w.locals(n) }
func (w *twin) meets(n tfg.NodeID) bool {
	return w.g.Nodes[n].Kind == tfg.Communication || w.spawns(n) || w.joins(n)
}
func (w *twin) hidden(n tfg.NodeID) bool { return !w.visible(n) && w.meets(n) }

func (w *twin) spawns(n tfg.NodeID) bool {
	node := &w.g.Nodes[n]
	return node.Kind == tfg.Local && len(cfg.Spawns(w.g.P.Nodes[node.Site].Op)) > 0
}

func (w *twin) joins(n tfg.NodeID) bool {
	node := &w.g.Nodes[n]
	if node.Kind != tfg.Local {
		return false
	}
	_, ok := w.g.P.Nodes[node.Site].Op.(cfg.Join)
	return ok
}

// forks and gathers are spawns and joins, as time runs.
func (w *twin) forks(n tfg.NodeID) bool {
	if w.back {
		return w.joins(n)
	}
	return w.spawns(n) && !w.joins(n)
}

func (w *twin) gathers(n tfg.NodeID) bool {
	if w.back {
		return w.spawns(n) && !w.joins(n)
	}
	return w.joins(n)
}

func (w *twin) first() tfg.NodeID {
	if w.back {
		return tfg.F
	}
	return tfg.I
}

func (w *twin) ahead(n tfg.NodeID) []tfg.NodeID {
	if w.back {
		return w.g.Pred(n)
	}
	return w.g.Succ(n)
}

func (w *twin) behind(n tfg.NodeID) []tfg.NodeID {
	if w.back {
		return w.g.Succ(n)
	}
	return w.g.Pred(n)
}

func (w *twin) has(c clause) bool { return w.without != c }

// next is what task t can do first after m: visible nodes, and whether it may
// do something else than a local step.
func (w *twin) next(m tfg.NodeID, t cfg.TaskID) (nodes []tfg.NodeID, stop bool) {
	seen := map[tfg.NodeID]bool{}
	var walk func(q tfg.NodeID)
	walk = func(q tfg.NodeID) {
		if seen[q] || w.s.Dead.Has(int(q)) {
			return
		}
		seen[q] = true
		switch kind := w.g.Nodes[q].Kind; {
		case q == tfg.I, w.back && w.spawns(q) && !w.g.Nodes[q].In(t), kind == tfg.End && !w.back:
			stop = stop || w.has(stopEnd)
		case kind == tfg.End, kind == tfg.Site && !w.g.Nodes[q].In(t): // of a task that is joined here, and the partner's
		case w.visible(q):
			nodes = append(nodes, q)
			stop = stop || w.boundary(q) && w.has(stopBoundary)
		case w.meets(q):
			stop = stop || w.has(stopSync)
		default:
			for _, r := range w.ahead(q) {
				walk(r)
			}
		}
	}
	for _, q := range w.ahead(m) {
		if w.back || w.g.Nodes[q].In(t) {
			walk(q)
		}
	}
	return nodes, stop || len(nodes) == 0 && !w.back && w.has(stopNothing)
}

func (w *twin) task(n tfg.NodeID) cfg.TaskID { return w.g.Nodes[n].Tasks[0] }

// begins lists what begins a run of which local node n is the first: I or F,
// visible boundary nodes, hidden nodes; and the local nodes before n.
func (w *twin) begins(n tfg.NodeID) (list, before []tfg.NodeID) {
	seen := map[tfg.NodeID]bool{}
	var walk func(q tfg.NodeID)
	walk = func(q tfg.NodeID) {
		for _, r := range w.behind(q) {
			if seen[r] || w.s.Dead.Has(int(r)) {
				continue
			}
			seen[r] = true
			switch {
			case w.locals(r):
				before = append(before, r)
			case r == w.first() || w.boundary(r) || w.hidden(r):
				list = append(list, r)
			default:
				walk(r)
			}
		}
	}
	walk(n)
	return list, before
}

// origins is what begins a local run that comes to n.
func (w *twin) origins(n tfg.NodeID) []tfg.NodeID {
	if list, ok := w.origin[n]; ok {
		return list
	}
	seen := map[tfg.NodeID]bool{n: true}
	var list []tfg.NodeID
	for todo := []tfg.NodeID{n}; len(todo) > 0; todo = todo[1:] {
		more, before := w.begins(todo[0])
		list = append(list, more...)
		for _, q := range before {
			if !seen[q] {
				seen[q] = true
				todo = append(todo, q)
			}
		}
	}
	w.origin[n] = list
	return list
}

func (w *twin) depend(m, n tfg.NodeID) bool {
	return slices.ContainsFunc(w.s.React, func(r bitset.Set) bool { return r.Has(int(m)) && r.Has(int(n)) })
}

// smaller is the order of the form.
func (w *twin) smaller(m, n tfg.NodeID) bool {
	switch {
	case w.locals(m) != w.locals(n):
		return w.locals(m)
	case w.locals(m):
		return w.task(m) < w.task(n)
	}
	return m < n != w.back
}

// goesOn is condition (2') at boundary node m.
func (w *twin) goesOn(m tfg.NodeID) bool {
	for _, t := range w.g.Nodes[m].Tasks {
		if t == cfg.None {
			continue
		}
		if on, stop := w.next(m, t); len(on) > 0 && !stop && (w.back || w.possible(m, on)) {
			return true
		}
	}
	return false
}

// possible reports whether after m some letter of a node of on that ends is
// accepted, whatever the states.
func (w *twin) possible(m tfg.NodeID, on []tfg.NodeID) bool {
	var after []*monitor.Letter
	for _, x := range on {
		if w.lasts(x) {
			of := w.s.Of(x)
			for l := range of {
				after = append(after, &of[l])
			}
		}
	}
	if !w.has(goesOnStates) {
		return len(after) > 0
	}
	of := w.s.Of(m)
	for l := range of {
		if of[l].Err != nil {
			continue
		}
		states := make([][]int32, len(w.s.Monitors)) // after the letter
		for k, mon := range w.s.Monitors {
			for q := range int32(mon.States) {
				states[k] = append(states[k], q)
			}
		}
		for _, mv := range of[l].Moves {
			states[mv.Monitor] = slices.DeleteFunc(slices.Clone(mv.To), func(q int32) bool { return q < 0 })
		}
		at := make([]int32, len(states))
		var all func(k int) bool
		all = func(k int) bool {
			if k == len(states) {
				return slices.ContainsFunc(after, func(x *monitor.Letter) bool {
					return !slices.ContainsFunc(x.Moves, func(mv monitor.Move) bool { return mv.To[at[mv.Monitor]] < 0 })
				})
			}
			for _, q := range states[k] {
				at[k] = q
				if !all(k + 1) {
					return false
				}
			}
			return true
		}
		if !all(0) {
			return false
		}
	}
	return len(after) > 0
}

// lasts reports whether local node x comes to a place where its task can stop.
func (w *twin) lasts(x tfg.NodeID) bool {
	if !w.has(goesOnEnds) {
		return true
	}
	if w.ends == nil { // the least solution, in rounds
		w.ends = map[tfg.NodeID]bool{}
		for again := true; again; {
			again = false
			for _, n := range w.e.Nodes {
				if !w.locals(n) || w.ends[n] {
					continue
				}
				on, stop := w.next(n, w.task(n))
				if stop || w.possible(n, on) {
					w.ends[n], again = true, true
				}
			}
		}
	}
	return w.ends[x]
}

func (w *twin) exempt(n tfg.NodeID) bool {
	if w.gathers(n) && w.has(exemptJoin) {
		return true
	}
	direct, before := w.begins(n)
	if slices.ContainsFunc(direct, w.hidden) && w.has(exemptHidden) {
		return true
	}
	return w.has(exemptRun) && slices.ContainsFunc(before, func(l tfg.NodeID) bool {
		on, _ := w.next(l, w.task(l))
		return slices.Contains(on, n) && slices.ContainsFunc(w.origins(l), w.hidden)
	})
}

// keeps reports whether n may directly follow m, as time runs.
func (w *twin) keeps(m, n tfg.NodeID) bool {
	if w.boundary(m) {
		return w.boundary(n) && (w.smaller(m, n) || w.depend(m, n) && w.has(dependent)) && !w.goesOn(m)
	}
	if _, stop := w.next(m, w.task(m)); !stop || !w.smaller(m, n) {
		return false
	}
	from := w.origins(m)
	hidden := slices.ContainsFunc(from, w.hidden)
	if w.locals(n) {
		direct, _ := w.begins(n)
		return slices.ContainsFunc(direct, func(p tfg.NodeID) bool {
			switch {
			case w.hidden(p):
				return w.has(hiddenSecond)
			case p == w.first():
				if !w.has(fromStart) {
					return false
				}
			case w.forks(p):
				if !w.has(fromSpawn) {
					return false
				}
			case w.g.Nodes[p].Tasks[1] == cfg.None || !w.has(fromTwo):
				return false
			}
			return slices.Contains(from, p) || hidden && w.has(hiddenFirst)
		})
	}
	if hidden && w.has(afterHidden) || w.exempt(n) {
		return true
	}
	return slices.ContainsFunc(from, func(p tfg.NodeID) bool {
		switch {
		case w.hidden(p):
			return false
		case p == w.first():
			return w.has(afterStart)
		}
		return w.forks(p) && w.has(afterSpawn) || w.smaller(p, n) && w.has(afterSmaller) ||
			w.depend(p, n) && w.has(afterDependent) || shareTask(&w.g.Nodes[p], &w.g.Nodes[n]) && w.has(afterSameTask)
	})
}

// shareTask reports whether two nodes belong to a common task.
func shareTask(m, n *tfg.Node) bool {
	return slices.ContainsFunc(m.Tasks[:], func(t cfg.TaskID) bool { return t != cfg.None && n.In(t) })
}

// twinForm is porelim.NormalForm without a clause.
func twinForm(s *monitor.Set, e *mip.EdgeSet, form porelim.Name, without clause) *mip.EdgeSet {
	w := newTwin(s, e, form == porelim.Late, without)
	return e.Filter(func(i, j int) bool {
		m, n := e.Nodes[i], e.Nodes[j]
		if w.back {
			m, n = n, m
		}
		return w.keeps(m, n)
	})
}

// twinSafe is porelim.Safe without a clause.
func twinSafe(s *monitor.Set, e *mip.EdgeSet, without clause) *mip.EdgeSet {
	w := newTwin(s, e, false, without)
	bound := func(n tfg.NodeID) bool {
		return n == tfg.I || n == tfg.F || w.boundary(n) || w.hidden(n) && w.has(silentSync)
	}
	// reaches reports whether a τ path leads from n, that way, to what is looked for.
	reaches := func(n tfg.NodeID, way func(tfg.NodeID) []tfg.NodeID, far bool, found func(tfg.NodeID) bool) bool {
		seen := map[tfg.NodeID]bool{}
		var walk func(q tfg.NodeID) bool
		walk = func(q tfg.NodeID) bool {
			for _, r := range way(q) {
				if seen[r] || w.s.Dead.Has(int(r)) {
					continue
				}
				seen[r] = true
				if found(r) || !w.visible(r) && !bound(r) && (far || w.g.Nodes[r].Kind == tfg.Site || w.g.Nodes[r].Kind == tfg.End) && walk(r) {
					return true
				}
			}
			return false
		}
		return walk(n)
	}
	return e.Filter(func(i, j int) bool {
		m, n := e.Nodes[i], e.Nodes[j]
		leaves := !w.locals(m) || reaches(m, w.g.Succ, w.has(overTau), func(q tfg.NodeID) bool {
			end := w.g.Nodes[q].Kind == tfg.End
			return end && w.has(endCounts) || w.meets(q) && (w.visible(q) || w.has(silentSync))
		})
		return leaves && (!w.locals(n) || reaches(n, w.g.Pred, true, bound))
	})
}
