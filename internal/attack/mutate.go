package attack

// This file changes texts: their bytes, words, lines, numbers and names.

import (
	"regexp"
	"slices"
	"strings"
)

// largest is the largest number of bytes of a changed text.
const largest = 1 << 20

// token is a name, a number, or one other character.
var token = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|[0-9]+|[^\sA-Za-z_0-9]|\s+`)

// What is replaced by others of its kind.
var (
	number    = regexp.MustCompile(`\b[0-9]+\b`)
	statement = regexp.MustCompile(`(?m)^[^{}\n]+$`)
	name      = regexp.MustCompile(`\b[A-Za-z_][A-Za-z_0-9]*\b`)
)

// numbers has numbers at the edges of what fits in some type, and what is no number.
var numbers = []string{"0", "1", "-1", "2", "3", "7", "63", "64", "65", "127", "255", "256", "1000", "4096", "32767",
	"32768", "65535", "65536", "65537", "1000000",
	"2147483647", "2147483648", "-2147483648", "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808",
	"9223372036854775808",
	"18446744073709551615", "18446744073709551616", "99999999999999999999999999", "00", "0x10", "1e9", "1.5", "- 1",
	"(1/0)", "(0-1)", "(1 % 0)"}

// names has what somebody may write instead of a name.
var names = []string{"_", "x", "task", "program", "N", "self", "main", "end", "true", "é", "\u202ename", "na\u200bme",
	"\x1b[31mname", "a\x00b", "\xff\xfe", "\"\"", "\"a b\"", "'",
	"*", "?", "[", "{", "}", "/*", "*/", "//!", "//! expect", "//! property /etc/passwd\n", "//! property ../x.fsa\n",
	"<script>alert(1)</script>", "&lt;", "]]>", "<!--", "%s%n%d",
	"x\ny.tfg:1:1: error T999: forged\n", "\r", "\u2028", "\u0085", strings.Repeat("n", 5000), "$(id)", "`id`", "|", "..",
	"../..", "\\", "-", "--", "::"}

// nests has beginnings of what parsers recurse on. One of them is repeated many times.
var nests = []string{"(", "{", "[", "-", "!", "not ", "((a) + ", "if true { ", "while true { ", "loop { ", "choose { ",
	"if (", "(a;", "a|(", "/*", "<page id=\"x\">", "<a>", "\""}

// change changes a text so that many programs stay right.
func (r *random) change(text string) string {
	switch r.IntN(8) {
	case 0, 1:
		return r.replace(text, number, []string{"0", "1", "2", "3", "4", "5"})
	case 2, 3:
		return r.replace(text, name, name.FindAllString(text, -1))
	case 4, 5, 6:
		return r.replace(text, statement, append(statement.FindAllString(text, -1), ""))
	}
	return r.lines(text)
}

// mutate changes a text in one of many ways, most of which make it wrong.
func (r *random) mutate(text string) string {
	if text == "" {
		return r.of(names...)
	}
	out := text
	switch r.IntN(26) {
	case 0: // bits
		b := []byte(text)
		for n := 1 + r.IntN(4); n > 0; n-- {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		out = string(b)
	case 1: // a part is missing
		from := r.IntN(len(text))
		to := min(len(text), from+1+r.IntN(30))
		out = text[:from] + text[to:]
	case 2: // something is put in between
		at := r.IntN(len(text) + 1)
		out = text[:at] + r.of(names...) + text[at:]
	case 3: // the end is missing
		if out = text[:r.IntN(len(text))]; r.one(2) {
			out = text[len(out):]
		}
	case 4, 5, 6, 7: // words
		out = r.tokens(text)
	case 8, 9, 10: // lines
		out = r.lines(text)
	case 11, 12: // numbers
		out = r.replace(text, number, numbers)
	case 13: // names, everywhere
		out = r.rename(text)
	case 14: // a name, at one place
		out = r.replace(text, name, names)
	case 16, 17, 18: // small numbers
		out = r.replace(text, number, []string{"0", "1", "2", "3", "4", "5"})
	case 19, 20, 21: // a name of the same text
		out = r.replace(text, name, name.FindAllString(text, -1))
	case 22, 23, 24, 25: // statements, lines of their own
		out = r.replace(text, statement, append(statement.FindAllString(text, -1), ""))
	case 15: // deep nesting
		at := r.place(text)
		n := []int{3, 50, 1000, 20_000}[r.IntN(4)]
		nest := r.of(nests...)
		out = text[:at] + strings.Repeat(nest, n) + text[at:]
	}
	return out[:min(len(out), largest)]
}

// tokens deletes, doubles, exchanges or replaces tokens.
func (r *random) tokens(text string) string {
	list := token.FindAllString(text, -1)
	if len(list) == 0 {
		return text
	}
	i, j := r.IntN(len(list)), r.IntN(len(list))
	switch r.IntN(5) {
	case 0:
		list = slices.Delete(list, i, i+1)
	case 1:
		list = slices.Insert(list, i, list[i])
	case 2:
		list[i], list[j] = list[j], list[i]
	case 3:
		list[i] = list[j]
	case 4: // of any example
		other := token.FindAllString(r.text(), -1)
		list[i] = " " + other[r.IntN(len(other))] + " "
	}
	return strings.Join(list, "")
}

// lines deletes, doubles, exchanges or takes some from elsewhere.
func (r *random) lines(text string) string {
	list := strings.SplitAfter(text, "\n")
	i, j := r.IntN(len(list)), r.IntN(len(list))
	switch r.IntN(5) {
	case 0:
		list = slices.Delete(list, i, min(len(list), i+1+r.IntN(3)))
	case 1:
		list = slices.Insert(list, i, list[i])
	case 2:
		list[i], list[j] = list[j], list[i]
	case 3:
		other := strings.SplitAfter(r.text(), "\n")
		list = slices.Insert(list, i, other[r.IntN(len(other))])
	case 4: // a stretch, often
		part := slices.Clone(list[min(i, j):max(i, j)])
		if len(part) > 8 {
			part = part[:8]
		}
		for n := 1 + r.IntN(20); n > 0; n-- {
			list = slices.Insert(list, i, part...)
		}
	}
	return strings.Join(list, "")
}

// text is of some example: of a program, its specification, a trace or a net.
func (r *random) text() string {
	e := r.all[r.IntN(len(r.all))]
	if e.Spec != "" && r.one(2) {
		return e.Spec
	}
	return e.Text
}

// replace puts one of some words in the place of one match.
func (r *random) replace(text string, what *regexp.Regexp, by []string) string {
	all := what.FindAllStringIndex(text, -1)
	if len(all) == 0 || len(by) == 0 {
		return text
	}
	at := all[r.IntN(len(all))]
	return text[:at[0]] + r.of(by...) + text[at[1]:]
}

// rename gives one name of a text another everywhere.
func (r *random) rename(text string) string {
	all := name.FindAllString(text, -1)
	if len(all) == 0 {
		return text
	}
	old, other := all[r.IntN(len(all))], r.of(names...)
	if r.one(2) {
		other = all[r.IntN(len(all))] // of two things one
	}
	return name.ReplaceAllStringFunc(text, func(word string) string {
		if word == old {
			return other
		}
		return word
	})
}

// place returns where a word begins, or the end.
func (r *random) place(text string) int {
	all := token.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return len(text)
	}
	return all[r.IntN(len(all))][0]
}
