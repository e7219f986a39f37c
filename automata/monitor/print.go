package monitor

import (
	"fmt"
	"io"
	"strings"

	"flavers/tfg"
)

// WriteTo prints a line for each automaton, and then the visible nodes with a line for each of their letters. A line
// of a letter has its moves as NAME{FROM>TO ...}, without the states that reject the letter. The form is that of
// --dump.
func (s *Set) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for i := range s.Monitors {
		m := &s.Monitors[i]
		kind := "constraint"
		if m.Property {
			kind = "property"
		}
		fmt.Fprintf(&b, "%s %d %s: %d states, start %d, trap %d, accepting", kind, i, m.Name, m.States, m.Start, m.Trap)
		for q, ok := range m.Accept {
			if ok {
				fmt.Fprintf(&b, " %d", q)
			}
		}
		fmt.Fprintf(&b, ", reacts to %d nodes\n", s.React[i].Count())
	}
	for n := range s.G.Nodes {
		if s.Dead.Has(n) {
			fmt.Fprintf(&b, "dead %d %s\n", n, s.G.NodeString(tfg.NodeID(n)))
		}
		if !s.Visible.Has(n) {
			continue
		}
		fmt.Fprintf(&b, "node %d %s\n", n, s.G.NodeString(tfg.NodeID(n)))
		for _, l := range s.Of(tfg.NodeID(n)) {
			b.WriteString("   ")
			if l.Err != nil {
				fmt.Fprintf(&b, " error %q", l.Err.Text)
			}
			for _, mv := range l.Moves {
				fmt.Fprintf(&b, " %s{", s.Monitors[mv.Monitor].Name)
				sep := ""
				for from, to := range mv.To {
					if to >= 0 {
						fmt.Fprintf(&b, "%s%d>%d", sep, from, to)
						sep = " "
					}
				}
				b.WriteByte('}')
			}
			b.WriteByte('\n')
		}
	}
	k, err := io.WriteString(w, b.String())
	return int64(k), err
}
