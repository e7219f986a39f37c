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

// This file is the side of the farm that works. A worker has one goroutine that pulls messages with jobs (pull), one
// for each of its processes that does the jobs of a message (process, sheet.go), and two that report to the server:
// signs says that messages are being worked on, so that nobody else gets them, and states says what the worker does.

// Worker says how this process works for a farm.
type Worker struct {
	Processes int // number of jobs at a time
	// Start returns a function that does one job after the other, and one that ends it. It is called once for each of
	// Processes. do returns an error if the process that did the job has ended by itself. An error that is a NotTried
	// does not count as an attempt at the job.
	Start func() (do func(ctx context.Context, j *job.Job, content []byte) (*job.Result, error), end func())
	Done  func(n int64) // called after each job, with the number of jobs so far; may be nil
}

// State is what a worker tells the farm about itself.
type State struct {
	Name      string    `json:"name"`
	Version   string    `json:"version"`
	Processes int       `json:"processes"`
	Running   int64     `json:"running"`
	Done      int64     `json:"done"`
	Failed    int64     `json:"failed"`
	Seconds   float64   `json:"seconds"` // time of all its jobs together
	Since     time.Time `json:"since"`   // when it began
}

// work is a running worker.
type work struct {
	*Farm
	Worker
	name                          string // for people: the machine and the process
	key                           string // key of its State in the bucket of workers; no other worker has it
	since                         time.Time
	beat                          time.Duration // time between signs of life
	running, done, failures, busy atomic.Int64  // numbers of jobs; busy is the time of all jobs in nanoseconds
	messages                      atomic.Int64  // number of messages that are done
	stop                          context.CancelCauseFunc
	clients                       clients

	mutex    sync.Mutex
	changed  *sync.Cond        // signalled when one of the following fields changes
	waiting  []*held           // messages that no process has begun
	held     map[*held]bool    // all messages that the worker has
	idle     int               // number of processes without a message
	late     bool              // messages waited here too long, so no more are taken than there are idle processes
	contents map[string][]byte // by hash: the last contents from the store
	order    []string          // the hashes in contents, the oldest first
}

// held is a message that a worker has.
type held struct {
	jetstream.Msg
	since time.Time // when it came
	again bool      // another worker had it before
}

const (
	often     = 3 * time.Second  // between signs of life, if the heartbeat does not ask for more
	short     = time.Second      // if messages take less, each process has one more waiting, so that it need not wait
	patience  = time.Second      // a message that waits longer here goes back, because other workers may be idle
	cached    = 16               // contents that are kept
	pullTime  = 3 * time.Second  // how long a request for messages waits at the server
	lastWords = 3 * time.Second  // for a worker that ends, to store results and give back messages
	mostPause = 30 * time.Second // between attempts to reach a server
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

// wake wakes all goroutines that wait for a change.
func (x *work) wake() {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.changed.Broadcast()
}

// pull keeps as many messages here as the processes need for a while, until ctx ends or the connection is closed.
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

// fetch asks the server once for at most need messages.
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

// wanted returns the number of messages to ask for: one for each process that is idle, or will be soon.
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

// next returns the next message for a process, and waits for it. It returns nil if the worker ends.
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

// release forgets a message that is done, or was given back.
func (x *work) release(h *held) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	delete(x.held, h)
	x.late = false // a process is free
	x.changed.Broadcast()
}

// giveBack gives those messages back to the server that no process has begun and that which selects.
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

// process does the jobs of one message after the other, until ctx ends.
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

// signs tells the server again and again that the worker still has its messages, and gives back messages that have been
// waiting here for too long.
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

// states tells the farm again and again what the worker does. It has a goroutine of its own, because it waits for
// answers of the server, and signs must not wait.
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

// content returns the content of a job by its hash: from with, the contents in the message, or otherwise from the
// store. The last few contents from the store are kept.
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
