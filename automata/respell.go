package automata

// This file writes patterns for programs whose language does not tell upper and lower
// case apart. The words of a pattern are written as the program writes them: with
// the spelling seize: Seize, fork: Fork, the pattern fork(1).seize becomes
// Fork(1).Seize.

import (
	"strings"
	"unicode"
)

// Respell replaces each word of each pattern by its spelling. The keys of spelling are words in lower case; a word
// that is no key stays as it is. So does a pattern that would become equal to another one of the specification.
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

// respelled replaces the words of a text by their spellings, and keeps everything between words.
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
