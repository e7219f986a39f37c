// Package families lists all explorers: those for every program, and the
// families for one kind of program.
package families

import "flavers/explore"

// All lists the explorers, in the order in which they are shown.
func All() []explore.Explorer {
	return explore.Explorers()
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
