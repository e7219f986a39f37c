package gen

// Bytes as decisions.

// choices turns bytes into decisions, one byte each. When the bytes run out
// every decision is 0, and everywhere in this package 0 is the simplest.
type choices struct{ data []byte }

// n decides among 0..k-1; k is at least 1 and at most 256.
func (c *choices) n(k int) int {
	if len(c.data) == 0 {
		return 0
	}
	b := int(c.data[0])
	c.data = c.data[1:]
	return b % k
}

// one is true once in k decisions.
func (c *choices) one(k int) bool { return c.n(k) == k-1 }

func pick[T any](c *choices, from []T) T { return from[c.n(len(from))] }
