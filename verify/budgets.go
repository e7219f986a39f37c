package verify

// budgets are the amounts of work after which a check leaves one way to an answer and tries another. They count work
// and not time, so that an answer does not depend on the machine. Tests use smaller budgets, so that small programs
// reach the later ways, too.
type budgets struct {
	// fewStates limits the first search of all states, in states of a program with few components (checker.budget).
	fewStates int64

	// tried limits the tuples of the first attempt at a problem with interchangeable tasks, before these are counted
	// instead of distinguished. 0 means that there is no such attempt.
	tried int64

	// share is the number of tuples that each of the two ways of a dovetail may have in its first turn. joint is the
	// same for the problem of all run-time errors together.
	share, joint int64

	// look is the number of tuples, over all problems with some of the constraints, after which a dovetail first
	// searches states along stubborn sets.
	look int64

	// turn is the budget of the explorers in their first turn. It takes about a thousandth of a second, as the work
	// before it does.
	turn turnBudget

	// known is the work that all checks of a program together may spend on a proof by constraints once a search of
	// states has shown that no execution violates the property (quick.exhausted). The unit is a tuple or a call of
	// Poll.Look, each about a microsecond. Every check gets an equal part, but at least leastKnown. The part depends on
	// all properties that are specified, not on those that are checked: so an answer does not depend on these.
	known int64
}

// turnBudget is the budget of each explorer in the first turn. At the end of a later turn, it may have done
// growth(turn) times as much in all.
type turnBudget struct {
	states      int64 // states, scaled to the size of the program (checker.budget)
	stubborn    int64 // states along stubborn sets, also scaled
	transitions int64 // transitions of optimal DPOR
	classes     int64 // executions of optimal DPOR; these cost more than transitions if they are short
}

// usualBudgets are the budgets outside tests. Nobody writes them.
var usualBudgets = budgets{
	fewStates: 30_000,
	tried:     1 << 12,
	share:     firstBudget,
	joint:     firstBudget,
	look:      1 << 14,
	turn:      turnBudget{states: 1440, stubborn: 80, transitions: 192, classes: 16},
	known:     1 << 14,
}

// budgets returns the budgets for a check with these options.
func (opt *Options) budgets() *budgets {
	if opt.testBudgets != nil {
		return opt.testBudgets
	}
	return &usualBudgets
}
