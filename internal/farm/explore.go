package farm

import (
	"context"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/farm/job"
	"flavers/farm/split"
	"flavers/internal/terminal"
	"flavers/internal/version"
)

// Explore explores a program in the farm. The result is that of explore.Run.
func (f *Flags) Explore(ctx context.Context, out *terminal.Console, p *cfg.Program, specs []*automata.Spec,
	opt explore.Options,
	content *job.Content) (*explore.Result, error) {
	opt.Progress = nil // the farm shows its own
	s, err := explore.NewSplit(ctx, p, specs, opt)
	if err != nil {
		return nil, err
	}
	j := &job.Job{Kind: job.Search, Setting: job.Setting{Algorithm: opt.Algorithm,
		Depth:        opt.Depth,
		HighestFirst: opt.HighestFirst, Shortest: opt.Shortest, StopAtFirst: opt.StopAtFirst,
		Seed: opt.Seed, Bugs: opt.Bugs, States: opt.MaxStates}}
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
	if err := split.Run(ctx, farm, s, j, content, max(f.number(), farm.Processes(ctx))); err != nil {
		return nil, err
	}
	return s.Done(), nil
}
