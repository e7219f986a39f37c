package render

import (
	"fmt"
	"math/rand/v2"
)

// randomDrawing makes a drawing as programs give them: tasks of sequences,
// branches and loops whose sites are joined by communications, with MIP edges
// between tasks.
func randomDrawing(r *rand.Rand, tasks, size int) *Drawing {
	d := &Drawing{Title: fmt.Sprintf("random, %d tasks", tasks), Rules: []string{"removed by a", "removed by b"}}
	d.Nodes = append(d.Nodes, Node{ID: "n0", Label: "I", Class: Initial}, Node{ID: "n1", Label: "F", Class: Final})
	add := func(n Node) int {
		n.ID = fmt.Sprintf("n%d", len(d.Nodes))
		n.Title = n.Label
		d.Nodes = append(d.Nodes, n)
		return len(d.Nodes) - 1
	}
	edge := func(a, b int) { d.Edges = append(d.Edges, Edge{From: a, To: b}) }
	sites := make([][]int, tasks)
	var steps []int
	for t := range tasks {
		d.Columns = append(d.Columns, fmt.Sprintf("task[%d]", t))
		// part extends the ends of what is there and returns the new ends.
		var part func(ends []int, size int) []int
		step := func(ends []int) []int {
			n := Node{Label: fmt.Sprintf("step %d", len(d.Nodes)), Class: []Class{Tau, Local, Global}[r.IntN(3)], Columns: []int{t}, Marked: r.IntN(4) == 0}
			if r.IntN(5) == 0 {
				n.Class, n.Label = Site, "call x"
			}
			k := add(n)
			if n.Class == Site {
				sites[t] = append(sites[t], k)
			} else {
				steps = append(steps, k)
			}
			for _, e := range ends {
				edge(e, k)
			}
			return []int{k}
		}
		part = func(ends []int, size int) []int {
			for size > 0 {
				switch r.IntN(6) {
				case 0:
					if size >= 4 {
						n := 1 + r.IntN(size/2)
						ends = append(part(step(ends), n), part(step(ends), n)...)
						size -= 2*n + 2
						continue
					}
					fallthrough
				case 1:
					if size >= 4 {
						n := 1 + r.IntN(size/2)
						head := step(ends)
						for _, e := range part(head, n) {
							edge(e, head[0])
						}
						ends = head
						size -= n + 1
						continue
					}
					fallthrough
				default:
					ends = step(ends)
					size--
				}
			}
			return ends
		}
		ends := part([]int{0}, max(1, size/tasks))
		end := add(Node{Label: "end", Class: End, Columns: []int{t}})
		for _, e := range ends {
			edge(e, end)
		}
		edge(end, 1)
	}
	for a := range tasks {
		for _, s := range sites[a] {
			b := r.IntN(tasks)
			if b == a || len(sites[b]) == 0 {
				continue
			}
			q := sites[b][r.IntN(len(sites[b]))]
			c := add(Node{Label: "x", Class: Communication, Columns: []int{min(a, b), max(a, b)}})
			for _, from := range []int{s, q} {
				edge(from, c)
				for _, e := range d.Edges {
					if e.From == from && e.To != c && d.Nodes[e.To].Class != Communication {
						edge(c, e.To)
					}
				}
			}
		}
	}
	d.Edges = distinct(d.Edges)
	for range len(steps) {
		if len(steps) < 2 {
			break
		}
		a, b := steps[r.IntN(len(steps))], steps[r.IntN(len(steps))]
		if d.Nodes[a].Columns[0] == d.Nodes[b].Columns[0] {
			continue
		}
		e := Edge{From: a, To: b, Kind: MIP, Both: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			e.Kind, e.Rule = Removed, r.IntN(2)
		}
		d.Edges = append(d.Edges, e)
	}
	return d
}

// distinct drops repeated edges, the first of each stays.
func distinct(edges []Edge) []Edge {
	seen := map[[2]int]bool{}
	var out []Edge
	for _, e := range edges {
		if k := [2]int{e.From, e.To}; !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}
