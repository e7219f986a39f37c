package markup

import (
	"errors"
	"fmt"
	"strings"
	"text/template/parse"
)

// This file finds the place of each value in the page, from the text around it.

// kind is a kind of place.
type kind int8

const (
	inText   kind = iota // between elements
	inTag                // in <...>, outside quotes: no value may stand here
	inValue              // in the quotes of an attribute
	inScript             // in <script>
	inStyle              // in <style>
)

// place is a place in a page. The zero place is in text.
type place struct {
	kind    kind
	element string // inTag, inValue: the name of the element
	attr    string // inValue: the name of the attribute
	begun   bool   // inValue: something stands before, in these quotes
	anchor  bool   // inValue: what stands before begins with #
}

// placer records the places of the actions of a tree.
type placer struct {
	tree *parse.Tree
	at   map[parse.Node]place
}

// fail returns an error with the line of a node.
func (p *placer) fail(n parse.Node, why string) error {
	where, _ := p.tree.ErrorContext(n)
	return fmt.Errorf("%s: %s", where, why)
}

// list returns the place behind a list of nodes which begins at from.
func (p *placer) list(l *parse.ListNode, from place) (place, error) {
	if l == nil {
		return from, nil
	}
	for _, n := range l.Nodes {
		var err error
		if from, err = p.node(n, from); err != nil {
			return from, err
		}
	}
	return from, nil
}

// node returns the place behind a node.
func (p *placer) node(n parse.Node, from place) (place, error) {
	switch n := n.(type) {
	case *parse.TextNode:
		to, err := from.after(string(n.Text))
		if err != nil {
			err = p.fail(n, err.Error())
		}
		return to, err
	case *parse.ActionNode:
		if len(n.Pipe.Decl) > 0 {
			return from, nil
		}
		if why := from.refuses(); why != "" {
			return from, p.fail(n, why)
		}
		p.at[n] = from
		from.begun = from.kind == inValue
		return from, nil
	case *parse.IfNode:
		return p.branch(&n.BranchNode, from)
	case *parse.WithNode:
		return p.branch(&n.BranchNode, from)
	case *parse.RangeNode:
		end, err := p.branch(&n.BranchNode, from)
		if err == nil && end != from {
			err = p.fail(n, "a turn of the loop ends in another place than it begins")
		}
		return end, err
	case *parse.TemplateNode:
		if from != (place{}) {
			return from, p.fail(n, "another template stands between elements only")
		}
		return from, nil
	case *parse.CommentNode, *parse.BreakNode, *parse.ContinueNode:
		return from, nil
	}
	return from, p.fail(n, fmt.Sprintf("%T is not known", n))
}

// branch returns the place behind both lists of a node, which must be the same, and the same as in front if there is
// one list. What follows a jump to the next turn is not reached, so that its place is free.
func (p *placer) branch(n *parse.BranchNode, from place) (place, error) {
	one, err := p.list(n.List, from)
	if err != nil {
		return one, err
	}
	other, err := p.list(n.ElseList, from)
	if err == nil && jumps(n.List) {
		return other, nil
	}
	// A value that may have been printed counts as one that has: its place asks for more.
	if one.kind == inValue && other.kind == inValue {
		begun := one.begun || other.begun
		one.begun, other.begun = begun, begun
	}
	if err == nil && one != other {
		err = p.fail(n, "the branches end in different places")
	}
	return one, err
}

// jumps reports whether a list ends with break or continue.
func jumps(l *parse.ListNode) bool {
	if l == nil || len(l.Nodes) == 0 {
		return false
	}
	switch l.Nodes[len(l.Nodes)-1].(type) {
	case *parse.BreakNode, *parse.ContinueNode:
		return true
	}
	return false
}

// refuses says why no value may stand at a place; "" if one may.
func (p place) refuses() string {
	switch {
	case p.kind == inTag:
		return "a value in a tag stands in the quotes of an attribute"
	case p.kind == inValue && (strings.HasPrefix(p.attr, "on") || strings.Contains(p.attr, "src") || p.attr == "action"):
		return "no value stands in the attribute " + p.attr
	}
	return ""
}

// after returns the place behind a text that begins at p.
func (p place) after(text string) (place, error) {
	for text != "" {
		switch p.kind {
		case inText:
			i := strings.IndexByte(text, '<')
			if i < 0 {
				return p, nil
			}
			text = text[i+1:]
			name := text
			if k := strings.IndexAny(text, " \n\t>"); k >= 0 {
				name = text[:k]
			}
			if name == "" || strings.HasPrefix(name, "!--") {
				return p, errors.New("< begins a tag; no comment, and no text")
			}
			p, text = place{kind: inTag, element: strings.ToLower(name)}, text[len(name):]
		case inTag:
			i := strings.IndexAny(text, `>"'`)
			if i < 0 {
				return p, nil
			}
			before := strings.TrimRight(text[:i], " ")
			switch c := text[i]; {
			case c == '>':
				p = place{kind: map[string]kind{"script": inScript, "style": inStyle}[p.element]}
			case c == '\'' || !strings.HasSuffix(before, "="):
				return p, errors.New(`attributes are written as NAME="VALUE"`)
			default:
				words := strings.Fields(strings.TrimSuffix(before, "="))
				if len(words) == 0 {
					return p, errors.New("an attribute without a name")
				}
				p.kind, p.attr = inValue, strings.ToLower(words[len(words)-1])
			}
			text = text[i+1:]
		case inValue:
			i := strings.IndexByte(text, '"')
			if i != 0 && !p.begun {
				p.begun, p.anchor = true, text[0] == '#'
			}
			if i < 0 {
				return p, nil
			}
			p, text = place{kind: inTag, element: p.element}, text[i+1:]
		default:
			end := map[kind]string{inScript: "</script>", inStyle: "</style>"}[p.kind]
			i := strings.Index(text, end)
			if i < 0 {
				return p, nil
			}
			p, text = place{}, text[i+len(end):]
		}
	}
	return p, nil
}
