package render

// Rows: which arcs lead back, and how far down each vertex stands.

// backArcs marks the arcs that lead back: first those of the loops of each
// column, so that equal tasks look equal, then those that close a cycle over
// several columns.
func (l *layered) backArcs() {
	state := make([]uint8, len(l.v))
	lanes := make([][]int, len(l.order))
	for v := range l.v {
		for _, t := range l.v[v].lanes {
			lanes[t] = append(lanes[t], v)
		}
	}
	var free []int
	for v := range l.v {
		if len(l.v[v].lanes) == 0 {
			free = append(free, v)
		}
	}
	for t, all := range lanes {
		for _, v := range free {
			state[v] = 0
		}
		for _, v := range all {
			state[v] = 0
		}
		for _, v := range free {
			l.search(v, state, func(a *arc) bool { return a.lane == t })
		}
		entered := make(map[int]bool) // looked up only: vertices some arc of the column leads to
		for _, v := range all {
			for _, i := range l.out[v] {
				if a := &l.arcs[i]; a.lane == t && a.to != v {
					entered[a.to] = true
				}
			}
		}
		for _, first := range []bool{true, false} {
			for _, v := range all {
				if first != entered[v] {
					l.search(v, state, func(a *arc) bool { return a.lane == t })
				}
			}
		}
	}
	clear(state)
	for v := range l.v {
		l.search(v, state, func(a *arc) bool { return !a.back })
	}
}

// search walks depth first from v along the arcs that follow accepts and marks
// those that lead to a vertex on the way. state: 0 new, 1 on the way, 2 done.
func (l *layered) search(v int, state []uint8, follow func(*arc) bool) {
	if state[v] != 0 {
		return
	}
	type frame struct{ v, next int }
	stack := []frame{{v, 0}}
	state[v] = 1
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == len(l.out[f.v]) {
			state[f.v] = 2
			stack = stack[:len(stack)-1]
			continue
		}
		a := &l.arcs[l.out[f.v][f.next]]
		f.next++
		if !follow(a) {
			continue
		}
		switch state[a.to] {
		case 0:
			state[a.to] = 1
			stack = append(stack, frame{a.to, 0})
		case 1:
			a.back = true
		}
	}
}

// rank puts every vertex as high as its predecessors allow, the ends of tasks
// into the last row but F's, and leaves no row empty.
func (l *layered) rank() {
	waiting := make([]int, len(l.v))
	for i := range l.arcs {
		if a := &l.arcs[i]; !a.back {
			waiting[a.to]++
		}
	}
	var queue []int
	for v := range l.v {
		if waiting[v] == 0 {
			queue = append(queue, v)
		}
	}
	last := 0
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		last = max(last, l.v[v].row)
		for _, i := range l.out[v] {
			a := &l.arcs[i]
			if a.back {
				continue
			}
			l.v[a.to].row = max(l.v[a.to].row, l.v[v].row+1)
			if waiting[a.to]--; waiting[a.to] == 0 {
				queue = append(queue, a.to)
			}
		}
	}
	if rows, local := l.localRows(); 2*last > 3*local+12 {
		last = l.apart(rows)
	}
	final := false
	for i := range l.v {
		final = final || l.v[i].node >= 0 && l.d.Nodes[l.v[i].node].Class == Final
	}
	for i := range l.v {
		v := &l.v[i]
		if v.node < 0 {
			continue
		}
		switch l.d.Nodes[v.node].Class {
		case Final:
			v.row = last
		case End:
			if !l.leadsOn(i) {
				v.row = last
				if final {
					v.row = max(0, v.row-1)
				}
			}
		}
	}
	// Vertices without a column stand in the middle, where columns may be: they
	// get rows of their own, above the others of their level.
	for i := range l.v {
		v := &l.v[i]
		v.row, v.rows[0], v.rows[1] = 2*v.row, 2*v.rows[0]+1, 2*v.rows[1]+1
		if len(v.lanes) > 0 {
			v.row++
		}
	}
	used := make([]int, 2*last+2)
	for i := range l.v {
		used[l.v[i].row] = 1
		if l.v[i].apart {
			used[l.v[i].rows[0]], used[l.v[i].rows[1]] = 1, 1
		}
	}
	for r := range used {
		if used[r] == 1 {
			used[r] = l.rows
			l.rows++
		}
	}
	for i := range l.v {
		v := &l.v[i]
		v.row = used[v.row]
		if v.apart {
			v.rows = [2]int{used[v.rows[0]], used[v.rows[1]]}
		}
	}
}

// localRows ranks each column on its own, a few times: after the first columns
// are shifted so that communications of which their two columns nearly agree where
// they stand stand there in both. rows is by vertex and, of a communication,
// its first or second column; last is the last row.
func (l *layered) localRows() (rows [][2]int, last int) {
	which := func(v, lane int) int {
		if s := l.v[v].lanes; len(s) == 2 && s[1] == lane {
			return 1
		}
		return 0
	}
	rows = make([][2]int, len(l.v))
	pass := func() {
		waiting := make([][2]int, len(l.v))
		for i := range l.arcs {
			if a := &l.arcs[i]; !a.back && a.lane >= 0 {
				waiting[a.to][which(a.to, a.lane)]++
			}
		}
		var queue [][2]int
		for v := range waiting {
			for k := range 2 {
				if waiting[v][k] == 0 {
					queue = append(queue, [2]int{v, k})
				}
			}
		}
		for len(queue) > 0 {
			v, k := queue[0][0], queue[0][1]
			queue = queue[1:]
			last = max(last, rows[v][k])
			for _, i := range l.out[v] {
				a := &l.arcs[i]
				if a.back || a.lane < 0 || which(v, a.lane) != k {
					continue
				}
				q := which(a.to, a.lane)
				rows[a.to][q] = max(rows[a.to][q], rows[v][k]+1)
				if waiting[a.to][q]--; waiting[a.to][q] == 0 {
					queue = append(queue, [2]int{a.to, q})
				}
			}
		}
	}
	pass()
	near := max(6, last/2)
	for range 3 {
		for v := range rows {
			if r := &rows[v]; len(l.v[v].lanes) == 2 && max(r[0]-r[1], r[1]-r[0]) <= near {
				r[0] = max(r[0], r[1])
				r[1] = r[0]
			}
		}
		pass()
	}
	return rows, last
}

// apart gives every column the rows of its own. Where tasks pass something on
// from one to the next, one order for all of them would be a staircase; so a
// communication may stand at different heights in its two columns, and is then
// shown in both. It returns the last row.
func (l *layered) apart(rows [][2]int) int {
	last := 0
	for i := range l.v {
		v := &l.v[i]
		v.row = rows[i][0]
		if len(v.lanes) == 2 {
			v.rows, v.apart = rows[i], rows[i][0] != rows[i][1]
		}
		last = max(last, rows[i][0], rows[i][1])
	}
	return last
}

// leadsOn reports whether a vertex has an arc down to something else than F.
func (l *layered) leadsOn(v int) bool {
	for _, i := range l.out[v] {
		a := &l.arcs[i]
		if !a.back && !(l.v[a.to].node >= 0 && l.d.Nodes[l.v[a.to].node].Class == Final) {
			return true
		}
	}
	return false
}

// split leads arcs beside the column that lead back or far, bends the others
// at every row, and puts communications into the gaps between columns, with a
// ghost in both columns that keeps their place.
func (l *layered) split() {
	l.inLane = make([][]int, len(l.order))
	l.gutter = make([][][]int, len(l.order))
	rowOf := make([]map[int]int, len(l.order)) // by gap: row to index; looked up only
	for t := range rowOf {
		rowOf[t] = map[int]int{}
	}
	nodes := len(l.v)
	freeRow := map[int]int{} // looked up only
	for i := range nodes {
		v := &l.v[i]
		switch {
		case v.gone:
		case v.alias && v.gutter >= 0:
			l.inGutter(i, rowOf)
			g := l.bend(v.lanes[0], v.row)
			l.v[i].ghosts[0] = g
		case len(v.lanes) == 0:
			at, ok := freeRow[v.row]
			if !ok {
				at = len(l.free)
				freeRow[v.row] = at
				l.free = append(l.free, nil)
			}
			l.free[at] = append(l.free[at], i)
		case len(v.lanes) == 1:
			l.inLane[v.lanes[0]] = append(l.inLane[v.lanes[0]], i)
		case len(v.lanes) == 2:
			l.inGutter(i, rowOf)
			row, lanes, near := v.row, v.lanes, [2]bool{l.near(v.gutter, v.lanes[0]), l.near(v.gutter, v.lanes[1])}
			if v.apart {
				near[1-l.home(v)] = false
			}
			for k, t := range lanes {
				if near[k] {
					g := l.bend(t, row)
					l.v[i].ghosts[k] = g
				}
			}
		}
	}
	l.up, l.down = make([][]int, len(l.v)), make([][]int, len(l.v))
	for i := range l.arcs {
		a := &l.arcs[i]
		from, to := l.v[a.from].row, l.v[a.to].row
		if a.back || to <= from || to-from > maxSpan {
			a.channel = true
			continue
		}
		lane := a.lane
		if lane < 0 && len(l.v[a.to].lanes) > 0 {
			lane = l.v[a.to].lanes[0]
		} else if lane < 0 && len(l.v[a.from].lanes) > 0 {
			lane = l.v[a.from].lanes[0]
		}
		prev := l.standIn(a.from, lane)
		if lane >= 0 {
			for r := from + 1; r < to; r++ {
				b := l.bend(lane, r)
				a.chain = append(a.chain, b)
				l.neighbours(prev, b)
				prev = b
			}
		}
		l.neighbours(prev, l.standIn(a.to, lane))
	}
}

// inGutter puts a vertex into its gap.
func (l *layered) inGutter(i int, rowOf []map[int]int) {
	v := &l.v[i]
	at, ok := rowOf[v.gutter][v.row]
	if !ok {
		at = len(l.gutter[v.gutter])
		rowOf[v.gutter][v.row] = at
		l.gutter[v.gutter] = append(l.gutter[v.gutter], nil)
	}
	l.gutter[v.gutter][at] = append(l.gutter[v.gutter][at], i)
}

// bend adds a bend to a column.
func (l *layered) bend(lane, row int) int {
	b := len(l.v)
	l.v = append(l.v, vertex{node: -1, lanes: []int{lane}, row: row, w: 6, gutter: -1})
	l.inLane[lane] = append(l.inLane[lane], b)
	return b
}

// standIn returns what stands for v in a column: itself, its ghost, or -1.
func (l *layered) standIn(v, lane int) int {
	s := l.v[v].lanes
	switch {
	case l.v[v].alias && l.v[v].gutter >= 0:
		return l.v[v].ghosts[0]
	case len(s) == 1 && s[0] == lane:
		return v
	case len(s) == 2 && s[0] == lane:
		return l.v[v].ghosts[0]
	case len(s) == 2 && s[1] == lane:
		return l.v[v].ghosts[1]
	}
	return -1
}

// neighbours joins vertices of adjacent rows of a column.
func (l *layered) neighbours(a, b int) {
	if a < 0 || b < 0 {
		return
	}
	for len(l.up) < len(l.v) {
		l.up, l.down = append(l.up, nil), append(l.down, nil)
	}
	l.down[a] = append(l.down[a], b)
	l.up[b] = append(l.up[b], a)
}
