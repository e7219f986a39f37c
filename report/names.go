package report

// This file translates from the names of a model to those of its Go package. In the model, the lock a.mu is a_mu, a
// goroutine of worker is the task worker_2[0], and a.mu.Lock() is the event "lock a_mu". Reports for people use the
// words of the source (Check.InSource). JSON keeps the words of the model, because properties use them, and has a
// table.

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flavers/internal/printable"
)

// Names is the table of names. The methods of a nil Names change nothing.
type Names struct {
	Goroutines []Goroutine `json:"goroutines"`           // in the order of the tasks
	Objects    []Object    `json:"objects,omitempty"`    // only those with another name in the source
	Operations []Operation `json:"operations,omitempty"` // those in executions, in the order of positions
	Constants  []Constant  `json:"constants,omitempty"`  // those that executions set or compare
	Calls      []Call      `json:"calls,omitempty"`      // of clients, what they do themselves in executions
}

// Caller is the name of the goroutine of a client that makes the object and makes the calls that follow each other.
const Caller = "caller"

// Goroutine is a goroutine of a Go package, which is a task in the model.
type Goroutine struct {
	Name    string `json:"name"`              // in the source
	Task    string `json:"task"`              // in the model
	Started string `json:"started,omitempty"` // where it is started, in short; "" for the first goroutine
	// Caller is set if the goroutine belongs to a client, and not to the package. Its own steps are not in the source.
	Caller bool `json:"caller,omitempty"`
}

// Object is a variable or field of a Go package that is an object of the model, as a lock or a channel.
type Object struct {
	Name  string `json:"name"`  // in the source: "a.mu"
	Model string `json:"model"` // in the model: "a_mu"
}

// Operation is a synchronizing operation in the source.
type Operation struct {
	At   string `json:"at"`           // "file:line:col"
	Text string `json:"text"`         // "a.mu.Lock()", in one line
	In   string `json:"in,omitempty"` // the function or method that contains it
}

// Constant is a constant of the package that stands at a position, where the model has a number.
type Constant struct {
	At    string `json:"at"`    // "file:line:col" of the step
	Value int64  `json:"value"` // in the model
	Name  string `json:"name"`  // in the source
}

// numeral matches an event that sets a variable to a number or compares it with one, and the number.
var numeral = regexp.MustCompile(`^[\w.\[\]]+(?:=|==|!=|<|<=|>|>=)(-?[0-9]+)$`)

// NumberOf returns the number that an event sets a variable to, or compares it with, if it does that.
func NumberOf(event string) (value int64, is bool) {
	m := numeral.FindStringSubmatch(event)
	if m == nil {
		return 0, false
	}
	value, err := strconv.ParseInt(m[1], 10, 64)
	return value, err == nil
}

// Call is what a client does itself, at a place that its own text has in executions.
type Call struct {
	At   string `json:"at"`             // "file:line:col" in executions, with a column that no line has
	Text string `json:"text,omitempty"` // "calls Queue.Close"; "" if it is no call
	Pos  string `json:"pos,omitempty"`  // where the function is declared that is called there, or else next
}

// InSource returns c with the names and operations of the source in place of those of the model. c itself stays as it
// is. If c is not about a Go package, InSource returns c.
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
			if c := t.calls[was.Waiting[k].Pos]; c != nil {
				w.Pos = c.Pos
				continue
			}
			w.At = t.operation(was.Waiting[k].At, w.At, w.Pos)
		}
	}
	return out
}

// Text returns s with the names of the source.
func (n *Names) Text(s string) string { return n.translator().text(s) }

// InSource returns v with the names of the source in all its strings.
func InSource[T any](n *Names, v T) T {
	if n == nil {
		return v
	}
	return printable.Map(v, n.translator().text)
}

// Started returns where the goroutine called name in the source is started, or "" if that is not known.
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

// Function returns the function with the operation at a position, or "" if that is not known.
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

// translator replaces names of a model in texts.
type translator struct {
	names      *regexp.Regexp              // matches the names that differ in the source; nil: none does
	named      map[string]string           // by name of a task or object: its name in the source
	operations map[string]string           // by position: the text of the operation
	callers    map[string]bool             // by name of a task: it belongs to a client
	constants  map[string]map[int64]string // by position of a step: names by their values
	calls      map[string]*Call            // by position in executions: what clients do there themselves
	locked     map[string]string           // by task and lock: the last call of Lock in the execution so far, without "Lock()"
}

func (n *Names) translator() *translator {
	t := &translator{named: map[string]string{}, operations: map[string]string{}, callers: map[string]bool{},
		calls: map[string]*Call{}, constants: map[string]map[int64]string{}, locked: map[string]string{}}
	if n == nil {
		return t
	}
	for _, c := range n.Constants {
		if t.constants[c.At] == nil {
			t.constants[c.At] = map[int64]string{}
		}
		t.constants[c.At][c.Value] = c.Name
	}
	for i := range n.Calls {
		t.calls[n.Calls[i].At] = &n.Calls[i]
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

// beyond matches a position in the text of a client: no line of the source has so many columns.
var beyond = regexp.MustCompile(`[^\s"]+:[0-9]+:1[0-9]{6}\b`)

// text returns s with the names of the source. A position in the text of a client is that of what it calls there, or is
// left out.
func (t *translator) text(s string) string {
	if strings.Contains(s, ":100") {
		s = beyond.ReplaceAllStringFunc(s, func(at string) string {
			if c := t.calls[at]; c != nil {
				return c.Pos
			}
			return ""
		})
	}
	if t.names == nil {
		return s
	}
	return t.names.ReplaceAllStringFunc(s, func(found string) string {
		at := t.names.FindStringSubmatchIndex(found)
		return found[:at[4]] + t.named[found[at[4]:]]
	})
}

// Words of the task language.
const (
	starts = "spawn " // before the task that a step starts
	other  = "else"   // a select takes its default
)

// step translates st. was is the same step with the words of the model. The start of a caller has no position, because
// it is nowhere in the source.
func (t *translator) step(st, was *Step) {
	told := func(text, model string) string {
		if value, is := NumberOf(model); is && t.constants[was.Pos][value] != "" {
			return strings.TrimRight(text, "-0123456789") + t.constants[was.Pos][value]
		}
		task, spawns := strings.CutPrefix(model, starts)
		if spawns && t.callers[task] {
			return "go " + t.text(task)
		}
		return t.operation(model, text, st.Pos)
	}
	if c := t.calls[was.Pos]; c != nil {
		st.Pos = c.Pos
		t.own(st, was, c)
		return
	}
	if task, ok := strings.CutPrefix(was.Event, starts); ok && t.callers[task] {
		st.Pos = ""
	}
	if st.If != "" {
		st.Event, st.Silent, st.Own = "if "+st.If, false, false
	}
	if st.State != "" && len(was.Events) == 0 {
		return // the step moves the property, and is shown with the word of the property
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

// own translates a step that a client takes itself (c). Those are left out that only set or test variables of the
// model.
func (t *translator) own(st, was *Step, c *Call) {
	ends := func(event string) bool { return event == "cancel" || strings.HasSuffix(event, "_ended=true") }
	task, spawns := strings.CutPrefix(was.Event, starts)
	switch {
	case slices.ContainsFunc(was.All(), ends):
		st.Event, st.Events = "ends the context", nil
	case c.Text != "" && (spawns || strings.HasPrefix(was.Event, "go ")):
		st.Event = c.Text
	case spawns:
		st.Event = "go " + t.text(task)
	case variables.MatchString(was.Event) || was.Silent:
		st.Own = true
	}
}

// variables matches events that set or test a variable.
var variables = regexp.MustCompile(`^[\w.\[\]]+(=|==|!=)\w+$`)

// deferred translates an Unlock that was deferred. It happens where the function returns, where the source has no such
// operation, so its text is made from that of the Lock before.
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

// verbs relates events of the model to operations of the source. An operation of Go may be several steps of the model:
// Wait of a condition unlocks, waits and locks. An event is shown as the operation at its position only if both match.
var verbs = []struct{ model, source *regexp.Regexp }{
	{regexp.MustCompile(`^r?(un)?lock `), regexp.MustCompile(`[Ll]ock\(\)`)},
	{regexp.MustCompile(`^<-`), regexp.MustCompile(`^<-|^range |^select$`)},
	{regexp.MustCompile(`.<-`), regexp.MustCompile(` <- |^select$`)},
	{regexp.MustCompile(`^(spawn|wait|wake|add|done|signal|broadcast|await|close|once) `), regexp.MustCompile(``)},
}

// misuse matches run-time errors whose first words have to stay. In others, as "closed channel: send on closed channel
// c", the words before the colon are repeated after it, or are the statement.
var misuse = regexp.MustCompile(`^[a-z ]* misuse: `)

// nilClosed is the run-time error of the assertion that stands for closing a nil channel in the model.
const nilClosed = "assertion false does not hold"

// operation returns the operation at a position that an event of the model stands for. text is the event with the names
// of the source; operation returns it if there is no such operation.
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
