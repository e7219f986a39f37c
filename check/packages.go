package check

import (
	"context"
	"slices"

	"flavers/diag"
	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report/ledger"
)

// OpenOptions say which roots of Go packages are opened, and where answers about them are kept. The zero value opens
// all roots and keeps nothing.
type OpenOptions struct {
	Dir      string   // folder of what is kept; "": nothing is
	Settings []string // what answers depend on besides the packages: all that Options and specifications say
	Entries  []string // names of the roots that are asked for; none: all
	Whole    bool     // programs have all that synchronizes, also where nothing can be kept waiting
	Clients  string   // which clients are written: ClientsAuto, ClientsAll, or ClientsNone; "" is none
	Shared   bool     // without a limit of time, the roots share one of less than a minute
	// Bind has programs report events of calls; nil: there are none. Settings say which.
	Bind func(ctx context.Context, programs *golang.Programs) diag.List
	Note func(text string) // gets what happens to kept answers; may be nil
	// Doing gets what is done, as a clause, before the roots are known; may be nil.
	Doing func(what string)
}

// Which clients of Go packages are roots, too (package lang/golang/clients).
const (
	ClientsAuto = "auto" // of functions and types that synchronize, but for functions that are roots themselves
	ClientsAll  = "all"  // also of these
	ClientsNone = "none"
)

// Clients are the values that OpenOptions.Clients may have.
func Clients() []string { return []string{ClientsAuto, ClientsAll, ClientsNone} }

// Packages are Go packages. One goroutine at a time may use them.
type Packages struct {
	Roots   []Root
	Ignores []ledger.Ignore // comments of the packages that ask to leave findings out
	session *roots.Session
}

// Root is one root of Go packages: a function main, a test, or an exported function.
type Root struct {
	Name    string         // as in server.TestStop
	Program string         // the name of its program
	Specs   Specifications // nil: there are none
	of      *roots.Session
}

// Open finds the roots of packages. The list has the problems of the packages. A package is loaded only when an answer
// about it was not kept.
func Open(ctx context.Context, requests []golang.Request, opt OpenOptions) (*Packages, diag.List) {
	s, list := roots.Open(ctx, requests, roots.Options(opt))
	return packages(s), list
}

// Of are packages that are loaded. No answers about them are kept.
func Of(programs *golang.Programs) *Packages { return packages(roots.Of(programs)) }

func packages(s *roots.Session) *Packages {
	ps := &Packages{Ignores: s.Ignores, session: s}
	for _, name := range s.Names {
		ps.Roots = append(ps.Roots, Root{Name: s.Root(name), Program: name, of: s})
	}
	return ps
}

// Root returns the root of a program, and whether there is one.
func (ps *Packages) Root(program string) (Root, bool) {
	i := slices.IndexFunc(ps.Roots, func(r Root) bool { return r.Program == program })
	if i < 0 {
		return Root{}, false
	}
	return ps.Roots[i], true
}

// Programs are the programs of the roots. The packages are loaded if they are not yet; the list has what is wrong with
// them.
func (ps *Packages) Programs(ctx context.Context) (*golang.Programs, diag.List) {
	return ps.session.Programs(ctx)
}

// Hurried is a note if roots had no answer because the time that they share was over; ps may be nil.
func (ps *Packages) Hurried() diag.List {
	if ps == nil {
		return diag.List{}
	}
	return ps.session.Hurried()
}

// Make makes the program of a root. Its error is that of ctx, or says why there is none.
func (r Root) Make(ctx context.Context) (*golang.Program, error) { return r.of.Program(ctx, r.Program) }
