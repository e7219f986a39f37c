// Package bitset has sets of small integers as words, and matrices of them.
//
// A Set is a plain slice of words, so that hot loops can work on the words
// directly; all sets that meet in one operation must have the same length.
package bitset

import "math/bits"

// Set holds integers 0..64*len(s)-1.
type Set []uint64

// Words returns the number of words for n elements.
func Words(n int) int { return (n + 63) / 64 }

// New returns an empty set for elements 0..n-1.
func New(n int) Set { return make(Set, Words(n)) }

func (s Set) Has(i int) bool { return s[i>>6]>>(uint(i)&63)&1 != 0 }
func (s Set) Add(i int)      { s[i>>6] |= 1 << (uint(i) & 63) }
func (s Set) Remove(i int)   { s[i>>6] &^= 1 << (uint(i) & 63) }

// Or adds all of t and reports whether s grew.
func (s Set) Or(t Set) bool {
	var grew uint64
	for i, w := range t {
		grew |= w &^ s[i]
		s[i] |= w
	}
	return grew != 0
}

// And keeps what is also in t.
func (s Set) And(t Set) {
	for i, w := range t {
		s[i] &= w
	}
}

// AndNot removes all of t.
func (s Set) AndNot(t Set) {
	for i, w := range t {
		s[i] &^= w
	}
}

// Meets reports whether s and t share an element.
func (s Set) Meets(t Set) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

// Empty reports whether s has no element.
func (s Set) Empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Count returns the number of elements.
func (s Set) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Equal reports whether s and t hold the same elements.
func (s Set) Equal(t Set) bool {
	for i, w := range s {
		if w != t[i] {
			return false
		}
	}
	return true
}

// All yields the elements in ascending order.
func (s Set) All(yield func(int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(i<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// Matrix is rows x cols bits, row-major, each row padded to whole words.
type Matrix struct {
	Rows, Cols int
	Stride     int // words per row
	Bits       []uint64
}

// NewMatrix returns an empty matrix.
func NewMatrix(rows, cols int) *Matrix {
	w := Words(cols)
	return &Matrix{Rows: rows, Cols: cols, Stride: w, Bits: make([]uint64, rows*w)}
}

// MatrixBytes returns what NewMatrix allocates.
func MatrixBytes(rows, cols int) int64 { return 8 * int64(rows) * int64(Words(cols)) }

// Row is row i, aliasing the matrix.
func (m *Matrix) Row(i int) Set { return m.Bits[i*m.Stride : (i+1)*m.Stride : (i+1)*m.Stride] }

func (m *Matrix) Has(i, j int) bool { return m.Row(i).Has(j) }

// Count returns the number of bits set.
func (m *Matrix) Count() int { return Set(m.Bits).Count() }
