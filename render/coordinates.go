package render

// Orders within rows, and horizontal coordinates, of one column at a time.

import (
	"slices"

	"flavers/render/coordinates"
)

func (l *layered) coordinates() {
	for len(l.up) < len(l.v) {
		l.up, l.down = append(l.up, nil), append(l.down, nil)
	}
	pos := make([]int, len(l.v))
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
		Bent: func(v int) bool { return l.v[v].node < 0 && !l.v[v].joint }, // or a ghost
	}
	for t := range l.inLane {
		rows := l.ordered(t)
		x := g.Place(rows, pos)
		for i, v := range slices.Concat(rows...) {
			l.v[v].x = x[i]
		}
	}
}

// ordered lists a column's vertices by row, each row in the order of a depth
// first search from the top: branches that do not cross are not crossed.
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
