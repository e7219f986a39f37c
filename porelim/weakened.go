package porelim

import (
	"flavers/automata/monitor"
	"flavers/mip"
)

// Conditions of a normal form that Weakened leaves out, by their numbers in docs/theory.md. What a rule keeps without
// one of them contains what it keeps with it, so it is as sound.
const (
	Condition2b Name = "(2')" // no edge leaves a boundary node after which a task surely goes on locally
	Condition4  Name = "(4)"  // local runs of two tasks begin after a common node
	Condition5  Name = "(5)"  // a boundary node after a local run could follow what the run began after
)

// Weakened lists rule normal without one condition each, for measurements of what the condition is worth. They are
// called "normal without " and the condition; Parse knows them, and Names does not.
var Weakened = []Rule{weakened(Condition2b), weakened(Condition4), weakened(Condition5)}

func weakened(lack Name) Rule {
	return Rule{"normal without " + lack, true, false, func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
		kept, _ := best(s, e, lack)
		return kept
	}}
}
