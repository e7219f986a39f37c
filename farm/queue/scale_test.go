//go:build integration

package queue_test

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"flavers/farm/job"
	"flavers/farm/queue"
)

// This file measures the tables of docs/farm.md: how many times as fast as one process a farm is.

// natsServer is a nats-server in a process of its own, and the processor time that it has used. Without the program,
// it is the embedded server, whose time is in that of this process.
func natsServer(t *testing.T) (url string, used func() time.Duration) {
	t.Helper()
	name, err := exec.LookPath("nats-server")
	if err != nil {
		t.Log("nats-server is not installed: the embedded server is measured")
		return start(t).URL(), func() time.Duration { return 0 }
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().(*net.TCPAddr)
	_ = l.Close()
	cmd := exec.Command(name, "-js", "-sd", t.TempDir(), "-a", "127.0.0.1", "-p", strconv.Itoa(address.Port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Signal(syscall.SIGTERM); _ = cmd.Wait() })
	return "nats://" + address.String(), func() time.Duration { return processorTime(t, cmd.Process.Pid) }
}

// A farm of sleeping jobs: workers wait, so that what is measured is the farm itself, on the processors of one
// machine. Each worker has a connection of its own, as one on another machine has. The job's own process and its pipe
// are left out: they are the worker's machine.
func TestSpeedUp(t *testing.T) {
	for _, c := range []struct {
		length  time.Duration
		workers int
	}{
		{time.Millisecond, 16}, {10 * time.Millisecond, 2}, {10 * time.Millisecond, 16}, {10 * time.Millisecond, 100},
		{400 * time.Millisecond, 100}, {400 * time.Millisecond, 300}, {2 * time.Second, 300},
	} {
		t.Run(fmt.Sprintf("%d workers, jobs of %v", c.workers, c.length), func(t *testing.T) {
			jobs := max(10*c.workers, int(5*time.Second/c.length)*c.workers)
			jobs = min(jobs, 40_000)
			times, each := speedUp(t, c.workers, jobs, c.length)
			t.Logf("| %v | %d | %d | %.1f | %.2f ms |", c.length, c.workers, jobs, times, each.Seconds()*1000)
			// How fast it is depends on who else uses the machine; what a job costs, less so.
			if most := 2 * time.Millisecond; c.length < 100*time.Millisecond && each > most {
				t.Errorf("a short job takes %v of processor time, more than %v", each, most)
			}
		})
	}
}

// speedUp has so many workers sleep for all jobs. It returns how many times as fast as one worker without a farm they
// were, and the processor time of a job: of server, client and workers together.
func speedUp(t *testing.T, workers, jobs int, length time.Duration) (times float64, each time.Duration) {
	url, server := natsServer(t)
	f := connect(t, queue.Options{URL: url, Wait: 10 * time.Second})
	sleep := func(context.Context, *job.Job, []byte) (*job.Result, error) {
		time.Sleep(length)
		return &job.Result{}, nil
	}
	for range workers {
		one := connect(t, queue.Options{URL: url})
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- one.Work(ctx, queue.Worker{Processes: 1, Start: func() (doer, func()) { return sleep, func() {} }})
		}()
		t.Cleanup(func() { <-done })
		t.Cleanup(end) // of all, before the first is waited for
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if list, err := f.Workers(t.Context()); err == nil && len(list) > 0 || time.Now().After(deadline) {
			break
		}
	}
	time.Sleep(2 * time.Second) // all have asked for jobs
	run, err := f.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	before, began := used(t)+server(), time.Now()
	go func() {
		for i := range jobs {
			j, c := program(i % 100)
			if err := run.Submit(t.Context(), strconv.Itoa(i), j, c); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	seen := make([]bool, jobs)
	for range jobs {
		d := <-run.Done()
		i, err := strconv.Atoi(d.ID)
		if err != nil || seen[i] || d.Result.Failed != "" {
			t.Fatalf("%s: %+v", d.ID, d.Result)
		}
		seen[i] = true
	}
	took := time.Since(began)
	return float64(jobs) * length.Seconds() / took.Seconds(), (used(t) + server() - before) / time.Duration(jobs)
}
