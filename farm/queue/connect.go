// Package queue hands jobs to workers on other machines, through NATS JetStream:
//
//	farm, err := queue.Connect(ctx, queue.Options{URL: "nats://host", Version: version})
//	run, err := farm.Begin(ctx)
//	err = run.Submit(ctx, "mutex", j, content)
//	done := <-run.Done()                            // done.ID, done.Result
//
//	err = farm.Work(ctx, queue.Worker{...})         // in another process
//
// Jobs are a stream with work-queue retention: each goes to one worker at a time, by pull. A worker
// acknowledges a job after its result is stored, and says until then that it is alive. A job of which
// nobody hears goes to another worker. So a job may be done twice. Results are a stream with
// one message for each job: a second one is refused, and so none counts twice. A job that several
// workers failed to do is on the list of poison, with the reason. Both streams are bounded: a client
// waits while there is no room for more jobs.
package queue

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say which farm, and who asks.
type Options struct {
	URL     string
	Version string // of the program: workers do jobs of their own version only
	Creds   string // file with NATS credentials; "": none
	Token   string
	CA      string // file with the certificates that the server's is signed by
	Cert    string // file with a certificate of the client, and Key with its key
	Key     string
	Wait    time.Duration // for a server that is not there yet; 0: not at all
	Log     *slog.Logger  // nil: nothing is logged

	// Heartbeat is after what time without a sign of life a job goes to another worker; 0: half a minute. Of
	// several clients, the last that began decides.
	Heartbeat time.Duration
	Room      int64 // jobs that may wait; 0: 20,000
	// Connected is called when the connection was lost (false), and when it is there again; may be nil.
	Connected func(bool)
}

// Farm is a connection to a farm.
type Farm struct {
	opt      Options
	conn     *nats.Conn
	js       jetstream.JetStream
	contents jetstream.ObjectStore
	verdicts jetstream.KeyValue
	poison   jetstream.KeyValue
	workers  jetstream.KeyValue
	farm     jetstream.KeyValue
}

// Names of streams and buckets.
const (
	jobStream    = "FLAVERS_JOBS"
	resultStream = "FLAVERS_RESULTS"
	jobSubject   = "flavers.jobs."
	resultPrefix = "flavers.results."
	consumer     = "workers"
)

// Bounds of what the server keeps.
const (
	usualHeartbeat = 30 * time.Second
	usualRoom      = 20_000
	attempts       = 3 // workers that may fail to do a job
	jobBytes       = 1 << 30
	resultBytes    = 4 << 30
	resultsLast    = 24 * time.Hour
	verdictsLast   = 30 * 24 * time.Hour
	workersLast    = 30 * time.Second // without a sign of life
)

// Connect connects to a farm, and prepares the server for it.
func Connect(ctx context.Context, opt Options) (*Farm, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Heartbeat <= 0 {
		opt.Heartbeat = usualHeartbeat
	}
	if opt.Room <= 0 {
		opt.Room = usualRoom
	}
	f := &Farm{opt: opt}
	if err := f.connect(ctx); err != nil {
		return nil, err
	}
	if err := f.prepare(ctx); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", shown(opt.URL), err)
	}
	return f, nil
}

// connected tells that the connection was lost, or is there again. Without an error, it was closed.
func (f *Farm) connected(is bool, err error) {
	switch {
	case is:
		f.opt.Log.Info("connected again")
	case err != nil:
		f.opt.Log.Warn("disconnected", "error", err)
	default:
		return
	}
	if f.opt.Connected != nil {
		f.opt.Connected(is)
	}
}

func (f *Farm) connect(ctx context.Context) error {
	opt := f.opt
	set := []nats.Option{nats.Name("flavers"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.Timeout(5 * time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { opt.Log.Warn("connection", "error", err) }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { f.connected(false, err) }),
		nats.ReconnectHandler(func(*nats.Conn) { f.connected(true, nil) })}
	if opt.Creds != "" {
		set = append(set, nats.UserCredentials(opt.Creds))
	}
	if opt.Token != "" {
		set = append(set, nats.Token(opt.Token))
	}
	if opt.CA != "" {
		set = append(set, nats.RootCAs(opt.CA))
	}
	if opt.Cert != "" {
		set = append(set, nats.ClientCert(opt.Cert, opt.Key))
	}
	if opt.CA != "" || opt.Cert != "" || strings.HasPrefix(opt.URL, "tls://") {
		set = append(set, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12}))
		if opt.CA != "" {
			set = append(set, nats.RootCAs(opt.CA))
		}
		if opt.Cert != "" {
			set = append(set, nats.ClientCert(opt.Cert, opt.Key))
		}
	}
	began := time.Now()
	for told := false; ; {
		conn, err := nats.Connect(opt.URL, set...)
		if err == nil {
			f.conn = conn
			f.js, err = jetstream.New(conn)
			return err
		}
		if time.Since(began) >= opt.Wait || refused(err) {
			return fmt.Errorf("no farm at %s: %w", shown(opt.URL), err)
		}
		if !told {
			opt.Log.Info("waiting for a server", "url", shown(opt.URL))
			told = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// refused tells whether to wait is of no use: one of both does not trust the other, or a file is missing.
func refused(err error) bool {
	var foreign *tls.CertificateVerificationError
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, fs.ErrNotExist) || errors.As(err, &foreign)
}

// shown is an address, or several with commas between them, without passwords and tokens.
func shown(addresses string) string {
	list := strings.Split(addresses, ",")
	for i, address := range list {
		if at := strings.LastIndex(address, "@"); at >= 0 {
			list[i] = "***" + address[at:]
		}
	}
	return strings.Join(list, ",")
}

// prepare makes the streams and buckets, unless they are there.
func (f *Farm) prepare(ctx context.Context) error {
	ctx, end := context.WithTimeout(ctx, 30*time.Second)
	defer end()
	var err error
	if _, err = f.js.Stream(ctx, jobStream); errors.Is(err, jetstream.ErrStreamNotFound) {
		_, err = f.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: jobStream, Subjects: []string{jobSubject + ">"},
			Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew,
			MaxMsgs: f.opt.Room, MaxBytes: jobBytes, Duplicates: 10 * time.Minute})
	}
	if err != nil {
		return fmt.Errorf("the stream of jobs: %w", err)
	}
	if _, err = f.js.Stream(ctx, resultStream); errors.Is(err, jetstream.ErrStreamNotFound) {
		_, err = f.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: resultStream,
			Subjects: []string{resultPrefix + ">"},
			Storage:  jetstream.FileStorage, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
			MaxBytes: resultBytes, MaxAge: resultsLast, Duplicates: time.Minute})
	}
	if err != nil {
		return fmt.Errorf("the stream of results: %w", err)
	}
	for name, b := range map[string]struct {
		to    *jetstream.KeyValue
		lasts time.Duration
		bytes int64
	}{"FLAVERS_VERDICTS": {&f.verdicts, verdictsLast, 4 << 30}, "FLAVERS_POISON": {&f.poison, verdictsLast, 64 << 20},
		"FLAVERS_WORKERS": {&f.workers, workersLast, 16 << 20}, "FLAVERS_FARM": {&f.farm, 0, 1 << 20}} {
		kv, err := f.js.KeyValue(ctx, name)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			kv, err = f.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, History: 1,
				TTL: b.lasts, MaxBytes: b.bytes,
				Storage: jetstream.FileStorage})
		}
		if err != nil {
			return fmt.Errorf("the bucket %s: %w", name, err)
		}
		*b.to = kv
	}
	f.contents, err = f.js.ObjectStore(ctx, "FLAVERS_CONTENTS")
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		f.contents, err = f.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "FLAVERS_CONTENTS", TTL: verdictsLast,
			MaxBytes: 4 << 30, Storage: jetstream.FileStorage})
	}
	if err != nil {
		return fmt.Errorf("the store of contents: %w", err)
	}
	return nil
}

// consume is the consumer that all workers share.
func (f *Farm) consume(ctx context.Context, set bool) (jetstream.Consumer, error) {
	c, err := f.js.Consumer(ctx, jobStream, consumer)
	if err == nil && (!set || c.CachedInfo().Config.AckWait == f.opt.Heartbeat) {
		return c, nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	return f.js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{Durable: consumer,
		AckPolicy: jetstream.AckExplicitPolicy,
		AckWait:   f.opt.Heartbeat, MaxDeliver: attempts + 2, MaxAckPending: -1, MaxWaiting: 5000})
}

// claim makes the farm one of this version, or says that it is of another one.
func (f *Farm) claim(ctx context.Context) error {
	e, err := f.farm.Get(ctx, "version")
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		if _, err = f.farm.Create(ctx, "version", []byte(f.opt.Version)); err == nil {
			return nil
		}
		e, err = f.farm.Get(ctx, "version")
	}
	if err != nil {
		return err
	}
	other := string(e.Value())
	if other == f.opt.Version {
		return nil
	}
	s, err := f.js.Stream(ctx, jobStream)
	if err != nil {
		return err
	}
	workers, err := f.Workers(ctx)
	if err != nil {
		return err
	}
	if s.CachedInfo().State.Msgs > 0 || len(workers) > 0 {
		return &Foreign{Farm: other, Mine: f.opt.Version}
	}
	_, err = f.farm.Update(ctx, "version", []byte(f.opt.Version), e.Revision())
	return err
}

// Foreign is that a farm is of another version.
type Foreign struct{ Farm, Mine string }

func (e *Foreign) Error() string {
	return fmt.Sprintf("the farm is of version %s, and this is %s: use the same program everywhere, or wait until its workers have ended",
		e.Farm, e.Mine)
}

// Close ends the connection.
func (f *Farm) Close() { f.conn.Close() }

// host is a name for this process.
func host() string {
	name, err := os.Hostname()
	if err != nil {
		name = "unknown"
	}
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, name)
	return fmt.Sprintf("%s-%d", clean, os.Getpid())
}
