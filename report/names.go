package report

// The model of a Go package has its own names: a lock a.mu is a_mu there, a goroutine of worker is worker_2[0], and
// a.mu.Lock() is "lock a_mu". Reports for people have the words of the source. JSON has those of the model, which
// properties use, and a table.

import (
	"regexp"
	"slices"
	"strings"

	"flavers/internal/printable"
)

// Names are the words of the source of a Go package for what an answer about it names. The methods of nil change
// nothing.
type Names struct {
	Goroutines []Goroutine `json:"goroutines"`           // in the order of the tasks
	Objects    []Object    `json:"objects,omitempty"`    // those with another name in the source
	Operations []Operation `json:"operations,omitempty"` // at places of executions, in order of places
}

// Caller is the name of the goroutine of a client that makes an object, and calls what is called one after the other.
const Caller = "caller"

// Goroutine is a task of a Go root.
type Goroutine struct {
	Name    string `json:"name"`              // in the source
	Task    string `json:"task"`              // in the model
	Started string `json:"started,omitempty"` // where, in few words; "" for the first one
	// Caller: it stands for a caller of the package, or for what has made the object; its own steps are not of the source.
	Caller bool `json:"caller,omitempty"`
}

// Object is a lock, a channel or the like that is a field or a variable in a Go package.
type Object struct {
	Name  string `json:"name"`  // in the source: "a.mu"
	Model string `json:"model"` // in the model: "a_mu"
}

// Operation is what synchronizes at a place of the source.
type Operation struct {
	At   string `json:"at"`           // "file:line:col"
	Text string `json:"text"`         // "a.mu.Lock()", in one line
	In   string `json:"in,omitempty"` // the function, or the method, that it is in
}

// InSource is the check as people read it: with the names that a Go package has for its goroutines, objects and
// operations. The check itself stays as it is, and is returned where it is about something else.
func (c *Check) InSource() *Check {
	if c.Names == nil {
		return c
	}
	t := c.Names.translator()
	out := printable.Map(c, t.text)
	out.Names = c.Names // both sides of its tables stay
	for i, r := range out.all() {
		was := c.all()[i]
		for k := range r.Trace {
			t.step(&r.Trace[k], &was.Trace[k])
		}
		for k := range r.Waiting {
			w := &r.Waiting[k]
			w.At = t.operation(was.Waiting[k].At, w.At, w.Pos)
		}
	}
	return out
}

// Text is a text with the names of the source.
func (n *Names) Text(s string) string { return n.translator().text(s) }

// InSource is v with the names of the source in all its strings.
func InSource[T any](n *Names, v T) T {
	if n == nil {
		return v
	}
	return printable.Map(v, n.translator().text)
}

// Started returns where a goroutine is started, or "" if that is not known. The goroutine is given by its name in the
// source.
func (n *Names) Started(name string) string {
	if n == nil {
		return ""
	}
	i := slices.IndexFunc(n.Goroutines, func(g Goroutine) bool { return g.Name == name })
	if i < 0 {
		return ""
	}
	return n.Goroutines[i].Started
}

// Function returns the function that has an operation at a place, or "" if that is not known.
func (n *Names) Function(at string) string {
	if n == nil {
		return ""
	}
	i := slices.IndexFunc(n.Operations, func(o Operation) bool { return o.At == at })
	if i < 0 {
		return ""
	}
	return n.Operations[i].In
}

// Own returns the numbers, from 1, of the steps that only the model takes.
func (r *Result) Own() (out []int) {
	for i := range r.Trace {
		if r.Trace[i].Own {
			out = append(out, i+1)
		}
	}
	return out
}

// translator replaces the names of a model in texts.
type translator struct {
	names      *regexp.Regexp    // finds names of tasks and objects that have another one in the source; nil: none has
	named      map[string]string // by name of a task or an object
	operations map[string]string // by place
	callers    map[string]bool   // by name of a task
	locked     map[string]string // by task and lock: the last call of Lock of an execution, without that word
}

func (n *Names) translator() *translator {
	t := &translator{named: map[string]string{}, operations: map[string]string{}, callers: map[string]bool{},
		locked: map[string]string{}}
	if n == nil {
		return t
	}
	var others []string
	for _, g := range n.Goroutines {
		t.callers[g.Task] = g.Caller
		if g.Name != g.Task {
			t.named[g.Task] = g.Name
			others = append(others, regexp.QuoteMeta(g.Task))
		}
	}
	for _, o := range n.Objects {
		t.named[o.Model] = o.Name
		others = append(others, regexp.QuoteMeta(o.Model)+`\b`)
	}
	for _, o := range n.Operations {
		t.operations[o.At] = o.Text
	}
	if len(others) > 0 {
		slices.SortFunc(others, func(a, b string) int { return len(b) - len(a) })
		t.names = regexp.MustCompile(`(^|[^\w.])(` + strings.Join(others, "|") + ")")
	}
	return t
}

func (t *translator) text(s string) string {
	if t.names == nil {
		return s
	}
	return t.names.ReplaceAllStringFunc(s, func(found string) string {
		at := t.names.FindStringSubmatchIndex(found)
		return found[:at[4]] + t.named[found[at[4]:]]
	})
}

// Words of the task language: before a goroutine that is started, and of a select that takes its default.
const (
	starts = "spawn "
	other  = "else"
)

// step has the operations of a step of the model, was, in the words of the source. Callers are started nowhere in it.
func (t *translator) step(st, was *Step) {
	told := func(text, model string) string {
		task, spawns := strings.CutPrefix(model, starts)
		if spawns && t.callers[task] {
			return "go " + t.text(task)
		}
		return t.operation(model, text, st.Pos)
	}
	if task, ok := strings.CutPrefix(was.Event, starts); ok && t.callers[task] {
		st.Pos = ""
	}
	if st.If != "" {
		st.Event, st.Silent, st.Own = "if "+st.If, false, false
	}
	if st.State != "" && len(was.Events) == 0 {
		return // the property has this word for it
	}
	for k := range st.Events {
		st.Events[k] = told(st.Events[k], was.Events[k])
	}
	if len(was.Events) > 0 {
		st.Event = strings.Join(st.Events, "; ")
		return
	}
	st.Event = told(st.Event, was.Event)
	t.deferred(st, was)
}

// deferred has a call of Unlock that was deferred, and so stands at no place of the source, in words like those of the
// Lock before it.
func (t *translator) deferred(st, was *Step) {
	verb, lock, _ := strings.Cut(was.Event, " ")
	of := was.Task + " " + lock
	switch verb {
	case "lock", "rlock":
		if taken, ok := strings.CutSuffix(st.Event, "Lock()"); ok {
			t.locked[of] = taken
		}
	case "unlock", "runlock":
		if t.operations[st.Pos] == "" && t.locked[of] != "" {
			st.Event = t.locked[of] + "Unlock()"
		}
	}
}

// Verbs of the task language by what the operation of Go has that they stand for: an operation that is several steps of
// the model, as Wait of a condition, has the word for one of them.
var verbs = []struct{ model, source *regexp.Regexp }{
	{regexp.MustCompile(`^r?(un)?lock `), regexp.MustCompile(`[Ll]ock\(\)`)},
	{regexp.MustCompile(`^<-`), regexp.MustCompile(`^<-|^range |^select$`)},
	{regexp.MustCompile(`.<-`), regexp.MustCompile(` <- |^select$`)},
	{regexp.MustCompile(`^(spawn|wait|wake|add|done|signal|broadcast|await|close|once) `), regexp.MustCompile(``)},
}

// misuse finds run-time errors whose kind the rest does not say again: elsewhere, as in "closed channel: send on closed
// channel c", the words before the colon are the kind, or the statement.
var misuse = regexp.MustCompile(`^[a-z ]* misuse: `)

// nilClosed is the run-time error of the assertion by which the model has a nil channel closed.
const nilClosed = "assertion false does not hold"

// operation is what a statement of the model stands for, which is text with the names of the source; text itself if
// that is not known.
func (t *translator) operation(model, text, at string) string {
	of := t.operations[at]
	switch {
	case model == other && of == "select":
		return "default of select"
	case model == "":
		return of
	}
	if _, what, failed := strings.Cut(text, ": "); failed && of != "" {
		switch {
		case misuse.MatchString(model):
			what = text
		case strings.HasSuffix(model, nilClosed):
			what = "close of nil channel"
		}
		return of + ": " + what
	}
	for _, v := range verbs {
		if of != "" && v.model.MatchString(model) {
			if !v.source.MatchString(of) {
				break
			}
			if strings.HasPrefix(model, "wake ") {
				return of + " wakes up"
			}
			return of
		}
	}
	if rest, ok := strings.CutPrefix(text, starts); ok {
		return "go " + rest
	}
	return text
}
