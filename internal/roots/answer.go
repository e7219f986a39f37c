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

// Answer is what is known of a root: the verdicts on its model, before the ledger takes from them.
type Answer struct {
	Empty bool // nothing in it synchronizes
	Check *report.Check
	Apart bool // a deadlock does not depend on loops that were cut short
	// Callers: what is blocked in the deadlock of a client may wait for callers that the client does not have.
	Callers bool
	// Again: the run-time error of a client comes of calling one method again, which callers may know not to do.
	Again bool
	// Contracts are, by property, what callers do in the execution found that the package need not allow.
	Contracts map[string]*ledger.Contract
	// Within are, by property, codes of the ledger that the execution found does not depend on.
	Within map[string][]string
	Files  []string // that steps and operations are in
	About  []string // files of specifications that bind events to calls of it
}

// definite reports whether the answer may be kept: no check is unknown or was cut off by a limit, and none has
// diagnostics.
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

// Program makes the program of a root, of packages that are loaded if they are not yet.
func (s *Session) Program(ctx context.Context, program string) (*golang.Program, error) {
	return s.made(ctx, program, (*golang.Programs).Extract)
}

// Certain makes the program of a root that has only the executions within all bounds (golang.Programs.Certain).
func (s *Session) Certain(ctx context.Context, program string) (*golang.Program, error) {
	return s.made(ctx, program, (*golang.Programs).Certain)
}

// Client says what the callers in a client do. It returns "" if the root is no client, or if the packages are not
// loaded.
func (s *Session) Client(program string) string {
	if s.programs == nil {
		return ""
	}
	return s.programs.Client(program)
}

// Loaded are the packages of a program, if they are loaded; else nil.
func (s *Session) Loaded(program string) *golang.Programs {
	if s.programs == nil || !slices.Contains(s.programs.Names, program) {
		return nil
	}
	return s.programs
}

// Execute executes a root (golang.Programs.Execute).
func (s *Session) Execute(ctx context.Context, program string) (deadlock, mistake *golang.Execution) {
	ps, list := s.Programs(ctx)
	if list.HasErrors() || !slices.Contains(ps.Names, program) {
		return nil, nil
	}
	return ps.Execute(ctx, program)
}

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

// Missing names the first file of requests that does not exist.
func Missing(requests []golang.Request) string {
	for _, r := range requests {
		if name := r.Missing(); name != "" {
			return name
		}
	}
	return ""
}

// Quoted returns problems, and reads the files that they are in into the sources, so that their lines can be shown.
func Quoted(problems diag.List, sources diag.Sources) diag.List {
	for _, d := range problems.All {
		if _, known := sources[d.Pos.Filename]; known || d.Pos.Filename == "" {
			continue
		}
		if text, err := os.ReadFile(d.Pos.Filename); err == nil {
			sources[d.Pos.Filename] = text
		}
	}
	return problems
}
