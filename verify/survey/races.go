package survey

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file finds data races in states. Two steps of different tasks race if both could come next, and one writes a
// shared variable that the other reads or writes. Steps that the program marks as atomic do not race with each other.
//
// What counts is what the steps touch in this state: flag[i] and flag[j] race only if i equals j, an await whose
// condition is false touches nothing, and neither do else and terminate.

// Race is a pair of accesses that could both come next after Schedule.
type Race struct {
	Var           cfg.VarID
	First, Second Access // in the order of actions
	Schedule      []sem.Choice
}

// Access is a step that touches the variable of a race. A step that reads and writes the variable counts as a write.
type Access struct {
	Action cfg.ActionID
	Write  bool
}

// Node returns the node of the task that touches the variable. In a rendezvous that is the receiver, if the variable is
// written, and otherwise the sender.
func (a Access) Node(p *cfg.Program) *cfg.Node {
	if k := &p.Actions[a.Action]; a.Write && k.Joint() {
		return &p.Nodes[k.B]
	}
	return &p.Nodes[p.Actions[a.Action].A]
}

// races looks for races in states. Each move has footprints: the sets of the components that its action may read and
// write in the state. A write counts as a read, too.
type races struct {
	s      *model.System
	shared []cfg.VarID   // the variables that are looked at: no task owns them
	member []int         // by index in shared: the bit of the variable in footprints
	all    sem.Set       // the bits of all these variables
	known  map[key]bool  // races that were found
	touch  []*model.Move // scratch of look: the moves that may touch one of the variables
	found  []Race
}

// key identifies a race, whatever its schedule.
type key struct {
	v             cfg.VarID
	first, second Access
}

// newRaces prepares the search for races on the shared variables for which about is true. If about is nil, these are
// all shared variables.
func newRaces(s *model.System, about func(cfg.VarID) bool) *races {
	r := &races{s: s, known: map[key]bool{}, all: make(sem.Set, s.Stepper.Words())}
	for i := range s.Program.Vars {
		v := &s.Program.Vars[i]
		if v.Owner != cfg.None || v.Scratch || about != nil && !about(v.ID) {
			continue
		}
		bit := s.Stepper.Resource(s.Machine.Var(v.ID))
		r.shared, r.member = append(r.shared, v.ID), append(r.member, bit)
		r.all.Add(bit)
	}
	return r
}

// look collects the races of a state. path returns the schedule that leads to it.
func (r *races) look(state []int32, moves []*model.Move, path func() []sem.Choice) {
	r.touch = r.touch[:0]
	for _, v := range moves {
		if v.Reads.Meets(r.all) && !Idle(r.s.Program, r.s.Action(v.Way)) {
			r.touch = append(r.touch, v)
		}
	}
	for i, v := range r.touch {
		for _, u := range r.touch[i+1:] {
			dependent := v.Writes.Meets(u.Reads) || u.Writes.Meets(v.Reads)
			if !dependent || !r.canRace(v, u) {
				continue
			}
			for k, bit := range r.member {
				if v.Reads.Has(bit) && u.Reads.Has(bit) && (v.Writes.Has(bit) || u.Writes.Has(bit)) {
					r.enter(r.shared[k], state, v, u, path)
				}
			}
		}
	}
}

// Idle reports whether an action is an else or a terminate. Such an action only finds that
// nothing else can be done. To find that, the model looks at what the other steps would
// read, and this does not count as an access of the program.
func Idle(p *cfg.Program, a *cfg.Action) bool {
	switch p.Nodes[a.A].Op.(type) {
	case cfg.Else, cfg.Terminate:
		return true
	}
	return false
}

// canRace reports whether two moves can race: no task takes part in both, and at least one of them is not atomic.
func (r *races) canRace(v, u *model.Move) bool {
	p := r.s.Program
	a, b := &p.Actions[v.Action], &p.Actions[u.Action]
	tasks := func(a *cfg.Action) (cfg.TaskID, cfg.TaskID) {
		if a.Joint() {
			return p.Nodes[a.A].Task, p.Nodes[a.B].Task
		}
		return p.Nodes[a.A].Task, p.Nodes[a.A].Task
	}
	a1, a2 := tasks(a)
	b1, b2 := tasks(b)
	if a1 == b1 || a1 == b2 || a2 == b1 || a2 == b2 {
		return false
	}
	return !(p.Nodes[a.A].Atomic && p.Nodes[b.A].Atomic)
}

// enter adds a race on variable x between two moves, unless it is known or is none. A footprint has what any outcome of
// the action touches. For a race, the outcomes of these two moves have to touch x, and one of them has to write it.
func (r *races) enter(x cfg.VarID, state []int32, v, u *model.Move, path func() []sem.Choice) {
	a, first := r.access(x, state, v)
	b, second := r.access(x, state, u)
	if !first || !second || !a.Write && !b.Write {
		return
	}
	if b.Action < a.Action {
		a, b = b, a
	}
	if k := (key{x, a, b}); !r.known[k] {
		r.known[k] = true
		r.found = append(r.found, Race{x, a, b, path()})
	}
}

// access says what a move does with a variable, if it does anything.
func (r *races) access(x cfg.VarID, state []int32, v *model.Move) (a Access, touches bool) {
	c := r.s.Choice(state, v.Way, v.Out)
	reads, writes := r.s.Machine.Accesses(state, r.s.Program.Actions[c.Action], c.Outcome)
	a = Access{c.Action, slices.Contains(writes, x)}
	return a, a.Write || slices.Contains(reads, x)
}

// Grouped returns one race of each group, the first, which has a shortest schedule. Races
// are in a group if they are on the same variable, or on elements of the same array, and
// between the same two places of the program's text.
func Grouped(p *cfg.Program, list []Race) []Race {
	groups := NewGroups(p)
	var out []Race
	for _, r := range list {
		if groups.Add(r) {
			out = append(out, r)
		}
	}
	return out
}

// Groups is a set of such groups.
type Groups struct {
	p    *cfg.Program
	seen map[group]bool // each group with its places in both orders
}

// group identifies a group.
type group struct {
	name          string // of the variable or array
	first, second place
}

// place is where an access stands in the text, and whether it writes.
type place struct {
	line, column int
	file         string
	write        bool
}

// NewGroups returns an empty set of groups.
func NewGroups(p *cfg.Program) *Groups { return &Groups{p, map[group]bool{}} }

// Add adds the group of a race, and reports whether it is new.
func (g *Groups) Add(r Race) bool {
	k := group{Array(g.p.Vars[r.Var].Name), g.place(r.First), g.place(r.Second)}
	if g.seen[k] {
		return false
	}
	g.seen[k] = true
	g.seen[group{k.name, k.second, k.first}] = true
	return true
}

// place returns where an access stands.
func (g *Groups) place(a Access) place {
	pos := a.Node(g.p).Pos
	return place{pos.Line, pos.Column, pos.Filename, a.Write}
}

// Array returns the name of a variable without indices.
func Array(name string) string {
	for i, c := range name {
		if c == '[' {
			return name[:i]
		}
	}
	return name
}
