package trace

import (
	"math/rand/v2"
	"strconv"
)

// This file makes random traces. It executes a program that does not exist before:
// in each step a random thread that can go on makes up its next operation. So the
// trace is an execution by construction.

// Shape is the size of a generated trace.
type Shape struct {
	Loopers   int  // threads with a queue; 0 stands for 1
	Threads   int  // other threads
	Messages  int  // the largest number of messages
	Locations int  // shared places in memory
	Locks     int  // locks
	Body      int  // the largest number of shared operations in a handler or thread; 0 stands for 3
	Private   int  // accesses in each handler and thread to places of its own
	Notify    bool // threads notify each other, and wait
	Join      bool // threads wait for the end of others
	Depend    bool // up to two pairs of operations are dependent (Trace.Before)
	ReadShare int  // how many of 10 accesses are reads; 0 stands for 5
}

// Shapes for the five applications in Table 1 of the TACAS 2016 paper. Their
// traces have about as many operations as there (444 to 600) and no more messages;
// most accesses are private or reads. They have more threads than the table,
// which counts those only that the application itself creates.
var (
	RemindMe  = Shape{Loopers: 1, Threads: 15, Messages: 9, Locations: 60, Locks: 1, Body: 2, Private: 18, ReadShare: 9}
	MyTracks  = Shape{Loopers: 3, Threads: 17, Messages: 9, Locations: 80, Locks: 1, Body: 2, Private: 15, ReadShare: 9}
	Music     = Shape{Loopers: 2, Threads: 23, Messages: 24, Locations: 60, Locks: 1, Body: 2, Private: 7, ReadShare: 9}
	Character = Shape{Loopers: 1, Threads: 17, Messages: 22, Locations: 40, Locks: 1, Body: 2, Private: 11, ReadShare: 9}
	Aard      = Shape{Loopers: 1, Threads: 46, Messages: 30, Locations: 30, Locks: 1, Body: 2, Private: 5, ReadShare: 9}
)

// Generate makes a trace of a shape, which Check accepts. Equal seeds give equal traces.
func Generate(seed uint64, sh Shape) *Trace {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0xe)), b: newBuilder(), sh: sh}
	g.sh.Loopers = max(sh.Loopers, 1)
	if sh.Body == 0 {
		g.sh.Body = 3
	}
	if sh.ReadShare == 0 {
		g.sh.ReadShare = 5
	}
	g.run()
	return g.b.finish()
}

// generator is the state of the execution.
type generator struct {
	r        *rand.Rand
	b        *builder
	sh       Shape
	threads  []*worker
	messages int   // messages posted so far
	holder   []int // by lock: 1 + the index of the thread that holds it; 0: free
}

// worker is a thread in the execution.
type worker struct {
	name                     string
	started, looper          bool // looper: it gets a queue
	attached, looping, ended bool
	queue                    []string // messages to be handled
	task                     string   // the message that is being handled; "": none
	left, private            int      // operations to come in this body: shared ones, and accesses to its own places
	held                     []int    // locks, the last one taken last
	forks                    []int    // threads that it has still to fork
	notified                 int      // notifications for it that it has not waited for
}

// add appends an operation of thread w.
func (g *generator) add(kind Kind, w int, o Op) {
	o.Kind, o.Word, o.Number = kind, kindNames[kind], len(g.b.t.Ops)+1
	o.Thread, o.Task = g.b.thread(g.threads[w].name), None
	if t := g.threads[w].task; t != "" {
		o.Task = g.b.task(t)
	}
	g.b.t.Ops = append(g.b.t.Ops, o)
}

// run executes until no thread can go on.
func (g *generator) run() {
	n := g.sh.Loopers + g.sh.Threads
	for i := range n {
		g.threads = append(g.threads, &worker{name: strconv.Itoa(i + 1), looper: i < g.sh.Loopers})
	}
	g.holder = make([]int, g.sh.Locks)
	for i := 1; i < n; i++ { // the first thread forks most of the others
		by := 0
		if g.r.IntN(4) == 0 {
			by = g.r.IntN(i)
		}
		g.threads[by].forks = append(g.threads[by].forks, i)
	}
	g.threads[0].started = true
	g.add(ThreadInit, 0, Op{Arg: None, Dest: None})
	g.begin(0)
	for {
		var can []int
		for i, w := range g.threads {
			if w.started && !w.ended && (!w.looping || w.task != "" || len(w.queue) > 0) {
				can = append(can, i)
			}
		}
		if len(can) == 0 {
			break
		}
		g.step(can[g.r.IntN(len(can))])
	}
	// Dependences lead forward in the trace, so that it stays an execution.
	if !g.sh.Depend {
		return
	}
	for range 2 {
		ops := g.b.t.Ops
		x, y := g.r.IntN(len(ops)), g.r.IntN(len(ops))
		if x > y {
			x, y = y, x
		}
		if x < y && ops[x].Thread != ops[y].Thread {
			g.b.t.Before = append(g.b.t.Before, [2]int32{int32(x), int32(y)})
		}
	}
}

// begin makes up the length of the body of a handler or thread.
func (g *generator) begin(i int) {
	w := g.threads[i]
	w.left, w.private = g.r.IntN(g.sh.Body+1), g.sh.Private
}

// step executes one operation of thread i. The order of the cases is that in which
// a thread does things: it gets its queue, forks others, executes its body, frees
// its locks, and ends the handler or enters its loop or ends.
func (g *generator) step(i int) {
	w := g.threads[i]
	none := Op{Arg: None, Dest: None}
	switch {
	case w.looping && w.task == "":
		w.task, w.queue = w.queue[0], w.queue[1:]
		g.add(Call, i, Op{Arg: int32(g.b.task(w.task)), Dest: None})
		g.begin(i)
	case w.looper && !w.attached:
		w.attached = true
		g.add(AttachQueue, i, none)
	case len(w.forks) > 0 && len(w.held) == 0:
		c := w.forks[0]
		w.forks = w.forks[1:]
		g.add(Fork, i, Op{Arg: int32(g.b.thread(g.threads[c].name)), Dest: None})
		g.threads[c].started = true
		g.add(ThreadInit, c, none)
		g.begin(c)
	case w.private > 0:
		w.private--
		l := g.b.location(Location{Obj: "own" + w.name + w.task, Field: strconv.Itoa(g.r.IntN(3))})
		g.add(g.access(), i, Op{Arg: int32(l), Dest: None})
	case w.left > 0:
		w.left--
		g.body(i)
	case len(w.held) > 0:
		g.release(i)
	case w.task != "":
		g.add(Return, i, Op{Arg: int32(g.b.task(w.task)), Dest: None})
		w.task = ""
	case w.looper:
		w.looping = true
		g.add(Loop, i, none)
	default:
		w.ended = true
		g.add(ThreadExit, i, none)
	}
}

// access makes up whether an access reads or writes.
func (g *generator) access() Kind {
	if g.r.IntN(10) < g.sh.ReadShare {
		return Read
	}
	return Write
}

// release frees the lock that thread i took last.
func (g *generator) release(i int) {
	w := g.threads[i]
	l := w.held[len(w.held)-1]
	w.held = w.held[:len(w.held)-1]
	g.holder[l] = 0
	g.add(Unlock, i, Op{Arg: int32(g.b.lock("m" + strconv.Itoa(l))), Dest: None})
}

// body executes a shared operation of thread i, drawn at random: a join, post, lock, unlock, wait or notification that
// is possible now, or else an access.
func (g *generator) body(i int) {
	w := g.threads[i]
	if g.sh.Join && g.r.IntN(3) == 0 {
		if j := g.r.IntN(len(g.threads)); g.threads[j].ended {
			g.add(Join, i, Op{Arg: int32(g.b.thread(g.threads[j].name)), Dest: None})
			return
		}
	}
	switch g.r.IntN(6) {
	case 0, 1:
		var to []int
		for j, v := range g.threads {
			if v.attached {
				to = append(to, j)
			}
		}
		if g.messages < g.sh.Messages && len(to) > 0 {
			g.messages++
			v := g.threads[to[g.r.IntN(len(to))]]
			m := strconv.Itoa(g.messages)
			v.queue = append(v.queue, m)
			g.add(Post, i, Op{Arg: int32(g.b.task(m)), Dest: g.b.thread(v.name)})
			return
		}
	case 2:
		if len(w.held) > 0 && g.r.IntN(2) == 0 {
			g.release(i)
			return
		}
		if l := g.r.IntN(g.sh.Locks + 1); l < g.sh.Locks && g.holder[l] == 0 {
			g.holder[l] = i + 1
			w.held = append(w.held, l)
			g.add(Lock, i, Op{Arg: int32(g.b.lock("m" + strconv.Itoa(l))), Dest: None})
			return
		}
	case 3:
		if g.sh.Notify {
			if w.notified > 0 {
				w.notified--
				g.add(Wait, i, Op{Arg: None, Dest: None})
				return
			}
			if j := g.r.IntN(len(g.threads)); j != i && g.r.IntN(2) == 0 {
				g.threads[j].notified++
				g.add(Notify, i, Op{Arg: int32(g.b.thread(g.threads[j].name)), Dest: None})
				return
			}
		}
	}
	if g.sh.Locations == 0 {
		return
	}
	l := g.b.location(Location{Obj: "x" + strconv.Itoa(g.r.IntN(g.sh.Locations)), Field: "0"})
	g.add(g.access(), i, Op{Arg: int32(l), Dest: None})
}
