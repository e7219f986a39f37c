package explore

import (
	"math/rand/v2"
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file is one member of a swarm (Holzmann, Joshi and Groce 2008): a depth-first search of
// states that takes moves in an order of its own, and ends when it has visited so many states. A
// member is a function of the program, the seed and its number, so that anybody may do it.
// swarm_members.go puts members together.
//
// Where Holzmann's members keep bits by hashes and may take two states for one, ours keep the states
// themselves. So a member that ends before it has visited that many has visited all states. All
// members may visit equally many, so that if any visits all, the first one does.

// usualMembers and usualMemberStates are taken where nothing else is said.
const (
	usualMembers      = 16
	usualMemberStates = 100_000
)

// Members differ in the order of moves, and every third one only goes so deep: below a bound it
// takes all moves, where others go down further. Its schedules are short, too.
const shallow = 100

// swarmMember visits states.
type swarmMember struct {
	seed   uint64
	states int64 // that it may visit
	over   func() bool

	e       *engine
	packing *packing
	set     *visited
	depth   int // bound of this member; 0: none
	number  uint64
	source  *rand.PCG
	random  *rand.Rand
	rank    []int // by task: the lower moves first; none: the order of moves is random in each state
	stack   []swarmFrame
	state   []int32
	key     []uint64
	list    []*model.Move
	path    func(Finding) []sem.Choice // here
}

// swarmFrame is a state on the way, and the move that was taken there.
type swarmFrame struct {
	state uint32 // number
	next  int32  // moves before it were taken
	way   sem.WayID
	out   int32
}

func newSwarmMember(e *engine) *swarmMember {
	source := rand.NewPCG(0, 0)
	m := &swarmMember{seed: e.Options.Seed, states: min(e.Options.MaxStates, maxVisited-1), over: func() bool { return false },
		packing: newPacking(e.System), source: source, random: rand.New(source), state: e.Start()}
	m.key, m.path = make([]uint64, m.packing.words), m.here
	return m
}

// search is the search of a member, which e counts.
func (m *swarmMember) search(e *engine, number int64) {
	m.begin(e, number)
	for at := 0; len(m.stack) > 0; {
		f := &m.stack[len(m.stack)-1]
		key := m.set.key(int(f.state))
		m.packing.unpack(m.state, key)
		list, stuck := e.Enabled(m.list[:0], m.state)
		if m.list = list; f.next == 0 && !m.judge(stuck) {
			break
		}
		m.order(f.state)
		if at++; at&1023 == 0 && m.over() {
			e.Omit("sample")
			break
		}
		down, more := m.take(f, key)
		if !more {
			break
		}
		if !down {
			m.stack = m.stack[:len(m.stack)-1]
		}
	}
	e.Bytes = m.set.bytes() + int64(cap(m.stack))*16
	m.set, m.e = nil, nil
}

// begin draws what tells the member from others, and enters the first state.
func (m *swarmMember) begin(e *engine, number int64) {
	m.e, m.number = e, uint64(number)
	m.set = newVisited(m.packing.words)
	m.source.Seed(m.seed, ^m.number)
	m.depth, m.rank = e.Options.Depth, m.rank[:0]
	if number%3 == 2 && (m.depth == 0 || m.depth > shallow) {
		m.depth = shallow
	}
	if number%2 == 1 {
		m.rank = m.random.Perm(len(e.Program.Tasks))
	}
	m.packing.pack(m.key, e.Start())
	m.set.add(m.key)
	m.stack = append(m.stack[:0], swarmFrame{})
	e.States = 1
}

// judge looks at the state that was entered last; false: the search has to stop.
func (m *swarmMember) judge(stuck bool) bool {
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
func (m *swarmMember) order(state uint32) {
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
func (m *swarmMember) take(f *swarmFrame, key []uint64) (down, more bool) {
	e, depth := m.e, len(m.stack)
	if m.depth > 0 && depth > m.depth {
		if f.next = int32(len(m.list)); len(m.list) > 0 {
			e.Omit(m.cut())
		}
		return false, true
	}
	for int(f.next) < len(m.list) {
		v := m.list[f.next]
		f.next, f.way, f.out = f.next+1, v.Way, v.Out
		if v.Effect.Err != nil {
			e.CountError(v.Effect.Err)
			if e.Met(v.Effect.Err, func(Finding) []sem.Choice { return m.taken(len(m.stack)) }); e.Halted {
				return false, false
			}
			continue
		}
		if !e.Step(depth) {
			return false, false
		}
		copy(m.key, key)
		m.packing.change(m.key, v)
		n, isNew := m.set.add(m.key)
		if !isNew {
			continue
		}
		if e.States++; e.States > m.states {
			e.Omit("sample")
			return false, false
		}
		if e.Options.MaxMemory > 0 && e.States&0xff == 0 && m.set.growing()+int64(cap(m.stack))*3*16 > e.Options.MaxMemory {
			e.End("memory")
			return false, false
		}
		m.stack = append(m.stack, swarmFrame{state: uint32(n)})
		return true, true
	}
	return false, true
}

// cut is the limit by which the member goes no deeper: its own, or the user's.
func (m *swarmMember) cut() string {
	if m.depth == m.e.Options.Depth {
		return "depth"
	}
	return "sample"
}

// here is the schedule to the last state of the stack.
func (m *swarmMember) here(Finding) []sem.Choice { return m.taken(len(m.stack) - 1) }

// taken is the schedule of the first moves of the stack.
func (m *swarmMember) taken(moves int) []sem.Choice {
	out := make([]sem.Choice, moves)
	state := make([]int32, m.e.Width)
	for i, f := range m.stack[:moves] {
		m.packing.unpack(state, m.set.key(int(f.state)))
		out[i] = m.e.Choice(state, f.way, f.out)
	}
	return out
}
