package follow

import (
	"errors"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/live"
	"flavers/report"
	"flavers/report/made"
	"flavers/sem"
)

// Walk is an execution that is made step by step, while every specification moves along. Only one goroutine at a time
// may use it.
type Walk struct {
	p     *cfg.Program
	specs []*automata.Spec
	m     *sem.Machine

	tell     *Teller   // describes the steps
	f        *follower // moves the specifications
	holders  *holders  // knows who holds what
	state    []int32
	schedule []sem.Choice
	steps    []report.RunStep
	lasso    *lasso // nil: the execution has an end

	failed string // the run-time error that has ended the execution; "": none
	beyond bool   // failed is not an error of the program, but a bound of the model
}

// Next is a step that can be taken.
type Next struct {
	Choice sem.Choice
	report.RunStep
	Failed bool // it ends in a run-time error, which the event names
	Beyond bool // that is no error of the program, but a bound of the model
}

// NewWalk returns an execution without steps. The error is a *sem.TooLarge.
func NewWalk(p *cfg.Program, specs []*automata.Spec) (*Walk, error) {
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	return walkOf(m, p, specs), nil
}

func walkOf(m *sem.Machine, p *cfg.Program, specs []*automata.Spec) *Walk {
	w := &Walk{p: p, specs: specs, m: m}
	w.restart()
	return w
}

// restart removes all steps.
func (w *Walk) restart() {
	w.tell, w.f, w.holders = New(w.m), newFollower(w.p, w.specs), newHolders(w.m)
	w.state, w.schedule, w.steps, w.failed = w.m.Start(), w.schedule[:0], w.steps[:0], ""
	w.beyond, w.lasso = false, nil
}

// Next returns every step that can be taken, ordered by task and then by position in the program. A step has the values
// that it changes, and the states to which it moves specifications.
func (w *Walk) Next() []Next {
	if w.Failed() {
		return nil
	}
	var out []Next
	last := cfg.ActionID(cfg.None)
	outcome := 0
	for _, o := range w.m.Successors(w.state, true) {
		if outcome++; o.Action != last {
			last, outcome = o.Action, 0
		}
		n := Next{Choice: sem.Choice{Action: o.Action, Outcome: outcome}, Failed: o.Err != nil}
		n.Beyond = n.Failed && o.Err.Kind == cfg.LimitError
		n.Step = New(w.m).Step(o.Action, o.Occ, o.Err)
		n.Silent = len(o.Occ) == 0
		if o.Err == nil {
			n.Vars = w.tell.Changed(w.state, o.Next)
			n.States = w.f.after(o.Occ)
		}
		out = append(out, n)
	}
	task := func(n *Next) cfg.TaskID { return w.p.Nodes[w.p.Actions[n.Choice.Action].A].Task }
	slices.SortStableFunc(out, func(a, b Next) int { return int(task(&a) - task(&b)) })
	return out
}

// Take takes a step. If that is not possible, the error names the steps that are.
func (w *Walk) Take(c sem.Choice) error {
	if w.Failed() {
		return errors.New("the execution has ended in a run-time error")
	}
	outs := w.m.Outcomes(nil, w.state, w.p.Actions[c.Action], true)
	if c.Outcome >= len(outs) {
		return errors.New(stuck(w.m, len(w.schedule), c, w.state, len(outs)))
	}
	o := outs[c.Outcome]
	st := report.RunStep{Step: w.tell.Step(c.Action, o.Occ, o.Err)}
	w.tell.Details(&st.Step, w.state, c.Action, c.Outcome)
	st.Silent = len(o.Occ) == 0
	if o.Err != nil {
		w.failed = o.Err.Error()
		if w.beyond = o.Err.Kind == cfg.LimitError; w.beyond {
			w.failed = report.Exceeds(o.Err.Pos.String(), o.Err.Text)
		}
	} else {
		st.Vars = w.tell.Changed(w.state, o.Next)
		st.States = w.f.step(o.Occ)
		w.holders.step(c.Action, w.state, o.Next)
		w.state = o.Next
	}
	w.schedule, w.steps = append(w.schedule, c), append(w.steps, st)
	return nil
}

// Follow takes the steps of a schedule. The error says that schedule is none, or which step cannot be taken.
func (w *Walk) Follow(schedule string) error {
	steps, _, err := sem.ParseSchedule(w.p, schedule)
	if err != nil {
		return err
	}
	for _, c := range steps {
		if err := w.Take(c); err != nil {
			return err
		}
	}
	return nil
}

// Back undoes the last n steps, or all if there are fewer.
func (w *Walk) Back(n int) {
	again := slices.Clone(w.schedule[:max(len(w.schedule)-n, 0)])
	w.restart()
	for _, c := range again {
		if err := w.Take(c); err != nil {
			panic(err) // it was taken from the same state before
		}
	}
}

// Steps returns the number of steps taken.
func (w *Walk) Steps() int { return len(w.schedule) }

// Failed reports whether the last step ended the execution in a run-time error.
func (w *Walk) Failed() bool { return w.failed != "" }

// Choices returns the steps taken.
func (w *Walk) Choices() []sem.Choice { return slices.Clone(w.schedule) }

// Schedule returns the steps taken as one word, in the form that flavers replay reads.
func (w *Walk) Schedule() string { return sem.FormatSchedule(w.p, w.schedule) }

// Run returns a report on the execution so far.
func (w *Walk) Run() *report.Run {
	run := w.report("")
	run.Schedule = w.Schedule()
	return run
}

// report returns a report on the execution. stuck says why the next step of a schedule could not be taken, or is "".
func (w *Walk) report(stuck string) *report.Run {
	out := &report.Run{Version: report.Version, Program: w.p.File, Steps: append([]report.RunStep{}, w.steps...),
		Notes: made.Notes(w.p)}
	out.Passes = made.Passed(w.p, out.TraceOf(""))
	out.Stuck, out.Error, out.Beyond = stuck, w.failed, w.beyond
	plain := make([]report.Step, len(out.Steps))
	for i := range plain {
		plain[i] = out.Steps[i].Step
	}
	w.tell.Messages(plain)
	for i := range plain {
		out.Steps[i].Sends = plain[i].Sends
	}
	out.Ended = w.m.Over(w.state)
	if !out.Ended && stuck == "" && !w.Failed() {
		out.Deadlock = len(w.m.Successors(w.state, false)) == 0
	}
	if out.Deadlock {
		out.Waiting = waiting(w.m, w.state)
	}
	out.Final = w.f.final(out.Ended || out.Deadlock)
	if l := w.lasso; l != nil && stuck == "" {
		out.Loop, out.Fairness, out.Unfair = l.steps, string(l.fairness), l.unfair
		out.Declared = len(w.p.Fair) > 0 && l.fairness != live.None
		for i := range out.Final {
			out.Final[i].Violated = out.Final[i].Violated || l.violated[i] && !out.Final[i].Reach
		}
	}
	out.Vars = w.Vars()
	return out
}

// Vars returns the values of all variables that keep a value between steps.
func (w *Walk) Vars() []report.VarValue {
	var out []report.VarValue
	for i := range w.p.Vars {
		v := &w.p.Vars[i]
		if k := w.m.Var(v.ID); k >= 0 {
			out = append(out, report.VarValue{Name: v.Name, Value: v.Type.Format(w.state[k] + v.Type.Lo)})
		}
	}
	return out
}

// Waiting returns the tasks that have not ended, do not rest, and can take no step now, with where each stands and for
// whom it waits.
func (w *Walk) Waiting() []report.Waiting {
	moves := map[string]bool{}
	for _, n := range w.Next() {
		moves[n.Task] = true
		for _, t := range n.Tasks {
			moves[t] = true
		}
	}
	return slices.DeleteFunc(waiting(w.m, w.state), func(v report.Waiting) bool { return moves[v.Task] })
}

// Specs returns the state of every specification, and whether it is violated.
func (w *Walk) Specs() []report.SpecState { return w.Run().Final }

// Holds returns for every synchronization object what it holds now, as "lock door" and "held by a".
func (w *Walk) Holds() (objects, values []string) {
	for i := range w.p.Objects {
		if o := cfg.ObjectID(i); w.holders.shown(o) {
			objects = append(objects, w.holders.name(o))
			values = append(values, w.holders.text(o, w.state))
		}
	}
	return objects, values
}
