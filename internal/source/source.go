// Package source reads programs and specifications: from the name of a file to a
// text, a program or specifications, with every problem of every file in one list.
//
//	r := &source.Reader{Ctx: ctx, Languages: languages, ...}
//	l := r.Load("p.tfg", source.Wanted{Own: true}) // with the specifications that the program names
//	if r.List.HasErrors() { ... }
//
// Lines "//! WORD .." are looked at on the way: those that name specifications
// (property) and those that say what a program is expected to do (expect).
//
// The package knows no flags. Languages are functions, which tests replace.
package source

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/outfile"
	"flavers/lang"
	"flavers/lang/ada/syntax"
	"flavers/lang/parts"
	"flavers/limit"
)

// Languages make something of texts.
type Languages struct {
	Program func(file string, src []byte, how Making) (*cfg.Program, diag.List)
	Specs   func(file string, src []byte, env fsa.Environment) ([]*automata.Spec, diag.List)
}

// AllLanguages returns those that programs and specifications are written in.
func AllLanguages() Languages { return Languages{Program: lang.Load, Specs: fsa.ParseFor} }

// Making says how a program is made of a text.
type Making = lang.Options

// Reader reads the files of one run.
type Reader struct {
	Languages    Languages
	Ctx          context.Context // ends reading, too
	Standard     io.Reader       // standard input
	AllowOutside bool            // a program may name files outside its folder
	// Held are texts that an editor holds, by name of file as it is read: they are
	// taken in place of what is on the disk.
	Held map[string][]byte
	// NoDisk has nothing read but what is held.
	NoDisk bool
	// Parts are other files that programs may be made of, by the name of the program; Folders those where units of all
	// programs are looked for.
	Parts   map[string]parts.Parts
	Folders []string
	// Library has texts that are no files, by names that begin with LibraryPrefix; nil: there are none.
	Library func(name string) ([]byte, error)
	Stage   *string // what is being done, for who wants to know
	Late    *bool   // set where the context ended while something was read

	List     diag.List     // the problems of all files
	Sources  diag.Sources  // the texts that were read, by name
	Used     []os.FileInfo // the files that were read
	Looked   *Looked       // takes what was looked for on the disk; nil: nobody wants to know
	Expected []Expectation // of the program and its specifications
}

// LibraryPrefix is what the names of texts begin with that are in the command.
const LibraryPrefix = "go:"

// Stdin is the name of standard input.
const Stdin = "-"

var noPos token.Position // a problem of the command line

const maxSource = 64 << 20 // bytes; no program is written in a larger file

// Read returns the text of a file, or appends what is wrong with it to the
// list. named is where the file's name stands, what its role.
func (r *Reader) Read(name string, named token.Position, what string) ([]byte, bool) {
	if what == "program" {
		name = parts.File(name)
	}
	fail := func(code diag.Code, format string, args ...any) *diag.Diagnostic {
		return r.List.Errorf(named, code, "%s %s %s", what, name, fmt.Sprintf(format, args...))
	}
	if name == Stdin && what != "program" && what != "schedule" {
		fail(Unreadable, "cannot be read: only the program, or a schedule, can come from standard input")
		return nil, false
	}
	// A pipe may never be written to, or never be closed.
	got, ok := limit.Within(r.Ctx, func() content {
		if strings.HasPrefix(name, LibraryPrefix) && r.Library != nil {
			text, err := r.Library(name)
			return content{text: text, err: err}
		}
		if text, held := r.Held[filepath.Clean(name)]; held {
			return content{text: text}
		}
		if r.NoDisk {
			return content{err: fs.ErrNotExist}
		}
		return contentOf(name, r.Standard)
	})
	if ok && (got.info != nil || got.err != nil) {
		r.Looked.add(name, got.text)
	}
	switch {
	case !ok:
		*r.Late = true
		fail(Unreadable, "cannot be read: %s", limit.Words(r.Ctx))
		return nil, false
	case errors.Is(got.err, fs.ErrNotExist):
		if d := fail(Missing, "does not exist"); !r.NoDisk && neighbour(name) != "" {
			d.WithHint("did you mean %s?", neighbour(name))
		} else if host, _, ok := strings.Cut(name, "/"); ok && filepath.Ext(name) == "" && strings.Contains(host, ".") &&
			strings.Trim(host, ".") != "" { // as example.com/mod/queue
			d.WithHint("a Go package is named by its folder, as ./%s, not by its import path", filepath.Base(name))
		}
		return nil, false
	case got.info != nil && got.info.IsDir():
		fail(Directory, "is a directory")
		return nil, false
	case got.err != nil:
		fail(Unreadable, "cannot be read: %v", outfile.Reason(got.err))
		return nil, false
	}
	if got.info != nil {
		r.Used = append(r.Used, got.info)
	}
	src := got.text
	if len(src) > maxSource {
		fail(TooLarge, "is larger than %d MiB", maxSource>>20)
		return nil, false
	}
	src = []byte(strings.TrimPrefix(string(src), "\uFEFF")) // byte order mark
	if isAda(name) {
		src = syntax.UTF8(src)
	}
	if problem := textProblem(name, src); problem != nil {
		r.List.All = append(r.List.All, *problem)
		return nil, false
	}
	r.Sources[name] = src
	return src, true
}

// isAda reports whether a file has a program in Ada, by its name.
func isAda(name string) bool {
	return slices.Contains([]string{".adb", ".ads", ".ada"}, strings.ToLower(filepath.Ext(name)))
}

// Apart has the texts of what is read next beside those of before. read returns the new ones, and adds them to
// the others.
func (r *Reader) Apart() (read func() diag.Sources) {
	before, own := r.Sources, diag.Sources{}
	r.Sources = own
	return func() diag.Sources {
		maps.Copy(before, own)
		r.Sources = before
		return own
	}
}

// content is what a file holds.
type content struct {
	text []byte
	info os.FileInfo // nil: of standard input
	err  error
}

// contentOf reads a file, or standard input.
func contentOf(name string, standard io.Reader) (c content) {
	r := standard
	if name != Stdin {
		file, err := os.Open(name)
		if err != nil {
			return content{err: err}
		}
		defer file.Close()
		if c.info, _ = file.Stat(); c.info != nil && c.info.IsDir() {
			return c
		}
		r = file
	}
	c.text, c.err = io.ReadAll(io.LimitReader(r, maxSource+1))
	return c
}

// neighbour returns a file beside name with a similar name, or "".
func neighbour(name string) string {
	dir, base := filepath.Split(name)
	entries, err := os.ReadDir(filepath.Clean(dir + "."))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if near := diag.Suggest(base, names); near != "" {
		return dir + near
	}
	return ""
}
