package render

// This file makes the matrix. A cable stands for all edges between two columns. With many tasks, or columns in bands,
// cables would cross everything, so they are the cells of a table below the picture instead. The name of a task stands
// on the diagonal, where its row ends and its column begins:
//
//	a
//	3   b         3 edges between a and b
//	.   12  c     12 edges between b and c

import "slices"

// Sizes, in pixels.
const (
	cellMin   = 30.0 // the least width of a cell
	cellTall  = 28.0 // the height of a cell
	matrixTop = 34.0 // the room between the picture and the table
)

// tabled returns the columns that have cables, in their order.
func (p *Placed) tabled() []int {
	has := make([]bool, len(p.Order))
	for i := range p.Cables {
		has[p.Cables[i].A], has[p.Cables[i].B] = true, true
	}
	return slices.DeleteFunc(slices.Clone(p.Order), func(c int) bool { return !has[c] })
}

// matrix places the cells of all cables, and makes the picture large enough for the table.
func (p *Placed) matrix() {
	position := make([]int, len(p.Order)) // by column: its row and column in the table
	tasks := p.tabled()
	for i, c := range tasks {
		position[c] = i
	}
	w := cellMin // all cells are as wide as the widest
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
	// The names on the diagonal may be wider than the cells.
	p.Height = p.Foot + cellTall*float64(len(tasks)) + 6
	for i, c := range tasks {
		p.Width = max(p.Width, w*float64(i)+8+TextWidth(Shorten(p.D.Columns[c], MaxLabel)))
	}
}
