package seeds_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"flavers/farm/job"
	"flavers/farm/seeds"
	"flavers/verify/crosscheck/random"
)

// Every seed has its job, once, whatever the number of processes, and the numbers are the same.
func TestRun(t *testing.T) {
	for _, processes := range []int{1, 3} {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		sum, seen := &random.Report{}, map[uint64]bool{}
		err := seeds.Run(ctx, seeds.Here(ctx, processes), job.Job{}, seeds.Plan{From: 3, Count: 9, Processes: processes},
			func(from, n uint64, r *job.Result) {
				for i := from; i < from+n; i++ {
					if seen[i] || i < 3 || i > 11 {
						t.Errorf("seed %d, seen before: %v", i, seen[i])
					}
					seen[i] = true
				}
				if r.Failed != "" || r.Random == nil || r.Random.From != from || r.Random.Programs != int(n) {
					t.Fatalf("%d from %d: %+v", n, from, r)
				}
				sum.Add(r.Random)
			})
		whole := random.Block(ctx, 3, 9, random.Options{Cross: random.Limits()})
		if err != nil || len(seen) != 9 || sum.Audited != whole.Audited || len(sum.Findings) > 0 {
			t.Errorf("%d processes: %v, %+v, as one block %+v", processes, err, sum, whole)
		}
	}
}

// broken takes nothing, or gives back what it was not asked.
type broken struct{ id string }

func (b broken) Submit(context.Context, string, *job.Job, *job.Content) error {
	if b.id == "" {
		return os.ErrClosed
	}
	return nil
}

func (b broken) Next(ctx context.Context) (string, *job.Result, error) {
	if b.id == "" {
		<-ctx.Done()
		return "", nil, context.Cause(ctx)
	}
	return b.id, &job.Result{}, nil
}

func TestBrokenQueue(t *testing.T) {
	for id, want := range map[string]string{"": os.ErrClosed.Error(), "99": "something else", "x": "something else"} {
		err := seeds.Run(t.Context(), broken{id}, job.Job{}, seeds.Plan{From: 1, Count: 2, Processes: 1},
			func(uint64, uint64, *job.Result) { t.Error("a result") })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", id, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := seeds.Run(ended, seeds.Here(ended, 1), job.Job{}, seeds.Plan{From: 1, Count: 2}, func(uint64, uint64, *job.Result) {}); err != nil {
		t.Errorf("interrupted: %v", err)
	}
}
