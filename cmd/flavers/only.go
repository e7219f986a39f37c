package main

// --only selects checks by name: of a property, of a family of properties or of an instance of one, or of a check
// that needs no property (deadlock, runtime-errors).

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/source"
	"flavers/report"
)

// checksBuiltin reports whether the command also makes the checks that need no property. Its sign is the flag
// --runtime-errors, which these commands alone have.
func (f *checkFlags) checksBuiltin() bool { return f.has("runtime-errors") }

// noProperties reports whether only checks without a property are selected.
func (f *checkFlags) noProperties() bool {
	return len(f.only) > 0 && f.checksBuiltin() &&
		!slices.ContainsFunc(f.only, func(name string) bool { return !slices.Contains(source.Builtin, name) })
}

// validateOnly adds an error for each name of --only that is no check, with the names that there are. If the command
// makes no check without a property, and there is no property, nothing is said: that is an error of its own.
func (in *inputs) validateOnly(f *checkFlags, specs []*automata.Spec) {
	names := source.PropertyNames(specs)
	some := len(names) > 0
	if f.checksBuiltin() {
		names = append(names, source.Builtin...)
	}
	if f.cmd.Name() == "check" && f.deadlock == "off" && slices.Contains(f.only, report.Deadlock) {
		in.list.Errorf(noPos, codes.Only, "--only deadlock asks for the check that --deadlock=off leaves out")
	}
	for _, name := range f.only {
		if name != "" && (!some && !f.checksBuiltin() || slices.Contains(names, name)) {
			continue
		}
		if !f.checksBuiltin() && slices.Contains(source.Builtin, name) {
			in.list.Errorf(noPos, codes.Only, "--only: %s needs a property, and %s is none", f.cmd.Name(), name).
				WithHint("flavers check, explore and crosscheck look for it")
			continue
		}
		d := in.list.Errorf(noPos, codes.Only, "--only: no property is named %q", name)
		if near := diag.Suggest(name, names); near != "" {
			d.WithHint("did you mean %q?", near)
		} else {
			d.WithHint("there are: %s", strings.Join(source.Offered(specs, names), ", "))
		}
	}
}

// selectOnly returns all constraints, and the properties that --only names; all properties if the flag is not given.
func (in *inputs) selectOnly(specs []*automata.Spec, f *checkFlags) []*automata.Spec {
	if len(f.only) == 0 {
		return specs
	}
	var out []*automata.Spec
	for _, s := range specs {
		if !s.Property || slices.ContainsFunc(f.only, s.Called) {
			out = append(out, s)
		}
	}
	return out
}

// expectations returns what the program expects of the checks that are made.
func (f *checkFlags) expectations(in *inputs, specs []*automata.Spec) []report.Expected {
	return slices.DeleteFunc(in.Stated(), func(e report.Expected) bool {
		return f.deadlock == "off" && e.Name == report.Deadlock || len(f.only) > 0 && !slices.Contains(f.only, e.Name) &&
			!slices.ContainsFunc(specs, func(s *automata.Spec) bool {
				return s.Name == e.Name && slices.Contains(f.only, s.Family)
			})
	})
}
