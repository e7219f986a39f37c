package source

// Lines "//! WORD .." of programs and specifications: which words there are, and
// what a program is expected to do.
//
//	//! property F.fsa                    in programs
//	//! ignore T402                       in programs: a warning of flavers lint
//	//! expect NAME VERDICT               a property, a family or an instance of one
//	//! expect deadlock, no-deadlock      short for: deadlock violated, deadlock holds
//	//! expect runtime-errors, no-runtime-errors

import (
	"go/token"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/diag"
	"flavers/internal/directive"
	"flavers/report"
)

// Expectation is one line "//! expect".
type Expectation struct {
	name    string
	verdict report.Verdict
	pos     token.Position // of the name
	spec    bool           // it stands in a specification
}

var verdictWords = []string{string(report.Holds), string(report.Violated), string(report.Possible),
	string(report.Unknown)}

// maxDirectives is how many lines with a directive a file may have: of each, files are
// looked for, and what is wrong with it is told.
const maxDirectives = 1000

// Directives reads the lines of a file, and notes what it expects; spec: it is a
// specification.
func (r *Reader) Directives(file string, src []byte, spec bool) []directive.Directive {
	words := []string{"expect", "property", "ignore"}
	if spec {
		words = words[:1]
	}
	all := directive.Scan(file, src)
	if len(all) > maxDirectives {
		r.List.Errorf(all[maxDirectives].Pos, TooMany, "more than %d directives in one file; the rest is not read",
			maxDirectives)
		all = all[:maxDirectives]
	}
	for _, d := range all {
		switch {
		case !slices.Contains(words, d.Word) && isAda(file) && diag.Suggest(d.Word, words) == "":
			// Some styles write headers in comments that begin so.
		case !slices.Contains(words, d.Word):
			e := r.List.Errorf(d.Pos, Word, "unknown directive %q", d.Word).WithLen(len(d.Word))
			if near := diag.Suggest(d.Word, words); near != "" {
				e.WithHint("did you mean %q?", near)
			} else if spec && d.Word == "property" {
				e.WithHint("it stands in programs: here write property NAME { .. }")
			} else {
				e.WithHint("there are %s; an ordinary comment begins with // alone", strings.Join(words, ", "))
			}
		case d.Word == "ignore":
			for i, code := range d.Args {
				lint := func(e diag.Explanation) bool { return e.Code.Lint() && string(e.Code) == code }
				if !slices.ContainsFunc(diag.Explanations(), lint) {
					r.List.Errorf(d.ArgPos[i], Word, "%q is no code of flavers lint", code).WithLen(len(code)).WithHint("those are T401, T402 and so on: flavers explain")
				}
			}
		case d.Word == "expect":
			r.expects(d, spec)
		}
	}
	return all
}

// expects notes one line "//! expect".
func (r *Reader) expects(d directive.Directive, spec bool) {
	x := Expectation{spec: spec}
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
			e := r.List.Errorf(x.pos, Expect, "no verdict is expected of %q", d.Args[0]).WithLen(len(d.Args[0])).WithHint(form)
			if near := diag.Suggest(d.Args[0], shorts); near != "" {
				e.WithHint("did you mean %q?", near)
			}
			return
		}
	case 2:
		x.name, x.pos, x.verdict = d.Args[0], d.ArgPos[0], report.Verdict(d.Args[1])
		if !slices.Contains(verdictWords, d.Args[1]) {
			e := r.List.Errorf(d.ArgPos[1], Expect, "%q is no verdict", d.Args[1]).WithLen(len(d.Args[1]))
			if near := diag.Suggest(d.Args[1], verdictWords); near != "" {
				e.WithHint("did you mean %q?", near)
			} else {
				e.WithHint("verdicts are %s", strings.Join(verdictWords, ", "))
			}
			return
		}
	default:
		r.List.Errorf(d.Pos, Expect, "expect takes a name and a verdict, not %d words",
			len(d.Args)).WithLen(len(d.Word)).WithHint(form)
		return
	}
	if i := slices.IndexFunc(r.Expected, func(y Expectation) bool { return y.name == x.name }); i >= 0 {
		r.List.Errorf(x.pos, Expect, "a second expectation of %s", x.name).WithLen(len(x.name)).
			WithHint("the first is at %s", r.Expected[i].pos)
		return
	}
	r.Expected = append(r.Expected, x)
}

// NeedExpected checks that each expectation is of a check. Those of a program are
// only looked at if all its own specifications were read.
func (r *Reader) NeedExpected(specs []*automata.Spec, own bool) {
	names := slices.Concat(PropertyNames(specs), Builtin)
	for _, x := range r.Expected {
		if slices.Contains(names, x.name) || !own && !x.spec {
			continue
		}
		if slices.ContainsFunc(specs, func(s *automata.Spec) bool { return s.Called(x.name) }) {
			r.List.Errorf(x.pos, Expected, "%s is a constraint: it is assumed, and has no verdict", x.name).WithLen(len(x.name))
			continue
		}
		e := r.List.Errorf(x.pos, Expected, "no property is named %q", x.name).WithLen(len(x.name))
		if near := diag.Suggest(x.name, names); near != "" {
			e.WithHint("did you mean %q?", near)
		} else {
			e.WithHint("there are: %s", strings.Join(Offered(specs, names), ", "))
		}
	}
}

// Stated returns the expectations in the form of reports.
func (r *Reader) Stated() []report.Expected {
	var out []report.Expected
	for _, x := range r.Expected {
		out = append(out, report.Expected{Name: x.name, Expected: x.verdict, Pos: x.pos.String()})
	}
	return out
}

// Blocks reports whether a deadlock is expected: some execution gets stuck, and is
// meant to.
func (r *Reader) Blocks() bool {
	return slices.ContainsFunc(r.Expected, func(x Expectation) bool {
		return x.name == report.Deadlock && x.verdict == report.Violated
	})
}
