package write

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// Structure writes a graph as statements of the task language, with loops, branches and labels (Ramsey, Beyond
// Relooper, ICFP 2022). A vertex is written within its immediate dominator. A vertex to which several others lead (a
// merge) comes after a labelled loop, which the others leave by a break. A head of a loop begins a loop with a label:
//
//	f1_to3: loop {                 // 3 is a merge
//	    if c {
//	        lock mu
//	        break f1_to3
//	    } else { break f1_to3 }
//	}
//	unlock mu                      // vertex 3
//
// An edge back to a vertex that does not dominate its origin, as goto can make one, is cut, and g.Jump is called.
func (g *Graph) Structure() []Line {
	t := &tree{Graph: g, at: map[int]int{}}
	t.number(0, map[int]bool{})
	slices.Reverse(t.order)
	for i, v := range t.order {
		t.at[v] = i
	}
	t.dominators()
	label := fmt.Sprintf("f%d", g.ID)
	if len(t.order) == 1 && g.V[0].Kind == Ret && !g.Unwinds {
		return g.V[0].Lines
	}
	t.tree(0)
	body := t.lines
	if g.Unwinds {
		body = append(Block(g.Pos, Unwind(g.ID)+": loop", body), g.Left...)
		body = append(body, Line{"break " + label, g.Pos})
	}
	return Block(g.Pos, label+": loop", body)
}

// tree is a graph with its dominator tree. All maps are by vertex.
type tree struct {
	*Graph
	order  []int         // reverse postorder
	at     map[int]int   // the position in order
	idom   map[int]int   // the immediate dominator
	childs map[int][]int // the vertices that it dominates immediately
	merge  map[int]bool  // several edges from vertices before it in order lead to it
	head   map[int]bool  // it is the head of a loop: an edge from a vertex that it dominates leads to it
	lines  []Line        // what is written so far
}

// number appends the vertices that can be reached from v to t.order, in postorder.
func (t *tree) number(v int, seen map[int]bool) {
	seen[v] = true
	for _, s := range t.V[v].Succ {
		if !seen[s] {
			t.number(s, seen)
		}
	}
	t.order = append(t.order, v)
}

// dominators computes immediate dominators (Cooper, Harvey and Kennedy 2001), loop heads and merges.
func (t *tree) dominators() {
	preds := map[int][]int{}
	for _, v := range t.order {
		for _, s := range t.V[v].Succ {
			preds[s] = append(preds[s], v)
		}
	}
	t.idom = map[int]int{0: 0}
	for changed := true; changed; {
		changed = false
		for _, v := range t.order[1:] {
			best := -1
			for _, p := range preds[v] {
				if _, ok := t.idom[p]; !ok {
					continue
				}
				if best < 0 {
					best = p
					continue
				}
				for a, b := best, p; ; {
					if a == b {
						best = a
						break
					}
					if t.at[a] > t.at[b] {
						a = t.idom[a]
					} else {
						b = t.idom[b]
					}
				}
			}
			if old, ok := t.idom[v]; !ok || old != best {
				t.idom[v] = best
				changed = true
			}
		}
	}
	t.childs, t.merge, t.head = map[int][]int{}, map[int]bool{}, map[int]bool{}
	for _, v := range t.order {
		forward := 0
		for _, p := range preds[v] {
			switch {
			case t.at[p] < t.at[v]:
				forward++
			case t.dominates(v, p):
				t.head[v] = true
			}
		}
		t.merge[v] = forward > 1
		if v != 0 {
			t.childs[t.idom[v]] = append(t.childs[t.idom[v]], v)
		}
	}
}

// dominates reports whether v dominates w.
func (t *tree) dominates(v, w int) bool {
	for w != v && w != 0 {
		w = t.idom[w]
	}
	return w == v
}

// label returns the label of a vertex: "f1_again2" to repeat the loop with head 2, "f1_to3" to come to merge 3.
func (t *tree) label(v int, what string) string { return fmt.Sprintf("f%d_%s%d", t.ID, what, v) }

// put writes a line.
func (t *tree) put(text string, pos token.Pos) { t.lines = append(t.lines, Line{text, pos}) }

// tree writes a vertex and all that it dominates.
func (t *tree) tree(v int) {
	var later []int
	for _, c := range t.childs[v] {
		if t.merge[c] {
			later = append(later, c)
		}
	}
	slices.SortFunc(later, func(a, b int) int { return t.at[b] - t.at[a] })
	if !t.head[v] {
		t.within(v, later)
		return
	}
	pos := t.V[v].Pos
	t.put(t.label(v, "again")+": loop {", pos)
	t.within(v, later)
	t.put("}", pos)
}

// within writes a vertex, and then the merges that it dominates immediately, the innermost first. Each merge comes
// after a loop with its label around what leads to it.
func (t *tree) within(v int, later []int) {
	if len(later) == 0 {
		t.vertex(v)
		return
	}
	y := later[0]
	pos := t.V[y].Pos
	t.put(t.label(y, "to")+": loop {", pos)
	t.within(v, later[1:])
	t.put("}", pos)
	t.tree(y)
}

// vertex writes the lines of a vertex and its ending.
func (t *tree) vertex(v int) {
	n := &t.V[v]
	t.lines = append(t.lines, n.Lines...)
	switch n.Kind {
	case Jump:
		t.branch(v, n.Succ[0])
	case Test:
		t.put("if "+n.Cond+" {", n.Pos)
		t.branch(v, n.Succ[0])
		t.put("} else {", n.Pos)
		t.branch(v, n.Succ[1])
		t.put("}", n.Pos)
	case Choice:
		for i, s := range n.Succ {
			word := "choose {"
			if i > 0 {
				word = "} or {"
			}
			t.put(word, n.Pos)
			t.branch(v, s)
		}
		t.put("}", n.Pos)
	case Pick:
		t.put("select {", n.Pos)
		for i, s := range n.Succ {
			at := n.At[i]
			if word := "case "; strings.HasPrefix(n.Arms[i], word) {
				at -= token.Pos(len(word)) // the communication comes after the word, as in Go
			}
			t.put(n.Arms[i], at)
			t.branch(v, s)
		}
		t.put("}", n.Pos)
	case Ret:
		t.put(fmt.Sprintf("break f%d", t.ID), n.Pos)
	case Stop:
		t.put("stop", n.Pos)
	default:
		t.put("await false", n.Pos)
	}
}

// branch writes how control goes from one vertex to another: a continue to a loop around it, a break to a merge, or
// the other vertex itself.
func (t *tree) branch(from, to int) {
	pos := t.V[from].Pos
	switch {
	case t.at[to] <= t.at[from] && t.dominates(to, from):
		t.put("continue "+t.label(to, "again"), pos)
	case t.at[to] <= t.at[from]:
		t.Jump(pos)
		t.put("await false", pos)
	case t.merge[to]:
		t.put("break "+t.label(to, "to"), pos)
	default:
		t.tree(to)
	}
}
