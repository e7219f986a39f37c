package farm

import (
	"context"
	"fmt"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/swarm"
	"flavers/farm/job"
	"flavers/farm/split"
	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/internal/terminal"
	"flavers/internal/version"
)

// Explore explores a program in the farm. The result is that of explore.Run. The farm keeps how far the exploration has
// come, so that a later run can go on from there (--farm-resume).
func (f *Flags) Explore(ctx context.Context, out *terminal.Console, p *cfg.Program, specs []*automata.Spec,
	opt explore.Options, content *job.Content) (*explore.Result, error) {
	opt.Progress = nil // the farm shows its own
	s, err := splitOf(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	j := &job.Job{Kind: job.Search}
	j.ForExploring(opt)
	(&Problem{p, specs, content}).about(j)
	if j.Version, err = version.Identity(); err != nil {
		return nil, err
	}
	farm, err := f.Open(ctx, out, j.Version, progress(out))
	if err != nil {
		return nil, err
	}
	defer farm.Close()
	defer out.Clear()
	key := fmt.Sprintf("%s-%d", j.Key(), opt.MaxExecutions)
	if f.resume {
		if err := farm.resume(ctx, s, key); err != nil {
			return nil, fmt.Errorf("--farm-resume: %w", err)
		}
	}
	missing, err := split.Run(ctx, farm, s, j, content, max(f.number(), farm.Processes(ctx)), func() { farm.keep(s, key) })
	if err != nil {
		return nil, err
	}
	if missing != "" {
		fmt.Fprintf(out, "flavers: a part of the exploration has no answer, and what comes after it is left out: %s\n",
			printable.Line(missing))
	}
	if s.Over() && ctx.Err() == nil && missing == "" {
		farm.ForgetSearch(ctx, key)
	} else {
		farm.keep(s, key)
	}
	return s.Done(), nil
}

// search is a search in parts that can be kept.
type search interface {
	split.Search
	Keep() ([]byte, error)
	Resume(data []byte) error
	Transitions() int64
	Done() *explore.Result
}

func splitOf(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (search, error) {
	if opt.Algorithm == swarm.Name {
		return swarm.NewSplit(ctx, p, specs, opt)
	}
	return explore.NewSplit(ctx, p, specs, opt)
}

// resume brings an exploration to where an earlier run of it ended.
func (s *Session) resume(ctx context.Context, of search, key string) error {
	data, err := s.KeptSearch(ctx, key)
	if err != nil {
		return err
	}
	if data == nil {
		fmt.Fprintln(s.err, "flavers: no exploration of this program with these options is kept: it begins anew")
		return nil
	}
	if err := of.Resume(data); err != nil {
		return err
	}
	fmt.Fprintf(s.err, "flavers: the exploration goes on after %s transitions\n", english.Thousands(of.Transitions()))
	return nil
}

// keep stores in the farm how far an exploration has come. If that fails, a later run begins anew, so a failure is only
// reported.
func (s *Session) keep(of search, key string) {
	data, err := of.Keep()
	if err != nil {
		return // it cannot go on elsewhere
	}
	ctx, end := context.WithTimeout(context.Background(), 10*time.Second)
	defer end()
	if err := s.KeepSearch(ctx, key, data); err != nil {
		fmt.Fprintf(s.err, "flavers: how far the exploration is, is not kept: %v\n", err)
	}
}
