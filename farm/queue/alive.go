package queue

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// This file asks who is there. Clients and workers answer questions on a subject as long as they are connected. The
// server itself says at once if nobody listens there: so a client that was killed is known to be gone without a
// deadline, and one that is only slow is not taken for dead.

const (
	rollCall   = "flavers.alive"        // the subject on which all clients and workers answer
	runAlive   = "flavers.alive."       // followed by the name of a run: the subject on which its client answers
	answerTime = 300 * time.Millisecond // how long answers are waited for
	graceTime  = 3 * time.Second        // how long a client that lost its connection may take to come back
)

// grace returns graceTime, or the heartbeat of the farm if that is shorter.
func (f *Farm) grace() time.Duration {
	if t := f.heartbeat(); t > 0 {
		return min(t, graceTime)
	}
	return graceTime
}

// Present describes a client or a worker that is there.
type Present struct {
	Kind    string `json:"kind"` // client or worker
	Name    string `json:"name"` // of the run, or of the worker
	Host    string `json:"host"`
	Version string `json:"version"`
	Open    int64  `json:"open"` // jobs of a client without a result
}

// answer answers questions about who is there with what state returns, until end is called.
func (f *Farm) answer(state func() Present) (end func(), err error) {
	reply := func(m *nats.Msg) {
		text, err := json.Marshal(state())
		if err == nil {
			_ = m.Respond(text) // whoever asked may be gone
		}
	}
	all, err := f.conn.Subscribe(rollCall, reply)
	if err != nil {
		return nil, err
	}
	end = func() { _ = all.Unsubscribe() }
	if p := state(); p.Kind == "client" {
		run, err := f.conn.Subscribe(runAlive+p.Name, reply)
		if err != nil {
			end()
			return nil, err
		}
		end = func() { _ = all.Unsubscribe(); _ = run.Unsubscribe() }
	}
	return end, f.conn.FlushTimeout(5 * time.Second)
}

// present returns the clients and workers that answer in time, with those of this connection. nobody is set if nobody
// is there at all, which the server knows for certain; an empty list alone does not show that.
func (f *Farm) present(ctx context.Context) (list []Present, nobody bool, err error) {
	inbox := f.conn.NewRespInbox()
	sub, err := f.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := f.conn.PublishRequest(rollCall, inbox, nil); err != nil {
		return nil, false, err
	}
	ctx, end := context.WithTimeout(ctx, answerTime)
	defer end()
	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case err == nil && m.Header.Get("Status") == "503", errors.Is(err, nats.ErrNoResponders):
			return nil, true, nil
		case errors.Is(err, context.DeadlineExceeded):
			slices.SortFunc(list, func(a, b Present) int { return strings.Compare(a.Kind+a.Name, b.Kind+b.Name) })
			return list, false, nil
		case err != nil:
			return nil, false, err
		}
		var p Present
		if json.Unmarshal(m.Data, &p) == nil && p.Kind != "" {
			list = append(list, p)
		}
	}
}

// alive reports whether the client of a run is there. A client that is slow to answer is there.
func (f *Farm) alive(ctx context.Context, run string) bool {
	ctx, end := context.WithTimeout(ctx, answerTime)
	defer end()
	_, err := f.conn.RequestWithContext(ctx, runAlive+run, nil)
	return !errors.Is(err, nats.ErrNoResponders)
}

// dead reports whether the client of a run is gone, and does not come back for a while.
func (f *Farm) dead(ctx context.Context, run string) bool {
	for began := time.Now(); ; {
		if f.alive(ctx, run) || ctx.Err() != nil {
			return false
		}
		if time.Since(began) >= f.grace() {
			return true
		}
		select {
		case <-ctx.Done():
		case <-f.gone:
			return false
		case <-time.After(f.grace() / 6):
		}
	}
}
