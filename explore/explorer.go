package explore

import (
	"context"
	"go/token"
	"slices"

	"flavers/automata"
	"flavers/cfg"
)

// Explorer is an algorithm that explores a program. The explorers of this package take every program. Families of
// explorers for one kind of program, as for programs of event loops, are packages below this one.
type Explorer struct {
	Name     string // the value of --algorithm
	Short    string // a description in one line
	Complete bool   // it finds everything unless a limit is hit
	// Takes lists those of Flags that the explorer uses.
	Takes []string
	// Run explores a program. If a limit is hit, or ctx ends, the result is incomplete. The error is a *sem.TooLarge or
	// a *Refused.
	Run func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Result, error)
	// Applies returns a *Refused if the explorer is not right for a program. It may be nil.
	Applies func(p *cfg.Program, specs []*automata.Spec) error
}

// Flags lists the flags that only some explorers use.
var Flags = []string{"order", "net", "initial", "stateless", "graph", "jobs", "seed", "bug-depth", "search", "symmetry",
	"prefer", "max-states", "max-executions"}

// Method is an explorer as a user selects it, with those of Flags that it uses.
type Method struct {
	Name  string
	Flags []string
}

// Takes reports whether a flag has a meaning for the method. A method that can do without stored states has the limit
// of a search of executions if opt.Stateless is set, and otherwise that of a search of states.
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

// Refused is the error of an explorer that must not be used for a program, because its result could be wrong.
type Refused struct {
	Explorer string
	Reason   string         // a clause that begins in lower case
	Pos      token.Position // the construct that the explorer cannot handle; invalid if it is not in one place
}

func (e *Refused) Error() string { return e.Explorer + " cannot explore this program: " + e.Reason }

// Explorers returns the explorers of this package, the slowest first.
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
