package gen

// This file turns bytes into decisions. All generators here take their decisions from
// it, so that a fuzzer can shrink a program by shrinking the bytes.

// choices turns bytes into decisions, one byte each. When the bytes run out, every
// decision is 0; everywhere in this package 0 is the simplest.
type choices struct{ data []byte }

// n decides on a number from 0 to k-1; k is at least 1 and at most 256.
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

// pick decides on an element of a list.
func pick[T any](c *choices, from []T) T { return from[c.n(len(from))] }
