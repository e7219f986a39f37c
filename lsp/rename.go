package lsp

// Renaming. The server reads the texts as they would be. It refuses to rename unless every name in them means what it
// meant before, and they have no new problems.

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"flavers/automata/fsa"
	"flavers/diag"
	"flavers/lang"
	"flavers/lang/parts"
	"flavers/lang/symbols"
)

func (s *server) prepareRename(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, offset := v.locate(p)
	if t == nil {
		return nil, nil
	}
	targets, span := v.targets(file, offset)
	if _, err := v.renamed(targets); err != nil {
		return nil, err
	}
	return prepared{t.span(span), t.of(span)}, nil
}

// renamed returns the symbol to rename. The error says why it cannot be renamed.
func (v *view) renamed(targets []target) (target, error) {
	switch len(targets) {
	case 0:
		return target{}, errors.New("nothing here has a name that could be changed")
	case 1:
	default:
		return target{}, fmt.Errorf("the specification is about several programs: rename in %s instead",
			filepath.Base(targets[0].file))
	}
	t := targets[0]
	if parts.Ada(t.file) { // the index of Ada files may miss occurrences
		return t, errors.New("names of programs in Ada are not changed here")
	}
	for _, spec := range v.specsOf(t.file) {
		touched := slices.ContainsFunc(v.places(t), func(o place) bool { return o.file == spec })
		if others := v.programsOf(spec); isProgram(t.file) && touched && len(others) > 1 {
			return t, fmt.Errorf("%s is about %d programs, and the others would keep the name", filepath.Base(spec), len(others))
		}
	}
	return t, nil
}

func (s *server) rename(ctx context.Context, p *renameParams) (any, error) {
	v := s.view()
	file, t, offset := v.locate(&p.at)
	if t == nil {
		return nil, errors.New("there is no such file")
	}
	targets, span := v.targets(file, offset)
	what, err := v.renamed(targets)
	if err != nil {
		return nil, err
	}
	old := t.of(span)
	if err := nameProblem(p.NewName); err != nil {
		return nil, err
	}
	edit := workspaceEdit{Changes: map[string][]textEdit{}}
	if p.NewName == old {
		return edit, nil
	}
	places := v.places(what)
	// the last one first: those before keep their places
	slices.SortFunc(places, func(a, b place) int { return b.At - a.At })
	w := v
	for _, o := range places {
		text := v.read(o.file)
		if text == nil || text.of(o.Span) != old {
			return nil, fmt.Errorf("%s could not be read as it is", filepath.Base(o.file))
		}
		uri := v.uriOf(o.file)
		edit.Changes[uri] = append(edit.Changes[uri], textEdit{text.span(o.Span), p.NewName})
		w = w.with(o.file, w.read(o.file).replaced(o.Span, p.NewName))
	}
	if err := v.sameNames(w, what, p.NewName); err != nil {
		return nil, err
	}
	for _, program := range v.subjects(what.file) {
		if before, after := errorsIn(v.model(ctx, program)), errorsIn(w.model(ctx, program)); after > before {
			return nil, fmt.Errorf("%s would no longer be right with the name %s", filepath.Base(program), p.NewName)
		}
	}
	return edit, nil
}

func errorsIn(m *model) (n int) {
	for i := range m.list {
		if m.list[i].Severity == diag.Error {
			n++
		}
	}
	return n
}

// nameProblem returns an error that says why a text cannot be a name, or nil.
func nameProblem(name string) error {
	for i := range len(name) {
		if c := name[i]; !wordByte(c) || i == 0 && '0' <= c && c <= '9' {
			return fmt.Errorf("%q is no name: names are made of A-Z, a-z, 0-9 and _", name)
		}
	}
	reserved, _ := lang.Keywords(".tfg")
	switch {
	case name == "":
		return errors.New("a name has a letter at least")
	case slices.Contains(reserved, name), slices.Contains(fsa.Keywords(), name):
		return fmt.Errorf("%s is a keyword", name)
	}
	return nil
}

// sameNames compares what names mean before and after: the same symbols in the same
// order, named at the same places, and found by the same foreign names.
func (v *view) sameNames(w *view, what target, name string) error {
	taken := fmt.Errorf("the name %s is taken", name)
	files := []string{what.file}
	for _, program := range v.subjects(what.file) {
		files = append(append(files, program), v.specsOf(program)...)
	}
	for _, file := range files {
		x, y := v.index(file), w.index(file)
		if len(x.Symbols) != len(y.Symbols) || len(x.Occurrences) != len(y.Occurrences) || len(x.Foreign) != len(y.Foreign) {
			return taken
		}
		for i := range x.Symbols {
			if a, b := x.Symbols[i], y.Symbols[i]; a.Kind != b.Kind || a.Within != b.Within || a.Name != b.Name &&
				b.Name != name {
				return taken
			}
		}
		if i := slices.IndexFunc(x.Symbols, func(s symbols.Symbol) bool {
			return s.Name == name && file == what.file && s.Within == x.Symbols[what.id].Within
		}); i >= 0 {
			return taken
		}
		for i := range x.Occurrences {
			if x.Occurrences[i].Symbol != y.Occurrences[i].Symbol {
				return taken
			}
		}
		for _, program := range v.subjects(file) {
			p, q := v.index(program), w.index(program)
			for i := range x.Foreign {
				if p.Find(x.Foreign[i]) != q.Find(y.Foreign[i]) {
					return taken
				}
			}
		}
	}
	return nil
}
