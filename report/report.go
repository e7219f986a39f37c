// Package report holds what a check found, as plain data, and prints it as
// text, JSON, annotations for GitHub and a page. SARIF is in package sarif,
// and reports of several programs are in package batch.
//
// A Check has one Result for each property; a Result that is not "holds" has
// a Trace, one Step after another:
//
//	exclusion   violated   2 constraints
//	    phil[0]      phil[1]      after      at
//	 1  eat(0)       .            left       dining.tfg:14:9
//	 2  .            eat(1)       error      dining.tfg:14:9
//
// The package knows neither programs nor automata: names and positions come
// as strings, in the order in which they are to be shown. Nothing here reads
// the clock, the environment or the terminal; the command does and passes
// what it learned in TextOptions.
//
// To add a kind of results:
//
//  1. A Kind, beside KindRace.
//  2. A field of Check, if there may be several, in all, MarshalJSON and Since, in report/made, and in docs/schema.
//  3. Its words: otherwise, short, meaning, and those of conclusion.go and summary.go.
//  4. Its rule in report/sarif, and in report/batch its findings and how a comment ignores them.
//
// To add a form of reports:
//
//  1. Its writer: of a Check here, as github.go; of several programs in report/batch; of what printable.Copy has
//     made, with a line in hostile_test.go.
//  2. Its word in the call of outputs in cmd/flavers/check.go, cmd/flavers/explore.go and, if they have it,
//     cmd/flavers/replay.go and cmd/flavers/crosscheck.go.
//  3. Its field of forms, with its case in deliver (cmd/flavers/sink.go: without one, text is printed), set in
//     cmd/flavers/check.go, cmd/flavers/check_all.go and cmd/flavers/explore_run.go.
//  4. If it goes to a file, its flag in outputs and commonFlags of cmd/flavers/common.go and its line in outputs of
//     cmd/flavers/sink.go; in without of internal/roots/settings.go, or else the answers that are kept depend on the
//     name of the file; in groups of internal/flags/usage.go; and with a reason why a command has no such form in
//     cmd/flavers/stats.go, cmd/flavers/sim.go, cmd/flavers/test.go, cmd/flavers/render.go, cmd/flavers/watch.go and
//     cmd/flavers/input.go.
//  5. internal/attack/command.go and internal/attack/hostile.go.
//  6. docs/manual.md, docs/library.md and CHANGELOG.md.
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

// Limit names a bound of the analysis.
type Limit string

const (
	LimitTuples    Limit = "tuples"
	LimitTime      Limit = "time"
	LimitMemory    Limit = "memory"
	LimitDepth     Limit = "depth"
	LimitStates    Limit = "states"    // of a search for executions that stop
	LimitInterrupt Limit = "interrupt" // Ctrl-C
	LimitSize      Limit = "size"      // a step, an object or a counter is too large to be tabled
)

// Check is everything one run of `flavers check` found.
type Check struct {
	Version int      `json:"version"`
	Program string   `json:"program"` // file name as given, "-" for standard input
	Results []Result `json:"results"`

	// RuntimeErrors is the implicit check that no execution ends in a run-time
	// error (a failed assertion, a value outside its range, ...). It is nil
	// when the program can have none.
	RuntimeErrors *Result `json:"runtime_errors,omitempty"`

	// ErrorFree: run-time errors were looked for, and no step of the program can fail, so that RuntimeErrors is nil.
	ErrorFree bool `json:"-"`

	// Deadlock is the implicit check that no execution gets stuck: no task can
	// move, and some have neither ended nor rest. nil: it was not asked for.
	Deadlock *Result `json:"deadlock,omitempty"`
	// Races are the data races, where they were asked for: those that an execution shows, and
	// those that are possible; one result that holds if there is none. nil: nobody asked.
	Races []Result `json:"races,omitempty"`
	// Expected compares the results with what the program expects of itself; nil
	// where that was not asked (see Compare).
	Expected []Expected `json:"expected,omitempty"`

	// Root is the function that the program begins with, if it was made of a Go package; Ledger
	// says then what was bounded, approximated or left out.
	Root string `json:"root,omitempty"`
	// Client says what callers do, if the root is not of the package: callers that were made for it. "": it is.
	Client string       `json:"client,omitempty"`
	Ledger ledger.Notes `json:"ledger,omitempty"`
	// Names are the words of the package for what the model names; nil: it is none of a Go package.
	Names *Names `json:"names,omitempty"`

	Diagnostics []diag.Diagnostic `json:"diagnostics"`

	// Unbound: a limit ended the check before the specifications were compared with
	// the program, so that what is wrong with them is not known.
	Unbound bool `json:"-"`

	// Of a report made from one of another kind, status is its exit status.
	status  int
	decided bool
}

// Result is the answer for one property.
type Result struct {
	Property string  `json:"property"`
	Pos      string  `json:"pos,omitempty"` // of the property, "file:line:col"
	Verdict  Verdict `json:"verdict"`
	// Reach: the property asks for an execution. It holds with that execution in the
	// trace, and is violated, without a trace, if there is none.
	Reach bool `json:"reach,omitempty"`

	// Omitted is how many more steps the execution has than Trace: a limit was hit
	// before they were listed. Only explorers find executions that long.
	Omitted int `json:"omitted_steps,omitempty"`

	// Instances are the answers for the instances of a family of properties, in
	// order. The result is then that of the family (see Family), and Instance names
	// the one whose trace, constraints and reason are shown.
	Instance string `json:"instance,omitempty"`
	// InstanceOf is the family that the property is an instance of, and Index which one.
	InstanceOf string     `json:"-"`
	Index      string     `json:"-"`
	Instances  []Instance `json:"instances,omitempty"`

	// Reason says why a possible or unknown verdict is not better: which limit
	// was hit, or what was tried. One or more sentences for people.
	Reason string `json:"reason,omitempty"`
	// If are conditions of the source that the execution of a client needs to be true, and which the model does not
	// have: they can be true together. The verdict is violated if they are.
	If []string `json:"if,omitempty"`
	// Limit is what an unknown verdict ran into; the text form names the flag
	// that raises it.
	Limit   Limit `json:"limit,omitempty"`
	OwnTime bool  `json:"own_time,omitempty"` // the limit of time was that of each check

	// Constraints names every automaton the answer rests on, as
	// "task:phil[0]". Assumptions is the part of it that the user wrote: the
	// answer is only as true as these are.
	Constraints []string `json:"constraints"`
	Assumptions []string `json:"assumptions,omitempty"`

	// Represented are the tasks, of so many that the program has, that Constraints are
	// about: where the task stands, or what it alone has. Of the others, a proof that the
	// property holds knows the control flow only. Both are absent otherwise.
	Tasks       int      `json:"tasks,omitempty"`
	Represented []string `json:"represented,omitempty"`

	// Bounds are components of the model of which it was proved apart that no execution
	// finds them full. The answer rests on what these proofs rest on, too.
	Bounds []Bound `json:"bounds,omitempty"`

	// Vacuous lists the events of the property that lie on no path that
	// survives the constraints: the property holds partly because they never
	// happen.
	Vacuous []string `json:"vacuous,omitempty"`

	POR    string     `json:"por"` // elimination rule
	Nodes  NodeCounts `json:"nodes"`
	MIP    MIPCounts  `json:"mip"`
	Tuples int64      `json:"tuples"` // distinct tuples that were reached
	Visits int64      `json:"visits"` // tuples taken from the worklist
	// Counted lists the automata of which the tuples do not have the states, but how
	// many of them are in each state: those of interchangeable tasks.
	Counted []Counted `json:"counted,omitempty"`
	Rounds  int       `json:"rounds,omitempty"` // of refinement; 1: the first attempt gave the answer
	// Refinement is what each round of refinement did, in order.
	Refinement []Round `json:"refinement,omitempty"`
	// Rejected is how many steps the constraints rejected: pairs of a tuple and a
	// letter that could have come next. RejectedBy says which constraint was the
	// first to reject, most first.
	Rejected   int64   `json:"killed,omitempty"`
	RejectedBy []Kill  `json:"killed_by,omitempty"`
	Seconds    float64 `json:"seconds"`

	Trace []Step `json:"trace"` // never null in JSON
	// Values are those of the variables of an invariant where it is false.
	Values []VarValue `json:"values,omitempty"`
	// AtEnd says how the trace violates the property: the execution stops there
	// and its state does not accept (true), or its error state was reached.
	AtEnd bool `json:"at_end,omitempty"`
	// Loop is how many steps at the end of the trace come back to the state in which they
	// begin: the execution repeats them for ever, and so leaves the property in states
	// that do not accept. 0: it has an end. Fair says which executions that go on for
	// ever were judged: those under weak or strong fairness, or all (none).
	Loop int    `json:"loop_steps,omitempty"`
	Fair string `json:"fairness,omitempty"`
	// Unfair: of a property that holds, no execution that obeys the constraints written by hand ends or is fair, so
	// that it holds of none. Of one that is violated, the execution shown can obey them only if it is not fair.
	Unfair bool `json:"unfair,omitempty"`
	// Declared: only executions count, besides, that are fair to what the program declares fair.
	Declared bool `json:"declared_fairness,omitempty"`
	// States tells that the verdict comes from a search of states of the whole program, or
	// from a certificate, and not from constraints alone.
	States bool `json:"-"`
	// FoundBy is BySearch if the execution was found by a search over the states of
	// the program. The tuples, visits and constraints are then those of the last
	// problem that was solved, of which no execution followed the path. Absent: an
	// execution followed it.
	FoundBy string `json:"found_by,omitempty"`
	// Schedule is the trace in the form that `flavers replay` reads. A possible
	// violation has one if it is an execution of which it is not known whether it
	// can obey the constraints to its end.
	Schedule string `json:"schedule"`

	// Of says which executions an answer is about, if not all: Ending.
	Of string `json:"of,omitempty"`
	// Within are codes of the ledger: the answer is only about executions within these bounds.
	// Confirmed says where an execution that violates was replayed, if the program was made of
	// a Go package: InModel or InPackage. See Check.Qualify. Native is what runs of the package showed.
	Within    []string       `json:"within,omitempty"`
	Confirmed string         `json:"confirmed,omitempty"`
	Native    *ledger.Native `json:"native,omitempty"`
	// Passes names the notes of the ledger that the execution passes, if the program was made of a program in Ada: it
	// is one of the model, and a possible one of the program.
	Passes string `json:"passes,omitempty"`
	// Ignored: a comment of the package asks to leave the finding out. It is counted apart, and its verdict stays.
	Ignored *ledger.Ignored `json:"ignored,omitempty"`
	// Contract: the execution needs callers who break a contract that the package may have with them. It is no more
	// than possible on that account.
	Contract *ledger.Contract `json:"contract,omitempty"`
	// Every: the check was made for every value of a constant. nil: for the one it has.
	Every *Every `json:"every,omitempty"`
	// Accesses are the two steps of a data race.
	Accesses []Access `json:"accesses,omitempty"`
	// Waiting is where the tasks stand, if the trace ends in a deadlock.
	Waiting []Waiting `json:"waiting,omitempty"`
	Moving  []string  `json:"moving,omitempty"` // that go on, if those that wait can never move again: a partial deadlock
	// Expected: the program says that the deadlock is meant.
	Expected bool `json:"expected,omitempty"`

	// Kind is what the result is about, if not a property.
	Kind Kind `json:"-"`
	// Path is a path that no execution was found to follow, as actions of the program;
	// for pictures.
	Path []int32 `json:"-"`

	// evidence is what the verdict rests on; nil: it was read from a file. Only Conclude and Under set the verdict.
	evidence outcome.Evidence
}

// BySearch is Result.FoundBy of an execution that a search found between rounds.
const BySearch = "search"

// Ending is the part of the executions that a property with an obligation is
// about, where others may go on for ever.
const Ending = "executions that end"

// Every says for which values of a constant of the program, which is a number of tasks, an answer is given.
type Every struct {
	Constant  string   `json:"constant"`
	From      int      `json:"from,omitempty"`       // it holds for each value from this one on
	At        int      `json:"at,omitempty"`         // it is violated with this value
	CheckedTo int      `json:"checked_to,omitempty"` // unknown: it holds for each value up to this one that a program has
	Classes   []string `json:"classes,omitempty"`    // families of tasks that were counted
	Cutoff    int      `json:"cutoff,omitempty"`     // numbers above this one are "many"
	States    int      `json:"states,omitempty"`     // with counts
}

// Sources are the texts of files by name.
type Sources map[string][]byte

// Counted is interchangeable tasks, with their variables and what else belongs to
// each of them.
type Counted struct {
	Class   string `json:"class"`   // their automata, as "task:reader[0..99]"
	Members int    `json:"members"` // how many they are
	Codes   int    `json:"codes"`   // states that one of them can be in
}

// Bound is a component that no execution finds full.
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
	Task  string   `json:"task"`            // the task that moves; of a joint step the active one
	Tasks []string `json:"tasks,omitempty"` // all tasks of a joint step, the active one among them
	Event string   `json:"event"`
	// Events are those of a step that has several, in their order; Event is all of them.
	Events []string `json:"events,omitempty"`
	Pos    string   `json:"pos"`             // "file:line:col"
	State  string   `json:"state,omitempty"` // new state of the property, if the step moves it
	// Vars are the variables that the step changed, with their new values.
	Vars []VarValue `json:"vars,omitempty"`
	// PartnerPos is where the other side of a joint step stands in the source.
	PartnerPos string `json:"partner_pos,omitempty"`
	// Sends are the messages that the step posts, and the value that it puts into
	// a buffer.
	Sends []Send `json:"sends,omitempty"`
	// Silent: the step has no event (skip, the choice of an alternative); the
	// text form can leave it out.
	Silent bool `json:"silent,omitempty"`

	// Test is the test that the step makes, as the program writes it; "" if it makes
	// none. Partial: the event does not name all that the test may read.
	Test    string `json:"-"`
	Partial bool   `json:"-"`
	// Reads are the variables that the step reads, in this order; nil on a path
	// that no execution is known to follow.
	Reads []Read `json:"-"`
	// If is what a step that chooses takes to be so in the package, in words of the source; "" if that is not known.
	If string `json:"if,omitempty"`
	// Own: only the model of a Go package takes the step: it chooses a way that data decides in the package, or sets or
	// tests a variable that stands for the state of its control.
	Own bool `json:"own,omitempty"`
	// Within is where else the statements stand that the step executes, if it has several: "file:line:col".
	Within []string `json:"-"`
}

// Read is a variable with the value that a step reads.
type Read struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Step  int    `json:"step"` // that last wrote it, from 1; 0: none has
}

// Send is a message on its way from one step to another.
type Send struct {
	To      string `json:"to"`             // the task that takes it; of a channel "" if none does
	Message string `json:"message"`        // "main.clicked(1)", "c<-1"
	Step    int    `json:"step,omitempty"` // which step takes it, from 1; 0: none in this trace
	// Sent and Taken are which event of the step that sends it, and of the one that takes
	// it, this is, from 0.
	Sent  int `json:"-"`
	Taken int `json:"-"`
}

// Kill is how many steps a constraint rejected.
type Kill struct {
	Constraint string `json:"constraint"`
	Count      int64  `json:"count"`
}

// Round is one round of refinement: a problem that was solved, and if its
// violating path was no execution, what was added to reject it.
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

// Progress is what a running check tells about itself.
type Progress struct {
	Stage   string // in words: "solving exclusion"
	Tuples  int64
	Visits  int64
	Queue   int64 // tuples that wait
	Elapsed time.Duration
	Round   int // refinement round, from 1; 0 outside refinement
}

// Exit statuses of the command.
const (
	ExitHolds    = 0 // every property holds
	ExitViolated = 1 // at least one property is violated
	ExitInput    = 2 // the input or the command line is wrong
	ExitOpen     = 3 // at least one property is possible or unknown
	ExitInternal = 4 // a bug in flavers
)

// ExitCode is the exit status that stands for c: the worst of wrong input (2),
// violated (1), possible or unknown (3) and holds (0), in this order.
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

// Ordered lists the results and the checks for run-time errors, deadlocks and data races, what needs attention first.
func (c *Check) Ordered() []*Result {
	all := c.all()
	slices.SortStableFunc(all, func(a, b *Result) int { return a.urgency() - b.urgency() })
	return all
}

// urgency is smaller for what needs attention sooner.
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

// title is the name that r is shown under: one that makes a sentence with the
// verdict.
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

// emptily reports whether r holds because no execution is left that it could be judged of.
func (r *Result) emptily() bool { return r.Unfair && !r.Reach }

// says is the verdict, and what it is about or how it is meant.
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
