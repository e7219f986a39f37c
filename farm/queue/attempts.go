package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"flavers/farm/job"
)

// This file counts in how many ways a job has failed. Only what a job itself may have caused counts:
//
//   - its process ended by itself: after attempts of these the job is given up;
//   - its worker was not heard of any more while it did the job: after vanishings of these. They are counted from the
//     second delivery of a message on, so that a job which goes well costs nothing. More of them are allowed: machines
//     are switched off, and networks fail.
//
// A worker that ends in order gives back what it has, and takes back what it had noted. A job that a worker held and
// never began is not touched. A worker that cannot start processes, or cannot reach the server, has not tried.

const (
	attempts   = 3
	vanishings = 6
)

// Poison is a job that failed: the entry of the list of the server.
type Poison struct {
	Job      string    `json:"job"` // run and ID
	Program  string    `json:"program,omitempty"`
	Reason   string    `json:"reason"`             // of the last one that failed and could say so
	Attempts int       `json:"attempts"`           // that ended the process of the job
	Vanished int       `json:"vanished,omitempty"` // jobs that were begun again because their worker was not heard of any more
	Given    bool      `json:"given_up"`           // it is not tried any more
	At       time.Time `json:"at"`
}

// tries returns how often a job failed in all.
func (p *Poison) tries() int { return p.Attempts + p.Vanished }

// note changes what is noted of a job, and returns it. Several workers may do so at a time. An entry that says nothing
// any more is removed.
func (x *work) note(ctx context.Context, name string, change func(*Poison)) *Poison {
	var p *Poison
	var err error
	for range 10 {
		p = &Poison{Job: name}
		var e jetstream.KeyValueEntry
		e, err = x.poison.Get(ctx, name)
		if err == nil {
			_ = json.Unmarshal(e.Value(), p)
		} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
			break
		}
		change(p)
		p.At = time.Now()
		var text []byte
		if text, err = json.Marshal(p); err != nil {
			break
		}
		switch {
		case e == nil && p.tries() == 0:
			return p
		case e == nil:
			_, err = x.poison.Create(ctx, name, text)
		case p.tries() == 0:
			err = x.poison.Purge(ctx, name, jetstream.LastRevision(e.Revision()))
		default:
			_, err = x.poison.Update(ctx, name, text, e.Revision())
		}
		if err == nil {
			return p
		}
	}
	if err != nil && ctx.Err() == nil {
		x.opt.Log.Error("the list of jobs that failed", "error", x.opt.clean(err.Error()))
	}
	return p
}

// failed notes that a job ended its process. It returns a result if it is given up.
func (x *work) failed(ctx context.Context, name, program, reason string) *job.Result {
	x.failures.Add(1)
	x.opt.Log.Warn("a job failed here", "job", name, "program", program, "reason", reason)
	p := x.note(ctx, name, func(p *Poison) {
		p.Attempts++
		p.Program, p.Reason = program, fmt.Sprintf("%s: %s", x.name, reason)
		p.Given = p.Attempts >= attempts
	})
	if p.Given {
		return x.givenUp(p)
	}
	return nil
}

// begin notes that a job is begun again whose message had another worker before. It returns a result if too many were
// not heard of any more.
func (x *work) begin(ctx context.Context, name, program string) *job.Result {
	p := x.note(ctx, name, func(p *Poison) {
		p.Program = program
		if p.Given = p.Given || p.Vanished >= vanishings || p.Attempts >= attempts; p.Given {
			return
		}
		p.Vanished++
	})
	if !p.Given {
		return nil
	}
	if p.Reason == "" {
		p = x.note(ctx, name, func(p *Poison) { p.Reason = "workers ended, or were not heard of, while they did it" })
	}
	return x.givenUp(p)
}

// ended takes back what begin noted: the worker knows how the job ended, or ends itself in order.
func (x *work) ended(ctx context.Context, name string) {
	x.note(ctx, name, func(p *Poison) {
		if !p.Given {
			p.Vanished = max(0, p.Vanished-1)
		}
	})
}

// givenUp returns the result of a job that is not tried any more.
func (x *work) givenUp(p *Poison) *job.Result {
	x.opt.Log.Error("given up", "job", p.Job, "program", p.Program, "reason", p.Reason, "attempts", p.tries())
	return &job.Result{Failed: fmt.Sprintf("given up after %d attempts: %s", p.tries(), p.Reason)}
}
