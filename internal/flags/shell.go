package flags

import (
	"fmt"
	"regexp"
	"strings"

	"flavers/internal/printable"
)

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./=:,+-]+$`)

// ShellFile is ShellWord for the name of a file that stands where a flag could.
func ShellFile(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return ShellWord(name)
}

// ShellWord quotes a word for a POSIX shell where it must be. What cannot be shown is made by printf, as not every
// shell knows $'...'; but a newline at the end would be lost there, so that it is written as it is.
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
