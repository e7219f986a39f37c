package render

// The matrix: with many tasks, or columns in bands, cables are the cells of a
// table below the picture. The name of a task ends its row and heads its column,
// on the diagonal.

import "slices"

const (
	cellMin   = 30.0
	cellTall  = 28.0
	matrixTop = 34.0
)

// tabled lists the columns that have cables, in their order.
func (p *Placed) tabled() []int {
	has := make([]bool, len(p.Order))
	for i := range p.Cables {
		has[p.Cables[i].A], has[p.Cables[i].B] = true, true
	}
	return slices.DeleteFunc(slices.Clone(p.Order), func(c int) bool { return !has[c] })
}

// matrix gives cables their cells.
func (p *Placed) matrix() {
	position := make([]int, len(p.Order))
	tasks := p.tabled()
	for i, c := range tasks {
		position[c] = i
	}
	w := cellMin
	for i := range p.Cables {
		w = max(w, p.Cables[i].tag().width()+4)
	}
	p.Foot = p.Height + matrixTop
	p.Cell = Pt{w, cellTall}
	for i := range p.Cables {
		c := &p.Cables[i]
		row, column := position[c.B], position[c.A]
		c.Cell = Box{w * (float64(column) + 0.5), p.Foot + cellTall*(float64(row)+0.5), w, cellTall}
	}
	p.Height = p.Foot + cellTall*float64(len(tasks)) + 6
	for i, c := range tasks {
		p.Width = max(p.Width, w*float64(i)+8+TextWidth(Shorten(p.D.Columns[c], MaxLabel)))
	}
}
