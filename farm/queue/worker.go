package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"flavers/farm/job"
)

// Worker is how a process works for a farm.
type Worker struct {
	Processes int
	// Start makes what does the jobs, one after the other; it is called once for each of Processes. The error
	// of a job is that of a process that ended by itself.
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
	name                        string
	since                       time.Time
	beat                        time.Duration
	running, done, failed, busy atomic.Int64
	stop                        context.CancelCauseFunc

	mutex    sync.Mutex
	held     map[jetstream.Msg]bool // jobs that it has
	contents map[string][]byte      // by hash, a few
	order    []string
	free     chan struct{} // a job was given back
	news     chan struct{} // a job was done
}

// ahead is for how long a worker takes jobs ahead, where they are short; most of them at a time.
const (
	ahead     = 100 * time.Millisecond
	mostAhead = 64
	cached    = 16
	often     = 3 * time.Second        // signs of life, if the heartbeat is not faster
	soon      = 200 * time.Millisecond // after a job was done, the farm is told so
)

// Work takes jobs until ctx ends. The error is a *Foreign if the farm is of another version.
func (f *Farm) Work(ctx context.Context, w Worker) error {
	if err := f.claim(ctx); err != nil {
		return err
	}
	c, err := f.consume(ctx, false)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	x := &work{Farm: f, Worker: w, name: host(), since: time.Now(), beat: c.CachedInfo().Config.AckWait / 3, stop: stop,
		held: map[jetstream.Msg]bool{}, contents: map[string][]byte{},
		free: make(chan struct{}, 1), news: make(chan struct{}, 1)}
	f.opt.Log.Info("working", "name", x.name, "processes", w.Processes, "heartbeat", x.beat)
	jobs := make(chan jetstream.Msg, mostAhead*max(1, w.Processes))
	var all sync.WaitGroup
	for range max(1, w.Processes) {
		all.Go(func() {
			do, end := w.Start()
			defer end()
			for m := range jobs {
				if ctx.Err() == nil {
					x.one(ctx, m, do)
				} else {
					_ = m.Nak() // at once for others
				}
				x.release(m)
			}
		})
	}
	all.Go(func() { x.signs(ctx) })
	x.pull(ctx, c, jobs)
	close(jobs)
	all.Wait()
	last, end := context.WithTimeout(context.Background(), time.Second)
	defer end()
	_ = f.workers.Delete(last, x.name)
	_ = f.conn.FlushTimeout(time.Second)
	var foreign *Foreign
	if errors.As(context.Cause(ctx), &foreign) {
		return foreign
	}
	return nil
}

// pull takes as many jobs as the processes need for a while.
func (x *work) pull(ctx context.Context, c jetstream.Consumer, jobs chan<- jetstream.Msg) {
	for ctx.Err() == nil {
		x.mutex.Lock()
		need := x.wanted() - len(x.held)
		x.mutex.Unlock()
		if need <= 0 {
			select {
			case <-x.free:
			case <-ctx.Done():
			}
			continue
		}
		waiting, end := context.WithTimeout(ctx, time.Second)
		batch, err := c.Fetch(need, jetstream.FetchContext(waiting))
		if err != nil {
			end()
			x.opt.Log.Warn("pull", "error", err)
			x.pause(ctx, time.Second)
			continue
		}
		for m := range batch.Messages() {
			x.mutex.Lock()
			x.held[m] = true
			x.mutex.Unlock()
			jobs <- m
		}
		end()
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && ctx.Err() == nil &&
			!errors.Is(err, context.DeadlineExceeded) {
			x.opt.Log.Warn("pull", "error", err)
			x.pause(ctx, 200*time.Millisecond)
		}
	}
}

func (x *work) pause(ctx context.Context, t time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(t):
	}
}

// wanted is how many jobs to hold: one for each process, and more where jobs are short.
func (x *work) wanted() int {
	n, each := max(1, x.Processes), 1
	if done := x.done.Load(); done >= 8 {
		if average := time.Duration(x.busy.Load() / done); average < ahead/2 {
			each = int(min(ahead/max(average, 1), mostAhead))
		}
	}
	return n * each
}

func (x *work) release(m jetstream.Msg) {
	x.mutex.Lock()
	delete(x.held, m)
	x.mutex.Unlock()
	select {
	case x.free <- struct{}{}:
	default:
	}
}

// signs tells the farm what the worker holds, and that it is alive.
func (x *work) signs(ctx context.Context) {
	ticker := time.NewTicker(min(x.beat, often))
	defer ticker.Stop()
	x.tell(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-x.news:
			x.pause(ctx, soon) // of many jobs in a row, it is told once
			x.tell(ctx)
			continue
		case <-ticker.C:
		}
		x.mutex.Lock()
		held := slices.Collect(maps.Keys(x.held))
		x.mutex.Unlock()
		for _, m := range held {
			_ = m.InProgress()
		}
		x.tell(ctx)
	}
}

func (x *work) tell(ctx context.Context) {
	state := State{Name: x.name, Version: x.opt.Version, Processes: x.Processes, Running: x.running.Load(),
		Done:   x.done.Load(),
		Failed: x.failed.Load(), Seconds: time.Duration(x.busy.Load()).Seconds(), Since: x.since}
	text, err := json.Marshal(state)
	if err == nil {
		ctx, end := context.WithTimeout(ctx, 2*time.Second)
		defer end()
		_, err = x.workers.Put(ctx, x.name, text)
	}
	if err != nil && ctx.Err() == nil {
		x.opt.Log.Warn("sign of life", "error", err)
	}
}

// one does a job, and acknowledges it when its result is stored.
func (x *work) one(ctx context.Context, m jetstream.Msg, do func(context.Context, *job.Job,
	[]byte) (*job.Result, error)) {
	x.running.Add(1)
	defer x.running.Add(-1)
	began := time.Now()
	run, id := m.Subject()[len(jobSubject):], m.Headers().Get("Flavers-Job")
	log := x.opt.Log.With("run", run, "job", id, "program", m.Headers().Get("Flavers-Program"))
	meta, err := m.Metadata()
	if err != nil {
		log.Error("not a job", "error", err)
		_ = m.Term()
		return
	}
	name := run + "." + id
	if meta.NumDelivered > attempts {
		x.condemn(ctx, m, name, meta.NumDelivered)
		return
	}
	j := &job.Job{}
	if err := json.Unmarshal(m.Data(), j); err != nil {
		x.attempt(ctx, name, err.Error())
		x.condemn(ctx, m, name, meta.NumDelivered)
		return
	}
	if j.Version != x.opt.Version {
		_ = m.NakWithDelay(time.Second)
		x.stop(&Foreign{Farm: j.Version, Mine: x.opt.Version})
		return
	}
	content, err := x.content(ctx, j.Content)
	if err != nil {
		x.fail(ctx, m, name, "the content cannot be had: "+err.Error())
		return
	}
	result, err := do(ctx, j, content)
	if err != nil {
		if ctx.Err() != nil {
			_ = m.Nak()
			return
		}
		x.fail(ctx, m, name, err.Error())
		return
	}
	result.Worker = x.name
	if err := x.answer(ctx, name, result); err != nil {
		if ctx.Err() == nil { // otherwise it ends, and others do the job
			log.Error("the result is not stored", "error", err)
		}
		_ = m.NakWithDelay(time.Second)
		return
	}
	_ = m.Ack()
	x.busy.Add(int64(time.Since(began)))
	if result.Failed != "" {
		x.failed.Add(1)
		log.Warn("failed", "reason", result.Failed)
	}
	n := x.done.Add(1)
	select {
	case x.news <- struct{}{}:
	default:
	}
	log.Debug("done", "seconds", result.Seconds, "delivery", meta.NumDelivered)
	if x.Done != nil {
		x.Done(n)
	}
}

// answer stores the result of a job. If there is one already, that stays.
func (x *work) answer(ctx context.Context, name string, r *job.Result) error {
	m := nats.NewMsg(resultPrefix + name)
	var err error
	if m.Data, err = x.pack(ctx, r.Encode(), m.Header); err != nil {
		return err
	}
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		_, err := x.js.PublishMsg(ctx, m)
		switch {
		case err == nil, double(err):
			return nil
		case !full(err) && !lost(err) || ctx.Err() != nil:
			return err
		}
		x.pause(ctx, wait)
	}
}

// content gets a content, of which a few are kept.
func (x *work) content(ctx context.Context, hash string) ([]byte, error) {
	x.mutex.Lock()
	text := x.contents[hash]
	x.mutex.Unlock()
	if text != nil {
		return text, nil
	}
	text, err := x.Farm.contents.GetBytes(ctx, hash)
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

// fail notes that a job failed here. Another worker may try.
func (x *work) fail(ctx context.Context, m jetstream.Msg, name, reason string) {
	x.failed.Add(1)
	x.opt.Log.Warn("a job failed here", "job", name, "reason", reason)
	x.attempt(ctx, name, reason)
	_ = m.NakWithDelay(min(x.beat, time.Second))
}

// Poison is a job that could not be done.
type Poison struct {
	Job      string    `json:"job"` // run and ID
	Program  string    `json:"program,omitempty"`
	Reason   string    `json:"reason"` // of the last one that failed and could say so
	Attempts int       `json:"attempts"`
	Given    bool      `json:"given_up"` // it is not tried any more
	At       time.Time `json:"at"`
}

func (x *work) attempt(ctx context.Context, name, reason string) {
	p := x.poisonOf(ctx, name)
	p.Reason, p.At = fmt.Sprintf("%s: %s", x.name, reason), time.Now()
	p.Attempts++
	x.note(ctx, p)
}

func (x *work) poisonOf(ctx context.Context, name string) *Poison {
	p := &Poison{Job: name}
	if e, err := x.poison.Get(ctx, name); err == nil {
		_ = json.Unmarshal(e.Value(), p)
	}
	return p
}

func (x *work) note(ctx context.Context, p *Poison) {
	text, err := json.Marshal(p)
	if err == nil {
		_, err = x.poison.Put(ctx, p.Job, text)
	}
	if err != nil {
		x.opt.Log.Error("the list of poison", "error", err)
	}
}

// condemn gives a job up: it goes to the list of poison, and the client gets the reason.
func (x *work) condemn(ctx context.Context, m jetstream.Msg, name string, deliveries uint64) {
	p := x.poisonOf(ctx, name)
	if p.Reason == "" {
		p.Reason = "workers ended, or were not heard of, while they did it"
	}
	p.Given, p.At, p.Attempts, p.Program = true, time.Now(), max(p.Attempts, int(deliveries)-1), m.Headers().Get("Flavers-Program")
	x.note(ctx, p)
	x.opt.Log.Error("given up", "job", name, "reason", p.Reason, "attempts", p.Attempts)
	r := &job.Result{Failed: fmt.Sprintf("given up after %d attempts: %s", p.Attempts, p.Reason), Worker: x.name}
	if err := x.answer(ctx, name, r); err != nil {
		return // it comes again
	}
	_ = m.Term()
}
