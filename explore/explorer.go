package explore

import (
	"context"
	"go/token"
	"slices"

	"flavers/automata"
	"flavers/cfg"
)

// Explorer is one way to explore a program. Those of this package are for
// every program; families of explorers for one kind of program are packages
// below this one.
type Explorer struct {
	Name     string // as --algorithm gives it
	Short    string // what it is, in one line
	Complete bool   // finds everything unless a limit is hit
	// Takes names the options that it looks at beyond those for all explorers:
	// some of Flags.
	Takes []string
	// Run explores. A limit that was hit, or the end of ctx, makes the result
	// incomplete. The error is a *sem.TooLarge or a *Refused.
	Run func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Result, error)
	// Applies is nil, or reports whether the explorer is right for a program: the
	// error is a *Refused.
	Applies func(p *cfg.Program, specs []*automata.Spec) error
}

// Flags are the options that only some explorers look at, as flags.
var Flags = []string{"order", "net", "initial", "stateless", "graph", "jobs", "seed", "bug-depth", "search", "symmetry",
	"prefer",
	"max-states", "max-executions"}

// Method is an explorer as a user chooses it: its name, and which of Flags it has.
type Method struct {
	Name  string
	Flags []string
}

// Takes reports whether a flag means something to the method. One that need not keep
// states has the limits of a search of states, or with opt.Stateless those of a
// search of executions.
func (m Method) Takes(flag string, opt Options) bool {
	if slices.Contains(m.Flags, "stateless") {
		switch flag {
		case "max-states":
			return !opt.Stateless
		case "max-executions":
			return opt.Stateless
		}
	}
	return slices.Contains(m.Flags, flag)
}

// Refused says why an explorer must not be used for a program: its result could
// be wrong.
type Refused struct {
	Explorer string
	Reason   string         // a clause that begins in lower case
	Pos      token.Position // of what it cannot take; invalid if that is not in one place
}

func (e *Refused) Error() string { return e.Explorer + " cannot explore this program: " + e.Reason }

// Explorers lists the explorers of this package, the slowest first.
func Explorers() []Explorer {
	out := make([]Explorer, 0, len(strategies))
	for _, s := range strategies {
		takes := slices.Clone(s.takes)
		if s.jobs {
			takes = append(takes, "jobs")
		}
		if s.complete {
			takes = append(takes, "graph")
		}
		out = append(out, Explorer{Name: s.name, Short: s.short, Complete: s.complete, Takes: takes,
			Run: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Result, error) {
				opt.Algorithm = s.name
				return Run(ctx, p, specs, opt)
			}})
	}
	return out
}
