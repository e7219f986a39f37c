package dataflow

import (
	"fmt"
	"io"
	"strings"
)

// WriteTo prints the tables of a problem, one line for each automaton, one for
// the start, and one for each node:
//
//	monitor 0 task:a: 3 states, start 0
//	start [0 2] final false
//	node 0 letters 0..0 final false succ [1 2]
func (p *Problem) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for i, m := range p.Monitors {
		fmt.Fprintf(&b, "monitor %d %s: %d states, start %d\n", i, m.Name, m.States, m.Start)
	}
	fmt.Fprintf(&b, "start %v final %v\n", collect(p.Start.All), p.StartFinal)
	end := 0 // the first letter behind those of node n
	for n := range p.Nodes {
		first := end
		for end < len(p.Letters) && int(p.Letters[end].Node) == n {
			end++
		}
		fmt.Fprintf(&b, "node %d letters %d..%d final %v succ %v\n", n, first, end-1, p.Final.Has(n),
			collect(p.Succ.Row(n).All))
	}
	k, err := io.WriteString(w, b.String())
	return int64(k), err
}

// collect lists what an iterator yields.
func collect(all func(func(int) bool)) []int {
	var out []int
	for i := range all {
		out = append(out, i)
	}
	return out
}
