package dataflow

import (
	"fmt"
	"io"
	"strings"
)

// WriteTo prints the tables of a problem.
func (p *Problem) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for i, m := range p.Monitors {
		fmt.Fprintf(&b, "monitor %d %s: %d states, start %d\n", i, m.Name, m.States, m.Start)
	}
	fmt.Fprintf(&b, "start %v final %v\n", collect(p.Start.All), p.StartFinal)
	at := 0
	for n := range p.Nodes {
		first := at
		for at < len(p.Letters) && int(p.Letters[at].Node) == n {
			at++
		}
		fmt.Fprintf(&b, "node %d letters %d..%d final %v succ %v\n", n, first, at-1, p.Final.Has(n),
			collect(p.Succ.Row(n).All))
	}
	k, err := io.WriteString(w, b.String())
	return int64(k), err
}

func collect(all func(func(int) bool)) []int {
	var out []int
	for i := range all {
		out = append(out, i)
	}
	return out
}
