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
// To add a form of reports:
//
//  1. Its writer: of a Check here, as github.go; of several programs in report/batch; of what printable.Copy has
//     made, with a line in hostile_test.go.
//  2. Its row in the table reportForms of cmd/flavers/sink.go. Its flags, who refuses them, and when it is written
//     follow from that.
//  3. For each command that has it (check, explore, replay, crosscheck): its name in the call of outputs, and its
//     writer in the map writers; check also has those of cmd/flavers/check_all.go.
//  4. Its flags in internal/attack/command.go, and in internal/attack/hostile.go.
//  5. docs/manual.md, docs/library.md and CHANGELOG.md.
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

	// RuntimeErrors is the answer whether no execution ends in a run-time error, such as a failed assertion or a value
	// outside its range. It is nil if no step of the program can fail, or if nobody looked; ErrorFree distinguishes
	// the two.
	RuntimeErrors *Result `json:"runtime_errors,omitempty"`

	// ErrorFree is set if run-time errors were looked for and no step of the program can fail.
	ErrorFree bool `json:"-"`

	// Deadlock is the answer whether no execution gets stuck. An execution is stuck if no task can move, and some task
	// has neither ended nor rests as a server. Deadlock is nil if nobody asked.
	Deadlock *Result `json:"deadlock,omitempty"`
	// Races has a result for each data race, proved or possible. If there is none, it has one result, which holds. It
	// is nil if nobody asked.
	Races []Result `json:"races,omitempty"`
	// Expected compares the results with what the program declares to expect (see Compare). It is nil if nobody asked.
	Expected []Expected `json:"expected,omitempty"`

	// The next fields are about programs that were made from another language; all but Ledger only about Go.

	Root string `json:"root,omitempty"` // the function where executions begin
	// Client describes the calls of a client, that is, of a root that flavers wrote. It is "" for a root of the package
	// itself.
	Client string       `json:"client,omitempty"`
	Ledger ledger.Notes `json:"ledger,omitempty"` // how the program differs from its source
	Names  *Names       `json:"names,omitempty"`  // the names in the source for the names in the model

	Diagnostics []diag.Diagnostic `json:"diagnostics"`

	// Unbound is set if a limit ended the check before the specifications were compared with the program. Then
	// Diagnostics may lack mistakes in them.
	Unbound bool `json:"-"`

	// status is the exit status if decided is set. A report that AsCheck makes from one of another kind keeps the exit
	// status of that one.
	status  int
	decided bool
}

// Result is the answer for one property.
type Result struct {
	Property string  `json:"property"`
	Pos      string  `json:"pos,omitempty"` // position of the property, "file:line:col"
	Verdict  Verdict `json:"verdict"`       // set by Conclude and Under only
	// Reach is set if the property asks for an execution. It holds if there is one, which is then the trace. It is
	// violated, without a trace, if there is none.
	Reach bool `json:"reach,omitempty"`

	// Omitted is how many steps of the execution Trace lacks, because a limit was hit before they were listed. Only
	// explorers find executions that long.
	Omitted int `json:"omitted_steps,omitempty"`

	// A family of properties has one result (see Family). Instances are the answers for its members, in order, and
	// Instance names the one whose trace, constraints and reason are shown. The result of a single member has the name
	// of its family in InstanceOf, and its own index in Index.
	Instance   string     `json:"instance,omitempty"`
	InstanceOf string     `json:"-"`
	Index      string     `json:"-"`
	Instances  []Instance `json:"instances,omitempty"`

	// Reason says, in sentences for people, what decided the verdict, or why a possible or unknown verdict is not
	// better: which limit was hit, or what was tried.
	Reason string `json:"reason,omitempty"`
	// If lists conditions in the words of the source. The package has the execution of a violation if they are true,
	// which the model does not know; it is known that they can be true together.
	If []string `json:"if,omitempty"`
	// Limit is the limit that led to an unknown verdict. The text form names the flag that raises it.
	Limit   Limit `json:"limit,omitempty"`
	OwnTime bool  `json:"own_time,omitempty"` // the limit of time was that of a single check

	// Constraints names every automaton that the answer rests on, as "task:phil[0]". Assumptions are those of them
	// that the user wrote: if they are not true of the program, the answer need not be, either.
	Constraints []string `json:"constraints"`
	Assumptions []string `json:"assumptions,omitempty"`

	// Represented names the tasks that a proof looks at in detail: Constraints are about their position, or about
	// something that they alone use. Of all other tasks the proof uses only the control flow. Tasks is the number of
	// all tasks. Both are zero unless the property holds.
	Tasks       int      `json:"tasks,omitempty"`
	Represented []string `json:"represented,omitempty"`

	// Bounds lists components of the model with a separate proof that no execution finds them full. The answer also
	// rests on the constraints of these proofs.
	Bounds []Bound `json:"bounds,omitempty"`

	// Vacuous lists events of a property that holds which lie on no path that the constraints allow. The property holds
	// partly because they never happen, which is often a mistake in it.
	Vacuous []string `json:"vacuous,omitempty"`

	// The work of the analysis.

	POR    string     `json:"por"` // elimination rule
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
	// Values are the values of the variables of an invariant where it is false.
	Values []VarValue `json:"values,omitempty"`
	// AtEnd distinguishes two kinds of violation: the execution stops in a state that the property does not accept
	// (true), or the property reaches its error state (false).
	AtEnd bool `json:"at_end,omitempty"`
	// Loop is the number of steps at the end of the trace that the execution repeats for ever, while the property never
	// accepts. It is 0 if the execution ends.
	Loop int `json:"loop_steps,omitempty"`
	// Fair says which infinite executions were judged: those under "weak" or "strong" fairness, or all ("none"). ""
	// means that none was judged, or that there are none. Declared is set if they also had to be fair to the steps that
	// the program declares fair.
	Fair string `json:"fairness,omitempty"`
	// Unfair warns that the constraints written by hand conflict with fairness. If the property holds, no execution that
	// obeys them ends or is fair, so it holds for lack of executions. If it is violated, the execution shown can obey
	// them only by being unfair.
	Unfair   bool `json:"unfair,omitempty"`
	Declared bool `json:"declared_fairness,omitempty"`
	// States is set if the verdict comes from a search of states of the whole program, or from a certificate. Otherwise
	// it rests on Constraints.
	States bool `json:"-"`
	// FoundBy is BySearch if a search over the states of the program found the execution. Then tuples, visits and
	// constraints are those of the last problem solved, whose path no execution followed. It is "" if an execution
	// followed the path.
	FoundBy string `json:"found_by,omitempty"`
	// Schedule is the trace in the form that `flavers replay` reads. A possible violation has a schedule if it is an
	// execution, but it is not known whether it can obey the constraints to its end.
	Schedule string `json:"schedule"`

	// The executions that the answer is about, and what the ledger makes of it (Check.Qualify).

	Of     string   `json:"of,omitempty"`     // Ending, or "" for all executions
	Within []string `json:"within,omitempty"` // codes of the ledger: only executions within these bounds
	// Confirmed says where the execution of a violation in a Go package was replayed: InModel, InPackage, or
	// Interpreted. Native describes what runs of the package showed.
	Confirmed string         `json:"confirmed,omitempty"`
	Native    *ledger.Native `json:"native,omitempty"`
	// Passes names notes of the ledger of a program in Ada at places that the execution passes. The model has the
	// execution; the program may not have it.
	Passes string `json:"passes,omitempty"`
	// Ignored is set if a comment in the package asks to ignore the finding. It is counted apart, and its verdict stays.
	Ignored *ledger.Ignored `json:"ignored,omitempty"`
	// Contract is set if callers in the execution break a rule of use that the package may have. Therefore the
	// violation is only possible.
	Contract *ledger.Contract `json:"contract,omitempty"`
	// Every is set if the answer is for every value of a constant, and not only for the value in the program.
	Every *Every `json:"every,omitempty"`
	// Accesses are the two steps of a data race.
	Accesses []Access `json:"accesses,omitempty"`
	// Waiting lists where the tasks stand if the trace ends in a deadlock. Moving names the tasks that go on while the
	// waiting ones can never move again: then the deadlock is partial.
	Waiting  []Waiting `json:"waiting,omitempty"`
	Moving   []string  `json:"moving,omitempty"`
	Expected bool      `json:"expected,omitempty"` // the program declares that it expects the deadlock

	Kind Kind    `json:"-"` // what the result is about, if not a property
	Path []int32 `json:"-"` // for pictures: a path of actions that no execution was found to follow

	// evidence is what the verdict rests on. It is nil if the result was read from a file.
	evidence outcome.Evidence
}

// BySearch is the value of Result.FoundBy for an execution that a search found between rounds of refinement.
const BySearch = "search"

// Ending is the value of Result.Of if infinite executions were not judged.
const Ending = "executions that end"

// Every describes an answer for all values of a constant that is a number of tasks.
type Every struct {
	Constant  string   `json:"constant"`
	From      int      `json:"from,omitempty"`       // the property holds for each value from this one on
	At        int      `json:"at,omitempty"`         // the property is violated for this value
	CheckedTo int      `json:"checked_to,omitempty"` // if unknown: it holds for each value up to this one
	Classes   []string `json:"classes,omitempty"`    // the families of tasks that were counted
	Cutoff    int      `json:"cutoff,omitempty"`     // the analysis does not distinguish larger numbers
	States    int      `json:"states,omitempty"`     // states of the program with counts
}

// Sources maps names of files to their texts.
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
	// Silent is set if the step has no event, as skip, or the choice of an alternative. The text form can leave such
	// steps out.
	Silent bool `json:"silent,omitempty"`

	Test    string `json:"-"` // the test that the step makes, as the program writes it; "" if it makes none
	Partial bool   `json:"-"` // Event does not name everything that Test may read
	// Reads are the variables that the step reads, in this order. It is nil on a path that no execution is known to
	// follow.
	Reads []Read `json:"-"`
	// If is the condition that the package must satisfy for the step, in words of the source: the model chooses where
	// the package decides by data. "" means that it is not known.
	If string `json:"if,omitempty"`
	// Own is set if only the model of a Go package takes the step: it chooses where data decides in the package, or it
	// uses a variable that the source does not have.
	Own bool `json:"own,omitempty"`
	// Within lists the positions of further statements that the step executes.
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
	// Both sides may have several events in one step.
	Sent  int `json:"-"`
	Taken int `json:"-"`
}

// Kill is the number of steps that a constraint rejected.
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
	Queue   int64 // tuples that wait
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

// says returns the verdict with its qualifications, as "holds of executions that end" or "violated, as expected".
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
