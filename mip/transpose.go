package mip

// This file transposes bit matrices in blocks of 64 x 64. The fixed point works on
// rows, and the relation is symmetric, so that what is new in a row has to get into
// columns.

// transpose64 transposes a 64 x 64 bit matrix in place: bit j of word i goes to
// bit i of word j. Six rounds swap ever smaller off-diagonal squares (Warren,
// Hacker's Delight, section 7-3, with bit 0 as the first column).
func transpose64(a *[64]uint64) {
	for i := range 32 {
		x, y := a[i], a[i+32]
		a[i], a[i+32] = x&0xffffffff|y<<32, x>>32|y&^0xffffffff
	}
	swap := func(j int, mask uint64) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>uint(j) ^ a[k|j]) & mask
			a[k] ^= t << uint(j)
			a[k|j] ^= t
		}
	}
	swap(16, 0x0000ffff0000ffff)
	swap(8, 0x00ff00ff00ff00ff)
	swap(4, 0x0f0f0f0f0f0f0f0f)
	swap(2, 0x3333333333333333)
	swap(1, 0x5555555555555555)
}
