package lsp

// Hover. The editor shows what stands under the cursor: what a name means, the value of a constant, the steps of an
// event, the alphabet and the verdict of a property, or the meaning of a word of the language.

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/lang/parts"
	"flavers/lang/symbols"
)

// maxListed is how many events or places hover lists.
const maxListed = 8

func (s *server) hover(ctx context.Context, p *at) (any, error) {
	v := s.view()
	file, t, offset := v.locate(p)
	if t == nil {
		return nil, nil
	}
	targets, span := v.targets(file, offset)
	f, foreign := v.index(file).ForeignAt(offset)
	if foreign && len(targets) == 0 {
		span = f.Span
	}
	if len(targets) == 0 && !foreign {
		return wordHover(file, t, offset), nil
	}
	var b strings.Builder
	seen := map[string]bool{}
	for _, d := range targets {
		text := s.describe(ctx, v, d, file)
		if !seen[text] {
			seen[text] = true
			b.WriteString(text)
		}
	}
	if foreign {
		for _, program := range v.subjects(file) {
			m := v.model(ctx, program)
			if text := m.standsFor(v, f.Symbol, m.patterns(file, f.Event.At)); text != "" && !seen[text] {
				seen[text] = true
				b.WriteString(text)
			}
		}
	}
	if b.Len() == 0 {
		return nil, nil
	}
	return hover{markup{"markdown", b.String()}, t.span(span)}, nil
}

// wordHover explains the word of the language at an offset of the code. It returns nil if there is none.
func wordHover(file string, t *text, offset int) any {
	span := t.word(offset)
	e := explained(file, t.of(span))
	if e == nil || !codeOf(file, t.src).has(span) {
		return nil
	}
	return hover{markup{"markdown", e.markdown(file)}, t.span(span)}
}

// describe says what a symbol is. from is the file in which the user asks.
func (s *server) describe(ctx context.Context, v *view, d target, from string) string {
	x, sym := v.index(d.file), v.symbol(d)
	var b strings.Builder
	language := "tfg"
	switch {
	case isSpec(d.file):
		language = "fsa"
	case parts.Ada(d.file):
		language = "ada"
	}
	fmt.Fprintf(&b, "```%s\n%s\n```\n", language, cmp.Or(sym.Detail, sym.Name))
	fmt.Fprintf(&b, "%s `%s`", sym.Kind, sym.Name)
	if sym.Value != "" {
		fmt.Fprintf(&b, " of `%s`", sym.Value)
	}
	if sym.Within != symbols.None {
		fmt.Fprintf(&b, ", in %s `%s`", x.Symbols[sym.Within].Kind, x.Symbols[sym.Within].Name)
	}
	if d.file != from {
		fmt.Fprintf(&b, ", of %s", filepath.Base(d.file))
	}
	b.WriteString("\n\n")
	programs := v.subjects(d.file)
	if len(programs) == 0 {
		return b.String()
	}
	m := v.model(ctx, programs[0])
	switch sym.Kind {
	case symbols.Constant:
		if m.p != nil && sym.Within == symbols.None {
			if value, ok := m.p.Constants[sym.Name]; ok {
				fmt.Fprintf(&b, "value: `%d`\n\n", value)
			}
		}
	case symbols.Event:
		b.WriteString(m.ownEvents(sym.Name))
	case symbols.Property, symbols.Constraint:
		if sp := m.property(sym.Name); sp != nil {
			b.WriteString(alphabetOf(sp))
			if sp.Index != "" {
				fmt.Fprintf(&b, "a family; shown is the instance of %s\n\n", sp.Index)
			}
		}
		b.WriteString(s.verdictText(m, sym.Name))
	}
	return b.String()
}

// alphabetOf lists the symbols of a specification.
func alphabetOf(sp *automata.Spec) string {
	var names []string
	for i := range sp.Symbols {
		name := "`" + sp.Symbols[i].Pattern.String() + "`"
		if short := sp.Symbols[i].Short; short != "" && short != sp.Symbols[i].Pattern.String() {
			name = short + " = " + name
		}
		names = append(names, name)
	}
	return "alphabet: " + listed(names) + "\n\n"
}

// ownEvents lists the forms of an event of the program.
func (m *model) ownEvents(name string) string {
	var forms []string
	for _, n := range m.names() {
		if n == name || strings.HasPrefix(n, name+"(") {
			forms = append(forms, "`"+n+"`")
		}
	}
	if len(forms) == 0 {
		return ""
	}
	return "events: " + listed(forms) + "\n\n"
}

// standsFor says which events a pattern stands for, or the instances of a pattern.
func (m *model) standsFor(v *view, text string, patterns []automata.Pattern) string {
	if len(patterns) == 0 || m.p == nil {
		return ""
	}
	var names, places []string
	for _, p := range patterns {
		for _, e := range m.matching(p) {
			for _, n := range e.names {
				if p.Match(n, e.tasks) && !slices.Contains(names, "`"+n+"`") {
					names = append(names, "`"+n+"`")
				}
			}
			for _, at := range e.at {
				place := fmt.Sprintf("[%s:%d](%s#L%d)", filepath.Base(at.Filename), at.Line, v.uriOf(at.Filename), at.Line)
				if !slices.Contains(places, place) {
					places = append(places, place)
				}
			}
		}
	}
	if len(names) == 0 {
		return fmt.Sprintf("`%s` matches no event of %s\n\n", text, filepath.Base(m.program))
	}
	return fmt.Sprintf("`%s` stands for %s\n\nat %s\n\n", text, listed(names), listed(places))
}

// listed joins names, but no more than the first maxListed.
func listed(names []string) string {
	if len(names) > maxListed {
		return strings.Join(names[:maxListed], ", ") + fmt.Sprintf(" and %d more", len(names)-maxListed)
	}
	return strings.Join(names, ", ")
}
