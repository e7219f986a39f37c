package main

// Reading the program and its specifications: from the command line to a
// frozen program and specs, with every problem of every file in one list.

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/explore/lpor/petri"
	"flavers/internal/outfile"
	"flavers/limit"
)

// inputs is what was read so far.
type inputs struct {
	app     *app
	list    diag.List
	sources diag.Sources
	files   []os.FileInfo // that were read, for not overwriting them
	written []string      // paths of outputs, for the same

	expected []expectation // of the program and its specifications
}

func newInputs(a *app) *inputs { return &inputs{app: a, sources: diag.Sources{}} }

var noPos token.Position // a problem of the command line

const stdin = "-"

// load reads everything. If the list has errors afterwards, the program and
// specs are of no use.
func (in *inputs) load(program string, f *checkFlags) (*cfg.Program, []*automata.Spec) {
	in.app.stage = "reading " + program
	in.expected = nil
	src, readable := in.read(program, noPos, "program")
	var p *cfg.Program
	if readable {
		in.app.stage = "loading " + program
		var problems diag.List
		p, problems = in.loaded(program, src, f.set)
		if problems.HasErrors() && (petri.Named(program) || trace.Named(program)) {
			problems.All[0].WithHint("nets and traces are for explore and replay: flavers explore %s", program)
		}
		in.list.Append(problems)
		in.directives(program, src, false)
	}
	if f.dump == "cfg" {
		return p, nil
	}
	var files []specFile
	switch {
	case f.runtimeErrors:
	case len(f.properties) > 0:
		for _, name := range f.properties {
			files = append(files, specFile{name, noPos})
		}
	case readable:
		// What is no program at all need not have a property, too.
		files = in.ownProperties(program, src, f, f.dump == "" && !f.schedule && !f.noProperties() && !in.list.HasErrors())
	default:
		// Where the properties are cannot be known without the program.
	}
	for _, name := range f.constraints {
		files = append(files, specFile{name, noPos})
	}
	specs := in.parse(files, environment(p))
	if !in.list.HasErrors() {
		in.needExpected(specs, len(f.properties) == 0 && !f.runtimeErrors)
	}
	if !in.list.HasErrors() && !f.runtimeErrors && f.dump == "" && !f.schedule {
		if !f.noProperties() {
			in.needProperty(files, specs, f)
		}
		if !in.list.HasErrors() {
			in.needNames(f, specs)
		}
	}
	return p, specs
}

// loaded makes the program of a text, unless time runs out.
func (in *inputs) loaded(program string, src []byte, set settings) (*cfg.Program, diag.List) {
	type made struct {
		p        *cfg.Program
		problems diag.List
	}
	m, ok := limit.Within(in.app.ctx, func() made {
		p, problems := in.app.engine.load(program, src, set)
		return made{p, problems}
	})
	if in.app.late = in.app.late || !ok; !ok {
		m.problems.Errorf(noPos, codeUnreadable, "program %s cannot be loaded: %s", program, limit.Words(in.app.ctx))
	}
	return m.p, m.problems
}

// needProperty checks that there is a property among the specs of files.
func (in *inputs) needProperty(files []specFile, specs []*automata.Spec, f *checkFlags) {
	if slices.ContainsFunc(specs, func(s *automata.Spec) bool { return s.Property }) {
		return
	}
	var names []string
	for _, file := range files {
		names = append(names, file.name)
	}
	d := in.list.Errorf(noPos, codeNoProperty, "no property in %s", strings.Join(names, ", "))
	if f.has("runtime-errors") {
		d.WithHint("--only deadlock and --only runtime-errors need no property")
	}
}

// has tells whether the command has a flag, so that a hint may name it.
func (f *checkFlags) has(name string) bool { return f.cmd != nil && f.cmd.Flags().Lookup(name) != nil }

// specFile is a specification and where it is named.
type specFile struct {
	name string
	pos  token.Position
}

// ownProperties finds the specifications of a program that were not named on
// the command line.
func (in *inputs) ownProperties(program string, src []byte, f *checkFlags, required bool) []specFile {
	hint := "name a specification: --property F.fsa"
	if f.has("runtime-errors") {
		hint += "; or check only --only deadlock --only runtime-errors"
	}
	var files []specFile
	named := false
	for _, d := range in.app.engine.directives(program, src) {
		if d.Word != "property" {
			continue
		}
		named = true
		if len(d.Args) == 0 {
			in.list.Errorf(d.Pos, codeDirective, "//! property names no file")
		}
		for i, name := range d.Args {
			if program != stdin && !filepath.IsAbs(name) {
				name = filepath.Join(filepath.Dir(program), name)
			}
			if in.trusted(program, name, "specification", d.ArgPos[i], len(d.Args[i]), f) {
				files = append(files, specFile{name, d.ArgPos[i]})
			}
		}
	}
	if named {
		return files
	}
	if program == stdin {
		if required {
			in.list.Errorf(noPos, codeNoSpec, "no property: standard input has no line \"//! property F.fsa\", and no file name").
				WithHint("%s", hint)
		}
		return nil
	}
	own := strings.TrimSuffix(program, filepath.Ext(program)) + ".fsa"
	if _, err := os.Stat(own); err != nil && errors.Is(err, fs.ErrNotExist) {
		if required {
			in.list.Errorf(noPos, codeNoSpec, "no property: %s has no line \"//! property F.fsa\", and there is no file %s", program, own).
				WithHint("%s", hint)
		}
		return nil
	}
	if !in.trusted(program, own, "specification", noPos, 0, f) {
		return nil
	}
	return []specFile{{own, noPos}}
}

// environment is what specifications may use of a program; p is nil if it could
// not be read.
func environment(p *cfg.Program) fsa.Environment {
	if p == nil {
		return fsa.Environment{Unknown: true}
	}
	return fsa.Environment{Constants: p.Constants}
}

// parse reads specification files, each once.
func (in *inputs) parse(files []specFile, env fsa.Environment) []*automata.Spec {
	var all []*automata.Spec
	seen := map[string]bool{}
	first := map[string]*automata.Spec{}
	for _, f := range files {
		if seen[filepath.Clean(f.name)] {
			continue
		}
		seen[filepath.Clean(f.name)] = true
		in.app.stage = "reading " + f.name
		src, ok := in.read(f.name, f.pos, "specification")
		if !ok {
			continue
		}
		in.directives(f.name, src, true)
		type made struct {
			specs    []*automata.Spec
			problems diag.List
		}
		m, ok := limit.Within(in.app.ctx, func() made {
			specs, problems := in.app.engine.specs(f.name, src, env)
			return made{specs, problems}
		})
		if in.app.late = in.app.late || !ok; !ok {
			m.problems.Errorf(noPos, codeUnreadable, "specification %s cannot be read: %s", f.name, limit.Words(in.app.ctx))
		}
		specs := m.specs
		in.list.Append(m.problems)
		for _, s := range specs {
			if other := first[s.Name]; other != nil && other.Pos.Filename != s.Pos.Filename {
				in.list.Warnf(s.Pos, codeSameName, "%q is also the name of a specification at %s", s.Name, other.Pos)
			} else if other == nil {
				first[s.Name] = s
			}
		}
		all = append(all, specs...)
	}
	return all
}

const maxSource = 64 << 20 // bytes; no program is written in a larger file

// read returns the text of a file, or appends what is wrong with it to the
// list. named is where the file's name stands, what its role.
func (in *inputs) read(name string, named token.Position, what string) ([]byte, bool) {
	fail := func(code diag.Code, format string, args ...any) *diag.Diagnostic {
		return in.list.Errorf(named, code, "%s %s %s", what, name, fmt.Sprintf(format, args...))
	}
	if name == stdin && what != "program" && what != "schedule" {
		fail(codeUnreadable, "cannot be read: only the program, or a schedule, can come from standard input")
		return nil, false
	}
	// A pipe may never be written to, or never be closed.
	got, ok := limit.Within(in.app.ctx, func() content { return contentOf(name, in.app.in) })
	switch {
	case !ok:
		in.app.late = true
		fail(codeUnreadable, "cannot be read: %s", limit.Words(in.app.ctx))
		return nil, false
	case errors.Is(got.err, fs.ErrNotExist):
		if d := fail(codeMissing, "does not exist"); neighbour(name) != "" {
			d.WithHint("did you mean %s?", neighbour(name))
		}
		return nil, false
	case got.info != nil && got.info.IsDir():
		fail(codeDirectory, "is a directory")
		return nil, false
	case got.err != nil:
		fail(codeUnreadable, "cannot be read: %v", outfile.Reason(got.err))
		return nil, false
	}
	if got.info != nil {
		in.files = append(in.files, got.info)
	}
	src := got.text
	if len(src) > maxSource {
		fail(codeTooLarge, "is larger than %d MiB", maxSource>>20)
		return nil, false
	}
	src = []byte(strings.TrimPrefix(string(src), "\uFEFF")) // byte order mark
	if problem := textProblem(name, src); problem != nil {
		in.list.All = append(in.list.All, *problem)
		return nil, false
	}
	in.sources[name] = src
	return src, true
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
	if name != stdin {
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

// neighbour is a file beside name with a similar name, or "".
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
	if near := nearest(base, names); near != "" {
		return dir + near
	}
	return ""
}
