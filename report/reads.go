package report

// Where values come from: which variables the statement of a step reads, what
// they hold there, and which earlier step wrote that. Only what is certain is
// said; see sourceNames.resolve and writer for what is left out.

import (
	"regexp"
	"strconv"
	"strings"
)

// Read is a variable that the statement of a step names, with the value that it
// has before the step.
type Read struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Step is the step that last wrote the value, from 1; 0: none has changed it
	// since the start; -1: not known.
	Step int `json:"step"`
}

// shownStep is what people read of a step instead of its event's name.
type shownStep struct {
	text  string // a test as it is written in the source; "": the event says it
	label string // a name for the chart; "": the event
	reads []Read
}

// shownSteps looks at each step of a result. Values are known only of
// executions, not of paths that no execution is known to follow.
func (r *PageResult) shownSteps(sources Sources) []shownStep {
	out := make([]shownStep, len(r.Trace))
	names := map[string]*sourceNames{} // by file; looked up only
	values := map[string]string{}
	for _, v := range r.Vars {
		values[v.Name] = v.Value
	}
	w := writers{last: map[string]int{}, doubt: map[string]int{}}
	for i := range r.Trace {
		st := &r.Trace[i]
		at := place(st.Pos)
		line, ok := sources.line(at.Filename, at.Line)
		if !ok {
			return out // an unknown statement may have written anything
		}
		n := names[at.Filename]
		if n == nil {
			n = newSourceNames(r.Vars, string(sources[at.Filename]))
			names[at.Filename] = n
		}
		s := statementAt(line, at.Column)
		out[i] = n.shown(st, &s, values)
		if r.Verdict != Violated {
			out[i].reads = nil
			continue
		}
		for k, q := range out[i].reads {
			out[i].reads[k].Step = w.writer(q.Name)
		}
		w.doubts(n, st.Task, &s, i+1)
		w.takes(n, st, st.Task, &s, values, i+1)
		if st.PartnerPos != "" {
			at := place(st.PartnerPos)
			line, _ := sources.line(at.Filename, at.Line)
			other := statementAt(line, at.Column)
			for _, t := range st.Tasks {
				if t != st.Task {
					w.doubts(n, t, &other, i+1)
					w.takes(n, st, t, &other, values, i+1)
				}
			}
		}
		w.step(st, values, i+1)
		for _, v := range st.Vars {
			values[v.Name] = v.Value
		}
	}
	return out
}

// writers knows the latest step that wrote each variable, and the latest that
// may have written it without a trace: one that stored the value that was there
// before, as a receive or a parameter can.
type writers struct{ last, doubt map[string]int }

// writer is the step that last wrote a variable, 0 for none, -1 if unknown.
func (w *writers) writer(name string) int {
	if w.doubt[name] > w.last[name] || w.doubt[baseOf(name)] > w.last[name] {
		return -1
	}
	return w.last[name]
}

// step records what a step writes: what it changed, and what its events name.
func (w *writers) step(st *Step, values map[string]string, k int) {
	for _, v := range st.Vars {
		w.last[v.Name] = k
	}
	for _, token := range strings.Fields(st.Event) {
		name, value, ok := strings.Cut(token, "=")
		if _, known := values[name]; ok && known && !strings.HasPrefix(value, "=") {
			w.last[name] = k
		}
	}
	if child, ok := strings.CutPrefix(st.Event, "spawn "); ok { // its parameters
		for name := range values {
			if strings.HasPrefix(name, child+".") {
				w.doubt[name] = k
			}
		}
	}
}

// doubts records what a statement may write: what it names, guard and body aside,
// for a guard writes nothing, and what a body writes in the same step has an
// event.
func (w *writers) doubts(n *sourceNames, task string, s *statement, k int) {
	text := s.text
	switch {
	case !s.whole:
		text = s.line
	case s.kind != otherStmt:
		return
	}
	for _, u := range namesIn(text) {
		w.doubt[u.name] = k
		w.doubt[task+"."+u.name] = k
		for i := 2; n.bases[task+"."+u.name+"'"+strconv.Itoa(i)]; i++ {
			w.doubt[task+"."+u.name+"'"+strconv.Itoa(i)] = k
		}
	}
}

// takes records what a statement stores of what it takes: a message, a call's
// arguments, a value from a channel. The end of a call stores nothing, though it
// stands where the call does.
func (w *writers) takes(n *sourceNames, st *Step, task string, s *statement, values map[string]string, k int) {
	if !s.whole || strings.HasSuffix(st.Event, ".end") {
		return
	}
	for _, u := range namesIn(s.takes) {
		name := n.resolve(task, u.name)
		if _, ok := values[name]; ok && len(u.index) == 0 {
			w.last[name] = k
		}
	}
}

// sourceNames finds the variables that names in a source mean.
type sourceNames struct {
	source string          // without comments
	bases  map[string]bool // names of variables without indices; true: scalars and arrays alike
	clear  map[string]bool // cache of isClear and isIndex
}

var comments = regexp.MustCompile(`//[^\n]*`)

func newSourceNames(vars []VarValue, source string) *sourceNames {
	n := &sourceNames{source: comments.ReplaceAllString(source, ""), bases: map[string]bool{}, clear: map[string]bool{}}
	for _, v := range vars {
		n.bases[baseOf(v.Name)] = true
	}
	return n
}

// baseOf is a variable's name without its indices: queue of queue[0][1], and
// p[0].x of p[0].x[2].
func baseOf(name string) string {
	from := strings.LastIndexByte(name, '.') + 1
	if i := strings.IndexByte(name[from:], '['); i >= 0 {
		return name[:from+i]
	}
	return name
}

// resolve gives the variable, without indices, that a name means in a task; ""
// if it means something else, or could: another declaration of the same name
// may hide the variable at some places.
func (n *sourceNames) resolve(task, name string) string {
	local, shared := task+"."+name, name
	switch {
	case n.bases[local+"'2"], n.bases[local] && n.bases[shared]:
		return ""
	case n.bases[local] && n.isClear(name):
		return local
	case n.bases[shared] && n.isClear(name):
		return shared
	}
	return ""
}

// isClear tells whether the name is nowhere in the source that of an index, a
// constant, a value or a procedure's parameter, which can be a constant: these
// would hide a variable without being one. Hidden by a variable is no matter:
// its task then has one of this name.
func (n *sourceNames) isClear(name string) bool {
	known, ok := n.clear[name]
	if !ok {
		x := `\b` + regexp.QuoteMeta(name) + `\b`
		hidden := x + `\s+in\b|\bconst\b[^\n]*` + x + `\s*=|\benum\s+\w+\s*\{[^}]*` + x + `|\bproc\s+\w+\s*\([^)]*` + x
		known = !regexp.MustCompile(hidden).MatchString(n.source)
		n.clear[name] = known
	}
	return known
}

// shown is what is to be read of a step, with the values before it.
func (n *sourceNames) shown(st *Step, s *statement, values map[string]string) shownStep {
	var out shownStep
	tested, value, isTest := strings.Cut(st.Event, "==")
	isTest = isTest && !strings.Contains(st.Event, " ")
	unseen := st.Event == "test" || st.Event == "await" || strings.HasPrefix(st.Event, "test ") || strings.HasPrefix(st.Event, "await ")
	if s.kind == testStmt && (isTest || unseen) {
		if out.text = s.text; !s.whole {
			out.text += " …"
		}
	}
	if !s.whole {
		if out.text != "" {
			out.label = out.text
		}
		return out
	}
	uses := namesIn(s.reads)
	times := map[string]int{}
	for _, u := range uses {
		times[u.name]++
	}
	variables := map[string]bool{}
	seen := map[string]bool{}
	for _, u := range uses {
		base := n.resolve(st.Task, u.name)
		if n.bases[u.name] || n.bases[st.Task+"."+u.name] {
			variables[u.name] = true
		}
		if base == "" {
			continue
		}
		name := base
		for _, index := range u.index {
			name += "[" + n.index(st.Task, index, values) + "]"
		}
		if _, ok := values[name]; !ok && isTest && baseOf(tested) == base && times[u.name] == 1 {
			name = tested // the event says which element
		}
		if v, ok := values[name]; ok && !seen[name] {
			seen[name] = true
			out.reads = append(out.reads, Read{Name: name, Value: v})
		}
	}
	if out.text != "" && (len(variables) > 1 || unseen) {
		out.label = out.text
	}
	if isTest && seen[tested] && values[tested] != value {
		out.reads = nil // the state is not the one that was read
	}
	return out
}

// index is the value of an index that is a number or a variable; else "?".
func (n *sourceNames) index(task, text string, values map[string]string) string {
	if _, err := strconv.Atoi(text); err == nil {
		return text
	}
	if base := n.resolve(task, text); base != "" {
		if v, ok := values[base]; ok {
			return v
		}
	}
	if text == "self" || n.isIndex(task, text) {
		if i := strings.LastIndexByte(task, '['); i >= 0 {
			return strings.TrimSuffix(task[i+1:], "]")
		}
	}
	return "?"
}

// isIndex tells whether a name is the index of a task's family, and of nothing
// else in the source.
func (n *sourceNames) isIndex(task, name string) bool {
	family, _, ok := strings.Cut(task, "[")
	if !ok || n.bases[name] || n.bases[task+"."+name] || !regexp.MustCompile(`^[A-Za-z_]\w*$`).MatchString(name) {
		return false
	}
	key := "index " + family + " " + name
	if known, ok := n.clear[key]; ok {
		return known
	}
	x := regexp.QuoteMeta(name)
	head := regexp.MustCompile(`\b(?:task|actor|looper|process)\s+` + regexp.QuoteMeta(family) + `\s*\[\s*` + x + `\s+in\b`)
	all := regexp.MustCompile(`\b` + x + `\s+in\b|\(\s*` + x + `\s+|\bconst\b[^\n]*\b` + x + `\s*=`)
	heads := regexp.MustCompile(`\b(?:task|actor|looper|process)\s+\w+\s*\[\s*` + x + `\s+in\b`)
	n.clear[key] = head.MatchString(n.source) && len(all.FindAllString(n.source, -1)) == len(heads.FindAllString(n.source, -1))
	return n.clear[key]
}
