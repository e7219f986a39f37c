package explored

// This file explores Petri nets and replays firing sequences. A finding is a dead marking:
// one in which no transition is enabled. Steps are transitions; a report shows the number
// of tokens on a place as the value of a variable.

import (
	"context"
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"flavers/diag"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/explore/lpor/petri"
	"flavers/report"
	"flavers/verify/follow"
)

var noPosition token.Position // the position of a problem with a schedule, which stands in no file

// Net explores a Petri net and adds counters and dead markings to the report. If the net
// is unbounded, a note shows a sequence that can be repeated for ever.
func Net(ctx context.Context, out *report.Explore, n *petri.Net, opt explore.Options) error {
	r, err := families.Bounded(ctx, func() (*petri.RunResult, error) { return petri.Run(ctx, n, opt) },
		func(r *explore.Result) *petri.RunResult { return &petri.RunResult{Result: r} })
	if err != nil {
		return err
	}
	counters(out, r.Result)
	if u := r.Unbounded; u != nil {
		out.Notes = append(out.Notes, unboundedNote(n, u))
	}
	for _, d := range r.Dead {
		steps, _, err := netSteps(ctx, n, d.Schedule)
		if err != nil {
			return fmt.Errorf("the firing sequence to a dead marking cannot be followed: %w", err)
		}
		out.Findings = append(out.Findings, report.ExploreFinding{Kind: string(explore.Deadlock),
			Text:     "marking: " + netMarking(n, d.Marking),
			Schedule: n.FormatSchedule(d.Schedule), Trace: steps, Omitted: len(d.Schedule) - len(steps),
			Waiting: netWaiting(n, d.Marking)})
	}
	noteOmitted(out)
	if len(out.Findings) > 0 {
		out.Trace, out.Schedule = out.Findings[0].Trace, out.Findings[0].Schedule
	}
	return nil
}

// unboundedNote says why a net is unbounded: which sequence adds tokens each time it is
// fired, and to which places. Of a long sequence it names the first transitions.
func unboundedNote(n *petri.Net, u *petri.Pump) string {
	names := func(list []petri.TransitionID) string {
		const most = 20 // names
		var words []string
		for _, t := range list[:min(len(list), most)] {
			words = append(words, n.Transitions[t].ID)
		}
		if len(list) > most {
			words = append(words, fmt.Sprintf("... (%d in all)", len(list)))
		}
		return strings.Join(words, " ")
	}
	var places []string
	for _, p := range u.Grows {
		places = append(places, n.Places[p].ID)
	}
	after := "From the start, "
	if len(u.Before) > 0 {
		after = "After " + names(u.Before) + ", "
	}
	return "The net is not bounded. " + after + names(u.Again) +
		" can be fired again and again, each time with more tokens on " + strings.Join(places, ", ") +
		". --max-states N goes on to N markings."
}

// netSteps fires a sequence. It returns its steps, each with the new number of tokens of
// the places that change, and the last marking. When ctx has ended, the steps beyond the
// first few are left out: fewer in a net with more places, as a step looks at every place,
// so that these steps take about 20 ms. The error says that a transition is not enabled.
func netSteps(ctx context.Context, n *petri.Net, schedule []petri.TransitionID) (
	out []report.Step, last []int32, err error) {
	least := follow.Least * 100 / (100 + len(n.Places))
	last, err = n.Follow(schedule, func(t petri.TransitionID, before, after []int32) bool {
		s := report.Step{Event: n.Transitions[t].ID, Pos: netPos(n, t)}
		if name := n.Transitions[t].Name; name != "" && name != s.Event {
			s.Event += " " + strconv.Quote(name)
		}
		for p := range n.Places {
			if before[p] != after[p] {
				s.Vars = append(s.Vars, report.VarValue{Name: n.Places[p].ID, Value: strconv.Itoa(int(after[p]))})
			}
		}
		out = append(out, s)
		return len(out) < least || ctx.Err() == nil
	})
	return out, last, err
}

// netPos returns where a transition stands in the file of the net, or "" if that is not known.
func netPos(n *petri.Net, t petri.TransitionID) string {
	if n.Where == nil {
		return ""
	}
	return n.Where[t].String()
}

// netMarking returns a marking in words.
func netMarking(n *petri.Net, m []int32) string {
	if text := n.Format(m); text != "" {
		return text
	}
	return "no tokens"
}

// netWaiting lists at most 20 transitions that are nearly enabled in marking m: some of
// their input places have enough tokens, and others, which are named, do not.
func netWaiting(n *petri.Net, m []int32) []report.Waiting {
	var out []report.Waiting
	for _, t := range n.Near(m) {
		if len(out) < 20 {
			out = append(out, report.Waiting{Task: n.Transitions[t].ID, At: n.Lacks(m, t), Pos: netPos(n, t)})
		}
	}
	return out
}

// ReplayNet fires a sequence of transitions, given as text. It also returns the marking at
// the end, in words, and the names of the transitions that are enabled there. If the text
// is no firing sequence, r is nil and problems has an error. If a transition is not enabled,
// r.Stuck says so, and r has the steps before it.
func ReplayNet(n *petri.Net, text string) (r *report.Run, marking string, enabled []string, problems diag.List) {
	schedule, fits, err := n.ParseSchedule(text)
	if err != nil {
		problems.Errorf(noPosition, diag.VSchedule, "%v",
			err).WithHint("flavers explore prints schedules of the dead markings that it finds in a net")
		return nil, "", nil, problems
	}
	if !fits {
		problems.Warnf(noPosition, diag.VSchedule, "the schedule was made for another net")
	}
	steps, last, err := netSteps(context.Background(), n, schedule)
	r = &report.Run{Version: report.Version, Final: []report.SpecState{}, Vars: []report.VarValue{}}
	for _, s := range steps {
		r.Steps = append(r.Steps, report.RunStep{Step: s})
	}
	r.Schedule = n.FormatSchedule(schedule[:min(len(schedule), len(steps))])
	for p, k := range last {
		r.Vars = append(r.Vars, report.VarValue{Name: n.Places[p].ID, Value: strconv.Itoa(int(k))})
	}
	if err != nil {
		r.Stuck = "The schedule cannot be followed: " + err.Error() + "."
	} else {
		for t := range n.Transitions {
			if n.Enabled(last, petri.TransitionID(t)) {
				enabled = append(enabled, n.Transitions[t].ID)
			}
		}
		if r.Deadlock = len(enabled) == 0; r.Deadlock {
			r.Waiting = netWaiting(n, last)
		}
	}
	return r, netMarking(n, last), enabled, problems
}
