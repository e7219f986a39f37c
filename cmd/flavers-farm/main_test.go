package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/farm/bridge"
	"flavers/farm/child"
	"flavers/farm/job"
)

// actVariable makes this program flavers-farm, or the process of flavers that does jobs.
const actVariable = "FLAVERS_FARM_ACT"

func TestMain(m *testing.M) {
	switch os.Getenv(actVariable) {
	case "farm":
		main()
	case "job":
		if err := child.Serve(os.Stdin, os.Stdout, "v", func() { os.Exit(2) }); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// opening is one of a farm that is embedded.
func opening(t *testing.T, do string) bridge.Opening {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(actVariable, "farm")
	return bridge.Opening{Do: do, URL: bridge.Embedded, Listen: "127.0.0.1:0", Dir: t.TempDir(), Version: "v",
		Processes: 1, Program: []string{self}, Environment: []string{actVariable + "=job", "GOMAXPROCS=1"}, Time: time.Minute}
}

func start(t *testing.T, o bridge.Opening) (*bridge.Client, error) {
	note := func(text string) { t.Log(text) }
	return bridge.Start(t.Context(), os.Args[0], o, []string{"FLAVERS_FARM_TOKEN"}, os.Stderr, note)
}

// Jobs that go to a farm have the results that they have here. What is kept comes back, and another client sees it all.
func TestJobs(t *testing.T) {
	c, err := start(t, opening(t, bridge.ForJobs))
	if err != nil {
		t.Fatal(err)
	}
	working := make(chan error, 1)
	go func() { working <- c.Work(t.Context()) }()
	want := map[string]string{}
	for i := range 4 {
		text := fmt.Sprintf("task t { event e%d; event done }\n", i/2)
		content := &job.Content{Program: job.Source{Name: "p.tfg", Text: text},
			Specs: []job.Source{{Name: "p.fsa", Text: "property q { absence of e0 globally }\n"}}}
		j := &job.Job{Kind: job.Check, Version: "v", Content: content.Hash()}
		id := fmt.Sprintf("job-%d", i)
		r := (&job.Runner{Version: "v"}).Run(t.Context(), j, content)
		want[id] = verdict(r)
		if err := c.Submit(t.Context(), id, j, content); err != nil {
			t.Fatal(err)
		}
	}
	for range len(want) {
		d := <-c.Done()
		if got := verdict(d.Result); got != want[d.ID] || got == "" {
			t.Errorf("%s: %s, want %s", d.ID, got, want[d.ID])
		}
		delete(want, d.ID)
	}
	if n := c.Processes(t.Context()); n != 1 {
		t.Errorf("%d processes", n)
	}
	kept := c.Verdicts(t.Context(), func(text string) { t.Error(text) })
	if kept.Get("abc") != nil {
		t.Error("an answer that nobody has kept")
	}
	kept.Put("abc", []byte("verdict"))
	if got := kept.Get("abc"); string(got) != "verdict" {
		t.Errorf("%q is kept", got)
	}
	if err := c.KeepSearch(t.Context(), "k", []byte("half")); err != nil {
		t.Error(err)
	}
	if got, err := c.KeptSearch(t.Context(), "k"); err != nil || string(got) != "half" {
		t.Errorf("%q, %v", got, err)
	}
	c.ForgetSearch(t.Context(), "k")
	if got, err := c.KeptSearch(t.Context(), "k"); err != nil || got != nil {
		t.Errorf("%q is not forgotten, %v", got, err)
	}
	o := opening(t, bridge.ForStatus)
	o.URL = c.Server
	second, err := start(t, o)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := second.Status(t.Context()); err != nil || len(s.Workers) != 1 || len(s.Runs) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if p, err := second.Purge(t.Context(), false); err != nil || p.Runs != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := second.Purge(t.Context(), true); err == nil || !strings.Contains(err.Error(), "use the farm") {
		t.Errorf("all is removed while a client is there: %v", err)
	}
	if err := second.Submit(t.Context(), "x", &job.Job{}, &job.Content{}); err == nil {
		t.Error("a client that only looks submits a job")
	}
	if err := errors.Join(second.Close(), c.Close()); err != nil {
		t.Error(err)
	}
	<-working
	if _, open := <-c.Done(); open {
		t.Error("a closed farm has results")
	}
	if err := c.Submit(t.Context(), "late", &job.Job{}, &job.Content{}); err == nil {
		t.Error("a closed farm takes jobs")
	}
}

func verdict(r *job.Result) string {
	if r.Check == nil {
		return r.Failed
	}
	text := ""
	for _, x := range r.Check.Ordered() {
		text += fmt.Sprintf("%s %s, ", x.Property, x.Verdict)
	}
	return text
}

// What keeps a client from a farm is said. A wait for one ends with ctx.
func TestNoFarm(t *testing.T) {
	o := opening(t, bridge.ForJobs)
	o.URL = "nats://127.0.0.1:1"
	if _, err := start(t, o); err == nil || !strings.Contains(err.Error(), "no farm at nats://127.0.0.1:1") {
		t.Errorf("%v", err)
	}
	ctx, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer end()
	o.Do, o.Wait = bridge.ForWork, time.Hour
	if _, err := bridge.Start(ctx, os.Args[0], o, nil, os.Stderr, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	o = opening(t, bridge.ForJobs)
	o.Listen = "0.0.0.0:0"
	if _, err := start(t, o); err == nil || !strings.Contains(err.Error(), "needs a token") {
		t.Errorf("%v", err)
	}
	if _, err := bridge.Start(t.Context(), filepath.Join(t.TempDir(), "none"), o, nil, os.Stderr, nil); err == nil {
		t.Error("a program that is not there is started")
	}
}

// Whoever starts the program by hand, or with another form of messages, is told.
func TestForeign(t *testing.T) {
	var log, out bytes.Buffer
	for text, want := range map[string]string{"": "flavers starts this program", "hello\n": "is not from flavers"} {
		log.Reset()
		if status := run(strings.NewReader(text), &out, &log); status != 2 || !strings.Contains(log.String(), want) {
			t.Errorf("%q: %d: %s", text, status, log.String())
		}
	}
	var in bytes.Buffer
	if err := gob.NewEncoder(&in).Encode(&bridge.Opening{Protocol: -1}); err != nil {
		t.Fatal(err)
	}
	const want = "is of another version than flavers"
	if status := run(&in, &out, &log); status != 0 || !strings.Contains(out.String(), want) {
		t.Errorf("%d: %q", status, out.String())
	}
}
