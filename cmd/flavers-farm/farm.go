package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"flavers/farm/bridge"
	"flavers/farm/child"
	"flavers/farm/embedded"
	"flavers/farm/job"
	"flavers/farm/queue"
	"flavers/internal/version"
)

// farm is a connection to a farm, with a run of jobs if there is one, and its server if it is here.
type farm struct {
	*queue.Farm
	o       *bridge.Opening
	log     *slog.Logger
	run     *queue.Run
	server  *embedded.Server
	metrics *http.Server
}

var _ bridge.Farm = (*farm)(nil)

// open connects to the farm, and starts its server before if it is to be here.
func open(ctx context.Context, o *bridge.Opening, log io.Writer,
	note func(string)) (bridge.Farm, bridge.Opened, error) {
	f := &farm{o: o, log: logger(o, log)}
	if mine := version.Commit(); mine != "" && o.Commit != "" && mine != o.Commit {
		return nil, bridge.Opened{}, fmt.Errorf("flavers-farm is of commit %s, and flavers of %s: install both again, "+
			"go install ./cmd/...", mine, o.Commit)
	}
	opt := queue.Options{URL: o.URL, Version: o.Version, Creds: o.Creds, Token: o.Token, CA: o.CA, Cert: o.Cert,
		Key: o.Key, Wait: o.Wait, Heartbeat: o.Heartbeat, Log: f.log, Note: note}
	if o.Do == bridge.ForWork {
		opt.Note = nil // it is logged
	}
	if o.URL == bridge.Embedded {
		if err := f.embed(); err != nil {
			return nil, bridge.Opened{}, err
		}
		opt.URL = f.server.URL()
	}
	var err error
	if f.Farm, err = queue.Connect(ctx, opt); err == nil && o.Do == bridge.ForJobs {
		f.run, err = f.Begin(ctx)
	}
	if err != nil {
		f.Close()
		return nil, bridge.Opened{}, err
	}
	opened := bridge.Opened{Address: f.Address()}
	if f.server != nil {
		opened.Server = f.server.URL()
	}
	if o.Metrics != "" {
		f.serveMetrics()
	}
	return f, opened, nil
}

// logger returns that of a worker, or one of errors.
func logger(o *bridge.Opening, out io.Writer) *slog.Logger {
	opt := &slog.HandlerOptions{Level: slog.LevelError}
	switch {
	case o.Do == bridge.ForWork && o.Verbose:
		opt.Level = slog.LevelDebug
	case o.Do == bridge.ForWork:
		opt.Level = slog.LevelInfo
	}
	if o.JSON {
		return slog.New(slog.NewJSONHandler(out, opt))
	}
	return slog.New(slog.NewTextHandler(out, opt))
}

// embed starts a server in this process.
func (f *farm) embed() error {
	dir := f.o.Dir
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("--farm-dir is needed: %w", err)
		}
		dir = filepath.Join(cache, "flavers", "farm")
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		f.server, err = embedded.Start(embedded.Options{Dir: dir, Listen: f.o.Listen, Token: f.o.Token, Cert: f.o.Cert,
			Key: f.o.Key, CA: f.o.CA, Note: func(text string) {
				f.log.Error("the server of the farm: " + text)
			}})
	}
	return err
}

// serveMetrics serves the status of the farm to Prometheus, until Close.
func (f *farm) serveMetrics() {
	f.metrics = &http.Server{Addr: f.o.Metrics, ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			s, err := f.Status(r.Context())
			if err != nil || r.URL.Path != "/metrics" {
				http.Error(w, "there is /metrics only, while there is a farm", http.StatusNotFound)
				return
			}
			_ = s.Metrics(w) // whoever asked is gone
		})}
	go func() {
		if err := f.metrics.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
			f.log.Error("metrics", "error", err)
		}
	}()
}

// Submit gives a job to the farm.
func (f *farm) Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error {
	if f.run == nil {
		return errors.New("no jobs are given to this farm")
	}
	return f.run.Submit(ctx, id, j, content)
}

// Done has the results of jobs.
func (f *farm) Done() <-chan job.Done {
	if f.run == nil {
		return nil
	}
	return f.run.Done()
}

// Processes returns how many jobs the farm can do at a time.
func (f *farm) Processes(ctx context.Context) int {
	n := 0
	if list, err := f.Workers(ctx); err == nil {
		for _, w := range list {
			n += w.Processes
		}
	}
	return max(1, n)
}

// Work does jobs in processes of flavers. With none, it is a server only.
func (f *farm) Work(ctx context.Context) error {
	if f.o.Processes <= 0 {
		<-ctx.Done()
		return nil
	}
	return f.Farm.Work(ctx, queue.Worker{Processes: f.o.Processes,
		Start: func() (func(context.Context, *job.Job, []byte) (*job.Result, error), func()) {
			p := child.New(child.Defaults{Time: f.o.Time, Memory: f.o.Memory}, f.o.Program...)
			p.Environment = f.o.Environment
			return p.Do, p.Close
		}})
}

// Close ends the run, the connection and the server.
func (f *farm) Close() {
	if f.metrics != nil {
		f.metrics.Close()
	}
	if f.run != nil {
		f.run.Close()
	}
	if f.Farm != nil {
		f.Farm.Close()
	}
	if f.server != nil {
		f.server.Stop()
	}
}
