package mip

import (
	"bufio"
	"fmt"
	"io"

	"flavers/cfg"
)

// This file writes the relation for people, for tests and for --dump.

// WriteTo writes the relation as text: a line of counts, then one line for
// every point, with the points parallel to it as ascending ranges:
//
//	mhp: 8 points in 6 classes, 15 parallel pairs
//	t 2: 0 5-7
//
// "unreachable" stands where no task can ever be.
func (r *Relation) WriteTo(w io.Writer) (int64, error) {
	out := &counter{w: w}
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, "mhp: %d points in %d classes, %d parallel pairs\n", len(r.class), r.m.n-1, r.Pairs())
	for q := range r.class {
		q := cfg.PointID(q)
		fmt.Fprintf(b, "%s %d:", r.prog.Tasks[r.prog.Points[q].Task].Name, q)
		if !r.Reachable(q) {
			b.WriteString(" unreachable")
		}
		first, last := -1, -1
		flush := func() {
			switch {
			case first < 0:
			case first == last:
				fmt.Fprintf(b, " %d", first)
			default:
				fmt.Fprintf(b, " %d-%d", first, last)
			}
		}
		for x := range r.Row(q).All {
			if x != last+1 || first < 0 {
				flush()
				first = x
			}
			last = x
		}
		flush()
		b.WriteByte('\n')
	}
	err := b.Flush()
	return out.n, err
}

// counter counts the bytes that reach a writer.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
