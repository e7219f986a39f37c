package batch

// This file handles comments in Go files that ask to ignore findings (ledger.Ignore). An ignored finding keeps its
// verdict, but summaries count it as ignored.

import (
	"slices"
	"strings"

	"flavers/diag"
	"flavers/report"
	"flavers/report/form"
	"flavers/report/ledger"
)

// Ignore marks the findings of c that comments in list ask to ignore:
//
//   - a deadlock, if every blocked task is covered: a comment is at the operation where the task waits, or the task
//     waits only for tasks that are covered;
//   - a data race, if a comment is at one of its accesses;
//   - a run-time error or a violation of a property, if a comment is at its last step.
//
// A result that stands for several findings is not marked. No verdict changes, because nothing is known about other
// executions of the same check.
func Ignore(c *report.Check, list []ledger.Ignore) {
	for _, r := range c.Ordered() {
		found := r.Verdict == report.Violated || r.Verdict == report.Possible
		if !found || r.Reach || several(r) {
			continue
		}
		r.Ignored = nil
		// The comments that ask to ignore it: for a deadlock, those where tasks wait, if they cover all of these; for a
		// race, those at one of its accesses; for others, those at the last step.
		var comments []ledger.Ignore
		mine := ofCheck(list, r.Property)
		switch {
		case r == c.Deadlock:
			if covering, open := covered(r.Waiting, mine); len(open) == 0 {
				comments = covering
			}
		case r.Kind == report.KindRace:
			comments = selected(ofCheck(list, report.KindRace), func(i ledger.Ignore) bool {
				return slices.ContainsFunc(r.Accesses, func(a report.Access) bool { return i.At(a.Pos) })
			})
		case len(r.Trace) > 0:
			last := r.Trace[len(r.Trace)-1]
			comments = selected(mine, func(i ledger.Ignore) bool { return i.At(last.Pos) })
		}
		if len(comments) > 0 {
			r.Ignored = &ledger.Ignored{Reason: comments[0].Reason, Pos: comments[0].Pos}
		}
	}
}

// selected returns the comments in list for which f is true.
func selected(list []ledger.Ignore, f func(ledger.Ignore) bool) []ledger.Ignore {
	return slices.DeleteFunc(slices.Clone(list), func(i ledger.Ignore) bool { return !f(i) })
}

// ofCheck returns the comments in list that are about a check.
func ofCheck(list []ledger.Ignore, check string) []ledger.Ignore {
	return selected(list, func(i ledger.Ignore) bool { return i.Of(check) })
}

// several reports whether a result stands for more than one finding.
func several(r *report.Result) bool {
	n := 0
	for _, i := range r.Instances {
		if i.Verdict != report.Holds {
			n++
		}
	}
	return n > 1
}

// covered returns the comments at operations where tasks wait, and the waiting tasks that are not covered (see Ignore).
func covered(waiting []report.Waiting, list []ledger.Ignore) (by []ledger.Ignore, open []report.Waiting) {
	done := map[string]bool{} // the tasks that are covered
	for _, w := range waiting {
		if k := slices.IndexFunc(list, func(i ledger.Ignore) bool { return i.At(w.Pos) }); k >= 0 {
			done[w.Task] = true
			by = append(by, list[k])
		}
	}
	for changed := true; changed; { // tasks that wait only for covered ones
		changed = false
		for _, w := range waiting {
			stuck := slices.ContainsFunc(w.For, func(t string) bool { return !done[t] })
			if !done[w.Task] && len(w.For) > 0 && !stuck {
				done[w.Task], changed = true, true
			}
		}
	}
	for _, w := range waiting {
		if !done[w.Task] {
			open = append(open, w)
		}
	}
	return by, open
}

// Idle warns, under the given code, of ignore comments that suppressed no finding. It is silent about checks that were
// not made or were cut off by a limit.
func Idle(b *report.Batch, list []ledger.Ignore, code diag.Code) diag.List {
	var out diag.List
	made := map[string]bool{report.Deadlock: true, report.RuntimeErrors: true, "": true} // names of checks
	// About the comment at a position:
	used := map[string]bool{}                  // it suppresses a finding
	elsewhere := map[string][]report.Waiting{} // it covers a part of a deadlock: the tasks that are not covered
	in := map[string]string{}                  // the root with that deadlock
	for _, c := range b.Programs {
		for _, r := range c.Ordered() {
			if r.Kind == report.KindRace {
				made[report.KindRace] = true
			}
			if made[r.Property] = true; r.Limit != "" {
				return out // the finding may be in what was not looked at
			}
			if r.Ignored != nil {
				used[r.Ignored.Pos] = true
			}
			if r != c.Deadlock {
				continue
			}
			by, open := covered(r.Waiting, ofCheck(list, report.Deadlock))
			for _, i := range by {
				if elsewhere[i.Pos] = open; r.Ignored != nil {
					used[i.Pos] = true // Result.Ignored names one of several comments
				}
				in[i.Pos] = c.Root
			}
		}
	}
	for _, i := range list {
		if used[i.Pos] || !made[i.Check] || len(b.Left) > 0 {
			continue
		}
		d := out.Warnf(form.Place(i.Pos), code, "nothing is found here that could be ignored")
		d.WithHint("take it out; a comment is for the statement on its line, or for the one or the function below it")
		var at []string
		for _, w := range elsewhere[i.Pos] {
			at = append(at, w.Pos)
		}
		if len(at) > 0 {
			d.Message = "a deadlock is found here, and is not ignored: it is blocked elsewhere, too"
			d.WithHint("in %s, also at %s; a comment there, too, ignores it", in[i.Pos], strings.Join(at, ", "))
		}
	}
	return out
}
