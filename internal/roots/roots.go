// Package roots opens the roots of Go packages, and keeps the answers about them for the next time:
//
//	s, problems := roots.Open(ctx, requests, roots.Options{Dir: dir, Settings: settings})
//	for _, name := range s.Names {
//		if a := s.Kept(name); a != nil { ... }     // of before
//		ps, problems := s.Programs(ctx)            // else the packages are loaded
//		s.Keep(name, &roots.Answer{...})
//	}
//
// An answer is kept under a hash of what it depends on (content.go): the contents of all files of the package of the
// root and of those that it imports, the settings, and the versions of Go and of this program. Where everything is as
// it was, no package is loaded. Only answers that no limit ended are kept.
package roots

import (
	"context"
	"slices"
	"time"

	"flavers/diag"
	"flavers/farm/store"
	"flavers/lang/golang"
	"flavers/report/ledger"
)

// Options say where answers are kept.
type Options struct {
	Dir      string   // folder of what is kept; "": nothing is
	Settings []string // what the answers depend on besides the packages
	Entries  []string // names of the roots that are asked for; none: all
	Whole    bool     // programs have all that synchronizes (golang.Programs.Whole)
	Clients  string   // which clients are written (golang.Request)
	Shared   bool     // without a limit of time, the roots share one (pace.go)
	// Bind has programs report events of calls; nil: there are none. Settings say which.
	Bind func(ctx context.Context, programs *golang.Programs) diag.List
	Note func(text string)
	// Doing is told what is done before the roots are known.
	Doing func(what string)
}

// Session is the roots of some packages.
type Session struct {
	Names   []string // of programs, as golang.Programs has them
	Ignores []ledger.Ignore

	requests []golang.Request
	opt      Options
	programs *golang.Programs  // nil: not loaded yet
	problems diag.List         // of loading them
	content  *content          // nil: nothing is kept
	packages map[string]string // by program, the content of its package
	store    *kept
	pace     pace
}

// listing is which roots packages have; it is kept, too.
type listing struct {
	Names    []string
	Packages map[string]string // by program, the content of its package
	Ignores  []ledger.Ignore
}

// Open finds the roots of packages. What is wrong with the packages is in the list.
func Open(ctx context.Context, requests []golang.Request, opt Options) (*Session, diag.List) {
	s := &Session{requests: slices.Clone(requests), opt: opt}
	for i := range s.requests {
		s.requests[i].Clients = golang.Clients(opt.Clients)
	}
	if opt.Note == nil {
		s.opt.Note = func(string) {}
	}
	if opt.Doing == nil {
		s.opt.Doing = func(string) {}
	}
	if opt.Dir != "" {
		s.opt.Doing("the go command listed their files")
		c, err := contentOf(ctx, requests, opt.Settings)
		if err != nil {
			s.opt.Note("no answers of before are used: " + err.Error())
		} else {
			s.content, s.store = c, &kept{store.Open(opt.Dir, s.opt.Note), s.opt.Note}
			var l listing
			if s.store.get(c.listKey(opt.Entries), &l) {
				s.Names, s.packages, s.Ignores = l.Names, l.Packages, l.Ignores
				s.begin()
				return s, diag.List{}
			}
		}
	}
	ps, list := s.Programs(ctx)
	s.Names, s.Ignores = ps.Names, ps.Ignores
	s.begin()
	if s.content != nil && len(list.All) == 0 && ctx.Err() == nil {
		s.packages = map[string]string{}
		for _, name := range ps.Names {
			request, id := ps.Package(name)
			s.packages[name] = s.content.packages[listed{request, id}]
		}
		s.store.put(s.content.listKey(opt.Entries), &listing{s.Names, s.packages, s.Ignores})
	}
	return s, list
}

// Of are the roots of packages that are loaded. No answers about them are kept.
func Of(programs *golang.Programs) *Session {
	s := &Session{Names: programs.Names, Ignores: programs.Ignores, programs: programs}
	s.begin()
	return s
}

// Programs are the programs of the roots. The packages are loaded when it is first called; what is wrong with them is
// in the list, each time.
func (s *Session) Programs(ctx context.Context) (*golang.Programs, diag.List) {
	if s.programs != nil {
		return s.programs, s.problems
	}
	s.opt.Doing("the go command compiled what they import, and they were loaded")
	ps, list := golang.Open(ctx, s.requests, s.opt.Entries)
	if s.opt.Bind != nil && !list.HasErrors() {
		list.Append(s.opt.Bind(ctx, ps))
	}
	if ps.Whole = s.opt.Whole; !list.HasErrors() {
		s.opt.Doing("roots were looked for that wait for nothing")
		most := mostSlice
		if until, limited := ctx.Deadline(); limited {
			most = min(most, time.Until(until)/3) // most of the time is for the checks
		}
		ps.Slice(ctx, most)
	}
	s.programs, s.problems = ps, list
	if s.content != nil { // what was read may not be what was hashed before
		if c, err := contentOf(ctx, s.requests, s.opt.Settings); err != nil || !c.same(s.content) {
			s.content = nil
			s.opt.Note("no answers are kept: files have changed meanwhile")
		}
	}
	return ps, list
}

// Root is the name of the root of a program.
func (s *Session) Root(program string) string { return golang.RootOf(program) }

// Roots are the names of the roots.
func (s *Session) Roots() []string {
	var names []string
	for _, name := range s.Names {
		names = append(names, s.Root(name))
	}
	return names
}

// Kept is the answer of before about a root; nil if there is none.
func (s *Session) Kept(program string) *Answer {
	defer s.settle(program)
	key := s.key(program)
	if key == "" {
		return nil
	}
	a := &Answer{}
	if !s.store.get(key, a) || !a.Empty && a.Check == nil {
		return nil
	}
	return a
}

// Keep keeps an answer for the next time, if no limit ended a check of it and nothing is wrong.
func (s *Session) Keep(program string, a *Answer) {
	if key := s.key(program); key != "" && a.definite() {
		s.store.put(key, a)
	}
}

// key is the name of what is kept of a root; "" if nothing is.
func (s *Session) key(program string) string {
	if s.content == nil {
		return ""
	}
	return s.content.rootKey(program, s.packages[program])
}
