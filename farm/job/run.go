package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"flavers"
	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/explore"
	"flavers/explore/swarm"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/crosscheck"
	"flavers/verify/crosscheck/random"
	"flavers/verify/partial"
)

// This file does jobs.

// Runner does jobs one after the other. It keeps what jobs on one content have in common.
type Runner struct {
	Version string

	content  string // hash of the one that is loaded
	model    *flavers.Model
	wrong    error
	search   string // key of what is prepared for parts of a search
	branches *explore.Brancher
	walks    walker
	end      context.CancelFunc
}

// walker does parts that are numbers: random executions, or members of a swarm.
type walker interface {
	Explore(w *explore.Walk) (*explore.Part, error)
}

// Run does a job on its content. What keeps it from a result is in Failed.
func (r *Runner) Run(ctx context.Context, j *Job, c *Content) *Result {
	began := time.Now()
	out, err := r.run(ctx, j, c)
	if err != nil {
		out = &Result{Failed: cmp.Or(err.Error(), "it failed")}
	}
	out.Seconds = time.Since(began).Seconds()
	return out
}

func (r *Runner) run(ctx context.Context, j *Job, c *Content) (out *Result, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			r.content = ""
			out, err = nil, fmt.Errorf("internal error: %v", bug)
		}
	}()
	if j.Version != r.Version {
		return nil, fmt.Errorf("the job is for version %s, and this is %s", j.Version, r.Version)
	}
	if j.Kind == Random {
		opt := random.Options{Cross: random.Limits()}
		return &Result{Random: random.Block(ctx, j.Setting.Seed, j.Setting.Count, opt)}, nil
	}
	if r.content != j.Content {
		r.load(c)
		r.content, r.search = j.Content, ""
	}
	if r.wrong != nil {
		return nil, r.wrong
	}
	p, specs := r.model.Program, r.model.Specs
	if keep := j.Setting.Keep; len(keep) > 0 {
		specs = slices.DeleteFunc(slices.Clone(specs),
			func(s *automata.Spec) bool { return !slices.Contains(keep, s.Name) })
	}
	switch j.Kind {
	case Check:
		s := &check.Source{Program: p, Specs: specs, Meant: r.model.Meant}
		return &Result{Check: check.Program(ctx, s, check.Options{Verify: j.Options()})}, nil
	case Search:
		part, err := r.part(j, p, specs)
		return &Result{Part: part}, err
	case Stats:
		if j.Limits.Time > 0 {
			var end context.CancelFunc
			ctx, end = context.WithTimeout(ctx, j.Limits.Time)
			defer end()
		}
		rows, found := verify.Stats(ctx, p, specs, j.Setting.Sets, j.Setting.Times, j.Options())
		return &Result{Rows: rows, Found: found}, nil
	case Crosscheck:
		out, opt := &Result{}, j.crossing()
		opt.Static = func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, o verify.Options) *report.Check {
			o.Check = j.Setting.Check
			out.Check = verify.Check(ctx, p, specs, o)
			return out.Check
		}
		out.Cross = crosscheck.Run(ctx, p, specs, opt)
		return out, nil
	}
	return nil, fmt.Errorf("there is no kind of jobs %q", j.Kind)
}

func (r *Runner) load(c *Content) {
	texts := func(list []Source) (out []flavers.Source) {
		for _, s := range list {
			out = append(out, flavers.Source{Name: s.Name, Text: []byte(s.Text)})
		}
		return out
	}
	program := flavers.Source{Name: c.Program.Name, Text: []byte(c.Program.Text)}
	r.model, r.wrong = flavers.Load(program, texts(c.Specs), flavers.LoadOptions{Set: c.Set, Files: texts(c.Files)})
	var input *flavers.InputError
	if errors.As(r.wrong, &input) {
		r.wrong = fmt.Errorf("the content is wrong: %w", input)
	}
}

// part explores a part of a search. What is prepared for one part serves the others.
func (r *Runner) part(j *Job, p *cfg.Program, specs []*automata.Spec) (*explore.Part, error) {
	t := j.Task
	if t == nil || (t.Branch == nil) == (t.Walk == nil) {
		return nil, errors.New("the job has no part of a search")
	}
	whole := *j
	whole.Task, whole.Budget = nil, 0
	if key := whole.Key(); r.search != key {
		if r.end != nil {
			r.end()
		}
		var ctx context.Context
		ctx, r.end = context.WithCancel(context.Background()) // of many parts
		r.branches, r.walks, r.search = nil, nil, ""
		var err error
		switch opt := j.Exploring(); {
		case t.Branch != nil:
			r.branches, err = explore.NewBrancher(ctx, p, specs, opt)
		case opt.Algorithm == swarm.Name:
			r.walks, err = swarm.NewMembers(ctx, p, specs, opt)
		default:
			r.walks, err = explore.NewWalks(ctx, p, specs, opt)
		}
		if err != nil {
			return nil, err
		}
		r.search = key
	}
	switch {
	case t.Branch != nil && r.branches != nil:
		return r.branches.Explore(t.Branch, j.Budget)
	case t.Walk != nil && r.walks != nil:
		return r.walks.Explore(t.Walk)
	}
	return nil, errors.New("the parts of one search are of two kinds")
}

// Options returns the options of a check. For has set them.
func (j *Job) Options() verify.Options {
	s, l := &j.Setting, &j.Limits
	var also partial.Meant
	if s.Partial {
		also = partial.NoneMeant
	}
	return verify.Options{Partial: also, Refine: s.Refine, POR: s.POR, Order: s.Order, Only: s.Only, Deadlock: s.Deadlock,
		Fairness: s.Fairness,
		Strict:   s.Strict, Check: s.Check, Depth: s.Depth, Timeout: l.Time, TimeoutEach: l.TimeEach, MaxTuples: l.MaxTuples,
		MaxMemory: l.Memory, Jobs: 1}
}

// For makes j a job with these options of a check. Options returns them again. Options that a job does not have are
// left out: Covers reports whether there are any.
func (j *Job) For(opt verify.Options) {
	j.Setting.Refine, j.Setting.POR, j.Setting.Order = opt.Refine, opt.POR, opt.Order
	j.Setting.Only, j.Setting.Deadlock, j.Setting.Fairness = opt.Only, opt.Deadlock, opt.Fairness
	j.Setting.Partial = opt.Partial != nil
	j.Setting.Strict, j.Setting.Check, j.Setting.Depth = opt.Strict, opt.Check, opt.Depth
	j.Limits.Time, j.Limits.TimeEach, j.Limits.MaxTuples = opt.Timeout, opt.TimeoutEach, opt.MaxTuples
	j.Limits.Memory = opt.MaxMemory
}

// Covers reports whether a job has all options of a check on which its report depends.
func Covers(opt verify.Options) bool {
	return !(opt.EachInstance || opt.Check || opt.Minimize || opt.NoQuick || opt.ByConstraints || opt.FirstTurn > 0 ||
		opt.NoSymmetry || opt.Without != nil ||
		opt.KeepDead || opt.NoStates || opt.Saved != nil || opt.SavedFile != "" || opt.Tables != 0)
}

// ForExploring makes j a job with these options of an exploration. Exploring returns them again. Three kinds of options
// are left out: limits of the whole exploration, of which the job is a part (package split cuts it), options of
// explorers that a farm does not run, and functions, which cannot be sent to other processes.
func (j *Job) ForExploring(opt explore.Options) {
	j.Setting.Algorithm, j.Setting.Depth, j.Setting.HighestFirst = opt.Algorithm, opt.Depth, opt.HighestFirst
	j.Setting.Shortest, j.Setting.StopAtFirst = opt.Shortest, opt.StopAtFirst
	j.Setting.Seed, j.Setting.Bugs, j.Setting.States = opt.Seed, opt.Bugs, opt.MaxStates
}

// Exploring returns the options of an exploration. ForExploring has set them.
func (j *Job) Exploring() explore.Options {
	s := &j.Setting
	return explore.Options{Algorithm: s.Algorithm, Depth: s.Depth, HighestFirst: s.HighestFirst,
		Shortest: s.Shortest, StopAtFirst: s.StopAtFirst, Seed: s.Seed,
		Bugs: s.Bugs, MaxStates: s.States}
}

func (j *Job) crossing() crosscheck.Options {
	l := &j.Limits
	return crosscheck.Options{Only: j.Setting.Only, Strict: j.Setting.Strict, Timeout: l.Time,
		MaxTuples: l.MaxTuples, MaxMemory: l.Memory,
		MaxExecutions: l.MaxExecutions, MaxStates: l.MaxStates, Meant: j.Setting.Meant, Depth: j.Setting.Depth}
}
