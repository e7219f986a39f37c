package flags

import (
	"fmt"
	"regexp"
	"strings"

	"flavers/internal/printable"
)

// This file quotes words for shells, for commands that a message tells the user to type.

// plainWord matches words that mean themselves in a shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./=:,+-]+$`)

// ShellFile is like ShellWord, for the name of a file where a flag could stand: -x becomes ./-x.
func ShellFile(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return ShellWord(name)
}

// ShellWord quotes a word for a POSIX shell, if the word does not mean itself. Quotes inside are written as
//
//	'it'\''s'
//
// A word with control characters, which must not reach a terminal, becomes a call of printf, because not every shell
// knows $'...'. The output of a call loses newlines at its end, so a word that ends in one is quoted as it is.
func ShellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	if printable.Line(s) != s && !strings.HasSuffix(s, "\n") {
		var b strings.Builder
		for _, c := range []byte(s) {
			if c < ' ' || c > '~' || strings.ContainsRune(`\'%`, rune(c)) {
				fmt.Fprintf(&b, `\%03o`, c)
			} else {
				b.WriteByte(c)
			}
		}
		return `"$(printf '` + b.String() + `')"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
