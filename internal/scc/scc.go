// Package scc has compressed adjacency and strongly connected components. The graph 0 -> 1 -> 2 -> 1,
//
//	g := scc.New(3, 3, func(i int) (from, to int32) { return edges[i].from, edges[i].to })
//	comp, count := g.Components() // [1 0 0], 2
//
// has two components. Graphs may have tens of thousands of nodes in a row, so the search keeps its own stack.
package scc

// Graph is a directed graph in compressed form: the edges of node i lead to the nodes to[off[i]:off[i+1]].
type Graph struct{ off, to []int32 }

// Of lists the nodes to which edges lead from node i.
func (c Graph) Of(i int32) []int32 { return c.to[c.off[i]:c.off[i+1]] }

// New builds a graph of n nodes from m edges. edge returns edge i; it is called twice for each. The edges of a node
// keep their order.
func New(n, m int, edge func(i int) (from, to int32)) Graph {
	c := Graph{off: make([]int32, n+1), to: make([]int32, m)}
	for i := range m {
		from, _ := edge(i)
		c.off[from+1]++
	}
	for i := range n {
		c.off[i+1] += c.off[i]
	}
	filled := make([]int32, n) // by node: the number of its edges that are in to
	for i := range m {
		from, to := edge(i)
		c.to[c.off[from]+filled[from]] = to
		filled[from]++
	}
	return c
}

// frame is a node on the path of a traversal, with the index in Graph.to of its next edge.
type frame struct{ node, edge int32 }

// Components returns the number of the strongly connected component of every node, and how many components there are.
// An edge between two components leads to the one with the smaller number.
//
// Source: R. Tarjan, Depth-first search and linear graph algorithms, 1972, with a stack in place of recursion.
func (g Graph) Components() (comp []int32, count int) {
	n := len(g.off) - 1
	comp = make([]int32, n)
	low := make([]int32, n)  // by node: the lowest discovery number known to be reachable; 0 if it is not discovered
	seen := int32(0)         // the number of nodes that were discovered: the last discovery number
	var open []int32         // the nodes without a component, in order of discovery
	var stack []frame        // the path of the traversal
	enter := func(v int32) { // numbers and pushes v
		seen++
		low[v] = seen
		comp[v] = -seen // while open: minus the discovery number
		open = append(open, v)
		stack = append(stack, frame{v, g.off[v]})
	}
	for root := range int32(n) {
		if low[root] != 0 {
			continue
		}
		enter(root)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			v := f.node
			if f.edge < g.off[v+1] {
				w := g.to[f.edge]
				f.edge++
				switch {
				case low[w] == 0:
					enter(w)
				case comp[w] < 0: // still open
					low[v] = min(low[v], -comp[w])
				}
				continue
			}
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				u := stack[len(stack)-1].node
				low[u] = min(low[u], low[v])
			}
			if low[v] == -comp[v] { // v is the first of its component
				for {
					w := open[len(open)-1]
					open = open[:len(open)-1]
					comp[w] = int32(count)
					if w == v {
						break
					}
				}
				count++
			}
		}
	}
	return comp, count
}
