// Package roots opens the roots of Go packages, and keeps the answers about them for the next run. Loading a package
// and its imports takes seconds, and most runs follow a change of one package; so answers are kept root by root, and a
// package is loaded only if one of its roots has none:
//
//	s, problems := roots.Open(ctx, requests, roots.Options{Dir: dir, Settings: settings})
//	for _, name := range s.Names {
//		if a := s.Kept(name); a != nil { ... }     // an earlier run kept it
//		p, err := s.Program(ctx, name)             // otherwise: loads the packages, makes the model
//		s.Keep(name, &roots.Answer{...})
//	}
//
// An answer is kept under a hash of everything that it depends on (content.go): the files of the root's package and of
// all packages that it imports, the settings, and the versions of Go and of this program. Answers that a limit has cut
// off are not kept, because another run may have more time.
//
// A session also divides the time among the roots (pace.go).
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

// Options of a session. The fields are those of check.OpenOptions, which explains them.
type Options struct {
	Dir      string
	Settings []string
	Entries  []string
	Whole    bool   // golang.Programs.Whole
	Clients  string // golang.Request.Clients
	Shared   bool
	Bind     func(ctx context.Context, programs *golang.Programs) diag.List
	Note     func(text string)
	Doing    func(what string)
}

// Session is the work on the roots of some packages. Only one goroutine at a time may use it.
type Session struct {
	Names   []string // of the models, one for each root; as in golang.Programs
	Ignores []ledger.Ignore
	Objects *golang.Objects // of the packages; nil: they are not known

	requests []golang.Request
	opt      Options

	// programs are the loaded packages, and problems what is wrong with them. programs is nil until they are loaded,
	// which is never if all answers were kept.
	programs *golang.Programs
	problems diag.List

	// content and store are nil if no answers are kept. content is as it was when the session was opened: if files
	// change before the packages are loaded, it is set to nil, so that no answer is kept under a wrong hash.
	content  *content
	packages map[string]string // by model: the hash of the root's package
	store    *kept

	pace pace
	uses map[string]bool // the places of operations on objects; nil until somebody asks
}

// listing is the list of the roots of packages. It is kept like an answer, because finding the roots would mean to load
// the packages.
type listing struct {
	Names    []string
	Packages map[string]string // by model: the hash of the root's package
	Ignores  []ledger.Ignore
	Objects  *golang.Objects
}

// Open finds the roots of packages. The list contains the problems of the packages.
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
				s.Names, s.packages, s.Ignores, s.Objects = l.Names, l.Packages, l.Ignores, l.Objects
				s.begin()
				return s, diag.List{} // a listing is kept only if the packages had no problems
			}
		}
	}

	ps, list := s.Programs(ctx)
	s.Names, s.Ignores = ps.Names, ps.Ignores
	if !list.HasErrors() {
		s.Objects = ps.Objects()
	}
	s.begin()
	if s.content != nil && len(list.All) == 0 && ctx.Err() == nil {
		s.packages = map[string]string{}
		for _, name := range ps.Names {
			request, id := ps.Package(name)
			s.packages[name] = s.content.packages[listed{request, id}]
		}
		s.store.put(s.content.listKey(opt.Entries), &listing{s.Names, s.packages, s.Ignores, s.Objects})
	}
	return s, list
}

// Of returns a session for packages that the caller has loaded. No answers about them are kept.
func Of(programs *golang.Programs) *Session {
	s := &Session{Names: programs.Names, Ignores: programs.Ignores, programs: programs}
	s.begin()
	return s
}

// Programs returns the models of the roots, and the problems of the packages. Its first call loads the packages.
func (s *Session) Programs(ctx context.Context) (*golang.Programs, diag.List) {
	if s.programs != nil {
		return s.programs, s.problems
	}
	s.opt.Doing("the go command compiled what they import, and they were loaded")
	ps, list := golang.Open(ctx, s.requests, s.opt.Entries)
	if s.opt.Bind != nil && !list.HasErrors() {
		list.Append(s.opt.Bind(ctx, ps))
	}
	ps.Whole = s.opt.Whole
	if !list.HasErrors() {
		s.opt.Doing("roots were looked for that wait for nothing")
		most := mostSlice
		if until, limited := ctx.Deadline(); limited {
			most = min(most, time.Until(until)/3) // most of the time is for the checks
		}
		ps.Slice(ctx, most)
	}
	s.programs, s.problems = ps, list
	// The files were hashed before they were loaded. If somebody saved one in between, the hash is not that of what
	// was loaded.
	if s.content != nil {
		c, err := contentOf(ctx, s.requests, s.opt.Settings)
		if err != nil || !c.same(s.content) {
			s.content = nil
			s.opt.Note("no answers are kept: files have changed meanwhile")
		}
	}
	return ps, list
}

// Root returns the name of the root whose model is called program.
func (s *Session) Root(program string) string { return golang.RootOf(program) }

// Roots returns the names of all roots.
func (s *Session) Roots() []string {
	var names []string
	for _, name := range s.Names {
		names = append(names, s.Root(name))
	}
	return names
}

// Kept returns the answer about a root that an earlier run kept, or nil. It also counts the root as begun, so that the
// time is divided among those that follow.
func (s *Session) Kept(program string) *Answer {
	defer s.settle(program)
	key := s.key(program)
	if key == "" {
		return nil
	}
	a := &Answer{}
	if !s.store.get(key, a) {
		return nil
	}
	if a.Check == nil && !a.Empty {
		return nil // nothing was decoded: a file of another version, or a damaged one
	}
	return a
}

// Keep keeps an answer for the next run, provided that it is definite.
func (s *Session) Keep(program string, a *Answer) {
	if key := s.key(program); key != "" && a.definite() {
		s.store.put(key, a)
	}
}

// key returns the key under which the answer about a root is kept, or "" if none is.
func (s *Session) key(program string) string {
	if s.content == nil {
		return ""
	}
	return s.content.rootKey(program, s.packages[program])
}
