// Package made says what the answers are worth about a program that was made of another language, with notes at the
// places where it differs:
//
//	c := verify.Check(ctx, p, specs, opt)
//	made.Qualify(c, p, true)     // violated, by an execution that passes a note, becomes possible
//
// It changes nothing of programs without notes.
package made

import (
	"fmt"
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// Qualify makes the notes of a program the ledger of its check, and takes from its answers what these do not allow. An
// answer that holds is one within the bounds (B). An execution that passes the place of a note is possible only. Where
// a run-time error ends one task of the source and the whole execution of the model (ledger.Ends), and one is certain,
// nothing else holds: what comes after it is not in the model. The program may be nil. looked says that run-time errors
// were looked for: without a result, no step can fail.
func Qualify(c *report.Check, p *cfg.Program, looked bool) {
	if p == nil || len(p.Notes) == 0 {
		return
	}
	c.Ledger = append(c.Ledger, notesOf(p)...)
	c.Ledger.Sort()
	failing := c.RuntimeErrors
	c.Ledger = c.Ledger.Relevant(failing == nil && looked || failing != nil && failing.Verdict == report.Holds)
	unknown := c.Ledger.Codes("U")
	goesOn := failing != nil && failing.Verdict == report.Violated && doubt(failing, c.Ledger) == "" &&
		slices.Contains(c.Ledger.Codes("B"), ledger.Ends)
	all := []*report.Result{c.Deadlock, c.RuntimeErrors}
	for i := range c.Results {
		all = append(all, &c.Results[i])
	}
	for i := range c.Races {
		all = append(all, &c.Races[i])
	}
	for _, r := range all {
		if r == nil || !r.Verdict.Definite() {
			continue
		}
		before, l := r.Verdict, outcome.Ledger{Bounds: c.Ledger.Codes("B"), Unmodelled: unknown}
		if goesOn && r != failing {
			l.Unmodelled = append(slices.Clone(unknown), ledger.Ends)
		}
		switch {
		case r.Verdict == report.Violated, r.Reach && r.Schedule != "":
			l.Doubt = doubt(r, c.Ledger)
		case r.Reach: // by an execution that was not kept
			l.Doubt = strings.Join(unknown, ", ")
		}
		switch r.Under(l); {
		case r.Verdict == before:
		case r.Verdict == report.Possible:
			r.Passes, r.Reason = l.Doubt, report.Doubted(r.Reach, l.Doubt)
		case len(unknown) == 0:
			r.Reason = "Nothing was found, but a run-time error ends all tasks of the model, and only one of the program (" +
				ledger.Ends + ")."
		default:
			r.Reason = "Nothing was found, but parts of the program are not in the model (" + strings.Join(l.Unmodelled, ", ") + ")."
		}
		for i := range r.Instances {
			r.Instances[i].Under(r.Reach, l)
		}
	}
}

// Notes are the notes of a program, as sentences for answers without a ledger.
func Notes(p *cfg.Program) []string {
	var out []string
	for _, n := range p.Notes {
		switch {
		case n.Code == ledger.Ends: // it is about what is not seen; see Ends
		case n.Less:
			out = append(out, fmt.Sprintf("%s at %s: %s", n.Code, n.Pos, n.Text))
		default:
			out = append(out, fmt.Sprintf("%s at %s: %s; an execution that passes there is possible only", n.Code, n.Pos,
				n.Text))
		}
	}
	return out
}

// Ends is the note that a run-time error ends the execution of the model and one task of the source only, as a list
// of at most one sentence.
func Ends(p *cfg.Program) []string {
	for _, n := range p.Notes {
		if n.Code == ledger.Ends {
			return []string{n.Code + ": " + n.Text}
		}
	}
	return nil
}

// Passed lists the notes of a program that an execution passes, with their places. It returns "" if there are none.
func Passed(p *cfg.Program, trace []report.Step) string {
	notes := notesOf(p)
	notes.Sort()
	return passed(notes, trace)
}

func notesOf(p *cfg.Program) ledger.Notes {
	var out ledger.Notes
	for _, n := range p.Notes {
		out = append(out, ledger.Note{Code: n.Code, Pos: n.Pos, Text: n.Text, Event: n.Event, Less: n.Less})
	}
	return out
}

func passed(notes ledger.Notes, trace []report.Step) string {
	var out []string
	for _, n := range notes {
		if !n.Less && slices.ContainsFunc(trace, func(s report.Step) bool { return passes(s, n) }) {
			out = append(out, n.Code+" at "+n.Pos)
		}
	}
	return strings.Join(slices.Compact(out), ", ")
}

// doubt lists the notes that the execution of a finding passes or, if no execution is known, all that it might pass. It
// returns "" if the execution is one of the source.
func doubt(r *report.Result, notes ledger.Notes) string {
	if len(r.Trace) > 0 {
		return passed(notes, r.Trace)
	}
	var all []string
	for _, n := range notes {
		if !n.Less {
			all = append(all, n.Code+" at "+n.Pos)
		}
	}
	return strings.Join(slices.Compact(all), ", ")
}

// passes reports whether a step is at the place of a note, and with its event if the note has one. A step is at the
// lines of both its sides, and of the statements that it executes: a note may stand in the body of a protected action.
func passes(s report.Step, n ledger.Note) bool {
	line := func(pos string) string { return pos[:max(0, strings.LastIndexByte(pos, ':'))] }
	at := func(pos string) bool { return pos != "" && line(pos) == line(n.Pos) }
	if !at(s.Pos) && !at(s.PartnerPos) && !slices.ContainsFunc(s.Within, at) {
		return false
	}
	return n.Event == "" || s.Event == n.Event || slices.Contains(s.Events, n.Event)
}
