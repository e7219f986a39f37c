package swarm

import (
	"math/rand/v2"
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/packed"
	"flavers/sem"
)

// This file is one member of a swarm: a depth-first search of states with a bound on their number. What a member
// does depends on the program, the seed and its number only. Members differ in the order of moves: members with an
// even number draw a random order in each state; those with an odd number draw an order of tasks once, and prefer the
// moves of the first tasks in each state. Every third member goes only so deep, so that the bound on states leaves
// room for other parts of the graph; its schedules are short as well.

// shallow is the depth of every third member.
const shallow = 100

// member is the search of one member after another.
type member struct {
	seed   uint64
	states int64       // the largest number of states that a member visits
	over   func() bool // whether the member is not needed any more; asked now and then

	// Of the present member.
	e      *model.Exploration // counts what it finds
	set    *packed.Set        // the states that it has visited
	sizes  []int32            // by component and automaton: the number of its values
	depth  int                // bound on the depth; 0: none
	number uint64
	source *rand.PCG // of random
	random *rand.Rand
	rank   []int                            // by task: its place in the order of tasks; empty: there is no such order
	stack  []frame                          // the states from the start to the present one
	state  []int32                          // the present state
	list   []*model.Move                    // the moves that are possible there, in the order in which they are taken
	path   func(model.Finding) []sem.Choice // the method here, made once
}

// frame is a state on the path, and the last move that was taken there.
type frame struct {
	state uint32 // its number in the set
	next  int32  // index of the first move that was not taken
	way   sem.WayID
	out   int32
}

// newMember prepares the search of members of a system.
func newMember(system *model.System, opt *model.Options) *member {
	source := rand.NewPCG(0, 0)
	m := &member{seed: opt.Seed, states: min(opt.MaxStates, 1<<32-3), over: func() bool { return false },
		source: source, random: rand.New(source), state: system.Start()}
	for i := range system.Machine.Comps {
		m.sizes = append(m.sizes, system.Machine.Comps[i].Size)
	}
	for i := range system.Monitors {
		m.sizes = append(m.sizes, int32(system.Monitors[i].Spec.DFA.States()))
	}
	m.path = m.here
	return m
}

// search runs the member with a number. e counts and records what it finds.
func (m *member) search(e *model.Exploration, number int64) {
	m.begin(e, number)
	for turns := 0; len(m.stack) > 0; {
		f := &m.stack[len(m.stack)-1]
		m.set.State(m.state[:len(m.sizes)], int(f.state))
		list, stuck := e.Enabled(m.list[:0], m.state)
		if m.list = list; f.next == 0 && !m.judge(stuck) {
			break
		}
		m.order(f.state)
		if turns++; turns&1023 == 0 && m.over() {
			e.Omit("sample")
			break
		}
		down, more := m.take(f)
		if !more {
			break
		}
		if !down {
			m.stack = m.stack[:len(m.stack)-1]
		}
	}
	e.Bytes = m.bytes() / 3 // without room to grow
	m.set, m.e = nil, nil
}

// begin draws the bound and the order of tasks of the member, and enters the first state.
func (m *member) begin(e *model.Exploration, number int64) {
	m.e, m.number = e, uint64(number)
	m.set = packed.New(m.sizes)
	m.source.Seed(m.seed, ^m.number)
	m.depth, m.rank = e.Options.Depth, m.rank[:0]
	if number%3 == 2 && (m.depth == 0 || m.depth > shallow) {
		m.depth = shallow
	}
	if number%2 == 1 {
		m.rank = m.random.Perm(len(e.Program.Tasks))
	}
	m.set.Add(e.Start()[:len(m.sizes)])
	m.stack = append(m.stack[:0], frame{})
	e.States = 1
}

// bytes returns what the member keeps, three times, as a table that grows needs the old and the new at once.
func (m *member) bytes() int64 {
	return 3 * (int64(m.set.Count)*int64(m.set.Words*8+16) + int64(cap(m.stack))*16)
}

// judge judges the state that was entered last; stuck says that nothing can move there. It returns false if the search
// has to stop.
func (m *member) judge(stuck bool) bool {
	e := m.e
	how := model.Open
	if len(m.list) == 0 {
		how = e.Ending(m.state, stuck)
	}
	if how != model.Open || e.Trapped(m.state) {
		e.Visited(m.state, how, m.path)
	}
	return !e.Halted
}

// order puts the moves of a state into the order in which the member takes them. The order is drawn from the seed, the
// member and the state, so that it is the same when the search comes back to the state.
func (m *member) order(state uint32) {
	if len(m.list) < 2 {
		return
	}
	m.source.Seed(m.seed^m.number*0x9e3779b97f4a7c15, uint64(state))
	m.random.Shuffle(len(m.list), func(i, j int) { m.list[i], m.list[j] = m.list[j], m.list[i] })
	if len(m.rank) > 0 {
		p := m.e.Program
		owner := func(v *model.Move) cfg.TaskID { return p.Nodes[p.Actions[v.Action].A].Task }
		slices.SortStableFunc(m.list, func(v, u *model.Move) int { return m.rank[owner(v)] - m.rank[owner(u)] })
	}
}

// take takes the moves of the state of f that are left, until one leads to a new state, which it puts on the stack.
// down reports whether there was one; more is false if the search has to stop.
func (m *member) take(f *frame) (down, more bool) {
	e, depth := m.e, len(m.stack)
	if m.depth > 0 && depth > m.depth {
		if f.next = int32(len(m.list)); len(m.list) > 0 {
			e.Omit(m.cut())
		}
		return false, true
	}
	m.set.Open(int(f.state))
	for int(f.next) < len(m.list) {
		v := m.list[f.next]
		f.next, f.way, f.out = f.next+1, v.Way, v.Out
		if v.Effect.Err != nil {
			e.CountError(v.Effect.Err)
			if e.Met(v.Effect.Err, func(model.Finding) []sem.Choice { return m.taken(len(m.stack)) }); e.Halted {
				return false, false
			}
			continue
		}
		if !e.Step(depth) {
			return false, false
		}
		for _, ch := range v.Effect.Changes {
			m.set.Put(int(ch.Comp), ch.Value)
		}
		for _, q := range v.Monitors {
			m.set.Put(q.At, q.State)
		}
		n, isNew := m.set.Enter()
		m.set.Undo()
		if !isNew {
			continue
		}
		if e.States++; e.States > m.states {
			e.Omit("sample")
			return false, false
		}
		if e.Options.MaxMemory > 0 && e.States&0xff == 0 && m.bytes() > e.Options.MaxMemory {
			e.End("memory")
			return false, false
		}
		m.stack = append(m.stack, frame{state: uint32(n)})
		return true, true
	}
	return false, true
}

// cut returns the name of the limit that the bound on the depth is: the user's, or the member's own.
func (m *member) cut() string {
	if m.depth == m.e.Options.Depth {
		return "depth"
	}
	return "sample"
}

// here returns the schedule to the present state.
func (m *member) here(model.Finding) []sem.Choice { return m.taken(len(m.stack) - 1) }

// taken returns the schedule of the first moves on the stack.
func (m *member) taken(moves int) []sem.Choice {
	if moves == 0 {
		return nil
	}
	out := make([]sem.Choice, moves)
	state := make([]int32, m.e.Width)
	for i, f := range m.stack[:moves] {
		m.set.State(state[:len(m.sizes)], int(f.state))
		out[i] = m.e.Choice(state, f.way, f.out)
	}
	return out
}
