package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"flavers/farm/status"
	"flavers/farm/store"
)

// Workers returns those that gave a sign of life lately, by name.
func (f *Farm) Workers(ctx context.Context) (out []State, err error) {
	err = each(ctx, f.workers, func(s State) { out = append(out, s) })
	slices.SortFunc(out, func(a, b State) int { return strings.Compare(a.Name, b.Name) })
	return out, err
}

// each reads all of a bucket.
func each[T any](ctx context.Context, kv jetstream.KeyValue, do func(T)) error {
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Updates():
			if !ok {
				return errors.New("the connection is lost")
			}
			if e == nil { // that was all
				return nil
			}
			var x T
			if json.Unmarshal(e.Value(), &x) == nil {
				do(x)
			}
		}
	}
}

// Status says what the farm does.
func (f *Farm) Status(ctx context.Context) (*status.Farm, error) {
	out := &status.Farm{URL: Shown(cmp.Or(f.conn.ConnectedUrl(), f.opt.URL))}
	if e, err := f.farm.Get(ctx, "version"); err == nil {
		out.Version = string(e.Value())
	}
	c, err := f.js.Consumer(ctx, jobStream, consumer)
	if err == nil {
		info := c.CachedInfo()
		out.Waiting, out.Running, out.Again = int64(info.NumPending), int64(info.NumAckPending), int64(info.NumRedelivered)
	} else if !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	s, err := f.js.Stream(ctx, resultStream)
	if err != nil {
		return nil, err
	}
	out.Results = int64(s.CachedInfo().State.Msgs)
	if v, err := f.verdicts.Status(ctx); err == nil {
		out.Verdicts = int64(v.Values())
	}
	there, _, err := f.present(ctx)
	if err != nil {
		return nil, err
	}
	var open int64
	for _, p := range there {
		if p.Kind == "client" {
			open += p.Open
			out.Runs = append(out.Runs, status.Run{Name: p.Name, Host: p.Host, Version: p.Version, Open: p.Open})
		}
	}
	out.Waiting = max(out.Waiting, open-out.Running)
	list, err := f.Workers(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range list {
		out.Workers = append(out.Workers, status.Worker{Name: w.Name, Processes: w.Processes,
			Running: w.Running, Done: w.Done,
			Failed: w.Failed, Seconds: w.Seconds, Since: w.Since})
	}
	err = each(ctx, f.poison, func(p Poison) {
		if p.Given {
			out.Poison = append(out.Poison, status.Poison{Job: p.Job, Program: p.Program, Reason: p.Reason,
				Attempts: p.tries()})
		}
	})
	return out, err
}

// Verdicts returns the store of verdicts of the farm. note is told of what cannot be used.
func (f *Farm) Verdicts(ctx context.Context, note func(string)) store.Store {
	return &verdicts{f, ctx, note}
}

type verdicts struct {
	farm *Farm
	ctx  context.Context
	note func(string)
}

func (v *verdicts) Where() string { return "the farm" }

func (v *verdicts) Get(key string) []byte {
	e, err := v.farm.verdicts.Get(v.ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	var data []byte
	if err == nil {
		data, err = store.Unseal(key, e.Value())
	}
	if err != nil {
		v.note("a verdict of the farm is not used: " + err.Error())
		return nil
	}
	return data
}

func (v *verdicts) Put(key string, data []byte) {
	if len(data) > most {
		return // it is not worth a larger store
	}
	if _, err := v.farm.verdicts.Put(v.ctx, key, store.Seal(key, data)); err != nil {
		v.note("a verdict is not kept in the farm: " + err.Error())
	}
}
