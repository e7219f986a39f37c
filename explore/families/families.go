// Package families lists all explorers: those for every program, and the
// families for one kind of program.
package families

import (
	"slices"

	"flavers/explore"
	"flavers/explore/em"
	"flavers/explore/engine"
	"flavers/explore/lpor"
	"flavers/explore/trans"
)

// All lists the explorers, in the order in which they are shown.
//
// To add a family: append its explorers here. One that looks at Options.Order,
// Net, Initial or Stateless says so in Explorer.Takes; the command refuses
// these options for all others.
func All() []explore.Explorer {
	return slices.Concat(explore.Explorers(), engine.Explorers(), trans.Explorers(), em.Explorers(), lpor.Explorers())
}

// ByName finds an explorer.
func ByName(name string) (explore.Explorer, bool) {
	for _, x := range All() {
		if x.Name == name {
			return x, true
		}
	}
	return explore.Explorer{}, false
}
