package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// toy is a program for the engine that needs no language: each thread is a list
// of accesses, "rx" or "wx" for a variable, or "-" for something local. What
// each read saw is the behaviour.
type toy struct {
	threads [][]string
	pc      []int
	vars    map[byte]string
	saw     []string
	seen    map[string]int // behaviours
	cuts    int
	learned map[byte]bool
	never   bool // the marker does not learn
	replay  bool // local steps are Replay
	user    map[byte]Thread
}

type toyState struct {
	pc   []int
	vars map[byte]string
	saw  []string
}

func newToy(threads ...string) *toy {
	p := &toy{vars: map[byte]string{}, seen: map[string]int{}, learned: map[byte]bool{}, user: map[byte]Thread{}}
	for _, t := range threads {
		p.threads = append(p.threads, strings.Fields(t))
		p.pc = append(p.pc, 0)
	}
	return p
}

func (p *toy) next(t Thread) string {
	if k := p.pc[t]; k < len(p.threads[t]) {
		return p.threads[t][k]
	}
	return ""
}

func (p *toy) Runnable(list []Thread) []Thread {
	for t := range p.threads {
		if p.next(Thread(t)) != "" {
			list = append(list, Thread(t))
		}
	}
	return list
}
func (p *toy) Waiting(list []Thread) []Thread        { return list }
func (p *toy) With(list []Thread, t Thread) []Thread { return append(list, t) }
func (p *toy) Ways(t Thread) int {
	if p.next(t) == "" {
		return 0
	}
	return 1
}
func (p *toy) Step(t Thread, _ int) (int, bool) {
	switch op := p.next(t); op[0] {
	case 'w':
		p.vars[op[1]] = fmt.Sprint(t, ".", p.pc[t])
	case 'r':
		p.saw = append(p.saw, fmt.Sprint(t, ".", p.pc[t], "=", p.vars[op[1]]))
	}
	p.pc[t]++
	if p.next(t) == "" {
		return 1, true
	}
	return 0, true
}
func (p *toy) behaviour() string {
	saw := slices.Clone(p.saw)
	slices.Sort(saw)
	for _, v := range "xyz" {
		saw = append(saw, p.vars[byte(v)])
	}
	return strings.Join(saw, " ")
}
func (p *toy) Finish() bool { p.seen[p.behaviour()]++; return true }
func (p *toy) Cut() bool    { p.cuts++; return true }
func (p *toy) Save() any {
	vars := map[byte]string{}
	for k, v := range p.vars {
		vars[k] = v
	}
	return toyState{slices.Clone(p.pc), vars, slices.Clone(p.saw)}
}
func (p *toy) Restore(s any) {
	q := s.(toyState)
	copy(p.pc, q.pc)
	clear(p.vars)
	for k, v := range q.vars {
		p.vars[k] = v
	}
	p.saw = append(p.saw[:0], q.saw...)
}

// Mark is DataRaceBehaviour's of the paper.
func (p *toy) Mark(t Thread) Mark {
	op := p.next(t)
	if op == "-" {
		if p.replay {
			return Replay
		}
		return No
	}
	if u, ok := p.user[op[1]]; ok && u != t && !p.never {
		p.learned[op[1]] = true
	}
	p.user[op[1]] = t
	if p.learned[op[1]] {
		return Yes
	}
	return Maybe
}

// Create keeps the access; threads are not ordered by anything but themselves
// and their accesses, which makes the relation coarser than the one by clocks.
func (p *toy) Create(_, n *Node) { n.Info = p.next(n.Thread) }
func (p *toy) Enter(*Node)       {}
func (p *toy) Dependent(past, n *Node, t Thread) Relation {
	a, b := past.Info.(string), n.Info.(string)
	switch {
	case past.Thread == t:
		return Ordered
	case a[1] != b[1] || a[0] == 'r' && b[0] == 'r':
		return Independent
	}
	return LastRace
}

// all counts the behaviours of all interleavings.
func (p *toy) all() map[string]bool {
	out := map[string]bool{}
	var visit func()
	visit = func() {
		list := p.Runnable(nil)
		if len(list) == 0 {
			out[p.behaviour()] = true
		}
		for _, t := range list {
			s := p.Save()
			p.Step(t, 0)
			visit()
			p.Restore(s)
		}
	}
	visit()
	return out
}

func (p *toy) engine() *Engine {
	return &Engine{Program: p, Marker: p, Dependence: p, Graph: &Graph{Name: "toy"}}
}

// The interfaces suffice for a program that is none of ours: all behaviours are
// found, also if there is a Replay before every local step.
func TestToy(t *testing.T) {
	for _, threads := range [][]string{
		{"wx", "rx"},
		{"wx", "- rx wy", "ry wx"},
		{"rx - wx", "rx wx", "- wy"},
		{"wx wy", "- wy - wx rx", "rx - ry"},
		{"wz - wz - wx", "- wz - rx wx"},
	} {
		var steps [2]int64
		for i, replay := range []bool{false, true} {
			p := newToy(threads...)
			want := p.all()
			p.replay = replay
			g := p.engine()
			if err := g.Run(); err != nil {
				t.Fatal(err)
			}
			for b := range want {
				if p.seen[b] == 0 {
					t.Errorf("%v, replay %v: not found: %s", threads, replay, b)
				}
			}
			for b := range p.seen {
				if !want[b] {
					t.Errorf("%v, replay %v: cannot be: %s", threads, replay, b)
				}
			}
			if g.Replays == 0 {
				t.Errorf("%v: nothing was done again", threads)
			}
			steps[i] = g.Graphs
			if g.Graph.Nodes[0].Kind != "Replay" || len(g.Graph.Nodes) < int(g.Nodes[Yes]+g.Nodes[Maybe]+g.Nodes[Replay]) {
				t.Errorf("%v: graph of %d nodes", threads, len(g.Graph.Nodes))
			}
		}
		t.Logf("%v: %d terminations, %d with sections", threads, steps[0], steps[1])
	}
}

// Only the section that needs it is done again: the Maybe that was wrong is after
// the Replay node, so what is before that is executed once.
func TestSection(t *testing.T) {
	p := newToy("wx", "wz -", "- wy", "wy")
	p.replay = true
	g := p.engine()
	if err := g.Run(); err != nil {
		t.Fatal(err)
	}
	if root := g.Graph.Nodes[0]; root.Again || g.Replays != 1 {
		t.Errorf("%d replays, the root again: %v", g.Replays, root.Again)
	}
	// All that is below: wx and wz once, wy in its first pass and in two orders.
	if g.Graphs != 1+1+2+2+2 {
		t.Errorf("%d terminations", g.Graphs)
	}
}

// A marker that does not learn is found out.
func TestMarkerDoesNotLearn(t *testing.T) {
	p := newToy("wx", "wx")
	p.never = true
	if err := p.engine().Run(); !errors.Is(err, ErrMarker) {
		t.Errorf("error %v", err)
	}
}

func TestToyDepth(t *testing.T) {
	p := newToy("wx wx wx", "wx")
	g := p.engine()
	g.Depth = 2
	if err := g.Run(); err != nil || p.cuts == 0 || len(p.seen) > 0 {
		t.Errorf("error %v, %d cut, %d ended", err, p.cuts, len(p.seen))
	}
}

var (
	_ Program    = (*toy)(nil)
	_ Marker     = (*toy)(nil)
	_ Dependence = (*toy)(nil)
)
