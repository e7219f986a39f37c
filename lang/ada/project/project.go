// Package project reads what a project file of GNAT (.gpr) says of the sources of a program.
//
//	project Shop is
//	   for Source_Dirs use ("src", "lib/**");
//	   for Main use ("shop.adb");
//	end Shop;
//
// has the source folders src and lib/**, and the main program shop.adb. Without Source_Dirs it is the folder of the
// project.
//
// It takes strings as they are written. What needs more to be known, as scenario variables, case, with and extends, is
// an error where sources depend on it.
package project

import (
	"go/token"
	"strings"

	"flavers/diag"
)

// Unsupported is a part of a project file that sources depend on, and that is not evaluated.
const Unsupported diag.Code = "D121"

// Explanations returns the codes of this package.
func Explanations() []diag.Explanation {
	return []diag.Explanation{diag.Explain(Unsupported, "a project file that is not evaluated",
		`Of a project file, FLAVERS reads Source_Dirs and Main where they are lists of strings. The marked part may change
which sources there are: it depends on a variable, a case or another project. Name the files and folders instead.`,
		`for Source_Dirs use ("src/" & Target);`,
		"$ flavers check main.adb -I src/linux")}
}

// Project is what was read.
type Project struct {
	Folders []string // as written; one with all that are below it ends in /**
	Mains   []string
}

// lexeme is a word, a string or a sign; text is in lower case unless it is a string.
type lexeme struct {
	text   string
	quoted bool
	at     int
}

// Read reads a project file. The list has what is not evaluated.
func Read(file string, src []byte) (*Project, diag.List) {
	var list diag.List
	out := &Project{}
	toks := scan(src)
	fail := func(t lexeme, what string) {
		line := strings.Count(string(src[:t.at]), "\n") + 1
		column := t.at - strings.LastIndexByte(string(src[:t.at]), '\n')
		list.Errorf(token.Position{Filename: file, Offset: t.at, Line: line, Column: column}, Unsupported,
			"%s is not evaluated here", what).WithLen(len(t.text)).
			WithHint("name the files on the command line, and folders with -I")
	}
	depth := 0 // in packages and case
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		next := func(k int) string {
			if i+k < len(toks) {
				return toks[i+k].text
			}
			return ""
		}
		switch {
		case t.quoted:
		case t.text == "with" || t.text == "extends":
			fail(t, "another project ("+t.text+")")
		case t.text == "package" && (next(2) == "is" || next(2) == "extends"), t.text == "case":
			depth++
		case t.text == "end":
			depth = max(0, depth-1)
			i++ // its name, or case
		case t.text == "for" && (next(1) == "source_dirs" || next(1) == "main" || next(1) == "source_files"):
			attribute := toks[i+1]
			var words []string
			plain := depth == 0 && next(2) == "use" && attribute.text != "source_files"
			for i += 3; i < len(toks) && toks[i].text != ";"; i++ {
				switch {
				case toks[i].quoted:
					words = append(words, toks[i].text)
				case toks[i].text != "(" && toks[i].text != ")" && toks[i].text != ",":
					plain = false
				}
			}
			switch {
			case !plain:
				fail(attribute, attribute.text)
			case attribute.text == "main":
				out.Mains = words
			default:
				out.Folders = words
			}
		}
	}
	if len(out.Folders) == 0 {
		out.Folders = []string{"."}
	}
	return out, list
}

// scan splits a text; comments are left out.
func scan(src []byte) []lexeme {
	var out []lexeme
	for i := 0; i < len(src); {
		from := i
		switch c := src[i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
			continue
		case c == '-' && i+1 < len(src) && src[i+1] == '-':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case c == '"':
			for i++; i < len(src) && src[i] != '"' && src[i] != '\n'; i++ {
			}
			out = append(out, lexeme{string(src[from+1 : i]), true, from})
			i++
			continue
		case word(c):
			for i < len(src) && word(src[i]) {
				i++
			}
		default:
			i++
		}
		out = append(out, lexeme{strings.ToLower(string(src[from:i])), false, from})
	}
	return out
}

func word(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}
