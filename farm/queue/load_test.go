//go:build integration

package queue_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"flavers/farm/queue"
)

// used is the processor time of this process so far, which is all of server, client and workers here.
func used(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Many small jobs cost little besides what they do: less than a millisecond of processor time for each, of
// server, client and worker together. FLAVERS_FARM_JOBS is how many (20,000).
func TestLoad(t *testing.T) {
	n := 20_000
	if text := os.Getenv("FLAVERS_FARM_JOBS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t)
	f := connect(t, queue.Options{URL: s.URL()})
	work(t, connect(t, queue.Options{URL: s.URL()}), empty)
	run, err := f.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	j, c := program(0)
	before, began := used(t), time.Now()
	var senders sync.WaitGroup
	const side = 8 // senders
	for k := range side {
		senders.Go(func() {
			for i := k; i < n; i += side {
				if err := run.Submit(t.Context(), fmt.Sprint(i), j, c); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	seen := make([]bool, n)
	for range n {
		d := <-run.Done()
		i, err := strconv.Atoi(d.ID)
		if err != nil || seen[i] || d.Result.Failed != "" {
			t.Fatalf("%s: %+v", d.ID, d.Result)
		}
		seen[i] = true
	}
	senders.Wait()
	each := (used(t) - before) / time.Duration(n)
	t.Logf("%d jobs in %v: %.0f a second, %v of processor time each", n, time.Since(began).Round(time.Millisecond),
		float64(n)/time.Since(began).Seconds(), each)
	if each > time.Millisecond {
		t.Errorf("a job costs %v of processor time", each)
	}
}

// processorTime is what a process has used so far, from /proc.
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // there is no /proc
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest) // from the state on
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	const second = 100 // ticks: what the kernel says to programs, on all architectures
	return time.Duration(ticks) * time.Second / second
}
