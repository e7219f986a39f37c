package petri

import "flavers/diag"

// Explanations returns the codes of this package in order: N1xx, the text of a
// net.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		{Code: "N101", Title: "not well-formed XML", Text: `A net is an XML file: every element is closed, attributes are in quotes, there
is one root element. The place shown is where the reader of XML stopped.`},
		{Code: "N102", Title: "no net in the file", Text: `The root element of PNML is pnml, and in it there is a net:

    <pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
    <net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"> ... </net>
    </pnml>`},
		{Code: "N103", Title: "not a place/transition net", Text: `Nets with coloured tokens, terms or time are not known, only place/transition
nets (type ptnet).`},
		{Code: "N104", Title: "identifier missing", Text: `Places, transitions and references have an attribute id.`},
		{Code: "N105", Title: "identifier not unique", Text: `Two elements have the same id, perhaps on different pages: identifiers are
unique in the whole file.`},
		{Code: "N106", Title: "not a number of tokens", Text: `The text of an initialMarking is a number from 0 on, that of an inscription of
an arc from 1 on; both up to 1,073,741,823. Without the label they are 0 and 1.

    <initialMarking><text>3</text></initialMarking>`},
		{Code: "N107", Title: "arc to nowhere", Text: `The source or the target of an arc is the id of no place, no transition and no
reference.`},
		{Code: "N108", Title: "arc between two of a kind", Text: `Arcs lead from a place to a transition or from a transition to a place.`},
		{Code: "N109", Title: "unknown kind of arc or place", Text: `Inhibitor, reset and read arcs and places with a capacity are not known. A
place with a capacity has a twin that holds what is free; an inhibitor arc on it
is an arc from the twin and back. A read arc is an arc there and back.`},
		{Code: "N110", Title: "reference in a circle", Text: `A referencePlace or referenceTransition refers to itself, by way of others.`},
		{Code: "N111", Title: "nothing to explore, or more than one net", Text: `Of a file with several nets the first is read. A net without transitions has one
marking.`},
		{Code: "N112", Title: "unknown element", Text: `The element is not part of PNML for place/transition nets, and is passed over.
If it changes the meaning of the net, as priorities or times do, the result is
not about that net.`},
	}
}
