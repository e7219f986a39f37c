package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// This file makes what the server keeps for a farm: its streams, buckets and the consumer that all workers share.

// Names of streams and buckets.
const (
	jobStream    = "FLAVERS_JOBS"
	resultStream = "FLAVERS_RESULTS"
	jobSubject   = "flavers.jobs."
	resultPrefix = "flavers.results."
	consumer     = "workers"
)

// How long the server keeps things.
const (
	resultsLast  = 24 * time.Hour
	verdictsLast = 30 * 24 * time.Hour
	contentsLast = 48 * time.Hour     // a client stores a content again that it still uses
	workersLast  = 30 * time.Second   // without a sign of life
	doubles      = 2 * time.Minute    // in which a message that is sent twice is known
	contentsNew  = 12 * time.Hour     // a content that is older is stored again
	searchesLast = 7 * 24 * time.Hour // explorations that can go on
)

// Bytes that the server reserves for each stream and bucket. A server gives away three quarters of its free disk, so it
// needs 1.2 GiB; where it has less, all are made smaller, down to a sixteenth.
const (
	jobBytes     = 192 << 20
	resultBytes  = 192 << 20
	verdictBytes = 192 << 20
	contentBytes = 192 << 20
	searchBytes  = 128 << 20
	poisonBytes  = 8 << 20
	workerBytes  = 8 << 20
	farmBytes    = 1 << 20
)

// Reserved is how many bytes of disk a farm reserves at most.
const Reserved = jobBytes + resultBytes + verdictBytes + contentBytes + searchBytes +
	poisonBytes + workerBytes + farmBytes

// smallest is the part of Reserved that a farm can do with: an 1/smallest.
const smallest = 16

// prepare makes the streams and buckets, unless they are there.
func (f *Farm) prepare(ctx context.Context) error {
	ctx, end := context.WithTimeout(ctx, 30*time.Second)
	defer end()
	var err error
	for share := int64(1); share <= smallest; share *= 4 {
		var made []string
		if made, err = f.prepareIn(ctx, share); err == nil || !full(err) {
			break
		}
		for _, name := range made { // what they reserve is needed for the others
			_ = f.js.DeleteStream(ctx, name)
		}
	}
	if err != nil && full(err) {
		return fmt.Errorf("%w: the server needs %d MiB of disk for a farm", err, Reserved/smallest>>20)
	}
	return err
}

// create makes a stream. A server removes the files of a deleted stream in the background, and cannot make one of the
// same name until that is done: so it is asked again for a while.
func (f *Farm) create(ctx context.Context, c jetstream.StreamConfig) error {
	const storeFailed, pause, tries = 10049, 50 * time.Millisecond, 40 // NATS: JSStreamStoreFailedF
	for try := 1; ; try++ {
		_, err := f.js.CreateOrUpdateStream(ctx, c)
		var api *jetstream.APIError
		if !errors.As(err, &api) || api.ErrorCode != storeFailed || try == tries {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// prepareIn makes streams and buckets that reserve a share-th of the usual bytes. It returns the names of the streams
// that it made.
func (f *Farm) prepareIn(ctx context.Context, share int64) (made []string, err error) {
	for _, c := range []jetstream.StreamConfig{{Name: jobStream, Subjects: []string{jobSubject + ">"},
		Retention: jetstream.WorkQueuePolicy, MaxMsgs: f.opt.Room, MaxBytes: jobBytes / share, Duplicates: doubles},
		{Name: resultStream, Subjects: []string{resultPrefix + ">"},
			MaxBytes: resultBytes / share, MaxAge: resultsLast, Duplicates: doubles}} {
		c.Storage, c.Discard = jetstream.FileStorage, jetstream.DiscardNew
		_, err := f.js.Stream(ctx, c.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			if err = f.create(ctx, c); err == nil {
				made = append(made, c.Name)
			}
		}
		if err != nil {
			return made, fmt.Errorf("the stream %s: %w", c.Name, err)
		}
	}
	for _, b := range []struct {
		name  string
		to    *jetstream.KeyValue
		lasts time.Duration
		bytes int64
	}{{"FLAVERS_VERDICTS", &f.verdicts, verdictsLast, verdictBytes}, {"FLAVERS_POISON", &f.poison, verdictsLast, poisonBytes},
		{"FLAVERS_WORKERS", &f.workers, workersLast, workerBytes}, {"FLAVERS_FARM", &f.farm, 0, farmBytes}} {
		kv, err := f.js.KeyValue(ctx, b.name)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			kv, err = f.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: b.name, History: 1, TTL: b.lasts,
				MaxBytes: b.bytes / share, Storage: jetstream.FileStorage})
			if err == nil {
				made = append(made, "KV_"+b.name)
			}
		}
		if err != nil {
			return made, fmt.Errorf("the bucket %s: %w", b.name, err)
		}
		*b.to = kv
	}
	for _, o := range []struct {
		name  string
		to    *jetstream.ObjectStore
		lasts time.Duration
		bytes int64
	}{{"FLAVERS_CONTENTS", &f.contents, contentsLast, contentBytes}, {"FLAVERS_SEARCHES", &f.searches, searchesLast, searchBytes}} {
		s, err := f.js.ObjectStore(ctx, o.name)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			s, err = f.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: o.name, TTL: o.lasts,
				MaxBytes: o.bytes / share, Storage: jetstream.FileStorage})
			if err == nil {
				made = append(made, "OBJ_"+o.name)
			}
		}
		if err != nil {
			return made, fmt.Errorf("the store %s: %w", o.name, err)
		}
		*o.to = s
	}
	return made, nil
}

// consume returns the consumer that all workers share, as it should be. Its deadline is that of the whole farm: it is
// changed only while nobody else is there, whose signs of life come at another pace.
func (f *Farm) consume(ctx context.Context) (jetstream.Consumer, error) {
	wish := max(f.opt.Heartbeat, leastHeartbeat)
	if f.opt.Heartbeat <= 0 {
		wish = usualHeartbeat
	}
	c, err := f.js.Consumer(ctx, jobStream, consumer)
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	if err == nil {
		has := c.CachedInfo().Config
		same := has.AckWait == wish && has.MaxDeliver == -1
		if !same {
			_, nobody, err := f.present(ctx)
			if err != nil {
				return nil, err
			}
			same = !nobody
		}
		if same {
			if f.beats.Store(int64(has.AckWait)); f.opt.Heartbeat > 0 && has.AckWait != wish {
				f.opt.Note(fmt.Sprintf("the farm at %s has the heartbeat %v, which is changed only while nobody else is there",
					f.Address(), has.AckWait))
			}
			return c, nil
		}
	}
	f.beats.Store(int64(wish))
	return f.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{Durable: consumer,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: wish, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 5000})
}

// claim makes the farm one of this version. It returns an error if the farm has another version and somebody is
// there.
func (f *Farm) claim(ctx context.Context) error {
	e, err := f.farm.Get(ctx, "version")
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		_, err = f.farm.Create(ctx, "version", []byte(f.opt.Version))
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
		e, err = f.farm.Get(ctx, "version") // another one was faster
	}
	if err != nil {
		return err
	}
	other := string(e.Value())
	if other == f.opt.Version {
		return nil
	}
	list, nobody, err := f.present(ctx)
	if err != nil {
		return err
	}
	foreign := &Foreign{Farm: other, Mine: f.opt.Version}
	for _, p := range list {
		foreign.Who = append(foreign.Who, p.Kind+" "+p.Name)
	}
	if !nobody && len(list) == 0 {
		foreign.Who = append(foreign.Who, "somebody who is slow to answer")
	}
	if len(foreign.Who) > 0 {
		return foreign
	}
	// Only what is left of clients that are gone is there: no worker of this version could do it.
	for _, name := range []string{jobStream, resultStream} {
		s, err := f.js.Stream(ctx, name)
		if err == nil {
			err = s.Purge(ctx)
		}
		if err != nil {
			return err
		}
	}
	_, err = f.farm.Update(ctx, "version", []byte(f.opt.Version), e.Revision())
	return err
}

// Foreign is that a farm is of another version, and who of it is there.
type Foreign struct {
	Farm, Mine string
	Who        []string
}

func (e *Foreign) Error() string {
	text := fmt.Sprintf("the farm is of version %s, and this is %s: use the same program everywhere, or wait until its clients and workers have ended",
		e.Farm, e.Mine)
	if len(e.Who) > 0 {
		text += " (" + strings.Join(e.Who[:min(len(e.Who), 5)], ", ")
		if n := len(e.Who) - 5; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		text += ")"
	}
	return text
}
