package split_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"flavers/explore"
	"flavers/farm/job"
	"flavers/farm/split"
	"flavers/lang"
)

// failing is a queue that does jobs at once, but for those that it gives up, and is gone after so many of them.
type failing struct {
	runner *job.Runner
	ready  []done
	fail   func(n int) bool // the n-th job is given up
	gone   int
	n      int
}

type done struct {
	id string
	r  *job.Result
}

func (q *failing) Submit(ctx context.Context, id string, j *job.Job, c *job.Content) error {
	q.n++
	r := &job.Result{Failed: "given up after 3 attempts"}
	if !q.fail(q.n) {
		r = q.runner.Run(ctx, j, c)
	}
	q.ready = append(q.ready, done{id, r})
	return nil
}

func (q *failing) Next(context.Context) (string, *job.Result, error) {
	if len(q.ready) == 0 || q.n > q.gone {
		return "", nil, errors.New("the farm is gone")
	}
	d := q.ready[0]
	q.ready = q.ready[1:]
	return d.id, d.r, nil
}

// A part that is given up, and a farm that ends, leave what is known: never more than the whole, and never as if it
// were the whole.
func TestMissing(t *testing.T) {
	text := "program p\nshared x 0..9 = 0\ntask a[i in 0..3] { x = 1; x = 2; x = 3 }\n"
	content := &job.Content{Program: job.Source{Name: "p.tfg", Text: text}}
	p, problems := lang.Load("p.tfg", []byte(text), lang.Options{})
	if problems.HasErrors() {
		t.Fatal(problems.All)
	}
	run := func(fail func(int) bool, gone int) (*explore.Result, string) {
		t.Helper()
		s, err := explore.NewSplit(t.Context(), p, nil, explore.Options{Algorithm: "source"})
		if err != nil {
			t.Fatal(err)
		}
		j := &job.Job{Kind: job.Search, Content: content.Hash(), Setting: job.Setting{Algorithm: "source"}}
		q := &failing{runner: &job.Runner{}, fail: fail, gone: gone}
		missing, err := split.Run(t.Context(), q, s, j, content, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s.Done(), missing
	}
	whole, missing := run(func(int) bool { return false }, 1<<30)
	if !whole.Complete || missing != "" || whole.Executions < 1000 {
		t.Fatalf("all of it: %+v, missing %q", whole, missing)
	}
	some := int64(0)
	for n := 1; n < 12; n++ {
		for what, r := range map[string]func() (*explore.Result, string){
			"given up " + strconv.Itoa(n): func() (*explore.Result, string) { return run(func(i int) bool { return i == n }, 1<<30) },
			"gone " + strconv.Itoa(n):     func() (*explore.Result, string) { return run(func(int) bool { return false }, n) },
		} {
			got, missing := r()
			if got.Complete || got.Limit != split.Limit || missing == "" || got.Executions >= whole.Executions {
				t.Errorf("%s: %+v, missing %q", what, got, missing)
			}
			some = max(some, got.Executions)
		}
	}
	if some == 0 {
		t.Error("nothing is known in any case")
	}
}
