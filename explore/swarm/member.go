package swarm

import (
	"math/rand/v2"
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/explore/packed"
	"flavers/sem"
)

// This file is one member. Members differ in the order of moves: in every second one it is random in each state, in
// the others tasks have a random order. Every third one goes only so deep: below, it takes all moves, where others go
// down further. Its schedules are short, too.

// shallow is how deep every third member goes.
const shallow = 100

// member visits states.
type member struct {
	seed   uint64
	states int64 // that it may visit
	over   func() bool

	e      *model.Exploration
	set    *packed.Set
	sizes  []int32 // of the values of a state, but for errors
	depth  int     // bound of this member; 0: none
	number uint64
	source *rand.PCG
	random *rand.Rand
	rank   []int // by task: the lower moves first; none: the order of moves is random in each state
	stack  []frame
	state  []int32
	list   []*model.Move
	path   func(model.Finding) []sem.Choice // here
}

// frame is a state on the way, and the move that was taken there.
type frame struct {
	state uint32 // number
	next  int32  // moves before it were taken
	way   sem.WayID
	out   int32
}

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

// search is the search of a member, which e counts.
func (m *member) search(e *model.Exploration, number int64) {
	m.begin(e, number)
	for at := 0; len(m.stack) > 0; {
		f := &m.stack[len(m.stack)-1]
		m.set.State(m.state[:len(m.sizes)], int(f.state))
		list, stuck := e.Enabled(m.list[:0], m.state)
		if m.list = list; f.next == 0 && !m.judge(stuck) {
			break
		}
		m.order(f.state)
		if at++; at&1023 == 0 && m.over() {
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
	e.Bytes = m.bytes() / 3
	m.set, m.e = nil, nil
}

// begin draws what tells the member from others, and enters the first state.
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

// bytes is what the member keeps, while it grows.
func (m *member) bytes() int64 {
	return 3 * (int64(m.set.Count)*int64(m.set.Words*8+16) + int64(cap(m.stack))*16)
}

// judge looks at the state that was entered last; false: the search has to stop.
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

// order puts the moves of a state into the order in which the member takes them.
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

// take takes the moves of a state that are left, until one leads to a new state: down. more is
// false if the search has to stop.
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

// cut is the limit by which the member goes no deeper: its own, or the user's.
func (m *member) cut() string {
	if m.depth == m.e.Options.Depth {
		return "depth"
	}
	return "sample"
}

// here is the schedule to the last state of the stack.
func (m *member) here(model.Finding) []sem.Choice { return m.taken(len(m.stack) - 1) }

// taken is the schedule of the first moves of the stack.
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
