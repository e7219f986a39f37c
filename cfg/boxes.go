package cfg

import (
	"maps"
	"slices"
)

// This file bounds how many messages can be pending in a box at once, by how
// often a message of each kind is posted at all: by code that runs once, and
// by handlers, each of which runs at most once for each message of its kind.
// Where the program posts start once, the handler of start posts work twice, and
// the handler of work posts done once, the bounds are start 1, work 2, done 2. If
// the handler of done posted work, the bounds of both would be unbounded, and the
// capacity that is declared, or DefaultCap, would hold.
//
// May err towards: more (guards, and messages that have gone, are ignored).

// DefaultCap is the bound of a box for which no bound is declared and none is
// found.
const DefaultCap = 4

// maxTight is the largest bound that is taken where none is declared: beyond,
// components would be large for the sake of executions that are rarely made.
const maxTight = 64

// unbounded stands for a number of posts without a bound.
const unbounded = 1 << 20

// boundBoxes sets Cap and Tight of boxes and their messages. Cap was the capacity
// that is declared, or 0.
func boundBoxes(p *Program) {
	b := boxBounds{p: p, firstKind: make([]int, len(p.Objects))}
	for i := range p.Objects {
		b.firstKind[i] = b.kinds
		b.kinds += len(p.Objects[i].Messages)
	}
	if b.kinds == 0 {
		return
	}
	total := b.solve()
	for i := range p.Objects {
		o := &p.Objects[i]
		if !o.Box() {
			continue
		}
		sum := 0
		o.Messages = slices.Clone(o.Messages)
		for m := range o.Messages {
			n := total[b.firstKind[i]+m]
			sum = min(sum+n, unbounded)
			o.Messages[m].Cap, o.Messages[m].Tight = capOf(o.Cap, n, len(o.Initial))
		}
		o.Cap, o.Tight = capOf(o.Cap, sum, len(o.Initial))
	}
}

// capOf returns the capacity of a box for which one of declared is declared (0: none), to which at most n messages
// are posted, initial ones included. boundExact: no execution exceeds it.
func capOf(declared int32, n, initial int) (cap int32, boundExact bool) {
	switch {
	case declared == 0 && n <= maxTight || n <= int(declared):
		return int32(max(n, 1)), true
	case declared == 0:
		declared = DefaultCap
	}
	return max(declared, int32(initial)), false
}

// boxBounds finds how often messages are posted. It numbers the kinds of messages
// of all boxes from 0 on.
type boxBounds struct {
	p         *Program
	firstKind []int // by object: the number of its first kind of message
	kinds     int   // how many kinds there are
}

// influx says that every message of kind cause makes at most n messages of kind be
// posted. cause is -1 for what is posted without a message, from the starts of
// tasks on.
type influx struct{ cause, kind, n int }

// solve bounds the posts by kind of message; unbounded: there is no bound. It
// starts from what is there without messages, and adds what these make, round
// after round, until nothing grows.
func (b *boxBounds) solve() []int {
	flows := b.flows()
	start := make([]int, b.kinds)
	for i := range b.p.Objects {
		for _, m := range b.p.Objects[i].Initial {
			start[b.firstKind[i]+int(m.Msg)]++
		}
	}
	for _, f := range flows {
		if f.cause < 0 {
			start[f.kind] = min(start[f.kind]+f.n, unbounded)
		}
	}
	total := slices.Clone(start)
	// Without a cycle of kinds that make each other, nothing grows after as many
	// rounds as there are kinds. What still grows is fed by a cycle.
	for round := 0; ; round++ {
		next := slices.Clone(start)
		for _, f := range flows {
			if f.cause >= 0 && f.n > 0 && total[f.cause] > 0 {
				next[f.kind] = min(next[f.kind]+min(f.n, unbounded)*min(total[f.cause], unbounded), unbounded)
			}
		}
		same := true
		for i := range next {
			if next[i] > total[i] && round > b.kinds {
				next[i] = unbounded
			}
			next[i] = max(next[i], total[i])
			same = same && next[i] == total[i]
		}
		if total = next; same {
			return total
		}
	}
}

// flows lists, for every task, what it posts from its start, and from each of its
// handlers, until it handles the next message.
func (b *boxBounds) flows() []influx {
	p := b.p
	posts := make([]map[int]int, len(p.Nodes)) // by node: most posts by kind
	ofTask := make([][]int, len(p.Tasks))      // the kinds that a task posts
	handles := make([][]NodeID, len(p.Tasks))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch op := n.Op.(type) {
		case Block:
			posts[i] = b.posts(op.Stmts)
		case Handle:
			posts[i] = b.posts(op.Body)
			handles[n.Task] = append(handles[n.Task], n.ID)
		}
		ofTask[n.Task] = append(ofTask[n.Task], slices.Sorted(maps.Keys(posts[i]))...)
	}
	var out []influx
	best := make([]int, len(p.Points))
	for t := range p.Tasks {
		done := make(map[int]bool)
		for _, k := range ofTask[t] {
			if done[k] {
				continue
			}
			done[k] = true
			out = append(out, influx{-1, k, b.longest(TaskID(t), p.Tasks[t].Start, k, posts, best)})
			// Handlers of one kind of message share its messages.
			most := make(map[int]int)
			var order []int
			for _, h := range handles[t] {
				op := p.Nodes[h].Op.(Handle)
				cause := b.firstKind[op.Box] + int(op.Msg)
				if _, seen := most[cause]; !seen {
					order = append(order, cause)
				}
				most[cause] = max(most[cause], min(posts[h][k]+b.longest(TaskID(t), p.Nodes[h].Next, k, posts, best), unbounded))
			}
			for _, by := range order {
				out = append(out, influx{by, k, most[by]})
			}
		}
	}
	return out
}

// posts counts the most messages of each kind that one run of stmts posts.
func (b *boxBounds) posts(stmts []Stmt) map[int]int {
	var sum map[int]int
	add := func(from map[int]int) {
		for k, n := range from {
			if sum == nil {
				sum = make(map[int]int)
			}
			sum[k] = min(sum[k]+n, unbounded)
		}
	}
	most := func(alts ...[]Stmt) map[int]int {
		m := make(map[int]int)
		for _, a := range alts {
			for k, n := range b.posts(a) {
				m[k] = max(m[k], n)
			}
		}
		return m
	}
	for _, s := range stmts {
		switch s := s.(type) {
		case *Post:
			one := make(map[int]int)
			for _, o := range s.Boxes {
				one[b.firstKind[o]+int(s.Msg)] = 1
			}
			add(one)
		case *Branch:
			add(most(s.Then, s.Else))
		case *Choose:
			add(most(s.Alts...))
		case *Loop:
			body := b.posts(s.Body)
			for k := range body {
				if !s.Once {
					body[k] = unbounded
				}
			}
			add(body)
		}
	}
	return sum
}

// longest returns the most posts of kind k on a control path of task t that begins at a point and passes no
// handler, by the algorithm of Bellman and Ford for longest paths. It is unbounded for a cycle with a post, and
// after too many rounds to tell. posts is by node, best is memory by point.
func (b *boxBounds) longest(t TaskID, from PointID, k int, posts []map[int]int, best []int) int {
	p := b.p
	for q := from; q >= 0 && p.Points[q].Task == t; q-- { // points of a task are consecutive
		best[q] = -1
	}
	for q := from; int(q) < len(p.Points) && p.Points[q].Task == t; q++ {
		best[q] = -1
	}
	best[from] = 0
	most, todo := 0, []PointID{from}
	for work := 0; len(todo) > 0; {
		q := todo[0]
		todo = todo[1:]
		for _, n := range p.Points[q].Nodes {
			node := &p.Nodes[n]
			if _, ok := node.Op.(Handle); ok {
				continue
			}
			if sum := best[q] + posts[n][k]; sum > best[node.Next] {
				best[node.Next] = sum
				most = max(most, sum)
				todo = append(todo, node.Next)
			}
			if work++; work > 50*len(p.Points)+1000 {
				return unbounded
			}
		}
	}
	return most
}
