package index

// This file warns of what may be a mistake in a main procedure although it has a meaning.

import (
	"bytes"
	"go/token"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/lang/ada/syntax"
	"flavers/lang/symbols"
)

// Lint returns warnings about a file: variables, constants and procedures that nothing names (T402), entries that
// nobody calls (T405), and events of lines "--! event" that no specification names (T406); named are the names that
// specifications use, nil if there are none. What packages declare other units may use: of these it says nothing.
func Lint(file string, src []byte, named []string) (list diag.List) {
	if _, problems := syntax.Parse(file, src); problems.HasErrors() {
		return list
	}
	x := Of(file, src)
	used := make([]bool, len(x.Symbols))
	for _, o := range x.Occurrences {
		if o.Span != x.Symbols[o.Symbol].Place && !repeats(src, o) {
			used[o.Symbol] = true
		}
	}
	for i := range x.Symbols {
		s := &x.Symbols[i]
		at := position(file, src, s.Place.At)
		switch {
		case s.Kind == symbols.Event:
			same := func(name string) bool { return strings.EqualFold(name, s.Name) }
			if named != nil && !slices.ContainsFunc(named, same) {
				list.Warnf(at, "T406", "no specification names event %s", s.Name).WithLen(len(s.Name)).
					WithHint("name it in a property, or leave it out")
			}
		case used[i] || !private(x, s):
		case s.Kind == symbols.Entry:
			owner := x.Symbols[s.Within].Name
			list.Warnf(at, "T405", "nobody calls %s.%s", owner, s.Name).WithLen(len(s.Name)).
				WithHint("call it, or delete it: a task that accepts it waits for ever")
		case s.Kind == symbols.Constant, s.Kind == symbols.Procedure, s.Kind == symbols.Variable && declared(src, s):
			list.Warnf(at, "T402", "%s %s is never used", s.Kind, s.Name).WithLen(len(s.Name)).WithHint("delete it")
		}
	}
	list.Sort()
	return list
}

// repeats reports whether an occurrence only repeats a name that is declared: in a body, behind end or accept.
func repeats(src []byte, o symbols.Occurrence) bool {
	before := strings.ToLower(string(bytes.TrimRight(src[:o.At], " \t\r\n")))
	return o.Write || strings.HasSuffix(before, "end") || strings.HasSuffix(before, "accept")
}

// private reports whether a symbol is one of a main procedure, which no other unit can name. Its tasks need not be
// named.
func private(x *symbols.Index, s *symbols.Symbol) bool {
	if s.Within == symbols.None {
		return false
	}
	up := s.Within
	for x.Symbols[up].Within != symbols.None {
		up = x.Symbols[up].Within
	}
	return x.Symbols[up].Kind == symbols.Procedure
}

// declared reports whether a variable is declared on its own: no parameter, discriminant or object whose type does
// something by itself.
func declared(src []byte, s *symbols.Symbol) bool {
	if s.Extent == s.Scope || s.Extent.At != s.Place.At && !bytes.Contains(src[s.Extent.At:s.Place.At], []byte(",")) {
		return false
	}
	// A task is an object that nothing needs to name: only objects of other types are known to be of no use.
	_, typ, _ := strings.Cut(strings.ToLower(s.Detail), ":")
	first := strings.FieldsFunc(typ, func(r rune) bool { return r == ' ' || r == '(' || r == ':' })
	return len(first) > 0 && slices.Contains(plain, first[0])
}

// plain are types whose objects do nothing by themselves.
var plain = strings.Fields("boolean integer natural positive float character string duration")

func position(file string, src []byte, at int) token.Position {
	line := bytes.Count(src[:at], []byte("\n")) + 1
	return token.Position{Filename: file, Offset: at, Line: line, Column: at - bytes.LastIndexByte(src[:at], '\n')}
}
