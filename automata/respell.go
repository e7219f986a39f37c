package automata

// Patterns for programs whose language does not tell letters of different case apart: their words are written as the
// program writes them, and indices of tasks are in parentheses.

import (
	"strings"
	"unicode"
)

// Respell writes the words of all patterns as spelling says, which has them in lower case. A pattern that would become
// another's is left as it is.
func (sp *Spec) Respell(spelling map[string]string) {
	taken := map[Pattern]bool{}
	for i := range sp.Symbols {
		taken[sp.Symbols[i].Pattern] = true
	}
	for i := range sp.Symbols {
		text := respelled(sp.Symbols[i].Pattern.String(), spelling)
		if p, err := parsePattern(text, true); err == nil && !taken[p] {
			taken[p] = true
			sp.Symbols[i].Pattern = p
		}
	}
}

func respelled(text string, spelling map[string]string) string {
	var b strings.Builder
	word := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return !word(r) })
		if end < 0 {
			end = len(text)
		}
		if w, ok := spelling[strings.ToLower(text[:end])]; ok {
			b.WriteString(w)
		} else {
			b.WriteString(text[:end])
		}
		text = text[end:]
		next := strings.IndexFunc(text, word)
		if next < 0 {
			next = len(text)
		}
		b.WriteString(text[:next])
		text = text[next:]
	}
	return b.String()
}
