// Package seeds cross-checks many random programs, as jobs of blocks of seeds:
//
//	plan := seeds.Plan{From: 1, Count: 1000, Processes: 2}
//	err := seeds.Run(ctx, seeds.Here(ctx, 2), job.Job{}, plan, func(from, n uint64, r *job.Result) { ... })
//
// here, on all processors, or in a farm. The numbers do not depend on how the seeds are cut into
// blocks, or on who does which of them.
package seeds

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"flavers/farm/checks"
	"flavers/farm/job"
)

// Plan says which seeds.
type Plan struct {
	From, Count uint64
	Processes   int // that the jobs are for
}

// most is how many programs a job has: about a second of work. Jobs are smaller where there are few programs.
const most = 50

// block returns how many seeds a job has.
func (p *Plan) block() uint64 {
	return max(1, min(most, p.Count/uint64(8*max(1, p.Processes))))
}

// Run gives the seeds to a queue, and calls done with the results of their jobs, in any order, until all are
// there or ctx ends. j is the job but for the seeds.
func Run(ctx context.Context, q checks.Queue, j job.Job, plan Plan, done func(from, n uint64, r *job.Result)) error {
	content := &job.Content{Program: job.Source{Name: "random programs"}}
	j.Kind, j.Content = job.Random, content.Hash()
	block := plan.block()
	jobs := (plan.Count + block - 1) / block
	seedsOf := func(i uint64) (from, n uint64) { return plan.From + i*block, min(block, plan.Count-i*block) }
	sending, end := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		for i := range jobs {
			one := j
			one.Setting.Seed, one.Setting.Count = seedsOf(i)
			if err := q.Submit(sending, strconv.FormatUint(i, 10), &one, content); err != nil {
				end(err)
				return
			}
		}
	})
	defer group.Wait()
	defer end(nil) // before it waits
	for range jobs {
		id, r, err := q.Next(sending)
		if err != nil {
			if ctx.Err() != nil {
				return nil // what is known is known
			}
			return err
		}
		i, err := strconv.ParseUint(id, 10, 64)
		if err != nil || i >= jobs {
			return fmt.Errorf("the farm answers something else: %q", id)
		}
		from, n := seedsOf(i)
		done(from, n, r)
	}
	return nil
}

// Here returns a queue whose jobs are done in this process, so many at a time, until ctx ends.
func Here(ctx context.Context, processes int) checks.Queue {
	h := &here{jobs: make(chan named), done: make(chan named)}
	for range processes {
		go func() {
			runner := &job.Runner{}
			for {
				select {
				case <-ctx.Done():
					return
				case x := <-h.jobs:
					x.result = runner.Run(ctx, x.job, nil)
					select {
					case h.done <- x:
					case <-ctx.Done():
						return
					}
				}
			}
		}()
	}
	return h
}

type here struct{ jobs, done chan named }

// named is a job, and then its result.
type named struct {
	id     string
	job    *job.Job
	result *job.Result
}

func (h *here) Submit(ctx context.Context, id string, j *job.Job, _ *job.Content) error {
	select {
	case h.jobs <- named{id: id, job: j}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (h *here) Next(ctx context.Context) (id string, r *job.Result, err error) {
	select {
	case x := <-h.done:
		return x.id, x.result, nil
	case <-ctx.Done():
		return "", nil, context.Cause(ctx)
	}
}
