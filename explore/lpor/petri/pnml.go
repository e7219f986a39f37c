package petri

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"flavers/diag"
)

// This file reads PNML (ISO/IEC 15909-2): place/transition nets with pages and
// references. pnml_tree.go reads the XML into a tree of elements; the builder here
// makes a Net of it. It first declares all places, transitions and references of
// all pages, and then connects them by arcs, which may stand before what they
// connect. Positions, graphics and tool-specific parts are passed over. Other
// elements that are not known may change the meaning of a net, so they are errors
// or warnings, with the codes of codes.go.

// Named reports whether the name of a file is that of a net.
func Named(file string) bool { return strings.HasSuffix(strings.ToLower(file), ".pnml") }

// Read reads the first net of a PNML file. The error is the first one of Parse.
func Read(r io.Reader) (*Net, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	n, problems := Parse("", text)
	if n == nil {
		for _, d := range problems.All {
			if d.Severity == diag.Error {
				return nil, fmt.Errorf("PNML: line %d: %s", d.Pos.Line, d.Message)
			}
		}
	}
	return n, nil
}

// Parse reads the first net of a PNML file. The problems have the codes of
// Explanations and positions in file; if one of them is an error, the net is nil.
func Parse(file string, text []byte) (*Net, diag.List) {
	s := newSource(file, text)
	root := s.tree()
	if root == nil {
		return nil, s.list
	}
	b := &builder{source: s, net: &Net{}, places: map[string]PlaceID{}, steps: map[string]TransitionID{},
		refs: map[string]reference{}, warned: map[string]bool{}}
	if in := b.first(root); in != nil {
		b.read(in)
	}
	if s.list.HasErrors() {
		return nil, s.list
	}
	return b.net, s.list
}

// reference is another name of a place or a transition, on another page.
type reference struct {
	to      string // the identifier that it refers to, perhaps another reference
	element *element
}

// builder makes a net of a tree of elements.
type builder struct {
	*source
	net    *Net
	places map[string]PlaceID      // by identifier, as the next two
	steps  map[string]TransitionID // the transitions
	refs   map[string]reference
	arcs   []*element      // of all pages, in their order
	warned map[string]bool // what was reported once and is not reported again
}

// first returns the element of the first net, or nil if there is none.
func (b *builder) first(root *element) *element {
	if root.name != "pnml" {
		b.errorf(root, "", "N102", "the root element is %s, not pnml", root.name)
		return nil
	}
	var nets []*element
	for _, k := range root.kids {
		if k.name == "net" {
			nets = append(nets, k)
		}
	}
	if len(nets) == 0 {
		b.errorf(root, "", "N102", "there is no net")
		return nil
	}
	if len(nets) > 1 {
		from, n := b.where(nets[1], "id")
		b.list.Warnf(b.at(from), "N111", "only the first of %d nets is read", len(nets)).WithLen(n)
	}
	kind := nets[0].attr["type"]
	switch word := strings.ToLower(kind[strings.LastIndexByte(kind, '/')+1:]); word {
	case "", "ptnet", "pt-net", "pt", "net", "t net", "pnmlcoremodel":
	default:
		b.errorf(nets[0], "type", "N103", "net %s is of type %q, not a place/transition net", nets[0].attr["id"], kind)
	}
	return nets[0]
}

// read fills in the net from its element.
func (b *builder) read(in *element) {
	if b.net.Name = b.label(in, "name"); b.net.Name == "" {
		b.net.Name = strings.TrimSpace(in.attr["id"])
	}
	b.declare(in)
	takes, puts := make([][]Arc, len(b.net.Transitions)), make([][]Arc, len(b.net.Transitions))
	for _, a := range b.arcs {
		b.connect(a, takes, puts)
	}
	for t := range b.net.Transitions {
		b.net.Transitions[t].Takes, b.net.Transitions[t].Puts = b.merge(takes[t]), b.merge(puts[t])
	}
	if len(b.net.Transitions) == 0 && !b.list.HasErrors() {
		from, n := b.where(in, "id")
		b.list.Warnf(b.at(from), "N111", "the net has no transition").WithLen(n)
	}
}

// label returns the text of a label of e, trimmed, or "" if there is none. A label is a child element with the text in
// an element of its own: <name><text>a</text></name>.
func (b *builder) label(e *element, name string) string {
	if k := e.child(name); k != nil {
		for _, inner := range []string{"text", "value"} {
			if t := k.child(inner); t != nil {
				return strings.TrimSpace(t.text)
			}
		}
	}
	return ""
}

// number returns the count of tokens in a label of e, which must be at least
// least. Without the label it returns usual. of names e in messages.
func (b *builder) number(e *element, label, of string, usual, least int32) int32 {
	k := e.child(label)
	if k == nil {
		return usual
	}
	text := b.label(e, label)
	// PIPE, an editor of nets, writes the class of the tokens in front. 31 bits: the number must fit in an int32.
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "Default,"), 10, 31)
	if errors.Is(err, strconv.ErrRange) && n > 0 {
		b.errorf(k, "", "N106", "%s has %s tokens, more than can be counted", of, text)
	} else if err != nil || int32(n) < least {
		b.errorf(k, "", "N106", "%s has %q tokens, which is not a number from %d on", of, text, least)
	}
	return int32(n)
}

// enter returns the identifier of e. It reports one that is missing or not new.
func (b *builder) enter(e *element) string {
	id := e.attr["id"]
	_, place := b.places[id]
	_, step := b.steps[id]
	_, ref := b.refs[id]
	switch {
	case id == "":
		b.errorf(e, "id", "N104", "this %s has no identifier: the attribute id is missing or empty", e.name)
	case place || step || ref:
		b.errorf(e, "id", "N105", "the identifier %q is not unique", id)
	}
	return id
}

// declare enters the places, transitions and references of a page and of the pages in it. Arcs are kept for later.
func (b *builder) declare(page *element) {
	for _, e := range page.kids {
		switch e.name {
		case "place":
			id := b.enter(e)
			b.places[id] = PlaceID(len(b.net.Places))
			b.net.Places = append(b.net.Places, Place{ID: id, Name: b.label(e, "name"),
				Tokens: b.number(e, "initialMarking", "place "+id, 0, 0)})
			b.within(e, "initialMarking")
		case "transition":
			id := b.enter(e)
			b.steps[id] = TransitionID(len(b.net.Transitions))
			b.net.Transitions = append(b.net.Transitions, Transition{ID: id, Name: b.label(e, "name")})
			b.net.Where = append(b.net.Where, b.at(e.from))
			b.within(e)
		case "referencePlace", "referenceTransition":
			b.refs[b.enter(e)] = reference{e.attr["ref"], e}
			b.within(e)
		case "arc":
			b.arcs = append(b.arcs, e)
			b.within(e, "inscription", "type")
		case "page":
			b.declare(e)
		default:
			b.other(e)
		}
	}
}

// within reports children of e other than the known ones, as far as they matter.
func (b *builder) within(e *element, known ...string) {
	for _, k := range e.kids {
		if !slices.Contains(known, k.name) {
			b.other(k)
		}
	}
}

// other reports an element that is not read, if it may change the meaning of the net.
func (b *builder) other(e *element) {
	switch name := strings.ToLower(e.name); {
	case slices.Contains([]string{"name", "graphics", "toolspecific", "text", "label", "labels"}, name):
	case strings.Contains(name, "arc") && e.attr["source"] != "":
		b.errorf(e, "", "N109", "%s is no arc of a place/transition net", e.name)
	case slices.Contains([]string{"hlinitialmarking", "hlinscription", "condition", "declaration", "type"}, name):
		b.errorf(e, "", "N103", "%s belongs to high-level nets; this is for place/transition nets", e.name)
	case name == "capacity":
		t := e.child("text")
		if t == nil {
			t = e.child("value")
		}
		if t == nil || strings.TrimSpace(t.text) != "0" { // editors write 0 where there is no limit
			b.errorf(e, "", "N109", "a place with a capacity; add a place for what is free instead")
		}
	case !b.warned[e.name]:
		b.warned[e.name] = true
		from, n := b.where(e, "")
		b.list.Warnf(b.at(from), "N112", "%s is not known and passed over", e.name).WithLen(n)
	}
}

// resolve follows references from id to the identifier of something else. It reports references that go around in a
// circle and returns "" for them.
func (b *builder) resolve(id string) string {
	first := id
	for range len(b.refs) + 1 {
		r, ok := b.refs[id]
		if !ok {
			return id
		}
		id = r.to
	}
	if r := b.refs[first]; !b.warned["circle "+id] {
		b.warned["circle "+id] = true
		b.errorf(r.element, "ref", "N110", "the reference %s goes around in a circle", first)
	}
	return ""
}

// connect adds an arc to takes or puts, which have a list for each transition.
func (b *builder) connect(a *element, takes, puts [][]Arc) {
	id := a.attr["id"]
	kind := a.attr["type"]
	if k := a.child("type"); k != nil {
		if kind = k.attr["value"]; kind == "" {
			kind = b.label(a, "type")
		}
	}
	if kind != "" && kind != "normal" {
		b.errorf(a, "", "N109", "arc %s is of type %q; only normal arcs are known", id, kind).
			WithHint("if the place has at most k tokens: add a place for what is free, with an arc of weight k from it and back")
		return
	}
	weight := b.number(a, "inscription", "arc "+id, 1, 1)
	from, fromKnown := b.end(a, "source")
	to, toKnown := b.end(a, "target")
	if !fromKnown || !toKnown {
		return
	}
	// From a place to a transition, or the other way.
	p, takesFrom := b.places[from]
	t, isStep := b.steps[to]
	if takesFrom && isStep {
		takes[t] = append(takes[t], Arc{p, weight})
		return
	}
	t, isStep = b.steps[from]
	p, putsTo := b.places[to]
	if !putsTo || !isStep {
		b.errorf(a, "", "N108", "arc %s from %q to %q does not connect a place and a transition", id, a.attr["source"],
			a.attr["target"])
		return
	}
	puts[t] = append(puts[t], Arc{p, weight})
}

// end returns the identifier of the place or transition at an end of an arc, source or target. It reports an end that
// is neither, and returns false for it.
func (b *builder) end(a *element, attr string) (id string, known bool) {
	id = b.resolve(a.attr[attr])
	_, place := b.places[id]
	_, step := b.steps[id]
	if place || step {
		return id, true
	}
	if id == "" && a.attr[attr] != "" {
		return "", false // resolve has reported a circle
	}
	var names []string
	for _, p := range b.net.Places {
		names = append(names, p.ID)
	}
	for _, t := range b.net.Transitions {
		names = append(names, t.ID)
	}
	d := b.errorf(a, attr, "N107", "the %s of arc %s, %q, is no place and no transition", attr, a.attr["id"], id)
	if len(names) > maxSuggested {
		return "", false
	}
	if near := diag.Suggest(id, names); near != "" {
		d.WithHint("did you mean %q?", near)
	}
	return "", false
}

// maxSuggested is the number of identifiers up to which a similar one is suggested. The comparison takes time.
const maxSuggested = 1000

// merge sorts arcs by place and adds up those of one place.
func (b *builder) merge(arcs []Arc) []Arc {
	slices.SortFunc(arcs, func(x, y Arc) int { return int(x.Place - y.Place) })
	var out []Arc
	for _, a := range arcs {
		if n := len(out); n > 0 && out[n-1].Place == a.Place {
			out[n-1].Weight = saturated(out[n-1].Weight, a.Weight)
			continue
		}
		out = append(out, a)
	}
	return out
}
