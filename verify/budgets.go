package verify

// budgets are the amounts of work at which a check turns from one way to an answer to another. None of them is a time:
// the answer does not depend on the machine. Tests have smaller ones, so that small programs get to the later ways.
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

	// known is the work that all checks of a program together may do for a proof by constraints where a search of
	// states has shown already that nothing violates (quick.exhausted): in tuples and calls of Poll.Look, each
	// about a microsecond. Each check has the same part of it, whichever checks are asked for, so that an answer
	// does not depend on which others are made; but no less than leastKnown.
	known int64
}

// turnBudget is what explorers may do in the first turn. Later ones have growth(turn) times as much in all.
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

// budgets are those of a check with these options.
func (opt *Options) budgets() *budgets {
	if opt.own != nil {
		return opt.own
	}
	return &usualBudgets
}
