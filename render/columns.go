package render

// The order of columns: that of the drawing, unless another brings tasks that
// communicate much closer together.

import "flavers/render/arrange"

// columnOrder returns the order of columns from left to right; that of the drawing if there
// are too many to look for another.
func columnOrder(d *Drawing) []int {
	if len(d.Columns) > maxImproved {
		order := make([]int, len(d.Columns))
		for i := range order {
			order[i] = i
		}
		return order
	}
	return arrange.Order(columnWeights(d))
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
