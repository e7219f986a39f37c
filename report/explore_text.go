package report

// This file prints the report of `flavers explore` for people.

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report/form"
	"flavers/report/outcome"
	"flavers/report/phrase"
)

// WriteText prints e for people: whether everything was explored, each finding with its steps and the command that
// replays it, then counters.
func (e *Explore) WriteText(w io.Writer, opt TextOptions) error {
	e = printable.Copy(e)
	p := newPage(opt)
	how := "explored with " + e.Algorithm
	switch {
	case e.Complete:
		how += ", completely"
	case e.Limit == "sample" && e.States > 0:
		how += ", some states only"
	case e.Limit == "sample":
		how += ", some executions only"
	default:
		how += ", not completely: " + phrase.Limit(e.Limit)
	}
	p.Wrap(0, form.PlainText, append([]string{e.Program + ":"}, strings.Fields(how)...))
	if !slices.ContainsFunc(e.Findings, func(f ExploreFinding) bool { return f.Kind != KindReached }) {
		nothing := "No deadlock, no run-time error, and no violation of a property."
		if !e.Complete {
			nothing = "No deadlock, no run-time error, and no violation of a property was found; not everything was explored."
		}
		p.note(form.PlainText, "%s", nothing)
	}
	p.infinite(e)
	p.noRace(e.Survey)
	p.unreached(e)
	for i := range e.Findings {
		p.WriteByte('\n')
		p.finding(&e.Findings[i], e, opt)
	}
	p.coverage(e.Survey)
	p.WriteByte('\n')
	p.counters(e)
	for _, note := range e.Notes {
		p.WriteByte('\n')
		p.note(form.Yellow, "Note: %s", note)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// sleeps reports whether an explorer uses sleep sets. Such an explorer may give up executions, so the number of blocked
// executions is shown even if it is 0.
func sleeps(algorithm string) bool {
	switch algorithm {
	case "source", "optimal", "dpor-classic":
		return true
	}
	return strings.HasSuffix(algorithm, "+sleep")
}

// counters prints a line for each counter: the number, and what it counts, as "12 executions".
func (p *page) counters(e *Explore) {
	var rows [][]form.Cell
	// row adds a counter, whose noun is one or many. A counter that is 0 is left out unless always is set.
	row := func(n int64, always bool, one, many string) {
		if n != 0 || always {
			rows = append(rows, []form.Cell{{Text: english.Thousands(n)}, {Text: english.Inflected(n, one, many)}})
		}
	}
	if e.States > 0 {
		row(e.States, true, "state", "states")
		row(e.Executions, false, "execution", "executions")
		row(e.Transitions, true, "transition", "transitions")
		row(e.Deadlocks, true, "state in which not all tasks have ended, and none can move", "states in which not all tasks have ended, and none can move")
		row(e.Errors, true, "step that ends in a run-time error", "steps that end in a run-time error")
		row(e.Violations, true, "state in which a property is violated", "states in which a property is violated")
		loops := int64(0)
		for i := range e.Findings {
			loops += int64(min(e.Findings[i].Loop, 1))
		}
		row(loops, false, "property that is violated by going on for ever", "properties that are violated by going on for ever")
	} else {
		row(e.Executions, true, "execution", "executions")
		row(e.Blocked, sleeps(e.Algorithm), "blocked by sleep sets: equivalent to an explored execution", "blocked by sleep sets: equivalent to explored executions")
		row(e.Cut, false, "cut at the bound on its length", "cut at the bound on their length")
		row(e.Excluded, false, "excluded by a constraint", "excluded by a constraint")
		row(e.Transitions, true, "transition", "transitions")
		row(e.Deadlocks, true, "execution ends in a deadlock", "executions end in a deadlock")
		row(e.Errors, true, "execution ends in a run-time error", "executions end in a run-time error")
		row(e.Violations, true, "execution violates a property", "executions violate a property")
	}
	if e.Classes > 0 {
		const differ = " of executions that differ only by the order of independent steps"
		row(e.Classes, true, "class"+differ+e.ratio(), "classes"+differ+e.ratio())
	}
	for _, c := range e.More {
		row(c.Value, true, c.What, c.What)
	}
	row(int64(e.MaxDepth), true, "step in the longest", "steps in the longest")
	if e.Bytes > 0 {
		row(e.Bytes>>10, true, "KiB for the set of states", "KiB for the set of states")
	}
	if e.Seconds > 0 {
		n, what := e.Executions+e.Blocked+e.Cut+e.Excluded, "executions"
		if e.States > 0 {
			n, what = e.States, "states"
		}
		rate := english.Thousands(int64(float64(n)/e.Seconds)) + " " + what + " a second"
		rows = append(rows, []form.Cell{{Text: fmt.Sprintf("%.3f", e.Seconds)}, {Text: "seconds, " + rate}})
	}
	p.Counted(rows)
}

// ratio returns the end of a clause that says how many executions the explorer visited for each class, as ": 1.5
// executions for each". An optimal explorer visits one. For an explorer of states ratio returns "".
func (e *Explore) ratio() string {
	n := e.Executions + e.Excluded + e.Blocked
	switch {
	case e.States > 0:
		return ""
	case n == e.Classes:
		return ": one execution each"
	case n < e.Classes:
		return fmt.Sprintf(": %.2f executions for each", float64(n)/float64(e.Classes))
	}
	return fmt.Sprintf(": %.1f executions for each", float64(n)/float64(e.Classes))
}

// finding prints a section for one finding: a heading, its steps, what happens at their end, and the command that runs
// them again.
func (p *page) finding(f *ExploreFinding, e *Explore, opt TextOptions) {
	shown := &Result{Property: f.Property, AtEnd: f.AtEnd, Trace: f.Trace, Values: f.Values, Loop: f.Loop,
		Reach: f.Kind == KindReached}
	shown.Conclude(f.evidence(e.judged()))
	r := &titled{Result: shown, title: f.Property, runtime: f.Kind == "error"}
	if f.AtEnd { // where tasks may be blocked for ever
		r.Waiting = f.Waiting
	}
	p.heading(f, e, r)
	if len(f.Trace) > 0 {
		p.WriteByte('\n')
		p.trace(r.Result, opt)
		p.WriteByte('\n')
	}
	switch {
	case f.Omitted > 0:
		p.note(form.Bold, "%s more: a limit was hit before they were listed.", english.Plural(int64(f.Omitted), "step"))
	case f.Kind == "deadlock":
		after := "After step " + fmt.Sprint(len(f.Trace))
		if len(f.Trace) == 0 {
			after = "At the start"
		}
		p.note(form.Bold, "%s not all tasks have ended, and none can move:", after)
		p.waiting(2*form.Gap, f.Waiting, opt.Verbose)
	case f.Kind == KindRace:
		p.note(form.Bold, "%s", phrase.Racing(len(f.Trace), f.Text))
	default:
		p.note(form.Bold, "%s", wrong(r))
		p.waiting(2*form.Gap, r.Waiting, opt.Verbose)
	}
	if f.Passes != "" {
		p.note(form.Yellow, "This is an execution of the model; the program may not have it: %s.", f.Passes)
	}
	p.again(f.Schedule, opt)
}

// heading prints the first line of the section for a finding: what was found. r is the finding as a result.
func (p *page) heading(f *ExploreFinding, e *Explore, r *titled) {
	style, possibly := form.Red, ""
	if f.Passes != "" {
		style, possibly = form.Yellow, "possibly "
	}
	switch f.Kind {
	case KindReached:
		reached := p.Styled(r.reachPhrase(), form.Green)
		if f.Passes != "" {
			reached = p.Styled("is possibly reached", form.Yellow)
		}
		p.WriteString(p.Styled(f.Property, form.Bold) + " " + reached + "\n")
	case "violation":
		p.WriteString(p.Styled(f.Property, form.Bold) + " " + p.Styled("is "+possibly+"violated", style) + "\n")
	case "error":
		head := "run-time error:"
		if f.Passes != "" {
			head = "possible " + head
		}
		p.Entry(0, head, len(head)+1, style, strings.Fields(f.Text))
	case KindRace:
		p.WriteString(p.Styled("data race", form.Red) + " on " + p.Styled(f.Property, form.Bold) + "\n")
	default:
		dead := &Result{Expected: e.Meant}
		dead.Conclude(f.evidence(e.judged()))
		dead.Under(outcome.Ledger{Doubt: f.Passes})
		p.WriteString(p.Styled(noDeadlock, form.Bold) + " " + p.Styled(dead.phrase(), style) + "\n")
	}
}

// again prints the command that replays a schedule. A schedule of more than maxSchedule characters is not printed: the
// reader is sent to the JSON output. Without a command in opt, again prints the schedule alone.
func (p *page) again(schedule string, opt TextOptions) {
	switch {
	case opt.Replay == "" && len(schedule) <= maxSchedule: // standard input cannot be named in a command
		p.WriteString("  Schedule: " + schedule + "\n")
	case opt.Replay == "":
		p.note(form.PlainText, "Its schedule is in the JSON output.")
	case len(schedule) <= maxSchedule: // one line, to be copied: never wrapped
		p.WriteString("  To run it again: " + opt.Replay + " " + schedule + "\n")
	default:
		p.note(form.PlainText, "To run it again: %s FILE, with the schedule from the JSON output in FILE.", opt.Replay)
	}
}
