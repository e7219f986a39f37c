package main

// flavers check --set N=any: the checks for every value of a constant.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/internal/farm"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/sizes"
)

// kept returns the keeper of answers for check.Program, or nil if there is no folder for them.
func (a *app) kept(in *inputs, program string, f *checkFlags) check.Keeper {
	return farm.Kept(program, f.set, in.sources, map[bool]io.Writer{true: a.err}[a.verbose])
}

// takeAny finds the constant that --set leaves open, and takes it out of the settings.
// Its error says what cannot be asked with it.
func (f *checkFlags) takeAny() (constant string, err error) {
	if constant, err = f.set.TakeAny(); constant == "" || err != nil {
		return constant, err
	}
	races := map[bool]string{true: "on"}[f.races == check.On]
	for _, o := range [][2]string{{"--dump", f.dump}, {"--races", races}, {"--html-output", f.file("html")}, {"--constraints-file", f.constraintsFile}} {
		if o[1] != "" {
			return "", fmt.Errorf("%s is of one program, and %s=any stands for many: give %s a value, as --set %s=3", o[0], constant, constant, constant)
		}
	}
	return constant, nil
}

// every makes the checks for every value of a constant, on the texts that in has read.
func (a *app) every(in *inputs, program string, f *checkFlags, constant string) check.Analysis {
	var problems *inputs // of a value without a program
	load := func(n int) (*cfg.Program, []*automata.Spec, error) {
		with := *f
		with.set = f.set.With(constant, n)
		one := newInputs(a)
		one.Held = map[string][]byte{}
		for name, text := range in.sources {
			one.Held[filepath.Clean(name)] = text
		}
		p, specs := one.load(program, &with)
		if one.list.HasErrors() {
			if problems == nil {
				problems = one
			}
			return nil, nil, errors.New(one.list.All[0].String())
		}
		return p, one.selectOnly(specs, &with), nil
	}
	return func(ctx context.Context, _ *cfg.Program, _ []*automata.Spec, opt verify.Options) *report.Check {
		uniform := lang.Uniform(program, in.sources[program], constant)
		var use *lang.Use
		if errors.As(uniform, &use) {
			uniform = fmt.Errorf("%w (%s)", uniform, use.Pos)
		}
		c := sizes.Check(ctx, &sizes.Input{Constant: constant, Load: load, Uniform: uniform, Check: a.engine.check}, opt)
		if len(c.Results) == 0 && c.Deadlock == nil && c.RuntimeErrors == nil && problems != nil {
			in.list.Append(*problems.list)
		}
		return c
	}
}
