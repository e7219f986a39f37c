// Package made weakens the answers about a program that was made from another language, such as Ada. Such a program has
// notes (cfg.Program.Notes) at the positions where it differs from its source:
//
//	c := verify.Check(ctx, p, specs, opt)
//	made.Qualify(c, p, true)     // a violation by an execution that comes past a note becomes possible
//
// An execution passes a note if one of its steps is at the position of the note. Programs made from Go packages have a
// ledger of their own (report.Check.Qualify). For a program without notes, nothing changes.
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

// Qualify makes the notes of p the ledger of its check c, and weakens the answers of c to what the notes allow:
//
//   - An answer that holds, holds within the bounds (codes B). If something is not modelled (codes U), it is unknown.
//   - A violation by an execution that passes a note is only possible.
//   - A run-time error ends one task of the source, and the whole execution of the model (ledger.Ends). If a run-time
//     error is certain, all other answers that hold become unknown, because the model lacks what comes after the error.
//
// p may be nil. looked reports whether run-time errors were looked for; then c.RuntimeErrors is nil only if no step can
// fail.
func Qualify(c *report.Check, p *cfg.Program, looked bool) {
	if p == nil || len(p.Notes) == 0 {
		return
	}
	c.Ledger = append(c.Ledger, notesOf(p)...)
	c.Ledger.Sort()
	failing := c.RuntimeErrors
	c.Ledger = c.Ledger.Relevant(failing == nil && looked || failing != nil && failing.Verdict == report.Holds)
	unknown := c.Ledger.Codes("U")
	// The source certainly goes on after a run-time error, where the model ends.
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
		case r.Reach: // no execution is shown, so the doubt is about what is not modelled
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

// Notes returns the notes of a program as sentences, for reports that have no ledger.
func Notes(p *cfg.Program) []string {
	var out []string
	for _, n := range p.Notes {
		switch {
		case n.Code == ledger.Ends: // matters only if there is a run-time error; see Ends
		case n.Less:
			out = append(out, fmt.Sprintf("%s at %s: %s", n.Code, n.Pos, n.Text))
		default:
			out = append(out, fmt.Sprintf("%s at %s: %s; an execution that passes there is possible only", n.Code, n.Pos,
				n.Text))
		}
	}
	return out
}

// Ends returns the note with the code ledger.Ends, as a list of at most one sentence. It matters for reports with a
// run-time error.
func Ends(p *cfg.Program) []string {
	for _, n := range p.Notes {
		if n.Code == ledger.Ends {
			return []string{n.Code + ": " + n.Text}
		}
	}
	return nil
}

// Passed lists the notes of a program that an execution passes, with their positions. It returns "" if there are none.
func Passed(p *cfg.Program, trace []report.Step) string {
	notes := notesOf(p)
	notes.Sort()
	return passed(notes, trace)
}

// notesOf returns the notes of a program as a ledger.
func notesOf(p *cfg.Program) ledger.Notes {
	var out ledger.Notes
	for _, n := range p.Notes {
		out = append(out, ledger.Note{Code: n.Code, Pos: n.Pos, Text: n.Text, Event: n.Event, Less: n.Less})
	}
	return out
}

// passed is Passed for these notes.
func passed(notes ledger.Notes, trace []report.Step) string {
	var out []string
	for _, n := range notes {
		if !n.Less && slices.ContainsFunc(trace, func(s report.Step) bool { return passes(s, n) }) {
			out = append(out, n.Code+" at "+n.Pos)
		}
	}
	return strings.Join(slices.Compact(out), ", ")
}

// doubt lists the notes that the execution of r passes. If the execution is not known, it lists all notes that it might
// pass. It returns "" if the execution is certainly one of the source.
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

// passes reports whether a step is on the line of a note, and has the event of the note if the note has one. A step is
// on the lines of both its sides, and of the statements that it executes, because a note may be in the body of a
// protected action.
func passes(s report.Step, n ledger.Note) bool {
	line := func(pos string) string { return pos[:max(0, strings.LastIndexByte(pos, ':'))] }
	at := func(pos string) bool { return pos != "" && line(pos) == line(n.Pos) }
	if !at(s.Pos) && !at(s.PartnerPos) && !slices.ContainsFunc(s.Within, at) {
		return false
	}
	return n.Event == "" || s.Event == n.Event || slices.Contains(s.Events, n.Event)
}
