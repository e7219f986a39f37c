package source

import (
	"flavers/automata"
	"flavers/automata/calls"
	"flavers/automata/invariant"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/directive"
)

// Wanted says what Load reads besides the program. The zero value is the program alone.
type Wanted struct {
	Set map[string]string // values of constants of the program, by name
	// Own asks for the specifications that are the program's own (OwnSpecs). Only with them all can be compared with
	// what the program expects.
	Own   bool
	Specs []File // others
	// Objects are those that specifications with events of Go calls are about; nil: the program is none of Go.
	Objects *calls.Objects
}

// Loaded is a program with its specifications.
type Loaded struct {
	Program    *cfg.Program // nil: it has errors
	Specs      []*automata.Spec
	Files      []File                // of the specifications, in the order of Specs
	Missing    string                // where specifications were looked for, if the program has none of its own
	Directives []directive.Directive // of the program
	Right      bool                  // nothing in any of the texts is wrong
}

// Load is the way from names of files to a program with its specifications: of each command, the editor, the library
// and the farm. All that is wrong with any of the texts is appended to the list of the reader. What was expected of a
// program before is forgotten.
func (r *Reader) Load(program string, want Wanted) *Loaded {
	before := r.List
	r.List, r.Expected = diag.List{}, nil
	out := &Loaded{}
	*r.Stage = "reading " + program
	src, readable := r.Read(program, noPos, "program")
	if readable {
		*r.Stage = "loading " + program
		p, problems := r.Program(program, src, want.Set)
		r.List.Append(problems)
		out.Program = p
	}
	if *r.Late { // the limits are over: nothing else is looked at, however large it is
		before.Append(r.List)
		r.List = before
		return out
	}
	if readable {
		out.Directives = r.Directives(program, src, false)
	}
	if want.Own && readable { // where they are is not known without the program
		out.Files, out.Missing = r.OwnSpecs(program, src)
	}
	out.Files = append(out.Files, want.Specs...)
	env := Environment(out.Program)
	env.Objects = want.Objects
	out.Specs = r.Parse(out.Files, env)
	if out.Program != nil && !r.List.HasErrors() {
		p, specs, problems := invariant.Attach(out.Program, out.Specs)
		out.Program, out.Specs = p, specs
		r.List.Append(problems)
	}
	if !r.List.HasErrors() {
		r.NeedExpected(out.Specs, want.Own)
	}
	out.Right = !r.List.HasErrors()
	before.Append(r.List)
	r.List = before
	return out
}
