package native

import (
	"bytes"
	"fmt"
	"go/build/constraint"
	"go/version"
)

// gatesLanguage is the version of Go that gates are written in: one of them is generic.
const gatesLanguage = "go1.18"

// old reports whether files of a module are of a language before that of gates, unless they say otherwise.
func (t Target) old() bool {
	return t.ModuleDir != "" && (t.ModuleGo == "" || version.Compare("go"+t.ModuleGo, gatesLanguage) < 0)
}

// upgraded returns a file of an old module as one of the language of gates. Lines keep their numbers.
func upgraded(name string, text []byte) []byte {
	end := 0 // of the comments before the package clause, as far as they matter
	for at := 0; at < len(text); at = end {
		line := text[at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		end = at + len(line)
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) > 0 && !bytes.HasPrefix(trimmed, []byte("//")) {
			break
		}
		if constraint.IsGoBuild(string(trimmed)) {
			if x, err := constraint.Parse(string(trimmed)); err == nil {
				both := fmt.Sprintf("//go:build (%s) && %s\n", x, gatesLanguage)
				return append([]byte(string(text[:at])+both), text[end:]...)
			}
		}
	}
	return append(fmt.Appendf(nil, "//go:build %s\n\n//line %s:1\n", gatesLanguage, name), text...)
}
