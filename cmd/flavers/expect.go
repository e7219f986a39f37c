package main

// Lines "//! WORD .." of programs and specifications: which words there are, and
// what a program is expected to do.
//
//	//! property F.fsa                    in programs
//	//! expect NAME VERDICT               a property, a family or an instance of one
//	//! expect deadlock, no-deadlock      short for: deadlock violated, deadlock holds
//	//! expect runtime-errors, no-runtime-errors

import (
	"go/token"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/internal/directive"
	"flavers/report"
)

// expectation is one line "//! expect".
type expectation struct {
	name    string
	verdict report.Verdict
	pos     token.Position // of the name
	spec    bool           // it stands in a specification
}

var verdictWords = []string{string(report.Holds), string(report.Violated), string(report.Possible), string(report.Unknown)}

// maxDirectives is how many lines with a directive a file may have: of each, files are
// looked for, and what is wrong with it is told.
const maxDirectives = 1000

// directives reads the lines of a file, and notes what it expects; spec: it is a
// specification.
func (in *inputs) directives(file string, src []byte, spec bool) []directive.Directive {
	words := []string{"expect", "property"}
	if spec {
		words = words[:1]
	}
	all := in.app.engine.directives(file, src)
	if len(all) > maxDirectives {
		in.list.Errorf(all[maxDirectives].Pos, codeTooMany, "more than %d directives in one file; the rest is not read", maxDirectives)
		all = all[:maxDirectives]
	}
	for _, d := range all {
		switch {
		case !slices.Contains(words, d.Word):
			e := in.list.Errorf(d.Pos, codeWord, "unknown directive %q", d.Word).WithLen(len(d.Word))
			if near := nearest(d.Word, words); near != "" {
				e.WithHint("did you mean %q?", near)
			} else if spec && d.Word == "property" {
				e.WithHint("it stands in programs: here write property NAME { .. }")
			} else {
				e.WithHint("there are %s; an ordinary comment begins with // alone", strings.Join(words, " and "))
			}
		case d.Word == "expect":
			in.expects(d, spec)
		}
	}
	return all
}

// expects notes one line "//! expect".
func (in *inputs) expects(d directive.Directive, spec bool) {
	x := expectation{spec: spec}
	shorts := []string{"deadlock", "no-deadlock", "runtime-errors", "no-runtime-errors"}
	const form = "write expect NAME holds, or violated; or expect deadlock, no-deadlock, runtime-errors, no-runtime-errors"
	switch len(d.Args) {
	case 1:
		x.pos, x.verdict = d.ArgPos[0], report.Violated
		name, no := strings.CutPrefix(d.Args[0], "no-")
		if x.name = name; no {
			x.verdict = report.Holds
		}
		if !slices.Contains(shorts, d.Args[0]) {
			e := in.list.Errorf(x.pos, codeExpect, "no verdict is expected of %q", d.Args[0]).WithLen(len(d.Args[0])).WithHint(form)
			if near := nearest(d.Args[0], shorts); near != "" {
				e.WithHint("did you mean %q?", near)
			}
			return
		}
	case 2:
		x.name, x.pos, x.verdict = d.Args[0], d.ArgPos[0], report.Verdict(d.Args[1])
		if !slices.Contains(verdictWords, d.Args[1]) {
			e := in.list.Errorf(d.ArgPos[1], codeExpect, "%q is no verdict", d.Args[1]).WithLen(len(d.Args[1]))
			if near := nearest(d.Args[1], verdictWords); near != "" {
				e.WithHint("did you mean %q?", near)
			} else {
				e.WithHint("verdicts are %s", strings.Join(verdictWords, ", "))
			}
			return
		}
	default:
		in.list.Errorf(d.Pos, codeExpect, "expect takes a name and a verdict, not %d words", len(d.Args)).WithLen(len(d.Word)).WithHint(form)
		return
	}
	if i := slices.IndexFunc(in.expected, func(y expectation) bool { return y.name == x.name }); i >= 0 {
		in.list.Errorf(x.pos, codeExpect, "a second expectation of %s", x.name).WithLen(len(x.name)).
			WithHint("the first is at %s", in.expected[i].pos)
		return
	}
	in.expected = append(in.expected, x)
}

// needExpected checks that each expectation is of a check. Those of a program are
// only looked at if all its own specifications were read.
func (in *inputs) needExpected(specs []*automata.Spec, own bool) {
	names := slices.Concat(propertyNames(specs), builtin)
	for _, x := range in.expected {
		if slices.Contains(names, x.name) || !own && !x.spec {
			continue
		}
		if slices.ContainsFunc(specs, func(s *automata.Spec) bool { return s.Called(x.name) }) {
			in.list.Errorf(x.pos, codeExpected, "%s is a constraint: it is assumed, and has no verdict", x.name).WithLen(len(x.name))
			continue
		}
		e := in.list.Errorf(x.pos, codeExpected, "no property is named %q", x.name).WithLen(len(x.name))
		if near := nearest(x.name, names); near != "" {
			e.WithHint("did you mean %q?", near)
		} else {
			e.WithHint("there are: %s", strings.Join(offered(specs, names), ", "))
		}
	}
}

// stated are the expectations in the form of reports.
func (in *inputs) stated() []report.Expected {
	var out []report.Expected
	for _, x := range in.expected {
		out = append(out, report.Expected{Name: x.name, Expected: x.verdict, Pos: x.pos.String()})
	}
	return out
}

// blocks tells whether a deadlock is expected: some execution gets stuck, and is
// meant to.
func (in *inputs) blocks() bool {
	return slices.ContainsFunc(in.expected, func(x expectation) bool {
		return x.name == report.Deadlock && x.verdict == report.Violated
	})
}

// expectations are those of the checks that are made.
func (f *checkFlags) expectations(in *inputs, specs []*automata.Spec) []report.Expected {
	return slices.DeleteFunc(in.stated(), func(e report.Expected) bool {
		return f.deadlock == "off" && e.Name == report.Deadlock || len(f.only) > 0 && !slices.Contains(f.only, e.Name) && !slices.ContainsFunc(specs, func(s *automata.Spec) bool {
			return s.Name == e.Name && slices.Contains(f.only, s.Family)
		})
	})
}
