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

// Options of a check; the zero value is sound, complete and without limits.
type Options struct {
	Refine Refine // "" is RefineAuto
	POR    Rule   // that eliminates MIP edges; "" is DefaultRule
	Order  Order  // of the search; "" is "bfs"
	// Only selects the checks to make, see Wants and WantsProperty: names of
	// properties and families, report.RuntimeErrors, report.Deadlock. Empty: all.
	Only         []string
	EachInstance bool          // the instances of a family are checks of their own, not one
	Partial      partial.Meant // whether a task may wait for ever; nil: partial deadlocks are not looked for
	Deadlock     string        // "": look for deadlocks, "off": do not, "expected": one is meant to be there
	Fairness     string        // which infinite executions count: one of Fairnesses; "": weak
	Strict       bool          // a symbol that matches nothing is an error
	Check        bool          // run every stage's certificate
	Minimize     bool          // drop constraints while the property still holds
	NoQuick      bool          // do not look at executions and states between rounds of refinement
	// ByConstraints looks much longer for constraints that a proof rests on where states have shown already that
	// nothing violates: for a picture of the graph, which states say nothing of.
	ByConstraints bool
	NoSymmetry    bool   // do not count interchangeable tasks
	FirstTurn     uint64 // work before explorers have a turn (explorers.go), in calls of limit.Poll.Look; 0: usual
	KeepDead      bool   // variables that no step reads any more keep their values (package cfg/dead)
	Without       []Part // parts of the analysis that are left out, for measurements
	NoStates      bool   // executions that go on for ever are judged by abstractions only, for comparison
	// Saved constraint sets by property, from an earlier run; refinement
	// starts from them. Names that the program does not have are warned of.
	Saved     map[string][]string
	SavedFile string // where they are from, for the warnings
	Tables    int    // most cases of one step; a step with more is not exact. 0: 65536
	Timeout   time.Duration
	// TimeoutEach is how long each check may run, without what it waits for others; 0: no limit.
	TimeoutEach time.Duration
	Jobs        int // checks at a time; 0: as many as Go has processors
	MaxTuples   int64
	MaxMemory   int64                 // bytes
	Depth       int                   // longest execution that confirms a violation; 0: any
	Log         io.Writer             // -v: what each stage did; nil: quiet
	Progress    func(report.Progress) // called at most once a second; may be nil
	own         *budgets              // of tests; nil: usual
	// Answered is called for each result as it comes, known of all results being
	// known then; may be nil. Reasons may still change: see Check.
	Answered func(r *report.Result, known, all int)
}

// Rule names an elimination rule.
type Rule = porelim.Name

// DefaultRule is the strongest one.
const DefaultRule = porelim.Default

// Rules lists them, weakest first.
func Rules() []Rule { return porelim.Names() }

// Forms lists the rules that are DefaultRule or a form of it.
func Forms() []Rule { return []Rule{porelim.Early, porelim.Late, DefaultRule} }

// Refine says which constraints are made from the program.
type Refine string

const (
	RefineAuto Refine = "auto" // as needed
	RefineNone Refine = "none"
	RefineAll  Refine = "all"
)

// Refinements lists them, the default first.
var Refinements = []Refine{RefineAuto, RefineNone, RefineAll}

// Fairnesses says which infinite executions count, the default first. Off: they are not
// judged, and a property that demands something holds of executions that end.
var Fairnesses = []string{FairnessWeak, string(live.Strong), string(live.None), FairnessOff}

const (
	FairnessWeak = string(live.Weak)
	FairnessOff  = infinite.Off
)

// Order names a dataflow.Order.
type Order string

// Orders lists them, the default first.
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

// Valid returns an error if a choice is none of those that there are.
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

// rule is the elimination rule of valid options.
func (opt *Options) rule() porelim.Rule {
	rule, err := porelim.Parse(opt.POR)
	if err != nil {
		panic(err) // the options are not valid
	}
	return rule
}
