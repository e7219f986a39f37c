package fsa

// This file makes the index of a specification file for editors: what the file declares, where each of these is named,
// and which names in events belong to the program (foreign names).
//
//	property busy[i in 0..N-1] { "phil[i].phase=eating" responds to hungry(i) }
//
// has the symbols busy and i. The foreign names are N, phil, phase (of phil), eating and hungry.

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/diag"
	"flavers/lang/symbols"
)

// Index returns the index of a file, as far as its text can be read.
func Index(file string, src []byte) *symbols.Index {
	p := &parser{reader: newReader(file, src, &diag.List{})}
	p.file()
	n := &namer{x: &symbols.Index{}, src: p.src}
	for _, d := range p.begun {
		n.declaration(d)
	}
	n.x.Sort()
	return n.x
}

// namer collects the index, declaration by declaration.
type namer struct {
	x   *symbols.Index
	src string

	// The current declaration.

	spec    symbols.ID            // the declaration itself; symbols.None if it has no name
	extent  symbols.Span          // its text
	indices map[string]symbols.ID // by name: its indices
	shorts  map[string]symbols.ID // by name: its short names
	states  map[string]symbols.ID // by name: the states of its automaton
	state   bool                  // the current text is a condition on states, and not an event
	channel bool                  // the current text is the channel in a condition about a length, as len(c)
}

// declaration enters a declaration and everything in it.
func (n *namer) declaration(d *decl) {
	kind := symbols.Constraint
	if d.property {
		kind = symbols.Property
	}
	n.extent = symbols.Span{At: d.from, End: max(d.to, d.from)}
	detail, _, _ := strings.Cut(n.src[d.from:min(n.extent.End, len(n.src))], "\n")
	place := symbols.Span{At: d.from, End: d.from}
	if named := n.src[d.name.at:]; d.name.text != "" && strings.HasPrefix(named, d.name.text) {
		place = symbols.Span{At: d.name.at, End: d.name.at + len(d.name.text)}
	}
	n.indices, n.shorts, n.states = map[string]symbols.ID{}, map[string]symbols.ID{}, map[string]symbols.ID{}
	n.spec = symbols.None
	if d.name.text != "" {
		n.spec = n.x.Add(symbols.Symbol{Kind: kind, Name: d.name.text, Within: symbols.None, Place: place, Extent: n.extent,
			Detail: strings.TrimSpace(detail)})
	}
	for _, x := range d.indices {
		n.words(x.at+len(x.text), x.end)
		n.indices[x.text] = n.local(symbols.Running, x.name, n.src[x.at:x.end])
	}
	if d.each.text != "" {
		n.indices[d.each.text] = n.local(symbols.Running, d.each, "for each "+d.each.text)
	}
	if d.machine != nil {
		for _, s := range d.machine.states {
			if _, twice := n.states[s.text]; !twice {
				n.states[s.text] = n.local(symbols.State, s.name, strings.TrimPrefix(s.live.text+" state "+s.text, " "))
			}
		}
		n.alphabet(d.machine.events)
		for _, m := range d.machine.moves {
			for _, s := range append(slices.Clone(m.from), m.to) {
				if id, ok := n.states[s.text]; ok {
					n.x.Use(id, symbols.Span{At: s.at, End: s.at + len(s.text)}, false)
				}
			}
			n.events(m.events)
		}
	}
	n.condition(d.condition)
	n.alphabet(d.alphabet)
	if d.expr != nil && d.expr.body != nil {
		n.expression(d.expr.body)
	}
	if t := d.pattern; t != nil {
		for _, group := range [][]eventRef{t.p, t.s, t.t, t.q, t.r} {
			n.events(group)
		}
	}
	if d.formula != nil {
		n.formula(d.formula)
	}
}

func (n *namer) formula(f *formula) {
	n.events(f.refs)
	for _, a := range f.args {
		n.formula(a)
	}
}

// local adds a symbol that belongs to the declaration.
func (n *namer) local(kind symbols.Kind, at name, detail string) symbols.ID {
	place := symbols.Span{At: at.at, End: at.at + len(at.text)}
	return n.x.Add(symbols.Symbol{Kind: kind, Name: at.text, Within: n.spec, Place: place, Extent: place, Scope: n.extent,
		Detail: detail})
}

func (n *namer) alphabet(list []eventDecl) {
	for _, e := range list {
		if e.short.text != "" {
			end := e.short.at
			for _, ref := range e.patterns {
				end = max(end, ref.at+ref.n)
			}
			n.shorts[e.short.text] = n.local(symbols.ShortName, e.short, n.src[e.short.at:end])
		}
	}
	for _, e := range list {
		n.events(e.patterns)
	}
}

func (n *namer) expression(q *qnode) {
	n.events(q.refs)
	for _, a := range q.args {
		n.expression(a)
	}
}

// condition enters the variables and values in a condition of an invariant.
func (n *namer) condition(c *automata.Condition) {
	if c == nil {
		return
	}
	switch c.Op {
	case "len", "empty", "full":
		n.channel = true
		n.condition(c.X)
		n.channel = false
		return
	}
	n.condition(c.X)
	n.condition(c.Y)
	if c.Op != "name" {
		return
	}
	at := symbols.Span{At: c.Pos.Offset, End: c.Pos.Offset + c.Len}
	if id, ok := n.indices[c.Name]; ok {
		n.x.Use(id, at, false)
		return
	}
	if n.src[at.At] == '"' {
		at.At, at.End = at.At+1, at.End-1
	}
	if n.src[at.At:at.End] != c.Name { // with escapes: places inside are not those of the text
		return
	}
	n.state = true
	n.event(at.At, at.End, at, "")
	n.state = false
}

// events enters the names in events: a short name, or names of the program.
func (n *namer) events(refs []eventRef) {
	for _, ref := range refs {
		at := symbols.Span{At: ref.at, End: ref.at + ref.n}
		if ref.call != nil {
			if c := ref.call; c.Object {
				at, end := c.Name.At, c.Name.At+c.Name.Len
				n.x.Use(n.indices[n.src[at:end]], symbols.Span{At: at, End: end}, false)
			}
			continue
		}
		if id, ok := n.shorts[ref.text]; ok && !ref.quoted {
			n.x.Use(id, at, false)
			continue
		}
		if ref.quoted {
			if strings.Contains(n.src[at.At:at.End], `\`) { // places inside are not those of the text
				continue
			}
			n.event(at.At+1, at.At+1+len(ref.text), at, ref.text)
			continue
		}
		n.event(at.At, at.End, at, ref.text)
	}
}

// verbs are the words that begin an event which is done to an object, as "lock m", with the kinds that the object may
// have.
var verbs = map[string][]symbols.Kind{
	"lock": {symbols.Lock}, "unlock": {symbols.Lock}, "rlock": {symbols.Lock}, "runlock": {symbols.Lock},
	"wait": {symbols.Lock, symbols.Condition, symbols.WaitGroup}, "signal": {symbols.Condition},
	"broadcast": {symbols.Condition}, "add": {symbols.WaitGroup}, "done": {symbols.WaitGroup}, "once": {symbols.Once},
	"wake": {symbols.Lock, symbols.Condition}, "notify": {symbols.Lock}, "notifyall": {symbols.Lock}, "acquire": {symbols.Semaphore},
	"release": {symbols.Semaphore},
	"close":   {symbols.Channel}, "post": {symbols.Task}, "spawn": {symbols.Task}, "join": {symbols.Task},
}

// values are the kinds that a word may have in an index, in an argument or after an operator.
var values = []symbols.Kind{symbols.Constant, symbols.Value}

// event enters the names in the text from..to, which is an event or a part of one. whole and text are the span and the
// text of the event.
func (n *namer) event(from, to int, whole symbols.Span, text string) {
	scan := &reader{src: n.src[:to]}
	depth := 0                              // number of open brackets
	behind := false                         // an operator has been read
	owner, kinds := "", []symbols.Kind(nil) // the name before a dot or colon; the kinds after a verb
	for i := from; i < to; {
		w := scan.wordAt(i)
		next := i + max(1, len(w))
		switch c := n.src[i]; {
		case w != "" && (depth > 0 || behind):
			n.value(w, i, whole, text)
		case w != "" && owner == "" && kinds == nil && verbs[w] != nil && next < to && n.src[next] == ' ':
			kinds = verbs[w]
		case w != "":
			f := symbols.Foreign{Span: symbols.Span{At: i, End: next}, Name: w, Owner: owner, Event: whole, Symbol: text}
			rest := skipIndices(n.src, next, to)
			f.Kinds = n.meaning(owner, kinds, rest)
			if strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ":") && !strings.HasPrefix(rest, ":=") {
				if owner == "" {
					f.Kinds = []symbols.Kind{symbols.Task, symbols.Variable}
				}
				owner = w
			}
			if strings.HasPrefix(rest, ":") {
				owner = ""
			}
			n.x.Foreign = append(n.x.Foreign, f)
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		case depth == 0 && strings.IndexByte("=<>!", c) >= 0:
			behind = i > from // in "<-c" a channel follows
		}
		i = next
	}
}

// meaning returns the kinds that a word of an event may have: owner is the name before it ("" for none), verb has the
// kinds that a verb before it allows (nil without a verb), and rest is the text after it.
func (n *namer) meaning(owner string, verb []symbols.Kind, rest string) []symbols.Kind {
	switch {
	case n.channel:
		return []symbols.Kind{symbols.Channel}
	case n.state && owner == "":
		return []symbols.Kind{symbols.Variable, symbols.Constant, symbols.Value}
	case n.state:
		return []symbols.Kind{symbols.Variable}
	case verb != nil && owner == "":
		return verb
	case owner != "" && strings.HasPrefix(strings.TrimLeft(rest, " "), "="), owner != "" &&
		strings.HasPrefix(strings.TrimLeft(rest, " "), "!"):
		return []symbols.Kind{symbols.Variable}
	case owner != "":
		return []symbols.Kind{symbols.Entry, symbols.Message, symbols.Variable}
	case strings.HasPrefix(strings.TrimLeft(rest, " "), "<-"):
		return []symbols.Kind{symbols.Channel}
	case strings.TrimLeft(rest, " ") == "":
		return []symbols.Kind{symbols.Event, symbols.Channel}
	case strings.IndexByte("=<>!", strings.TrimLeft(rest, " ")[0]) >= 0:
		return []symbols.Kind{symbols.Variable}
	}
	return []symbols.Kind{symbols.Event, symbols.Channel}
}

// skipIndices returns the text of src[:to] after the brackets that begin at offset i.
func skipIndices(src string, i, to int) string {
	for i < to && (src[i] == '[' || src[i] == '(') {
		end := partner(src[:to], i)
		if end < 0 {
			break
		}
		i = end + 1
	}
	return src[i:to]
}

// words enters the values in the text from..to.
func (n *namer) words(from, to int) {
	scan := &reader{src: n.src[:to]}
	for i := from; i < to; {
		w := scan.wordAt(i)
		if w != "" && w != "in" {
			n.value(w, i, symbols.Span{At: i, End: i + len(w)}, "")
		}
		i += max(1, len(w))
	}
}

// value enters a word that stands for a value.
func (n *namer) value(w string, at int, whole symbols.Span, text string) {
	place := symbols.Span{At: at, End: at + len(w)}
	if id, ok := n.indices[w]; ok {
		n.x.Use(id, place, false)
		return
	}
	n.x.Foreign = append(n.x.Foreign, symbols.Foreign{Span: place, Name: w, Kinds: values, Event: whole, Symbol: text})
}

// Keywords returns the words that have a meaning in the language, sorted. Elsewhere some of them may be events.
func Keywords() []string {
	words := slices.Concat([]string{"property", "constraint", "invariant", "safety", "prefix", "for", "events", "all",
		"none", "show", "ltl", "states", "error", "each", "call", "return", "ok", "as", "on", "result", "receiver", "arg",
		"live", "otherwise", "forall", "in", "time"}, patternWords, scopeWords)
	slices.Sort(words)
	return slices.Compact(words)
}
