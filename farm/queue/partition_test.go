package queue_test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"flavers/farm/job"
	"flavers/farm/queue"
)

// proxy stands between a server and those who use it, so that their connections can be cut.
type proxy struct {
	listener net.Listener
	to       string

	mutex sync.Mutex
	cut   bool
	open  []net.Conn
}

func newProxy(t *testing.T, url string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, to, _ := strings.Cut(url, "://")
	p := &proxy{listener: l, to: to}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.join(c)
		}
	}()
	t.Cleanup(func() { _ = l.Close(); p.set(true) })
	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

// join carries bytes both ways, unless the connection is cut.
func (p *proxy) join(c net.Conn) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	s, err := net.Dial("tcp", p.to)
	if err != nil || p.cut {
		_ = c.Close()
		return
	}
	p.open = append(p.open, c, s)
	go func() { _, _ = io.Copy(c, s); _ = c.Close() }()
	go func() { _, _ = io.Copy(s, c); _ = s.Close() }()
}

// set cuts all connections and lets none through, or lets new ones through.
func (p *proxy) set(cut bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.cut = cut; cut {
		for _, c := range p.open {
			_ = c.Close()
		}
		p.open = nil
	}
}

// Connections of the client, or of a worker, are cut for longer than the heartbeat, at any stage of a job: every job
// has one result, and none is given up.
func TestPartition(t *testing.T) {
	s := start(t)
	clients, workers := newProxy(t, s.URL()), newProxy(t, s.URL())
	f, run := begin(t, queue.Options{URL: clients.url(), Heartbeat: quick})
	slow := func(ctx context.Context, _ *job.Job, _ []byte) (*job.Result, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(40 * time.Millisecond):
			return &job.Result{}, nil
		}
	}
	work(t, connect(t, queue.Options{URL: workers.url()}), slow)
	work(t, connect(t, queue.Options{URL: s.URL()}), slow)
	const n = 80
	submit(t, run, 0, n)
	cuts := make(chan bool)
	go func() {
		defer close(cuts)
		for i := range 4 {
			p := []*proxy{clients, workers}[i%2]
			time.Sleep(100 * time.Millisecond)
			p.set(true)
			time.Sleep(2 * quick)
			p.set(false)
		}
	}()
	collect(t, run, n)
	<-cuts
	if list := poisoned(t, f); len(list) > 0 {
		t.Errorf("given up: %q", list)
	}
}
