package render

// The order of columns: that of the drawing, unless another brings tasks that
// communicate much closer together.

import "slices"

// columnOrder is the order of columns from left to right. The order of the
// drawing is improved by exchanging neighbours, and kept unless the sum of the
// distances over all communications shrinks by a quarter.
func columnOrder(d *Drawing) []int {
	n := len(d.Columns)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if n > maxImproved {
		return order
	}
	weight := columnWeights(d)
	best, cost := order, distance(order, weight)
	need := cost - cost/4
	for _, try := range [][]int{order, breadthFirst(order, weight)} {
		try = exchange(slices.Clone(try), weight)
		if c := distance(try, weight); c < cost && c <= need {
			best, cost = try, c
		}
	}
	return best
}

// columnWeights counts the joints between every two columns.
func columnWeights(d *Drawing) [][]int {
	w := make([][]int, len(d.Columns))
	for i := range w {
		w[i] = make([]int, len(d.Columns))
	}
	add := func(a, b int) {
		if a != b {
			w[a][b]++
			w[b][a]++
		}
	}
	for i := range d.Nodes {
		if c := d.Nodes[i].Columns; len(c) == 2 {
			add(c[0], c[1])
		}
	}
	for _, e := range d.Edges {
		a, b := d.Nodes[e.From].Columns, d.Nodes[e.To].Columns
		if e.Kind == Meet || e.Kind == Control && len(a) == 1 && len(b) == 1 {
			add(a[0], b[0])
		}
	}
	return w
}

func distance(order []int, w [][]int) int {
	sum := 0
	for i, a := range order {
		for j := i + 1; j < len(order); j++ {
			sum += w[a][order[j]] * (j - i)
		}
	}
	return sum
}

// exchange swaps neighbours while that shortens the distances, a bounded
// number of times over all.
func exchange(order []int, w [][]int) []int {
	for range 2 * len(order) {
		changed := false
		for i := 0; i+1 < len(order); i++ {
			a, b := order[i], order[i+1]
			gain := 0 // of moving a right and b left by one
			for _, c := range order[:i] {
				gain += w[b][c] - w[a][c]
			}
			for _, c := range order[i+2:] {
				gain += w[a][c] - w[b][c]
			}
			if gain > 0 {
				order[i], order[i+1] = b, a
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	return order
}

// breadthFirst orders columns by distance from one with few partners, those
// with fewer partners first (E. Cuthill, J. McKee, 1969).
func breadthFirst(columns []int, w [][]int) []int {
	degree := make([]int, len(columns))
	for a := range w {
		for b := range w[a] {
			if w[a][b] > 0 {
				degree[a]++
			}
		}
	}
	byDegree := slices.Clone(columns)
	slices.SortStableFunc(byDegree, func(a, b int) int { return degree[a] - degree[b] })
	seen := make([]bool, len(columns))
	var out []int
	for _, start := range byDegree {
		if seen[start] {
			continue
		}
		seen[start] = true
		out = append(out, start)
		for at := len(out) - 1; at < len(out); at++ {
			for _, b := range byDegree {
				if !seen[b] && w[out[at]][b] > 0 {
					seen[b] = true
					out = append(out, b)
				}
			}
		}
	}
	return out
}
