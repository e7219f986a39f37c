// Package golang is the front end for Go: from packages to programs in the task language, one for each root.
//
//	ps, problems := golang.Open(ctx, golang.Requests(ctx, []string{"./pkg"}), nil)
//	for _, name := range ps.Names {
//		p, err := ps.Extract(ctx, name) // p.Text, p.Ledger
//	}
//
// A root is a function main, a test, an exported function, or a client that was written for the packages (package
// roots). Its program has a task for each goroutine, with the statements that synchronize (package extract). Comments
// "//at file:line:col" in the text lead back to the Go files.
//
// The stages, each of which is a package below this one:
//
//	load     packages from the go command, type-checked and in SSA form
//	clients  callers for what has none
//	roots    where programs begin
//	slice    which roots can be left out, as nothing in them can be kept waiting
//	heap     which objects operands may be
//	extract  the program of a root, and the ledger of what it differs in from the package
//
// This package puts them together, and answers what checks, reports and editors ask about programs.
package golang

import (
	"context"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"

	"flavers/automata/calls"
	"flavers/diag"
	"flavers/lang/golang/clients"
	"flavers/lang/golang/extract"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/load"
	"flavers/lang/golang/objects"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/slice"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// Program is the program of a root, with its ledger.
type Program = extract.Program

// Blocked is a task that is blocked in a deadlock.
type Blocked = extract.Blocked

// Taken is a side of a branch on data that an execution takes.
type Taken = extract.Taken

// Event is a step of an execution.
type Event = extract.Event

// ErrSize is the error of a root whose program is larger than what can be read: 4 MiB.
var ErrSize = extract.ErrSize

// Programs has a program for each root of some packages. The programs are made one by one (Extract), under names.
type Programs struct {
	Names []string // of the programs, in order: the name of the root, and ".tfg"
	made  map[string]made
	facts map[facts]*slice.Facts // no entry: the facts were not found in time, or nobody has asked
	idle  map[string]bool        // kept results of Idle; nil: Slice was not called

	requests []Request         // as Open got them; packages may be loaded again
	own      []*roots.Packages // packages with roots, as they were loaded first: without the source of other modules

	callers *extract.Callers // what is known of the client that was executed last; nil: none was

	// Ignores are the comments of the packages that ask to leave findings out.
	Ignores []ledger.Ignore

	// Whole: programs of idle roots are made as well, and are not empty.
	Whole bool
	// Contexts is that of slice.Options.
	Contexts int
}

// made is the root that a program was made from.
type made struct {
	in      *roots.Packages
	root    roots.Root
	request int // an index into Programs.requests
}

// facts identifies what package slice finds in one analysis: about all roots of some packages that are no clients, or
// about all their clients.
type facts struct {
	in      *roots.Packages
	clients bool
}

func (m made) facts() facts { return facts{m.in, m.root.Client != nil} }

// Open loads packages and finds their roots. If there are entries, it takes only the roots that they name, as
// "pkg.Name" or "Name". Problems are in the list.
func Open(ctx context.Context, requests []Request, entries []string) (*Programs, diag.List) {
	out := &Programs{made: map[string]made{}, requests: requests}
	var list diag.List
	all := make([]*roots.Packages, len(requests)) // by request; nil: they cannot be loaded
	var known []string                            // the names of all roots
	for i, r := range requests {
		ps, problems := roots.Load(ctx, r.Dir, r.Patterns, r.Clients)
		list.Append(problems)
		if ps == nil {
			continue
		}
		all[i] = ps
		for _, root := range ps.Roots() {
			if !slices.Contains(known, root.Name) {
				known = append(known, root.Name)
			}
		}
	}
	var asked []string
	for _, entry := range entries {
		names := named(entry, known)
		asked = append(asked, names...)
		if !list.HasErrors() {
			complain(&list, entry, names, known)
		}
	}
	for i, ps := range all {
		if ps != nil {
			out.add(i, ps, asked)
		}
	}
	return out, list
}

// complain reports an entry that names no root, or several: names are those that it names, of all known ones.
func complain(list *diag.List, entry string, names, known []string) {
	switch {
	case len(names) == 1:
	case len(names) > 1:
		d := list.Errorf(token.Position{}, NoRoot, "%d roots are named %q", len(names), entry)
		d.WithHint("write the package, too: %s", strings.Join(names, ", "))
	default:
		d := list.Errorf(token.Position{}, NoRoot, "no root is named %q", entry)
		if near := nearest(entry, known); near != "" {
			d.WithHint("did you mean %q?", near)
		} else {
			d.WithHint("%s", offered(entry, known))
		}
	}
}

// mostOffered is the number of roots that a hint names: more are no help.
const mostOffered = 5

// offered returns a hint that names the first roots which have entry in their names, or the first of all if none has.
func offered(entry string, known []string) string {
	some := slices.DeleteFunc(slices.Clone(known), func(name string) bool {
		return !strings.Contains(strings.ToLower(name), strings.ToLower(entry))
	})
	if len(some) == 0 {
		some = known
	}
	var quoted []string
	for _, name := range some[:min(len(some), mostOffered)] {
		quoted = append(quoted, strconv.Quote(name))
	}
	hint := "there are: " + strings.Join(quoted, ", ")
	if more := len(known) - len(quoted); more > 0 {
		hint += fmt.Sprintf(", and %d more: --roots lists them", more)
	}
	return hint
}

// named returns the roots that an entry names: the one with this full name, or else those with this name in any
// package.
func named(entry string, known []string) []string {
	if slices.Contains(known, entry) {
		return []string{entry}
	}
	var out []string
	for _, name := range known {
		if _, function, _ := strings.Cut(name, "."); function == entry {
			out = append(out, name)
		}
	}
	return out
}

// nearest returns the root, with or without its package, whose name is most like an entry; "" if none is like it.
func nearest(entry string, known []string) string {
	if near := diag.Suggest(entry, known); near != "" || strings.Contains(entry, ".") {
		return near
	}
	var functions []string
	for _, name := range known {
		_, function, _ := strings.Cut(name, ".")
		functions = append(functions, function)
	}
	return diag.Suggest(entry, functions)
}

// Of finds the roots of a set of packages that is loaded. Problems are in the list.
func Of(set *load.Set) (*Programs, diag.List) {
	out := &Programs{made: map[string]made{}}
	ps, list := roots.Of(set)
	if ps != nil {
		out.add(0, ps, nil)
	}
	return out, list
}

// add adds the roots of packages that a request has loaded; if there are names, only roots with one of them.
func (ps *Programs) add(request int, in *roots.Packages, names []string) {
	for _, i := range in.Ignored {
		if !slices.Contains(ps.Ignores, i) {
			ps.Ignores = append(ps.Ignores, i)
		}
	}
	for _, root := range in.Roots() {
		if len(names) > 0 && !slices.Contains(names, root.Name) {
			continue
		}
		name := root.Name + extension
		for n := 2; ps.made[name].in != nil; n++ { // two packages of one name
			name = fmt.Sprintf("%s#%d%s", root.Name, n, extension)
		}
		if !slices.Contains(ps.own, in) {
			ps.own = append(ps.own, in)
		}
		ps.Names = append(ps.Names, name)
		ps.made[name] = made{in, root, request}
	}
}

// extension ends the names of programs, as it does for files in the task language.
const extension = ".tfg"

// Root returns the name of the root of a program.
func (ps *Programs) Root(program string) string { return RootOf(program) }

// RootOf returns the name of the root of a program.
func RootOf(program string) string { return strings.TrimSuffix(program, extension) }

// IsClient reports whether the root of a program is a client, as its name says.
func IsClient(program string) bool { return strings.Contains(program, roots.OfClient) }

// Adds reports whether the root of a program, as its name says, is a client that only adds findings to those of others
// (clients.Client.Adds).
func Adds(program string) bool {
	return strings.Contains(program, clients.WithLasting) || strings.Contains(program, clients.ManyTimes)
}

// Client returns what the callers of a client do (clients.Client.Says); "" if the root of a program is no client.
func (ps *Programs) Client(program string) string {
	if c := ps.made[program].root.Client; c != nil {
		return c.Says
	}
	return ""
}

// Operation returns the source of the operation at a place "file:line:col" in the packages of a program, in one line,
// and the name of the function around it; "" if none is there (roots.Packages.Operation).
func (ps *Programs) Operation(program, at string) (text, function string) {
	return ps.made[program].in.Operation(at)
}

// Condition returns, in words, what the comparison with nil at a place says if its operand is not nil (some), or is
// nil; "" if no comparison is there (roots.Packages.Condition).
func (ps *Programs) Condition(program, at string, some bool) string {
	return ps.made[program].in.Condition(at, some)
}

// Uses reports whether the line of a place uses a name. known is false if the file is none of the packages.
func (ps *Programs) Uses(program, at, name string) (uses, known bool) {
	return ps.made[program].in.Uses(at, name)
}

// Constant returns the name of the constant with a value that the line of a position names; "" if it names none.
func (ps *Programs) Constant(program, at string, value int64) string {
	return ps.made[program].in.Constant(at, value)
}

// Package returns the ID of the package of a root, as the go command names it, and the number of the request that
// named it: IDs are unique within a request only.
func (ps *Programs) Package(program string) (request int, id string) {
	m := ps.made[program]
	return m.request, m.in.Loaded[m.root.Fn.Pkg.Pkg].ID
}

// Slice finds the roots in which nothing can be kept waiting, so that Idle can tell. It takes at most the time most
// for that, and a third of it to look into code of other modules.
func (ps *Programs) Slice(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	ps.facts, ps.idle = map[facts]*slice.Facts{}, map[string]bool{}
	ps.learn(ctx, ps.Names)
	ctx, cancelFollow := context.WithTimeout(ctx, most/followed)
	defer cancelFollow()
	ps.follow(ctx)
}

// followed is the divisor of the time of Slice for code of other modules: few roots need it.
const followed = 3

// learn finds the facts about the roots of some programs. If ctx ends before, it finds fewer.
func (ps *Programs) learn(ctx context.Context, programs []string) {
	all := map[facts][]roots.Root{}
	for _, name := range programs {
		m := ps.made[name]
		all[m.facts()] = append(all[m.facts()], m.root)
	}
	for of, some := range all {
		if known, err := slice.Of(ctx, of.in, some); err == nil {
			ps.facts[of] = known
		}
	}
}

// Idle reports whether a program is empty because Slice has found that nothing in its root, and nothing in the code
// of other modules to which the root leads, can be kept waiting.
func (ps *Programs) Idle(program string) bool {
	if ps.Whole || ps.idle == nil {
		return false
	}
	idle, known := ps.idle[program]
	if !known {
		idle = ps.waitsForNothing(program) && !ps.abroad(program)
		ps.idle[program] = idle
	}
	return idle
}

// waitsForNothing reports whether nothing in the followed code of a root can be kept waiting.
func (ps *Programs) waitsForNothing(program string) bool {
	m := ps.made[program]
	facts := ps.facts[m.facts()]
	return facts != nil && facts.Idle(m.root)
}

// abroad reports whether a root may lead to code of other modules that is not followed.
func (ps *Programs) abroad(program string) bool {
	m := ps.made[program]
	return ps.facts[m.facts()].Abroad(m.root)
}

// Extract makes a program. That of an idle root has one task, which does nothing. Its error is that of ctx, or
// ErrSize.
func (ps *Programs) Extract(ctx context.Context, program string) (*Program, error) {
	m := ps.made[program]
	if ps.Idle(program) {
		text := fmt.Sprintf("program %s\ntask root {\n}\n", write.Identifier(m.root.Name))
		return &Program{Text: []byte(text), Empty: true, Objects: &calls.Objects{}}, nil
	}
	return extract.Extract(ctx, m.in, m.root, extract.Options{Options: slice.Options{Contexts: ps.Contexts}})
}

// Certain makes the certain program of a root: it has only those executions of the program that are executions of the
// package (package extract, certain.go).
func (ps *Programs) Certain(ctx context.Context, program string) (*Program, error) {
	m := ps.made[program]
	return extract.Extract(ctx, m.in, m.root,
		extract.Options{Options: slice.Options{Contexts: ps.Contexts}, Certain: true})
}

// Objects are channels, locks, wait groups and conditions of packages, and the operations on them.
type Objects = objects.List

// Does is an operation that a program has at a place of the source.
type Does struct {
	At  string   // "file:line:col"
	On  []string // the places of the objects that it may be on (Program.Sites)
	Any bool     // it keeps nobody waiting, whichever objects it is on
}

// Kinds returns the kinds of objects, in the order in which they are counted.
func Kinds() []string { return objects.Kinds() }

// Objects returns the channels, locks, wait groups and conditions of the packages, and the operations on them. After
// Slice, the answer is more precise.
func (ps *Programs) Objects() *Objects {
	var lists []*objects.List
	for _, in := range ps.own {
		list := objects.Of(in)
		if operands, lent, known := ps.operands(in); known {
			list.Refine(operands, lent)
			list.Settle(ps.settled(in))
		}
		lists = append(lists, list)
	}
	return objects.Join(lists...)
}

// library lists the kinds of heap objects that are no objects of the source: the packages do not make them.
var library = []heap.Kind{heap.Unknown, heap.Context, heap.Cancel, heap.Timer, heap.Test}

// operands returns what Slice has found about the operations in some packages: by place, the objects that an operation
// may be on, and by place, the objects that unanalysed code may have. known is false if Slice has not finished.
func (ps *Programs) operands(in *roots.Packages) (of map[string]*objects.Operand, lent map[string]bool, known bool) {
	of, lent = map[string]*objects.Operand{}, map[string]bool{}
	for _, name := range ps.Names {
		if m := ps.made[name]; m.in == in && (ps.facts[m.facts()] == nil || !ps.facts[m.facts()].Whole()) {
			return nil, nil, false
		}
	}
	for _, clients := range []bool{false, true} {
		found := ps.facts[facts{in, clients}]
		if found == nil {
			continue // there are no such roots
		}
		isLent := found.Lent()
		found.Operands(func(at token.Pos, operands []heap.Loc) {
			place := in.Where(at).String()
			o := of[place]
			if o == nil {
				o = &objects.Operand{Sites: map[string]bool{}}
				of[place] = o
			}
			for _, l := range operands {
				site := objects.At(in, l)
				o.Sites[site] = true
				o.Any = o.Any || site == "" && !slices.Contains(library, l.Obj.Kind)
				o.Unknown = o.Unknown || l.Obj.Kind == heap.Unknown
			}
		})
		for _, l := range found.Made() { // also objects that only unknown operands may be
			site := objects.At(in, l)
			lent[site] = lent[site] || isLent(l)
		}
	}
	return of, lent, true
}

// settled returns which operations of some packages keep nobody waiting for ever, as Slice has found: by the place of
// the operation, and that of the object that it may be on. Nil: Slice has not found that.
func (ps *Programs) settled(in *roots.Packages) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, clients := range []bool{false, true} {
		found := ps.facts[facts{in, clients}]
		if found == nil {
			continue // there are no such roots, as operands has found facts about all roots
		}
		known := found.Settled(func(at token.Pos, on heap.Loc, ends bool) {
			place, site := in.Where(at).String(), objects.At(in, on)
			if out[place] == nil {
				out[place] = map[string]bool{}
			}
			before, known := out[place][site]
			out[place][site] = ends && (before || !known)
		})
		if !known {
			return nil
		}
	}
	return out
}

// Reaches lists the places of operations that the root of a program may execute, "file:line:col". known is false if
// Slice has not found them in its time.
func (ps *Programs) Reaches(program string) (places []string, known bool) {
	m := ps.made[program]
	facts := ps.facts[m.facts()]
	if facts == nil {
		return nil, false
	}
	for _, pos := range facts.Places(m.root) {
		places = append(places, m.in.Where(pos).String())
	}
	return places, true
}

// Words returns the names in the text of a step.
func Words(step string) []string { return write.Words(step) }
