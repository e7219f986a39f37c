// Package editors highlights programs and specifications by the grammars that the editors
// use, which stand beside it:
//
//	lines := editors.Highlight("dining.tfg", "lock a // take it")
//
// gives one line of the spans {"lock", "type"}, {" a ", ""} and {"// take it", "comment"}.
//
// A grammar is one of TextMate's (macromates.com/manual/en/language_grammars): rules that
// match within a line, rules with a begin and an end, names for what is captured. What
// these grammars use of that is understood here, as a test demands; regular expressions are those
// of package regexp.
package editors

import (
	_ "embed"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Span is a part of a line that looks the same.
type Span struct {
	Text  string
	Class string // comment, string, keyword, type, name, constant, function, operator; ""
}

//go:embed vscode/syntaxes/tfg.tmLanguage.json
var programs []byte

//go:embed vscode/syntaxes/fsa.tmLanguage.json
var specifications []byte

// Editors have grammars of Ada; this one is for the page.
//
//go:embed page/ada.tmLanguage.json
var ada []byte

var (
	programRules       = sync.OnceValue(func() []*rule { return read(programs) })
	specificationRules = sync.OnceValue(func() []*rule { return read(specifications) })
	adaRules           = sync.OnceValue(func() []*rule { return read(ada) })
)

// most is the size of a text, in bytes, up to which it is highlighted.
const most = 1 << 18

// Highlight splits text into lines and these into spans, by the grammar of the file's
// extension; of another extension, or a text too long to be read, each line is one span.
func Highlight(file, text string) [][]Span {
	var rules []*rule
	switch {
	case len(text) > most:
	case filepath.Ext(file) == ".tfg":
		rules = programRules()
	case filepath.Ext(file) == ".fsa":
		rules = specificationRules()
	case filepath.Ext(file) == ".adb", filepath.Ext(file) == ".ads":
		rules = adaRules()
	}
	var out [][]Span
	var inside []*rule
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		var spans []Span
		spans, inside = cut(strings.TrimSuffix(line, "\r"), rules, inside)
		out = append(out, spans)
	}
	return out
}

// rule is one of a grammar: a match, or what is between a begin and an end.
type rule struct {
	class    string
	match    *regexp.Regexp
	captures map[int]string // group to class; looked up only
	end      *regexp.Regexp // nil: the match is all
	inner    []*rule
}

// cut splits a line; inside are the rules that have begun and not ended, innermost last.
func cut(line string, rules, inside []*rule) ([]Span, []*rule) {
	var spans []Span
	add := func(text, class string) {
		switch n := len(spans); {
		case text == "":
		case n > 0 && spans[n-1].Class == class:
			spans[n-1].Text += text
		default:
			spans = append(spans, Span{text, class})
		}
	}
	next := map[*rule][]int{} // where each matches next, nil if nowhere; looked up only
	for at := 0; ; {
		now, class := rules, ""
		best, ends := (*rule)(nil), false
		var found []int
		if n := len(inside); n > 0 {
			top := inside[n-1]
			now, class = top.inner, top.class
			if m := top.end.FindStringIndex(line[at:]); m != nil {
				found, ends = []int{at + m[0], at + m[1]}, true
			}
		}
		for _, r := range now {
			m, known := next[r]
			if !known || m != nil && m[0] < at {
				if m = r.match.FindStringSubmatchIndex(line[at:]); m != nil {
					for k := range m {
						if m[k] >= 0 {
							m[k] += at
						}
					}
				}
				next[r] = m
			}
			if m != nil && m[1] > m[0] && (found == nil || m[0] < found[0]) {
				best, found, ends = r, m, false
			}
		}
		if found == nil {
			add(line[at:], class)
			return spans, inside
		}
		add(line[at:found[0]], class)
		at = found[1]
		switch {
		case ends:
			add(line[found[0]:at], class)
			inside = inside[:len(inside)-1]
		case best.end != nil:
			add(line[found[0]:at], best.class)
			inside = append(inside, best)
		default:
			best.captured(line, found, add)
		}
	}
}

// captured adds a match, the groups that have a name as such.
func (r *rule) captured(line string, m []int, add func(text, class string)) {
	at := m[0]
	for k := 1; 2*k < len(m); k++ {
		if class := r.captures[k]; class != "" && m[2*k] >= at {
			add(line[at:m[2*k]], r.class)
			add(line[m[2*k]:m[2*k+1]], class)
			at = m[2*k+1]
		}
	}
	add(line[at:m[1]], r.class)
}

// written is a rule as it stands in a grammar.
type written struct {
	Name, Match, Begin, End, Include string
	Captures                         map[string]struct{ Name string }
	Patterns                         []written
	Repository                       map[string]written
}

// read makes a grammar ready. It is one of those above, and a test reads both: what is
// wrong with it panics.
func read(text []byte) []*rule {
	var g written
	if err := json.Unmarshal(text, &g); err != nil {
		panic("editors: " + err.Error())
	}
	var make func(list []written) []*rule
	make = func(list []written) (out []*rule) {
		for _, w := range list {
			r := &rule{class: classOf(w.Name), captures: map[int]string{}}
			for k, c := range w.Captures {
				n, err := strconv.Atoi(k)
				if err != nil {
					panic("editors: no group: " + k)
				}
				r.captures[n] = classOf(c.Name)
			}
			switch {
			case w.Include != "":
				out = append(out, make(g.Repository[strings.TrimPrefix(w.Include, "#")].Patterns)...)
				continue
			case w.Begin != "":
				r.match, r.end = regexp.MustCompile(w.Begin), regexp.MustCompile(w.End)
				r.inner = make(w.Patterns)
			default:
				r.match = regexp.MustCompile(w.Match)
			}
			out = append(out, r)
		}
		return out
	}
	return make(g.Patterns)
}

// classOf returns the class of a scope: "keyword.control.tfg" is a keyword.
func classOf(scope string) string {
	for _, k := range []struct{ prefix, class string }{
		{"comment", "comment"}, {"string", "string"}, {"constant.character", "string"}, {"keyword.operator", "operator"}, {"keyword", "keyword"},
		{"storage", "type"}, {"entity.name", "name"}, {"constant", "constant"}, {"support", "function"},
	} {
		if strings.HasPrefix(scope, k.prefix) {
			return k.class
		}
	}
	return ""
}
