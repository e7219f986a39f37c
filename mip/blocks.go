package mip

import "flavers/bitset"

// lane is the words of one row in one block of columns: a cache line.
type lane = [laneWords]uint64

const (
	laneWords = 8
	laneCols  = 64 * laneWords
)

// blocks is a square bit matrix cut into blocks of laneCols columns. A block
// holds its lane of every row, one after the other, so that propagation along
// rows, which treats columns independently, works on one contiguous piece that
// stays in the cache: 64 bytes per row.
type blocks struct {
	n     int // rows and columns
	count int // blocks
	lanes []lane
}

func newBlocks(n int) *blocks {
	count := (n + laneCols - 1) / laneCols
	return &blocks{n: n, count: count, lanes: make([]lane, n*count)}
}

// block returns the lanes of block b, by row.
func (m *blocks) block(b int) []lane { return m.lanes[b*m.n : (b+1)*m.n : (b+1)*m.n] }

func (m *blocks) has(row, col int32) bool {
	return m.lanes[int(col)/laneCols*m.n+int(row)][col>>6%laneWords]>>(uint(col)&63)&1 != 0
}

// add sets one bit and reports whether it was new.
func (m *blocks) add(row, col int32) bool {
	w := &m.lanes[int(col)/laneCols*m.n+int(row)][col>>6%laneWords]
	bit := uint64(1) << (uint(col) & 63)
	grew := *w&bit == 0
	*w |= bit
	return grew
}

// row copies row i to out, which has count*laneWords words.
func (m *blocks) row(i int32, out bitset.Set) {
	for b := range m.count {
		copy(out[b*laneWords:], m.lanes[b*m.n+int(i)][:])
	}
}

// or adds s to d and reports whether d grew. Reading first keeps the lines of
// lanes that do not grow clean, and most do not.
func or(d, s *lane) bool {
	if (s[0]&^d[0])|(s[1]&^d[1])|(s[2]&^d[2])|(s[3]&^d[3])|
		(s[4]&^d[4])|(s[5]&^d[5])|(s[6]&^d[6])|(s[7]&^d[7]) == 0 {
		return false
	}
	d[0] |= s[0]
	d[1] |= s[1]
	d[2] |= s[2]
	d[3] |= s[3]
	d[4] |= s[4]
	d[5] |= s[5]
	d[6] |= s[6]
	d[7] |= s[7]
	return true
}

// and sets t to x ∩ y and reports whether it is not empty.
func and(t, x, y *lane) bool {
	t[0] = x[0] & y[0]
	t[1] = x[1] & y[1]
	t[2] = x[2] & y[2]
	t[3] = x[3] & y[3]
	t[4] = x[4] & y[4]
	t[5] = x[5] & y[5]
	t[6] = x[6] & y[6]
	t[7] = x[7] & y[7]
	return t[0]|t[1]|t[2]|t[3]|t[4]|t[5]|t[6]|t[7] != 0
}

// without sets t to x \ y.
func without(t, x, y *lane) {
	for i := range t {
		t[i] = x[i] &^ y[i]
	}
}
