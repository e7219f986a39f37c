package petri

import "flavers/diag"

// Explanations returns the codes of this package in order: N1xx, the text of a
// net.
func Explanations() []diag.Explanation {
	return []diag.Explanation{
		diag.Explain("N101", "not well-formed XML",
			`A net is an XML file: every element is closed, attributes are in quotes, there is one root
element. The place shown is where the reader of XML stopped; what stands behind is not read.`,
			exampleNet(`  <place id="p">
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
		diag.Explain("N102", "no net in the file",
			`The root element of PNML is pnml, and in it there is a net. Another root is another kind of file.`,
			`<net id="n"><place id="p"/></net>`,
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
		diag.Explain("N103", "not a place/transition net",
			`Nets with coloured tokens, terms or time are not known, only place/transition nets (type
ptnet): read as such, a net of another type would have other markings.`,
			`<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/symmetricnet"><page id="g">
  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>
</page></net></pnml>`,
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
		diag.Explain("N104", "identifier missing",
			`Places, transitions and references have an attribute id: arcs and pictures name them by it.`,
			exampleNet(`  <place/>
  <transition id="t"/>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>`)),
		diag.Explain("N105", "identifier not unique",
			`Two elements have the same id, perhaps on different pages. Identifiers are unique in the whole
file, since an arc could otherwise lead to either.`,
			exampleNet(`  <place id="t"/>
  <transition id="t"/>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>`)),
		diag.Explain("N106", "not a number of tokens",
			`The text of an initialMarking is a number from 0 on, that of an inscription of an arc from 1 on;
both up to 1,073,741,823. Without the label they are 0 and 1.`,
			exampleNet(`  <place id="p"><initialMarking><text>two</text></initialMarking></place>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`),
			exampleNet(`  <place id="p"><initialMarking><text>2</text></initialMarking></place>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
		diag.Explain("N107", "arc to nowhere",
			`The source or the target of an arc is the id of no place, no transition and no reference. Without
the arc the net would mean something else, so that it is not passed over.`,
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="q" target="t"/>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
		diag.Explain("N108", "arc between two of a kind",
			`Arcs lead from a place to a transition or from a transition to a place: a transition takes
tokens from places and puts tokens on places, and nothing else moves them.`,
			exampleNet(`  <place id="p"/>
  <place id="q"/>
  <transition id="t"/>
  <arc id="a" source="p" target="q"/>`),
			exampleNet(`  <place id="p"/>
  <place id="q"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>
  <arc id="b" source="t" target="q"/>`)),
		diag.Explain("N109", "unknown kind of arc or place",
			`Inhibitor, reset and read arcs and places with a capacity are not known; passed over, they would
leave a net with more markings. For a place with capacity k, add a twin that holds the k minus its
tokens that are free. An inhibitor arc on the place, which asks whether it is empty, is then an arc
of weight k from the twin and one back. A read arc is an arc there and back.`,
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"><type value="read"/></arc>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>
  <arc id="b" source="t" target="p"/>`)),
		diag.Explain("N110", "reference in a circle",
			`A referencePlace or referenceTransition refers to itself, by way of others, so that it stands for no
place and no transition.`,
			exampleNet(`  <transition id="t"/>
  <referencePlace id="r" ref="s"/>
  <referencePlace id="s" ref="r"/>
  <arc id="a" source="r" target="t"/>`),
			exampleNet(`  <transition id="t"/>
  <place id="p"/>
  <referencePlace id="r" ref="s"/>
  <referencePlace id="s" ref="p"/>
  <arc id="a" source="r" target="t"/>`)),
		diag.Explain("N111", "nothing to explore, or more than one net",
			`Of a file with several nets the first is read. A net without transitions has one marking.`,
			exampleNet(`  <place id="p"/>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
		diag.Explain("N112", "unknown element",
			`The element is not part of PNML for place/transition nets, and is passed over. If it changes the
meaning of the net, as priorities or times do, the result is not about that net.`,
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <priority>2</priority>
  <arc id="a" source="p" target="t"/>`),
			exampleNet(`  <place id="p"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"/>`)),
	}
}

// exampleNet returns a net with these elements.
func exampleNet(elements string) string {
	return "<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n" + elements +
		"\n</page></net></pnml>"
}
