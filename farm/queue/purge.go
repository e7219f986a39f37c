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

// This file removes what clients left behind that are gone. A client gives its jobs in a run: the subjects of its jobs
// and results have the name of the run. A run is dead if its client has shown no sign of life for long (alive.go).

// Purge removes the jobs and results of clients that are gone, and the list of what was given up. With all it also
// removes the answers and explorations that are kept, and the version of the farm; nobody may be there then.
func (f *Farm) Purge(ctx context.Context, all bool) (*status.Purged, error) {
	out := &status.Purged{}
	// 1. Nobody may use what is kept while that is removed.
	if all {
		list, nobody, err := f.present(ctx)
		if err != nil {
			return nil, err
		}
		if !nobody {
			return nil, fmt.Errorf("%d clients and workers use the farm: end them first", max(1, len(list)))
		}
	}
	// 2. Drop the runs of clients that are gone. To learn whether one is gone takes time, so all are asked at once.
	runs, err := f.runs(ctx)
	if err != nil {
		return nil, err
	}
	var mutex sync.Mutex // protects out and err
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
	// 3. Forget which jobs were given up.
	if err == nil {
		out.Poison, err = f.forgive(ctx)
	}
	if err != nil || !all {
		return out, err
	}
	// 4. Remove what is kept.
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

// ignoreMissing returns err, or nil if err says that there is no such consumer.
func ignoreMissing(err error) error {
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	return err
}

// runs returns the names of the runs that have a job or a result in the farm.
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

// drop removes the jobs and results of a run, and returns how many there were.
func (f *Farm) drop(ctx context.Context, run string) (jobs, results uint64, err error) {
	remove := func(stream, subject string) (removed uint64, err error) {
		s, err := f.js.Stream(ctx, stream)
		if err != nil {
			return 0, err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject))
		if err != nil {
			return 0, err
		}
		for _, k := range info.State.Subjects {
			removed += k
		}
		return removed, s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	if jobs, err = remove(jobStream, jobSubject+run); err == nil {
		results, err = remove(resultStream, resultPrefix+run+".>")
	}
	return jobs, results, err
}

// bury drops the runs of clients that are gone. Each client does so in the background when it begins, so that a farm
// does not fill up with jobs that nobody waits for.
func (f *Farm) bury(ctx context.Context) {
	runs, err := f.runs(ctx)
	if err != nil {
		return // the next client tries again
	}
	for run := range runs {
		if f.dead(ctx, run) {
			_, _, _ = f.drop(ctx, run)
			f.opt.Log.Info("the jobs of a client that is gone are dropped", "run", run)
		}
	}
}

// forgive empties the list of jobs that failed, and returns how many of them had been given up.
func (f *Farm) forgive(ctx context.Context) (givenUp int, err error) {
	err = each(ctx, f.poison, func(p Poison) {
		if p.Given {
			givenUp++
		}
	})
	if err != nil {
		return 0, err
	}
	s, err := f.js.Stream(ctx, "KV_FLAVERS_POISON")
	if err != nil {
		return 0, err
	}
	return givenUp, s.Purge(ctx)
}
