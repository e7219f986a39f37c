package farm

import (
	"context"
	"fmt"
	"go/token"
	"strconv"
	"sync"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/farm/job"
	"flavers/internal/codes"
	"flavers/internal/terminal"
	"flavers/internal/version"
	"flavers/limit"
	"flavers/report"
	"flavers/report/stats"
	"flavers/verify"
	"flavers/verify/crosscheck"
)

// This file has the farm answer one question for each program: what flavers stats and flavers
// crosscheck ask.

// Problem is a program with the properties that are asked about.
type Problem struct {
	Program *cfg.Program
	Specs   []*automata.Spec
	Content *job.Content
}

// ProblemOf returns the problem of a program that was read from sources, with set, the constants of the command
// line.
func ProblemOf(p *cfg.Program, specs []*automata.Spec, set map[string]string, sources map[string][]byte) Problem {
	if p == nil {
		return Problem{} // it is wrong
	}
	return Problem{p, specs, job.ContentOf(p.File, set, sources, specs)}
}

// about gives job j the problem x. Its content may have more specifications than are asked about, so the job names
// those.
func (x *Problem) about(j *job.Job) {
	for _, sp := range x.Specs {
		j.Setting.Keep = append(j.Setting.Keep, sp.Name)
	}
	if len(x.Specs) == 0 {
		x.Content.Specs = nil
	}
	j.Content = x.Content.Hash()
}

// Limit returns the limit of time of this process, when each problem may take timeout. In a farm each job has this
// limit, so the process has none, and Limit returns 0.
func (f *Flags) Limit(timeout time.Duration) time.Duration {
	if f.Farm == "" {
		return timeout
	}
	f.each = timeout
	return 0
}

// ask sends jobs to the farm, and returns their results by index. A result is nil if ctx ended before the job was
// done.
func (f *Flags) ask(ctx context.Context, out *terminal.Console, problems []Problem,
	jobs []*job.Job) ([]*job.Result, error) {
	id, err := version.Identity()
	if err != nil {
		return nil, err
	}
	farm, err := f.Open(ctx, out, id, progress(out))
	if err != nil {
		return nil, err
	}
	defer farm.Close()
	defer out.Clear()
	results := make([]*job.Result, len(jobs))
	sending, end := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer end(nil) // before it waits
	group.Go(func() {
		for i, j := range jobs {
			j.Version, j.Limits.Time = id, f.each
			if err := farm.Submit(sending, strconv.Itoa(i), j, problems[i].Content); err != nil {
				end(err)
				return
			}
		}
	})
	for range jobs {
		name, r, err := farm.Next(sending)
		if err != nil {
			for i := range results { // what is known is printed
				if results[i] == nil && ctx.Err() == nil {
					results[i] = &job.Result{Failed: err.Error()}
				}
			}
			return results, nil
		}
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(jobs) {
			return nil, fmt.Errorf("the farm answers something else: %q", name)
		}
		results[i] = r
	}
	return results, nil
}

// Stats measures problems in the farm, as verify.Stats measures one of them. measured(i) returns the rows of
// problem i, or a warning if it was not measured.
func (f *Flags) Stats(ctx context.Context, out *terminal.Console, problems []Problem, sets []verify.ConstraintSet,
	times bool, opt verify.Options) (measured func(i int) ([]stats.Row, []diag.Diagnostic), err error) {
	var jobs []*job.Job
	for i := range problems {
		j := &job.Job{Kind: job.Stats}
		j.For(opt)
		j.Setting.Sets, j.Setting.Times = sets, times
		problems[i].about(j)
		jobs = append(jobs, j)
	}
	results, err := f.ask(ctx, out, problems, jobs)
	return func(i int) ([]stats.Row, []diag.Diagnostic) {
		var ds diag.List
		switch r, file := results[i], problems[i].Program.File; {
		case r == nil:
			ds.Warnf(token.Position{}, diag.VNotMeasured, "%s: %s: all rows are missing", file, limit.Words(ctx))
		case r.Failed != "":
			ds.Warnf(token.Position{}, codes.NoAnswer, "%s: %s", file, r.Failed)
		default:
			return r.Rows, r.Found
		}
		return nil, ds.All
	}, err
}

// Crosscheck cross-checks a problem in the farm. If check is set, the result of every stage is verified. static is
// the answer of the static analysis.
func (f *Flags) Crosscheck(ctx context.Context, out *terminal.Console, x Problem, opt crosscheck.Options,
	check bool) (cross *report.Crosscheck, static *report.Check, err error) {
	j := &job.Job{Kind: job.Crosscheck, Setting: job.Setting{Only: opt.Only, Strict: opt.Strict, Meant: opt.Meant,
		Depth: opt.Depth, Check: check},
		Limits: job.Limits{MaxTuples: opt.MaxTuples, Memory: opt.MaxMemory, MaxExecutions: opt.MaxExecutions,
			MaxStates: opt.MaxStates}}
	x.about(j)
	results, err := f.ask(ctx, out, []Problem{x}, []*job.Job{j})
	what := "cross-checking " + x.Program.File
	switch {
	case err != nil:
		return nil, nil, err
	case results[0] == nil:
		return nil, nil, limit.CutOffIn(ctx, what)
	case results[0].Cross == nil:
		return nil, nil, &limit.CutOff{Why: "the farm gave no answer (" + results[0].Failed + ")", What: what}
	}
	return results[0].Cross, results[0].Check, nil
}
