package task

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Characters that programs do not contain, but that people type: letters
// beyond ASCII, strings, the comments and operators of other languages. Each
// is reported once and read as what was meant, so that the parser does not
// stumble over the same place again.

// slip reads what begins at offset i, where no token can begin, and reports
// it. It returns where to go on, and the token that takes its place; kind eof
// stands for none.
func (r *reporter) slip(i int) (end int, k kind, text string) {
	src := r.src.text
	c, n := utf8.DecodeRune(src[i:])
	at := func(n int) span { return span{pos(i), pos(i + n)} }
	switch {
	case c == utf8.RuneError && n == 1:
		for i+n < len(src) && src[i+n] >= utf8.RuneSelf {
			if c, m := utf8.DecodeRune(src[i+n:]); c != utf8.RuneError || m != 1 {
				break
			}
			n++
		}
		r.bad(r.errorf(at(n), "T003", "invalid UTF-8").WithHint("save the file as UTF-8").Pos.Line)
		return i + n, eof, ""
	case unicode.IsLetter(c) || c == '_':
		n = foreignWord(src[i:])
		name := string(src[i : i+n])
		if !r.words[name] {
			if r.words == nil {
				r.words = map[string]bool{}
			}
			r.words[name] = true
			r.errorf(at(n), "T001", "unexpected character %q in the name %s", firstForeign(name), clip(name)).
				WithHint("names are made of A-Z, a-z, 0-9 and _")
		}
		r.bad(r.src.position(pos(i)).Line)
		return i + n, word, name
	case c == '"' || strings.ContainsRune("“”„«»‘’'`", c):
		n += quotedLength(src[i+n:], c)
		r.bad(r.errorf(at(n), "T001", "there are no strings in programs").
			WithHint("events, messages and enum values are words, without quotes").Pos.Line)
		return i + n, word, "”" + string(src[i+utf8.RuneLen(c):i+n]) // a name that no program has
	case c == '#':
		r.bad(r.errorf(at(1), "T001", "unexpected character '#'").WithHint("comments begin with //").Pos.Line)
		return i + lineLength(src[i:]), eof, ""
	case unicode.IsSpace(c) || unicode.In(c, unicode.Cf, unicode.Zs):
		r.errorf(at(n), "T001", "unexpected character %U, a space that is not a plain one",
			c).WithHint("delete it, or type a plain space")
		return i + n, eof, ""
	}
	d := r.errorf(at(n), "T001", "unexpected character %q", c)
	meant := meantBy[c]
	switch {
	case meant.hint != "":
		d.WithHint("%s", meant.hint)
	case meant.text != "":
		d.WithHint("write %s", meant.text)
	}
	if meant.text != "" {
		return i + n, symbolT, meant.text
	}
	r.bad(d.Pos.Line)
	return i + n, eof, ""
}

// meantBy tells what stands in programs in place of a character.
var meantBy = map[rune]struct{ text, hint string }{
	'&': {"&&", ""}, '|': {"||", ""}, '≤': {"<=", ""}, '≥': {">=", ""}, '≠': {"!=", ""}, '∧': {"&&", ""}, '∨': {"||", ""},
	'¬': {"!", ""}, '−': {"-", ""}, '–': {"-", ""}, '×': {"*", ""}, '÷': {"/", ""}, '←': {"<-", ""}, '…': {"..", ""},
	'∙': {"*", ""},
	'?': {"", "a choice of values is written if c then a else b, a receive x = <-c"},
	'^': {"", "there are no bit operations and no powers"},
	'~': {"", "not is written !"},
	'@': {"", ""}, '$': {"", ""},
	'→':  {"", "a receive is written x = <-c, a send c <- x"},
	'\\': {"", "a statement goes on in the next line after an operator or inside parentheses"},
}

// dashComment reports whether the text begins with a comment as in Ada, SQL or
// Lua; at the start of a statement nothing else can be meant by --.
func dashComment(text []byte) bool { return len(text) > 1 && text[0] == '-' && text[1] == '-' }

// bad notes a line with a character that stands for nothing: what the parser
// finds wrong with the rest of it may follow from that.
func (r *reporter) bad(line int) {
	if r.badLines == nil {
		r.badLines = map[int]bool{}
	}
	r.badLines[line] = true
}

// foreignWord returns the length of the word that text begins with, where letters
// of all scripts count.
func foreignWord(text []byte) int {
	n := 0
	for n < len(text) {
		c, m := utf8.DecodeRune(text[n:])
		if c == utf8.RuneError && m == 1 || c != '_' && !unicode.In(c, unicode.L, unicode.M, unicode.Nd) {
			break
		}
		n += m
	}
	return n
}

// firstForeign returns the first character of a word that names do not have.
func firstForeign(word string) rune {
	for _, c := range word {
		if c >= utf8.RuneSelf {
			return c
		}
	}
	return 0
}

// ascii reports whether a name has only letters that names can have.
func ascii(name string) bool { return firstForeign(name) == 0 }

// quotedLength returns how much of text belongs to a quotation that opened with
// quote: up to its partner on the same line, else the word that follows.
func quotedLength(text []byte, quote rune) int {
	partner := quote
	switch quote {
	case '“', '„', '”':
		partner = '”'
	case '«':
		partner = '»'
	case '‘', '’':
		partner = '’'
	}
	line := text[:lineLength(text)]
	if n := strings.IndexRune(string(line), partner); n >= 0 {
		return n + utf8.RuneLen(partner)
	}
	return foreignWord(line)
}

func lineLength(text []byte) int {
	for i, c := range text {
		if c == '\n' || c == '\r' {
			return i
		}
	}
	return len(text)
}
