package report

// This file makes one result for a family of properties. A family is written once with an index, as
// "property served[i in 0..9]", and checked as one property for each value. People want one line for it.

import (
	"cmp"
	"fmt"
	"strings"

	"flavers/internal/names"
	"flavers/report/form"
	"flavers/report/outcome"
)

// Instance is the answer for one instance of a family.
type Instance struct {
	Index       string   `json:"index"`    // "i=3"
	Property    string   `json:"property"` // "answered[3]", as --only takes it
	Verdict     Verdict  `json:"verdict"`
	Reason      string   `json:"reason,omitempty"`
	Limit       Limit    `json:"limit,omitempty"`
	Constraints []string `json:"constraints"`
	Tuples      int64    `json:"tuples"`
	Seconds     float64  `json:"seconds"`
}

// severity orders verdicts; a larger number is worse.
func severity(v Verdict) int {
	switch v {
	case Holds:
		return 0
	case Unknown:
		return 1
	case Possible:
		return 2
	}
	return 3
}

// Family returns the result of a family of properties. parts are the results of its instances, at least one, and index
// has the index of each.
//
// The verdict is the worst one. The trace is that of the first instance with this verdict; among instances for objects
// of a Go package, one whose execution does not guess is preferred. Work is added up. If the family holds, it rests on
// the constraints of all instances.
func Family(name string, parts []Result, index []string) Result {
	shown := 0
	for i := range parts {
		worse := severity(parts[i].Verdict) - severity(parts[shown].Verdict)
		surer := form.OfObject(index[i]) && parts[shown].guesses() && !parts[i].guesses()
		if worse > 0 || worse == 0 && surer {
			shown = i
		}
	}
	out := parts[shown]
	out.Property, out.Instance = name, parts[shown].Property
	out.Tuples, out.Visits, out.Seconds, out.Rejected, out.Instances = 0, 0, 0, 0, nil
	var rests, vacuous, reasons, tasks []string
	limits := out.Scope() // a restriction of one instance restricts the family
	for i := range parts {
		r := &parts[i]
		out.Tuples += r.Tuples
		out.Visits += r.Visits
		out.Seconds += r.Seconds
		out.Rejected += r.Rejected
		rests, vacuous = names.Union(rests, r.Constraints), names.Union(vacuous, r.Vacuous)
		tasks = names.Union(tasks, r.Represented)
		out.Unfair = out.Unfair || r.Unfair && r.Verdict == out.Verdict
		if r.Reason != "" {
			reasons = names.Union(reasons, []string{r.Reason})
		}
		own := r.Scope()
		limits.Ends, limits.Fair = limits.Ends || own.Ends, cmp.Or(limits.Fair, own.Fair)
		limits.Declared = limits.Declared || own.Declared
		out.Instances = append(out.Instances, Instance{Index: index[i], Property: r.Property, Verdict: r.Verdict,
			Reason: r.Reason, Limit: r.Limit, Constraints: form.ListOf(r.Constraints), Tuples: r.Tuples, Seconds: r.Seconds})
	}
	if out.Verdict == Holds {
		out.About(limits)
		out.Constraints, out.Vacuous, out.Represented = rests, vacuous, tasks
		out.Reason = strings.Join(reasons, "; ")
	}
	return out
}

// fold replaces the results of the instances of each family by one result. Instances of a family are neighbours.
func fold(results []Result) []Result {
	var out []Result
	for i := 0; i < len(results); {
		of := results[i].InstanceOf
		if of == "" {
			out = append(out, results[i])
			i++
			continue
		}
		from := i
		var index []string
		for ; i < len(results) && results[i].InstanceOf == of; i++ {
			index = append(index, results[i].Index)
		}
		out = append(out, Family(of, results[from:i], index))
	}
	return out
}

// Spec returns the name of the specification that the result is about. For a family that is the instance whose trace is
// shown.
func (r *Result) Spec() string {
	if r.Instance != "" {
		return r.Instance
	}
	return r.Property
}

// name returns the name of the result for people. A family that does not hold is named by the instance that is shown.
func (r *Result) name() string {
	if r.Verdict != Holds {
		return r.Spec()
	}
	return r.Property
}

// instances describes the instances of a family, the worst first, as "3: 1 violated (i=2), 2 hold".
func (r *Result) instances() string {
	const most = 8 // indices that are listed
	var parts []string
	for _, v := range outcome.Worst() {
		var which []string
		for _, k := range r.Instances {
			if k.Verdict == v {
				which = append(which, k.Index)
			}
		}
		if len(which) == 0 {
			continue
		}
		text := fmt.Sprintf("%d %s", len(which), several(len(which), wordOf(v, r.Reach)))
		if v != Holds {
			text += " (" + strings.Join(which[:min(most, len(which))], "; ")
			if len(which) > most {
				text += "; .."
			}
			text += ")"
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("%d: %s", len(r.Instances), strings.Join(parts, ", "))
}

// words returns the clause behind a verdict that says for which values of the constant it is, or "" if none is needed.
func (e *Every) words() string {
	switch {
	case e == nil:
		return ""
	case e.From > 0:
		return fmt.Sprintf(" for every %s >= %d", e.Constant, e.From)
	case e.At > 0:
		return fmt.Sprintf(" at %s = %d", e.Constant, e.At)
	}
	return ""
}
