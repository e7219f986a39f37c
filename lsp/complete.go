package lsp

// Completion. In a program the editor is offered the words and names that can be used at the cursor, in a
// specification also the events of the program. While the program has errors, these are the events of its last
// version without errors.

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata/fsa"
	"flavers/lang"
	"flavers/lang/symbols"
)

// maxItems bounds the items of one answer; the editor asks again as the user types more.
const maxItems = 400

// completer collects the items that are offered at one place.
type completer struct {
	v      *view
	file   string
	t      *text
	offset int
	at     symbols.Span // what an accepted item replaces
	typed  string       // the text there: what the user has typed of the word
	out    completionList
	seen   map[string]bool
}

func (s *server) completion(ctx context.Context, p *at) (any, error) {
	v := s.view()
	file, t, offset := v.locate(p)
	c := &completer{v: v, file: file, t: t, offset: offset, out: completionList{Items: []completionItem{}}, seen: map[string]bool{}}
	if t == nil {
		return c.out, nil
	}
	line := t.before(offset)
	if i, directive := comment(file, line); i >= 0 {
		if directive {
			c.at = t.word(offset)
			c.directive(strings.Fields(line[i+3:]), strings.HasSuffix(line, " "))
		}
		return c.out, nil
	}
	if isSpec(file) && t.condition(offset) {
		c.condition(s.programs(ctx, v, file))
	} else if isSpec(file) {
		c.spec(s.events(ctx, v, file))
	} else {
		c.program()
	}
	return c.out, nil
}

// before returns the part of a line that stands before an offset.
func (t *text) before(offset int) string {
	from := offset
	for from > 0 && t.src[from-1] != '\n' {
		from--
	}
	return string(t.src[from:offset])
}

// add offers a text that replaces what the user has typed.
func (c *completer) add(label string, kind int, detail string) {
	if c.seen[label] || label == "" || !strings.HasPrefix(strings.ToLower(strings.TrimPrefix(label, `"`)), strings.ToLower(first(strings.TrimPrefix(c.typed, `"`)))) {
		return
	}
	if len(c.out.Items) >= maxItems {
		c.out.IsIncomplete = true
		return
	}
	c.seen[label] = true
	c.out.Items = append(c.out.Items, completionItem{Label: label, Kind: kind, Detail: detail, FilterText: label, TextEdit: &textEdit{c.t.span(c.at), label}})
}

// first returns the first byte that the user has typed. Items that begin with another one are left out.
func first(s string) string { return s[:min(1, len(s))] }

var itemKinds = map[symbols.Kind]int{
	symbols.Constant: itemConstant, symbols.Enum: itemEnum, symbols.Value: itemValue, symbols.Variable: itemVariable, symbols.Running: itemVariable,
	symbols.Lock: itemReference, symbols.Semaphore: itemReference, symbols.Channel: itemReference, symbols.WaitGroup: itemReference, symbols.Once: itemReference,
	symbols.Condition: itemReference, symbols.Task: itemClass,
	symbols.Procedure: itemFunction, symbols.Entry: itemProperty, symbols.Message: itemProperty, symbols.Event: itemEvent, symbols.Label: itemValue,
	symbols.State: itemValue, symbols.ShortName: itemEvent, symbols.Package: itemClass, symbols.Protected: itemClass,
	symbols.Type: itemEnum,
}

func (c *completer) symbols(x *symbols.Index, list []symbols.ID, kinds ...symbols.Kind) {
	for _, id := range list {
		if s := &x.Symbols[id]; (len(kinds) == 0 || slices.Contains(kinds, s.Kind)) && itemKinds[s.Kind] != 0 && s.Place.End != c.offset {
			c.add(s.Name, itemKinds[s.Kind], s.Detail)
		}
	}
}

// wants maps a word of the task language to the kinds of names that can follow it.
var wants = map[string][]symbols.Kind{
	"lock": {symbols.Lock}, "unlock": {symbols.Lock}, "rlock": {symbols.Lock}, "runlock": {symbols.Lock},
	"wait": {symbols.Lock, symbols.Condition, symbols.WaitGroup}, "signal": {symbols.Condition}, "broadcast": {symbols.Condition},
	"add": {symbols.WaitGroup}, "done": {symbols.WaitGroup}, "once": {symbols.Once}, "on": {symbols.Lock},
	"notify": {symbols.Lock}, "notifyall": {symbols.Lock}, "acquire": {symbols.Semaphore}, "release": {symbols.Semaphore}, "close": {symbols.Channel, symbols.Variable},
	"call": {symbols.Task, symbols.Variable}, "post": {symbols.Task, symbols.Variable}, "spawn": {symbols.Task}, "ref": {symbols.Task},
	"break": {symbols.Label}, "continue": {symbols.Label},
}

// program offers words and names of a program.
func (c *completer) program() {
	c.at = c.t.word(c.offset)
	c.typed = c.t.of(symbols.Span{At: c.at.At, End: c.offset})
	if c.typed != "" && '0' <= c.typed[0] && c.typed[0] <= '9' {
		return
	}
	x := c.v.index(c.file)
	line := strings.TrimRight(c.t.before(c.at.At), " \t")
	visible := x.Visible(c.offset)
	if strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "..") {
		c.members(x, visible, ownerOf(strings.TrimSuffix(line, ".")))
		return
	}
	word := lastWord(line)
	all := func(kind symbols.Kind) (out []symbols.ID) {
		for i := range x.Symbols {
			if x.Symbols[i].Kind == kind {
				out = append(out, symbols.ID(i))
			}
		}
		return out
	}
	atTop := x.Around(c.offset) == symbols.None
	switch {
	case word == "event":
		c.symbols(x, all(symbols.Event))
		for _, spec := range c.v.specsOf(c.file) { // and those that properties wait for
			for _, f := range c.v.index(spec).Foreign {
				if f.Owner == "" && f.Kinds[0] == symbols.Event {
					c.add(f.Name, itemEvent, "in "+filepath.Base(spec))
				}
			}
		}
	case word == "accept":
		c.symbols(x, x.Members(x.Around(c.offset), symbols.Entry))
	case wants[word] != nil && !(word == "lock" && atTop):
		c.symbols(x, visible, wants[word]...)
	case strings.HasSuffix(line, "<-"):
		c.symbols(x, visible)
	default:
		c.symbols(x, visible)
		reserved, contextual := lang.Keywords(filepath.Ext(c.file))
		for _, w := range append(reserved, contextual...) {
			c.keyword(w)
		}
	}
}

// keyword offers a word of the language, with what it means.
func (c *completer) keyword(w string) {
	detail := ""
	if e := explained(c.file, w); e != nil {
		detail = e.short()
	}
	c.add(w, itemKeyword, detail)
}

// behindDot maps a kind of symbols to the kinds that can follow its dot.
var behindDot = map[symbols.Kind][]symbols.Kind{symbols.Task: {symbols.Entry, symbols.Message},
	symbols.Protected: {symbols.Entry}, symbols.Package: {symbols.Protected, symbols.Task, symbols.Procedure, symbols.Type,
		symbols.Constant, symbols.Variable, symbols.Package}}

// members offers what can follow the dot of a task, or of a variable that refers to tasks.
func (c *completer) members(x *symbols.Index, visible []symbols.ID, owner string) {
	for _, id := range visible {
		s := &x.Symbols[id]
		if s.Name == owner && (s.Kind == symbols.Task || s.Kind == symbols.Protected || s.Kind == symbols.Package) {
			c.symbols(x, x.Members(id, behindDot[s.Kind]...))
			return
		}
	}
	for i := range x.Symbols {
		if k := x.Symbols[i].Kind; k == symbols.Entry || k == symbols.Message {
			c.symbols(x, []symbols.ID{symbols.ID(i)})
		}
	}
}

// ownerOf returns the name at the end of a line, without its indices.
func ownerOf(line string) string {
	for strings.HasSuffix(line, "]") {
		depth, i := 0, len(line)-1
		for ; i >= 0; i-- {
			if line[i] == ']' {
				depth++
			} else if line[i] == '[' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		line = line[:max(i, 0)]
	}
	return lastWord(line)
}

func lastWord(line string) string {
	i := len(line)
	for i > 0 && wordByte(line[i-1]) {
		i--
	}
	return line[i:]
}

// spec offers words, states, short names and events of the program.
func (c *completer) spec(events []string) {
	line := c.t.before(c.offset)
	inQuotes := strings.Count(line, `"`)%2 == 1
	c.at = symbols.Span{At: c.offset, End: c.t.word(c.offset).End}
	if inQuotes {
		c.at.At -= len(line) - strings.LastIndexByte(line, '"')
		if rest := string(c.t.src[c.at.End:]); strings.HasPrefix(rest, `"`) {
			c.at.End++
		}
	} else {
		c.begin(".[]()")
	}
	c.typed = c.t.of(symbols.Span{At: c.at.At, End: c.offset})
	x := c.v.index(c.file)
	if !inQuotes {
		c.symbols(x, x.Visible(c.offset), symbols.State, symbols.ShortName, symbols.Running)
	}
	for _, e := range events {
		if inQuotes {
			c.add(`"`+e+`"`, itemEvent, "")
		} else {
			c.add(asEvent(e, ""), itemEvent, "")
		}
	}
	if !inQuotes {
		for _, w := range fsa.Keywords() {
			c.keyword(w)
		}
	}
}

// begin finds where the name at the cursor begins, its indices included. signs are the characters that the name may
// contain beside letters and digits.
func (c *completer) begin(signs string) {
	for depth := 0; c.at.At > 0; c.at.At-- {
		b := c.t.src[c.at.At-1]
		switch {
		case b == ']' || b == ')':
			depth++
		case b == '[' || b == '(':
			depth--
		}
		if !wordByte(b) && strings.IndexByte(signs, b) < 0 && !(depth > 0 && strings.IndexByte(",*?+-", b) >= 0) {
			break
		}
	}
}

// events returns the names of the events of all programs that a specification is about. Names with wildcards in place
// of all indices are among them.
func (s *server) events(ctx context.Context, v *view, file string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, program := range v.subjects(file) {
		if m := s.lastGood(ctx, v, program); m != nil {
			for _, n := range m.names() {
				if open := strings.IndexAny(n, "[("); open >= 0 {
					if end := strings.IndexAny(n[open:], "])"); end > 0 {
						add(n[:open+1] + "*" + n[open+end:])
					}
				}
				add(n)
			}
			continue
		}
		for _, file := range v.units(program) {
			for _, sym := range v.index(file).Symbols {
				if sym.Kind == symbols.Event {
					add(sym.Name)
				}
			}
		}
	}
	return out
}

// lastGood returns the model of a program, or that of its last version without errors if it has errors now. It returns
// nil if the server knows no version without errors.
func (s *server) lastGood(ctx context.Context, v *view, program string) *model {
	if m := v.model(ctx, program); m.p != nil && m.events != nil {
		return m
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.good[program]
}

// directive offers the next word of a line "//!". words are those before the cursor. fresh says that the last of them
// is complete, so that a new word begins.
func (c *completer) directive(words []string, fresh bool) {
	if !fresh && len(words) > 0 {
		c.typed = words[len(words)-1]
		words = words[:len(words)-1]
		c.at.At = c.offset - len(c.typed)
	}
	switch {
	case len(words) == 0:
		c.add("expect", itemKeyword, "the verdict that a property has")
		if isProgram(c.file) {
			c.add("property", itemKeyword, "a file of specifications of this program")
		}
	case words[0] == "property":
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(c.file), "*.fsa"))
		for _, f := range files {
			c.add(filepath.Base(f), itemFile, "")
		}
	case len(words) == 1:
		for _, program := range c.v.subjects(c.file) {
			for _, spec := range c.v.specsOf(program) {
				for _, s := range c.v.index(spec).Symbols {
					if s.Kind == symbols.Property {
						c.add(s.Name, itemValue, s.Detail)
					}
				}
			}
		}
		for _, w := range []string{"deadlock", "no-deadlock", "runtime-errors", "no-runtime-errors"} {
			c.add(w, itemKeyword, "")
		}
	default:
		for _, w := range []string{"holds", "violated", "possible", "unknown"} {
			c.add(w, itemKeyword, "")
		}
	}
}
