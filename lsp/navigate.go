package lsp

// Definitions, references and highlights, across a program and its specifications.

import (
	"context"
	"slices"
	"strings"

	"flavers/internal/directive"
	"flavers/lang/symbols"
)

// target is a symbol of a file.
type target struct {
	file string
	id   symbols.ID
}

func (v *view) symbol(t target) *symbols.Symbol { return &v.index(t.file).Symbols[t.id] }

// targets returns what the name at an offset means, and the place of the name. A name in a program means a symbol of
// the file. A name in a specification may mean a symbol in each program that the specification is about.
func (v *view) targets(file string, offset int) ([]target, symbols.Span) {
	x := v.index(file)
	if id, span := x.At(offset); id != symbols.None {
		return []target{{file, id}}, span
	}
	f, ok := x.ForeignAt(offset)
	if !ok {
		for _, d := range v.expected(file) {
			if d.span.Has(offset) {
				return v.properties(file, d.name), d.span
			}
		}
		return nil, symbols.Span{}
	}
	var out []target
	for _, program := range v.subjects(file) {
		for _, unit := range v.units(program) {
			id := v.index(unit).Find(f)
			if t := (target{unit, id}); id != symbols.None && unit != file && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out, f.Span
}

// expectation is a property that a line "//! expect" names.
type expectation struct {
	name string
	span symbols.Span
}

// expected returns the properties that the lines "//! expect" of a file name, without the index of an instance.
func (v *view) expected(file string) []expectation {
	t := v.read(file)
	if t == nil {
		return nil
	}
	var out []expectation
	for _, d := range directive.Scan(file, t.src) {
		if d.Word == "expect" && len(d.Args) == 2 {
			name, _, _ := strings.Cut(d.Args[0], "[")
			at := d.ArgPos[0].Offset
			if at+len(name) <= len(t.src) && string(t.src[at:at+len(name)]) == name {
				out = append(out, expectation{name, symbols.Span{At: at, End: at + len(name)}})
			}
		}
	}
	return out
}

// properties returns the properties with a name, in the specifications of all programs that a file belongs to.
func (v *view) properties(file, name string) []target {
	var out []target
	for _, program := range v.subjects(file) {
		for _, spec := range v.specsOf(program) {
			for i, s := range v.index(spec).Symbols {
				if t := (target{spec, symbols.ID(i)}); s.Kind == symbols.Property && s.Name == name && !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// place is an occurrence in a file.
type place struct {
	file string
	symbols.Occurrence
}

// places returns all places at which a symbol is named: in its file, and in the other files that can name it.
func (v *view) places(t target) []place {
	var out []place
	x := v.index(t.file)
	for _, o := range x.Places(t.id) {
		out = append(out, place{t.file, o})
	}
	if isProgram(t.file) {
		var others []string // files that may name it
		for _, program := range v.subjects(t.file) {
			for _, file := range append(v.specsOf(program), v.units(program)...) {
				if file != t.file && !slices.Contains(others, file) {
					others = append(others, file)
				}
			}
		}
		for _, file := range others {
			for _, f := range v.index(file).Foreign {
				if x.Find(f) == t.id {
					out = append(out, place{file, symbols.Occurrence{Span: f.Span, Symbol: t.id}})
				}
			}
		}
	}
	if s := v.symbol(t); s.Kind == symbols.Property {
		for _, file := range append([]string{t.file}, v.subjects(t.file)...) {
			for _, e := range v.expected(file) {
				if e.name == s.Name {
					out = append(out, place{file, symbols.Occurrence{Span: e.span, Symbol: t.id}})
				}
			}
		}
	}
	return out
}

// locate returns the file and the offset of a request. The text is nil if there is no such file.
func (v *view) locate(p *at) (file string, t *text, offset int) {
	file = pathOf(p.TextDocument.URI)
	if isGo(file) { // the language server of Go answers requests about these
		return file, nil, 0
	}
	if t = v.read(file); t != nil {
		offset = t.offset(p.Position)
	}
	return file, t, offset
}

func (v *view) location(file string, s symbols.Span) location {
	l := location{URI: v.uriOf(file)}
	if t := v.read(file); t != nil {
		l.Range = t.span(s)
	}
	return l
}

// definition returns where a name is declared. For an event these are all its statements or, if it has no statement of
// its own, the steps that it stands for.
func (s *server) definition(ctx context.Context, p *at) (any, error) {
	v := s.view()
	file, t, offset := v.locate(p)
	out := []location{}
	if t == nil {
		return out, nil
	}
	targets, _ := v.targets(file, offset)
	for _, d := range targets {
		if sym := v.symbol(d); sym.Kind != symbols.Event {
			out = append(out, v.location(d.file, sym.Place))
			continue
		}
		for _, o := range v.index(d.file).Places(d.id) {
			out = append(out, v.location(d.file, o.Span))
		}
	}
	f, ok := v.index(file).ForeignAt(offset)
	if len(targets) > 0 || !ok {
		return out, nil
	}
	for _, program := range v.subjects(file) {
		m := v.model(ctx, program)
		for _, pattern := range m.patterns(file, f.Event.At) {
			for _, e := range m.matching(pattern) {
				for _, at := range e.at {
					if text := v.read(at.Filename); text != nil {
						start := text.place(at.Line, at.Column)
						if l := v.location(at.Filename, text.word(start)); !slices.Contains(out, l) {
							out = append(out, l)
						}
					}
				}
			}
		}
	}
	return out, nil
}

func (s *server) references(_ context.Context, p *referenceParams) (any, error) {
	v := s.view()
	file, t, offset := v.locate(&p.at)
	out := []location{}
	if t == nil {
		return out, nil
	}
	targets, _ := v.targets(file, offset)
	for _, d := range targets {
		for _, o := range v.places(d) {
			if declares := o.file == d.file && o.Span == v.symbol(d).Place; !declares || p.Context.IncludeDeclaration {
				if l := v.location(o.file, o.Span); !slices.Contains(out, l) {
					out = append(out, l)
				}
			}
		}
	}
	return out, nil
}

func (s *server) highlights(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, offset := v.locate(p)
	out := []highlight{}
	if t == nil {
		return out, nil
	}
	targets, _ := v.targets(file, offset)
	for _, d := range targets {
		for _, o := range v.places(d) {
			kind := 2
			if o.Write {
				kind = 3
			}
			if h := (highlight{t.span(o.Span), kind}); o.file == file && !slices.Contains(out, h) {
				out = append(out, h)
			}
		}
	}
	return out, nil
}
