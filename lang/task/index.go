package task

// The index of a program: what is declared, and where it is named. The resolver
// notes what each name means while it looks names up, so that the index and the
// program never differ; a place belongs to the task, procedure or handler whose
// text it stands in.

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"flavers/lang/symbols"
)

// Index returns the index of a program, as far as its text can be read.
func Index(file string, src []byte) *symbols.Index {
	x := &symbols.Index{}
	if len(src) > maxSource {
		return x
	}
	r := &reporter{src: newSource(file, src)}
	t := parse(r)
	n := newNames(x, r.src, t)
	resolveNaming(r, t, nil, n)
	n.uses()
	x.Sort()
	return x
}

// names collects the index. A nil *names collects nothing.
type names struct {
	x       *symbols.Index
	src     *source
	byPlace map[span]symbols.ID   // symbols by where they are declared
	events  map[string]symbols.ID // by name: they are declared nowhere
	blocks  []container           // tasks, procedures and handlers, in order of their text
	pending []usage

	arguments map[span]bool // names that stand alone as an argument of an event
	selves    []span        // where self stands
}

func newNames(x *symbols.Index, src *source, t *tree) *names {
	n := &names{x: x, src: src, byPlace: map[span]symbols.ID{}, events: map[string]symbols.ID{},
		arguments: map[span]bool{}}
	n.containers(t)
	return n
}

// container is a piece of text to which the names declared in it belong.
type container struct {
	extent span
	id     symbols.ID // None: a handler, which is part of its task
	parent int        // the index of the container around it, or -1
}

// usage is a name that means what is declared at decl.
type usage struct {
	at, decl span
	write    bool
}

// containers adds tasks and procedures, which other symbols belong to.
func (n *names) containers(t *tree) {
	proc := func(p *procDecl, within symbols.ID) {
		n.blocks = append(n.blocks, container{extent: p.extent, id: n.add(symbols.Procedure, p.ident, within, p.extent, span{})})
	}
	for _, p := range t.procs {
		proc(p, symbols.None)
	}
	for _, d := range t.tasks {
		id := n.add(symbols.Task, d.ident, symbols.None, d.extent, span{})
		n.blocks = append(n.blocks, container{extent: d.extent, id: id})
		for _, p := range d.procs {
			proc(p, id)
			if last := &n.x.Symbols[len(n.x.Symbols)-1]; last.Place == piece(p.span) {
				last.Scope = piece(d.extent)
			}
		}
		for _, h := range d.handlers {
			n.blocks = append(n.blocks, container{extent: h.extent, id: symbols.None})
		}
	}
	slices.SortStableFunc(n.blocks, func(a, b container) int { return int(a.extent.at) - int(b.extent.at) })
	open := -1
	for i, b := range n.blocks {
		for open >= 0 && n.blocks[open].extent.end <= b.extent.at {
			open = n.blocks[open].parent
		}
		n.blocks[i].parent, open = open, i
	}
}

// add enters a symbol, once for each place where one is declared.
func (n *names) add(kind symbols.Kind, id ident, within symbols.ID, extent, scope span) symbols.ID {
	if id.name == "" || id.end == 0 || !n.written(id.span, id.name) {
		return symbols.None
	}
	if old, ok := n.byPlace[id.span]; ok {
		return old
	}
	s := n.x.Add(symbols.Symbol{Kind: kind, Name: id.name, Within: within, Place: piece(id.span), Extent: piece(extent), Scope: piece(scope), Detail: n.line(id.at)})
	n.byPlace[id.span] = s
	return s
}

func piece(s span) symbols.Span { return symbols.Span{At: int(s.at), End: int(s.end)} }

// around returns the innermost container of a place, and whose text it is. A file may have hundreds of
// thousands of tasks: the container is looked up by halves.
func (n *names) around(at pos) (within symbols.ID, scope span) {
	i := sort.Search(len(n.blocks), func(i int) bool { return n.blocks[i].extent.at > at }) - 1
	for ; i >= 0; i = n.blocks[i].parent {
		b := n.blocks[i]
		if at >= b.extent.end {
			continue
		}
		if scope.end == 0 {
			scope = b.extent
		}
		if b.id != symbols.None {
			return b.id, scope
		}
	}
	return symbols.None, scope
}

var symbolKinds = map[symKind]symbols.Kind{symConst: symbols.Constant, symEnumVal: symbols.Value, symIndex: symbols.Running, symVar: symbols.Variable,
	symEnum: symbols.Enum, symLock: symbols.Lock, symSem: symbols.Semaphore, symChan: symbols.Channel,
	symGroup: symbols.WaitGroup, symOnce: symbols.Once, symCond: symbols.Condition, symTask: symbols.Task, symProc: symbols.Procedure}

func (n *names) declared(sym *symbol) {
	if n == nil {
		return
	}
	kind, ok := symbolKinds[sym.kind]
	if !ok { // an entry, see there
		return
	}
	within, scope := n.around(sym.at)
	id := n.add(kind, sym.ident, within, sym.span, scope)
	if sym.kind == symEnumVal && id != symbols.None {
		n.x.Symbols[id].Value = sym.enum.name
	}
}

func (n *names) entry(e *entryDecl) {
	if n != nil {
		within, _ := n.around(e.at)
		n.add(symbols.Entry, e.ident, within, e.span, span{})
	}
}

// message enters a message where its first handler names it, and this handler.
func (n *names) message(d *taskDecl, h *handlerDecl) {
	if n == nil {
		return
	}
	if h.decl.span == h.msg.span {
		within, _ := n.around(h.msg.at)
		n.add(symbols.Message, h.msg, within, h.extent, span{})
	}
	n.use(h.msg, h.decl.span, true)
}

func (n *names) label(id ident) {
	if n != nil {
		within, scope := n.around(id.at)
		n.add(symbols.Label, id, within, id.span, scope)
	}
}

// event enters an event at its first statement in the text, and this statement.
func (n *names) event(id ident) {
	if n == nil || id.name == "" || !n.written(id.span, id.name) {
		return
	}
	first, ok := n.events[id.name]
	switch {
	case !ok:
		n.events[id.name] = n.add(symbols.Event, id, symbols.None, id.span, span{})
	case int(id.at) < n.x.Symbols[first].Place.At:
		n.x.Symbols[first].Place, n.x.Symbols[first].Extent = piece(id.span), piece(id.span)
		n.x.Symbols[first].Detail = n.line(id.at)
	}
	n.x.Use(n.events[id.name], piece(id.span), true)
}

// argument notes an argument of an event.
func (n *names) argument(a expr) {
	if e, ok := a.(*nameExpr); ok && n != nil && len(e.index) == 0 {
		n.arguments[e.span] = true
	}
}

// self notes that a task asks which of its family it is.
func (n *names) self(at span) {
	if n != nil {
		n.selves = append(n.selves, at)
	}
}

func (n *names) use(id ident, decl span, write bool) {
	if n != nil {
		n.pending = append(n.pending, usage{id.span, decl, write})
	}
}

// uses enters what was named, once all that is declared is known. Where a place is
// noted twice, as written and as read, it is written.
func (n *names) uses() {
	slices.SortStableFunc(n.pending, func(a, b usage) int {
		switch {
		case a.write == b.write:
			return 0
		case a.write:
			return -1
		}
		return 1
	})
	for _, u := range n.pending {
		if id, ok := n.byPlace[u.decl]; ok && n.written(u.at, n.x.Symbols[id].Name) {
			n.x.Use(id, piece(u.at), u.write)
		}
	}
}

// written reports whether a name stands there as it is: some mistakes are mended.
func (n *names) written(at span, name string) bool { return string(n.src.text[at.at:at.end]) == name }

// line returns the line of a declaration, without its comment and the brace at its end. Of a line
// that is longer than longLine it is the beginning: all the declarations of a file may be in one.
func (n *names) line(at pos) string {
	k := n.src.place(at).Line
	text := n.src.text[n.src.lines[k-1]:]
	text, _, _ = bytes.Cut(text[:min(len(text), longLine)], []byte("\n"))
	s, _, _ := strings.Cut(string(text), "//")
	return clipLine(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "{")))
}

// longLine is how many bytes of a line are looked at.
const longLine = 4096

// clipLine shortens a line that is shown.
func clipLine(s string) string {
	const n = 120
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + ".."
}

// Keywords returns the words of the language that may not be names, in order, and those
// that have a meaning at some places only.
func Keywords() (reservedWords, contextual []string) {
	for w := range reserved {
		reservedWords = append(reservedWords, w)
	}
	slices.Sort(reservedWords)
	return reservedWords, []string{"add", "broadcast", "capacity", "cond", "done", "fair", "once",
		"quorum", "server", "signal", "waitgroup"}
}
