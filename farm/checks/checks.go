// Package checks makes the checks of many programs: here, on all processors, or in a farm, and none whose
// answer is kept from before.
//
//	pool := &checks.Pool{Jobs: 2, Kept: stores, Note: note}
//	pool.All(ctx, items, func(i int, a checks.Answer) { ... })
//
// Each check is one of package check, wherever it is made. Kept are answers that no limit had a part in, by what they
// depend on; the executions in them are replayed before a kept answer is used. The package knows no queue: a farm is
// what implements Queue.
package checks

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"time"

	"flavers/check"
	"flavers/farm/job"
	"flavers/farm/store"
	"flavers/limit"
	"flavers/report"
)

// Item is a program to be checked.
type Item struct {
	Source  *check.Source
	Options check.Options // Kept is set here
	Content *job.Content
	Keep    []string // names of the specifications of the content that count; none: all
}

// Answer is what came of an item.
type Answer struct {
	Check   *report.Check // nil: there is none
	Why     string        // there is none
	Crash   any           // a panic of the check
	Kept    bool          // it is from before
	Seconds float64
}

// Queue gives jobs to others.
type Queue interface {
	Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error
	Next(ctx context.Context) (id string, r *job.Result, err error)
}

// Pool is how checks are made.
type Pool struct {
	Version string        // of this program, for the keys of what is kept
	Jobs    int           // at a time
	Kept    []store.Store // of answers, asked in this order
	Queue   Queue         // nil: the checks are made here
	Least   time.Duration // answers that took less are not kept
	Note    func(string)
}

// All checks all items, and calls done for each of them once, from several goroutines.
func (p *Pool) All(ctx context.Context, items []*Item, done func(i int, a Answer)) {
	if p.Queue != nil {
		p.elsewhere(ctx, items, done)
		return
	}
	next := make(chan int)
	var group sync.WaitGroup
	for range min(p.Jobs, len(items)) {
		group.Go(func() {
			for i := range next {
				done(i, p.here(ctx, items[i], max(1, p.Jobs/len(items))))
			}
		})
	}
	for i := range items {
		next <- i
	}
	close(next)
	group.Wait()
}

// here checks an item in this process.
func (p *Pool) here(ctx context.Context, x *Item, jobs int) (a Answer) {
	began := time.Now()
	defer func() {
		if a.Crash = recover(); a.Crash != nil {
			a.Check = nil
		}
		a.Seconds = time.Since(began).Seconds()
	}()
	opt := x.Options
	opt.Verify.Jobs = jobs
	opt.Kept = func(ctx context.Context, _ *check.Source, _ check.Options, make func() *report.Check) (c *report.Check) {
		c, a.Kept = p.One(ctx, x, make)
		return c
	}
	a.Check = check.Program(ctx, x.Source, opt)
	return a
}

// One returns the answer about an item that is kept from before, or else the one that make gives, which is then kept.
func (p *Pool) One(ctx context.Context, x *Item, make func() *report.Check) (c *report.Check, kept bool) {
	j := p.job(x)
	if c := p.kept(ctx, j, x); c != nil {
		return c, true
	}
	began := time.Now()
	c = make()
	if limit.Reason(ctx) == "" && time.Since(began) >= p.Least {
		p.keep(j, c)
	}
	return c, false
}

func (p *Pool) job(x *Item) *job.Job {
	j := &job.Job{Kind: job.Check, Version: p.Version}
	opt, _ := x.Options.Of(x.Source)
	j.For(opt.Verify)
	if x.Content != nil {
		j.Content = x.Content.Hash()
	}
	j.Setting.Keep = x.Keep
	return j
}

// kept returns the answer of before, or nil if there is none.
func (p *Pool) kept(ctx context.Context, j *job.Job, x *Item) *report.Check {
	for _, s := range p.Kept {
		data := s.Get(j.Key())
		if data == nil {
			continue
		}
		r, err := job.DecodeResult(data)
		switch {
		case err != nil:
		case !job.Definite(r.Check):
			err = errors.New("it is not definite")
		default:
			err = job.Replay(ctx, x.Source.Program, x.Source.Specs, r.Check)
		}
		if err == nil {
			p.Note(fmt.Sprintf("%s: the answer is from before, kept in %s; --no-cache checks again", x.Source.Program.File, s.Where()))
			return r.Check
		}
		p.Note(fmt.Sprintf("%s: a kept answer is not used: %v", x.Source.Program.File, err))
	}
	return nil
}

func (p *Pool) keep(j *job.Job, c *report.Check) {
	if !job.Definite(c) || len(p.Kept) == 0 {
		return
	}
	data := (&job.Result{Check: c}).Encode()
	for _, s := range p.Kept {
		s.Put(j.Key(), data)
	}
}

// elsewhere gives the items to a farm.
func (p *Pool) elsewhere(ctx context.Context, items []*Item, done func(i int, a Answer)) {
	jobs, open := map[int]*job.Job{}, []int{}
	for i, x := range items {
		j := p.job(x)
		if c := p.kept(ctx, j, x); c != nil {
			done(i, Answer{Check: c, Kept: true})
			continue
		}
		jobs[i] = j
		open = append(open, i)
	}
	whole := ctx
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var group sync.WaitGroup
	// Answers are taken out of jobs while others are still submitted, so the goroutine has a copy.
	submitted := maps.Clone(jobs)
	group.Go(func() {
		for _, i := range open {
			if err := p.Queue.Submit(ctx, strconv.Itoa(i), submitted[i], items[i].Content); err != nil {
				end(err)
				return
			}
		}
	})
	left := len(open)
	for left > 0 {
		id, r, err := p.Queue.Next(ctx)
		if err != nil {
			end(err)
			break
		}
		i, err := strconv.Atoi(id)
		j := jobs[i]
		if err != nil || j == nil {
			continue
		}
		delete(jobs, i)
		left--
		a := Answer{Check: r.Check, Why: r.Failed, Seconds: r.Seconds}
		if a.Check == nil && a.Why == "" {
			a.Why = "the farm gave no answer"
		}
		if a.Check != nil {
			p.keep(j, a.Check)
		}
		done(i, a)
	}
	why := limit.Words(whole)
	if err := context.Cause(ctx); err != nil && whole.Err() == nil {
		why = err.Error()
	}
	end(nil)
	group.Wait()
	for _, i := range open {
		if jobs[i] != nil {
			done(i, Answer{Why: why})
		}
	}
}
