package automata

// This file finds the symbol of a specification that an occurrence of an event belongs to, and reports symbols that
// match nothing, with a hint at what was probably meant.

import (
	"slices"
	"strings"

	"flavers/diag"
)

// Binder finds the symbols of a specification that occurrences belong to. It looks names up among the literal
// patterns, and tries each pattern with wildcards.
type Binder struct {
	spec    *Spec
	literal map[string][]int32 // the symbols with a literal pattern, by the name of the event without its task
	wild    []int32            // the symbols whose patterns have wildcards, ascending
}

// NewBinder prepares sp for many calls of Bind.
func NewBinder(sp *Spec) *Binder {
	b := &Binder{spec: sp, literal: make(map[string][]int32, len(sp.Symbols))}
	for i := range sp.Symbols {
		p := sp.Symbols[i].Pattern
		if !p.Literal() {
			b.wild = append(b.wild, int32(i))
			continue
		}
		b.literal[p.body] = append(b.literal[p.body], int32(i))
		if p.full != "" {
			b.literal[p.full] = append(b.literal[p.full], int32(i))
		}
	}
	return b
}

// Bind returns the symbol that an occurrence of an event stands for, or -1 if no symbol matches it. An occurrence may
// have several names, and a symbol matches if it matches one of them; tasks are the names of the tasks that take part.
// At most one symbol should match. If several do, the specification is wrong: sym and clash are then the two lowest
// of them, and Clash reports the mistake. Otherwise clash is -1.
func (b *Binder) Bind(names []string, tasks []string) (sym int, clash int) {
	lowest, second := int32(-1), int32(-1)
	found := func(s int32) {
		switch {
		case s == lowest || s == second:
		case lowest < 0:
			lowest = s
		case s < lowest:
			lowest, second = s, lowest
		case second < 0 || s < second:
			second = s
		}
	}
	for _, n := range names {
		n = normalise(n)
		for _, s := range b.literal[n] {
			if b.spec.Symbols[s].Pattern.match(n, tasks) {
				found(s)
			}
		}
		for _, s := range b.wild {
			if b.spec.Symbols[s].Pattern.match(n, tasks) {
				found(s)
			}
		}
	}
	return int(lowest), int(second)
}

// Unmatched adds to l the warning that symbol sym of sp matches no event of the program, or an error if strict is set.
// names are the events of the program and tasks its tasks; a hint is chosen from them.
func Unmatched(l *diag.List, sp *Spec, sym int, names, tasks []string, strict bool) {
	s := &sp.Symbols[sym]
	report := l.Warnf
	if strict {
		report = l.Errorf
	}
	d := report(s.Pos, diag.FUnmatched, "%s of %s matches no event of the program", s.describe(),
		sp.kind()+" "+sp.Name).WithLen(s.Len)

	// event is the name that was probably meant, or the name as written if the program has it.
	p := s.Pattern
	event := p.Event()
	if !slices.ContainsFunc(names, func(n string) bool { return globMatch(p.body, normalise(n)) }) {
		stars := starred(names)
		if withArguments := event + "(*)"; slices.Contains(stars, withArguments) { // its arguments were left out
			event = withArguments
		} else if rest := unqualified(event, slices.Concat(names, stars)); rest != "" {
			event = rest
		} else if event = diag.Suggest(event, slices.Concat(names, stars)); event == "" {
			if all := diag.Among(names); all != "" {
				d.WithHint("its events are %s", all)
			}
			return
		}
	}

	// task is the task that was probably meant.
	task := p.Task()
	if task != "" && !slices.ContainsFunc(tasks, func(t string) bool { return globMatch(p.task, normalise(t)) }) {
		if task = diag.Suggest(task, slices.Concat(tasks, starred(tasks))); task == "" {
			d.WithHint("there is no task %s; without it: %q", p.Task(), event)
			return
		}
	}
	switch {
	case task == p.Task() && event == p.Event(): // both exist, apart
		d.WithHint("%s has no part in %q", task, event)
	case task != "":
		d.WithHint("did you mean %q?", task+":"+event)
	default:
		d.WithHint("did you mean %q?", event)
	}
}

// unqualified returns the name that is left without the first part of event, which may be the name of a package, if
// names has it. Otherwise it returns "".
func unqualified(event string, names []string) string {
	_, rest, _ := strings.Cut(event, ".")
	i := slices.IndexFunc(names, func(n string) bool { return rest != "" && strings.EqualFold(n, rest) })
	if i < 0 {
		return ""
	}
	return names[i]
}

// Clash adds to l the error that an occurrence with the given name matches both symbols a and b of sp.
func Clash(l *diag.List, sp *Spec, a, b int, name string) {
	l.Errorf(sp.Symbols[b].Pos, diag.FClash, "event %q is both %s and %s of %s %s", name,
		sp.Symbols[a].describe(), sp.Symbols[b].describe(), sp.kind(), sp.Name).
		WithLen(sp.Symbols[b].Len).WithHint("make the patterns disjoint, or use one symbol for both")
}

// starred returns the names that have an index or arguments, with these replaced by `*`. An author who misspelt a
// pattern with wildcards probably meant one of them.
func starred(names []string) []string {
	var out []string
	for _, n := range names {
		open := strings.IndexAny(n, "[(")
		if open < 0 {
			continue
		}
		end := strings.IndexAny(n[open:], "])")
		if end < 0 {
			continue
		}
		if s := n[:open+1] + "*" + n[open+end:]; len(out) == 0 || out[len(out)-1] != s {
			out = append(out, s)
		}
	}
	return out
}

// describe returns how diagnostics call the symbol.
func (s *Symbol) describe() string {
	if s.Short != "" && s.Short != s.Pattern.String() {
		return "symbol " + s.Short + " = \"" + s.Pattern.String() + "\""
	}
	return "symbol \"" + s.Pattern.String() + "\""
}

func (sp *Spec) kind() string {
	if sp.Property {
		return "property"
	}
	return "constraint"
}
