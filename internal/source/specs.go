package source

// This file makes a program and its specifications from texts, and finds which specifications belong to a program. For
// dining.tfg without --property, these are the files in its lines "//! property F.fsa", or else dining.fsa.

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

// Within calls parse. If time runs out meanwhile, it returns a problem of the file instead. what is the role of the
// file in the message, as "program".
func Within[T any](r *Reader, what, file string, parse func() (T, diag.List)) (T, diag.List) {
	type parsed struct {
		value    T
		problems diag.List
	}
	out, inTime := limit.Within(r.Ctx, func() parsed {
		value, problems := parse()
		return parsed{value, problems}
	})
	if !inTime {
		*r.Late = true
		out.problems.Errorf(noPos, Unreadable, "%s %s cannot be read: %s", what, file, limit.Words(r.Ctx))
	}
	return out.value, out.problems
}

// Program makes a program from a text. set has the constants that the command line sets. The name may be that of a main
// procedure in a file of several (parts.Split).
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

// other returns the text of another file that a program is made of. It returns false if there is none. A text that the
// caller of the Reader holds, as an editor does, counts more than one that was read before, and that more than the
// file.
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

// File is a file with specifications.
type File struct {
	Name string
	Pos  token.Position // where the name stands; the zero value if that is the command line
}

// Files returns the files that the command line names.
func Files(names []string) []File {
	var out []File
	for _, name := range names {
		out = append(out, File{Name: name})
	}
	return out
}

// OwnSpecs finds the specifications of a program if the command line names none: those in its lines "//! property
// F.fsa", or else the file that has the name of the program. If there are none, missing says in words where they were
// looked for.
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
	beside := strings.TrimSuffix(program, filepath.Ext(program)) + ".fsa"
	_, held := r.Held[filepath.Clean(beside)]
	if _, err := os.Stat(beside); !held && errors.Is(err, fs.ErrNotExist) {
		r.Looked.add(beside, nil)
		return nil, fmt.Sprintf("%s has no line \"//! property F.fsa\", and there is no file %s", program, beside)
	}
	if !r.Trusted(program, beside, "specification", noPos, 0) {
		return nil, ""
	}
	return []File{{beside, noPos}}, ""
}

// Environment returns what specifications may use of a program. If p is nil, because the program could not be read,
// nothing is known, and specifications are not checked against it.
func Environment(p *cfg.Program) fsa.Environment {
	if p == nil {
		return fsa.Environment{Unknown: true}
	}
	return fsa.Environment{Constants: p.Constants}
}

// Parse reads files with specifications, each once. It warns if two files have a specification of the same name.
func (r *Reader) Parse(files []File, env fsa.Environment) []*automata.Spec {
	var all []*automata.Spec
	seen := map[string]bool{}            // by file: it was read
	first := map[string]*automata.Spec{} // by name: the first specification
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

// Builtin has the names of the checks that need no property.
var Builtin = []string{report.Deadlock, report.RuntimeErrors}

// PropertyNames returns the names of all properties, and of all families before those of their instances.
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

// Offered returns names without those of instances of families: hints and completion offer the name of the family
// instead.
func Offered(specs []*automata.Spec, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(specs, func(s *automata.Spec) bool { return s.Family != "" && s.Name == name })
	})
}
