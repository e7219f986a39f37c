package main

// The seam to the packages that do the work. Tests replace single functions,
// to see what the command does with a panic or an interrupted check.

import (
	"context"
	"io"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/internal/source"
	"flavers/lang"
	"flavers/picture"
	"flavers/render"
	"flavers/report"
	"flavers/verify"
	"flavers/verify/crosscheck"
	"flavers/verify/dump"
	"flavers/verify/follow"
)

type engine struct {
	source.Languages
	check      func(context.Context, *cfg.Program, []*automata.Spec, verify.Options) *report.Check
	run        func(p *cfg.Program, specs []*automata.Spec, schedule string) (*report.Run, diag.List)
	draw       func(ctx context.Context, graph string, p *cfg.Program, specs []*automata.Spec, of *report.Result, opt verify.Options) (*render.Drawing, error)
	explore    func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt explore.Options) (*explore.Result, error)
	crosscheck func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt crosscheck.Options) *report.Crosscheck
	dump       func(ctx context.Context, w io.Writer, stage string, p *cfg.Program, specs []*automata.Spec, opt verify.Options) error
	lint       func(file string, src []byte, named []string) diag.List
	names      func(file string, src []byte) []string // what a specification names of its program
}

func realEngine() engine {
	return engine{
		Languages:  source.AllLanguages(),
		check:      verify.Check,
		run:        follow.Run,
		draw:       picture.Draw,
		explore:    families.Run,
		crosscheck: crosscheck.Run,
		dump:       dump.Write,
		lint:       lang.Lint,
		names: func(file string, src []byte) (names []string) {
			for _, f := range fsa.Index(file, src).Foreign {
				names = append(names, f.Name)
			}
			return names
		},
	}
}
