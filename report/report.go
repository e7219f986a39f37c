// Package report holds the answers of the command as plain data, and prints them as text, JSON, annotations for GitHub
// and a page. SARIF is in package sarif, and reports on several programs are in package batch.
//
// A Check has one Result for each property. A Result that does not hold usually has a Trace, one Step for each step of
// an execution that shows why:
//
//	exclusion   violated   2 constraints
//	    phil[0]      phil[1]      after      at
//	 1  eat(0)       .            left       dining.tfg:14:9
//	 2  .            eat(1)       error      dining.tfg:14:9
//
// The package knows neither programs nor automata: names and positions are strings, in the order in which they are to
// be shown. It does not decide verdicts either: Result.Conclude takes evidence, and package outcome decides. Nothing
// here reads the clock, the environment or the terminal; the command does that, and passes TextOptions.
//
// To add a kind of results:
//
//  1. A Kind, beside KindRace.
//  2. A field of Check, if there may be several, in all, MarshalJSON and Since, in report/made, and in docs/schema.
//  3. Its words: otherwise, short, meaning, and those of conclusion.go and summary.go.
//  4. Its rule in report/sarif, and in report/batch its findings and how a comment ignores them.
//
// To add a field of Result: its words in each form, in the sections of text.go and words.go, and in report/sarif, and
// its type in docs/schema. TestFormsShowEachField names each form that does not show it. A form that does without it
// has its reason in notShown of report/fields_test.go.
//
// To add a form of reports:
//
//  1. Its writer: for a Check here, as github.go; for several programs in report/batch. It prints what printable.Copy
//     has made. Its rows in docs/design.md and internal/policy/policy_test.go if it is a package.
//  2. Its row in the table reportForms of cmd/flavers/sink.go. Its flags, and the commands that refuse them, follow
//     from that.
//  3. For each command that has it (check, explore, replay, crosscheck): its name in the call of outputs, and its
//     writer in the map writers; check also has those of cmd/flavers/check_all.go. The commands stats and test have
//     forms of their own, in report/stats and report/tests.
//  4. Its row in checkForms of report/forms_test.go, what it leaves out in notShown of report/fields_test.go, and its
//     flags in internal/attack/command.go.
//  5. docs/manual.md, docs/library.md and CHANGELOG.md.
//
// TestFormsAreTested, TestFormsShowEachField, TestAttackFlags and TestManualIsComplete (cmd/flavers) fail until steps 4
// and 5 are done. A command that has the form and no writer for it panics when the form is asked for.
package report

import (
	"slices"
	"strings"
	"time"

	"flavers/diag"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// Version of the JSON form. Keys are only ever added to it.
const Version = 1

// Limit names what ended an analysis before it had an answer.
type Limit string

const (
	LimitTuples    Limit = "tuples"    // --max-tuples: tuples of the data flow analysis
	LimitTime      Limit = "time"      // --timeout or --timeout-per-property
	LimitMemory    Limit = "memory"    // --max-memory
	LimitDepth     Limit = "depth"     // --depth: the length of an execution
	LimitStates    Limit = "states"    // the number of states that a search for executions that stop may visit
	LimitInterrupt Limit = "interrupt" // Ctrl-C
	LimitSize      Limit = "size"      // a table for a step, an object or a counter would be too large
)

// Check is everything one run of `flavers check` found.
type Check struct {
	Version int      `json:"version"`
	Program string   `json:"program"` // file name as given, "-" for standard input
	Results []Result `json:"results"`

	// RuntimeErrors answers the question "does no execution end in a run-time error?". A run-time error is, for
	// example, a failed assertion or a value outside its range. RuntimeErrors is nil in two cases: the check was not
	// made, or it was made and no step of the program can fail. ErrorFree is set in the second case only.
	RuntimeErrors *Result `json:"runtime_errors,omitempty"`
	ErrorFree     bool    `json:"-"`

	// Deadlock answers the question "does no execution get stuck?". An execution is stuck if no task can move, and some
	// task has neither ended nor rests as a server. Deadlock is nil if the check was not made.
	Deadlock *Result `json:"deadlock,omitempty"`
	// Races has a result for each data race, proved or possible. If the check found none, it has one result, which
	// holds. It is nil if the check was not made.
	Races []Result `json:"races,omitempty"`
	// Expected compares the results with the verdicts that the program says it expects (see Compare). It is nil if no
	// comparison was made.
	Expected []Expected `json:"expected,omitempty"`

	// The next fields are empty for programs in the task language. Programs in Ada have a Ledger; programs made from Go
	// packages have all of them.

	Root string `json:"root,omitempty"` // the Go function where executions begin
	// Client says which functions of the package the root calls, if flavers wrote the root to act as a user of the
	// package. It is "" if the root is a function of the package itself.
	Client string       `json:"client,omitempty"`
	Ledger ledger.Notes `json:"ledger,omitempty"` // how the program differs from its source
	Names  *Names       `json:"names,omitempty"`  // for each name in the model, the name in the source

	Diagnostics []diag.Diagnostic `json:"diagnostics"` // mistakes in the program and its specifications

	// Unbound is set if a limit ended the check before the specifications were compared with the program. Then
	// Diagnostics may lack mistakes in the specifications.
	Unbound bool `json:"-"`

	// If decided is set, ExitCode returns status and does not look at the results. AsCheck sets both, because the
	// exit status of an exploration, cross-check or replay follows rules of its own; so does Compare.
	status  int
	decided bool
}

// Result is the answer for one property, or for one of the checks that every program has.
type Result struct {
	Property string  `json:"property"`      // its name; for a built-in check the name that --only takes
	Pos      string  `json:"pos,omitempty"` // position of the property, "file:line:col"
	Verdict  Verdict `json:"verdict"`       // set by Conclude and Under only
	// Reach is set if the property asks whether some execution reaches a state, and not whether all executions are
	// right. Such a property holds if an execution was found, and then Trace is that execution. It is violated if there
	// is none, and then Trace is empty.
	Reach bool `json:"reach,omitempty"`

	// Omitted is the number of steps at the end of the execution that are missing in Trace, because a limit was hit
	// while the steps were listed. It is 0 unless an explorer found the execution.
	Omitted int `json:"omitted_steps,omitempty"`

	// A family of properties, as "served[i in 0..9]", has one result (see Family). Its Instances are the answers for
	// the members of the family, in order. Its Instance names the member whose trace, constraints and reason the result
	// shows. All of these are empty for a single property.
	//
	// Before Family joins them, each member has a result of its own. There InstanceOf is the name of the family, and
	// Index the value of the index, as "i=3".
	Instance   string     `json:"instance,omitempty"`
	InstanceOf string     `json:"-"`
	Index      string     `json:"-"`
	Instances  []Instance `json:"instances,omitempty"`

	// Reason says, in sentences for people, what decided the verdict, or why a possible or unknown verdict is not
	// better: which limit was hit, or what was tried.
	Reason string `json:"reason,omitempty"`
	// If lists conditions on the data of a Go package, in the words of the source. If all of them are true, the package
	// has the execution of the violation. The model does not have the data, but some data make all of them true.
	If []string `json:"if,omitempty"`
	// Limit is the limit that led to an unknown verdict, or "". The text form names the flag that raises it. OwnTime is
	// set if the limit is LimitTime, and was the time of this check (--timeout-per-property) and not that of all checks.
	Limit   Limit `json:"limit,omitempty"`
	OwnTime bool  `json:"own_time,omitempty"`

	// Constraints names every automaton that the answer rests on, as "task:phil[0]". Assumptions names those among
	// them that the user wrote. If an assumption is not true of the program, the answer may be wrong.
	Constraints []string `json:"constraints"`
	Assumptions []string `json:"assumptions,omitempty"`

	// Tasks is the number of tasks of the program. Represented names those that the proof looks at in detail: an
	// automaton in Constraints follows where the task is, or the state of an object that only this task uses. Of the
	// other tasks the proof uses only the control flow. Both are zero unless the property holds.
	Tasks       int      `json:"tasks,omitempty"`
	Represented []string `json:"represented,omitempty"`

	// Bounds lists components of the model, such as queues, with a separate proof that no execution finds them full.
	// The answer also rests on the constraints of these proofs.
	Bounds []Bound `json:"bounds,omitempty"`

	// Vacuous is a warning about a property that holds. It lists events that the property mentions and that lie on no
	// path that the constraints allow. These events never happen, so the property may hold for that reason alone.
	Vacuous []string `json:"vacuous,omitempty"`

	// The work of the analysis.

	POR    string     `json:"por"` // name of the elimination rule, "none" without one
	Nodes  NodeCounts `json:"nodes"`
	MIP    MIPCounts  `json:"mip"`
	Tuples int64      `json:"tuples"` // distinct tuples that were reached
	Visits int64      `json:"visits"` // tuples taken from the worklist
	// Counted lists classes of interchangeable tasks. Tuples do not have the state of each such task, but only how many
	// of them are in each state.
	Counted []Counted `json:"counted,omitempty"`
	Rounds  int       `json:"rounds,omitempty"` // rounds of refinement; 1 means that the first attempt gave the answer
	// Refinement describes each round, in order.
	Refinement []Round `json:"refinement,omitempty"`
	// Rejected is how many steps the constraints rejected. Such a step is a pair of a tuple and a letter that control
	// flow allows next. RejectedBy counts for each constraint the steps that it was the first to reject, largest first.
	Rejected   int64   `json:"killed,omitempty"`
	RejectedBy []Kill  `json:"killed_by,omitempty"`
	Seconds    float64 `json:"seconds"`

	// The execution that shows the verdict, or a path that may be one.

	Trace []Step `json:"trace"` // never null in JSON
	// Values has the variables of a violated invariant, with their values in the state where it is false.
	Values []VarValue `json:"values,omitempty"`
	// AtEnd distinguishes two kinds of violation: the execution stops in a state that the property does not accept
	// (true), or the property reaches its error state (false).
	AtEnd bool `json:"at_end,omitempty"`
	// Loop is the number of steps at the end of the trace that the execution repeats for ever, while the property never
	// accepts. It is 0 if the execution ends.
	Loop int `json:"loop_steps,omitempty"`
	// Fair says which infinite executions the answer covers: those under "weak" or "strong" fairness, or all of them
	// ("none": no fairness is assumed). "" means that it covers none, or that there are none.
	Fair string `json:"fairness,omitempty"`
	// Unfair warns that the constraints written by hand conflict with fairness. If the property holds, no execution that
	// obeys the constraints ends or is fair, so the property holds for lack of executions. If the property is violated,
	// the execution shown can obey the constraints only by being unfair.
	Unfair bool `json:"unfair,omitempty"`
	// Declared is set if, besides Fair, infinite executions had to be fair to the steps that the program declares fair.
	Declared bool `json:"declared_fairness,omitempty"`
	// States is set if the verdict comes from a search of states of the whole program, or from a certificate. Otherwise
	// the verdict rests on Constraints.
	States bool `json:"-"`
	// FoundBy is BySearch if a search over the states of the program found the execution. Then Tuples, Visits and
	// Constraints are those of the last data flow problem, whose path no execution followed. FoundBy is "" if the
	// execution was found by following such a path.
	FoundBy string `json:"found_by,omitempty"`
	// Schedule is the trace in the form that `flavers replay` reads, or "" if the trace is not known to be an execution.
	// A possible violation may have a schedule, too: it is an execution, but perhaps none that can go on to its end
	// under the constraints written by hand.
	Schedule string `json:"schedule"`

	// The executions that the answer is about, and how the ledger weakens it (Check.Qualify).

	Of     string   `json:"of,omitempty"`     // Ending, or "" for all executions
	Within []string `json:"within,omitempty"` // codes of the ledger: only executions within these bounds
	// Confirmed says where the execution of a violation in a Go package was replayed: InModel, InPackage, or
	// Interpreted. It is "" for other programs. Native describes what runs of the package showed; nil if it did not run.
	Confirmed string         `json:"confirmed,omitempty"`
	Native    *ledger.Native `json:"native,omitempty"`
	// Passes names differences between a program in Ada and its model, from the ledger, that the execution comes past.
	// The model has the execution; because of them, the program may not have it.
	Passes string `json:"passes,omitempty"`
	// Ignored is set if a comment in the package asks to ignore the finding. The verdict stays, but summaries count the
	// finding as ignored.
	Ignored *ledger.Ignored `json:"ignored,omitempty"`
	// Contract is set if callers in the execution break a rule of use that the package may have. Therefore the
	// violation is only possible.
	Contract *ledger.Contract `json:"contract,omitempty"`
	// Every is set if the answer is for every value of a constant, and not only for the value in the program.
	Every *Every `json:"every,omitempty"`
	// Accesses are the two steps of a data race. It is nil for other results.
	Accesses []Access `json:"accesses,omitempty"`
	// Waiting lists the tasks that cannot move at the end of a trace that ends in a deadlock. Moving names the tasks
	// that go on while those in Waiting can never move again. The deadlock is partial if Moving is not empty.
	Waiting  []Waiting `json:"waiting,omitempty"`
	Moving   []string  `json:"moving,omitempty"`
	Expected bool      `json:"expected,omitempty"` // the program declares that it expects the deadlock

	Kind Kind    `json:"-"` // what the result is about; "" for a property
	Path []int32 `json:"-"` // for pictures: a path, by its actions, that no execution was found to follow

	// evidence is what the verdict rests on. It is nil if the result was read from a file.
	evidence outcome.Evidence
}

// BySearch is the value of Result.FoundBy for an execution that a search found between rounds of refinement.
const BySearch = "search"

// Ending is the value of Result.Of if infinite executions were not judged.
const Ending = "executions that end"

// Every describes an answer for all values of a constant that is a number of tasks. Of From, At and CheckedTo only the
// one for the verdict is set.
type Every struct {
	Constant  string `json:"constant"`
	From      int    `json:"from,omitempty"`       // if it holds: it does for each value from this one on
	At        int    `json:"at,omitempty"`         // if it is violated: it is for this value
	CheckedTo int    `json:"checked_to,omitempty"` // if it is unknown: it holds for each value up to this one

	// The abstraction that the answer was found on. It replaces tasks by counts: how many tasks of a family are at each
	// place, exactly up to Cutoff, and "many" above.
	Classes []string `json:"classes,omitempty"` // the families of tasks that were counted
	Cutoff  int      `json:"cutoff,omitempty"`
	States  int      `json:"states,omitempty"` // number of states of the program with counts
}

// Sources maps the name of a file, as positions have it, to the text of the file.
type Sources map[string][]byte

// Counted is a class of interchangeable tasks. Each of its members is a task with its own variables and objects.
type Counted struct {
	Class   string `json:"class"`   // the automata of all members, as "task:reader[0..99]"
	Members int    `json:"members"` // number of members
	Codes   int    `json:"codes"`   // number of states that one member can be in
}

// Bound is a component of the model, such as a queue, that no execution finds full.
type Bound struct {
	Component   string   `json:"component"`   // "sem:ready"
	Constraints []string `json:"constraints"` // that the proof rests on, never null in JSON
}

// NodeCounts are the nodes of the trace flow graph by kind.
type NodeCounts struct {
	Tau           int `json:"tau"`           // no event
	Local         int `json:"local"`         // an event of one task that moves no automaton of another
	Global        int `json:"global"`        // an event that other tasks can see
	Communication int `json:"communication"` // a joint step of two or more tasks
}

// MIPCounts are the may-immediately-precede edges between tasks.
type MIPCounts struct {
	Candidate int `json:"candidate"` // before partial-order reduction
	Kept      int `json:"kept"`      // after it
}

// Step is one step of a trace.
type Step struct {
	Task  string   `json:"task"`            // the task that moves; in a joint step the active one
	Tasks []string `json:"tasks,omitempty"` // all tasks of a joint step, with the active one
	Event string   `json:"event"`           // all events of the step, as one text
	// Events lists the single events if the step has several.
	Events []string `json:"events,omitempty"`
	Pos    string   `json:"pos"`             // "file:line:col"
	State  string   `json:"state,omitempty"` // new state of the property, if the step moves it
	// Vars are the variables that the step changed, with their new values.
	Vars []VarValue `json:"vars,omitempty"`
	// PartnerPos is the position of the other side of a joint step.
	PartnerPos string `json:"partner_pos,omitempty"`
	// Sends are the messages that the step posts, and the value that it puts into a buffer.
	Sends []Send `json:"sends,omitempty"`
	// Silent is set if the step has no event: it is a skip, for example, or the choice of an alternative. The text form
	// can leave such steps out.
	Silent bool `json:"silent,omitempty"`

	// Test is the test that the step makes, as the program writes it, or "". Partial is set if Event does not name
	// everything that Test may read.
	Test    string `json:"-"`
	Partial bool   `json:"-"`
	// Reads are the variables that the step reads, in the order of reading. It is nil on a path that no execution is
	// known to follow, because there the values are not known.
	Reads []Read `json:"-"`
	// If is set for a step at which the model of a Go package chooses freely, because the package decides there by data.
	// It is the condition, in words of the source, under which the package takes this step; "" if it is not known.
	If string `json:"if,omitempty"`
	// Own is set if the step is only in the model, and not in the source of the Go package: it makes such a free choice,
	// or it uses a variable that the source does not have.
	Own bool `json:"own,omitempty"`
	// Within lists the positions of further statements that the step executes.
	Within []string `json:"-"`
}

// Read is a variable with the value that a step reads.
type Read struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Step  int    `json:"step"` // number, from 1, of the step that last wrote the variable; 0 if no step has
}

// Send is a message on its way from one step to another.
type Send struct {
	// To is the task that takes the message. It is "" for a message in a channel that no task takes in this trace.
	To      string `json:"to"`
	Message string `json:"message"`        // "main.clicked(1)", "c<-1"
	Step    int    `json:"step,omitempty"` // number, from 1, of the step that takes it; 0 if none does in this trace
	// A step may have several events. Sent is the index of the sending event in its step, and Taken that of the taking
	// event in its own step, both from 0.
	Sent  int `json:"-"`
	Taken int `json:"-"`
}

// Kill is a constraint, and the number of steps that it rejected.
type Kill struct {
	Constraint string `json:"constraint"`
	Count      int64  `json:"count"`
}

// Round is one round of refinement: the problem that was solved and, if no execution follows its violating path, the
// constraints that were added to reject the path.
type Round struct {
	Constraints int      `json:"constraints"` // feasibility constraints in use
	MIP         int      `json:"mip"`         // edges kept
	Tuples      int64    `json:"tuples"`
	Path        []string `json:"path,omitempty"`  // the path that was rejected, "task: event"
	Added       []string `json:"added,omitempty"` // constraints that reject it
}

// VarValue is a variable and the value it got.
type VarValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Progress is the state of a running check.
type Progress struct {
	Stage   string // in words: "solving exclusion"
	Tuples  int64
	Visits  int64
	Queue   int64 // tuples that wait in the worklist
	Elapsed time.Duration
	Round   int // refinement round, from 1; 0 outside refinement
}

// Exit statuses of the command.
const (
	ExitHolds    = 0 // every property holds
	ExitViolated = 1 // at least one property is violated
	ExitInput    = 2 // the input or the command line is wrong
	ExitOpen     = 3 // none is violated, and at least one is possible, unknown, or holds within bounds only
	ExitInternal = 4 // a bug in flavers
)

// ExitCode returns the exit status for c. If several apply, the first in this order counts: wrong input (2), violated
// (1), possible, unknown or within bounds only (3), holds (0). Results that are expected or ignored do not count.
func (c *Check) ExitCode() int {
	if c.decided {
		return c.status
	}
	for i := range c.Diagnostics {
		if c.Diagnostics[i].Severity == diag.Error {
			return ExitInput
		}
	}
	code := ExitHolds
	for _, r := range c.all() {
		switch {
		case r.Verdict == Holds && len(r.Within) == 0, r.Expected, r.Ignored != nil:
		case r.Verdict == Violated:
			return ExitViolated
		default:
			code = ExitOpen
		}
	}
	return code
}

// Ordered returns all results, including those about run-time errors, deadlock and data races. Those that need
// attention come first.
func (c *Check) Ordered() []*Result {
	all := c.all()
	slices.SortStableFunc(all, func(a, b *Result) int { return a.urgency() - b.urgency() })
	return all
}

// urgency orders results: smaller values need attention sooner.
func (r *Result) urgency() int {
	switch {
	case r.Expected, r.Ignored != nil:
		return 3
	case r.Verdict == Violated:
		return 0
	case r.Verdict == Possible:
		return 1
	case r.Verdict == Holds:
		return 4
	}
	return 2
}

// title returns the name under which r is shown. Together with the verdict it reads as a sentence, as "no deadlock
// holds".
func (c *Check) title(r *Result) string {
	switch {
	case r == c.RuntimeErrors && c.Root != "":
		return noSyncError
	case r == c.RuntimeErrors:
		return noRuntimeError
	case r.Kind == KindDeadlock:
		return noDeadlock
	}
	return r.name()
}

// emptily reports whether r holds only because no execution is left for which it could be violated.
func (r *Result) emptily() bool { return r.Unfair && !r.Reach }

// says returns the verdict with its qualifications, in the order of the sentence: "holds of executions that end",
// "holds under weak fairness within bounds (B01), vacuous", "violated, as expected".
func (r *Result) says() string {
	text := r.word()
	if r.Of != "" {
		text += " of " + r.Of
		if r.Every != nil {
			text += ","
		}
	}
	text += r.Fairly()
	text += r.Every.words()
	if len(r.Within) > 0 {
		text += " within bounds (" + strings.Join(r.Within, ", ") + ")"
	}
	if r.Verdict == Holds && (len(r.Vacuous) > 0 || r.emptily()) {
		text += ", vacuous"
	}
	if r.Expected {
		text += ", as expected"
	}
	if r.Ignored != nil {
		text += ", " + ignored
	}
	return text
}

// all returns the results, then the checks for run-time errors, deadlocks and data races.
func (c *Check) all() []*Result {
	all := make([]*Result, 0, len(c.Results)+len(c.Races)+2)
	for i := range c.Results {
		all = append(all, &c.Results[i])
	}
	for _, r := range []*Result{c.RuntimeErrors, c.Deadlock} {
		if r != nil {
			all = append(all, r)
		}
	}
	for i := range c.Races {
		all = append(all, &c.Races[i])
	}
	return all
}
