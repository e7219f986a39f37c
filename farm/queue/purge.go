package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"flavers/farm/status"
)

// This file removes what clients left behind that are gone.

// Purge removes the jobs and results of clients that are gone, and the list of what was given up. With all it also
// removes the answers and explorations that are kept, and the version of the farm; nobody may be there then.
func (f *Farm) Purge(ctx context.Context, all bool) (*status.Purged, error) {
	out := &status.Purged{}
	if all {
		list, nobody, err := f.present(ctx)
		if err != nil {
			return nil, err
		}
		if !nobody {
			return nil, fmt.Errorf("%d clients and workers use the farm: end them first", max(1, len(list)))
		}
	}
	runs, err := f.runs(ctx)
	if err != nil {
		return nil, err
	}
	var mutex sync.Mutex
	var group sync.WaitGroup
	for run := range runs {
		group.Go(func() {
			dead := f.dead(ctx, run)
			var jobs, results uint64
			var failed error
			if dead {
				jobs, results, failed = f.drop(ctx, run)
			}
			mutex.Lock()
			defer mutex.Unlock()
			if !dead {
				out.Alive = append(out.Alive, run)
				return
			}
			out.Runs++
			out.Jobs, out.Results = out.Jobs+jobs, out.Results+results
			if failed != nil {
				err = failed
			}
		})
	}
	group.Wait()
	if err == nil {
		out.Poison, err = f.forgive(ctx)
	}
	if err != nil || !all {
		return out, err
	}
	for _, name := range []string{"KV_FLAVERS_VERDICTS", "OBJ_FLAVERS_CONTENTS", "OBJ_FLAVERS_SEARCHES", "KV_FLAVERS_FARM"} {
		s, err := f.js.Stream(ctx, name)
		if err == nil {
			err = s.Purge(ctx)
		}
		if err != nil {
			return out, err
		}
		out.Kept++
	}
	err = f.js.DeleteConsumer(ctx, jobStream, consumer)
	return out, ignoreMissing(err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return err
}

// runs lists the runs that have a job or a result.
func (f *Farm) runs(ctx context.Context) (map[string]bool, error) {
	out := map[string]bool{}
	for stream, prefix := range map[string]string{jobStream: jobSubject, resultStream: resultPrefix} {
		s, err := f.js.Stream(ctx, stream)
		if err != nil {
			return nil, err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
		if err != nil {
			return nil, err
		}
		for subject := range info.State.Subjects {
			name, _, _ := strings.Cut(strings.TrimPrefix(subject, prefix), ".")
			out[name] = true
		}
	}
	return out, nil
}

// drop removes the jobs and results of a run.
func (f *Farm) drop(ctx context.Context, run string) (jobs, results uint64, err error) {
	remove := func(stream, subject string) (n uint64, err error) {
		s, err := f.js.Stream(ctx, stream)
		if err != nil {
			return 0, err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject))
		if err != nil {
			return 0, err
		}
		for _, k := range info.State.Subjects {
			n += k
		}
		return n, s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	if jobs, err = remove(jobStream, jobSubject+run); err == nil {
		results, err = remove(resultStream, resultPrefix+run+".>")
	}
	return jobs, results, err
}

// bury removes what clients left behind that are gone. A client does so when it begins, in the background.
func (f *Farm) bury(ctx context.Context) {
	runs, err := f.runs(ctx)
	if err != nil {
		return // the next one does it
	}
	for run := range runs {
		if f.dead(ctx, run) {
			_, _, _ = f.drop(ctx, run)
			f.opt.Log.Info("the jobs of a client that is gone are dropped", "run", run)
		}
	}
}

// forgive empties the list of jobs that failed.
func (f *Farm) forgive(ctx context.Context) (given int, err error) {
	err = each(ctx, f.poison, func(p Poison) {
		if p.Given {
			given++
		}
	})
	if err != nil {
		return 0, err
	}
	s, err := f.js.Stream(ctx, "KV_FLAVERS_POISON")
	if err != nil {
		return 0, err
	}
	return given, s.Purge(ctx)
}
