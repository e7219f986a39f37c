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
	j := &job.Job{Kind: job.Search, Content: content.Hash(), Setting: job.Setting{Algorithm: opt.Algorithm,
		Depth:        opt.Depth,
		HighestFirst: opt.HighestFirst, Shortest: opt.Shortest, Seed: opt.Seed, Bugs: opt.Bugs}}
	for _, sp := range specs {
		j.Setting.Keep = append(j.Setting.Keep, sp.Name)
	}
	if len(specs) == 0 {
		content.Specs = nil
		j.Content = content.Hash()
	}
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
