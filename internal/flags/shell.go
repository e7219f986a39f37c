package flags

import (
	"regexp"
	"strings"

	"flavers/internal/printable"
)

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./=:,+-]+$`)

// ShellWord quotes a word for a shell where it must be. What cannot be shown is
// written as shells read it that know $'...'.
func ShellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	if printable.Line(s) != s {
		return "$'" + printable.Line(strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s)) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
