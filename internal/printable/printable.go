// Package printable makes text that comes from elsewhere safe to be shown: names
// of files, flags, identifiers of programs, traces and nets, and lines of their
// source. A file may be called
//
//	x.tfg<newline>y.tfg:1:1: error T201: ...
//
// and Line writes its name as x.tfg\ny.tfg:1:1: error T201: ..., one line that
// forges no other.
//
// What is escaped are control characters (C0, DEL and C1), line and paragraph
// separators, what has no shape of its own (Unicode's category Cf: marks and
// overrides of the direction of text, characters of no width, tags), and bytes
// that are no UTF-8. Notations are those of Go and of $'...' in shells: \n, \x1b,
// \u202e, \U000e0041. A backslash stays as it is: the result is for eyes, and
// cannot be turned back.
//
// There are three ways in which text leaves, and each has its function:
//
//   - Lines of reports and diagnostics are made of parts that went through Line before
//     they are laid out. Copy calls Line for all strings of a value.
//   - JSON has escapes of its own; JSON writes them.
//   - Pages and pictures have a sign in place of the character; Markup puts it there.
//
// Writer is the last line of defence, if one of these was forgotten: only new lines,
// tabs and our own colours pass it. It does not replace the others, as it cannot tell a
// new line of ours from one in a name.
package printable

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden reports whether r is escaped. Blanks other than line ends are not: they are seen as
// blanks.
func hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < 0x20 || r == 0x7f
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// clean reports whether text needs no escape, if the characters of keep need none.
func clean(text, keep string) bool {
	for i, r := range text {
		if hidden(r) && !strings.ContainsRune(keep, r) {
			return false
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return false
			}
		}
	}
	return true
}

// plain reports, fast and without a copy, that a text is ASCII and has nothing to be escaped
// but new lines and tabs. It is false for all other texts, also clean ones.
func plain(text []byte) bool {
	for _, c := range text {
		if (c < ' ' || c >= 0x7f) && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// Line returns text on one line: new lines and tabs are escaped, too.
func Line(text string) string { return escape(text, "") }

// Text returns text with its new lines and tabs as they are.
func Text(text string) string { return escape(text, "\n\t") }

// escape returns text with hidden characters escaped, except those of keep.
func escape(text, keep string) string {
	if clean(text, keep) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case !hidden(r) || strings.ContainsRune(keep, r):
			b.WriteString(text[i : i+n])
		default:
			b.WriteString(notation(r))
		}
		i += n
	}
	return b.String()
}

// notation returns the escape of a hidden character.
func notation(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// JSON escapes hidden characters in a JSON text. They occur only within its strings, where \u
// means the same, so the value stays.
func JSON(text []byte) []byte {
	return replace(text, func(b *bytes.Buffer, r rune) {
		if r >= 0x10000 {
			r -= 0x10000
			fmt.Fprintf(b, `\u%04x`, 0xd800+r>>10)
			r = 0xdc00 + r&0x3ff
		}
		fmt.Fprintf(b, `\u%04x`, r)
	})
}

// Markup puts U+FFFD, the replacement character, in place of hidden characters. It is for
// pages and pictures, where a backslash may have a meaning.
func Markup(text []byte) []byte {
	return replace(text, func(b *bytes.Buffer, r rune) { b.WriteRune(utf8.RuneError) })
}

// replace calls put for each hidden character, except new lines and tabs.
func replace(text []byte, put func(*bytes.Buffer, rune)) []byte {
	if plain(text) || clean(string(text), "\n\t") {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) { // a byte that is no UTF-8 is U+FFFD here
		if r == '\n' || r == '\t' || !hidden(r) {
			b.WriteRune(r)
		} else {
			put(&b, r)
		}
	}
	return b.Bytes()
}

// trusted is the path of the package whose types of strings are printed as they are.
const trusted = "flavers/report/markup"

// Copy returns a copy of v with Line applied to every string that can be reached through
// exported fields, pointers, slices, arrays, and keys and values of maps. Strings of a type of
// package report/markup stay. If nothing is to be escaped, it returns v itself, so the caller
// must not change the result. v must have no cycles.
func Copy[T any](v T) T {
	at := reflect.ValueOf(&v).Elem()
	if !dirty(at) {
		return v
	}
	return mapped(at, Line).Interface().(T)
}

// Map returns a copy of v with f applied to every string that Copy looks at.
func Map[T any](v T, f func(string) string) T {
	return mapped(reflect.ValueOf(&v).Elem(), f).Interface().(T)
}

// dirty reports whether Copy would change anything. A report of a long execution has
// millions of strings, and hardly ever one to escape.
func dirty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return !clean(v.String(), "") && v.Type().PkgPath() != trusted
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && dirty(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && dirty(v.Field(i)) {
				return true
			}
		}
	case reflect.Array, reflect.Slice:
		switch v.Type().Elem().Kind() { // long lists of numbers
		case reflect.String, reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Array, reflect.Slice, reflect.Map:
		default:
			return false
		}
		for i := range v.Len() {
			if dirty(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if dirty(it.Key()) || dirty(it.Value()) {
				return true
			}
		}
	}
	return false
}

// mapped is Map for a value of any type.
func mapped(v reflect.Value, f func(string) string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.String:
		if v.Type().PkgPath() != trusted {
			out.SetString(f(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(mapped(v.Elem(), f))
		}
	case reflect.Interface:
		if !v.IsNil() {
			out.Set(mapped(v.Elem(), f))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(mapped(v.Field(i), f))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(mapped(v.Index(i), f))
		}
	case reflect.Slice:
		if v.IsNil() || v.Type().Elem().Kind() == reflect.Uint8 {
			break
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(mapped(v.Index(i), f))
		}
	case reflect.Map:
		if v.IsNil() {
			break
		}
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(mapped(it.Key(), f), mapped(it.Value(), f))
		}
	}
	return out
}
