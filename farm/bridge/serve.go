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

// This file is the end of the pipe in flavers-farm. In come an Opening, which says which farm to connect to, and then
// requests; out go answers. For example, after the Opening
//
//	request {ID: 1, Do: submit, Name: "dining.tfg"}    ->  answer {ID: 1}
//	                                                       answer {Name: "dining.tfg", Data: ..}   when it is done
//
// The answer to a request says that the farm has the job. The result of the job comes later, without an ID.

// Farm is what Serve needs of a farm: a run of jobs in it, its workers, and what it keeps.
type Farm interface {
	Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error
	Done() <-chan job.Done // results; closed when the farm is gone, and nil if no jobs are given to it
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

// server is this end of a pipe.
type server struct {
	farm    Farm
	sending sync.Mutex // held while an answer is written to out
	out     *gob.Encoder
	group   sync.WaitGroup // of goroutines that use farm
}

// Serve answers the requests that come on in, until in or ctx ends. open connects to the farm of an Opening, and gives
// note what a person has to know. Serve returns an error only if nothing comes on in, or something that is not from
// flavers; other errors are answers.
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
	go func() { // it reads from now on, so that the end of in also ends open, which may wait for long
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
	defer end() // runs before Wait, so that the goroutines end
	if done := farm.Done(); done != nil {
		s.group.Go(func() { s.results(ctx, done) })
	}
	s.requests(ctx, incoming)
	return nil
}

// send writes an answer.
func (s *server) send(a *answer) {
	s.sending.Lock()
	defer s.sending.Unlock()
	_ = s.out.Encode(a) // it fails if flavers has ended: then in ends, too, and Serve returns
}

// results sends the results of jobs as they come.
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

// requests answers requests until incoming or ctx ends. One goroutine submits the jobs, in the order in which they
// come, and waits while the farm has no room. Each other request has a goroutine of its own.
func (s *server) requests(ctx context.Context, incoming <-chan *request) {
	jobs := make(chan *request)
	defer close(jobs)
	s.group.Go(func() {
		var content *job.Content // of the job before
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

// submit submits the job of a request. A request has no content if its content is that of the job before. content is
// that one, and then the one of this job.
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

// answer answers a request that submits no job.
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
