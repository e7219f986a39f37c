package trace

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"flavers/diag"
)

// This file reads traces. Parse decides which of two forms a file has. The
// numbered form, that of DroidRacer and EM-Explorer, is read here, line by line,
// and so are dependences; parse_short.go reads the lines of the short form. Both
// add operations to a builder.

// shape is what an operation of the numbered form looks like.
type shape struct {
	kind   Kind
	fields []string // required; the first one is the executing thread
}

// shapes has the operations of the numbered form, by their words.
var shapes = map[string]shape{
	"THREADINIT":   {ThreadInit, []string{"tid"}},
	"THREADEXIT":   {ThreadExit, []string{"tid"}},
	"FORK":         {Fork, []string{"par-tid", "child-tid"}},
	"JOIN":         {Join, []string{"par-tid", "child-tid"}},
	"ATTACH-Q":     {AttachQueue, []string{"tid"}},
	"LOOP":         {Loop, []string{"tid"}},
	"POST":         {Post, []string{"src", "msg", "dest"}},
	"NATIVE-POST":  {Post, []string{"src", "msg", "dest"}},
	"UI-POST":      {Post, []string{"src", "msg", "dest"}},
	"DELAY-POST":   {Post, []string{"src", "msg", "dest"}},
	"CALL":         {Call, []string{"tid", "msg"}},
	"RET":          {Return, []string{"tid", "msg"}},
	"READ":         {Read, []string{"tid", "obj", "field"}},
	"WRITE":        {Write, []string{"tid", "obj", "field"}},
	"READ-STATIC":  {Read, []string{"tid", "class", "field"}},
	"WRITE-STATIC": {Write, []string{"tid", "class", "field"}},
	"LOCK":         {Lock, []string{"tid", "lock-obj"}},
	"UNLOCK":       {Unlock, []string{"tid", "lock-obj"}},
	"WAIT":         {Wait, []string{"tid"}},
	"NOTIFY":       {Notify, []string{"tid", "notifiedTid"}},
	"NOP":          {Nop, []string{"tid"}},
}

// marks are words of operations that neither block nor touch anything.
var marks = []string{"ENABLE-LIFECYCLE", "TRIGGER-LIFECYCLE", "ENABLE-EVENT", "TRIGGER-EVENT", "ENABLE-WINDOW-FOCUS",
	"TRIGGER-WINDOW-FOCUS", "TRIGGER-SERVICE", "TRIGGER-BROADCAST", "NATIVE-ENTRY", "NATIVE-EXIT", "ACCESS"}

// words lists all operations of the numbered form, for hints.
func words() []string {
	out := slices.Clone(marks)
	for w := range shapes {
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}

// maxProblems bounds the problems that are reported for a trace.
const maxProblems = 1000

// Parse reads a trace in the numbered form or in the short form. The first line
// that is neither empty nor a comment decides: in the numbered form it begins with
// a digit. dependences, which may be empty, is the text of a file with lines
// src:N dest:M. Parse calls Check on the trace. If there are errors, the trace is
// nil.
func Parse(file string, text []byte, dependenceFile string, dependences []byte) (*Trace, diag.List) {
	p := &parser{b: newBuilder(), file: file, numbers: map[int]int32{}}
	lines := strings.Split(string(text), "\n")
	numbered := true
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			numbered = line[0] >= '0' && line[0] <= '9' || shapes[line].fields != nil
			break
		}
	}
	for i, line := range lines {
		if len(p.ds.All) >= maxProblems {
			break // enough
		}
		p.line = i + 1
		if numbered {
			p.numbered(line)
		} else {
			p.short(line)
		}
	}
	p.pairs()
	p.file = dependenceFile
	for i, line := range strings.Split(string(dependences), "\n") {
		p.line = i + 1
		p.dependence(line)
	}
	if len(p.b.t.Ops) == 0 && !p.ds.HasErrors() {
		p.file, p.line = file, 1
		p.errorf(0, 0, "E106", "no operation in this trace")
	}
	if p.ds.HasErrors() {
		return nil, p.ds
	}
	t := p.b.finish()
	p.ds.Append(t.Check())
	if p.ds.HasErrors() {
		return nil, p.ds
	}
	return t, p.ds
}

// parser reads one trace.
type parser struct {
	b       *builder
	ds      diag.List
	file    string        // the file that is being read, and
	line    int           // the line in it, from 1
	numbers map[int]int32 // by number in the file: the index of the operation
	last    int           // the number of the last line
	ignored map[int]bool  // numbers of lines that are no operations (START)
	inside  []TaskID      // by thread: the handler that it is in, or None
	before  []pair        // of the short form: dependences, looked up when all operations are known
}

// pair says that the operation with number from comes before that with number to.
type pair struct {
	line, from, to int
}

// errorf reports an error in the present line, at a column from 0.
func (p *parser) errorf(column, length int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if len(p.ds.All) >= maxProblems {
		return &diag.Diagnostic{} // enough
	}
	return p.ds.Errorf(token.Position{Filename: p.file, Line: p.line, Column: column + 1}, code, format,
		args...).WithLen(length)
}

// numbered reads a line N OP key:value ...; lines that do not begin with a
// digit are comments.
func (p *parser) numbered(line string) {
	if line == "" || line[0] < '0' || line[0] > '9' {
		return
	}
	line = strings.TrimRight(strings.ReplaceAll(line, "\t", " "), " \r")
	// The number.
	word, rest, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(word)
	if err != nil {
		p.errorf(0, len(word), "E101", "%q is no number of an operation", word)
		return
	}
	column := len(word) + 1
	op, rest, _ := strings.Cut(rest, " ")
	if op == "" {
		p.errorf(0, len(word), "E101", "operation %d is missing", n).WithHint("a line is: number, operation, fields")
		return
	}
	if n <= p.last {
		p.errorf(0, len(word), "E102", "the number %d does not follow %d", n, p.last)
	}
	p.last = n
	if op == "START" {
		if p.ignored == nil {
			p.ignored = map[int]bool{}
		}
		p.ignored[n] = true
		return
	}
	// The operation.
	sh, ok := shapes[op]
	if !ok {
		if !slices.Contains(marks, op) {
			d := p.errorf(column, len(op), "E103", "unknown operation %q", op)
			if near := nearest(op, words()); near != "" {
				d.WithHint("did you mean %s?", near)
			}
			return
		}
		sh = shape{Mark, []string{"tid"}}
	}
	// The fields.
	fields, extra, ok := p.fields(rest, column+len(op)+1, sh.fields, n, op)
	if !ok {
		return
	}
	o := Op{Number: n, Kind: sh.kind, Word: op, Thread: p.b.thread(fields[0]), Arg: None, Dest: None, Rest: extra,
		Pos: token.Position{Filename: p.file, Line: p.line, Column: 1}}
	switch sh.kind {
	case Fork, Join, Notify:
		o.Arg = int32(p.b.thread(fields[1]))
	case Post:
		o.Arg, o.Dest = int32(p.b.task(fields[1])), p.b.thread(fields[2])
	case Call, Return:
		o.Arg = int32(p.b.task(fields[1]))
	case Read, Write:
		l := Location{Field: fields[2]}
		if strings.HasSuffix(op, "-STATIC") {
			l.Static, l.Class = true, fields[1]
		} else {
			l.Obj = fields[1]
			l.Class, o.Rest = classOf(extra)
		}
		o.Arg = int32(p.b.location(l))
	case Lock, Unlock:
		o.Arg = int32(p.b.lock(fields[1]))
	case Mark:
		if strings.HasSuffix(op, "-LIFECYCLE") {
			o.Arg = p.b.key(field(extra, "id") + " " + field(extra, "state"))
		}
	}
	p.add(o)
}

// fields returns the values of the fields in want, which operation op with number
// n must have, and the text of the others, each with a space before it. The text
// rest begins at the given column.
func (p *parser) fields(rest string, column int, want []string, n int, op string) (values []string, extra string,
	ok bool) {
	values = make([]string, len(want))
	at := column
	for _, f := range strings.Split(rest, " ") {
		here := at
		at += len(f) + 1
		if f == "" {
			continue
		}
		key, value, colon := strings.Cut(f, ":")
		i := slices.Index(want, key)
		switch {
		case !colon || value == "" && i >= 0:
			p.errorf(here, len(f), "E104", "%q is no field of the form key:value", f)
			return nil, "", false
		case i < 0:
			extra += " " + f
		case values[i] != "":
			p.errorf(here, len(f), "E104", "field %s is given twice", key)
			return nil, "", false
		default:
			values[i] = value
		}
	}
	for i, v := range values {
		if v == "" {
			p.errorf(column-1-len(op), len(op), "E104", "operation %d, %s, has no field %s", n, op, want[i])
			return nil, "", false
		}
	}
	return values, extra, true
}

// field returns the value of a field in the text of the other fields, or "".
func field(extra, key string) string {
	for _, f := range strings.Fields(extra) {
		if k, v, _ := strings.Cut(f, ":"); k == key {
			return v
		}
	}
	return ""
}

// classOf returns the class of an access, and its other fields without it.
func classOf(extra string) (class, rest string) {
	for _, f := range strings.Fields(extra) {
		if k, v, _ := strings.Cut(f, ":"); k == "class" && class == "" {
			class = v
		} else {
			rest += " " + f
		}
	}
	return class, rest
}

// add adds an operation to the trace. It notes in which handler the operation is.
func (p *parser) add(o Op) {
	for len(p.inside) <= int(o.Thread) {
		p.inside = append(p.inside, None)
	}
	in := &p.inside[o.Thread]
	if o.Kind == Call {
		*in = TaskID(o.Arg)
	}
	o.Task = *in
	if o.Kind == Return {
		if *in != TaskID(o.Arg) {
			p.errorf(0, 0, "E105", "thread %s ends the handler of %s, but is in %s", p.b.t.Threads[o.Thread], p.b.t.Tasks[o.Arg],
				p.handler(*in)).
				WithHint("CALL and RET of one message enclose its handler")
		}
		*in = None
	}
	p.numbers[o.Number] = int32(len(p.b.t.Ops))
	p.b.t.Ops = append(p.b.t.Ops, o)
}

// handler names a handler in a message.
func (p *parser) handler(t TaskID) string {
	if t == None {
		return "no handler"
	}
	return "that of " + p.b.t.Tasks[t]
}

// dependence reads a line src:N dest:M; others are comments.
func (p *parser) dependence(line string) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "src:") {
		return
	}
	var from, to int
	if n, err := fmt.Sscanf(line, "src:%d dest:%d", &from, &to); n != 2 || err != nil {
		p.errorf(0, len(line), "E107", "%q is no pair src:N dest:M", line)
		return
	}
	p.pair(from, to)
}

// pairs adds the dependences of the short form.
func (p *parser) pairs() {
	for _, b := range p.before {
		p.line = b.line
		p.pair(b.from, b.to)
	}
}

// pair adds a dependence between the operations with two numbers.
func (p *parser) pair(from, to int) {
	if p.ignored[from] {
		return
	}
	a, ok := p.numbers[from]
	b, also := p.numbers[to]
	switch {
	case !ok:
		p.errorf(0, 0, "E108", "no operation has the number %d", from)
	case !also:
		p.errorf(0, 0, "E108", "no operation has the number %d", to)
	case a >= b:
		p.errorf(0, 0, "E108", "operation %d is not before operation %d in the trace", from, to)
	default:
		p.b.t.Before = append(p.b.t.Before, [2]int32{a, b})
	}
}

// nearest returns the word that differs least from the given one, in at most two letters, or "" if there is none.
func nearest(word string, from []string) string {
	best, found := 3, ""
	for _, w := range from {
		if d := distance(strings.ToUpper(word), strings.ToUpper(w)); d < best {
			best, found = d, w
		}
	}
	return found
}

// distance returns the number of letters to add, drop or change to get from a to b
// (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1) // of the table of distances: from a[:i] to b[:j], by j
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0]++
		for j := range len(b) {
			d := left
			if a[i] != b[j] {
				d++
			}
			left = row[j+1]
			row[j+1] = min(d, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
