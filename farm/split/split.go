// Package split lets a farm explore one program. Parts of the search are jobs. A job explores its part up to a budget,
// and returns what it found, with the rest of its part as further parts.
//
//	s, err := explore.NewSplit(ctx, p, specs, opt)
//	err = split.Run(ctx, queue, s, j, content, 8, nil)
//	r := s.Done()                     // the same as explore.Run(ctx, p, specs, opt)
//
// A job that is done twice counts once, because results are entered by the number of their part. So the totals do not
// depend on the number of workers, or on which of them end on the way. If nobody could explore a part, the parts before
// it in the search are entered all the same, and the result says that it is not complete.
package split

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"flavers/explore"
	"flavers/farm/checks"
	"flavers/farm/job"
)

// Sizes of parts.
const (
	firstBudget    = 300       // transitions of a part, until there are parts for all processes
	largestBudget  = 5_000_000 // transitions
	aimedSeconds   = 0.4       // time that a part should take: little beside a search, and much beside sending the part
	partsOfProcess = 4         // parts that wait or run, for each process, so that none has to wait for a part
)

// keepTime is the least time between two times that the state of the search is kept.
const keepTime = 5 * time.Second

// Search is a search in parts: an explore.Split, or a swarm.Split.
type Search interface {
	Over() bool
	Open() int
	Take() *explore.Task
	Give(id int, part *explore.Part) (fresh bool, err error)
	Halt(limit string)
}

// Limit is what a result names as its limit if a part of the search has no answer.
const Limit = "farm"

// Run gives the parts of a search to a queue until the search is over, or ctx ends. j is the job without its part.
// processes is the number of jobs that the farm does at the same time. keep is called now and then, to keep the state
// of s; it may be nil. missing is the reason why a part has no answer, or "" if all have one. If one is missing, the
// search was halted.
func Run(ctx context.Context, q checks.Queue, s Search, j *job.Job, content *job.Content,
	processes int, keep func()) (missing string, err error) {
	defer func() {
		if missing != "" && !s.Over() {
			s.Halt(Limit)
		}
	}()
	b := budget{now: firstBudget}
	lost := 0                          // the number of parts that nobody could explore
	last, rest := time.Now(), keepTime // when the search was kept last, and how long to wait until the next time
	// Without a lost part, it ends when the search is over. With one, no further parts are submitted, and it ends when
	// the parts that are under way are entered: then only lost ones are open.
	for !s.Over() && (lost == 0 || s.Open() > lost) {
		for lost == 0 && s.Open() < partsOfProcess*processes {
			t := s.Take()
			if t == nil {
				break
			}
			one := *j
			one.Task, one.Budget = t, b.now
			if err := q.Submit(ctx, strconv.Itoa(t.ID), &one, content); err != nil {
				return ended(ctx, missing, err), nil
			}
		}
		id, r, err := q.Next(ctx)
		if err != nil {
			return ended(ctx, missing, err), nil
		}
		n, err := strconv.Atoi(id)
		if err != nil {
			return missing, fmt.Errorf("the farm answers something else: %q", id)
		}
		if r.Part == nil {
			lost++
			missing = cmp.Or(missing, r.Failed, "the farm gave no answer")
			continue
		}
		if fresh, err := s.Give(n, r.Part); err != nil {
			return missing, err
		} else if fresh {
			b.learn(r, s.Open() >= 2*processes)
		}
		if began := time.Now(); keep != nil && began.Sub(last) >= rest {
			keep()
			last = time.Now()
			rest = max(keepTime, 20*last.Sub(began)) // keeping a large search takes a twentieth of the time at most
		}
	}
	return missing, nil
}

// ended returns the reason why parts are missing after an error of the queue. If ctx has ended the work, that is no
// reason of its own: the search finds out by itself that ctx has ended.
func ended(ctx context.Context, missing string, err error) string {
	if ctx.Err() != nil {
		return missing
	}
	return cmp.Or(missing, err.Error())
}

// budget decides how much a part may explore.
type budget struct {
	now         int64   // transitions of the parts that are submitted now
	transitions int64   // of all parts that are done
	seconds     float64 // time of all parts that are done
}

// learn adapts the budget to the result of a part. While there are enough parts for all processes, it doubles, up to
// what takes aimedSeconds at the speed so far. Otherwise it is halved, because small parts leave more parts behind.
func (b *budget) learn(r *job.Result, enough bool) {
	b.transitions += r.Part.Result.Transitions
	b.seconds += r.Seconds
	if !enough || b.seconds <= 0 {
		b.now = max(firstBudget, b.now/2)
		return
	}
	b.now = max(firstBudget, min(2*b.now, largestBudget, int64(aimedSeconds*float64(b.transitions)/b.seconds)))
}
