package report

// What the answers are worth about a program that was made of another language, with notes at the places where it
// differs.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/report/ledger"
)

// QualifyAt keeps notes as the ledger of a check, and takes from its answers what these do not allow. An answer that
// holds is one within the bounds (B). An execution that passes the place of a note is possible only.
func (c *Check) QualifyAt(notes ledger.Notes) {
	if len(notes) == 0 {
		return
	}
	c.Ledger = append(c.Ledger, notes...)
	c.Ledger.Sort()
	for _, r := range c.all() {
		switch r.Verdict {
		case Holds:
			r.Within = c.Ledger.Codes("B")
		case Violated:
			var passed []string
			for _, n := range notes {
				if len(r.Trace) == 0 || slices.ContainsFunc(r.Trace, func(s Step) bool { return passes(s, n) }) {
					passed = append(passed, n.Code+" at "+n.Pos)
				}
			}
			if len(passed) == 0 {
				continue
			}
			r.Verdict = Possible
			r.Reason = fmt.Sprintf("An execution of the model violates it, but the program may not have it: %s.",
				strings.Join(slices.Compact(passed), ", "))
			for i := range r.Instances {
				if r.Instances[i].Verdict == Violated {
					r.Instances[i].Verdict = Possible
				}
			}
		}
	}
}

// passes tells whether a step is at the place of a note: on its line.
func passes(s Step, n ledger.Note) bool {
	line := func(pos string) string { return pos[:max(0, strings.LastIndexByte(pos, ':'))] }
	return s.Pos != "" && line(s.Pos) == line(n.Pos)
}
