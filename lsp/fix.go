package lsp

// This file has quick fixes. A diagnostic whose hint names what was probably meant suggests changes of the text. A
// change is offered only if it removes the problem. If the hint merely lists what is possible there, the file must also
// have fewer problems after the change than before.

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flavers/diag"
	"flavers/lang/symbols"
)

// change replaces a piece of a text.
type change struct {
	at     symbols.Span // the piece
	by     string       // the new text
	title  string       // for the menu of the editor
	likely bool         // the hint says that this was probably meant
}

var (
	meant    = regexp.MustCompile(`did you mean ("(?:[^"\\]|\\.)*"|[^ ?]+)\?`)
	written  = regexp.MustCompile(`^write (\S+)$`)
	leaveOut = regexp.MustCompile(`^(?:leave out (\S+)|one (}) too many)`)
	expected = regexp.MustCompile("^expected [\"`]([^\"` ]+)[\"`]")
	among    = regexp.MustCompile(`^(?:[a-z ]+:|it handles|there are|(?:the|its) [\w ]+? (?:is|are)) (.+)$`)
	quoted   = regexp.MustCompile(`of that name is written ("(?:[^"\\]|\\.)*")`)
)

// operators maps words of other languages to operators of the task language.
var operators = map[string]string{"and": "&&", "or": "||", "not": "!"}

// changes returns changes that may remove the problem of a diagnostic, the most likely first.
func changes(file string, t *text, d *diag.Diagnostic) []change {
	at := underlined(t, d)
	have := t.of(at)
	here := symbols.Span{At: at.At, End: at.At}
	var out []change
	if m := meant.FindStringSubmatch(d.Hint); m != nil {
		by := m[1]
		if s, err := strconv.Unquote(by); err == nil {
			by = s
		}
		if isSpec(file) {
			by = asEvent(by, have)
		}
		out = append(out, change{at, by, "change to " + by, true})
	}
	for _, name := range listedNames(d.Hint) {
		by := name
		if isSpec(file) {
			by = asEvent(by, have)
		}
		out = append(out, change{at, by, "change to " + by, false})
	}
	if m := quoted.FindStringSubmatch(d.Hint); m != nil {
		out = append(out, change{at, m[1], "write " + m[1], true})
	}
	if m := written.FindStringSubmatch(d.Hint); m != nil && !strings.Contains(m[1], "..") {
		out = append(out, change{at, m[1], "write " + m[1], false})
	}
	if m := leaveOut.FindStringSubmatch(d.Hint); m != nil && strings.HasPrefix(string(t.src[at.At:]), m[1]+m[2]) {
		what := m[1] + m[2]
		out = append(out, change{symbols.Span{At: at.At, End: at.At + len(what)}, "", "remove " + what, false})
	}
	if m := expected.FindStringSubmatch(d.Message); m != nil {
		by := m[1]
		end := len(strings.TrimRight(string(t.src[:at.At]), " \t\r\n")) // behind what stands before
		switch {
		case by == "}":
			out = append(out, change{symbols.Span{At: end, End: end}, "\n}", "insert }", false}, change{here, "}\n", "insert }", false})
		case by == "{":
			out = append(out, change{here, "{ ", "insert {", false}, change{symbols.Span{At: end, End: end}, " {", "insert {", false})
		case strings.Trim(by, ")],:;") == "":
			out = append(out, change{symbols.Span{At: end, End: end}, by, "insert " + by, false})
		}
		out = append(out, change{here, by + " ", "insert " + by, false}, change{at, by, "change to " + by, false})
	}
	switch {
	case d.Message == "there is no operator :=":
		out = append(out, change{at, "=", "change to =", false})
	case strings.HasPrefix(d.Hint, "comments begin with //"):
		out = append(out, change{at, "//", "make it a comment", false})
	case strings.HasPrefix(d.Hint, "statements end"):
		out = append(out, change{here, "; ", "insert ;", false})
	case d.Hint == "add */":
		end := len(t.src)
		out = append(out, change{symbols.Span{At: end, End: end}, " */", "close the comment", false})
	case strings.HasPrefix(d.Hint, "logical operators"):
		if op := operators[have]; op != "" {
			out = append(out, change{at, op, "change to " + op, false})
		}
	case strings.Contains(d.Hint, "need quotes"):
		if line, _, _ := strings.Cut(string(t.src[at.At:]), "\n"); at.At > 0 {
			word := t.word(len(strings.TrimRight(string(t.src[:at.At]), " \t")))
			if i := strings.IndexAny(line, ";,:|{})"); i >= 0 {
				line = line[:i]
			}
			whole := symbols.Span{At: word.At, End: at.At + len(strings.TrimRight(line, " \t\r"))}
			by := `"` + t.of(whole) + `"`
			out = append(out, change{whole, by, "write " + by, false})
		}
	case d.Hint == "use self":
		out = append(out, change{at, "self", "change to self", false})
	}
	return out
}

// mostNames bounds how many names of a list are offered, each as a fix of its own.
const mostNames = 4

// listedNames returns the names of a hint that lists all possible ones, such as "its entries: enter and leave". It
// returns nil if the hint lists none, or too many to offer.
func listedNames(hint string) []string {
	m := among.FindStringSubmatch(hint)
	if m == nil {
		return nil
	}
	names := strings.Split(strings.Replace(m[1], " and ", ", ", 1), ", ")
	if len(names) > mostNames {
		return nil
	}
	return names
}

var plainEvent = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]"]*\]|\([^)"]*\)|[.:][A-Za-z_][A-Za-z0-9_]*)*$`)

// asEvent returns the name of an event, in quotes if the name before was quoted or if the new one has to be.
func asEvent(name, before string) string {
	if strings.HasPrefix(before, `"`) || !plainEvent.MatchString(name) {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return name
}

func (s *server) actions(ctx context.Context, p *actionParams) (any, error) {
	v, file := s.view(), pathOf(p.TextDocument.URI)
	t := v.read(file)
	out := []codeAction{}
	if t == nil || v.held[file] == nil || isGo(file) {
		return out, nil
	}
	m := v.modelOf(ctx, file)
	from, to := t.offset(p.Range.Start), t.offset(p.Range.End)
	for i := range m.list {
		d := &m.list[i]
		if at := underlined(t, d); d.Pos.Filename != file || at.At > to || at.End < from {
			continue
		}
		var titles []string
		for _, c := range changes(file, t, d) {
			if ctx.Err() != nil {
				return out, nil
			}
			if c.by == t.of(c.at) || slices.Contains(titles, c.title) || !v.mends(ctx, file, m, d, c) {
				continue
			}
			titles = append(titles, c.title)
			out = append(out, codeAction{Title: c.title, Kind: "quickfix", Preferred: c.likely, Diagnostics: []diagnostic{v.diagnostic(file, d)},
				Edit: workspaceEdit{Changes: map[string][]textEdit{p.TextDocument.URI: {{t.span(c.at), c.by}}}}})
		}
	}
	return out, nil
}

// modelOf returns the model of the first program that a file belongs to, or of the file alone if it belongs to none.
func (v *view) modelOf(ctx context.Context, file string) *model {
	if programs := v.subjects(file); len(programs) > 0 {
		return v.model(ctx, programs[0])
	}
	return v.model(ctx, "", file)
}

// with returns the view with another text for a file.
func (v *view) with(file string, t *text) *view {
	w := newView(v.disk)
	w.memory = v.memory
	for path, d := range v.held {
		w.held[path] = d
	}
	uri := v.uriOf(file)
	w.held[file] = &document{uri: uri, path: file, text: t}
	return w
}

// mends reports whether a change removes a problem, and makes no new ones.
func (v *view) mends(ctx context.Context, file string, m *model, d *diag.Diagnostic, c change) bool {
	var after *model
	w := v.with(file, v.read(file).replaced(c.at, c.by))
	if m.program != "" {
		after = w.model(ctx, m.program)
	} else {
		after = w.model(ctx, "", file)
	}
	still := slices.ContainsFunc(after.list, func(e diag.Diagnostic) bool {
		return e.Pos.Filename == file && e.Code == d.Code && e.Message == d.Message && e.Pos.Line == d.Pos.Line
	})
	// Only problems of this file count: a program that compiles again may show problems of its specifications.
	count := func(m *model, only bool) (n int) {
		for i := range m.list {
			if m.list[i].Pos.Filename == file && (m.list[i].Severity == diag.Error || !only) {
				n++
			}
		}
		return n
	}
	before, errors := count(m, true), count(after, true)
	return !still && (c.likely || errors < before || errors == before && count(after, false) < count(m, false))
}
