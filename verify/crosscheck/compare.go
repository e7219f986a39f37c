package crosscheck

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"flavers/explore"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/follow"
)

// This file decides which answers about executions that end cannot both be right. An
// engine that shows an execution and an engine that says there is none contradict each
// other. An execution counts even if the engine that found it left others out. Only an
// engine that left nothing out says that there is none. The static verdict "possible"
// says neither.

// maxDisagreements is how many disagreements a report lists at most.
const maxDisagreements = 10

// compare compares the static answers with those of the explorers, the explorers with
// each other, and the findings of each explorer with its own counters.
func (x *crossing) compare() {
	for _, q := range x.questions() {
		x.compareStatic(q)
	}
	for _, key := range x.keys() {
		x.compareExplorers(key)
	}
	x.compareEnds()
	for i := range x.engines {
		x.compareCounts(&x.engines[i])
	}
}

// compareStatic compares the static verdict on a question with what each explorer found.
func (x *crossing) compareStatic(question string) {
	static := x.static[question]
	word, verb := " holds", "violates"
	goal := outcome.Goal{Reach: x.asks(question)}
	if goal.Reach {
		word, verb = " never happens", "reaches"
	}
	for i := range x.engines {
		e := &x.engines[i]
		f := found(e.Result, question)
		switch {
		case static.Verdict == goal.Denied() && f != nil:
			x.disagree(fmt.Sprintf("static says that %s%s, and %s shows an execution that %s it", sentence(question), word,
				e.Name, verb),
				[]string{"static", e.Name}, question, steps(f.Schedule))
		case static.Verdict == goal.Shown() && f == nil && e.Complete:
			x.disagree(fmt.Sprintf("static shows an execution that %s %s, and %s explored everything and found none", verb,
				sentence(question), e.Name),
				[]string{"static", e.Name}, question, x.parse(static.Schedule))
		}
	}
}

// sentence returns the name of a question as it stands in a sentence.
func sentence(question string) string {
	switch question {
	case report.RuntimeErrors:
		return `"no run-time error"`
	case report.Deadlock:
		return `"no deadlock"`
	}
	return question
}

// parse reads a schedule that the static analysis made. It returns nil, no witness, if the
// schedule cannot be read.
func (x *crossing) parse(text string) []sem.Choice {
	list, _, err := sem.ParseSchedule(x.p, text)
	if err != nil {
		return nil
	}
	return steps(list)
}

// steps returns a copy of a schedule that is never nil. In this file nil stands for "no
// witness", and an empty schedule for an execution without a step.
func steps(schedule []sem.Choice) []sem.Choice { return append([]sem.Choice{}, schedule...) }

// key identifies what a finding shows, whatever its execution. Either all complete
// explorers have a finding with a key, or none of them has.
type key struct {
	kind     explore.Kind
	property string // if kind is a violation: the name of the property
	place    string // if kind is an error: its position and what fails
}

// keyOf returns the key of a finding.
func keyOf(f *explore.Finding) key {
	k := key{kind: f.Kind, property: f.Property}
	if f.Err != nil {
		k.place = f.Err.Pos.String() + " " + f.Err.Kind.String()
	}
	return k
}

func (k key) String() string {
	switch k.kind {
	case explore.Violation:
		return "a violation of " + k.property
	case explore.Error:
		return "a run-time error at " + k.place
	}
	return "a deadlock"
}

// keys returns the key of everything that some explorer found, each once.
func (x *crossing) keys() []key {
	var all []key
	for i := range x.engines {
		for j := range x.engines[i].Findings {
			if k := keyOf(&x.engines[i].Findings[j]); !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	return all
}

// compareExplorers reports each complete explorer that lacks a finding with key k. The
// witness is the shortest execution with which another explorer found it.
func (x *crossing) compareExplorers(k key) {
	finder := -1 // the explorer with the shortest execution
	var schedule []sem.Choice
	for i := range x.engines {
		for j := range x.engines[i].Findings {
			if f := &x.engines[i].Findings[j]; keyOf(f) == k && (finder < 0 || len(f.Schedule) < len(schedule)) {
				finder, schedule = i, steps(f.Schedule)
			}
		}
	}
	for i := range x.engines {
		e := &x.engines[i]
		if e.Complete && !slices.ContainsFunc(e.Findings, func(f explore.Finding) bool { return keyOf(&f) == k }) {
			x.disagree(fmt.Sprintf("%s shows %s, and %s explored everything and found none", x.engines[finder].Name, k, e.Name),
				[]string{x.engines[finder].Name, e.Name}, k.property, schedule)
		}
	}
}

// compareEnds compares the final states that complete explorers reach. All explorers
// that list their final states are compared with the first one that does.
func (x *crossing) compareEnds() {
	first := -1
	for i := range x.engines {
		switch e := &x.engines[i]; {
		case !e.Complete || e.Ends == nil:
		case first < 0:
			first = i
		default:
			x.endsMissing(&x.engines[first], e)
			x.endsMissing(e, &x.engines[first])
		}
	}
}

// endsMissing reports that a reaches final states that b does not reach. Of these the one
// with the shortest schedule is the witness.
func (x *crossing) endsMissing(a, b *answer) {
	missing, n := "", 0 // the witness so far ("": none), and how many b lacks
	for end, schedule := range a.Ends {
		if _, ok := b.Ends[end]; ok {
			continue
		}
		n++
		if old, ok := a.Ends[missing]; !ok || cmp.Or(cmp.Compare(len(schedule), len(old)), cmp.Compare(end, missing)) < 0 {
			missing = end
		}
	}
	if n > 0 {
		x.disagree(fmt.Sprintf("%s reaches %d final states that %s does not, one of them %s", a.Name, n, b.Name, missing),
			[]string{a.Name, b.Name}, "", steps(a.Ends[missing]))
	}
}

// compareCounts compares the counters of an explorer with its findings. If it counted
// something, it must show an example. The converse is required only of an explorer that
// left nothing out: most explorers show a finding as soon as they meet it and count it
// when the execution ends, which a limit can prevent.
func (x *crossing) compareCounts(e *answer) {
	for _, c := range []struct {
		kind  explore.Kind
		count int64
	}{{explore.Deadlock, e.Deadlocks}, {explore.Violation, e.Violations}, {explore.Error, e.Errors}} {
		i := slices.IndexFunc(e.Findings, func(f explore.Finding) bool { return f.Kind == c.kind && !x.asks(f.Property) })
		switch {
		case c.count > 0 && i < 0:
			x.disagree(fmt.Sprintf("%s counts %d of kind %s and shows none", e.Name, c.count, c.kind), []string{e.Name}, "", nil)
		case c.count == 0 && i >= 0 && e.Complete:
			x.disagree(fmt.Sprintf("%s shows one of kind %s and counts none", e.Name, c.kind), []string{e.Name},
				e.Findings[i].Property, steps(e.Findings[i].Schedule))
		}
	}
}

// disagree adds a disagreement to the report. schedule is the execution that shows it;
// nil: there is none. property is "" where the disagreement is about no property.
func (x *crossing) disagree(what string, engines []string, property string, schedule []sem.Choice) {
	d := report.Disagreement{What: what, Engines: engines, Trace: []report.Step{}}
	if property != report.RuntimeErrors && property != report.Deadlock {
		d.Property = property
	}
	if schedule != nil {
		d.Schedule = sem.FormatSchedule(x.p, schedule)
		run, _ := follow.Run(x.p, x.specs, d.Schedule)
		for _, s := range run.Steps {
			for _, st := range s.States {
				if st.Spec == d.Property {
					s.State = st.State
				}
			}
			d.Trace = append(d.Trace, s.Step)
		}
	}
	x.out.Agree = false
	x.out.Disagreements = append(x.out.Disagreements, d)
}

// report sorts the disagreements by the length of their executions, shortest first, and
// keeps the first maxDisagreements. Those without an execution come last.
func (x *crossing) report() {
	rank := func(d *report.Disagreement) int {
		if d.Schedule == "" {
			return math.MaxInt
		}
		return len(d.Trace)
	}
	list := x.out.Disagreements
	slices.SortStableFunc(list, func(a, b report.Disagreement) int { return cmp.Compare(rank(&a), rank(&b)) })
	x.out.Disagreements = list[:min(len(list), maxDisagreements)]
}
