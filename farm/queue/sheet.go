package queue

import (
	"context"
	"encoding/json"
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

// This file does the jobs of a message, one after the other. Results are stored at least once a second. Jobs that are
// not begun by then go back to the queue, each in a message of its own, so that no job waits behind a long one. The
// message is acknowledged when each of its jobs has a stored result or is in another message. If anything happens
// before that, the server gives the message to another worker, which does all of its jobs again.

// doer does one job (Worker.Start).
type doer = func(context.Context, *job.Job, []byte) (*job.Result, error)

// NotTried is the error of a worker that could not try a job. It does not count as a failed attempt at the job.
type NotTried interface {
	error
	NotTried()
}

// sheet is a message whose jobs are being done.
type sheet struct {
	x   *work
	h   *held
	run string // name of the run of the client that has sent it
	o   *order // its contents

	mutex sync.Mutex
	rest  []ordered  // jobs that are not begun
	back  []ordered  // jobs that another worker should try
	list  []answered // results that are not stored yet
}

// message does the jobs of a message. The error says why a job could not be done here.
func (x *work) message(ctx context.Context, h *held, do doer) error {
	run := strings.TrimPrefix(h.Subject(), jobSubject)
	o, err := x.readOrder(ctx, h.Data(), h.Headers().Get(packing))
	if err == nil && !word.MatchString(run) {
		err = fmt.Errorf("%q is no name of a run", run)
	}
	switch {
	case err == nil:
	case ctx.Err() != nil || lost(err):
		_ = h.NakWithDelay(x.beat)
		return nil
	default:
		x.reject(ctx, h, run, err)
		return nil
	}
	switch x.client(ctx, run) {
	case away:
		_ = h.NakWithDelay(x.grace() / 3)
		return nil
	case dead:
		_, _, err := x.drop(ctx, run)
		x.opt.Log.Info("the jobs of a client that is gone are dropped", "run", run, "error", err)
		_ = h.Term()
		return nil
	}
	s := &sheet{x: x, h: h, run: run, o: o, rest: o.Jobs}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		s.relieve(ctx, stop)
	}()
	err = s.jobs(ctx, do)
	close(stop)
	<-stopped
	x.messages.Add(1)
	s.finish(ctx)
	return err
}

// reject removes a message that cannot be read from the queue, so that it does not block the queue. If a client has
// sent it, the client misses the jobs and sends them again.
func (x *work) reject(ctx context.Context, h *held, run string, why error) {
	name := "message." + nuid.Next()
	reason := fmt.Sprintf("%s: a message of %.40q that is no list of jobs: %v", x.name, run, why)
	x.note(ctx, name, func(p *Poison) { p.Reason, p.Given, p.Attempts = reason, true, 1 })
	x.opt.Log.Error("a message that is no list of jobs is removed", "run", fmt.Sprintf("%.40q", run), "error", why)
	_ = h.TermWithReason("no list of jobs")
}

// jobs does the jobs one after the other, until none is left, or one could not be done here. The error is why.
func (s *sheet) jobs(ctx context.Context, do doer) (failure error) {
	for {
		s.mutex.Lock()
		if len(s.rest) == 0 || ctx.Err() != nil {
			s.mutex.Unlock()
			return failure
		}
		e := s.rest[0]
		s.rest = s.rest[1:]
		s.mutex.Unlock()
		began := time.Now()
		r, err := s.job(ctx, &e, do)
		took := time.Since(began)
		var idle NotTried
		s.mutex.Lock()
		switch {
		case err == nil:
			s.list = append(s.list, answered{e.ID, took, r})
		case ctx.Err() != nil, errors.As(err, &idle):
			s.rest = append([]ordered{e}, s.rest...)
			s.mutex.Unlock()
			return err
		default:
			s.back = append(s.back, e)
			failure = err
		}
		s.mutex.Unlock()
		if r != nil {
			s.x.count(took, r)
		}
	}
}

// count counts a job that was done.
func (x *work) count(took time.Duration, r *job.Result) {
	x.busy.Add(int64(took))
	if r.Failed != "" {
		x.failures.Add(1)
		x.opt.Log.Warn("failed", "reason", r.Failed)
	}
	if n := x.done.Add(1); x.Done != nil {
		x.Done(n)
	}
}

// job does one job. It returns neither a result nor an error if the content of the job is missing.
func (s *sheet) job(ctx context.Context, e *ordered, do doer) (*job.Result, error) {
	x, name := s.x, s.run+"."+e.ID
	j := &job.Job{}
	if err := json.Unmarshal(e.Job, j); err != nil {
		reason := "the job cannot be read: " + err.Error()
		x.note(ctx, name, func(p *Poison) { p.Program, p.Reason, p.Given, p.Attempts = e.Program, reason, true, 1 })
		return &job.Result{Failed: reason}, nil
	}
	if j.Version != x.opt.Version {
		return s.foreign(ctx, j.Version)
	}
	content, err := x.content(ctx, j.Content, s.o.Contents)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return nil, nil
	case err != nil:
		return nil, &untried{fmt.Errorf("the content of %s cannot be had: %w", e.Program, err)}
	}
	if s.h.again {
		if r := x.begin(ctx, name, e.Program); r != nil {
			return r, nil
		}
	}
	x.running.Add(1)
	r, err := do(ctx, j, content)
	x.running.Add(-1)
	last, end := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer end()
	if s.h.again {
		x.ended(last, name)
	}
	x.opt.Log.Debug("done", "job", name, "program", e.Program, "error", err)
	var idle NotTried
	if err == nil || ctx.Err() != nil || errors.As(err, &idle) {
		return r, err
	}
	// Who ends a worker may end its processes, too, and a little earlier.
	if x.pause(ctx, 2*graceOfEnd); ctx.Err() != nil {
		return nil, err
	}
	if r := x.failed(ctx, name, e.Program, err.Error()); r != nil {
		return r, nil
	}
	return nil, err
}

// graceOfEnd is for a user or a system that ends the worker and its processes together. If a process ends, and the
// worker is told to end within twice this time, the job is not to blame.
const graceOfEnd = 100 * time.Millisecond

// untried is a NotTried error.
type untried struct{ error }

func (*untried) NotTried()       {}
func (e *untried) Unwrap() error { return e.error }

// foreign returns the outcome of a job of another version of flavers. If the farm is of that version now, this worker
// has to end, and foreign returns an error. Otherwise the client has missed that the farm has changed, and the job
// fails.
func (s *sheet) foreign(ctx context.Context, version string) (*job.Result, error) {
	x := s.x
	e := &Foreign{Farm: version, Mine: x.opt.Version}
	if v, err := x.farm.Get(ctx, "version"); err != nil || string(v.Value()) != x.opt.Version {
		x.stop(e)
		return nil, e
	}
	e.Farm, e.Mine = e.Mine, e.Farm
	return &job.Result{Failed: e.Error()}, nil
}

// relieve stores results at least once a second until stop is closed, and hands on jobs that are not begun by then.
func (s *sheet) relieve(ctx context.Context, stop chan struct{}) {
	ticker := time.NewTicker(patience)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ctx.Done():
			return // the rest is for finish
		case <-ticker.C:
		}
		s.mutex.Lock()
		if s.flush(ctx) == nil {
			s.rest = s.handOn(ctx, s.rest)
			s.back = s.handOn(ctx, s.back)
		}
		s.mutex.Unlock()
	}
}

// finish stores the last results and acknowledges the message. Jobs that are left go back to the queue before.
func (s *sheet) finish(ctx context.Context) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	alone := len(s.o.Jobs) == 1 && len(s.list) == 0
	if ctx.Err() != nil { // in order: what was done is not lost, what was not begun does not count
		var end context.CancelFunc
		ctx, end = context.WithTimeout(context.WithoutCancel(ctx), lastWords)
		defer end()
		alone = alone || len(s.list) == 0 && len(s.rest) == len(s.o.Jobs)
	}
	err := s.flush(ctx)
	if err == nil && !alone {
		s.rest = s.handOn(ctx, s.rest)
		s.back = s.handOn(ctx, s.back)
	}
	switch {
	case err != nil:
		s.x.opt.Log.Error("results are not stored", "run", s.run, "error", s.x.opt.clean(err.Error()))
		_ = s.h.NakWithDelay(min(s.x.beat, time.Second))
	case len(s.back) > 0:
		_ = s.h.NakWithDelay(min(s.x.beat, time.Second))
	case len(s.rest) > 0:
		_ = s.h.Nak()
	default:
		_ = s.h.Ack()
	}
}

// flush stores the results so far.
func (s *sheet) flush(ctx context.Context) error {
	if len(s.list) == 0 {
		return nil
	}
	text, err := (&answers{s.x.name, s.list}).encode()
	if err != nil {
		return err
	}
	m := nats.NewMsg(resultPrefix + s.run + "." + nuid.Next())
	err = s.x.again(ctx, func(ctx context.Context) (err error) {
		m.Data, err = s.x.pack(ctx, text, m.Header)
		return err
	})
	if err != nil {
		return err
	}
	err = s.x.again(ctx, func(ctx context.Context) error {
		_, err := s.x.js.PublishMsg(ctx, m)
		return err
	})
	if err == nil {
		s.list = nil
	}
	return err
}

// handOn puts jobs into the queue again, each in a message of its own, and returns those for which there is no room.
func (s *sheet) handOn(ctx context.Context, list []ordered) []ordered {
	for len(list) > 0 {
		e := list[0]
		one := &order{Jobs: []ordered{e}}
		var j struct{ Content string }
		if json.Unmarshal(e.Job, &j) == nil && s.o.Contents[j.Content] != nil {
			one.Contents = map[string][]byte{j.Content: s.o.Contents[j.Content]}
		}
		m := nats.NewMsg(s.h.Subject())
		text, err := one.encode()
		if err == nil {
			m.Data, err = s.x.pack(ctx, text, m.Header)
		}
		if err == nil {
			one, end := context.WithTimeout(ctx, lastWords)
			_, err = s.x.js.PublishMsg(one, m)
			end()
		}
		if err != nil {
			return list
		}
		list = list[1:]
	}
	return nil
}

// clients is what a worker knows about the clients whose jobs it has.
type clients struct {
	mutex sync.Mutex
	seen  map[string]sighting // by run
}

// sighting is what a client answered when it was asked whether it is there.
type sighting struct {
	at   time.Time // when it was last asked
	gone time.Time // since when it does not answer; zero if it answers
}

// Results of work.client.
const (
	here = iota // the client answers
	away        // it does not answer, perhaps because it has lost its connection
	dead        // it has not answered for so long that its jobs are dropped
)

// askAgain is how long an answer of a client counts.
const askAgain = 2 * time.Second

// client returns whether the client of a run is here, away or dead. It asks the client, unless it has done so lately.
func (x *work) client(ctx context.Context, run string) int {
	c := &x.clients
	c.mutex.Lock()
	s, known := c.seen[run]
	c.mutex.Unlock()
	if known && s.gone.IsZero() && time.Since(s.at) < askAgain {
		return here
	}
	there := x.alive(ctx, run)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.seen) > 1000 { // of long ago
		clear(c.seen)
	}
	s.at = time.Now()
	switch {
	case there:
		s.gone = time.Time{}
	case s.gone.IsZero():
		s.gone = s.at
	}
	c.seen[run] = s
	switch {
	case there:
		return here
	case time.Since(s.gone) < x.grace():
		return away
	}
	return dead
}
