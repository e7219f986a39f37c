// Package queue hands jobs to workers on other machines, through NATS JetStream:
//
//	farm, err := queue.Connect(ctx, queue.Options{URL: "nats://host", Version: version})
//	run, err := farm.Begin(ctx)
//	err = run.Submit(ctx, "mutex", j, content)
//	done := <-run.Done()                            // done.ID, done.Result
//
//	err = farm.Work(ctx, queue.Worker{...})         // in another process
//
// Messages with jobs are a stream with work-queue retention: each goes to one worker at a time, by pull. Short
// jobs travel many in a message. A client sends no more than keeps all workers busy, and has the others itself. A
// worker acknowledges a message after the results of all its jobs are stored, and says until then that it is
// alive. If a worker falls silent, its message goes to another one. So a job may be done twice; the client takes
// its first result.
//
// Only a job that was begun, and ended its process or its worker, has failed (attempts.go). What a worker gives back
// when it ends in order, or never began, has not. The jobs of a client that is gone are dropped (alive.go). A job that
// the server has lost is given to it again by the client (client.go). So every job has one result, whoever ends.
package queue

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say which farm to connect to, and as whom.
type Options struct {
	URL     string
	Version string        // of flavers: workers do only jobs of their own version
	Creds   string        // file with NATS credentials; "" for none
	Token   string        // "" for none
	CA      string        // file with the certificates of the authority that signed the certificate of the server
	Cert    string        // file with a certificate of the client; "" for none
	Key     string        // file with the key of Cert
	Wait    time.Duration // how long to wait for a server that is not there yet; 0 means not at all
	Log     *slog.Logger  // nil logs nothing

	// Heartbeat is the time without a sign of life after which a job goes to another worker. It is a setting of the farm,
	// which is made by the first who connects while nobody else is there; others use the setting of the farm. 0 means
	// that setting or, if there is none, half a minute.
	Heartbeat time.Duration
	Room      int64 // number of jobs that may wait at the server; 0 means 20,000
	// Note is called with what a person has to know at once: that the farm does not answer or has no room, and that it
	// works again. It may be called from several goroutines. If it is nil, such things are logged.
	Note func(string)
}

// Farm is a connection to a farm.
type Farm struct {
	opt      Options
	conn     *nats.Conn
	js       jetstream.JetStream
	contents jetstream.ObjectStore
	searches jetstream.ObjectStore
	verdicts jetstream.KeyValue
	poison   jetstream.KeyValue
	workers  jetstream.KeyValue
	farm     jetstream.KeyValue
	beats    atomic.Int64 // heartbeat of the farm in nanoseconds; 0 while there is no consumer

	mutex   sync.Mutex
	trouble string        // the trouble that Note was called with and that is not over; "" for none
	told    time.Time     // when Note was last called with it
	lonely  time.Time     // when Note was told that there is no worker; zero if there was one since
	gone    chan struct{} // closed when the connection is closed for good
	once    sync.Once     // closes gone
}

// Bounds of time and number.
const (
	usualHeartbeat = 30 * time.Second
	leastHeartbeat = 100 * time.Millisecond
	usualRoom      = 20_000
	toldAgain      = 30 * time.Second // between calls of Note about trouble that goes on
	patient        = time.Second      // trouble that is over sooner is not noted
)

// Connect connects to a farm, and prepares the server for it. No error repeats a password or a token.
func Connect(ctx context.Context, opt Options) (*Farm, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Room <= 0 {
		opt.Room = usualRoom
	}
	if opt.Note == nil {
		opt.Note = func(text string) { opt.Log.Warn(text) }
	}
	for _, address := range strings.Split(opt.URL, ",") {
		if _, err := parsed(address); err != nil {
			return nil, fmt.Errorf("%s: %w", Shown(opt.URL), err)
		}
	}
	f := &Farm{opt: opt, gone: make(chan struct{})}
	if err := f.connect(ctx); err != nil {
		return nil, opt.cleanError(err)
	}
	if err := f.prepare(ctx); err != nil {
		f.Close()
		return nil, opt.cleanError(fmt.Errorf("the farm at %s: %w", f.Address(), err))
	}
	return f, nil
}

// heartbeat returns the time after which a silent worker is taken for dead, or 0 if it is not known yet.
func (f *Farm) heartbeat() time.Duration { return time.Duration(f.beats.Load()) }

// Address returns where the farm is, without passwords and tokens.
func (f *Farm) Address() string { return Shown(f.opt.URL) }

// wrong notes trouble, and again while it goes on. then says what happens now.
func (f *Farm) wrong(err error, then string) {
	text := f.opt.clean(fmt.Sprintf("the farm at %s: %v%s", f.Address(), err, then))
	f.mutex.Lock()
	fresh := text != f.trouble || time.Since(f.told) > toldAgain
	if fresh {
		f.trouble, f.told = text, time.Now()
	}
	f.mutex.Unlock()
	if fresh {
		f.opt.Note(text)
	}
}

// fine notes that trouble is over, if there was any that was noted.
func (f *Farm) fine() {
	f.mutex.Lock()
	was := f.trouble
	f.trouble = ""
	f.mutex.Unlock()
	if was != "" {
		f.opt.Note(fmt.Sprintf("the farm at %s goes on", f.Address()))
	}
}

// alone reports whether it is time to note that there is no worker. It is not at first, because one may be about to
// come.
func (f *Farm) alone() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.lonely.IsZero() {
		f.lonely = time.Now().Add(2*patient - toldAgain)
	}
	if time.Since(f.lonely) < toldAgain {
		return false
	}
	f.lonely = time.Now()
	return true
}

// someone notes that there is a worker.
func (f *Farm) someone() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.lonely = time.Time{}
}

// settings returns the options of the connection.
func (f *Farm) settings() []nats.Option {
	opt := &f.opt
	set := []nats.Option{nats.Name("flavers"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.Timeout(5 * time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			opt.Log.Warn("connection", "error", opt.clean(err.Error()))
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // otherwise it was closed
				f.wrong(errors.New("the connection is lost"), "; waiting for it")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { f.fine() }),
		nats.ClosedHandler(func(c *nats.Conn) {
			if err := c.LastError(); err != nil && refused(err) {
				f.wrong(err, "")
			}
			f.once.Do(func() { close(f.gone) })
		})}
	if opt.Creds != "" {
		set = append(set, nats.UserCredentials(opt.Creds))
	}
	if opt.Token != "" {
		set = append(set, nats.Token(opt.Token))
	}
	if opt.CA != "" || opt.Cert != "" || strings.HasPrefix(opt.URL, "tls://") {
		set = append(set, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12}))
	}
	if opt.CA != "" { // after Secure, which would forget it
		set = append(set, nats.RootCAs(opt.CA))
	}
	if opt.Cert != "" {
		set = append(set, nats.ClientCert(opt.Cert, opt.Key))
	}
	return set
}

func (f *Farm) connect(ctx context.Context) error {
	set, began, told := f.settings(), time.Now(), false
	late := time.AfterFunc(patient, func() {
		if f.opt.Wait > 0 {
			f.opt.Note(fmt.Sprintf("waiting for the farm at %s", f.Address()))
		}
	})
	defer late.Stop()
	for {
		conn, err := nats.Connect(f.opt.URL, set...)
		if err == nil {
			f.conn = conn
			if told {
				f.opt.Note(fmt.Sprintf("the farm at %s answers", f.Address()))
			}
			f.js, err = jetstream.New(conn)
			return err
		}
		if time.Since(began) >= f.opt.Wait || refused(err) {
			return fmt.Errorf("no farm at %s: %w", f.Address(), err)
		}
		if late.Stop(); !told {
			f.opt.Note(f.opt.clean(fmt.Sprintf("no farm at %s: %v; waiting for it up to %v", f.Address(), err, f.opt.Wait)))
			told = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// refused reports whether it is of no use to wait after an error: client and server do not trust each other, only one
// of them expects TLS, or a file is missing.
func refused(err error) bool {
	var foreign *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var alert tls.AlertError
	var header tls.RecordHeaderError
	for _, known := range []error{nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked,
		nats.ErrSecureConnRequired, nats.ErrSecureConnWanted, nats.ErrTLS, fs.ErrNotExist, fs.ErrPermission} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &foreign) || errors.As(err, &unknown) || errors.As(err, &invalid) || errors.As(err, &name) ||
		errors.As(err, &alert) || errors.As(err, &header)
}

// full reports whether a stream, or the disk of the server, has no room.
func full(err error) bool {
	var e *jetstream.APIError
	if !errors.As(err, &e) {
		return false
	}
	for _, text := range []string{"maximum messages exceeded", "maximum bytes exceeded", "insufficient", "no space left",
		"resource limits exceeded"} {
		if strings.Contains(e.Description, text) {
			return true
		}
	}
	return false
}

// lost reports whether an error means that the server did not answer, for example because it starts again.
func lost(err error) bool {
	var e *jetstream.APIError
	for _, known := range []error{nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionReconnecting,
		nats.ErrDisconnected, jetstream.ErrNoStreamResponse, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &e) && e.Code >= 500
}

// again calls do until it succeeds, or fails with an error that waiting does not mend. It notes why it waits.
func (f *Farm) again(ctx context.Context, do func(context.Context) error) error {
	began := time.Now()
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		one, end := context.WithTimeout(ctx, 5*time.Second)
		err := do(one)
		end()
		if err == nil {
			if time.Since(began) > patient {
				f.fine()
			}
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !full(err) && !lost(err) {
			return f.opt.cleanError(err)
		}
		if time.Since(began) > patient && f.conn.IsConnected() { // otherwise it was told
			if errors.Is(err, context.DeadlineExceeded) {
				err = errors.New("nothing was acknowledged in 5 s, as where its disk is full")
			}
			f.wrong(err, "; waiting until it takes more")
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-f.gone:
			return fmt.Errorf("the farm at %s is gone", f.Address())
		case <-time.After(wait):
		}
	}
}

// Close ends the connection.
func (f *Farm) Close() { f.conn.Close() }

// host returns a name for this process.
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
