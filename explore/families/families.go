// Package families lists all explorers: those for every program, and the
// families for one kind of program.
package families

import (
	"slices"

	"flavers/explore"
	"flavers/explore/engine"
	"flavers/explore/eventdriven"
	"flavers/explore/lpor"
	"flavers/explore/swarm"
	"flavers/explore/trans"
)

// All lists the explorers, in the order in which they are shown.
//
// To add a family: append its explorers here. Explorer.Takes says which of
// explore.Flags one looks at; the command refuses them for all others.
func All() []explore.Explorer {
	return slices.Concat(explore.Explorers(), swarm.Explorers(), engine.Explorers(), trans.Explorers(),
		eventdriven.Explorers(), lpor.Explorers())
}

// Methods lists the explorers with their flags.
func Methods() []explore.Method {
	var out []explore.Method
	for _, x := range All() {
		out = append(out, explore.Method{Name: x.Name, Flags: x.Takes})
	}
	return out
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
