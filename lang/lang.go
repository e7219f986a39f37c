// Package lang turns source files into programs: it picks the front end by
// the extension of the file.
//
// The file dining.tfg goes to package lang/task and comes back as a
// *cfg.Program with the tasks fork[0], fork[1], .. and phil[0], phil[1], ..
//
// The package holds no language itself, and reads no files: the caller does.
//
// To add a front end: 1. a package lang/NAME with a Load function that returns
// a program or positioned diagnostics, an Index, its Keywords and Lint, 2. a line in the
// table extensions, 3. its codes in a file of its own, in internal/codes/codes.go, 4. its ending, where files of a
// folder are taken for programs: internal/source/programs.go, lsp/files.go, lsp/complete.go
// and lsp/rename.go; its layout in lang/format and its grammar in editors/editors.go, 5. the
// tables of internal/policy/policy_test.go and docs/design.md, and docs/language.md.
package lang

import (
	"bytes"
	"errors"
	"go/token"
	"path"
	"strings"

	"flavers/cfg"
	"flavers/diag"
	"flavers/lang/ada"
	"flavers/lang/ada/closure"
	"flavers/lang/ada/index"
	"flavers/lang/ada/project"
	"flavers/lang/ada/syntax"
	"flavers/lang/parts"
	"flavers/lang/symbols"
	"flavers/lang/task"
	"flavers/limit"
)

// Options are the choices of a load. The zero value changes nothing.
type Options struct {
	Set map[string]string // values that override constants of the program, by name
	// Read gives the text of another file that a program is made of; nil: there is none.
	Read  func(name string) ([]byte, bool)
	Parts parts.Parts // other files that a program may be made of
	Poll  *limit.Poll // looked at by the front end; nil: there is no limit
}

// extensions lists the front ends; "-" is standard input.
var extensions = []struct {
	ext  string
	what string
	load func(file string, src []byte, opt Options) (*cfg.Program, diag.List)
	// index is what the text declares and names; words are the keywords.
	index func(file string, src []byte) *symbols.Index
	words func() (reserved, contextual []string)
	lint  func(file string, src []byte, named []string) diag.List
}{
	{".tfg", "the task language", loadTask, task.Index, task.Keywords, task.Lint},
	{".adb", "Ada", loadAda, index.Of, adaWords, index.Lint},
	{".ads", "Ada", loadAda, index.Of, adaWords, index.Lint},
}

func loadAda(file string, src []byte, opt Options) (*cfg.Program, diag.List) {
	p, list := ada.LoadUntil(opt.Poll, []ada.File{{Name: file, Text: src}}, opt.Parts, opt.Set, opt.Read)
	if p == nil || list.HasErrors() {
		return nil, list
	}
	return p.Program, list
}

func adaWords() (reserved, contextual []string) { return syntax.Keywords(), nil }

func loadTask(file string, src []byte, opt Options) (*cfg.Program, diag.List) {
	return task.LoadUntil(opt.Poll, file, src, opt.Set)
}

// Load turns src, the text of the named file, into a program. The name may be one of a main procedure of the file
// (parts.Split). The name "-" stands for standard input, in the task language. The program is nil if and
// only if the list holds an error; the list is sorted.
func Load(program string, src []byte, opt Options) (*cfg.Program, diag.List) {
	file, main := parts.Split(program)
	if main != "" {
		opt.Parts.Main = main
	}
	ext := extension(file)
	var known []string
	for _, e := range extensions {
		if e.ext == ext {
			if list := module(file, src); list.HasErrors() {
				return nil, list
			}
			return e.load(file, src, opt)
		}
		known = append(known, e.ext+" ("+e.what+")")
	}
	var list diag.List
	said := list.Errorf(token.Position{Filename: file}, "T007", "programs are not read from files with the extension %q", ext)
	if hint := foreign[ext]; hint != "" {
		said.WithHint("%s", hint)
	} else {
		said.WithHint("supported: %s, and folders with .go files", strings.Join(known, ", "))
	}
	return nil, list
}

// module returns the error of a module of TLA+ in a file of another language.
func module(file string, src []byte) (list diag.List) {
	rest := bytes.TrimLeft(src, " \t\r\n")
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	if name := bytes.TrimLeft(line, "-"); len(line)-len(name) >= 4 && bytes.HasPrefix(bytes.TrimSpace(name), []byte("MODULE ")) {
		at := token.Position{Filename: file, Line: 1 + bytes.Count(src[:len(src)-len(rest)], []byte("\n")), Column: 1}
		list.Errorf(at, "T007", "this is no program in the language of the file's extension").WithHint("%s", foreign[".tla"])
	}
	return list
}

// foreign says of extensions what their files are, and what to do with them.
var foreign = map[string]string{
	".fsa": "a specification is checked with a program: flavers check PROGRAM --property FILE.fsa",
	".tla": "a module of TLA+ is a formula over states; a program in .tfg has tasks instead: flavers init writes one",
	".pml": "a model in Promela can be written in .tfg, whose tasks are its processes: flavers init --kind channels",
	".als": "a model in Alloy has relations; a program in .tfg has tasks instead: flavers init writes one",
	".go":  "a Go package is checked as a whole: flavers check FOLDER",
}

// Text is a text with the name of its file.
type Text = closure.File

// Mains returns the programs that files in Ada are, which belong together as on one command line.
func Mains(poll *limit.Poll, files []Text) []closure.Program { return closure.Mains(poll, files) }

// MainsBelow names the programs that the files in Ada of a folder are (parts.Split).
func MainsBelow(poll *limit.Poll, files []Text) []string { return closure.MainsBelow(poll, files) }

// Units names the files that a program in Ada is made of, as far as they can be found.
func Units(program string, src []byte, read func(name string) ([]byte, bool)) []string {
	file, main := parts.Split(program)
	c, _ := closure.Of(nil, []Text{{Name: file, Text: src}}, parts.Parts{Main: main}, read)
	var out []string
	for _, f := range c.Files {
		out = append(out, f.Name)
	}
	return out
}

// Project returns what a project file of GNAT says of sources.
func Project(file string, src []byte) (*project.Project, diag.List) { return project.Read(file, src) }

// Syntax returns what is wrong with the syntax of a file in Ada.
func Syntax(file string, src []byte) diag.List {
	_, list := syntax.Parse(file, src)
	list.Sort()
	return list
}

// extension returns what says in which language a file is.
func extension(file string) string {
	if file == "-" {
		return ".tfg"
	}
	return path.Ext(strings.ReplaceAll(parts.File(file), `\`, "/"))
}

// Use is the error of Uniform about a place in the text.
type Use = task.Use

// Uniform returns nil if the programs of a text, one for each value of a constant, differ in the number of
// interchangeable tasks only (task.Uniform). Only programs in the task language are known to.
func Uniform(file string, src []byte, constant string) error {
	if extension(file) != ".tfg" {
		return errors.New("only programs in the task language have a constant for the number of tasks")
	}
	return task.Uniform(file, src, constant)
}

// Index returns what the text of the named file declares and names, as far as it can be read; empty if no front
// end is for it.
func Index(file string, src []byte) *symbols.Index {
	for _, e := range extensions {
		if e.ext == extension(file) {
			return e.index(file, src)
		}
	}
	return &symbols.Index{}
}

// Lint returns warnings of what may be a mistake although it has a meaning (T4xx). named
// are the names that specifications use of the program; nil if none are known. The list
// is sorted, and empty if the text has errors.
func Lint(file string, src []byte, named []string) diag.List {
	for _, e := range extensions {
		if e.ext == extension(file) {
			return e.lint(file, src, named)
		}
	}
	return diag.List{}
}

// Keywords returns the words that a language keeps for itself, and those that it does at some places only; nil if
// no front end is for files with this extension.
func Keywords(ext string) (reserved, contextual []string) {
	for _, e := range extensions {
		if e.ext == ext {
			return e.words()
		}
	}
	return nil, nil
}
