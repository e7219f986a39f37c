package petri

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// This file reads PNML (ISO/IEC 15909-2): place/transition nets with pages and
// references. Positions, graphics and tool-specific parts are passed over.

type pnmlFile struct {
	XMLName xml.Name  `xml:"pnml"`
	Nets    []pnmlNet `xml:"net"`
}

type pnmlNet struct {
	ID   string `xml:"id,attr"`
	Type string `xml:"type,attr"`
	pnmlPage
}

type pnmlPage struct {
	Name        pnmlText         `xml:"name"`
	Places      []pnmlPlace      `xml:"place"`
	Transitions []pnmlTransition `xml:"transition"`
	PlaceRefs   []pnmlReference  `xml:"referencePlace"`
	StepRefs    []pnmlReference  `xml:"referenceTransition"`
	Arcs        []pnmlArc        `xml:"arc"`
	Pages       []pnmlPage       `xml:"page"`
}

type pnmlText struct {
	Text string `xml:"text"`
}

type pnmlPlace struct {
	ID      string   `xml:"id,attr"`
	Name    pnmlText `xml:"name"`
	Marking pnmlText `xml:"initialMarking"`
}

type pnmlTransition struct {
	ID   string   `xml:"id,attr"`
	Name pnmlText `xml:"name"`
}

type pnmlReference struct {
	ID  string `xml:"id,attr"`
	Ref string `xml:"ref,attr"`
}

type pnmlArc struct {
	ID          string   `xml:"id,attr"`
	Source      string   `xml:"source,attr"`
	Target      string   `xml:"target,attr"`
	Inscription pnmlText `xml:"inscription"`
	Type        struct {
		Value string `xml:"value,attr"`
	} `xml:"type"`
}

// Read reads the first net of a PNML file. The error says what is malformed, or
// that the net is of a kind that is not known: neither is passed over.
func Read(r io.Reader) (*Net, error) {
	var f pnmlFile
	if err := xml.NewDecoder(r).Decode(&f); err != nil {
		return nil, fmt.Errorf("PNML: %w", err)
	}
	if len(f.Nets) == 0 {
		return nil, errors.New("PNML: there is no net")
	}
	in := &f.Nets[0]
	switch kind := in.Type[strings.LastIndexByte(in.Type, '/')+1:]; kind {
	case "", "ptnet", "pt-net", "PTNet", "pt":
	default:
		return nil, fmt.Errorf("PNML: net %s is of type %q, not a place/transition net", in.ID, in.Type)
	}
	b := &pnmlBuilder{net: &Net{Name: strings.TrimSpace(in.Name.Text)}, places: map[string]PlaceID{}, steps: map[string]TransitionID{}, refs: map[string]string{}}
	if b.net.Name == "" {
		b.net.Name = in.ID
	}
	b.declare(&in.pnmlPage)
	b.takes = make([][]int32, len(b.net.Transitions))
	b.puts = make([][]int32, len(b.net.Transitions))
	for t := range b.net.Transitions {
		b.takes[t], b.puts[t] = make([]int32, len(b.net.Places)), make([]int32, len(b.net.Places))
	}
	b.connect(&in.pnmlPage)
	if b.err != nil {
		return nil, b.err
	}
	for t := range b.net.Transitions {
		b.net.Transitions[t].Takes, b.net.Transitions[t].Puts = arcsOf(b.takes[t]), arcsOf(b.puts[t])
	}
	return b.net, nil
}

type pnmlBuilder struct {
	net         *Net
	places      map[string]PlaceID
	steps       map[string]TransitionID
	refs        map[string]string
	takes, puts [][]int32
	err         error
}

func (b *pnmlBuilder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("PNML: "+format, args...)
	}
}

// number is a count of tokens; empty is usual.
func (b *pnmlBuilder) number(text, of string, usual, least int32) int32 {
	text = strings.TrimSpace(text)
	if text == "" {
		return usual
	}
	n, err := strconv.ParseInt(text, 10, 31)
	if err != nil || int32(n) < least {
		b.fail("%s has %q tokens, which is not a number from %d on", of, text, least)
		return usual
	}
	return int32(n)
}

// name enters an identifier, which must be new.
func (b *pnmlBuilder) name(id string) {
	_, place := b.places[id]
	_, step := b.steps[id]
	if id == "" || place || step || b.refs[id] != "" {
		b.fail("the identifier %q is missing or not unique", id)
	}
}

func (b *pnmlBuilder) declare(page *pnmlPage) {
	for _, p := range page.Places {
		b.name(p.ID)
		b.places[p.ID] = PlaceID(len(b.net.Places))
		b.net.Places = append(b.net.Places, Place{ID: p.ID, Name: strings.TrimSpace(p.Name.Text),
			Tokens: b.number(p.Marking.Text, "place "+p.ID, 0, 0)})
	}
	for _, t := range page.Transitions {
		b.name(t.ID)
		b.steps[t.ID] = TransitionID(len(b.net.Transitions))
		b.net.Transitions = append(b.net.Transitions, Transition{ID: t.ID, Name: strings.TrimSpace(t.Name.Text)})
	}
	for _, list := range [][]pnmlReference{page.PlaceRefs, page.StepRefs} {
		for _, r := range list {
			b.name(r.ID)
			b.refs[r.ID] = r.Ref
		}
	}
	for i := range page.Pages {
		b.declare(&page.Pages[i])
	}
}

// resolve follows references.
func (b *pnmlBuilder) resolve(id string) string {
	for range len(b.refs) + 1 {
		to, ok := b.refs[id]
		if !ok {
			return id
		}
		id = to
	}
	b.fail("the reference %s goes around in a circle", id)
	return id
}

func (b *pnmlBuilder) connect(page *pnmlPage) {
	for _, a := range page.Arcs {
		if a.Type.Value != "" && a.Type.Value != "normal" {
			b.fail("arc %s is of type %q; only normal arcs are known", a.ID, a.Type.Value)
		}
		weight := b.number(a.Inscription.Text, "arc "+a.ID, 1, 1)
		from, to := b.resolve(a.Source), b.resolve(a.Target)
		p, takes := b.places[from]
		t, isStep := b.steps[to]
		if takes && isStep {
			b.takes[t][p] += weight
			continue
		}
		t, isStep = b.steps[from]
		p, puts := b.places[to]
		if !puts || !isStep {
			b.fail("arc %s from %q to %q does not connect a place and a transition", a.ID, a.Source, a.Target)
			continue
		}
		b.puts[t][p] += weight
	}
	for i := range page.Pages {
		b.connect(&page.Pages[i])
	}
}

// Write writes the net in PNML.
func (n *Net) Write(w io.Writer) error {
	var b strings.Builder
	quote := func(s string) string {
		var q strings.Builder
		_ = xml.EscapeText(&q, []byte(s))
		return q.String()
	}
	name := func(s string) string {
		if s == "" {
			return ""
		}
		return "<name><text>" + quote(s) + "</text></name>"
	}
	fmt.Fprintf(&b, "%s<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n", xml.Header)
	fmt.Fprintf(&b, "<net id=\"net\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">%s<page id=\"page\">\n", name(n.Name))
	for _, p := range n.Places {
		fmt.Fprintf(&b, "<place id=\"%s\">%s", quote(p.ID), name(p.Name))
		if p.Tokens > 0 {
			fmt.Fprintf(&b, "<initialMarking><text>%d</text></initialMarking>", p.Tokens)
		}
		b.WriteString("</place>\n")
	}
	arcs := 0
	arc := func(from, to string, weight int32) {
		fmt.Fprintf(&b, "<arc id=\"arc%d\" source=\"%s\" target=\"%s\">", arcs, quote(from), quote(to))
		if weight != 1 {
			fmt.Fprintf(&b, "<inscription><text>%d</text></inscription>", weight)
		}
		b.WriteString("</arc>\n")
		arcs++
	}
	for _, t := range n.Transitions {
		fmt.Fprintf(&b, "<transition id=\"%s\">%s</transition>\n", quote(t.ID), name(t.Name))
		for _, a := range t.Takes {
			arc(n.Places[a.Place].ID, t.ID, a.Weight)
		}
		for _, a := range t.Puts {
			arc(t.ID, n.Places[a.Place].ID, a.Weight)
		}
	}
	b.WriteString("</page></net>\n</pnml>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
