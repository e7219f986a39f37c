package verify

// budgets are the amounts of work after which a check leaves one way to an answer and tries another. None of them is
// a time, so that the answer does not depend on the machine. Tests have smaller budgets, so that small programs get
// to the later ways, too.
type budgets struct {
	// fewStates is how many states the first search of all states may have, in a program with few components
	// (checker.budget).
	fewStates int64

	// tried is how many tuples a problem may have that is tried before interchangeable tasks are counted; 0: none
	// is.
	tried int64

	// share is how many tuples each of the two ways of a dovetail may have in its first turn; joint is the same for
	// a problem of all run-time errors.
	share, joint int64

	// look is the work of problems with some constraints, in tuples, after which states are looked at by stubborn
	// sets.
	look int64

	// turn is the budget of each explorer in the first turn: about a thousandth of a second, as much as the work before
	// it. Those of states are scaled to the size of the program (checker.budget).
	turn turnBudget

	// known is the work that all checks of a program together may do for a proof by constraints, once a search of
	// states has shown that nothing violates the property (quick.exhausted). Its unit is a tuple or a call of
	// Poll.Look, each about a microsecond. Every check has an equal part of it, but no less than leastKnown. The
	// part does not depend on which checks are asked for, so that an answer does not, either.
	known int64
}

// turnBudget is what each explorer may do in the first turn. At the end of a later turn it may have done growth(turn)
// times as much in all.
type turnBudget struct {
	states      int64
	stubborn    int64 // states of stubborn sets, each with many pairs of transitions
	transitions int64 // of optimal DPOR
	classes     int64 // executions of optimal DPOR: where executions are short, they cost more than transitions
}

// usualBudgets is never written.
var usualBudgets = budgets{
	fewStates: 30_000,
	tried:     1 << 12,
	share:     firstBudget,
	joint:     firstBudget,
	look:      1 << 14,
	turn:      turnBudget{states: 1440, stubborn: 80, transitions: 192, classes: 16},
	known:     1 << 14,
}

// budgets returns the budgets of a check with these options.
func (opt *Options) budgets() *budgets {
	if opt.own != nil {
		return opt.own
	}
	return &usualBudgets
}
