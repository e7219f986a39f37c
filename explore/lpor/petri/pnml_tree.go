package petri

import (
	"encoding/xml"
	"errors"
	"fmt"
	"go/token"
	"io"
	"sort"
	"strings"

	"flavers/diag"
)

// This file reads XML into a tree of elements that keep their offsets in the file,
// so that problems found later have positions. Namespaces are ignored.

// maxDeep is how deep elements can be nested.
const maxDeep = 1000

// element is one XML element.
type element struct {
	name     string // without its namespace
	attr     map[string]string
	text     string // the character data directly in it; kept for text and value elements only
	from, to int    // offsets of the beginning and the end of its start tag
	kids     []*element
}

// child returns the first child with a name, or nil.
func (e *element) child(name string) *element {
	for _, k := range e.kids {
		if k.name == name {
			return k
		}
	}
	return nil
}

// source is the text of a file with the problems found in it.
type source struct {
	file  string
	text  []byte
	lines []int     // offsets at which lines begin
	list  diag.List // the problems
}

func newSource(file string, text []byte) *source {
	s := &source{file: file, text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// at returns the position of an offset.
func (s *source) at(offset int) token.Position {
	offset = min(max(offset, 0), len(s.text))
	line := sort.SearchInts(s.lines, offset+1)
	return token.Position{Filename: s.file, Offset: offset, Line: line, Column: offset - s.lines[line-1] + 1}
}

// errorf reports an error at the name of an element, or at the value of its attribute attr if that is not "".
func (s *source) errorf(e *element, attr string, code diag.Code, format string, args ...any) *diag.Diagnostic {
	from, n := s.where(e, attr)
	return s.list.Errorf(s.at(from), code, format, args...).WithLen(n)
}

// where returns the offset and length of the value of an attribute of e, or of the start of the tag if e has no such
// attribute. The XML reader does not tell where attributes are, so the text of the tag is searched.
func (s *source) where(e *element, attr string) (from, n int) {
	tag := string(s.text[e.from:e.to])
	if attr != "" {
		for i := 0; ; {
			k := strings.Index(tag[i:], attr)
			if k < 0 {
				break
			}
			i += k + len(attr)
			rest := strings.TrimLeft(tag[i:], " \t\r\n")
			afterSpace := strings.ContainsAny(tag[i-len(attr)-1:i-len(attr)], " \t\r\n")
			if !afterSpace || !strings.HasPrefix(rest, "=") {
				continue // part of another word
			}
			rest = strings.TrimLeft(rest[1:], " \t\r\n")
			if rest == "" {
				break
			}
			if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
				return e.from + len(tag) - len(rest) + 1, max(end, 1)
			}
		}
	}
	n = strings.IndexAny(tag, " \t\r\n/>")
	return e.from, max(n, 1)
}

// tree reads the text and returns its root element. It returns nil, and reports why, if the text is not well-formed.
func (s *source) tree() *element {
	d := xml.NewDecoder(strings.NewReader(string(s.text)))
	d.CharsetReader = func(name string, r io.Reader) (io.Reader, error) {
		switch strings.ToLower(name) {
		case "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "latin1", "windows-1252":
			return r, nil // files that claim these are ASCII or UTF-8 in fact; others are not well-formed
		}
		return nil, fmt.Errorf("the encoding %s is not known; UTF-8 is", name)
	}
	var root *element
	var open []*element // the elements whose end was not met, the outermost first
	for {
		from := int(d.InputOffset())
		t, err := d.Token()
		if errors.Is(err, io.EOF) && root != nil && len(open) == 0 {
			return root
		}
		if err != nil {
			s.malformed(d, err)
			return nil
		}
		switch t := t.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attr: map[string]string{}, from: from, to: int(d.InputOffset())}
			for _, a := range t.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			switch {
			case len(open) > 0:
				up := open[len(open)-1]
				up.kids = append(up.kids, e)
			case root != nil:
				s.errorf(e, "", "N101", "a second root element, %s", e.name)
				return nil
			default:
				root = e
			}
			if open = append(open, e); len(open) > maxDeep {
				s.errorf(e, "", "N101", "elements are nested more than %d deep", maxDeep)
				return nil
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				e := open[len(open)-1]
				if e.name == "text" || e.name == "value" {
					e.text += string(t)
				}
			}
		}
	}
}

// malformed reports the error of the XML reader, without the prefixes that it adds.
func (s *source) malformed(d *xml.Decoder, err error) {
	var syntax *xml.SyntaxError
	text := err.Error()
	if errors.As(err, &syntax) {
		text = syntax.Msg
	}
	if errors.Is(err, io.EOF) {
		text = "there is no element"
	}
	pos := s.at(int(d.InputOffset()))
	s.list.Errorf(pos, "N101", "not well-formed XML: %s", strings.TrimPrefix(text, "xml: "))
}
