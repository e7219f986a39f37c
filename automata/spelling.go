package automata

// Names in specifications of programs in whose language case does not matter.

import "strings"

// Respell writes the words of a name as words has them.
func Respell(name string, words map[string]string) string {
	if len(words) == 0 {
		return name
	}
	var b strings.Builder
	for rest := name; rest != ""; {
		n := strings.IndexFunc(rest, func(r rune) bool { return !letter(r) })
		switch {
		case n < 0:
			n = len(rest)
		case n == 0:
			n = strings.IndexFunc(rest, letter)
			if n < 0 {
				n = len(rest)
			}
			b.WriteString(rest[:n])
			rest = rest[n:]
			continue
		}
		word := rest[:n]
		if declared, ok := words[strings.ToLower(word)]; ok {
			word = declared
		}
		b.WriteString(word)
		rest = rest[n:]
	}
	return b.String()
}

func letter(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}
