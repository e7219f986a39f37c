package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"flavers/farm/job"
)

// Worker is how a process works for a farm.
type Worker struct {
	Processes int
	// Start makes what does the jobs, one after the other; it is called once for each of Processes. An error is that of
	// a job whose process ended by itself. If it is a NotTried, the job is not to blame.
	Start func() (do func(ctx context.Context, j *job.Job, content []byte) (*job.Result, error), end func())
	Done  func(n int64) // called after each job, with the number of them; may be nil
}

// State is what a worker says of itself.
type State struct {
	Name      string    `json:"name"`
	Version   string    `json:"version"`
	Processes int       `json:"processes"`
	Running   int64     `json:"running"`
	Done      int64     `json:"done"`
	Failed    int64     `json:"failed"`
	Seconds   float64   `json:"seconds"` // that its jobs took, together
	Since     time.Time `json:"since"`
}

// work is a worker at work.
type work struct {
	*Farm
	Worker
	name                          string // for people: the machine and the process
	key                           string // of its state: no other worker has it
	since                         time.Time
	beat                          time.Duration
	running, done, failures, busy atomic.Int64
	messages                      atomic.Int64 // done
	stop                          context.CancelCauseFunc
	clients                       clients

	mutex    sync.Mutex
	changed  *sync.Cond
	waiting  []*held           // no process has them yet
	held     map[*held]bool    // all that it has
	idle     int               // processes
	late     bool              // messages that were held ahead waited too long
	contents map[string][]byte // by hash, a few
	order    []string
}

// held is a message that a worker has.
type held struct {
	jetstream.Msg
	since time.Time
	again bool // another worker had it before
}

const (
	often     = 3 * time.Second // signs of life, if the heartbeat is not faster
	short     = time.Second     // messages that take less are held ahead, one for each process
	patience  = time.Second     // after it, what waits here goes back: others may be idle
	cached    = 16              // contents
	pullTime  = 3 * time.Second // that a request for jobs waits at the server
	lastWords = 3 * time.Second // of a worker that ends, for results and what it gives back
	mostPause = 30 * time.Second
)

// Work takes jobs until ctx ends. Then it gives back what it has. The error is a *Foreign if the farm is of another
// version.
func (f *Farm) Work(ctx context.Context, w Worker) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.Processes = max(1, w.Processes)
	x := &work{Farm: f, Worker: w, name: host(), key: host() + "-" + nuid.Next(), since: time.Now(), stop: stop,
		held: map[*held]bool{}, contents: map[string][]byte{}}
	x.changed, x.clients.seen = sync.NewCond(&x.mutex), map[string]sighting{}
	if err := f.claim(ctx); err != nil {
		return f.opt.cleanError(err)
	}
	c, err := f.consume(ctx)
	if err != nil {
		return f.opt.cleanError(fmt.Errorf("the farm at %s: %w", f.Address(), err))
	}
	x.beat = min(f.heartbeat()/3, often)
	hush, err := f.answer(func() Present {
		return Present{Kind: "worker", Name: x.name, Host: host(), Version: f.opt.Version}
	})
	if err != nil {
		return f.opt.cleanError(err)
	}
	defer hush()
	f.opt.Log.Info("working", "name", x.name, "processes", w.Processes, "heartbeat", f.heartbeat())
	var all sync.WaitGroup
	for range w.Processes {
		all.Go(func() { x.process(ctx) })
	}
	all.Go(func() { x.signs(ctx) })
	all.Go(func() { x.states(ctx) })
	defer context.AfterFunc(ctx, x.wake)()
	x.pull(ctx, c)
	x.wake()
	all.Wait()
	x.giveBack(func(*held) bool { return true })
	last, end := context.WithTimeout(context.Background(), lastWords)
	defer end()
	_ = f.workers.Purge(last, x.key)
	_ = f.conn.FlushTimeout(lastWords)
	var foreign *Foreign
	if errors.As(context.Cause(ctx), &foreign) {
		return foreign
	}
	select {
	case <-f.gone:
		return fmt.Errorf("the farm at %s is gone: %w", f.Address(), f.opt.cleanError(cmpError(f.conn.LastError())))
	default:
		return nil
	}
}

func cmpError(err error) error {
	if err == nil {
		return errors.New("the connection is closed")
	}
	return err
}

// wake wakes all who wait for a change.
func (x *work) wake() {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.changed.Broadcast()
}

// pull takes as many messages as the processes need for a while, until ctx ends or the connection is closed.
func (x *work) pull(ctx context.Context, c jetstream.Consumer) {
	for {
		x.mutex.Lock()
		need := x.wanted()
		for need <= 0 && ctx.Err() == nil {
			x.changed.Wait()
			need = x.wanted()
		}
		x.mutex.Unlock()
		select {
		case <-x.gone:
			x.stop(nil)
		default:
		}
		if ctx.Err() != nil {
			return
		}
		err := x.fetch(ctx, c, need)
		if err == nil || ctx.Err() != nil {
			continue
		}
		if x.conn.IsConnected() { // otherwise it was told
			x.wrong(err, "; no jobs come from it")
		}
		x.pause(ctx, time.Second)
		// The server may have lost what it had.
		if fresh, err := x.consume(ctx); err == nil {
			c = fresh
		} else if errors.Is(err, jetstream.ErrStreamNotFound) {
			_ = x.prepare(ctx)
		}
	}
}

// fetch asks for messages once.
func (x *work) fetch(ctx context.Context, c jetstream.Consumer, need int) error {
	waiting, end := context.WithTimeout(ctx, pullTime)
	defer end()
	batch, err := c.Fetch(need, jetstream.FetchContext(waiting))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		h := &held{Msg: m, since: time.Now()}
		if meta, err := m.Metadata(); err == nil {
			h.again = meta.NumDelivered > 1
		}
		x.mutex.Lock()
		x.held[h] = true
		x.waiting = append(x.waiting, h)
		x.changed.Broadcast()
		x.mutex.Unlock()
	}
	err = batch.Error()
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err == nil {
		x.fine()
	}
	return err
}

// wanted returns how many messages to ask for: one for each process that is idle or will be soon.
func (x *work) wanted() int {
	n := x.idle
	if done := x.messages.Load(); !x.late && done > 0 && time.Duration(x.busy.Load()/done) < short {
		n = x.Processes
	}
	return n - len(x.waiting)
}

func (x *work) pause(ctx context.Context, t time.Duration) {
	select {
	case <-ctx.Done():
	case <-x.gone:
	case <-time.After(t):
	}
}

// next returns the next message for a process; nil: the worker ends.
func (x *work) next(ctx context.Context) *held {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.idle++
	defer func() { x.idle--; x.changed.Broadcast() }()
	x.changed.Broadcast()
	for len(x.waiting) == 0 && ctx.Err() == nil {
		x.changed.Wait()
	}
	if ctx.Err() != nil {
		return nil
	}
	h := x.waiting[0]
	x.waiting = x.waiting[1:]
	return h
}

// release forgets a message that was done, or given back.
func (x *work) release(h *held) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	delete(x.held, h)
	x.late = false // a process is free
	x.changed.Broadcast()
}

// giveBack gives messages back that no process has begun.
func (x *work) giveBack(which func(*held) bool) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.waiting = slices.DeleteFunc(x.waiting, func(h *held) bool {
		back := which(h)
		if back {
			x.late = true
			_ = h.Nak() // at once for others
			delete(x.held, h)
		}
		return back
	})
}

// process does messages one after the other, until ctx ends.
func (x *work) process(ctx context.Context) {
	do, end := x.Start()
	defer end()
	pause := time.Duration(0)
	for {
		h := x.next(ctx)
		if h == nil {
			return
		}
		err := x.message(ctx, h, do)
		x.release(h)
		if err == nil || ctx.Err() != nil {
			pause = 0
			continue
		}
		var idle NotTried
		if !errors.As(err, &idle) {
			x.pause(ctx, min(x.beat, time.Second)) // another worker may take the job
			continue
		}
		pause = min(max(2*pause, time.Second), mostPause)
		x.opt.Note(x.opt.clean(fmt.Sprintf("no job can be tried here: %v; the next one in %v", err, pause)))
		x.pause(ctx, pause)
	}
}

// signs tells the server that the worker has what it holds, and gives back what waits here for long.
func (x *work) signs(ctx context.Context) {
	ticker := time.NewTicker(x.beat)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		x.giveBack(func(h *held) bool { return time.Since(h.since) > patience })
		x.mutex.Lock()
		for h := range x.held {
			_ = h.InProgress()
		}
		x.mutex.Unlock()
	}
}

// states tells the farm what the worker does. It is apart from signs, which must not wait for an answer.
func (x *work) states(ctx context.Context) {
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	for {
		state := State{Name: x.name, Version: x.opt.Version, Processes: x.Processes, Running: x.running.Load(),
			Done: x.done.Load(), Failed: x.failures.Load(), Seconds: time.Duration(x.busy.Load()).Seconds(), Since: x.since}
		text, err := json.Marshal(state)
		if err == nil {
			one, end := context.WithTimeout(ctx, often)
			_, err = x.workers.Put(one, x.key, text)
			end()
		}
		if err != nil && ctx.Err() == nil && x.conn.IsConnected() {
			x.wrong(fmt.Errorf("a worker cannot say that it is there: %w", err), "")
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// content returns the content of a job by its hash, from the message (with) if it came along, or else from the store.
// The worker keeps a few that it got from the store.
func (x *work) content(ctx context.Context, hash string, with map[string][]byte) ([]byte, error) {
	if text := with[hash]; text != nil {
		_, err := job.DecodeContent(text, hash)
		return text, err
	}
	x.mutex.Lock()
	text := x.contents[hash]
	x.mutex.Unlock()
	if text != nil {
		return text, nil
	}
	err := x.again(ctx, func(ctx context.Context) (err error) {
		text, err = x.Farm.contents.GetBytes(ctx, hash)
		return err
	})
	if err == nil {
		_, err = job.DecodeContent(text, hash)
	}
	if err != nil {
		return nil, err
	}
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if x.contents[hash] == nil {
		x.contents[hash] = text
		if x.order = append(x.order, hash); len(x.order) > cached {
			delete(x.contents, x.order[0])
			x.order = x.order[1:]
		}
	}
	return text, nil
}
