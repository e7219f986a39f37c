package batch

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report"
	"flavers/report/ledger"
)

// merged are the findings of clients, or of all roots, those at one place in different executions together: the mistake
// is one. Of a lock that stays locked the place is that where it was locked. What is most certain comes first.
func merged(b *report.Batch, all bool) [][]Finding {
	var out [][]Finding
	for _, f := range Findings(b) {
		if f.quiet() || f.Check.Client == "" && !all || len(f.places()) == 0 {
			continue
		}
		i := slices.IndexFunc(out, func(some []Finding) bool {
			cause, _ := f.cause()
			return some[0].Title() == f.Title() &&
				(some[0].first() == f.first() || some[0].first() == cause || f.follows(&some[0]))
		})
		if i < 0 {
			i = len(out)
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	slices.SortStableFunc(out, func(a, b []Finding) int { return int(a[0].tier() - b[0].tier()) })
	return out
}

// Mistakes returns the findings as merged groups them, except those that are only possible or ignored. Each mistake is
// a list of the findings in which it shows; the first one is to be reported. Findings without a place come last, each
// as a mistake of its own.
func Mistakes(b *report.Batch) [][]Finding {
	out := merged(b, true)
	for _, f := range Findings(b) {
		if !f.quiet() && len(f.places()) == 0 {
			out = append(out, []Finding{f})
		}
	}
	return out
}

// list prints what clients show, or all roots, as a linter does: each mistake once, however many roots show it.
func list(b *report.Batch, all bool) string {
	var text strings.Builder
	for _, some := range merged(b, all) {
		some[0].write(&text)
		if n := len(some) - 1; n > 0 {
			also := printable.Line(some[1].From())
			if n > 1 {
				also += fmt.Sprintf(", and in %s", english.Plural(int64(n-1), "other way"))
			}
			fmt.Fprintf(&text, "    also %s\n", also)
		}
	}
	return text.String()
}

// Lines describes a finding: the first line has where it is shown and what it is, and the others have what else it is
// about. If locks stay locked, the finding is shown where they were locked.
func (f *Finding) Lines() []Place {
	shown := f.InSource()
	places := shown.places()
	if len(places) == 0 {
		return nil
	}
	cause, lock := f.cause()
	switch first := places[0]; {
	case lock >= 0 && f.first() == cause:
		places = slices.DeleteFunc(places, func(p Place) bool { return p.Pos == cause })
		places = append([]Place{{cause, f.Title() + ": " + shown.stays(lock)}}, places...)
		return places
	case lock >= 0:
		places = slices.DeleteFunc(places, func(p Place) bool { return p.Pos == cause })
		places = append(places, Place{cause, shown.stays(lock)})
		places[0].Text = f.Title() + ": " + places[0].Text + " for ever"
	case f.Rule() == report.Deadlock:
		places[0].Text = f.Title() + ": " + shown.forEver(first)
	case f.Result.AtEnd:
		places[0].Text = f.Title() + ": the execution ends after this (" + first.Text + ")"
	default:
		places[0].Text = f.Title() + ": " + first.Text
	}
	return places
}

// Steps describes the steps of a finding's execution that the package takes, and not only the model.
func (f *Finding) Steps() []Place {
	var out []Place
	for i, s := range f.InSource().Result.Trace {
		if !s.Own {
			out = append(out, Place{s.Pos, fmt.Sprintf("%d. %s: %s", i+1, s.Task, s.Line())})
		}
	}
	return out
}

// write prints a finding: where it is, the conditions of its execution, and the command that shows it.
func (f *Finding) write(text *strings.Builder) {
	indent := ""
	for _, p := range f.Lines() {
		fmt.Fprintf(text, "%s%s: %s\n", indent, printable.Line(p.Pos), printable.Line(p.Text))
		indent = "    "
	}
	for _, c := range f.Result.If {
		fmt.Fprintf(text, "    if %s\n", printable.Line(c))
	}
	fmt.Fprintf(text, "    %s   [%s]\n    --entry %q shows the execution\n", printable.Line(f.From()), f.tier(), f.Check.Root)
}

// From describes where the execution of a finding begins: what callers do, or the roots.
func (f *Finding) From() string {
	if f.Check.Client != "" {
		return "if " + f.Check.Client
	}
	const few = 3
	own := slices.DeleteFunc(slices.Clone(f.Roots), func(r string) bool { return strings.Contains(r, ofClient) })
	if more := len(own) - few; more > 0 {
		own = append(own[:few], fmt.Sprintf("and %d more", more))
	}
	return "in " + strings.Join(own, ", ")
}

// ofClient separates, in the name of a client, the package from what is called.
const ofClient = ".client of "

// tier orders findings by how certain they are; smaller is more certain.
type tier int

const (
	confirmed tier = iota // a run of the package has shown it
	certain
	assumed // conditions of the source are true
	agreed  // callers break a contract
)

func (t tier) String() string {
	return [...]string{"confirmed", "violated", "violated if", "contract"}[t]
}

func (f *Finding) tier() tier {
	switch {
	case f.Result.Contract != nil:
		return agreed
	case f.Result.Confirmed == report.InPackage:
		return confirmed
	case len(f.Result.If) > 0:
		return assumed
	}
	return certain
}

// stays returns a clause that the lock which a step locks stays locked.
func (f *Finding) stays(step int) string { return lockOf(f.Result.Trace[step].Event) + " stays locked" }

// forEver returns a clause that a goroutine waits for ever at a place of a deadlock, with the reason if it is known.
func (f *Finding) forEver(p Place) string {
	for _, w := range f.Result.Waiting {
		if w.Pos == p.Pos && w.Note != "" {
			return fmt.Sprintf("%s waits at %s for ever (%s)", f.who(w.Task, w.Pos), w.At, w.Note)
		}
	}
	return p.Text + " for ever"
}

// lockOf returns the lock that a step locks, in the words of the source or of the model.
func lockOf(event string) string {
	if of, ok := strings.CutSuffix(event, "Lock()"); ok {
		return strings.TrimSuffix(strings.TrimSuffix(of, "R"), ".")
	}
	_, lock, _ := strings.Cut(event, " ")
	return lock
}

// first is where a finding stands: at its cause, unless that is a lock that the goroutine has taken which waits for it
// elsewhere: then the second lock may be the mistake.
func (f *Finding) first() string {
	first := f.places()[0].Pos
	cause, _ := f.cause()
	own := slices.ContainsFunc(f.Result.Trace, func(s report.Step) bool {
		return s.Pos == cause && slices.ContainsFunc(f.Result.Waiting, func(w report.Waiting) bool {
			return w.Task == s.Task
		})
	})
	if own {
		return first
	}
	return cause
}

// cause is the place of a finding: the first of its places, or that of the locks which its execution has taken and not
// given back, if that was at one place, and all that is blocked waits for a lock that no goroutine has which goes on or
// waits. Then step is one that takes such a lock, from 0; else it is -1.
func (f *Finding) cause() (pos string, step int) {
	r, first := f.Result, f.places()[0].Pos
	waits := func(task string) bool {
		return slices.ContainsFunc(r.Waiting, func(w report.Waiting) bool { return w.Task == task })
	}
	lost := func(w report.Waiting) bool {
		return !slices.ContainsFunc(w.For, waits) && (strings.HasPrefix(w.At, "lock ") || strings.HasPrefix(w.At, "rlock "))
	}
	if r != f.Check.Deadlock || len(r.Moving) > 0 || slices.ContainsFunc(r.Waiting, func(w report.Waiting) bool {
		return !lost(w)
	}) {
		return first, -1
	}
	held := f.held()
	var out []int
	for _, task := range slices.Sorted(maps.Keys(held)) {
		out = append(out, held[task]...)
	}
	other := func(i int) bool { return r.Trace[i].Pos != r.Trace[out[0]].Pos }
	if len(out) == 0 || r.Trace[out[0]].Pos == "" || slices.ContainsFunc(out, other) {
		return first, -1
	}
	return r.Trace[out[0]].Pos, out[0]
}

// contract is a rule of use for an object, with the findings in which callers break it.
type contract struct {
	object   string // with the name of its package
	of       ledger.Contract
	findings []Finding
}

// contracts returns the findings in which callers break a rule of use, grouped by object and by the method beside which
// they use it.
func contracts(b *report.Batch) []contract {
	var out []contract
	known := merged(b, true)
	for _, f := range Findings(b) {
		c := f.Result.Contract
		if c == nil || f.Result.Ignored != nil || len(f.places()) == 0 || slices.ContainsFunc(known, func(k []Finding) bool {
			return k[0].Rule() == f.Rule() && k[0].first() == f.first() // it does not need these callers
		}) {
			continue
		}
		object, _, _ := strings.Cut(f.Check.Root, ofClient)
		if c.Object != "" {
			object += "." + c.Object
		}
		i := slices.IndexFunc(out, func(o contract) bool {
			return o.object == object && o.of.Ends == c.Ends && o.of.Left == c.Left
		})
		if i < 0 {
			i = len(out)
			out = append(out, contract{object: object, of: ledger.Contract{Object: c.Object, Ends: c.Ends, Left: c.Left}})
		}
		o := &out[i]
		o.of.Calls = append(o.of.Calls, c.Calls...)
		slices.Sort(o.of.Calls)
		o.of.Calls = slices.Compact(o.of.Calls)
		o.findings = append(o.findings, f)
	}
	slices.SortStableFunc(out, func(a, b contract) int { return cmp.Compare(a.object, b.object) })
	return out
}

// ofContracts prints these findings if the user asks for them, and otherwise their number.
func ofContracts(b *report.Batch, full bool) string {
	var text strings.Builder
	var objects []string
	n := 0
	for _, c := range contracts(b) {
		n += len(c.findings)
		if !slices.Contains(objects, c.object) {
			objects = append(objects, c.object)
		}
		fmt.Fprintf(&text, "%s: if %s\n", printable.Line(c.object), printable.Line(c.of.Says()))
		for _, f := range c.findings {
			var one strings.Builder
			f.write(&one)
			for line := range strings.Lines(one.String()) {
				text.WriteString("    " + line)
			}
		}
	}
	switch {
	case n == 0:
		return ""
	case full:
		return "\nNot counted, as callers may have to know what to call:\n" + text.String()
	}
	names := strings.Join(objects[:min(len(objects), mostLeft)], ", ")
	if more := len(objects) - mostLeft; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("not counted: %s of callers who use %s while or after its use ends; --contracts shows them\n",
		english.Plural(int64(n), "execution"), printable.Line(names))
}

// totals prints the number of findings for each type or function that has any.
func totals(b *report.Batch) string {
	var objects []string
	count := map[string]int{}
	for _, some := range merged(b, false) {
		of := objectOf(some[0].Check.Root)
		if count[of]++; count[of] == 1 {
			objects = append(objects, of)
		}
	}
	if len(objects) < 2 {
		return ""
	}
	for i, o := range objects {
		objects[i] = fmt.Sprintf("%d of %s", count[o], o)
	}
	return "findings: " + printable.Line(strings.Join(objects, ", ")) + "\n"
}

// objectOf returns the type or function that a client calls, with its package.
func objectOf(root string) string {
	pkg, of, _ := strings.Cut(root, ofClient)
	if i := strings.IndexAny(of, ".+ "); i > 0 {
		of = of[:i]
	}
	return pkg + "." + of
}

// held are the steps that take the locks which tasks have at the end, by task, the last one last.
func (f *Finding) held() map[string][]int {
	held := map[string][]int{}
	for i, s := range f.Result.Trace {
		switch verb, _, _ := strings.Cut(s.Event, " "); verb {
		case "lock", "rlock":
			held[s.Task] = append(held[s.Task], i)
		case "unlock", "runlock":
			if n := len(held[s.Task]); n > 0 {
				held[s.Task] = held[s.Task][:n-1]
			}
		}
	}
	return held
}

// follows reports whether a deadlock comes of another one. Either what is blocked there is blocked here, too, and all
// others that are blocked wait for it; or a lock stays locked there, and here who has locked it at that place wants it
// again.
func (f *Finding) follows(of *Finding) bool {
	r := f.Result
	if r != f.Check.Deadlock || of.Result != of.Check.Deadlock {
		return false
	}
	if at, lock := of.cause(); lock >= 0 {
		held := f.held()
		again := func(w report.Waiting) bool {
			return waitsForItself(w) > 0 && slices.ContainsFunc(held[w.Task], func(i int) bool { return r.Trace[i].Pos == at })
		}
		if slices.ContainsFunc(r.Waiting, again) {
			return true
		}
	}
	at := func(pos string) func(report.Waiting) bool {
		return func(w report.Waiting) bool { return w.Pos == pos }
	}
	var same []string // tasks
	for _, w := range r.Waiting {
		if slices.ContainsFunc(of.Result.Waiting, at(w.Pos)) {
			same = append(same, w.Task)
		}
	}
	missing := func(w report.Waiting) bool { return !slices.ContainsFunc(r.Waiting, at(w.Pos)) }
	other := func(w report.Waiting) bool {
		waits := slices.ContainsFunc(w.For, func(t string) bool { return slices.Contains(same, t) })
		return !slices.Contains(same, w.Task) && !waits
	}
	return !slices.ContainsFunc(of.Result.Waiting, missing) && !slices.ContainsFunc(r.Waiting, other)
}
