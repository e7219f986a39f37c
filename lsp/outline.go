package lsp

// The outline of a file, and the kinds of its names for highlighting.

import (
	"context"
	"slices"

	"flavers/lang/symbols"
)

// symbolKinds maps kinds of symbols to those of the protocol.
var symbolKinds = map[symbols.Kind]int{
	symbols.Constant: 14, symbols.Enum: 10, symbols.Value: 22, symbols.Variable: 13, symbols.Running: 13, symbols.Lock: 19,
	symbols.Semaphore: 19, symbols.WaitGroup: 19, symbols.Once: 19, symbols.Condition: 19,
	symbols.Channel: 19, symbols.Task: 5, symbols.Procedure: 12, symbols.Entry: 6, symbols.Message: 6, symbols.Event: 24,
	symbols.Label:   20,
	symbols.Package: 4, symbols.Protected: 5, symbols.Type: 23,
	symbols.Property: 7, symbols.Constraint: 7, symbols.State: 22, symbols.ShortName: 20,
}

// outlined lists the kinds of symbols that an outline shows.
var outlined = []symbols.Kind{symbols.Constant, symbols.Enum, symbols.Value, symbols.Variable, symbols.Lock,
	symbols.Semaphore, symbols.Channel, symbols.WaitGroup, symbols.Once, symbols.Condition,
	symbols.Package, symbols.Protected, symbols.Type, symbols.Task, symbols.Procedure, symbols.Entry, symbols.Message, symbols.Property, symbols.Constraint, symbols.State,
	symbols.ShortName}

func (s *server) outline(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, _ := v.locate(p)
	if t == nil {
		return []documentSymbol{}, nil
	}
	x := v.index(file)
	inside := map[symbols.ID][]symbols.ID{}
	for i, sym := range x.Symbols {
		if slices.Contains(outlined, sym.Kind) {
			inside[sym.Within] = append(inside[sym.Within], symbols.ID(i))
		}
	}
	var within func(up symbols.ID, depth int) []documentSymbol
	within = func(up symbols.ID, depth int) []documentSymbol {
		out := []documentSymbol{}
		if depth > 10 {
			return out
		}
		for _, i := range inside[up] {
			sym := &x.Symbols[i]
			out = append(out, documentSymbol{Name: sym.Name, Detail: sym.Kind.String(), Kind: symbolKinds[sym.Kind],
				Range: t.span(sym.Extent), SelectionRange: t.span(sym.Place), Children: within(i, depth+1)})
		}
		slices.SortStableFunc(out, func(a, b documentSymbol) int {
			if a.Range.Start.Line != b.Range.Start.Line {
				return a.Range.Start.Line - b.Range.Start.Line
			}
			return a.Range.Start.Character - b.Range.Start.Character
		})
		return out
	}
	return within(symbols.None, 0), nil
}

// tokenTypes and tokenModifiers are the legend of the semantic tokens.
var (
	tokenTypes = []string{"variable", "parameter", "enum", "enumMember", "class", "function", "method", "event",
		"property", "label"}
	tokenModifiers = []string{"declaration", "readonly"}
)

// tokenOf returns the token type of a kind of symbols, or -1 if the grammar of the editor highlights it well enough.
func tokenOf(kind symbols.Kind) int {
	switch kind {
	case symbols.Constant, symbols.Variable, symbols.Running:
		return 0
	case symbols.Enum, symbols.Type:
		return 2
	case symbols.Value:
		return 3
	case symbols.Task, symbols.Protected:
		return 4
	case symbols.Procedure:
		return 5
	case symbols.Entry, symbols.Message:
		return 6
	case symbols.Event, symbols.ShortName:
		return 7
	case symbols.Lock, symbols.Semaphore, symbols.Channel, symbols.WaitGroup, symbols.Once, symbols.Condition:
		return 8
	case symbols.Label, symbols.State:
		return 9
	}
	return -1
}

// semanticTokens answers with five numbers for each name: lines and characters since the name before, length, type,
// modifiers.
func (s *server) semanticTokens(_ context.Context, p *at) (any, error) {
	v := s.view()
	file, t, _ := v.locate(p)
	out := struct {
		Data []int `json:"data"`
	}{[]int{}}
	if t == nil {
		return out, nil
	}
	x := v.index(file)
	var last position
	for _, o := range x.Occurrences {
		sym := &x.Symbols[o.Symbol]
		kind := tokenOf(sym.Kind)
		if kind < 0 || t.src[o.At] == '"' {
			continue
		}
		modifiers := 0
		if o.Span == sym.Place {
			modifiers |= 1
		}
		if sym.Kind == symbols.Constant || sym.Kind == symbols.Running || sym.Kind == symbols.Value {
			modifiers |= 2
		}
		at := t.position(o.At)
		ahead := at.Character
		if at.Line == last.Line {
			ahead -= last.Character
		}
		length := t.position(o.End).Character - at.Character
		out.Data = append(out.Data, at.Line-last.Line, ahead, length, kind, modifiers)
		last = at
	}
	return out, nil
}
