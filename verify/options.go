package verify

import (
	"fmt"
	"io"
	"slices"
	"time"

	"flavers/dataflow"
	"flavers/live"
	"flavers/porelim"
	"flavers/report"
	"flavers/verify/infinite"
	"flavers/verify/partial"
)

// Options of a check. The zero value is sound and complete, and has no limits.
type Options struct {
	// What is checked.

	// Only selects the checks by name: properties, families of properties, report.RuntimeErrors, report.Deadlock. If it
	// is empty, all checks are made. See Wants and WantsProperty.
	Only         []string
	EachInstance bool   // each instance of a family is a check of its own
	Deadlock     string // "": look for deadlocks, "off": do not, "expected": the program is meant to have one
	// Partial reports whether a task is meant to wait for ever where it stands. nil: partial deadlocks are not looked
	// for.
	Partial  partial.Meant
	Fairness string // which infinite executions count: one of Fairnesses; "" is weak
	Strict   bool   // a symbol that matches no event is an error, not a warning

	// How it is checked. These may leave more or less undecided, take more or less time, and change what is reported
	// beside a verdict. No decided verdict depends on them.

	Refine   Refine // "" is RefineAuto
	POR      Rule   // the rule that eliminates MIP edges; "" is DefaultRule
	Order    Order  // the order of the fixed point's worklist; "" is "bfs"
	Check    bool   // every stage verifies its result
	Minimize bool   // if a property holds, drop constraints while it still does
	NoQuick  bool   // look for no executions and states between rounds of refinement
	// ByConstraints searches much longer for a proof by constraints if states have already shown that nothing violates
	// the property. A picture of the graph needs the constraints, and a search of states has none.
	ByConstraints bool
	NoSymmetry    bool   // do not count interchangeable tasks
	FirstTurn     uint64 // work before explorers get a turn (explorers.go), in calls of limit.Poll.Look; 0: usual
	KeepDead      bool   // variables that no step reads any more keep their values (package cfg/dead)
	Without       []Part // parts of the analysis that are left out, for measurements
	NoStates      bool   // judge infinite executions by abstractions only, for comparison
	// Saved lists for each property the constraints that an earlier run needed; refinement begins with them. SavedFile
	// is the file that they are from, for warnings about constraints that the program does not have.
	Saved     map[string][]string
	SavedFile string

	// Limits. Zero means none, unless said otherwise. A check that meets one is unknown.

	Tables      int           // cases in the table of one step; a step with more is treated as inexact; 0: 65536
	Timeout     time.Duration // for all checks together
	TimeoutEach time.Duration // for each check, without the time that it waits for others
	Jobs        int           // checks at the same time; 0: as many as Go has processors
	MaxTuples   int64
	MaxMemory   int64 // in bytes
	Depth       int   // steps of the longest execution that confirms a violation

	// What is told meanwhile. All may be nil.

	Log      io.Writer             // gets a line about each stage
	Progress func(report.Progress) // called at most once a second
	// Answered is called for each result as it comes, with how many of all results are known then. The reason of a
	// result may still change afterwards, but not its verdict: see Check.
	Answered func(r *report.Result, known, all int)

	testBudgets *budgets // smaller budgets for tests; nil: usualBudgets
}

// Rule is the name of an elimination rule.
type Rule = porelim.Name

// DefaultRule is the strongest rule.
const DefaultRule = porelim.Default

// Rules lists the rules, weakest first.
func Rules() []Rule { return porelim.Names() }

// Forms lists DefaultRule and the two rules of which it takes the one that keeps fewer edges.
func Forms() []Rule { return []Rule{porelim.Early, porelim.Late, DefaultRule} }

// Refine says which constraints are made from the program.
type Refine string

const (
	RefineAuto Refine = "auto" // as needed
	RefineNone Refine = "none"
	RefineAll  Refine = "all"
)

// Refinements lists the values of Refine, the default first.
var Refinements = []Refine{RefineAuto, RefineNone, RefineAll}

// Fairnesses lists the values of Options.Fairness, the default first. Under FairnessOff infinite executions are not
// judged: a property that demands something then holds of executions that end.
var Fairnesses = []string{FairnessWeak, string(live.Strong), string(live.None), FairnessOff}

const (
	FairnessWeak = string(live.Weak)
	FairnessOff  = infinite.Off
)

// Order names a dataflow.Order.
type Order string

// Orders lists the orders, the default first.
func Orders() []Order {
	var out []Order
	for _, o := range dataflow.Orders {
		out = append(out, Order(o.String()))
	}
	return out
}

func (o Order) order() dataflow.Order {
	return dataflow.Orders[max(0, slices.Index(Orders(), o))]
}

// Valid returns an error if a field has a value that is not among its choices.
func (opt *Options) Valid() error {
	_, err := porelim.Parse(opt.POR)
	switch {
	case opt.Refine != "" && !slices.Contains(Refinements, opt.Refine):
		return fmt.Errorf("no refinement is called %q", opt.Refine)
	case opt.Order != "" && !slices.Contains(Orders(), opt.Order):
		return fmt.Errorf("no order of search is called %q", opt.Order)
	case opt.Fairness != "" && !slices.Contains(Fairnesses, opt.Fairness):
		return fmt.Errorf("no kind of fairness is called %q", opt.Fairness)
	}
	return err
}

// rule returns the elimination rule. The options must be valid.
func (opt *Options) rule() porelim.Rule {
	rule, err := porelim.Parse(opt.POR)
	if err != nil {
		panic(err) // the options are not valid
	}
	return rule
}
