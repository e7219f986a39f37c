package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"flavers/farm/job"
)

// Run is the jobs of one client.
type Run struct {
	Name string // of the run

	farm    *Farm
	done    chan Done
	iter    jetstream.MessagesContext
	mutex   sync.Mutex
	stored  map[string]bool // contents
	pending map[string]bool // jobs without a result
}

// Done is a job with its result.
type Done struct {
	ID     string
	Result *job.Result
}

// Begin begins a run. The farm has to be of this version.
func (f *Farm) Begin(ctx context.Context) (*Run, error) {
	if err := f.claim(ctx); err != nil {
		return nil, err
	}
	if _, err := f.consume(ctx, true); err != nil {
		return nil, err
	}
	r := &Run{Name: nuid.Next(), farm: f, done: make(chan Done, 256), stored: map[string]bool{},
		pending: map[string]bool{}}
	c, err := f.js.OrderedConsumer(ctx, resultStream,
		jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultPrefix + r.Name + ".>"},
			DeliverPolicy: jetstream.DeliverAllPolicy})
	if err != nil {
		return nil, err
	}
	if r.iter, err = c.Messages(); err != nil {
		return nil, err
	}
	go r.receive()
	return r, nil
}

// receive hands on the results, each job's once.
func (r *Run) receive() {
	defer close(r.done)
	for {
		m, err := r.iter.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return
		}
		if err != nil {
			r.farm.opt.Log.Warn("results", "error", err)
			time.Sleep(50 * time.Millisecond) // it goes on by itself
			continue
		}
		id := strings.TrimPrefix(m.Subject(), resultPrefix+r.Name+".")
		r.mutex.Lock()
		fresh := r.pending[id]
		delete(r.pending, id)
		r.mutex.Unlock()
		if !fresh {
			continue
		}
		data, err := r.farm.unpack(m.Data(), m.Headers())
		var result *job.Result
		if err == nil {
			result, err = job.DecodeResult(data)
		}
		if err != nil {
			result = &job.Result{Failed: err.Error()}
		}
		r.done <- Done{id, result}
	}
}

// Done has each job that was submitted once, with its result.
func (r *Run) Done() <-chan Done { return r.done }

// Submit gives a job to the farm. It waits while there is no room. An ID is a word of letters, digits and "-".
func (r *Run) Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error {
	r.mutex.Lock()
	stored := r.stored[j.Content]
	r.stored[j.Content], r.pending[id] = true, true
	r.mutex.Unlock()
	if !stored {
		if err := r.farm.store(ctx, j.Content, content.Encode()); err != nil {
			return fmt.Errorf("the content of %s: %w", content.Program.Name, err)
		}
	}
	m := nats.NewMsg(jobSubject + r.Name)
	m.Data = j.Encode()
	m.Header.Set("Nats-Msg-Id", r.Name+"."+id)
	m.Header.Set("Flavers-Job", id)
	m.Header.Set("Flavers-Program", content.Program.Name)
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		_, err := r.farm.js.PublishMsg(ctx, m)
		if err == nil {
			return nil
		}
		if !full(err) && !lost(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// full tells whether a stream has no room.
func full(err error) bool {
	var e *jetstream.APIError
	return errors.As(err, &e) && (strings.Contains(e.Description, "maximum messages exceeded") ||
		strings.Contains(e.Description, "maximum bytes exceeded"))
}

// double tells whether there is a message for a subject that takes one.
func double(err error) bool {
	var e *jetstream.APIError
	return errors.As(err, &e) && strings.Contains(e.Description, "per subject exceeded")
}

// lost tells whether a server did not answer, as while it starts again.
func lost(err error) bool {
	var e *jetstream.APIError
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err,
		nats.ErrConnectionReconnecting) ||
		errors.Is(err, nats.ErrDisconnected) || errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err,
		context.DeadlineExceeded) ||
		errors.As(err, &e) && e.Code >= 500 && !full(err) && !double(err)
}

// store puts a content into the object store, unless it is there.
func (f *Farm) store(ctx context.Context, hash string, text []byte) error {
	if _, err := f.contents.GetInfo(ctx, hash); err == nil {
		return nil
	}
	_, err := f.contents.PutBytes(ctx, hash, text)
	return err
}

// Close ends a run: jobs that nobody has begun are taken back, and its results are removed.
func (r *Run) Close() {
	ctx, end := context.WithTimeout(context.Background(), 5*time.Second)
	defer end()
	if s, err := r.farm.js.Stream(ctx, jobStream); err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(jobSubject+r.Name))
	}
	r.iter.Stop()
	for range r.done { // what came meanwhile
	}
	if s, err := r.farm.js.Stream(ctx, resultStream); err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(resultPrefix+r.Name+".>"))
	}
}
