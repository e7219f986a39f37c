package porelim_test

import (
	"fmt"
	"math/bits"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/mip"
	"flavers/tfg"
)

// The definition that elimination is judged by, on programs so small that all
// their runs can be listed (docs/theory.md, section 4): every class of runs,
// trimmed to what its last visible step needs, or complete, must have a member
// that uses control paths and kept edges alone.

// step is a step of a run of the relaxed program.
type step struct {
	node   tfg.NodeID
	letter int    // index among the letters of the node
	before uint32 // the earlier steps of the run that are ≤ this one, itself included
}

// classes lists the runs of a problem by class.
type classes struct {
	s        *monitor.Set
	e        *mip.EdgeSet
	bits     map[[2]int32]int // MIP edges, by places in e.Nodes: bit
	control  map[[2]tfg.NodeID]bool
	byClass  map[string][]uint64 // the sets of MIP edges that members use
	size     map[string]int      // steps of the class, silent ones included
	tooMany  bool
	notEdges []string // neighbours without a control path or an edge: Lemma 2 is wrong

	longest int // steps of a run
	pos     []cfg.PointID
	states  []int32
	run     []step
}

const notStarted = cfg.PointID(-1)

// classesOf lists all runs of at most longest steps.
func classesOf(s *monitor.Set, e *mip.EdgeSet, longest int) *classes {
	p := s.G.P
	c := &classes{s: s, e: e, longest: min(longest, 31), bits: map[[2]int32]int{}, control: map[[2]tfg.NodeID]bool{},
		byClass: map[string][]uint64{}, size: map[string]int{}, pos: make([]cfg.PointID, len(p.Tasks))}
	for i := range e.Nodes {
		for j := range e.M.Row(i).All {
			c.bits[[2]int32{int32(i), int32(j)}] = len(c.bits)
		}
	}
	c.tooMany = len(c.bits) > 64
	for i := range s.G.Nodes {
		c.closure(tfg.NodeID(i))
	}
	for t := range p.Tasks {
		c.pos[t] = notStarted
		if p.Tasks[t].Static() {
			c.pos[t] = p.Tasks[t].Start
		}
	}
	for _, m := range s.Monitors {
		c.states = append(c.states, m.Start)
	}
	if !c.tooMany {
		c.record(false)
		c.explore()
	}
	return c
}

// closure notes the visible nodes, and F, that tau paths lead to from n.
func (c *classes) closure(n tfg.NodeID) {
	seen := map[tfg.NodeID]bool{}
	var walk func(q tfg.NodeID)
	walk = func(q tfg.NodeID) {
		for _, r := range c.s.G.Succ(q) {
			if seen[r] || c.s.Dead.Has(int(r)) {
				continue
			}
			seen[r] = true
			if c.s.Visible.Has(int(r)) || r == tfg.F {
				c.control[[2]tfg.NodeID{n, r}] = true
			} else {
				walk(r)
			}
		}
	}
	walk(n)
}

// explore extends the run by every step that the relaxed program allows.
func (c *classes) explore() {
	if len(c.run) == c.longest || c.tooMany {
		return
	}
	g := c.s.G
	p := g.P
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Action == cfg.None || c.s.Dead.Has(i) {
			continue
		}
		a := p.Actions[n.Action]
		sides := []cfg.NodeID{a.A}
		if a.Joint() {
			sides = append(sides, a.B)
		}
		if slices.ContainsFunc(sides, func(k cfg.NodeID) bool {
			return c.pos[p.Nodes[k].Task] != p.Nodes[k].Point
		}) {
			continue
		}
		switch op := p.Nodes[a.A].Op.(type) {
		case cfg.Spawn: // any instance that is not started
			for _, w := range p.Families[op.Family].Tasks {
				if c.pos[w] == notStarted {
					c.pos[w] = p.Tasks[w].Start
					c.take(n, sides, cfg.None)
					c.pos[w] = notStarted
				}
			}
		case cfg.Join: // any instance that has ended
			for _, w := range p.Families[op.Family].Tasks {
				if c.pos[w] == p.Tasks[w].End && w != n.Tasks[0] {
					c.take(n, sides, w)
				}
			}
		default:
			c.take(n, sides, cfg.None)
		}
	}
}

// take takes a step by each of its letters; a node without letters is silent.
func (c *classes) take(n *tfg.Node, sides []cfg.NodeID, joined cfg.TaskID) {
	p := c.s.G.P
	for _, k := range sides {
		c.pos[p.Nodes[k].Task] = p.Nodes[k].Next
	}
	of := c.s.Of(n.ID)
	for l := range max(1, len(of)) {
		old := slices.Clone(c.states)
		ok := true
		if len(of) > 0 {
			for _, mv := range of[l].Moves {
				to := mv.To[c.states[mv.Monitor]]
				ok = ok && to >= 0
				c.states[mv.Monitor] = to
			}
		}
		if ok {
			c.run = append(c.run, step{node: n.ID, letter: l, before: c.needs(n, joined)})
			failed := len(of) > 0 && of[l].Err != nil
			c.record(failed)
			if !failed { // nothing follows in a path
				c.explore()
			}
			c.run = c.run[:len(c.run)-1]
		}
		copy(c.states, old)
	}
	for _, k := range sides {
		c.pos[p.Nodes[k].Task] = p.Nodes[k].Point
	}
}

// needs is the set of steps ≤ the next one, at node n.
func (c *classes) needs(n *tfg.Node, joined cfg.TaskID) uint32 {
	g := c.s.G
	out := uint32(1) << len(c.run)
	for _, st := range c.run {
		m := &g.Nodes[st.node]
		related := shareTask(m, n) || joined != cfg.None && m.In(joined)
		for _, react := range c.s.React {
			related = related || react.Has(int(st.node)) && react.Has(int(n.ID))
		}
		if m.Kind == tfg.Local && !related {
			if op, ok := g.P.Nodes[m.Site].Op.(cfg.Spawn); ok { // with one instance a family: it started that
				tasks := g.P.Families[op.Family].Tasks
				related = slices.Contains(tasks, n.Tasks[0]) || slices.Contains(tasks, n.Tasks[1]) || joined != cfg.None && slices.Contains(tasks, joined)
			}
		}
		if related {
			out |= st.before
		}
	}
	return out
}

// record notes the run under its class.
func (c *classes) record(failed bool) {
	g := c.s.G
	var mask uint64
	last := tfg.I
	for _, st := range c.run {
		if !c.s.Visible.Has(int(st.node)) {
			continue
		}
		if !c.control[[2]tfg.NodeID{last, st.node}] {
			bit, ok := c.bits[[2]int32{at(c.e, last), at(c.e, st.node)}]
			if !ok {
				c.notEdges = append(c.notEdges, fmt.Sprintf("%s -> %s", g.NodeString(last), g.NodeString(st.node)))
			}
			mask |= 1 << bit
		}
		last = st.node
	}
	if k := len(c.run) - 1; k >= 0 && c.s.Visible.Has(int(c.run[k].node)) {
		c.note("", c.run[k].before, mask)
	}
	for t := range g.P.Tasks {
		q := c.pos[t]
		if failed || q != notStarted && q != g.P.Tasks[t].End && !g.P.Points[q].Idle {
			return
		}
	}
	if !c.control[[2]tfg.NodeID{last, tfg.F}] {
		c.notEdges = append(c.notEdges, g.NodeString(last)+" -> F")
	}
	c.note("complete ", 1<<len(c.run)-1, mask)
}

func at(e *mip.EdgeSet, n tfg.NodeID) int32 {
	if n == tfg.I {
		return -1
	}
	return e.Index[n]
}

// note files a set of edges under the class of the given steps, named by its
// lexicographically least order.
func (c *classes) note(name string, steps uint32, mask uint64) {
	id := []byte(name)
	size := bits.OnesCount32(steps)
	for left := steps; left != 0; {
		best := -1
		for i, st := range c.run {
			if left>>i&1 == 1 && st.before&left == 1<<i && (best < 0 || st.node < c.run[best].node) {
				best = i
			}
		}
		left &^= 1 << best
		id = append(id, byte(c.run[best].node), byte(c.run[best].letter))
	}
	key := string(id)
	old := c.byClass[key]
	if slices.ContainsFunc(old, func(o uint64) bool { return o&^mask == 0 }) {
		return
	}
	old = slices.DeleteFunc(old, func(o uint64) bool { return mask&^o == 0 })
	c.byClass[key] = append(old, mask)
	c.size[key] = size
}

// mask is a set of edges as bits.
func (c *classes) mask(e *mip.EdgeSet) uint64 {
	var out uint64
	for k, bit := range c.bits {
		if e.M.Has(int(k[0]), int(k[1])) {
			out |= 1 << bit
		}
	}
	return out
}

// loses names a class of at most size steps none of whose members uses kept
// edges alone, or "".
func (c *classes) loses(kept *mip.EdgeSet, size int) string {
	have := c.mask(kept)
	for key, masks := range c.byClass {
		if c.size[key] <= size && !slices.ContainsFunc(masks, func(m uint64) bool { return m&^have == 0 }) {
			return c.name(key)
		}
	}
	return ""
}

func (c *classes) name(key string) string {
	out := ""
	if len(key) > 9 && key[:9] == "complete " {
		out, key = "complete: ", key[9:]
	}
	for i := 0; i+1 < len(key); i += 2 {
		out += c.s.G.NodeString(tfg.NodeID(key[i])) + "; "
	}
	return out
}

// fewest is the least number of edges that lose no class.
func (c *classes) fewest() int {
	var classes [][]uint64
	for _, masks := range c.byClass {
		if !slices.Contains(masks, 0) {
			slices.Sort(masks)
			classes = append(classes, masks)
		}
	}
	slices.SortFunc(classes, func(a, b []uint64) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	best := len(c.bits)
	var choose func(have uint64)
	choose = func(have uint64) {
		if bits.OnesCount64(have) >= best {
			return
		}
		for _, masks := range classes {
			if slices.ContainsFunc(masks, func(m uint64) bool { return m&^have == 0 }) {
				continue
			}
			for _, m := range masks {
				choose(have | m)
			}
			return
		}
		best = bits.OnesCount64(have)
	}
	choose(0)
	return best
}
