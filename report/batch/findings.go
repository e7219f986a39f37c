package batch

import (
	"cmp"
	"slices"
	"strings"

	"flavers/report"
	"flavers/report/form"
)

// Finding is a violation, proved or possible, in one or several roots.
type Finding struct {
	Check  *report.Check  // the root whose execution is shown
	Result *report.Result // the result of Check that is violated or possible
	Roots  []string       // names of the roots with the finding and the same verdict, in the order of the report
}

// Place is a position in the source that a finding is about, with the operation there.
type Place struct {
	Pos  string // file:line:col
	Text string
}

// Findings returns the violations of all roots, each once, in the order of their first roots. These are the same
// finding:
//
//   - deadlocks that are blocked at the same operations;
//   - run-time errors of one kind, and violations of one property, with the same last step;
//   - data races with the same accesses.
//
// A finding shows the execution of the root about which most is known, and of these the shortest. If it is violated in
// some roots, those in which it is only possible are not among its roots.
func Findings(b *report.Batch) []Finding {
	var out []Finding
	at := map[string]int{}
	for _, c := range b.Programs {
		for _, r := range c.Ordered() {
			if r.Verdict != report.Violated && r.Verdict != report.Possible {
				continue
			}
			f := Finding{Check: c, Result: r, Roots: []string{c.Program}}
			key := f.key()
			k, known := at[key]
			if !known {
				at[key] = len(out)
				out = append(out, f)
				continue
			}
			switch was := out[k]; {
			case r.Verdict != was.Result.Verdict && r.Verdict == report.Violated:
				out[k] = f
			case r.Verdict != was.Result.Verdict: // only possible in this root, which is not listed
			default:
				f.Roots = append(was.Roots, f.Roots...)
				if better(r, was.Result) {
					out[k] = f
				}
				out[k].Roots = f.Roots
			}
		}
	}
	return out
}

// better reports whether r is to be shown rather than the other result: more is known about it, or as much with fewer
// steps.
func better(r, than *report.Result) bool {
	rank := func(r *report.Result) int { // smaller if more is known
		switch {
		case r.Ignored != nil:
			return 3
		case r.Verdict == report.Possible:
			return 2
		case r.Confirmed != report.InPackage:
			return 1
		}
		return 0
	}
	return cmp.Or(rank(r)-rank(than), len(r.Trace)-len(than.Trace)) < 0
}

// Rule returns what a finding violates: deadlock, runtime-errors, race, or the name of a property.
func (f *Finding) Rule() string {
	if f.Result.Kind == report.KindRace {
		return report.KindRace
	}
	return f.Result.Property
}

// Title describes a finding in a few words.
func (f *Finding) Title() string {
	var text string
	switch f.Rule() {
	case report.Deadlock:
		text = "deadlock"
	case report.RuntimeErrors:
		text = "run-time error"
	case report.KindRace:
		text = "data race"
	default:
		text = "violation of " + f.Rule()
	}
	if f.Result.Verdict == report.Possible {
		text = "possible " + text
	}
	return text
}

// Says describes in a few sentences what happens, and where the execution begins.
func (f *Finding) Says() string {
	shown := f.InSource()
	text := report.Summary(shown.Result, shown.Result == shown.Check.RuntimeErrors)
	if f.Result.Ignored != nil {
		text += " " + f.Result.Ignored.Says()
	}
	return text + " " + map[bool]string{true: "Root: ", false: "Roots: "}[len(f.Roots) == 1] + strings.Join(f.Roots, ", ") + "."
}

// key returns a text that is equal for results of roots that are the same finding (see Findings).
func (f *Finding) key() string {
	words := []string{f.Rule()}
	for _, p := range f.places() {
		words = append(words, p.Pos)
	}
	if f.Result == f.Check.Deadlock || f.Result.Kind == report.KindRace {
		slices.Sort(words[1:])
	} else if n := len(f.Result.Trace); n > 0 {
		kind, _, _ := strings.Cut(f.Result.Trace[n-1].Event, ":")
		words = append(words, kind)
	}
	return strings.Join(words, "\x00")
}

// waitsForItself returns 1 if a task waits for something that it holds itself, and otherwise 0. Such a task is the
// cause of the deadlock, and comes first.
func waitsForItself(w report.Waiting) int {
	if slices.Contains(w.For, w.Task) {
		return 1
	}
	return 0
}

// InSource returns the finding with the words of the source.
func (f *Finding) InSource() *Finding {
	out := *f
	out.Check = f.Check.InSource()
	if k := slices.Index(f.Check.Ordered(), f.Result); k >= 0 {
		out.Result = out.Check.Ordered()[k]
	}
	return &out
}

// Places returns what a finding is about, in the words of the source. The finding is shown at the first place. The
// places are, for
//
//   - a deadlock: the blocked operations, each once; those of tasks that wait for themselves come first, and that of
//     the root last;
//   - a data race: both accesses;
//   - any other finding: the last step, and then the operations that are blocked after it.
func (f *Finding) Places() []Place { return f.InSource().places() }

// places is Places in the words that the finding has.
func (f *Finding) places() []Place {
	var out []Place
	put := func(pos, text string) {
		if pos != "" && !slices.ContainsFunc(out, func(p Place) bool { return p.Pos == pos }) {
			out = append(out, Place{pos, text})
		}
	}
	for _, a := range f.Result.Accesses {
		put(a.Pos, a.String())
	}
	if n := len(f.Result.Trace); n > 0 && f.Result != f.Check.Deadlock && f.Result.Kind != report.KindRace {
		last := f.Result.Trace[n-1]
		put(last.Pos, f.who(last.Task, last.Pos)+": "+last.Line())
	}
	_, root, _ := strings.Cut(f.Check.Root, ".")
	waiting := slices.Clone(f.Result.Waiting)
	slices.SortStableFunc(waiting, func(v, w report.Waiting) int {
		if own := waitsForItself(w) - waitsForItself(v); own != 0 {
			return own
		}
		if v.Task == root || w.Task == root {
			return map[bool]int{true: 1}[v.Task == root] - map[bool]int{true: 1}[w.Task == root]
		}
		return form.NaturalOrder(v.Task, w.Task)
	})
	for _, w := range waiting {
		put(w.Pos, f.who(w.Task, w.Pos)+" waits at "+w.Where())
	}
	return out
}

// who returns a short name of a goroutine. A caller has the name of the function that it is in. The number of a
// goroutine is left out if the finding is about only one with its name.
func (f *Finding) who(task, at string) string {
	names := f.Check.Names
	if names == nil {
		return task
	}
	if in := names.Function(at); in != "" && task == report.Caller {
		return in
	}
	name, _, numbered := strings.Cut(task, "[")
	again := func(w report.Waiting) bool { return w.Task != task && strings.HasPrefix(w.Task, name+"[") }
	if numbered && !slices.ContainsFunc(f.Result.Waiting, again) {
		return name
	}
	return task
}
