package petri

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Write writes the net in PNML, on one page, so that Parse reads an equal net. The
// one difference is the name: PNML wants an identifier for a net, here "net", and
// Parse takes the identifier as the name of a net that has none.
func (n *Net) Write(w io.Writer) error {
	var b strings.Builder
	quote := func(s string) string {
		var q strings.Builder
		_ = xml.EscapeText(&q, []byte(s))
		return q.String()
	}
	name := func(s string) string {
		if s == "" {
			return ""
		}
		return "<name><text>" + quote(s) + "</text></name>"
	}
	fmt.Fprintf(&b, "%s<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n", xml.Header)
	fmt.Fprintf(&b, "<net id=\"net\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">%s<page id=\"page\">\n",
		name(n.Name))
	for _, p := range n.Places {
		fmt.Fprintf(&b, "<place id=\"%s\">%s", quote(p.ID), name(p.Name))
		if p.Tokens > 0 {
			fmt.Fprintf(&b, "<initialMarking><text>%d</text></initialMarking>", p.Tokens)
		}
		b.WriteString("</place>\n")
	}
	arcs := 0
	arc := func(from, to string, weight int32) {
		fmt.Fprintf(&b, "<arc id=\"arc%d\" source=\"%s\" target=\"%s\">", arcs, quote(from), quote(to))
		if weight != 1 {
			fmt.Fprintf(&b, "<inscription><text>%d</text></inscription>", weight)
		}
		b.WriteString("</arc>\n")
		arcs++
	}
	for _, t := range n.Transitions {
		fmt.Fprintf(&b, "<transition id=\"%s\">%s</transition>\n", quote(t.ID), name(t.Name))
		for _, a := range t.Takes {
			arc(n.Places[a.Place].ID, t.ID, a.Weight)
		}
		for _, a := range t.Puts {
			arc(t.ID, n.Places[a.Place].ID, a.Weight)
		}
	}
	b.WriteString("</page></net>\n</pnml>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
