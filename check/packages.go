package check

import (
	"context"
	"slices"

	"flavers/diag"
	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report/ledger"
)

// This file opens Go packages and lists their roots, for Package.

// OpenOptions select the roots of Go packages, and the place where answers about them are kept. The zero value opens
// all roots and keeps no answers.
type OpenOptions struct {
	Dir string // the folder where answers are kept; "" keeps none
	// Settings are everything besides the packages that answers depend on: the Options and the specifications, as
	// texts. An answer kept under other settings is not used.
	Settings []string
	Entries  []string // names of the wanted roots; none means all roots
	Whole    bool     // models include all synchronization, even of roots in which nothing can be kept waiting
	Clients  string   // which clients become roots: ClientsAuto, ClientsAll, or ClientsNone (also "")
	Shared   bool     // if ctx has no deadline, all roots together get less than a minute (internal/roots/pace.go)

	// Bind makes the programs report calls as events of specifications. It may be nil. Settings must include the
	// specifications that it binds.
	Bind  func(ctx context.Context, programs *golang.Programs) diag.List
	Note  func(text string) // called when kept answers cannot be used or stored, with the reason; may be nil
	Doing func(what string) // called before each stage of opening, with a clause for "while .."; may be nil
}

// A client is a root that flavers writes: it calls exported functions as users of the package may (package
// lang/golang/clients).
const (
	ClientsAuto = "auto" // clients of all functions and types that synchronize, except functions that are roots
	ClientsAll  = "all"  // clients of functions that are roots, too
	ClientsNone = "none" // no clients
)

// Clients returns the values that OpenOptions.Clients may have.
func Clients() []string { return []string{ClientsAuto, ClientsAll, ClientsNone} }

// Packages are opened Go packages. Only one goroutine at a time may use them.
type Packages struct {
	Roots   []Root
	Ignores []ledger.Ignore // comments in the packages that ask to ignore findings
	session *roots.Session
}

// Root is a function where executions of Go packages begin: main, a test, or a client.
type Root struct {
	Name    string         // the name in reports, as server.TestStop
	Program string         // the name of its model, a program in the task language
	Specs   Specifications // nil: there are none
	of      *roots.Session
}

// Open lists the roots of packages. The list contains the problems of the packages. If Dir has the list of the roots,
// Open does not load the packages. They are loaded when a root without a kept answer is first checked.
func Open(ctx context.Context, requests []golang.Request, opt OpenOptions) (*Packages, diag.List) {
	s, list := roots.Open(ctx, requests, roots.Options(opt))
	return packages(s), list
}

// Of returns packages that the caller has loaded. No answers about them are kept.
func Of(programs *golang.Programs) *Packages { return packages(roots.Of(programs)) }

func packages(s *roots.Session) *Packages {
	ps := &Packages{Ignores: s.Ignores, session: s}
	for _, name := range s.Names {
		ps.Roots = append(ps.Roots, Root{Name: s.Root(name), Program: name, of: s})
	}
	return ps
}

// Root returns the root whose model is called program. It returns false if there is none.
func (ps *Packages) Root(program string) (Root, bool) {
	i := slices.IndexFunc(ps.Roots, func(r Root) bool { return r.Program == program })
	if i < 0 {
		return Root{}, false
	}
	return ps.Roots[i], true
}

// Programs returns the programs of the roots, and the problems of the packages. It loads the packages unless that was
// done before.
func (ps *Packages) Programs(ctx context.Context) (*golang.Programs, diag.List) {
	return ps.session.Programs(ctx)
}

// Again returns the roots that may be checked once more, as their turns were too short and time is left.
func (ps *Packages) Again(ctx context.Context) []Root {
	var out []Root
	if ps.session == nil { // nothing was opened
		return nil
	}
	for _, program := range ps.session.Again(ctx) {
		if root, ok := ps.Root(program); ok {
			out = append(out, root)
		}
	}
	return out
}

// Hurried returns a note if roots were left unknown because the time that they share ran out. Otherwise it returns an
// empty list. ps may be nil.
func (ps *Packages) Hurried() diag.List {
	if ps == nil {
		return diag.List{}
	}
	return ps.session.Hurried()
}

// Make extracts the program of a root. It returns the error of ctx, or the reason why the root has no program.
func (r Root) Make(ctx context.Context) (*golang.Program, error) { return r.of.Program(ctx, r.Program) }
