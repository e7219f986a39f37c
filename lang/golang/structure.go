package golang

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// structure writes a graph with loops, branches and labels (Ramsey, Beyond Relooper,
// ICFP 2022): a vertex is written within its immediate dominator; one that several
// lead to comes after a labelled loop that they leave. An edge back to a vertex that does
// not dominate its origin, as goto can make it, is cut and noted.
func (g *graph) structure() []line {
	t := &tree{graph: g, at: map[int]int{}}
	t.number(0, map[int]bool{})
	slices.Reverse(t.order)
	for i, v := range t.order {
		t.at[v] = i
	}
	t.dominators()
	label := fmt.Sprintf("f%d", g.in.ID)
	unwinds := g.x.unwinds(g.in)
	if len(t.order) == 1 && g.v[0].kind == ret && !unwinds {
		return g.v[0].lines
	}
	body := t.tree(0)
	if unwinds {
		body = append(block(g.in.Fn.Pos(), unwindLabel(g.in)+": loop", body), g.x.left(g.in)...)
		body = append(body, line{"break " + label, g.in.Fn.Pos()})
	}
	return block(g.in.Fn.Pos(), label+": loop", body)
}

// tree is a graph with its dominators.
type tree struct {
	*graph
	order  []int       // reverse postorder
	at     map[int]int // position in order
	idom   map[int]int
	childs map[int][]int
	merge  map[int]bool
	head   map[int]bool
}

func (t *tree) number(v int, seen map[int]bool) {
	seen[v] = true
	for _, s := range t.v[v].succ {
		if !seen[s] {
			t.number(s, seen)
		}
	}
	t.order = append(t.order, v)
}

// dominators computes immediate dominators (Cooper, Harvey and Kennedy 2001), loop heads
// and merges.
func (t *tree) dominators() {
	preds := map[int][]int{}
	for _, v := range t.order {
		for _, s := range t.v[v].succ {
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

func (t *tree) dominates(v, w int) bool {
	for w != v && w != 0 {
		w = t.idom[w]
	}
	return w == v
}

func (t *tree) label(v int, what string) string { return fmt.Sprintf("f%d_%s%d", t.in.ID, what, v) }

// tree writes a vertex and what it dominates.
func (t *tree) tree(v int) []line {
	var later []int
	for _, c := range t.childs[v] {
		if t.merge[c] {
			later = append(later, c)
		}
	}
	slices.SortFunc(later, func(a, b int) int { return t.at[b] - t.at[a] })
	inner := t.within(v, later)
	if !t.head[v] {
		return inner
	}
	pos := t.v[v].pos
	return append(append([]line{{t.label(v, "again") + ": loop {", pos}}, inner...), line{"}", pos})
}

func (t *tree) within(v int, later []int) []line {
	if len(later) == 0 {
		return t.vertex(v)
	}
	y := later[0]
	pos := t.v[y].pos
	out := []line{{t.label(y, "to") + ": loop {", pos}}
	out = append(out, t.within(v, later[1:])...)
	out = append(out, line{"}", pos})
	return append(out, t.tree(y)...)
}

func (t *tree) vertex(v int) []line {
	n := &t.v[v]
	out := slices.Clone(n.lines)
	switch n.kind {
	case jump:
		return append(out, t.branch(v, n.succ[0])...)
	case test:
		out = append(out, line{"if " + n.cond + " {", n.pos})
		out = append(out, t.branch(v, n.succ[0])...)
		out = append(out, line{"} else {", n.pos})
		out = append(out, t.branch(v, n.succ[1])...)
		return append(out, line{"}", n.pos})
	case choice:
		for i, s := range n.succ {
			word := "choose {"
			if i > 0 {
				word = "} or {"
			}
			out = append(out, line{word, n.pos})
			out = append(out, t.branch(v, s)...)
		}
		return append(out, line{"}", n.pos})
	case pick:
		out = append(out, line{"select {", n.pos})
		for i, s := range n.succ {
			at := n.at[i]
			if word := "case "; strings.HasPrefix(n.arms[i], word) {
				at -= token.Pos(len(word)) // the communication comes after the word, as in Go
			}
			out = append(out, line{n.arms[i], at})
			out = append(out, t.branch(v, s)...)
		}
		return append(out, line{"}", n.pos})
	case ret:
		return append(out, line{fmt.Sprintf("break f%d", t.in.ID), n.pos})
	}
	return append(out, line{"await false", n.pos})
}

func (t *tree) branch(from, to int) []line {
	pos := t.v[from].pos
	switch {
	case t.at[to] <= t.at[from] && t.dominates(to, from):
		return []line{{"continue " + t.label(to, "again"), pos}}
	case t.at[to] <= t.at[from]:
		t.x.w.Note(jumpIntoLoop, pos, "a jump into a loop: it is not followed")
		return []line{{"await false", pos}}
	case t.merge[to]:
		return []line{{"break " + t.label(to, "to"), pos}}
	}
	return t.tree(to)
}
