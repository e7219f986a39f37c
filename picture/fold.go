package picture

// This file folds state graphs that are too large to be read: several states become one box, which says what they have
// in common. There is an arrow from box to box if some state of the first has a step to a state of the second. So a
// folded graph shows every order in which executions enter its boxes, and perhaps orders that no execution has.
//
// There are several ways to fold, from those that lose little to those that lose most: states in a row (rows), states
// that reach one another (components), tuples with the same state of the property (groups), and states that are equally
// far from the start (layers). folded takes no more of them than the picture needs.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/scc"
	"flavers/render"
	"flavers/render/diagram"
)

// box is a state, or several that are folded.
type box struct {
	id     string
	states []int    // numbers of the states, for a row in its order; empty for the box of run-time errors
	what   string   // what the states have to do with one another (inRow and others); "" for a single state
	values []string // values that all states have and the initial state does not
	title  []string // for a single state, the lines that a pointer resting on it shows
	bad    string   // what went wrong in the states, one line each; "" if nothing did
	ended  bool     // the execution has ended in all states
	group  string   // for a product, the state of the property
}

// stateStep is a step between two boxes.
type stateStep struct {
	from, to int
	text     string
}

// stateGraph is a graph of states. The initial state is in its first box.
type stateGraph struct {
	title string
	noun  string // for a box of a single state: "state", or "tuple"
	notes []string
	boxes []box
	steps []stateStep
}

// Room is what a diagram must fit into. A field that is 0 is no bound.
type Room struct {
	Boxes int
	Width float64 // in pixels, as package diagram lays it out
}

// OwnRoom is the room of a picture that is laid out here, without Graphviz, and can be read on a small screen, too.
var OwnRoom = Room{Boxes: diagram.MaxNodes, Width: 760}

// fits reports whether a diagram fits.
func (r Room) fits(d *diagram.Graph) bool {
	if r.Boxes > 0 && len(d.Nodes) > r.Boxes {
		return false
	}
	if r.Width == 0 {
		return true
	}
	width, _ := d.Size()
	return width <= r.Width
}

// folded returns the graph as a diagram that fits into room. It tries the ways of folding one after the other, and
// stops at the first that suffices: states in a row; for a product, tuples with the same state of the property; states
// that reach one another, unless more than half of all states would be in one box; and at last states that are equally
// far from the start.
func (g *stateGraph) folded(room Room) *diagram.Graph {
	whole := g.diagram()
	if room.fits(whole) {
		return whole
	}
	d := g.rows().ahead().foldedDiagram()
	if room.fits(d) {
		return d
	}
	if g.boxes[0].group != "" {
		if d = g.groups().foldedDiagram(); room.fits(d) {
			return d
		}
	}
	h := g.components().rows()
	half := func(b box) bool { return 2*len(b.states) > len(g.boxes) }
	if d = h.ahead().foldedDiagram(); !slices.ContainsFunc(h.boxes, half) && room.fits(d) {
		return d
	}
	for most := mostLayers; ; most /= 2 {
		if d = g.layers(most).foldedDiagram(); most <= fewestBoxes || room.fits(d) {
			return d
		}
	}
}

// mostLayers is the largest number of boxes for states that are equally far from the start. If so many do not fit,
// there are fewer, but not fewer than fewestBoxes, even if these do not fit either.
const mostLayers, fewestBoxes = 20, 10

// fewBoxes is the number of boxes up to which all edges of a folded graph have labels.
const fewBoxes = 6

// longest is the length up to which labels of a folded graph are shown. A tooltip has the whole label.
const longest = 28

// foldedDiagram returns the diagram with a note that it is folded.
func (g *stateGraph) foldedDiagram() *diagram.Graph {
	count := 0
	for i := range g.boxes {
		if g.boxes[i].what != "" {
			count++
		}
	}
	d := g.diagram()
	d.Notes = append(slices.Clip(d.Notes), fmt.Sprintf("Folded: %d of %d boxes stand for several %ss; "+
		"tooltips have what is left out, and --unfolded --engine graphviz draws each.", count, len(g.boxes), g.noun))
	return d
}

// merged returns the graph with one box in place of all boxes of a part. part has the number of the part of each box.
// The new boxes are in the order of the first boxes of their parts. what returns box.what for a part with several
// boxes.
func (g *stateGraph) merged(part []int, what func(of []int) string) *stateGraph {
	var members [][]int
	number := map[int]int{} // by part; looked up only
	for i, k := range part {
		if _, known := number[k]; !known {
			number[k] = len(members)
			members = append(members, nil)
		}
		members[number[k]] = append(members[number[k]], i)
	}
	h := &stateGraph{title: g.title, noun: g.noun, notes: slices.Clone(g.notes)}
	for _, of := range members {
		b := g.boxes[of[0]]
		if len(of) > 1 {
			b.title, b.states, b.what = nil, slices.Clone(b.states), what(of)
		}
		for _, i := range of[1:] {
			b.states = append(b.states, g.boxes[i].states...)
			b.values = slices.DeleteFunc(slices.Clone(b.values), func(v string) bool {
				return !slices.Contains(g.boxes[i].values, v)
			})
			b.ended = b.ended && g.boxes[i].ended
		}
		h.boxes = append(h.boxes, b)
	}
	for _, s := range g.steps {
		from, to := number[part[s.from]], number[part[s.to]]
		if from != to || len(members[from]) == 1 {
			h.steps = append(h.steps, stateStep{from, to, s.text})
		}
	}
	return h
}

// Values of box.what.
const (
	inRow    = " in a row"
	together = " that reach one another"
	inState  = " in this state:" // the values name it
)

// rows folds states that follow one another with no other way in or out. Bad states stay alone. Boxes are numbered in
// the order in which they are reached, so the states of a row are in the order of its steps.
func (g *stateGraph) rows() *stateGraph {
	n := len(g.boxes)
	next, before := make([]int, n), make([]int, n) // by box: the only one that it leads to, or that leads to it
	for i := range n {
		next[i], before[i] = nobody, nobody
	}
	for _, s := range g.steps {
		next[s.from], before[s.to] = only(next[s.from], s.to), only(before[s.to], s.from)
	}
	row := make([]int, n)
	for i := range n {
		row[i] = i
		b := before[i]
		if i > 0 && b >= 0 && b < i && next[b] == i && g.boxes[i].bad == "" {
			row[i] = row[b]
		}
	}
	return g.merged(row, func(of []int) string {
		if slices.ContainsFunc(of, func(i int) bool { return len(g.boxes[i].states) > 1 }) {
			return inRow + ", some with ways back"
		}
		return inRow
	})
}

// The only box that was met, for only: nobody stands for none so far, and several for more than one.
const nobody, several = -1, -2

// only returns what follows met if box i is met, too.
func only(met, i int) int {
	if met == nobody || met == i {
		return i
	}
	return several
}

// components folds states that reach one another.
func (g *stateGraph) components() *stateGraph {
	adjacent := scc.New(len(g.boxes), len(g.steps), func(i int) (int32, int32) {
		return int32(g.steps[i].from), int32(g.steps[i].to)
	})
	comp, _ := adjacent.Components()
	part := make([]int, len(comp))
	for i, c := range comp {
		part[i] = int(c)
	}
	return g.merged(part, func([]int) string { return together })
}

// longestPath is the number of boxes at the end of the shortest way to a bad state that are not folded.
const longestPath = 8

// ahead returns the graph with the boxes of a shortest way to a bad state in front, so that they are drawn first.
func (g *stateGraph) ahead() *stateGraph {
	path := g.pathToBad()
	if path == nil {
		return g
	}
	g = g.first(path)
	g.notes = append(slices.Clip(g.notes), "In front is a shortest way to what is bad.")
	return g
}

// pathToBad returns the boxes on a shortest way to a bad box. The last one is the bad box. It returns nil if there is
// none.
func (g *stateGraph) pathToBad() []int {
	far, before := g.distances()
	bad := -1
	for i := range g.boxes {
		if g.boxes[i].bad != "" && far[i] > 0 && (bad < 0 || far[i] < far[bad]) {
			bad = i
		}
	}
	var path []int
	for i := bad; i > 0 && len(path) <= longestPath; i = before[i] {
		path = append(path, i)
	}
	slices.Reverse(path)
	return path
}

// first returns the graph with the boxes in front moved to the beginning, after the initial one.
func (g *stateGraph) first(front []int) *stateGraph {
	order := slices.Concat([]int{0}, front)
	for i := range g.boxes {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	h := &stateGraph{title: g.title, noun: g.noun, notes: g.notes}
	at := make([]int, len(g.boxes))
	for k, i := range order {
		at[i] = k
		h.boxes = append(h.boxes, g.boxes[i])
	}
	for _, s := range g.steps {
		h.steps = append(h.steps, stateStep{at[s.from], at[s.to], s.text})
	}
	return h
}

// distances returns, for each box, its distance from the first box (-1 if it is not reached), and the box before it on
// a shortest way.
func (g *stateGraph) distances() (far, before []int) {
	far, before = make([]int, len(g.boxes)), make([]int, len(g.boxes))
	for i := range far {
		far[i] = -1
	}
	far[0] = 0
	leads := make([][]int, len(g.boxes))
	for _, s := range g.steps {
		leads[s.from] = append(leads[s.from], s.to)
	}
	queue := []int{0}
	for k := 0; k < len(queue); k++ {
		for _, to := range leads[queue[k]] {
			if far[to] < 0 {
				far[to], before[to] = far[queue[k]]+1, queue[k]
				queue = append(queue, to)
			}
		}
	}
	return far, before
}

// groups folds tuples with the same state of the property.
func (g *stateGraph) groups() *stateGraph {
	part := make([]int, len(g.boxes))
	var met []string
	for i := range g.boxes {
		b := &g.boxes[i]
		if part[i] = slices.Index(met, b.group+b.bad); part[i] < 0 {
			part[i] = len(met)
			met = append(met, b.group+b.bad)
		}
	}
	return g.merged(part, func([]int) string { return inState })
}

// layers folds states that are equally far from the start, or nearly so, until there are at most most boxes. States
// that are bad in the same way are one box. The states on a shortest way to a bad state are not folded, because they
// show what goes wrong.
func (g *stateGraph) layers(most int) *stateGraph {
	path := g.pathToBad()
	alone := max(0, len(path)-1) // boxes 1 to alone stay what they are
	g = g.ahead()
	far, _ := g.distances()
	deepest := slices.Max(far)
	var kinds []string // of what is bad
	for i := range g.boxes {
		if b := g.boxes[i].bad; b != "" && !slices.Contains(kinds, b) {
			kinds = append(kinds, b)
		}
	}
	wide := 1 // how many distances one box has
	for wide <= deepest && 1+alone+(deepest+wide-1)/wide+len(kinds) > most {
		wide++
	}
	part := make([]int, len(g.boxes))
	for i := range part {
		if k := slices.Index(kinds, g.boxes[i].bad); g.boxes[i].bad != "" {
			part[i] = deepest + 2 + k
		} else if i > 0 && i <= alone {
			part[i] = -i
		} else if far[i] > 0 {
			part[i] = 1 + (far[i]-1)/wide
		}
	}
	return g.merged(part, func(of []int) string {
		least, greatest := far[of[0]], far[of[0]]
		for _, i := range of {
			least, greatest = min(least, far[i]), max(greatest, far[i])
		}
		if least == greatest {
			return fmt.Sprintf(", %s from the start", english.Plural(int64(least), "step"))
		}
		return fmt.Sprintf(", %d to %d steps from the start", least, greatest)
	})
}

// diagram draws the graph.
func (g *stateGraph) diagram() *diagram.Graph {
	d := &diagram.Graph{Title: g.title, Notes: g.notes}
	few := len(g.boxes) <= fewBoxes
	for i := range g.boxes {
		b := &g.boxes[i]
		lines := []string{b.name(g.noun)}
		lines = append(lines, b.values...)
		if b.bad != "" {
			lines = append(lines, b.bad)
		}
		if len(b.states) == 0 {
			lines = lines[1:]
		}
		d.Nodes = append(d.Nodes, diagram.Node{ID: b.id, Label: strings.Join(lines, "\n"), Double: b.ended, Bad: b.bad != "",
			Title: b.says()})
	}
	type pair struct{ from, to int }
	texts := map[pair][]string{} // looked up only
	var order []pair
	for _, s := range g.steps {
		at := pair{s.from, s.to}
		if texts[at] == nil {
			order = append(order, at)
		}
		if !slices.Contains(texts[at], s.text) {
			texts[at] = append(texts[at], s.text)
		}
	}
	for _, at := range order {
		label := firstOf(texts[at], shownSteps)
		if g.boxes[at.from].what+g.boxes[at.to].what != "" {
			if !few && (len(texts[at]) > shownSteps || at.to < at.from || at.to > at.from+1) {
				label = "" // much room for little: the tooltip has the steps
			}
			label = shortened(label)
		}
		d.Edges = append(d.Edges, diagram.Edge{From: at.from, To: at.to, Label: label,
			Title: firstOf(texts[at], titleSteps), Bad: g.boxes[at.to].bad != "" && g.boxes[at.to].bad != "deadlock"})
	}
	return d
}

// shortened returns a label with each line cut to longest characters.
func shortened(label string) string {
	lines := strings.Split(label, "\n")
	for i := range lines {
		lines[i] = render.Shorten(lines[i], longest)
	}
	return strings.Join(lines, "\n")
}

// firstOf returns the first most lines of a list as text, and the number of the others.
func firstOf(list []string, most int) string {
	if more := len(list) - most; more > 1 {
		list = append(slices.Clone(list[:most]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, "\n")
}

// name returns the name of a box: the number of its state, or for several states how many there are, and which.
func (b *box) name(noun string) string {
	n := len(b.states)
	switch {
	case n == 0:
		return ""
	case b.what == "":
		return fmt.Sprint(b.states[0])
	}
	return english.Plural(int64(n), noun) + b.what
}

// says returns the text that a pointer resting on the box shows.
func (b *box) says() string {
	if b.what == "" {
		return strings.Join(b.title, "\n")
	}
	var numbers []string
	for _, i := range b.states {
		numbers = append(numbers, fmt.Sprint(i))
	}
	if len(numbers) > 4*titleSteps {
		numbers = append(numbers[:4*titleSteps], "...")
	}
	return strings.Join(numbers, " ")
}
