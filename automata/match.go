package automata

// Does an event name match a pattern? Literal patterns compare strings; others
// walk the glob, remembering failed positions so that many stars stay
// polynomial.

import (
	"strings"
	"unicode/utf8"
)

// Match tells whether the pattern stands for the event called name of an
// occurrence in which tasks take part. With a prefix `task:` some task must
// match it, or the name must begin with such a prefix itself. Spaces in name
// do not count.
func (p Pattern) Match(name string, tasks []string) bool {
	return p.match(normalise(name), tasks)
}

// match is Match for a name in normal form.
func (p Pattern) match(name string, tasks []string) bool {
	if p.task == "" {
		return p.body != "" && globMatch(p.body, name)
	}
	if globMatch(p.body, name) {
		for _, t := range tasks {
			if globMatch(p.task, normalise(t)) {
				return true
			}
		}
	}
	return globMatch(p.full, name)
}

func globMatch(glob, s string) bool {
	at := strings.IndexAny(glob, "\x01\x02\x03")
	if at < 0 {
		return glob == s
	}
	if len(s) < at || glob[:at] != s[:at] {
		return false
	}
	m := matcher{glob: glob[at:], s: s[at:]}
	if strings.Count(m.glob, "\x02")+strings.Count(m.glob, "\x03") > 1 {
		m.failed = make([]bool, (len(m.glob)+1)*(len(m.s)+1))
	}
	return m.from(0, 0)
}

type matcher struct {
	glob, s string
	failed  []bool // by glob position * (len(s)+1) + s position; nil when no position can recur
}

// from tells whether glob[g:] matches s[i:].
func (m *matcher) from(g, i int) bool {
	for g < len(m.glob) {
		switch c := m.glob[g]; c {
		case globOne:
			if i == len(m.s) || strings.IndexByte("[](),", m.s[i]) >= 0 {
				return false
			}
			_, n := utf8.DecodeRuneInString(m.s[i:])
			g, i = g+1, i+n
		case globMany, globList:
			return m.star(g, i)
		default:
			if i == len(m.s) || m.s[i] != c {
				return false
			}
			g, i = g+1, i+1
		}
	}
	return i == len(m.s)
}

// star tries every text that the star at glob[g] may stand for.
func (m *matcher) star(g, i int) bool {
	key := g*(len(m.s)+1) + i
	if m.failed != nil && m.failed[key] {
		return false
	}
	depth := 0
	for j := i; ; j++ {
		if depth == 0 && m.from(g+1, j) {
			return true
		}
		if j == len(m.s) {
			break
		}
		switch m.s[j] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		}
		if depth < 0 || depth == 0 && m.s[j] == ',' && m.glob[g] == globMany {
			break
		}
	}
	if m.failed != nil {
		m.failed[key] = true
	}
	return false
}
