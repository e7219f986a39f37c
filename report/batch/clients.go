package batch

// This file merges findings of roots into mistakes, and prints them as a linter does. A mistake in the code shows in
// many executions: one goroutine keeps a lock, say, and others wait for it here or there, in this root or that one.
// Each of these is a finding; a user wants one line for the mistake, at the place to repair:
//
//	late.go:13:10: deadlock: a.mu stays locked
//	    late.go:20:2: worker waits at a.mu.Lock() for ever
//	    in late.TestAsk   [violated]
//	    --entry "late.TestAsk" shows the execution
//	    also in late.TestTwice
//
// Many roots are clients, which flavers wrote to call a package as its users may. Findings in which callers break a
// rule of use (ledger.Contract) are counted apart.

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

// merged groups findings that come from one mistake: those with the same title that stand at the same place (first),
// and deadlocks that follow from another one (follows). It returns the groups, those that are most certain first.
// Unless all is set, it takes only the findings of clients. Findings that are only possible or ignored, and those
// without a place, are left out.
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

// list prints the mistakes that merged returns: for each, its first finding, and in how many other ways it shows.
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

// Lines describes a finding. The first line says what it is, at the place where the finding stands, and the others have
// the other places that it is about. If a lock stays locked, the place of the finding is where the lock was taken.
// Lines returns nil if the finding has no place.
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

// tier orders findings by how certain they are. Smaller ones are more certain.
type tier int

const (
	confirmed tier = iota // a run of the package has shown the finding
	certain               // the package has the execution
	assumed               // the package has the execution if conditions on its data are true (Result.If)
	agreed                // callers break a rule of use (Result.Contract)
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

// follow reports whether each goroutine that waits is one of some, or waits for another one that follows from these.
func follow(waiting []report.Waiting, some func(report.Waiting) bool) bool {
	known := map[string]bool{}
	for more := true; more; {
		more = false
		for _, w := range waiting {
			after := slices.ContainsFunc(w.For, func(task string) bool { return known[task] })
			if !known[w.Task] && (some(w) || after) {
				known[w.Task], more = true, true
			}
		}
	}
	return len(known) == len(waiting)
}

// first returns the place where a finding stands. That is its cause, except if the cause is a lock that was taken by a
// goroutine which waits itself: then where it waits may be the mistake, so the finding stands at its first place.
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

// cause returns the place where a finding comes from. For most findings that is the first of their places, and step is
// -1. It is another place if a lock stays locked, that is, if
//
//   - the finding is a deadlock of the whole program, in which every task waits for a lock,
//   - none of these locks is held by a task that waits, so the holders have ended without unlocking, and
//   - all locks that the execution has taken and not released were taken at the same position.
//
// Then pos is this position, and step the index of a step that took such a lock there.
func (f *Finding) cause() (pos string, step int) {
	r, first := f.Result, f.places()[0].Pos
	waits := func(task string) bool {
		return slices.ContainsFunc(r.Waiting, func(w report.Waiting) bool { return w.Task == task })
	}
	lost := func(w report.Waiting) bool {
		return !slices.ContainsFunc(w.For, waits) && (strings.HasPrefix(w.At, "lock ") || strings.HasPrefix(w.At, "rlock "))
	}
	if r != f.Check.Deadlock || r.Partial() || !follow(r.Waiting, lost) {
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
	object   string          // its name, with that of its package
	of       ledger.Contract // the rule; Calls has the methods of all findings
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

// ofContracts returns the text about findings in which callers break a rule of use: the findings if full is set, and
// otherwise a line with their number.
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

// totals returns a line with the number of mistakes that clients show, for each type or function that they call. It
// returns "" if there are fewer than two such types and functions.
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

// held returns, for each task, the indices of the steps that took the locks which the task holds at the end of the
// execution, in the order of the steps. It takes each unlock to be of the lock taken last.
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

// follows reports whether f and of are deadlocks that come from the same mistake, in one of two ways:
//
//   - In of, a lock stays locked (cause). In f, a task that has taken the lock at the same position wants it again.
//   - All operations that are blocked in of are blocked in f, too, and every other task that is blocked in f waits for
//     a task at one of these.
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
	var same []string // the tasks of f at operations that are blocked in of
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
