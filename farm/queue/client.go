package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"flavers/farm/job"
)

// Run has the jobs of one client. The client keeps jobs until some worker needs them, and then sends them in messages
// (send.go). If the server loses a job, the client sends it again, so that every job has a result in the end.
type Run struct {
	Name string // no other run has it

	farm *Farm
	ctx  context.Context // ends when the run ends
	stop context.CancelFunc
	all  sync.WaitGroup // the goroutines of the run
	hush func()         // ends the answers to workers that ask whether the client is there
	done chan job.Done

	mutex   sync.Mutex
	changed *sync.Cond
	waiting []*task              // jobs that are not sent, in order
	open    map[string]*task     // by id: jobs without a result, sent or not
	ready   []job.Done           // results that nobody has read from done
	out     int                  // number of messages with a job without a result
	sent    int                  // number of messages sent so far; each has its number
	uses    map[string]int       // by hash of a content: number of open jobs that need it
	stored  map[string]time.Time // by hash of a content: when it was put into the store

	processes int           // of all workers
	average   time.Duration // time that a job took lately
	known     int           // number of jobs that average is made from
	heard     time.Time     // when the last result came, or the last message was sent
	last      uint64        // sequence number of the last message of results that was read
	removed   uint64        // messages of results up to this sequence number are removed
}

// task is a job of the client.
type task struct {
	id      string
	job     *job.Job
	content *job.Content
	message *message // the message that it was sent with; nil while it waits
	again   int      // how often it was sent again
}

// message is a message that was sent. left is the number of its jobs without a result.
type message struct{ left int }

const (
	senders  = 4               // messages that are on the way to the server at a time
	resends  = 5               // how often a job is sent again, before the client gives it up
	tidy     = 2 * time.Second // between removals of results that were read
	closing  = 5 * time.Second // for the end of a run
	quickest = time.Second     // without an answer, after which the client asks what became of its jobs
)

// Begin begins a run. The farm has to be of this version, or nobody may be there.
func (f *Farm) Begin(ctx context.Context) (*Run, error) {
	r, err := f.begin(ctx)
	if err != nil {
		var foreign *Foreign
		if !errors.As(err, &foreign) {
			err = fmt.Errorf("the farm at %s: %w", f.Address(), err)
		}
		return nil, f.opt.cleanError(err)
	}
	return r, nil
}

func (f *Farm) begin(ctx context.Context) (*Run, error) {
	if err := f.claim(ctx); err != nil {
		return nil, err
	}
	if _, err := f.consume(ctx); err != nil {
		return nil, err
	}
	r := &Run{Name: nuid.Next(), farm: f, done: make(chan job.Done), open: map[string]*task{}, uses: map[string]int{},
		stored: map[string]time.Time{}, heard: time.Now(), processes: 1}
	r.changed = sync.NewCond(&r.mutex)
	r.ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	var err error
	if r.hush, err = f.answer(r.present); err != nil {
		r.stop()
		return nil, err
	}
	// Workers drop the jobs of a client that does not answer, so they have to be able to ask.
	if !f.alive(ctx, r.Name) {
		r.hush()
		r.stop()
		return nil, fmt.Errorf("the user may not use the subjects flavers.>")
	}
	r.count()
	r.all.Go(r.receive)
	r.all.Go(r.hand)
	r.all.Go(r.watch)
	r.all.Go(func() { f.bury(r.ctx) })
	for range senders {
		r.all.Go(r.send)
	}
	return r, nil
}

// present returns what the client says of itself.
func (r *Run) present() Present {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return Present{Kind: "client", Name: r.Name, Host: host(), Version: r.farm.opt.Version, Open: int64(len(r.open))}
}

// Done returns a channel with the result of each submitted job, once. It is closed when the farm is gone.
func (r *Run) Done() <-chan job.Done { return r.done }

// Submit gives a job to the farm. It waits while there is no room. An ID is a word of letters, digits and "-". What
// keeps a job from the farm later on is its result.
func (r *Run) Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error {
	if !word.MatchString(id) {
		return fmt.Errorf("%q is no name of a job", id)
	}
	defer context.AfterFunc(ctx, r.wake)()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for int64(len(r.waiting)) >= r.farm.opt.Room && ctx.Err() == nil && r.ctx.Err() == nil {
		r.changed.Wait()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if r.ctx.Err() != nil {
		return fmt.Errorf("the farm at %s is gone", r.farm.Address())
	}
	if r.open[id] != nil {
		return fmt.Errorf("there is a job %q", id)
	}
	t := &task{id: id, job: j, content: content}
	r.open[id], r.waiting = t, append(r.waiting, t)
	r.uses[j.Content]++
	r.changed.Broadcast()
	return nil
}

// wake wakes all goroutines that wait for a change. It takes the lock: without it, a goroutine that has looked at ctx
// and is about to wait would not be woken.
func (r *Run) wake() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.changed.Broadcast()
}

// hand puts results into the channel done. It takes them from ready, which has no bound, so that the goroutine that
// reads results from the server never waits for the reader of done.
func (r *Run) hand() {
	defer close(r.done)
	for {
		r.mutex.Lock()
		for len(r.ready) == 0 && r.ctx.Err() == nil {
			r.changed.Wait()
		}
		list := r.ready
		r.ready = nil
		r.mutex.Unlock()
		if len(list) == 0 {
			return
		}
		for _, d := range list {
			select {
			case r.done <- d:
			case <-r.ctx.Done():
				return
			}
		}
	}
}

// receive reads results from the server until the run ends.
func (r *Run) receive() {
	for r.ctx.Err() == nil {
		var iter jetstream.MessagesContext
		err := r.farm.again(r.ctx, func(ctx context.Context) error {
			c, err := r.farm.js.OrderedConsumer(ctx, resultStream, jetstream.OrderedConsumerConfig{
				FilterSubjects: []string{resultPrefix + r.Name + ".>"}, DeliverPolicy: jetstream.DeliverAllPolicy})
			if err == nil {
				iter, err = c.Messages()
			}
			if errors.Is(err, jetstream.ErrStreamNotFound) { // the server has lost what it had
				if err = r.farm.prepare(ctx); err == nil {
					err = nats.ErrTimeout // once more
				}
			}
			return err
		})
		if err != nil {
			if r.ctx.Err() == nil {
				r.farm.wrong(err, "")
				r.stop()
				r.wake()
			}
			return
		}
		r.read(iter)
		iter.Stop()
	}
}

// read reads results until the server has no such consumer any more.
func (r *Run) read(iter jetstream.MessagesContext) {
	for failed := 0; failed < 10; {
		m, err := iter.Next(jetstream.NextContext(r.ctx))
		if r.ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return
		}
		if err != nil {
			r.farm.opt.Log.Info("results", "error", r.farm.opt.clean(err.Error()))
			if failed++; r.farm.conn.IsConnected() {
				select {
				case <-r.ctx.Done():
				case <-time.After(50 * time.Millisecond): // it may go on by itself
				}
			}
			continue
		}
		failed = 0
		a, err := r.farm.readAnswers(r.ctx, m.Data(), m.Headers().Get(packing))
		if err != nil { // nothing is lost: the job has no result yet, and is done again
			r.farm.opt.Log.Warn("results that cannot be read", "error", r.farm.opt.clean(err.Error()))
			continue
		}
		meta, err := m.Metadata()
		r.mutex.Lock()
		if err == nil {
			r.last = max(r.last, meta.Sequence.Stream)
		}
		for i := range a.List {
			r.enter(a.Worker, &a.List[i])
		}
		r.changed.Broadcast()
		r.mutex.Unlock()
	}
}

// enter takes the first result of a job. Later ones, and results of unknown jobs, are ignored.
func (r *Run) enter(worker string, a *answered) {
	t := r.open[a.ID]
	if t == nil {
		return
	}
	r.heard = time.Now()
	if a.Result == nil {
		delete(r.stored, t.job.Content) // it is sent again with its content
		r.recall(t, "its content is not there")
		return
	}
	a.Result.Worker = worker
	if a.Took > 0 {
		r.known++
		r.average += (a.Took - r.average) / time.Duration(min(r.known, 16))
	}
	r.settle(t, a.Result)
}

// settle gives a job its result.
func (r *Run) settle(t *task, result *job.Result) {
	r.unsend(t)
	delete(r.open, t.id)
	r.ready = append(r.ready, job.Done{ID: t.id, Result: result})
}

// unsend takes a job out of the message that it was sent with, or from the waiting jobs.
func (r *Run) unsend(t *task) {
	if t.message == nil {
		r.waiting = slices.DeleteFunc(r.waiting, func(x *task) bool { return x == t })
		return
	}
	if t.message.left--; t.message.left == 0 {
		r.out--
	}
	t.message = nil
}

// recall puts a job before all waiting ones, to be sent again. why says what happened to it.
func (r *Run) recall(t *task, why string) {
	if t.message == nil {
		return // it waits
	}
	r.unsend(t)
	if t.again++; t.again > resends {
		r.settle(t, &job.Result{Failed: fmt.Sprintf("the farm lost the job %d times: %s", t.again, why)})
		return
	}
	r.waiting = slices.Insert(r.waiting, 0, t)
}

// watch looks now and then for jobs that the server has lost, and removes results that were read.
func (r *Run) watch() {
	ticker := time.NewTicker(min(time.Second, max(r.farm.heartbeat()/3, quickest/4)))
	defer ticker.Stop()
	var counted, cleaned time.Time
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-r.farm.gone:
			r.stop()
			r.wake()
			return
		case <-ticker.C:
		}
		r.mutex.Lock()
		backlog, last, removed := len(r.waiting) > 0 || len(r.open) > 0 && r.known == 0, r.last, r.removed
		quiet := r.out > 0 && time.Since(r.heard) > max(r.farm.heartbeat(), quickest)
		r.mutex.Unlock()
		if backlog && time.Since(counted) > time.Second {
			r.count()
			counted = time.Now()
		}
		if last > removed && time.Since(cleaned) > tidy {
			r.tidy(last)
			cleaned = time.Now()
		}
		if quiet {
			r.miss()
		}
	}
}

// count updates the number of processes of all workers.
func (r *Run) count() {
	list, err := r.farm.Workers(r.ctx)
	if err != nil {
		return // the old number does
	}
	n := 0
	for _, w := range list {
		n += w.Processes
	}
	r.mutex.Lock()
	alone := n == 0 && len(r.open) > 0
	r.processes = max(1, n)
	r.changed.Broadcast()
	r.mutex.Unlock()
	switch {
	case alone && r.farm.alone():
		r.farm.opt.Note(fmt.Sprintf("no worker is in the farm at %s; waiting for one", r.farm.Address()))
	case n > 0:
		r.farm.someone()
	}
}

// tidy removes results that were read.
func (r *Run) tidy(last uint64) {
	ctx, end := context.WithTimeout(r.ctx, closing)
	defer end()
	s, err := r.farm.js.Stream(ctx, resultStream)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(resultPrefix+r.Name+".>"), jetstream.WithPurgeSequence(last+1))
	}
	if err == nil {
		r.mutex.Lock()
		r.removed = last
		r.mutex.Unlock()
	}
}

// miss sends jobs again that the server has lost: no result comes, and the server has no message of this run.
func (r *Run) miss() {
	r.mutex.Lock()
	before := r.heard
	r.mutex.Unlock()
	lost := func() bool {
		ctx, end := context.WithTimeout(r.ctx, closing)
		defer end()
		s, err := r.farm.js.Stream(ctx, jobStream)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			if err = r.farm.prepare(ctx); err == nil {
				_, err = r.farm.consume(ctx)
			}
			return err == nil
		}
		if err != nil {
			return false
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(jobSubject+r.Name))
		return err == nil && len(info.State.Subjects) == 0
	}
	if !lost() {
		return
	}
	select { // a result may be on the way
	case <-r.ctx.Done():
		return
	case <-time.After(quickest / 2):
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.heard != before {
		return
	}
	n := 0
	for _, t := range r.open {
		if t.message != nil {
			delete(r.stored, t.job.Content)
			r.recall(t, "the server has no message of it, and no result")
			n++
		}
	}
	r.heard = time.Now()
	r.changed.Broadcast()
	r.farm.opt.Note("the farm at " + r.farm.Address() + " has lost " + strconv.Itoa(n) + " jobs; they are given to it again")
}

// Close ends a run: jobs that nobody has begun are taken back, and its results are removed.
func (r *Run) Close() {
	r.stop()
	r.wake()
	r.all.Wait()
	ctx, end := context.WithTimeout(context.Background(), closing)
	defer end()
	if r.farm.conn.IsConnected() { // otherwise workers drop what is left
		_, _, _ = r.farm.drop(ctx, r.Name)
	}
	r.hush()
}
