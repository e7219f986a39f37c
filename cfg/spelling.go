package cfg

// How the names of a program are spelled, for specifications of languages in which case
// does not matter.

import "strings"

// Spelling gives, for each word of the program's names in lower case, the word as it is
// declared; nil if case matters in the language of the program. A word that is declared in two
// spellings is not in it: specifications write that one as it is declared.
func (p *Program) Spelling() map[string]string {
	if !p.AnyCase {
		return nil
	}
	words := spelling{}
	for i := range p.Tasks {
		words.add(p.Tasks[i].Name)
	}
	for i := range p.Vars {
		words.add(p.Vars[i].Name)
		words.addType(p.Vars[i].Type)
	}
	for i := range p.Objects {
		words.add(p.Objects[i].Name)
	}
	for i := range p.Nodes {
		words.add(p.EventString(NodeID(i)))
	}
	for name := range p.Constants {
		words.add(name)
	}
	for lower, word := range words {
		if word == "" {
			delete(words, lower)
		}
	}
	return words
}

// spelling maps words in lower case to the one spelling that was seen, "" if there are several.
type spelling map[string]string

// add takes the words of a name apart: letters, digits and underscores.
func (s spelling) add(name string) {
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return !wordRune(r) }) {
		lower := strings.ToLower(word)
		if old, seen := s[lower]; seen && old != word {
			word = ""
		}
		s[lower] = word
	}
}

func (s spelling) addType(t Type) {
	for _, name := range t.Names {
		s.add(name)
	}
}

func wordRune(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
}
