package bridge

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"flavers/farm/job"
	"flavers/farm/status"
	"flavers/farm/store"
)

// Client is the side of flavers: one farm, until Close.
type Client struct {
	Opened
	cmd  *exec.Cmd
	in   io.WriteCloser
	note func(string)
	done chan job.Done
	over chan struct{} // closed when nobody reads results any more

	sending sync.Mutex
	out     *gob.Encoder
	content string // hash of the one that the other side has

	mutex sync.Mutex
	last  int64
	open  map[int64]chan *answer
	ended error // why there are no answers any more
	ready []job.Done
	more  *sync.Cond // ready or ended has changed
}

// ending is how long flavers-farm may take to give back its jobs.
const ending = 30 * time.Second

// Start starts a program that is flavers-farm, without the environment variables hidden. What it logs goes to log;
// note gets what a person has to know. The error is that there is no farm. The end of ctx ends the wait for one.
func Start(ctx context.Context, program string, o Opening, hidden []string, log io.Writer,
	note func(string)) (*Client, error) {
	cmd := exec.Command(program)
	cmd.Stderr, cmd.WaitDelay = log, ending
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(hidden, name)
	})
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &Client{cmd: cmd, in: in, note: note, done: make(chan job.Done), over: make(chan struct{}),
		out: gob.NewEncoder(in), open: map[int64]chan *answer{}}
	c.more = sync.NewCond(&c.mutex)
	o.Protocol = protocol
	opened := make(chan *answer, 1)
	c.open[0] = opened
	go c.read(gob.NewDecoder(out))
	go c.hand()
	if err := c.out.Encode(&o); err != nil {
		err = fmt.Errorf("%s takes no farm: %w", program, err)
		return nil, errors.Join(err, c.Close())
	}
	select {
	case <-ctx.Done():
		err = context.Cause(ctx)
	case a := <-opened:
		if a.Error == "" && a.Opened != nil {
			c.Opened = *a.Opened
			return c, nil
		}
		err = errors.New(a.Error)
	}
	_ = c.Close() // err says why
	return nil, err
}

// read reads answers until there are no more.
func (c *Client) read(in *gob.Decoder) {
	for {
		a := &answer{}
		err := in.Decode(a)
		c.mutex.Lock()
		if err == nil && a.Gone {
			err = fmt.Errorf("the farm at %s is gone", c.Address)
		}
		if err != nil && c.ended == nil {
			if c.ended = err; errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) {
				c.ended = errors.New("flavers-farm has ended")
			}
		}
		waiting := c.open[a.ID]
		switch {
		case c.ended != nil:
			for id, one := range c.open {
				one <- &answer{Error: c.ended.Error()}
				delete(c.open, id)
			}
			c.more.Broadcast()
		case waiting != nil:
			delete(c.open, a.ID)
			waiting <- a
		case a.Name != "":
			r, err := job.DecodeResult(a.Data)
			if err != nil {
				r = &job.Result{Failed: err.Error()}
			}
			c.ready = append(c.ready, job.Done{ID: a.Name, Result: r})
			c.more.Broadcast()
		}
		c.mutex.Unlock()
		if a.Note != "" && a.ID == 0 {
			c.note(a.Note)
		}
		if err != nil && !a.Gone {
			return
		}
	}
}

// hand hands results on, however many wait to be read: flavers-farm does not wait for whoever reads them.
func (c *Client) hand() {
	defer close(c.done)
	for {
		c.mutex.Lock()
		for len(c.ready) == 0 && c.ended == nil {
			c.more.Wait()
		}
		list := c.ready
		c.ready = nil
		c.mutex.Unlock()
		if len(list) == 0 {
			return
		}
		for _, d := range list {
			select {
			case c.done <- d:
			case <-c.over:
				return
			}
		}
	}
}

// ask sends a request, and waits for its answer, or for the end of ctx.
func (c *Client) ask(ctx context.Context, r request) (*answer, error) {
	back := make(chan *answer, 1)
	c.mutex.Lock()
	if c.ended != nil {
		defer c.mutex.Unlock()
		return nil, c.ended
	}
	c.last++
	r.ID = c.last
	c.open[r.ID] = back
	c.mutex.Unlock()
	if err := c.send(&r); err != nil {
		return nil, fmt.Errorf("flavers-farm has ended: %w", err)
	}
	select {
	case <-ctx.Done():
		c.mutex.Lock()
		delete(c.open, r.ID)
		c.mutex.Unlock()
		return nil, context.Cause(ctx)
	case a := <-back:
		if a.Error != "" {
			return nil, errors.New(a.Error)
		}
		return a, nil
	}
}

// send writes a request, with its content unless the other side has it.
func (c *Client) send(r *request) error {
	c.sending.Lock()
	defer c.sending.Unlock()
	if r.content != nil && c.content != r.hash {
		r.Content, c.content = r.content.Encode(), r.hash
	}
	return c.out.Encode(r)
}

// Submit gives a job to the farm. It waits while there is no room.
func (c *Client) Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error {
	_, err := c.ask(ctx, request{Do: submit, Name: id, Job: j.Encode(), content: content, hash: j.Content})
	return err
}

// Done has each job that was submitted once, with its result. It is closed when the farm is gone.
func (c *Client) Done() <-chan job.Done { return c.done }

// Processes returns how many jobs the farm can do at a time: those of all workers.
func (c *Client) Processes(ctx context.Context) int {
	a, err := c.ask(ctx, request{Do: processes})
	if err != nil {
		return 1
	}
	return max(1, a.Number)
}

// KeepSearch keeps how far an exploration is, in place of what was kept before.
func (c *Client) KeepSearch(ctx context.Context, key string, data []byte) error {
	_, err := c.ask(ctx, request{Do: keep, Name: key, Data: data})
	return err
}

// KeptSearch returns how far an exploration was; nil: nothing is kept.
func (c *Client) KeptSearch(ctx context.Context, key string) ([]byte, error) {
	a, err := c.ask(ctx, request{Do: search, Name: key})
	if err != nil {
		return nil, err
	}
	return a.Data, nil
}

// ForgetSearch removes what is kept of an exploration that is over.
func (c *Client) ForgetSearch(ctx context.Context, key string) {
	_, _ = c.ask(ctx, request{Do: forget, Name: key}) // otherwise it goes later
}

// Status returns what the farm does.
func (c *Client) Status(ctx context.Context) (*status.Farm, error) {
	s := &status.Farm{}
	return s, c.decoded(ctx, request{Do: look}, s)
}

// Purge removes what clients that are gone left, and with all everything that is kept.
func (c *Client) Purge(ctx context.Context, all bool) (*status.Purged, error) {
	p := &status.Purged{}
	return p, c.decoded(ctx, request{Do: purge, All: all}, p)
}

func (c *Client) decoded(ctx context.Context, r request, to any) error {
	a, err := c.ask(ctx, r)
	if err != nil {
		return err
	}
	return json.Unmarshal(a.Data, to)
}

// Work does jobs of others until ctx ends.
func (c *Client) Work(ctx context.Context) error {
	_, err := c.ask(ctx, request{Do: work})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Close has flavers-farm give back what it has, and waits for its end.
func (c *Client) Close() error {
	close(c.over)
	c.in.Close()
	timer := time.AfterFunc(ending, func() { _ = c.cmd.Process.Kill() })
	defer timer.Stop()
	if err := c.cmd.Wait(); err != nil {
		return fmt.Errorf("flavers-farm: %w", err)
	}
	return nil
}

// verdicts is the store of answers of the farm.
type verdicts struct {
	c    *Client
	ctx  context.Context
	note func(string)
}

// Verdicts returns the store of answers of the farm. note is told of what cannot be used.
func (c *Client) Verdicts(ctx context.Context, note func(string)) store.Store {
	return &verdicts{c, ctx, note}
}

func (v *verdicts) Get(key string) []byte {
	a, err := v.c.ask(v.ctx, request{Do: get, Name: key})
	if err != nil {
		return nil
	}
	v.tell(a)
	return a.Data
}

func (v *verdicts) Put(key string, data []byte) {
	if a, err := v.c.ask(v.ctx, request{Do: put, Name: key, Data: data}); err == nil { // otherwise it is not kept
		v.tell(a)
	}
}

func (v *verdicts) tell(a *answer) {
	if a.Note != "" {
		v.note(a.Note)
	}
}

func (v *verdicts) Where() string { return "the farm" }
