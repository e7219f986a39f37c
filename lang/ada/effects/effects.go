// Package effects finds the subprograms of a program in Ada that do nothing to its tasks, so that a call of one needs
// no copy of its body.
//
//	procedure Log (Text : String) is
//	begin
//	   Lines := Lines + 1;            inert: Lines is private, as nothing but Log uses it;
//	   Put_Line (Text);               a check in it may fail
//	end Log;
//
// A body is inert if it has no task, protected object, entry call, delay, allocator, controlled object or raise
// statement, calls inert subprograms and harmless parts of libraries only, and assigns only to objects that it declares
// and to private variables. It is pure if it uses no variable of others at all: then its result depends on its
// arguments alone.
//
// Names are compared as texts, and what a name could mean, it means: another variable of the name of a private one
// makes neither private. This errs towards fewer inert bodies. Nothing is evaluated here.
//
// Compare the mod and ref analysis of J. P. Banning, An efficient way to find the side effects of procedure calls and
// the aliases of variables, POPL 1979. Here effects on tasks matter, and aliases are refused.
package effects

import (
	"maps"
	"slices"

	"flavers/lang/ada/syntax"
)

// Summary says how a call of an inert subprogram may end.
type Summary struct {
	Raises  bool // a check may fail, or a library may raise an exception
	Loops   bool // it may never end: it has a loop without bounds, or calls itself
	Depends bool // its parameters, or variables that are not private, may decide how it ends
}

// heavy is how many statements and expressions a body has at least, with those that it calls, for it to be worth a
// summary. Smaller ones are inlined, which is exact.
const heavy = 100

// body is what is known about the body of a subprogram, or about the statements of a package body.
type body struct {
	decl  *syntax.Decl
	inert bool
	Summary
	size    int             // number of its statements, declarations and expressions
	total   int             // size, with the bodies that it calls; 0: not known yet
	calls   map[string]int  // the subprograms that it calls, by name in lower case, and how often
	writes  map[string]bool // the variables that it writes and does not declare, by name in lower case
	reads   map[string]bool // the same for those that it reads
	words   map[string]int  // all names in it, and how often each stands there
	inside  []*body         // the bodies that are declared in it
	summary bool            // a call of it gets a summary, and no copy of the body
}

// Harmless reports whether a procedure of a library, by its last name in lower case, neither waits nor lets others go
// on (ok), and whether it leaves its arguments as they are.
type Harmless func(name string) (ok, leaves bool)

// Table has the effects of the bodies of a program.
type Table struct {
	program
	*meanings
	bodies  map[*syntax.Decl]*body
	named   map[string][]*body // the bodies of subprograms, by name in lower case
	private map[string]bool    // see Private
	// assigned has the names of objects that may get another value somewhere, in lower case.
	assigned map[string]bool
}

// Of finds the effects of the bodies of units. main is the body of the main procedure, which nothing calls.
//
// It begins with what each body does by itself (scan). A body that calls one that is not inert is not inert either, and
// a variable that a summarized body writes must not be used by others; a body that breaks this is taken out, which may
// make others break it, so both steps are repeated until nothing changes.
func Of(units []*syntax.Unit, main *syntax.Decl, harmless Harmless) *Table {
	t := &Table{bodies: map[*syntax.Decl]*body{}, named: map[string][]*body{}, private: map[string]bool{}}
	t.program, t.meanings = declared(units, harmless), mean(units)
	t.assigned = map[string]bool{}
	for _, u := range units {
		t.assign(u.Decl)
	}
	total := map[string]int{} // how often each name stands in the program
	for _, u := range units {
		for w, n := range words(u) {
			total[w] += n
		}
		t.collect(u.Decl, nil)
	}
	for _, b := range t.bodies {
		t.scan(b)
		b.inert = b.inert && b.decl != main
	}
	t.settle()
	for t.refuse(total) {
		t.settle()
	}
	for _, b := range t.bodies {
		for v := range t.written(b) {
			if b.summary {
				t.private[v] = true
			}
		}
	}
	return t
}

// Inert returns how a call of a subprogram with body d may end, or the statements of a package body d. ok is false if d
// is not inert, or if it is too small to be summarized.
func (t *Table) Inert(d *syntax.Decl) (s Summary, ok bool) {
	b := t.bodies[d]
	if b == nil || !b.summary {
		return s, false
	}
	return t.ends(d, b), true
}

// Idle reports whether each subprogram with this name does nothing to tasks, and to variables that it does not declare.
func (t *Table) Idle(name string) bool {
	list := t.named[syntax.Fold(name)]
	for _, b := range list {
		if !b.inert || len(t.written(b)) > 0 {
			return false
		}
	}
	return len(list) > 0
}

// Ends returns how a call of a pure function may end, however small it is.
func (t *Table) Ends(d *syntax.Decl) Summary { return t.ends(d, t.bodies[d]) }

// ends returns how a call of body b, the body of d, may end, with the bodies that it calls.
func (t *Table) ends(d *syntax.Decl, b *body) Summary {
	s := b.Summary
	for _, c := range append(t.reached(b), b) {
		s.Raises, s.Loops = s.Raises || c.Raises, s.Loops || c.Loops
		for v := range c.reads {
			s.Depends = s.Depends || !t.private[v] && !t.opaque[v]
		}
	}
	s.Depends = s.Depends || slices.ContainsFunc(d.Params, func(p syntax.Param) bool { return !t.unfollowed(p.Type) })
	return s
}

// Pure reports whether the result of a function with this body depends on its arguments alone.
func (t *Table) Pure(d *syntax.Decl) bool {
	b := t.bodies[d]
	if b == nil || !b.inert {
		return false
	}
	for _, c := range append(t.reached(b), b) {
		if !c.inert || len(c.writes) > 0 || len(c.reads) > 0 {
			return false
		}
	}
	return true
}

// Private reports whether only bodies that are summarized use variables of this name. Then it does not matter to others
// what these variables hold.
func (t *Table) Private(name string) bool { return t.private[syntax.Fold(name)] }

// Assigned reports whether an object of this name may get another value than that of its declaration.
func (t *Table) Assigned(name string) bool { return t.assigned[syntax.Fold(name)] }

// reached returns the bodies that b calls, directly or through others.
func (t *Table) reached(b *body) []*body {
	var out []*body
	var walk func(b *body)
	walk = func(b *body) {
		for name := range b.calls {
			for _, c := range t.named[name] {
				if !slices.Contains(out, c) {
					out = append(out, c)
					walk(c)
				}
			}
		}
	}
	walk(b)
	return out
}

// settle makes each body that calls one which is not inert not inert either. Then it decides which bodies are
// summarized: those that are inert, give no result that the model follows, and are large or use a variable that a
// summarized body writes. A body of the last kind has to be summarized, because the model does not follow the variable.
func (t *Table) settle() {
	for changed := true; changed; {
		changed = false
		for _, b := range t.bodies {
			for name := range b.calls {
				if b.inert && slices.ContainsFunc(t.named[name], func(c *body) bool { return !c.inert }) {
					b.inert, changed = false, true
				}
			}
		}
	}
	for _, b := range t.bodies {
		b.total, b.summary = 0, false
	}
	shared := map[string]bool{} // variables that bodies which are summarized write
	for changed := true; changed; {
		changed = false
		for _, b := range t.bodies {
			uses := func() bool {
				for v := range b.words {
					if shared[v] {
						return true
					}
				}
				return false
			}
			followed := b.decl.Result != nil && !t.unfollowed(b.decl.Result) // the model follows its result
			if !b.summary && b.inert && !followed && (t.weigh(b, nil) >= heavy || uses()) {
				b.summary, changed = true, true
				maps.Copy(shared, t.written(b))
			}
		}
	}
}

// weigh returns the size of a body with the bodies that it calls. around are the bodies that are being weighed; a call
// of one of them is recursive, and the body may not end.
func (t *Table) weigh(b *body, around []*body) int {
	switch {
	case slices.Contains(around, b):
		b.Loops = true
		return 0
	case b.total > 0:
		return b.total
	}
	n := b.size
	for name, times := range b.calls {
		for _, c := range t.named[name] {
			n += times * t.weigh(c, append(around, b))
		}
	}
	b.total = min(n, 1<<20)
	return b.total
}

// refuse makes bodies not inert that write a variable which others use, too. It returns false if there was none. total
// says how often each name stands in the program. A variable is used by others if its name stands more often in the
// program than in the summarized bodies.
func (t *Table) refuse(total map[string]int) bool {
	// How often each name stands in summarized bodies. A body within another one is not counted twice.
	mine := map[string]int{}
	for _, b := range t.bodies {
		if b.summary && !slices.ContainsFunc(b.around(t), func(c *body) bool { return c.summary }) {
			for w, n := range b.words {
				mine[w] += n
			}
		}
	}
	found := false
	for _, b := range t.bodies {
		for _, c := range append(t.reached(b), b) {
			for v := range c.writes {
				if b.summary && c.inert && !t.opaque[v] && total[v] != mine[v] {
					c.inert, found = false, true
				}
			}
		}
	}
	return found
}

// written returns the variables that b, or a body that it calls, writes and does not declare. Variables that are not
// modelled are left out.
func (t *Table) written(b *body) map[string]bool {
	out := map[string]bool{}
	for _, c := range append(t.reached(b), b) {
		for v := range c.writes {
			if !t.opaque[v] {
				out[v] = true
			}
		}
	}
	return out
}

// around returns the bodies that b is declared in.
func (b *body) around(t *Table) []*body {
	var out []*body
	for _, c := range t.bodies {
		if slices.Contains(c.inside, b) {
			out = append(out, c)
		}
	}
	return out
}

// collect finds the bodies in a declaration. outer are the bodies around it.
func (t *Table) collect(d *syntax.Decl, outer []*body) {
	if d == nil {
		return
	}
	if d.Kind == syntax.Subprogram && d.Completed || d.Kind == syntax.PackageBody && len(d.Body) > 0 {
		b := &body{decl: d, calls: map[string]int{}, writes: map[string]bool{}, reads: map[string]bool{}}
		if d.Kind == syntax.PackageBody {
			b.words = words([]any{d.Body, d.Handlers})
		} else {
			b.words = words(d)
			t.named[syntax.Fold(syntax.Short(d.Name))] = append(t.named[syntax.Fold(syntax.Short(d.Name))], b)
			for _, o := range outer {
				o.inside = append(o.inside, b)
			}
			outer = append(outer[:len(outer):len(outer)], b)
		}
		t.bodies[d] = b
	}
	for _, list := range [][]*syntax.Decl{d.Decls, d.Private, {d.Unit}} {
		for _, c := range list {
			t.collect(c, outer)
		}
	}
	for _, c := range inStatements(d) {
		t.collect(c, outer)
	}
}

// inStatements returns the declarations of the blocks in the statements of a body.
func inStatements(d *syntax.Decl) []*syntax.Decl {
	var out []*syntax.Decl
	add := func(s *syntax.Stmt) { out = append(out, s.Decls...) }
	d.EachStmt(add)
	return out
}
