package queue

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"flavers/farm/job"
)

// This file sends jobs. As long as nothing is known of them each travels alone. Then a message has as many as take
// batchTime together, so that the work of server and worker for a message is small beside them. Where few wait,
// messages are smaller, so that all workers end at about the same time. The client sends only what keeps all workers
// busy for a while: others wait here, so that the jobs of several clients take turns, and a client that is killed
// leaves little behind.

const (
	batchTime  = 200 * time.Millisecond // of the jobs of a message
	batchMost  = 64                     // jobs of a message
	batchBytes = 256 << 10              // about, of a message
	eachAhead  = 3                      // messages for each process
	leastOut   = 16                     // messages, if no worker is known
	inline     = 2 << 10                // bytes of a content that travels with its jobs
	inlineOnce = 32 << 10               // bytes of one that does if few jobs have it; otherwise it is stored
	inlineUses = 2                      // jobs that are few
	sample     = 4                      // jobs, after which the average counts
)

// send sends messages until the run ends.
func (r *Run) send() {
	for {
		r.mutex.Lock()
		for r.ctx.Err() == nil && (len(r.waiting) == 0 || r.out >= max(leastOut, eachAhead*r.processes)) {
			r.changed.Wait()
		}
		if r.ctx.Err() != nil {
			r.mutex.Unlock()
			return
		}
		n := r.size()
		list := r.waiting[:n:n]
		r.waiting = r.waiting[n:]
		m := &message{left: n}
		for _, t := range list {
			t.message = m
		}
		r.out++
		r.sent++
		number := r.sent
		r.heard = time.Now()
		r.changed.Broadcast() // there is room
		r.mutex.Unlock()
		for len(list) > 0 { // most times once
			k, err := r.publish(list, number)
			if err != nil && r.ctx.Err() == nil {
				r.refuse(list[:k], err)
			}
			if list = list[k:]; len(list) > 0 {
				r.mutex.Lock()
				r.sent++
				number = r.sent
				r.mutex.Unlock()
			}
		}
	}
}

// size returns how many jobs the next message has.
func (r *Run) size() int {
	if r.known < sample {
		return 1
	}
	n := min(int(batchTime/max(r.average, time.Microsecond)), batchMost, 1+len(r.waiting)/(2*r.processes))
	return min(max(1, n), len(r.waiting))
}

// publish sends a message with the first jobs of a list, and returns how many. The number is that of the message: the
// server takes it once.
func (r *Run) publish(list []*task, number int) (n int, err error) {
	o, size := &order{Contents: map[string][]byte{}}, 0
	for _, t := range list {
		if size > batchBytes {
			break
		}
		n++
		text := t.job.Encode()
		size += len(text)
		o.Jobs = append(o.Jobs, ordered{t.id, t.content.Program.Name, text})
		more, err := r.supply(t, o)
		if err != nil {
			return n, err
		}
		size += more
	}
	text, err := o.encode()
	if err != nil {
		return n, err
	}
	m := nats.NewMsg(jobSubject + r.Name)
	m.Header.Set("Nats-Msg-Id", r.Name+"."+strconv.Itoa(number))
	err = r.farm.again(r.ctx, func(ctx context.Context) (err error) {
		m.Data, err = r.farm.pack(ctx, text, m.Header)
		return err
	})
	if err != nil {
		return n, err
	}
	return n, r.farm.again(r.ctx, func(ctx context.Context) error {
		_, err := r.farm.js.PublishMsg(ctx, m)
		return err
	})
}

// supply sees to it that a worker has the content of a job: it goes into the message, or into the store if it is large
// or many jobs have it.
func (r *Run) supply(t *task, o *order) (bytes int, err error) {
	hash := t.job.Content
	r.mutex.Lock()
	there := time.Since(r.stored[hash]) < contentsNew
	many := r.uses[hash] > inlineUses
	r.mutex.Unlock()
	if there || o.Contents[hash] != nil {
		return 0, nil
	}
	text := t.content.Encode()
	if len(text) <= inline || len(text) <= inlineOnce && !many {
		o.Contents[hash] = text
		return len(text), nil
	}
	err = r.farm.again(r.ctx, func(ctx context.Context) error { return r.farm.store(ctx, hash, text) })
	if err != nil {
		return 0, fmt.Errorf("the content of %s: %w", t.content.Program.Name, err)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.stored[hash] = time.Now()
	return 0, nil
}

// refuse gives jobs that the farm does not take a result that says so.
func (r *Run) refuse(list []*task, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, t := range list {
		if r.open[t.id] == t {
			r.settle(t, &job.Result{Failed: fmt.Sprintf("the farm does not take the job: %v", err)})
		}
	}
	r.changed.Broadcast()
}
