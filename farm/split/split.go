// Package split has a farm explore one program: parts of the search are jobs, and what is left of a
// part comes back as further parts.
//
//	s, err := explore.NewSplit(ctx, p, specs, opt)
//	err = split.Run(ctx, queue, s, j, content, 8, nil)
//	r := s.Done()                     // the same as explore.Run(ctx, p, specs, opt)
//
// A job that is done twice counts once: results are entered by the number of their part. So the totals do not depend on
// the number of workers, or on which of them end on the way. A part that nobody could explore does not end the others:
// what comes before it in the search is entered, and the result says that it is not all.
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

// Bounds of parts.
const (
	first   = 300       // transitions of a part, until there are parts for all
	largest = 5_000_000 // transitions
	aim     = 0.4       // seconds that a part should take
	each    = 4         // parts that wait or run, for each process

	often = 5 * time.Second // how far the search is, is kept
)

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

// Run gives the parts of a search to a queue until the search is over, or ctx ends. j is the job but for the
// part; the farm does so many jobs at a time. keep is called now and then, when s can be kept; it may be nil.
// missing is why a part has no answer, of the first one: the search was halted then. "": none is missing.
func Run(ctx context.Context, q checks.Queue, s Search, j *job.Job, content *job.Content,
	processes int, keep func()) (missing string, err error) {
	defer func() {
		if missing != "" && !s.Over() {
			s.Halt(Limit)
		}
	}()
	b := budget{now: first}
	given := 0 // parts that nobody could explore
	last, rest := time.Now(), often
	for !s.Over() && (given == 0 || s.Open() > given) {
		for given == 0 && s.Open() < each*processes {
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
			given++
			missing = cmp.Or(missing, r.Failed, "the farm gave no answer")
			continue // what others have in hand may be entered
		}
		if fresh, err := s.Give(n, r.Part); err != nil {
			return missing, err
		} else if fresh {
			b.learn(r, s.Open() >= 2*processes)
		}
		if began := time.Now(); keep != nil && began.Sub(last) >= rest {
			keep()
			last = time.Now()
			rest = max(often, 20*last.Sub(began)) // a large one takes a twentieth of the time at most
		}
	}
	return missing, nil
}

// ended is why parts are missing if the farm itself is gone. Where ctx ended the work, the search looks for itself.
func ended(ctx context.Context, missing string, err error) string {
	if ctx.Err() != nil {
		return missing
	}
	return cmp.Or(missing, err.Error())
}

// budget is how much a part may explore.
type budget struct {
	now         int64
	transitions int64
	seconds     float64
}

// learn makes parts larger while there are enough of them, and small again where there are not.
func (b *budget) learn(r *job.Result, enough bool) {
	b.transitions += r.Part.Result.Transitions
	b.seconds += r.Seconds
	if !enough || b.seconds <= 0 {
		b.now = max(first, b.now/2)
		return
	}
	b.now = max(first, min(2*b.now, largest, int64(aim*float64(b.transitions)/b.seconds)))
}
