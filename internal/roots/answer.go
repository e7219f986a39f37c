package roots

import (
	"context"
	"errors"
	"os"
	"slices"

	"flavers/diag"
	"flavers/lang/golang"
	"flavers/limit"
	"flavers/report"
	"flavers/report/ledger"
)

// Answer holds the verdicts on the model of a root, and the facts by which the ledger judges them. It is kept before
// the ledger is applied, because comments that ask to ignore findings may change while the answer stays.
type Answer struct {
	Empty bool          // nothing in the root can be kept waiting, and no specification is about it
	Check *report.Check // nil if Empty
	Files []string      // the files that contain the steps and operations of the root
	About []string      // the files of specifications that are about something in the root
	// Does lists, for each task of the model, the operations on objects of the packages.
	Does [][]golang.Does

	// Facts about the violations in Check. They are zero if there are none.

	Apart   bool // the deadlock does not depend on loops that the model cuts short
	Callers bool // the deadlock of a client may wait for a call that the client does not make
	Again   bool // the run-time error of a client comes from a repeated call, which callers may know not to make
	// Contracts maps a property to the rule of use that callers break in the execution found.
	Contracts map[string]*ledger.Contract
	// Within maps a property to the codes of the ledger that do not concern the execution found.
	Within map[string][]string
}

// definite reports whether a is a final answer, so that it may be kept: every check was decided without being cut off
// by a limit, and there are no diagnostics.
func (a *Answer) definite() bool {
	if a.Empty {
		return true
	}
	if len(a.Check.Diagnostics) > 0 || a.Check.Unbound {
		return false
	}
	for _, r := range a.Check.Ordered() {
		if r.Verdict == report.Unknown || r.Limit != "" || r.Omitted > 0 {
			return false
		}
		for _, i := range r.Instances {
			if i.Verdict == report.Unknown || i.Limit != "" {
				return false
			}
		}
	}
	return true
}

// Program makes the model of a root. It loads the packages if that was not done before.
func (s *Session) Program(ctx context.Context, program string) (*golang.Program, error) {
	return s.made(ctx, program, (*golang.Programs).Extract)
}

// Certain makes the certain program of a root: its model with only those executions that are beyond doubt
// (golang.Programs.Certain).
func (s *Session) Certain(ctx context.Context, program string) (*golang.Program, error) {
	return s.made(ctx, program, (*golang.Programs).Certain)
}

// Client describes what the callers in a client do. It returns "" if the root is no client, or if the packages are not
// loaded.
func (s *Session) Client(program string) string {
	if s.programs == nil {
		return ""
	}
	return s.programs.Client(program)
}

// Loaded returns the packages if they are loaded and have the root of program. Otherwise it returns nil.
func (s *Session) Loaded(program string) *golang.Programs {
	if s.programs == nil || !slices.Contains(s.programs.Names, program) {
		return nil
	}
	return s.programs
}

// Reaches lists the places of what a root may execute; known is false if that is not known (golang.Programs.Reaches).
func (s *Session) Reaches(program string) (places []string, known bool) {
	if s.Loaded(program) == nil {
		return nil, false
	}
	return s.programs.Reaches(program)
}

// IsUse reports whether an operation on an object of the packages is at a place.
func (s *Session) IsUse(at string) bool {
	if s.uses == nil && s.Objects == nil { // of packages that were loaded before
		return false
	}
	if s.uses == nil {
		s.uses = map[string]bool{}
		for _, u := range s.Objects.Uses {
			s.uses[u.Pos] = true
		}
	}
	return s.uses[at]
}

// Execute executes a root with all its data, in random orders. It returns an execution that ends in a deadlock, and one
// that ends in a run-time error, each nil if none was found (golang.Programs.Execute).
func (s *Session) Execute(ctx context.Context, program string) (deadlock, mistake *golang.Execution) {
	ps, list := s.Programs(ctx)
	if list.HasErrors() || !slices.Contains(ps.Names, program) {
		return nil, nil
	}
	return ps.Execute(ctx, program)
}

// made loads the packages if necessary, and makes a model of the root by makes.
func (s *Session) made(ctx context.Context, program string,
	makes func(*golang.Programs, context.Context, string) (*golang.Program, error)) (*golang.Program, error) {
	ps, list := s.Programs(ctx)
	if list.HasErrors() {
		return nil, errors.New(list.All[0].Message)
	}
	if !slices.Contains(ps.Names, program) {
		return nil, errors.New("the packages have changed meanwhile")
	}
	return makes(ps, ctx, program)
}

// Requests returns the Go packages that paths name, or nil if they name none or time runs out.
func Requests(ctx context.Context, paths []string) []golang.Request {
	requests, _ := limit.Within(ctx, func() []golang.Request { return golang.Requests(ctx, paths) })
	return requests
}

// Beside returns a file of a Go package for which Requests makes no request, as there are programs beside it; "" if
// there is none, or time runs out.
func Beside(ctx context.Context, paths []string) string {
	name, _ := limit.Within(ctx, func() string { return golang.Beside(ctx, paths) })
	return name
}

// Missing returns the name of the first file in requests that does not exist, or "".
func Missing(requests []golang.Request) string {
	for _, r := range requests {
		if name := r.Missing(); name != "" {
			return name
		}
	}
	return ""
}

// Quoted reads the files that problems are about into sources, so that reports can quote their lines. It returns
// problems. A file that cannot be read is left out: its problems are then shown without the line.
func Quoted(problems diag.List, sources diag.Sources) diag.List {
	for _, d := range problems.All {
		name := d.Pos.Filename
		if _, known := sources[name]; known || name == "" {
			continue
		}
		text, err := os.ReadFile(name)
		if err == nil {
			sources[name] = text
		}
	}
	return problems
}
