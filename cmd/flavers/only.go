package main

// --only: the checks that are made, by name. A name is that of a property, of a
// family of properties or an instance of one, or of a check that needs no
// property: deadlock, runtime-errors.

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/diag"
	"flavers/internal/codes"
	"flavers/internal/source"
	"flavers/report"
)

// noProperties tells whether only checks without a property are selected.
func (f *checkFlags) noProperties() bool {
	return len(f.only) > 0 && f.has("runtime-errors") &&
		!slices.ContainsFunc(f.only, func(name string) bool { return !slices.Contains(source.Builtin, name) })
}

// needNames checks that each --only names a check, if there are any, and says
// which names there are otherwise.
func (in *inputs) needNames(f *checkFlags, specs []*automata.Spec) {
	names := source.PropertyNames(specs)
	some := len(names) > 0
	if f.has("runtime-errors") {
		names = append(names, source.Builtin...)
	}
	if f.cmd.Name() == "check" && f.deadlock == "off" && slices.Contains(f.only, report.Deadlock) {
		in.list.Errorf(noPos, codes.Only, "--only deadlock asks for the check that --deadlock=off leaves out")
	}
	for _, name := range f.only {
		if name != "" && (!some && !f.has("runtime-errors") || slices.Contains(names, name)) {
			continue
		}
		if !f.has("runtime-errors") && slices.Contains(source.Builtin, name) {
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

// named keeps all constraints, and the properties that --only names.
func (in *inputs) named(specs []*automata.Spec, f *checkFlags) []*automata.Spec {
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

// expectations are those of the checks that are made.
func (f *checkFlags) expectations(in *inputs, specs []*automata.Spec) []report.Expected {
	return slices.DeleteFunc(in.Stated(), func(e report.Expected) bool {
		return f.deadlock == "off" && e.Name == report.Deadlock || len(f.only) > 0 && !slices.Contains(f.only, e.Name) &&
			!slices.ContainsFunc(specs, func(s *automata.Spec) bool {
				return s.Name == e.Name && slices.Contains(f.only, s.Family)
			})
	})
}
