package bridge

import (
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"flavers/farm/job"
	"flavers/farm/status"
	"flavers/farm/store"
)

// Farm is what Serve needs of a farm: a run of jobs in it, its workers, and what it keeps.
type Farm interface {
	Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error
	Done() <-chan job.Done // closed when the farm is gone; nil: no jobs are given to it
	Processes(ctx context.Context) int
	Work(ctx context.Context) error
	Verdicts(ctx context.Context, note func(string)) store.Store
	KeepSearch(ctx context.Context, key string, data []byte) error
	KeptSearch(ctx context.Context, key string) ([]byte, error)
	ForgetSearch(ctx context.Context, key string)
	Status(ctx context.Context) (*status.Farm, error)
	Purge(ctx context.Context, all bool) (*status.Purged, error)
	Close()
}

// server is the side of flavers-farm.
type server struct {
	farm    Farm
	sending sync.Mutex
	out     *gob.Encoder
	group   sync.WaitGroup
}

// Serve answers what comes on in, until it ends or ctx does. open connects to the farm of an Opening; note gets what a
// person has to know. The error is that in and out belong to no flavers.
func Serve(ctx context.Context, in io.Reader, out io.Writer,
	open func(ctx context.Context, o *Opening, note func(string)) (Farm, Opened, error)) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	s := &server{out: gob.NewEncoder(out)}
	requests, o := gob.NewDecoder(in), &Opening{}
	switch err := requests.Decode(o); {
	case errors.Is(err, io.EOF):
		return errors.New("nothing is asked; flavers starts this program where it needs a farm")
	case err != nil:
		return fmt.Errorf("what comes on standard input is not from flavers: %w", err)
	case o.Protocol != protocol:
		s.send(&answer{Error: "flavers-farm is of another version than flavers: install both again, go install ./cmd/..."})
		return nil
	}
	incoming := make(chan *request)
	go func() { // whoever asked may be gone before there is a farm
		defer end()
		defer close(incoming)
		for {
			r := &request{}
			if requests.Decode(r) != nil {
				return
			}
			incoming <- r
		}
	}()
	farm, opened, err := open(ctx, o, func(text string) { s.send(&answer{Note: text}) })
	if err != nil {
		s.send(&answer{Error: err.Error()})
		return nil
	}
	defer farm.Close()
	s.farm = farm
	s.send(&answer{Opened: &opened})
	defer s.group.Wait()
	defer end() // before it waits
	if done := farm.Done(); done != nil {
		s.group.Go(func() { s.results(ctx, done) })
	}
	s.requests(ctx, incoming)
	return nil
}

// send writes an answer. If nobody reads it, in ends, too.
func (s *server) send(a *answer) {
	s.sending.Lock()
	defer s.sending.Unlock()
	_ = s.out.Encode(a)
}

// results hands results on as they come.
func (s *server) results(ctx context.Context, done <-chan job.Done) {
	for {
		select {
		case <-ctx.Done():
			return
		case d, ok := <-done:
			if !ok {
				s.send(&answer{Gone: true})
				return
			}
			s.send(&answer{Name: d.ID, Data: d.Result.Encode()})
		}
	}
}

// requests answers requests. Jobs are submitted in the order in which they come, which waits while the farm has no
// room. Nothing else waits for anything.
func (s *server) requests(ctx context.Context, incoming <-chan *request) {
	jobs := make(chan *request)
	defer close(jobs)
	s.group.Go(func() {
		var content *job.Content
		for r := range jobs {
			err := s.submit(ctx, r, &content)
			a := &answer{ID: r.ID}
			if err != nil {
				a.Error = err.Error()
			}
			s.send(a)
		}
	})
	for {
		select {
		case <-ctx.Done():
			return
		case r, ok := <-incoming:
			switch {
			case !ok:
				return
			case r.Do == submit:
				select {
				case jobs <- r:
				case <-ctx.Done():
				}
			default:
				s.group.Go(func() { s.answer(ctx, r) })
			}
		}
	}
}

// submit submits one job; content is the last one that came.
func (s *server) submit(ctx context.Context, r *request, content **job.Content) error {
	j := &job.Job{}
	if err := json.Unmarshal(r.Job, j); err != nil {
		return err
	}
	if len(r.Content) > 0 {
		c, err := job.DecodeContent(r.Content, j.Content)
		if err != nil {
			return err
		}
		*content = c
	}
	return s.farm.Submit(ctx, r.Name, j, *content)
}

// answer answers a request that is no job.
func (s *server) answer(ctx context.Context, r *request) {
	a := &answer{ID: r.ID}
	var notes []string
	kept := s.farm.Verdicts(ctx, func(text string) { notes = append(notes, text) })
	var err error
	var value any
	switch r.Do {
	case get:
		a.Data = kept.Get(r.Name)
	case put:
		kept.Put(r.Name, r.Data)
	case search:
		a.Data, err = s.farm.KeptSearch(ctx, r.Name)
	case keep:
		err = s.farm.KeepSearch(ctx, r.Name, r.Data)
	case forget:
		s.farm.ForgetSearch(ctx, r.Name)
	case processes:
		a.Number = s.farm.Processes(ctx)
	case look:
		value, err = s.farm.Status(ctx)
	case purge:
		value, err = s.farm.Purge(ctx, r.All)
	case work:
		err = s.farm.Work(ctx)
	default:
		err = fmt.Errorf("flavers-farm knows no request %q", r.Do)
	}
	if err == nil && value != nil {
		a.Data, err = json.Marshal(value)
	}
	if err != nil {
		a.Error = err.Error()
	}
	a.Note = strings.Join(notes, "; ")
	s.send(a)
}
