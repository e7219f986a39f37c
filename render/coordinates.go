package render

// This file finds the horizontal coordinates of a layered drawing, one column at a time. In go the vertices of a column
// with their rows and edges. First the vertices of each row are ordered, and then package coordinates places them: so
// that edges are straight where possible, and neighbours in a row keep their distance.

import (
	"slices"

	"flavers/render/coordinates"
)

// coordinates sets the x of all vertices.
func (l *layered) coordinates() {
	// Vertices that were added last may have no edges.
	for len(l.up) < len(l.v) {
		l.up, l.down = append(l.up, nil), append(l.down, nil)
	}
	pos := make([]int, len(l.v)) // scratch of Place
	l.seen = make([]bool, len(l.v))
	g := &coordinates.Graph{Up: l.up, Down: l.down,
		Width: func(v int) float64 { return l.v[v].w },
		Apart: func(u, v int) float64 {
			gap := boxGap
			if l.v[u].node < 0 || l.v[v].node < 0 {
				gap = boxGap / 2
			}
			return (l.v[u].w+l.v[v].w)/2 + gap
		},
		Bent: func(v int) bool { return l.v[v].node < 0 && !l.v[v].joint }, // where a long edge passes a row; or a ghost
	}
	for t := range l.inLane {
		rows := l.ordered(t)
		x := g.Place(rows, pos)
		for i, v := range slices.Concat(rows...) {
			l.v[v].x = x[i]
		}
	}
}

// ordered returns the vertices of column t by row, without empty rows. A row has the order in which a depth-first
// search from the top finds its vertices. So branches of a tree do not cross.
func (l *layered) ordered(t int) [][]int {
	all := l.inLane[t]
	rows := make([][]int, l.rows)
	byRow := slices.Clone(all)
	slices.SortStableFunc(byRow, func(a, b int) int { return l.v[a].row - l.v[b].row })
	for _, root := range byRow {
		stack := []int{root}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if l.seen[v] {
				continue
			}
			l.seen[v] = true
			rows[l.v[v].row] = append(rows[l.v[v].row], v)
			for i := len(l.down[v]) - 1; i >= 0; i-- {
				stack = append(stack, l.down[v][i])
			}
		}
	}
	return slices.DeleteFunc(rows, func(r []int) bool { return len(r) == 0 })
}
