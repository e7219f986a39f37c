// Package index says what a file in Ada declares, and where it names that, for editors.
//
//	package Queue is
//	   protected Buffer is
//	      entry Put (X : in Item);
//
// has the symbols Queue, Buffer within Queue and Put within Buffer. Names that the file does not declare, as those of
// units in with clauses, are Foreign: Queue, and Put with the owner Buffer, in Queue.Buffer.Put (1).
//
// Declarations come from the syntax tree, so that a faulty text has what could be read of it; names are found in the
// text. Of overloaded subprograms a name means the first, and a component of a record has no symbol. May err towards: a
// name that means a declaration of the same name elsewhere in the file.
package index

import (
	"slices"
	"strings"

	"flavers/lang/ada/syntax"
	"flavers/lang/symbols"
)

// maker collects the symbols of a file.
type maker struct {
	src   []byte
	names []name
	x     *symbols.Index
	// known finds the symbol that a specification and its body share.
	known map[key]symbols.ID
	// inside are the pieces of text in which the members of a symbol are visible without its name.
	inside []region
}

type key struct {
	within symbols.ID
	name   string
}

type region struct {
	symbols.Span
	of symbols.ID
}

// Of returns the index of a text.
func Of(file string, src []byte) *symbols.Index {
	m := &maker{src: src, names: namesOf(src), x: &symbols.Index{Fold: true}, known: map[key]symbols.ID{}}
	units, _ := syntax.Parse(file, src)
	for i, u := range units {
		if u.Decl == nil {
			continue
		}
		end := len(src)
		if i+1 < len(units) && units[i+1].Decl != nil {
			end = units[i+1].Decl.Pos.Offset
		}
		m.declare(u.Decl, symbols.None, symbols.Span{}, end)
	}
	m.events()
	m.uses()
	m.x.Sort()
	return m.x
}

// kinds are those of declarations.
var kinds = map[syntax.DeclKind]symbols.Kind{
	syntax.PackageSpec: symbols.Package, syntax.PackageBody: symbols.Package, syntax.TaskSpec: symbols.Task,
	syntax.TaskBody: symbols.Task, syntax.ProtectedSpec: symbols.Protected, syntax.ProtectedBody: symbols.Protected,
	syntax.Subprogram: symbols.Procedure, syntax.Entry: symbols.Entry, syntax.TypeDecl: symbols.Type,
	syntax.Subtype: symbols.Type, syntax.Object: symbols.Variable, syntax.NumberDecl: symbols.Constant,
	syntax.Exception: symbols.Constant, syntax.Instance: symbols.Package, syntax.Renaming: symbols.Variable,
}

// declare adds a declaration and what is in it. scope is where it can be named, zero: everywhere; end is where the
// text goes on with something else.
func (m *maker) declare(d *syntax.Decl, within symbols.ID, scope symbols.Span, end int) {
	if d.Kind == syntax.Generic && d.Unit != nil {
		m.declare(d.Unit, within, scope, end)
		return
	}
	kind, ok := kinds[d.Kind]
	if !ok {
		return
	}
	if within != symbols.None && m.x.Symbols[within].Kind == symbols.Protected && kind == symbols.Procedure {
		kind = symbols.Entry // what synchronizes
	}
	extent := symbols.Span{At: d.Pos.Offset, End: end}
	if d.End.Offset > d.Pos.Offset {
		extent.End = min(end, m.semicolon(d.End.Offset))
	}
	if len(d.Names) > 0 {
		if d.Constant {
			kind = symbols.Constant
		}
		for _, n := range d.Names {
			m.add(kind, n.Name, n.Pos.Offset, within, scope, extent)
		}
		return
	}
	at, found := m.place(d.Name, extent)
	if !found {
		return
	}
	id := m.add(kind, d.Name, at, within, scope, extent)
	m.inside = append(m.inside, region{extent, id})
	local := symbols.Span{} // members of packages, and what is behind the dot of a task, can be named anywhere
	if d.Kind == syntax.Subprogram || d.Kind == syntax.TaskBody || d.Kind == syntax.Entry {
		local = extent
	}
	for _, list := range [][]syntax.Param{d.Params, d.Discriminants} {
		for _, p := range list {
			for _, n := range p.Names {
				m.add(symbols.Variable, n.Name, n.Pos.Offset, id, extent, extent)
			}
		}
	}
	if d.Def != nil {
		for _, l := range d.Def.Literals {
			m.add(symbols.Value, l.Name, l.Pos.Offset, id, scope, extent)
		}
	}
	m.list(syntax.Members(d), id, local, extent.End)
	m.statements(d.Body, id)
}

// list declares declarations that follow one another.
func (m *maker) list(decls []*syntax.Decl, within symbols.ID, scope symbols.Span, end int) {
	for i, d := range decls {
		next := end
		if i+1 < len(decls) {
			next = decls[i+1].Pos.Offset
		}
		m.declare(d, within, scope, next)
	}
}

// statements declares what blocks and loops in statements have.
func (m *maker) statements(body []*syntax.Stmt, within symbols.ID) {
	for i, s := range body {
		end := m.x.Symbols[within].Extent.End
		if i+1 < len(body) {
			end = body[i+1].Pos.Offset
		}
		extent := symbols.Span{At: s.Pos.Offset, End: max(end, s.Pos.Offset)}
		if s.Loop != nil && s.Loop.Name != "" {
			m.add(symbols.Running, s.Loop.Name, s.Loop.Pos.Offset, within, extent, extent)
		}
		for _, p := range s.Params {
			for _, n := range p.Names {
				m.add(symbols.Variable, n.Name, n.Pos.Offset, within, extent, extent)
			}
		}
		m.list(s.Decls, within, extent, extent.End)
		for _, list := range [][]*syntax.Stmt{s.Body, s.Else} {
			m.statements(list, within)
		}
		for _, a := range s.Arms {
			m.statements(a.Body, within)
		}
		for _, h := range s.Handlers {
			m.statements(h.Body, within)
		}
	}
}

// add adds a symbol, or an occurrence of the one whose body this is.
func (m *maker) add(kind symbols.Kind, text string, at int, within symbols.ID, scope, extent symbols.Span) symbols.ID {
	place := symbols.Span{At: at, End: at + len(text)}
	if place.End > len(m.src) || !strings.EqualFold(string(m.src[place.At:place.End]), text) {
		return within
	}
	k := key{within, syntax.Fold(text)}
	bodied := kind != symbols.Variable && kind != symbols.Running && kind != symbols.Constant && kind != symbols.Value
	if id, ok := m.known[k]; ok && bodied && m.x.Symbols[id].Kind == kind {
		m.x.Use(id, place, true)
		return id
	}
	id := m.x.Add(symbols.Symbol{Kind: kind, Name: text, Within: within, Place: place, Extent: extent, Scope: scope,
		Detail: m.detail(extent, place)})
	if bodied {
		m.known[k] = id
	}
	return id
}

// detail returns a declaration in short: up to its semicolon or the word is, at most 100 bytes.
func (m *maker) detail(extent, place symbols.Span) string {
	text := string(m.src[extent.At:min(len(m.src), max(extent.End, place.End))])
	for _, stop := range []string{" is\n", " is ", ";\n", "; ", "\n\n"} {
		if i := strings.Index(text, stop); i > place.End-extent.At {
			text = text[:i]
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimSuffix(text[:min(len(text), 100)], ";")
}

// place returns where a declaration has its name.
func (m *maker) place(text string, extent symbols.Span) (at int, found bool) {
	if text == "" {
		return 0, false
	}
	i, _ := slices.BinarySearchFunc(m.names, extent.At, func(n name, at int) int { return n.At - at })
	for ; i < len(m.names) && m.names[i].At < extent.End; i++ {
		at := m.names[i].At
		if at+len(text) <= len(m.src) && strings.EqualFold(string(m.src[at:at+len(text)]), text) {
			return at, true
		}
	}
	return 0, false
}

// semicolon is behind the next one.
func (m *maker) semicolon(at int) int {
	if i := strings.IndexByte(string(m.src[min(at, len(m.src)):]), ';'); i >= 0 {
		return at + i + 1
	}
	return len(m.src)
}

// events adds the events of lines "--! event".
func (m *maker) events() {
	known := map[string]symbols.ID{}
	for at := 0; ; {
		i := strings.Index(string(m.src[at:]), "--!")
		if i < 0 {
			return
		}
		at += i + len("--!")
		line, _, _ := strings.Cut(string(m.src[at:]), "\n")
		rest := strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(rest, "event ") {
			continue
		}
		text := strings.TrimLeft(rest[len("event "):], " \t")
		from := at + len(line) - len(text)
		n := 0
		for n < len(text) && wordByte(text[n]) {
			n++
		}
		if n == 0 {
			continue
		}
		place := symbols.Span{At: from, End: from + n}
		if id, ok := known[text[:n]]; ok {
			m.x.Use(id, place, false)
			continue
		}
		known[text[:n]] = m.x.Add(symbols.Symbol{Kind: symbols.Event, Name: text[:n], Within: symbols.None, Place: place,
			Extent: place, Detail: "event " + strings.TrimSpace(text)})
	}
}
