// Package petri searches place/transition nets with stubborn sets.
//
//	n := petri.New("a", "b", "c")       // three places
//	n.Mark("a", 1)
//	n.Add("t", "a", "b")                // takes a token from a, puts one on b
//	n.Add("u", "a", "c")
//	Run(ctx, n, explore.Options{...})   three states, of which [b] and [c] are dead
//
// It is an instance of package lpor: the relations follow from the arcs, and
// what is missing in a marking is a place with too few tokens. Parse reads nets
// in PNML, the format of other tools; Run is what flavers explore does with
// them: explorers, limits, firing sequences.
//
//	net.go        nets and markings
//	pnml.go       reading PNML (pnml_tree.go: XML with places; codes.go: what can be wrong)
//	pnml_write.go writing it
//	relations.go  the relations, and the net as a transition system
//	run.go        explorers with limits (breadth.go: all markings, breadth first)
//	schedule.go   firing sequences as words, and following them
//
// What the package does not do: it knows no time, no colours, no inhibitor
// arcs; a net must be bounded, or the search ends at its limit.
//
// Source: Figures 1 and 2 of the paper that package lpor names are nets; they are
// among the examples (examples/nets). The relations are standard, see A. Valmari,
// The state explosion problem, 1998.
package petri

import (
	"fmt"
	"go/token"
	"math"
	"strings"
)

// PlaceID and TransitionID index Net.Places and Net.Transitions.
type (
	PlaceID      int32
	TransitionID int32
)

// Net is a place/transition net with weighted arcs and a first marking.
type Net struct {
	Name        string // for people; may be empty
	Places      []Place
	Transitions []Transition
	Where       []token.Position // by transition: its place in the file; nil: not read from a file
}

// Place holds tokens.
type Place struct {
	ID     string // unique
	Name   string // for people; may be empty
	Tokens int32  // in the first marking
}

// Transition takes tokens from places and puts tokens on places. Takes and
// Puts have each place at most once, ascending.
type Transition struct {
	ID          string // unique
	Name        string // for people; may be empty
	Takes, Puts []Arc
}

// Arc moves Weight tokens, at least 1, from or to one place.
type Arc struct {
	Place  PlaceID
	Weight int32
}

// New makes a net with places without tokens.
func New(places ...string) *Net {
	n := &Net{}
	for _, p := range places {
		n.Places = append(n.Places, Place{ID: p})
	}
	return n
}

// Mark sets the tokens of a place in the first marking. It panics if there is no such place.
func (n *Net) Mark(place string, tokens int32) { n.Places[n.mustPlace(place)].Tokens = tokens }

// Add adds a transition with arcs of weight 1; places are separated by spaces,
// and one that is named twice has weight 2. It panics if there is no such place.
func (n *Net) Add(id, takes, puts string) TransitionID {
	n.Transitions = append(n.Transitions, Transition{ID: id, Takes: n.arcs(takes), Puts: n.arcs(puts)})
	return TransitionID(len(n.Transitions) - 1)
}

// arcs turns names of places into arcs.
func (n *Net) arcs(places string) []Arc {
	weight := make([]int32, len(n.Places))
	for _, p := range strings.Fields(places) {
		weight[n.mustPlace(p)]++
	}
	return arcsOf(weight)
}

// arcsOf turns weights by place into arcs.
func arcsOf(weight []int32) []Arc {
	var out []Arc
	for p, w := range weight {
		if w > 0 {
			out = append(out, Arc{PlaceID(p), w})
		}
	}
	return out
}

func (n *Net) mustPlace(id string) PlaceID {
	for i := range n.Places {
		if n.Places[i].ID == id {
			return PlaceID(i)
		}
	}
	panic("petri: no place " + id)
}

// weight returns the number of tokens that a list of arcs moves from or to p.
func weight(arcs []Arc, p PlaceID) int32 {
	for _, a := range arcs {
		if a.Place == p {
			return a.Weight
		}
	}
	return 0
}

// Start returns the first marking: tokens by place.
func (n *Net) Start() []int32 {
	m := make([]int32, len(n.Places))
	for i := range n.Places {
		m[i] = n.Places[i].Tokens
	}
	return m
}

// Enabled reports whether a transition can be taken in a marking.
func (n *Net) Enabled(m []int32, t TransitionID) bool {
	for _, a := range n.Transitions[t].Takes {
		if m[a.Place] < a.Weight {
			return false
		}
	}
	return true
}

// Fire returns the marking after an enabled transition. A number of tokens that
// would exceed math.MaxInt32 becomes math.MaxInt32, at which searches stop.
func (n *Net) Fire(m []int32, t TransitionID) []int32 {
	next := append([]int32(nil), m...)
	for _, a := range n.Transitions[t].Takes {
		next[a.Place] -= a.Weight
	}
	for _, a := range n.Transitions[t].Puts {
		next[a.Place] = saturated(next[a.Place], a.Weight)
	}
	return next
}

func saturated(a, b int32) int32 { return int32(min(int64(a)+int64(b), math.MaxInt32)) }

// Format writes a marking: the places with tokens, in their order, as in "a b*3".
func (n *Net) Format(m []int32) string {
	var parts []string
	for p, k := range m {
		switch {
		case k == 1:
			parts = append(parts, n.Places[p].ID)
		case k > 1:
			parts = append(parts, fmt.Sprintf("%s*%d", n.Places[p].ID, k))
		}
	}
	return strings.Join(parts, " ")
}
