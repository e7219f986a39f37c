package queue_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"flavers/farm/child"
	"flavers/farm/job"
	"flavers/farm/queue"
)

// This file tests who ends, and when: workers in order, clients without a word, and connections.

// quick is a heartbeat for tests.
const quick = 300 * time.Millisecond

// begin begins a run on a connection of its own.
func begin(t *testing.T, opt queue.Options) (*queue.Farm, *queue.Run) {
	t.Helper()
	f := connect(t, opt)
	run, err := f.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f, run
}

// submit gives jobs with the names first, first+1, ... to a run.
func submit(t *testing.T, run *queue.Run, first, n int) {
	t.Helper()
	for i := range n {
		j, c := program(first + i)
		if err := run.Submit(t.Context(), fmt.Sprint(first+i), j, c); err != nil {
			t.Fatal(err)
		}
	}
}

// collect reads n results, each of another job and none failed.
func collect(t *testing.T, run *queue.Run, n int) {
	t.Helper()
	seen := map[string]bool{}
	for range n {
		select {
		case d, ok := <-run.Done():
			if !ok || d.Result.Failed != "" || seen[d.ID] {
				t.Fatalf("%s: %+v, seen %v, open %v", d.ID, d.Result, seen[d.ID], ok)
			}
			seen[d.ID] = true
		case <-time.After(20 * time.Second):
			t.Fatalf("%d of %d results", len(seen), n)
		}
	}
}

// poisoned is the list of the jobs that were given up.
func poisoned(t *testing.T, f *queue.Farm) []string {
	t.Helper()
	st, err := f.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range st.Poison {
		out = append(out, p.Reason)
	}
	return out
}

// A worker that ends in order gives back what it has begun, and what it holds. However often that happens, nothing of
// it counts as a failed attempt: not where its processes are ended by the same hand, either.
func TestOrderlyEnd(t *testing.T) {
	s := start(t)
	f, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick})
	const n = 12
	submit(t, run, 0, n)
	for i := range 5 {
		begun := make(chan bool, n)
		stop := work(t, connect(t, queue.Options{URL: s.URL()}), func(ctx context.Context, _ *job.Job, _ []byte) (*job.Result, error) {
			begun <- true
			<-ctx.Done()
			if i%2 == 0 {
				return nil, &child.Crash{Reason: "signal: terminated"}
			}
			return nil, ctx.Err()
		})
		<-begun
		<-begun
		if err := stop(); err != nil {
			t.Fatal(err)
		}
	}
	work(t, connect(t, queue.Options{URL: s.URL()}), empty)
	collect(t, run, n)
	if list := poisoned(t, f); len(list) > 0 {
		t.Errorf("given up: %q", list)
	}
}

// A worker that cannot start processes tries no job: it says so, and others do them.
func TestNotTried(t *testing.T) {
	s := start(t)
	_, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick})
	var said atomic.Int64
	tried := make(chan bool, 100)
	work(t, connect(t, queue.Options{URL: s.URL(), Note: func(string) { said.Add(1) }}), func(context.Context, *job.Job, []byte) (*job.Result, error) {
		tried <- true
		return nil, &child.Idle{Err: fmt.Errorf("no such program")}
	})
	submit(t, run, 0, 6)
	<-tried
	<-tried
	work(t, connect(t, queue.Options{URL: s.URL()}), empty)
	collect(t, run, 6)
	if said.Load() == 0 {
		t.Error("the worker says nothing")
	}
}

// The heartbeat is the farm's. A client that asks for another one changes nothing for those who are there, and is told.
func TestHeartbeatOfFarm(t *testing.T) {
	s := start(t)
	var done atomic.Int64
	work(t, connect(t, queue.Options{URL: s.URL()}), func(context.Context, *job.Job, []byte) (*job.Result, error) {
		time.Sleep(700 * time.Millisecond)
		done.Add(1)
		return &job.Result{}, nil
	})
	there(t, connect(t, queue.Options{URL: s.URL()}))
	notes := make(chan string, 10)
	_, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: 100 * time.Millisecond, Note: func(text string) { notes <- text }})
	submit(t, run, 0, 1)
	collect(t, run, 1)
	if done.Load() != 1 || len(notes) == 0 || !strings.Contains(<-notes, "heartbeat 30s") {
		t.Errorf("the job was done %d times; %d notes", done.Load(), len(notes))
	}
}

// there waits until a worker is in the farm.
func there(t *testing.T, f *queue.Farm) {
	t.Helper()
	for range 500 {
		if list, err := f.Workers(t.Context()); err == nil && len(list) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no worker")
}

// raw is a connection that may send anything.
func raw(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// What is no message of a farm holds nothing up, and is named; nor does it take the place of a result.
func TestStrangeMessages(t *testing.T) {
	s := start(t)
	f, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick})
	js := raw(t, s.URL())
	send := func(subject, packed, body string, headers ...string) {
		t.Helper()
		m := nats.NewMsg(subject)
		m.Data = []byte(body)
		if packed != "" {
			m.Header.Set("Flavers-Packed", packed)
		}
		for i := 0; i+1 < len(headers); i += 2 {
			m.Header.Set(headers[i], headers[i+1])
		}
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	wrong := 0
	for _, to := range []string{run.Name, "nobody", "no.bo.dy"} {
		for _, body := range []string{"", "x", "{}", "[]", "null", `{"jobs":[{}]}`, `{"jobs":[{"id":"a.b","job":{}}]}`,
			`{"jobs":[{"id":"","job":{}}]}`, `{"jobs":[{"id":"1","job":{"kind":"check"`, strings.Repeat("a", 700_000)} {
			send("flavers.jobs."+to, "", body)
			wrong++
		}
		send("flavers.jobs."+to, "gzip", "no gzip")
		send("flavers.jobs."+to, "message-none", "")
		send("flavers.jobs."+to, "", `{"jobs":[{"id":"x3","job":{}}]}`, "Flavers-Job", "a b c")
		wrong += 2
		if to != run.Name { // its jobs would be dropped
			continue
		}
		send("flavers.jobs."+to, "", `{"jobs":[{"id":"x1","job":{"kind":7}}]}`)
		send("flavers.jobs."+to, "", `{"jobs":[{"id":"x2","job":{"version":"test","content":"none"}}]}`)
	}
	for i, body := range []string{"", "x", strings.Repeat("b", 700_000)} {
		send(fmt.Sprintf("flavers.results.%s.x%d", run.Name, i), "", body)
		send(fmt.Sprintf("flavers.results.%s.y%d", run.Name, i), "gzip", body)
		send(fmt.Sprintf("flavers.results.%s.z%d", run.Name, i), "message-none", body)
	}
	work(t, connect(t, queue.Options{URL: s.URL()}), nil)
	submit(t, run, 0, 6)
	collect(t, run, 6)
	list := poisoned(t, f)
	if n := len(list); n < wrong || !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, "no list of jobs") }) {
		t.Errorf("%d of %d messages are named: %q", n, wrong, list)
	}
}

// The jobs of a client that is gone are not done, and keep no other version out. A client that is there does.
func TestClientGone(t *testing.T) {
	s := start(t)
	gone, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick})
	submit(t, run, 100, 5)
	waiting(t, gone, 5)
	gone.Close() // as where its process is killed
	f, mine := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick})
	submit(t, mine, 0, 5)
	var mutex sync.Mutex
	var done []string
	work(t, connect(t, queue.Options{URL: s.URL()}), func(_ context.Context, _ *job.Job, text []byte) (*job.Result, error) {
		mutex.Lock()
		defer mutex.Unlock()
		done = append(done, string(text))
		return &job.Result{}, nil
	})
	collect(t, mine, 5)
	mutex.Lock()
	for _, text := range done {
		if strings.Contains(text, "p10") {
			t.Errorf("a job of a client that is gone was done: %s", text)
		}
	}
	mutex.Unlock()
	other := connect(t, queue.Options{URL: s.URL(), Version: "another"})
	if _, err := other.Begin(t.Context()); err == nil || !strings.Contains(err.Error(), "client "+mine.Name) {
		t.Errorf("another version, while a client is there: %v", err)
	}
	p, err := f.Purge(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	submit(t, mine, 10, 3)
	collect(t, mine, 3)
	if _, err := f.Purge(t.Context(), true); err == nil {
		t.Error("all is removed while somebody is there")
	}
	t.Logf("%+v", p)
}

// waiting waits until so many messages wait in the farm.
func waiting(t *testing.T, f *queue.Farm, n int64) {
	t.Helper()
	for range 200 {
		if st, err := f.Status(t.Context()); err == nil && st.Waiting >= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("they do not come")
}

// Another version takes a farm over whose clients and workers were killed.
func TestTakenOver(t *testing.T) {
	s := start(t)
	gone, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick})
	submit(t, run, 0, 5)
	waiting(t, gone, 5)
	gone.Close()
	_, mine := begin(t, queue.Options{URL: s.URL(), Version: "another"})
	mine.Close()
	f := connect(t, queue.Options{URL: s.URL()})
	if st, err := f.Status(t.Context()); err != nil || st.Waiting != 0 || st.Version != "another" {
		t.Errorf("%+v %v", st, err)
	}
	if p, err := f.Purge(t.Context(), true); err != nil || p.Kept != 4 {
		t.Errorf("%+v %v", p, err)
	}
}

// What the server loses, the client gives to it again.
func TestServerLoses(t *testing.T) {
	s := start(t)
	notes := make(chan string, 10)
	f, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick, Note: func(text string) { notes <- text }})
	submit(t, run, 0, 4)
	waiting(t, f, 4)
	if err := raw(t, s.URL()).DeleteStream(t.Context(), "FLAVERS_JOBS"); err != nil {
		t.Fatal(err)
	}
	work(t, connect(t, queue.Options{URL: s.URL()}), empty)
	collect(t, run, 4)
	if len(notes) == 0 || !strings.Contains(<-notes, "lost 4 jobs") {
		t.Error("nothing is said")
	}
}

// A server without room is named at once, and the jobs go on when there is room.
func TestNoRoom(t *testing.T) {
	s := start(t)
	notes := make(chan string, 10)
	_, run := begin(t, queue.Options{URL: s.URL(), Heartbeat: quick, Note: func(text string) { notes <- text }})
	js := raw(t, s.URL())
	limit := func(bytes int64) {
		t.Helper()
		stream, err := js.Stream(t.Context(), "FLAVERS_JOBS")
		if err != nil {
			t.Fatal(err)
		}
		c := stream.CachedInfo().Config
		c.MaxBytes = bytes
		if _, err := js.UpdateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	limit(1)
	began := time.Now()
	submit(t, run, 0, 4)
	text := <-notes
	_, address, _ := strings.Cut(s.URL(), "://")
	if took := time.Since(began); took > 5*time.Second || !strings.Contains(text, "maximum bytes exceeded") || !strings.Contains(text, address) {
		t.Errorf("after %v: %s", took, text)
	}
	limit(1 << 20)
	work(t, connect(t, queue.Options{URL: s.URL()}), empty)
	collect(t, run, 4)
}

// A farm reserves what the server can give it, down to a sixteenth of the usual, and says what it needs.
func TestReserved(t *testing.T) {
	for mib, want := range map[int64]bool{1 << 10: true, 100: true, 30: false} {
		address := serve(t, &server.Options{JetStreamMaxStore: mib << 20})
		err := attempt(t, queue.Options{URL: "nats://" + address})
		if (err == nil) != want || err != nil && (!strings.Contains(err.Error(), "MiB of disk") || !strings.Contains(err.Error(), address)) {
			t.Errorf("%d MiB: %v", mib, err)
		}
	}
	if queue.Reserved > 1<<30 {
		t.Errorf("a farm reserves %d bytes, more than the embedded server has", queue.Reserved)
	}
}
