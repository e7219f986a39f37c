package source

// From texts to a program and its specifications, and their names.

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/directive"
	"flavers/lang/parts"
	"flavers/limit"
	"flavers/report"
)

// Within makes something of a text, unless time runs out: then that is a problem of
// the file, whose role is what.
func Within[T any](r *Reader, what, file string, parse func() (T, diag.List)) (T, diag.List) {
	type made struct {
		value    T
		problems diag.List
	}
	m, ok := limit.Within(r.Ctx, func() made {
		value, problems := parse()
		return made{value, problems}
	})
	if *r.Late = *r.Late || !ok; !ok {
		m.problems.Errorf(noPos, Unreadable, "%s %s cannot be read: %s", what, file, limit.Words(r.Ctx))
	}
	return m.value, m.problems
}

// Program makes the program of a text. The name may be one of a main procedure of the file (parts.Split).
func (r *Reader) Program(program string, src []byte, set map[string]string) (*cfg.Program, diag.List) {
	how := Making{Set: set, Read: r.other, Parts: r.Parts[program], Poll: limit.New(r.Ctx)}
	how.Parts.Folders = slices.Concat(r.Folders, r.Parts[""].Folders, how.Parts.Folders)
	how.Parts.Files = slices.DeleteFunc(slices.Clone(how.Parts.Files), func(name string) bool {
		_, ok := r.Read(name, noPos, "file")
		return !ok
	})
	return Within(r, "program", program, func() (*cfg.Program, diag.List) {
		return r.Languages.Program(program, src, how)
	})
}

// other is the text of another file of a program, if there is one.
func (r *Reader) other(name string) ([]byte, bool) {
	text, held := r.Held[filepath.Clean(name)]
	if known, ok := r.Sources[name]; ok && !held {
		return known, true
	}
	if !held && r.NoDisk {
		return nil, false
	}
	if !held {
		info, err := os.Stat(name)
		if err == nil && info.Mode().IsRegular() && info.Size() <= maxSource {
			text, err = os.ReadFile(name)
		}
		if r.Looked.add(name, text); err != nil || text == nil {
			return nil, false
		}
	}
	r.Sources[name] = text
	return text, true
}

// File is a specification: its name, and where that stands.
type File struct {
	Name string
	Pos  token.Position // zero: on the command line
}

// Files are specifications that the command line names.
func Files(names []string) []File {
	var out []File
	for _, name := range names {
		out = append(out, File{Name: name})
	}
	return out
}

// OwnSpecs finds the specifications of a program that nobody has named: those of its lines "//! property F.fsa", or
// else the file that has the name of the program. Where there are none, missing says in words where they were looked
// for.
func (r *Reader) OwnSpecs(program string, src []byte) (files []File, missing string) {
	program = parts.File(program)
	named := false
	for _, d := range directive.Scan(program, src) {
		if d.Word != "property" {
			continue
		}
		named = true
		if len(d.Args) == 0 {
			r.List.Errorf(d.Pos, NoFile, "//! property names no file")
		}
		for i, name := range d.Args {
			if program != Stdin && !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(program), name)
			}
			if r.Trusted(program, name, "specification", d.ArgPos[i], len(d.Args[i])) {
				files = append(files, File{name, d.ArgPos[i]})
			}
		}
	}
	if named {
		return files, ""
	}
	if program == Stdin {
		return nil, "standard input has no line \"//! property F.fsa\", and no file name"
	}
	own := strings.TrimSuffix(program, filepath.Ext(program)) + ".fsa"
	_, held := r.Held[filepath.Clean(own)]
	if _, err := os.Stat(own); !held && err != nil && errors.Is(err, fs.ErrNotExist) {
		r.Looked.add(own, nil)
		return nil, fmt.Sprintf("%s has no line \"//! property F.fsa\", and there is no file %s", program, own)
	}
	if !r.Trusted(program, own, "specification", noPos, 0) {
		return nil, ""
	}
	return []File{{own, noPos}}, ""
}

// Environment is what specifications may use of a program; p is nil if it could
// not be read.
func Environment(p *cfg.Program) fsa.Environment {
	if p == nil {
		return fsa.Environment{Unknown: true}
	}
	return fsa.Environment{Constants: p.Constants}
}

// Parse reads specification files, each once.
func (r *Reader) Parse(files []File, env fsa.Environment) []*automata.Spec {
	var all []*automata.Spec
	seen := map[string]bool{}
	first := map[string]*automata.Spec{}
	for _, f := range files {
		if seen[filepath.Clean(f.Name)] {
			continue
		}
		seen[filepath.Clean(f.Name)] = true
		*r.Stage = "reading " + f.Name
		src, ok := r.Read(f.Name, f.Pos, "specification")
		if !ok {
			continue
		}
		r.Directives(f.Name, src, true)
		env.Poll = limit.New(r.Ctx)
		specs, problems := Within(r, "specification", f.Name,
			func() ([]*automata.Spec, diag.List) { return r.Languages.Specs(f.Name, src, env) })
		r.List.Append(problems)
		for _, s := range specs {
			if other := first[s.Name]; other != nil && other.Pos.Filename != s.Pos.Filename {
				r.List.Warnf(s.Pos, SameName, "%q is also the name of a specification at %s", s.Name, other.Pos)
			} else if other == nil {
				first[s.Name] = s
			}
		}
		all = append(all, specs...)
	}
	return all
}

// Builtin are the checks that need no property.
var Builtin = []string{report.Deadlock, report.RuntimeErrors}

// PropertyNames are the names of all properties, and of families.
func PropertyNames(specs []*automata.Spec) []string {
	var names []string
	for _, s := range specs {
		if !s.Property {
			continue
		}
		if s.Family != "" && !slices.Contains(names, s.Family) {
			names = append(names, s.Family)
		}
		names = append(names, s.Name)
	}
	return names
}

// Offered leaves out of names those of the instances of families.
func Offered(specs []*automata.Spec, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(specs, func(s *automata.Spec) bool { return s.Family != "" && s.Name == name })
	})
}
