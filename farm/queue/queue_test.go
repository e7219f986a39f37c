package queue_test

import (
	"context"
	"errors"
	"fmt"

	"strings"
	"sync/atomic"
	"testing"
	"time"

	"flavers/farm/child"
	"flavers/farm/embedded"
	"flavers/farm/job"
	"flavers/farm/queue"
	"flavers/report"
)

const version = "test"

// start is a server on a free port.
func start(t *testing.T) *embedded.Server {
	t.Helper()
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func connect(t *testing.T, opt queue.Options) *queue.Farm {
	t.Helper()
	if opt.Version == "" {
		opt.Version = version
	}
	f, err := queue.Connect(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

type doer = func(context.Context, *job.Job, []byte) (*job.Result, error)

// work runs a worker with two processes, which are goroutines here.
func work(t *testing.T, f *queue.Farm, do doer) (stop func() error) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- f.Work(ctx, queue.Worker{Processes: 2, Start: func() (doer, func()) {
			if do != nil {
				return do, func() {}
			}
			runner := &job.Runner{Version: version}
			return func(ctx context.Context, j *job.Job, text []byte) (*job.Result, error) {
				c, err := job.DecodeContent(text, j.Content)
				if err != nil {
					return nil, err
				}
				return runner.Run(ctx, j, c), nil
			}, func() {}
		}})
	}()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		end()
		return <-done
	}
	t.Cleanup(func() { _ = stop() })
	return stop
}

// program is one with as many tasks; its check holds if n is even.
func program(n int) (*job.Job, *job.Content) {
	text := fmt.Sprintf("program p\nshared x 0..3 = 0\ntask a { x = 1; event done }\ntask b { x = 2; event other(%d) }\n", n)
	c := &job.Content{Program: job.Source{Name: fmt.Sprintf("p%d.tfg", n), Text: text}}
	want := "existence of done at most 1 globally"
	if n%2 == 1 {
		want = "absence of done globally"
	}
	c.Specs = []job.Source{{Name: "p.fsa", Text: "property q { " + want + " }\n"}}
	return &job.Job{Kind: job.Check, Version: version, Content: c.Hash()}, c
}

// Every job has its result, once, with two workers.
func TestQueue(t *testing.T) {
	s := start(t)
	f := connect(t, queue.Options{URL: s.URL(), Room: 8}) // less than there are jobs: the client waits
	work(t, connect(t, queue.Options{URL: s.URL()}), nil)
	work(t, connect(t, queue.Options{URL: s.URL()}), nil)
	run, err := f.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const n = 40
	go func() {
		for i := range n {
			j, c := program(i)
			if err := run.Submit(t.Context(), fmt.Sprint(i), j, c); err != nil {
				t.Error(err)
			}
		}
	}()
	seen := map[string]bool{}
	workers := map[string]bool{}
	for range n {
		d := <-run.Done()
		if d.Result.Failed != "" || seen[d.ID] {
			t.Fatalf("%s: %+v, seen before: %v", d.ID, d.Result, seen[d.ID])
		}
		seen[d.ID], workers[d.Result.Worker] = true, true
		odd := strings.HasSuffix(d.ID, "1") || strings.HasSuffix(d.ID, "3") || strings.HasSuffix(d.ID, "5") || strings.HasSuffix(d.ID, "7") || strings.HasSuffix(d.ID, "9")
		if got := d.Result.Check.Results[0].Verdict; (got == report.Violated) != odd {
			t.Errorf("%s is %s", d.ID, got)
		}
	}
	run.Close()
	if st, err := f.Status(t.Context()); err != nil || st.Waiting+st.Running+st.Results != 0 {
		t.Errorf("%+v %v", st, err)
	}
}

// A job that no worker can do is given up, and the list says why; others are not held up by it.
func TestPoison(t *testing.T) {
	s := start(t)
	f := connect(t, queue.Options{URL: s.URL(), Heartbeat: 300 * time.Millisecond})
	run, err := f.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var tried atomic.Int64
	work(t, connect(t, queue.Options{URL: s.URL()}), func(ctx context.Context, j *job.Job, text []byte) (*job.Result, error) {
		if strings.Contains(string(text), "p1.tfg") {
			tried.Add(1)
			return nil, &child.Crash{Reason: "it fell over"}
		}
		return empty(ctx, j, text)
	})
	for i := range 3 {
		j, c := program(i)
		if err := run.Submit(t.Context(), fmt.Sprint(i), j, c); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		if d := <-run.Done(); (d.Result.Failed != "") != (d.ID == "1") || d.ID == "1" && !strings.Contains(d.Result.Failed, "it fell over") {
			t.Errorf("%s: %+v", d.ID, d.Result)
		}
	}
	st, err := f.Status(t.Context())
	if err != nil || len(st.Poison) != 1 || st.Poison[0].Attempts != 3 || tried.Load() != 3 || !strings.Contains(st.Text(), "it fell over") {
		t.Errorf("%+v, %d attempts, %v", st, tried.Load(), err)
	}
}

// Workers and clients of another version are refused while there is something to do.
func TestVersions(t *testing.T) {
	s := start(t)
	f := connect(t, queue.Options{URL: s.URL()})
	run, err := f.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	j, c := program(0)
	if err := run.Submit(t.Context(), "0", j, c); err != nil {
		t.Fatal(err)
	}
	other := connect(t, queue.Options{URL: s.URL(), Version: "another"})
	var foreign *queue.Foreign
	if err := other.Work(t.Context(), queue.Worker{}); !errors.As(err, &foreign) || foreign.Farm != version {
		t.Errorf("a worker of another version: %v", err)
	}
	if _, err := other.Begin(t.Context()); !errors.As(err, &foreign) {
		t.Errorf("a client of another version: %v", err)
	}
	run.Close()
	if _, err := other.Begin(t.Context()); err != nil {
		t.Errorf("nothing is to be done any more: %v", err)
	}
}

// The store of verdicts gives what it was given, and not what was changed.
func TestVerdicts(t *testing.T) {
	s := start(t)
	f := connect(t, queue.Options{URL: s.URL()})
	var notes []string
	v := f.Verdicts(t.Context(), func(text string) { notes = append(notes, text) })
	key := strings.Repeat("a", 64)
	if v.Get(key) != nil {
		t.Error("something is there")
	}
	v.Put(key, []byte("data"))
	if string(v.Get(key)) != "data" || len(notes) > 0 {
		t.Errorf("%q %q", v.Get(key), notes)
	}
}

// How far an exploration is, is kept by its key until it is over.
func TestSearches(t *testing.T) {
	f := connect(t, queue.Options{URL: start(t).URL()})
	get := func(key string) string {
		t.Helper()
		data, err := f.KeptSearch(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, data := range []string{"first", "second"} {
		if err := f.KeepSearch(t.Context(), "a-1", []byte(data)); err != nil || get("a-1") != data || get("a-2") != "" {
			t.Errorf("%v, %q, %q", err, get("a-1"), get("a-2"))
		}
	}
	if f.ForgetSearch(t.Context(), "a-1"); get("a-1") != "" {
		t.Error("it is still there")
	}
}

// empty does nothing.
func empty(context.Context, *job.Job, []byte) (*job.Result, error) { return &job.Result{}, nil }
