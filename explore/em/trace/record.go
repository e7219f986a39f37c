package trace

import (
	"fmt"
	"sync"

	"flavers/diag"
)

// Recorder logs what the threads and event loops of a real Go program do, as a
// trace:
//
//	r := trace.NewRecorder()
//	main := r.Thread("main")
//	ui := main.Loop("ui")
//	main.Go("worker", func(w *trace.Thread) {
//		ui.Post(w, "show", func(h *trace.Thread) { h.Write("window") })
//	})
//	r.Wait()
//	t, diagnostics := r.Trace()
//
// Each Thread is used by one goroutine at a time: the one that runs the function
// it was given to. Everything else may be called from anywhere. An operation is
// logged at the moment at which it takes effect, except accesses to memory:
// Read and Write are to be called right before the access, and if accesses race,
// the trace has them in the order of these calls.
type Recorder struct {
	mu      sync.Mutex // guards all that follows, and the fields of the loops
	b       *builder
	names   map[string]int // by name: how often it was wanted
	running int            // threads begun with Go that have not ended
	open    int            // messages posted whose handlers have not ended
	idle    *sync.Cond     // running or open became smaller
	loops   []*EventLoop
}

// Thread is a thread, or the run of a handler, that is being recorded.
type Thread struct {
	r    *Recorder
	name string
	task string // of a handler: its message; else ""
}

// EventLoop is a thread that handles messages in the order in which they are posted.
type EventLoop struct {
	t       *Thread
	queue   []message  // posted and not begun
	wake    *sync.Cond // the queue got a message, or stopped was set
	stopped bool       // no more messages come
}

// message is a posted message with its handler.
type message struct {
	name   string
	handle func(*Thread)
}

// Mutex is a lock that is recorded.
type Mutex struct {
	name string
	mu   sync.Mutex
}

// NewRecorder begins an empty trace.
func NewRecorder() *Recorder {
	r := &Recorder{b: newBuilder(), names: map[string]int{}}
	r.idle = sync.NewCond(&r.mu)
	return r
}

// unique returns a name for a thread or message: name, or name#2 and so on if it
// was used before. r.mu is held.
func (r *Recorder) unique(name string) string {
	r.names[name]++
	if n := r.names[name]; n > 1 {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

// log adds an operation; r.mu is held.
func (r *Recorder) log(t *Thread, k Kind, arg, dest int32) {
	o := Op{Number: len(r.b.t.Ops) + 1, Kind: k, Word: kindNames[k], Thread: r.b.thread(t.name), Task: None, Arg: arg,
		Dest: ThreadID(dest)}
	if t.task != "" {
		o.Task = r.b.task(t.task)
	}
	r.b.t.Ops = append(r.b.t.Ops, o)
}

// Thread begins a thread that nobody forks, such as that of main.
func (r *Recorder) Thread(name string) *Thread {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &Thread{r: r, name: r.unique(name)}
	r.log(t, ThreadInit, None, None)
	return t
}

// fork logs a new thread; r.mu is held.
func (t *Thread) fork(name string) *Thread {
	r := t.r
	c := &Thread{r: r, name: r.unique(name)}
	r.log(t, Fork, int32(r.b.thread(c.name)), None)
	r.log(c, ThreadInit, None, None)
	return c
}

// Go runs f in a new thread.
func (t *Thread) Go(name string, f func(*Thread)) {
	t.r.mu.Lock()
	c := t.fork(name)
	t.r.running++
	t.r.mu.Unlock()
	go func() {
		f(c)
		t.r.mu.Lock()
		defer t.r.mu.Unlock()
		t.r.log(c, ThreadExit, None, None)
		t.r.running--
		t.r.idle.Broadcast()
	}()
}

// Loop begins a new thread with an event loop, which ends with Recorder.Wait.
func (t *Thread) Loop(name string) *EventLoop {
	r := t.r
	r.mu.Lock()
	defer r.mu.Unlock()
	l := &EventLoop{t: t.fork(name)}
	l.wake = sync.NewCond(&r.mu)
	r.log(l.t, AttachQueue, None, None)
	r.log(l.t, Loop, None, None)
	r.loops = append(r.loops, l)
	go l.run()
	return l
}

// Post puts a message into the queue of the loop; h is its handler, and t the
// thread or handler that posts. After Recorder.Wait has returned, it panics.
func (l *EventLoop) Post(t *Thread, name string, h func(*Thread)) {
	r := l.t.r
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.stopped {
		panic("trace: message " + name + " is posted to a loop that has ended")
	}
	name = r.unique(name)
	r.log(t, Post, int32(r.b.task(name)), int32(r.b.thread(l.t.name)))
	l.queue = append(l.queue, message{name, h})
	r.open++
	l.wake.Signal()
}

// run handles messages until the loop is stopped.
func (l *EventLoop) run() {
	r := l.t.r
	for {
		r.mu.Lock()
		for len(l.queue) == 0 && !l.stopped {
			l.wake.Wait()
		}
		if len(l.queue) == 0 {
			r.mu.Unlock()
			return
		}
		m := l.queue[0]
		l.queue = l.queue[1:]
		h := &Thread{r: r, name: l.t.name, task: m.name}
		id := int32(r.b.task(m.name))
		r.log(h, Call, id, None)
		r.mu.Unlock()
		m.handle(h)
		r.mu.Lock()
		r.log(h, Return, id, None)
		r.open--
		r.idle.Broadcast()
		r.mu.Unlock()
	}
}

// Read records that the thread reads a place now.
func (t *Thread) Read(place string) { t.access(Read, place) }

// Write records that the thread writes a place now.
func (t *Thread) Write(place string) { t.access(Write, place) }

// access records an access.
func (t *Thread) access(k Kind, place string) {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.r.log(t, k, int32(t.r.b.location(Location{Obj: place, Field: "0"})), None)
}

// Mutex makes a lock. Locks of the same name are one lock in the trace.
func (r *Recorder) Mutex(name string) *Mutex { return &Mutex{name: name} }

// Lock takes the lock, and records this when the lock is held.
func (m *Mutex) Lock(t *Thread) {
	m.mu.Lock()
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.r.log(t, Lock, int32(t.r.b.lock(m.name)), None)
}

// Unlock frees the lock. It records this while the lock is still held, so that no
// other thread is recorded to take it before.
func (m *Mutex) Unlock(t *Thread) {
	t.r.mu.Lock()
	t.r.log(t, Unlock, int32(t.r.b.lock(m.name)), None)
	t.r.mu.Unlock()
	m.mu.Unlock()
}

// Wait waits until all threads begun with Go have ended and all messages are
// handled. Then it ends the loops.
func (r *Recorder) Wait() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.open > 0 || r.running > 0 {
		r.idle.Wait()
	}
	for _, l := range r.loops {
		l.stopped = true
		l.wake.Broadcast()
	}
}

// Trace returns what was recorded so far, and what Check says about it. The
// recorder must not be used after this.
func (r *Recorder) Trace() (*Trace, diag.List) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.b.finish()
	return t, t.Check()
}
