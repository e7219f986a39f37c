package form

import "strings"

// NaturalOrder compares two names, and compares the numbers in them by their values: t[2] comes before t[10]. Like
// strings.Compare it returns a negative number, zero or a positive one. Names that differ only in leading zeros are
// ordered by strings.Compare, so that the result is zero only for equal names.
func NaturalOrder(a, b string) int {
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	for i, j := 0, 0; ; {
		switch {
		case i == len(a) || j == len(b):
			if c := (len(a) - i) - (len(b) - j); c != 0 {
				return c
			}
			return strings.Compare(a, b)
		case digit(a[i]) && digit(b[j]):
			m, n := i, j
			for m < len(a) && digit(a[m]) {
				m++
			}
			for n < len(b) && digit(b[n]) {
				n++
			}
			x, y := strings.TrimLeft(a[i:m], "0"), strings.TrimLeft(b[j:n], "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
			i, j = m, n
		case a[i] != b[j]:
			return int(a[i]) - int(b[j])
		default:
			i, j = i+1, j+1
		}
	}
}
