package trans

import "math/bits"

// The subjects of the paper as Go actors. What is not in the paper (order of
// creations and sends, graphs, values) is what its authors' tool has.

// F: fib(n).
type fibState struct {
	client actorID
	reply  string
	got    bool
	sum    int
}

var fibActor = &behaviour{}

func init() {
	fibActor.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(fibState)
		switch l.name {
		case "boot":
			f := c.create(fibActor, fibState{client: self, reply: "finished"})
			c.post(f, "fib", l.v[0])
		case "fib":
			switch v := l.v[0]; {
			case v == 0:
				c.post(s.client, s.reply, 0)
			case v < 3:
				c.post(s.client, s.reply, 1)
			default:
				a := c.create(fibActor, fibState{client: self, reply: "result"})
				c.post(a, "fib", v-1)
				b := c.create(fibActor, fibState{client: self, reply: "result"})
				c.post(b, "fib", v-2)
			}
		case "result":
			s.sum += l.v[0]
			if s.got {
				c.post(s.client, s.reply, s.sum)
			}
			s.got = true
		}
		return s
	}
}

func fib(n int) func(*scene) {
	return func(c *scene) {
		f := c.create(fibActor, fibState{client: noActor})
		c.post(f, "boot", n)
	}
}

type sortState struct {
	caller actorID
	got    []int
	has    bool
}

var sorter = &behaviour{}

func init() {
	sorter.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(sortState)
		switch l.name {
		case "boot":
			q := c.create(sorter, sortState{caller: noActor})
			c.post(q, "sort", l.v...)
		case "sort":
			s.caller = l.ref
			var left, middle, right []int
			for _, x := range l.v {
				switch p := l.v[0]; {
				case x == p:
					middle = append(middle, x)
				case x > p:
					right = append(right, x)
				default:
					left = append(left, x)
				}
			}
			if len(middle) == len(l.v) {
				if s.caller != noActor {
					c.post(s.caller, "done", l.v...)
				}
				return s
			}
			switch {
			case len(right) == 0:
				right = middle
			case len(left) == 0:
				left = middle
			case len(right) <= len(left):
				right = append(right, middle...)
			default:
				left = append(left, middle...)
			}
			a := c.create(sorter, sortState{caller: noActor})
			b := c.create(sorter, sortState{caller: noActor})
			c.postRef(a, "sort", self, left...)
			c.postRef(b, "sort", self, right...)
		case "done":
			if s.has && s.caller != noActor {
				c.post(s.caller, "done", append(append([]int{}, s.got...), l.v...)...)
			}
			s.has, s.got = true, l.v
		}
		return s
	}
}

var quickArray = []int{81, 28, 47, 38, 97, 98}

func quicksort(v ...int) func(*scene) {
	return func(c *scene) {
		q := c.create(sorter, sortState{caller: noActor})
		c.post(q, "boot", v...)
	}
}

func pi(n int) func(*scene) {
	return func(c *scene) {
		var master actorID
		worker := &behaviour{}
		worker.handle = func(c *scene, self actorID, state any, l letter) any {
			if l.name == "intervals" {
				c.post(master, "sum")
			} else {
				c.stop = true
			}
			return state
		}
		boss := &behaviour{}
		boss.handle = func(c *scene, self actorID, state any, l letter) any {
			got := state.(int)
			switch l.name {
			case "boot":
				for i := range n {
					c.post(actorID(i), "intervals")
				}
			case "sum":
				got++
				if got == n {
					for i := range n {
						c.post(actorID(i), "stop")
					}
					c.stop = true
				}
			}
			return got
		}
		for range n {
			c.create(worker, nil)
		}
		master = c.create(boss, 0)
		c.post(master, "boot")
	}
}

var pipeValues = []int{98, 163, 979, 92}

type pipeState struct {
	next actorID
	has  bool
	kept int
}

func pipesort(n int) func(*scene) {
	mid := &behaviour{}
	mid.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(pipeState)
		if !s.has {
			s.has, s.kept = true, l.v[0]
			return s
		}
		if s.next == noActor {
			s.next = c.create(mid, pipeState{next: noActor})
		}
		c.post(s.next, "push", max(s.kept, l.v[0]))
		s.kept = min(s.kept, l.v[0])
		return s
	}
	left := &behaviour{}
	left.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(pipeState)
		t := l.v[0]
		if t == 0 {
			return s
		}
		if s.next == noActor {
			s.next = c.create(mid, pipeState{next: noActor})
		}
		c.post(s.next, "push", pipeValues[n-t])
		c.post(self, "feed", t-1)
		return s
	}
	return func(c *scene) {
		a := c.create(left, pipeState{next: noActor})
		c.post(a, "feed", n)
	}
}

type brokerState struct {
	left    int
	waiting bool
	first   actorID
	colour  int
}

func chameneos(total int) func(*scene) {
	const broker = 0
	creature := &behaviour{}
	creature.handle = func(c *scene, self actorID, state any, l letter) any {
		colour := state.(int)
		switch l.name {
		case "start":
			c.postRef(broker, "hook", self, colour)
		case "hook":
			if other := l.v[0]; other != colour {
				colour = 3 - other - colour
			}
			c.postRef(broker, "hook", self, colour)
		}
		return colour
	}
	b := &behaviour{}
	b.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(brokerState)
		switch {
		case l.name == "boot":
			for i := range 3 {
				a := c.create(creature, i)
				c.post(a, "start")
			}
		case s.left == 0:
			c.post(l.ref, "stop")
		case !s.waiting:
			s.waiting, s.first, s.colour = true, l.ref, l.v[0]
		default:
			c.post(s.first, "hook", l.v[0])
			c.post(l.ref, "hook", s.colour)
			s.waiting = false
			s.left--
		}
		return s
	}
	return func(c *scene) {
		c.create(b, brokerState{left: total})
		c.post(broker, "boot")
	}
}

type leaderState struct {
	passive         bool
	maxi, neighbour int
}

func leader(n int) func(*scene) {
	b := &behaviour{}
	b.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(leaderState)
		right := actorID((int(self) + 1) % n)
		v := l.v[0]
		switch {
		case l.name == "first" && s.passive:
			c.post(right, "first", v)
		case l.name == "first" && v != s.maxi:
			c.post(right, "second", v)
			s.neighbour = v
		case l.name == "first": // elected
		default:
			if !s.passive {
				if s.neighbour > v && s.neighbour > s.maxi {
					s.maxi = s.neighbour
					c.post(right, "first", s.neighbour)
				} else {
					s.passive = true
				}
			} else {
				c.post(right, "second", v)
			}
		}
		return s
	}
	return func(c *scene) {
		for i := range n {
			c.create(b, leaderState{maxi: i})
		}
		for i := range n {
			c.post(actorID((i+1)%n), "first", i)
		}
	}
}

func shortpath(start int, edges ...[2]int) func(*scene) {
	b := &behaviour{}
	b.handle = func(c *scene, self actorID, state any, l letter) any {
		d := state.(int)
		if x := l.v[0] + l.v[1]; d < 0 || d > x {
			d = x
			for _, e := range edges {
				if e[0] == int(self) {
					c.post(actorID(e[1]), "receive", d, 10)
				}
			}
		}
		return d
	}
	return func(c *scene) {
		for range 5 {
			c.create(b, -1)
		}
		c.post(actorID(start), "receive", 0, 0)
	}
}

var graph4 = [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 3}, {3, 1}, {2, 3}, {3, 2}}
var graph5 = [][2]int{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 3}, {3, 1}, {4, 0}, {4, 1}, {1, 4}, {0, 4}}

func regsim(n int) func(*scene) {
	worker := &behaviour{}
	worker.handle = func(c *scene, self actorID, state any, l letter) any {
		if l.name == "boot" {
			c.post(l.ref, "result")
		}
		return state
	}
	master := &behaviour{}
	master.handle = func(c *scene, self actorID, state any, l letter) any {
		var w []actorID
		for range n {
			w = append(w, c.create(worker, nil))
		}
		c.post(w[0], "result")
		for _, x := range w[1:] {
			c.postRef(x, "boot", w[0])
		}
		return state
	}
	return func(c *scene) {
		c.create(master, nil)
		c.post(0, "boot")
	}
}

type mergeState struct {
	caller actorID
	got    []int
	has    bool
}

func mergesort(v ...int) func(*scene) {
	b := &behaviour{}
	b.handle = func(c *scene, self actorID, state any, l letter) any {
		s := state.(mergeState)
		switch l.name {
		case "boot":
			c.postRef(self, "sort", noActor, l.v...)
		case "sort":
			s.caller = l.ref
			if len(l.v) <= 1 {
				if s.caller != noActor {
					c.post(s.caller, "merge", l.v...)
				}
				return s
			}
			x := c.create(b, mergeState{caller: noActor})
			y := c.create(b, mergeState{caller: noActor})
			c.postRef(x, "sort", self, l.v[:len(l.v)/2]...)
			c.postRef(y, "sort", self, l.v[len(l.v)/2:]...)
		case "merge":
			if s.has && s.caller != noActor {
				c.post(s.caller, "merge", append(append([]int{}, s.got...), l.v...)...)
			}
			s.has, s.got = true, l.v
		}
		return s
	}
	return func(c *scene) {
		c.create(b, mergeState{caller: noActor})
		c.post(0, "boot", v...)
	}
}

// philosophers takes forks by requests that are answered, also those to put them down.
func philosophers(n int) func(*scene) {
	fork := &behaviour{}
	fork.guard = func(state any, l letter) bool { return l.name != "take" || !state.(bool) }
	fork.handle = func(c *scene, self actorID, state any, l letter) any {
		if l.name == "take" {
			c.post(l.ref, "got")
		} else {
			c.post(l.ref, "free")
		}
		return l.name == "take"
	}
	phil := &behaviour{}
	phil.handle = func(c *scene, self actorID, state any, l letter) any {
		held := state.(int)
		left, right := self-actorID(n), (self-actorID(n)+1)%actorID(n)
		switch l.name {
		case "start":
			c.postRef(left, "take", self)
		case "got":
			if held++; held == 1 {
				c.postRef(right, "take", self)
			} else {
				c.postRef(right, "put", self)
			}
		case "free":
			if held--; held == 1 {
				c.postRef(left, "put", self)
			}
		}
		return held
	}
	return func(c *scene) {
		for range n {
			c.create(fork, false)
		}
		for range n {
			c.create(phil, 0)
		}
		for i := range n {
			c.post(actorID(n+i), "start")
		}
	}
}

// candidate is the state of a process of the Erlang election.
type candidate struct {
	role   string // "", captured, surrendered, elected
	leader int
	has    uint // a bit for each process that has accepted this one
}

func (s candidate) size() int { return bits.OnesCount(s.has) }

// election is le_erlang.tfg without failures.
func election(n int) func(*scene) {
	b := &behaviour{}
	b.handle = func(c *scene, self actorID, state any, l letter) any {
		s, i := state.(candidate), int(self)
		others := func(name string, v ...int) {
			for j := range n {
				if j != i {
					c.post(actorID(j), name, v...)
				}
			}
		}
		from := i
		if len(l.v) > 0 {
			from = l.v[0]
		}
		switch {
		case l.name == "start":
			others("capture", i, s.size())
		case l.name == "elect":
			s = candidate{role: "surrendered", leader: from}
		case s.role == "elected":
			c.post(actorID(from), "elect", i)
		case l.name == "accept" && s.role == "captured":
			c.post(actorID(s.leader), "accept", l.v...)
		case l.name == "accept" && s.role == "":
			s.has |= uint(l.v[1]) | 1<<from
			if 1+s.size() > n/2 {
				s.role, s.leader = "elected", i
				others("elect", i)
			}
		case l.name == "capture" && s.role == "" && (s.size() < l.v[1] || s.size() == l.v[1] && i < from):
			c.post(actorID(from), "accept", i, int(s.has))
			s.role, s.leader = "captured", from
		}
		return s
	}
	return func(c *scene) {
		for range n {
			c.create(b, candidate{leader: n})
		}
		for i := range n {
			c.post(actorID(i), "start")
		}
	}
}
