package automata

// Which symbol of a specification an occurrence belongs to.

import (
	"slices"
	"strings"

	"flavers/diag"
)

// Binder finds the symbols of a specification that occurrences belong to.
// Literal patterns are sorted by name, the others stand in a list. Cost of one
// occurrence: a look-up per name and one attempt per pattern with wildcards.
type Binder struct {
	spec    *Spec
	literal map[string][]int32 // event name without prefix to symbols; only looked up, never ranged over
	wild    []int32
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

// Bind finds the symbol that an occurrence belongs to: names are its
// alternative event names (any may match), tasks the names of the tasks that
// take part. sym is -1 if it belongs to none. clash is another symbol that it
// matches too, or -1: an error to be reported, see Clash. They are the two
// lowest symbols that match.
func (b *Binder) Bind(names []string, tasks []string) (sym int, clash int) {
	low, next := int32(-1), int32(-1)
	found := func(s int32) {
		switch {
		case s == low || s == next:
		case low < 0:
			low = s
		case s < low:
			low, next = s, low
		case next < 0 || s < next:
			next = s
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
	return int(low), int(next)
}

// Unmatched reports that symbol sym of sp stands for nothing in the program;
// names are the program's event names and tasks its tasks, for a hint. strict
// makes it an error.
func Unmatched(l *diag.List, sp *Spec, sym int, names, tasks []string, strict bool) {
	s := &sp.Symbols[sym]
	report := l.Warnf
	if strict {
		report = l.Errorf
	}
	d := report(s.Pos, diag.FUnmatched, "%s of %s matches no event of the program", s.describe(),
		sp.kind()+" "+sp.Name).WithLen(s.Len)
	p := s.Pattern
	event := p.Event()
	if !slices.ContainsFunc(names, func(n string) bool { return globMatch(p.body, normalise(n)) }) {
		stars := starred(names)
		if all := event + "(*)"; slices.Contains(stars, all) { // its arguments were left out
			event = all
		} else if rest := unqualified(event, slices.Concat(names, stars)); rest != "" {
			event = rest
		} else if event = diag.Suggest(event, slices.Concat(names, stars)); event == "" {
			if all := diag.Among(names); all != "" {
				d.WithHint("its events are %s", all)
			}
			return
		}
	}
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

// unqualified returns a name without its first part, that of a package, if it is one of names so; "": it is not.
func unqualified(event string, names []string) string {
	_, rest, _ := strings.Cut(event, ".")
	i := slices.IndexFunc(names, func(n string) bool { return rest != "" && strings.EqualFold(n, rest) })
	if i < 0 {
		return ""
	}
	return names[i]
}

// Clash reports that the occurrence called name matches symbols a and b of sp.
func Clash(l *diag.List, sp *Spec, a, b int, name string) {
	l.Errorf(sp.Symbols[b].Pos, diag.FClash, "event %q is both %s and %s of %s %s", name,
		sp.Symbols[a].describe(), sp.Symbols[b].describe(), sp.kind(), sp.Name).
		WithLen(sp.Symbols[b].Len).WithHint("make the patterns disjoint, or use one symbol for both")
}

// starred replaces the index of every name by `*`: what the author of a
// pattern with wildcards probably meant.
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
