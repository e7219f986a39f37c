package automata

// This file decides whether the name of an event matches a pattern: fork[*].up
// matches fork[0].up, and no fork[0].down. A pattern without wildcards is compared as
// a string. Another one is matched from the left, and for each star every text is
// tried; positions at which a star has failed are remembered, so that a pattern with
// many stars takes polynomial time.

import (
	"strings"
	"unicode/utf8"
)

// Match reports whether the pattern matches an event with the given name in which tasks take part. A pattern with a
// prefix `task:` matches if some of the tasks matches the prefix, or if the name itself begins with such a prefix.
// Spaces in name do not count.
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

// globMatch reports whether a pattern with the wildcards globOne, globMany and globList
// stands for s.
func globMatch(glob, s string) bool {
	at := strings.IndexAny(glob, "\x01\x02\x03")
	if at < 0 {
		return glob == s
	}
	if len(s) < at || glob[:at] != s[:at] {
		return false
	}
	m := matcher{glob: glob[at:], s: s[at:]}
	if strings.ContainsAny(m.s, "[(") {
		m.jump = jumps(m.s)
	}
	if strings.Count(m.glob, "\x02")+strings.Count(m.glob, "\x03") > 1 {
		m.failed = make([]bool, len(m.glob)*(len(m.s)+1))
	}
	return m.from(0, 0)
}

// matcher is one comparison. Positions are bytes.
type matcher struct {
	glob, s string
	jump    []int  // by position of an opening bracket: the one after its partner, -1 if it has none
	failed  []bool // by glob position of a star * (len(s)+1) + s position; nil when none can recur
}

// jumps finds the partners of opening brackets, of either kind.
func jumps(s string) []int {
	jump := make([]int, len(s))
	var open []int
	for i := range len(s) {
		switch s[i] {
		case '[', '(':
			jump[i] = -1
			open = append(open, i)
		case ']', ')':
			if len(open) > 0 {
				jump[open[len(open)-1]] = i + 1
				open = open[:len(open)-1]
			}
		}
	}
	return jump
}

// from reports whether glob[g:] matches s[i:].
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

// star tries every text that the star at glob[g] may stand for. A longer text
// from an earlier position ends where a shorter one from here does, so one
// failure settles all the ends that follow.
func (m *matcher) star(g, i int) bool {
	for j := i; ; {
		key := g*(len(m.s)+1) + j
		if m.failed != nil && m.failed[key] {
			return false
		}
		if m.from(g+1, j) {
			return true
		}
		if m.failed != nil {
			m.failed[key] = true
		}
		if j == len(m.s) {
			return false
		}
		switch m.s[j] {
		case '[', '(':
			if j = m.jump[j]; j < 0 {
				return false
			}
		case ']', ')':
			return false
		case ',':
			if m.glob[g] == globMany {
				return false
			}
			j++
		default:
			j++
		}
	}
}
