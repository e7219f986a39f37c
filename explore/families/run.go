package families

import (
	"context"
	"fmt"
	"strings"

	"flavers/automata"
	"flavers/cfg"
	"flavers/explore"
	"flavers/limit"
)

// This file runs an explorer by its name, within the time that there is.

// Run explores a program with the explorer opt.Algorithm. If it is "", optimal is
// used. If optimal meets an execution that is longer than its bound, states is used
// instead, and a note of the result says so. The error is a *sem.TooLarge, a
// *explore.Refused, or says that there is no such explorer or no such value of an
// option.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	if opt.Algorithm != "" {
		return run(ctx, p, specs, opt)
	}
	opt.Algorithm, opt.StopAtCut = "optimal", true
	r, err := run(ctx, p, specs, opt)
	if err != nil || r.Cut == 0 {
		return r, err
	}
	note := fmt.Sprintf("optimal met an execution of %d steps, so states was used instead; --algorithm chooses an explorer", r.MaxDepth)
	opt.Algorithm = "states"
	if r, err = run(ctx, p, specs, opt); err == nil {
		r.Notes = append([]string{note}, r.Notes...)
	}
	return r, err
}

// run runs the explorer opt.Algorithm.
func run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error) {
	x, ok := ByName(opt.Algorithm)
	if !ok {
		return nil, fmt.Errorf("no explorer is named %q; there are %s", opt.Algorithm, strings.Join(Names(), ", "))
	}
	type explored struct {
		result *explore.Result
		graph  explore.Graph // passed on below, so that an explorer that is late passes on nothing
	}
	show := opt.Graph
	got, err := Bounded(ctx, func() (out explored, err error) {
		if x.Applies != nil {
			if err := x.Applies(p, specs); err != nil {
				return out, err
			}
		}
		if show != nil {
			opt.Graph = func(g explore.Graph) { out.graph = g }
		}
		out.result, err = x.Run(ctx, p, specs, opt)
		return out, err
	}, func(r *explore.Result) explored { r.Algorithm = x.Name; return explored{result: r} })
	if got.graph != nil {
		show(got.graph)
	}
	return got.result, err
}

// Bounded calls run, and returns its result if it is there before ctx ends, or soon after.
// An explorer looks at ctx as soon as it explores, but what it prepares before may take
// longer. Then Bounded returns late(r), where r is a result that names the limit, and run goes
// on for nothing.
func Bounded[T any](ctx context.Context, run func() (T, error), late func(*explore.Result) T) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	if o, ok := limit.Within(ctx, func() outcome { r, err := run(); return outcome{r, err} }); ok {
		return o.result, o.err
	}
	return late(&explore.Result{Limit: limit.Reason(ctx)}), nil
}
