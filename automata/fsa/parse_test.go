package fsa

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
)

func parseOne(t *testing.T, src string) *automata.Spec {
	t.Helper()
	specs, list := Parse("t.fsa", []byte(src))
	if len(list.All) > 0 || len(specs) != 1 {
		t.Fatalf("%s\n%d specifications, diagnostics %v", src, len(specs), list.All)
	}
	if err := specs[0].Check(); err != nil {
		t.Fatal(err)
	}
	return specs[0]
}

// word reads symbols, separated by spaces, by short name or pattern.
func word(t *testing.T, sp *automata.Spec, text string) []int {
	t.Helper()
	var w []int
	for _, f := range strings.Fields(text) {
		i := slices.IndexFunc(sp.Symbols, func(s automata.Symbol) bool { return s.Short == f || s.Pattern.String() == f })
		if i < 0 {
			t.Fatalf("%s has no symbol %q", sp.Name, f)
		}
		w = append(w, i)
	}
	return w
}

// TestReference holds the examples of the language's reference: they are
// accepted as written and mean what is said of them.
func TestReference(t *testing.T) {
	const src = `
property exclusion {                       // 1. an automaton
    states  none*, left*, right*           // first one is the start; * accepts
    events  b0 = "eat(0)", e0 = "phil[0].phase=idle"     // short names for event patterns
    none  -> left  : b0
    left  -> none  : e0
    none  -> right : "eat(1)"
    right -> none  : "phil[1].phase=idle"
    error otherwise                        // any other event of the alphabet leads to the error state
}
property alternation for { fork[0].up, fork[0].down }    // 2. a quantified regular expression
    all (fork[0].up; fork[0].down)*; fork[0].up?
property no_early_use { absence of use before open }     // 3. a pattern, with scope
constraint lossless for { snd, rcv } all (snd; rcv)*; snd?
{open,close} none .*; close; close                       // QRE short form of the literature, anonymous
`
	specs, list := Parse("ref.fsa", []byte(src))
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	type judged struct{ good, bad []string }
	want := []struct {
		name     string
		property bool
		symbols  []string
		line     int
		judged
	}{
		{"exclusion", true, []string{"eat(0)", "phil[0].phase=idle", "eat(1)", "phil[1].phase=idle"}, 2, judged{
			good: []string{"", "b0", "b0 e0", "b0 e0 eat(1) phil[1].phase=idle b0"},
			bad:  []string{"b0 b0", "b0 eat(1)", "e0", "b0 e0 eat(1) e0", "b0 b0 e0"}}},
		{"alternation", true, []string{"fork[0].up", "fork[0].down"}, 11, judged{
			good: []string{"", "fork[0].up", "fork[0].up fork[0].down fork[0].up"},
			bad:  []string{"fork[0].down", "fork[0].up fork[0].up"}}},
		{"no_early_use", true, []string{"open", "use"}, 13, judged{
			good: []string{"", "use", "open use", "open use open"},
			bad:  []string{"use open", "use use open use"}}},
		{"lossless", false, []string{"snd", "rcv"}, 14, judged{good: []string{"", "snd rcv snd"}, bad: []string{"rcv", "snd snd"}}},
		{"qre1", true, []string{"open", "close"}, 15, judged{
			good: []string{"", "close", "close open close", "close close open"},
			bad:  []string{"close close", "open close close"}}},
	}
	if len(specs) != len(want) {
		t.Fatalf("%d specifications, want %d", len(specs), len(want))
	}
	for i, w := range want {
		sp := specs[i]
		var patterns []string
		for _, s := range sp.Symbols {
			patterns = append(patterns, s.Pattern.String())
		}
		slices.Sort(patterns)
		slices.Sort(w.symbols)
		if sp.Name != w.name || sp.Property != w.property || sp.Safety || !slices.Equal(patterns, w.symbols) || sp.Pos.Line != w.line || sp.Pos.Column != 1 {
			t.Errorf("%s: %+v", w.name, sp)
		}
		if err := sp.Check(); err != nil {
			t.Error(err)
		}
		judge(t, sp, w.good, w.bad)
	}
	if got, want := specs[4].Text, "{open,close} none .*; close; close"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if d := specs[0].DFA; !slices.Equal(d.Names, []string{"none", "left", "error", "right"}) || d.Trap() != 2 {
		t.Errorf("states of exclusion: %v, trap %d", d.Names, d.Trap())
	}
}

func judge(t *testing.T, sp *automata.Spec, good, bad []string) {
	t.Helper()
	for _, w := range good {
		if !sp.DFA.Accepts(word(t, sp, w)) {
			t.Errorf("%s rejects %q", sp.Name, w)
		}
	}
	for _, w := range bad {
		if sp.DFA.Accepts(word(t, sp, w)) {
			t.Errorf("%s accepts %q", sp.Name, w)
		}
	}
}

// TestLiterature holds the properties that the papers on FLAVERS use.
func TestLiterature(t *testing.T) {
	for _, c := range []struct {
		src       string
		good, bad []string
	}{
		{"{c2,c3} none [-c2,c3]*;(c2;[-c3]*;c3;[-c2,c3]*)*;c3;[c2,c3]*", // 3 starts no more often than 2 did
			[]string{"", "c2", "c2 c3", "c2 c2 c3", "c2 c3 c2 c3"},
			[]string{"c3", "c2 c3 c3", "c3 c2", "c2 c2 c3 c3"}},
		{"{c2,f2} all [-c2]*;(c2;[-c2,f2]*;f2;[-c2]*)*", // started again only after finishing
			[]string{"", "f2", "c2 f2", "c2 f2 f2 c2 f2"},
			[]string{"c2", "c2 c2", "c2 c2 f2"}},
		{"{b1,e1,b2,e2} all [-b1,b2]*;(((b1;[-b2,e1]*;e1)|(b2;[-b1,e2]*;e2));[-b1,b2]*)*", // neighbours exclude each other
			[]string{"", "b1 e1 b2 e2", "b2 e2 b2 e2", "e1 e2"},
			[]string{"b1 b2", "b1 b2 e1 e2", "b2 b1 e1", "b1"}},
		{"{open1,close1,moved1} all [-open1]*;(open1;[-close1,moved1]*;close1;[-open1]*)*", // no motion with doors open
			[]string{"", "moved1", "open1 close1 moved1", "open1 open1 close1"},
			[]string{"open1 moved1", "open1 moved1 close1", "moved1 open1 close1 open1 moved1 close1"}},
		{"{pre11,chg1,chg2} all [-pre11]*;(pre11;[-chg1,chg2]*;chg1;[-pre11]*)*", // change from the right pump
			[]string{"", "pre11 chg1", "chg2 pre11 chg1"},
			[]string{"pre11 chg2", "pre11 chg2 chg1", "pre11"}},
		{"{al,na,whoa} none [-al,na,whoa]*;(al;[-na,whoa]*;na;[-al,na,whoa]*)*;al;[-na,whoa]*;whoa;.*", // no shutdown while allocating
			[]string{"", "al", "al na whoa", "whoa", "al al na"},
			[]string{"al whoa", "al na al whoa", "al al whoa na"}},
		{"{reg,unr} all ([-reg]*;reg;[-reg,unr]*;unr)*;[-reg]*;(reg;[-reg,unr]*)?", // in turn
			[]string{"", "reg", "reg unr", "unr", "reg unr unr reg"},
			[]string{"reg reg", "reg unr reg reg"}},
		{"{na1,na2,nc12,nc22} all ([-na1]*;na1;[-nc12,nc22,na2]*;na2)*;[-na1]*;(na1;[-nc12,nc22,na2]*)?", // notifies of what was received
			[]string{"", "na1", "na1 na1 na2", "nc12 nc22", "na1 na2 nc12"},
			[]string{"na1 nc12", "na1 nc22 na2", "na1 na2 na1 nc12"}},
	} {
		sp := parseOne(t, c.src)
		judge(t, sp, c.good, c.bad)
	}
}

// TestForms checks that different ways to write one thing mean one thing.
func TestForms(t *testing.T) {
	for _, group := range [][]string{
		{"{a,b} all (a;b)*", "property p for {a,b} all (a;b)*", "property p {a,b} all (a;b)*", "for {a, b} all (a;b)*",
			"for events {{a},{b}} show all executions satisfy (a;b)*", "property p for events {{a},{b}} show all executions satisfy (a;b)*",
			"property p for events {{a,b}} show all executions satisfy (a;b)*", "property p for events {a, b} { all (a;b)* }",
			"property p { all (a; b)* }", "property p all\n (a;\n b)\n *", "{a,b} all (a;b)*;", "{\"a\", \"b\"} all (\"a\" ; b)**;\n",
			"property p { states s*, t; s -> t : a; t -> s : b; error otherwise }",
			"property p { error otherwise\n events x = a, y = \"b\"\n s -> t : x\n t -> s : y\n states s*,\n t }",
			"property p { states s*, t, error; s -> t : a; s -> error : b; t -> s : b; t -> error : a }",
			"property p { states s*; states t; s -> t : a; t -> s : b; s -> error : b; t -> error : a }",
			"{a,b} none .*;a;a;.* | .*;b;b;.* | b;.* | .*;a",
			"{a,b,} all (a;b)* // comment", "/* x */ {a,b} /* y */ all (a /* z\n */;b)*"},
		{"safety property p for {a,b} all (a;b)*", "property safety p for {a,b} all (a;b)*", "prefix property p for {a,b} all (a;b)*",
			"property prefix p for {a,b} all (a;b)*", "property p for {a,b} prefix all (a;b)*", "property p for {a,b} all (a;b)*;a?",
			"safety prefix property p for {a,b} all (a;b)*", "prefix {a,b} all (a;b)*", "safety for {a,b} all (a;b)*",
			"safety property p { states s*, t; s -> t : a; t -> s : b; error otherwise }"},
		{"{a,b} all .", "{a,b} all [a,b]", "{a,b} all a|b", "{a,b} all (a)|(b)|a", "{a,b} none () | .;.;.*", "{a,b} all .^1", "{b2 = b, a1 = a} all [b2, a1]",
			"{x = a | b} all x", "property p for {a,b} { existence of {a,b} exactly 1 time }"},
		{"{a,b} all ()", "{a,b} all a^0", "{a,b} none .+", "{a,b} all [-a,b]*", "{a,b} none .;.*", "property p { absence of {a, b} }"},
		{"{a,b} all a;b|b", "{a,b} all (a;b)|b", "{a,b} all a?;b", "{a,b} all a;b\n | b"},
		{"{a,b} all a;b*", "{a,b} all a;(b*)", "{a,b} all a | a;b+"},
		{"property p { b precedes a }", "property p { precedence: b precedes a }", "property p { precedence of b precedes a globally }",
			"property p b precedes a", "property p for {a, b} { {b} precedes {a} }", "{b,a} all a^0 | b;.*"},
		{"property p { b responds to a }", "property p { response: b responds to a }", "property p for {b, a} b responds to a", "{b,a} all [-a]*; (a; [-b]*; b; [-a]*)*"},
		{"property p { existence of a at most 2 }", "property p { bounded existence of a at most 2 times }"},
		{"{a,b} all (a;b;a)|(a;b;b)", "property p { states s, t, u, v*; s -> t : a; t -> u : b; u -> v : a, b; error otherwise }",
			// nondeterministic: two transitions on one event
			"property p { states s, t1, t2, u1, u2, v*; s -> t1 : a; s -> t2 : a; t1 -> u1 : b; t2 -> u2 : b; u1 -> v : a; u2 -> v : b; error otherwise }"},
		{"{a,b} all .*;a;b", "property p { states s, t, u*; s -> s : a, b; s -> t : a; t -> u : b; error otherwise }"},
		// without `error otherwise`, an event without a transition does not move
		{"{a,b} all b*;a;a*;b;.*", "property p { states s, t, u*; s -> t : a; t -> u : b }"},
		{"{a,b} all b*;a;.*", "property p { states s, t*; events a, b; s -> t : a }", "property p for {a,b} { states s, t*; s -> t : a }",
			"property p { states s, t*; events a = \"a\", z = \"b\"; s, t -> t : a; }"},
	} {
		first := parseOne(t, group[0])
		for _, src := range group[1:] {
			sp := parseOne(t, src)
			if w, differ := automata.Distinguish(aligned(t, first, sp), first.DFA); differ {
				t.Errorf("%s\nand\n%s\ndiffer on %v", group[0], src, w)
			}
		}
	}
}

// aligned is b's automaton over a's symbols, which are the same patterns in
// another order.
func aligned(t *testing.T, a, b *automata.Spec) *automata.DFA {
	t.Helper()
	if len(a.Symbols) != len(b.Symbols) {
		t.Fatalf("%s\nand\n%s\nhave %d and %d symbols", a.Text, b.Text, len(a.Symbols), len(b.Symbols))
	}
	var to []int
	for _, s := range b.Symbols {
		i := slices.IndexFunc(a.Symbols, func(o automata.Symbol) bool { return o.Pattern == s.Pattern })
		if i < 0 {
			t.Fatalf("%s\nand\n%s\n: only one has %s", a.Text, b.Text, s.Pattern)
		}
		to = append(to, i)
	}
	return b.DFA.Rename(len(a.Symbols), to)
}

func TestSafety(t *testing.T) {
	plain := parseOne(t, "property p { s responds to p between q and r }")
	safe := parseOne(t, "safety property p { s responds to p between q and r }")
	if plain.Safety || !safe.Safety {
		t.Error("flags")
	}
	if !automata.Same(plain.DFA.PrefixClose(), safe.DFA) {
		t.Error("a safety property is not the prefix closure")
	}
	alive := *plain.DFA // accepts as long as its trap is not reached
	alive.Accept = make([]bool, alive.States())
	for i := range alive.Accept {
		alive.Accept[i] = int32(i) != plain.DFA.Trap()
	}
	if w, differ := automata.Distinguish(&alive, safe.DFA); differ {
		t.Errorf("word %v: trapped in one, accepted by the other", w)
	}
}

func TestNamesOfEvents(t *testing.T) {
	sp := parseOne(t, `property p { states s*, t
		events "lock door", x = "c<-3" | "<-c", acq = "acquire room", eat(*), phil[1]:fork[0].up.end, "phil[0].phase==idle", q = "say \"hi\\\""
		s -> t : x, phil[*]:fork[*].down, eat( 0 , 1 )
		t -> s : acq }`)
	var got []string
	for _, s := range sp.Symbols {
		got = append(got, s.Short+"="+s.Pattern.String())
	}
	want := []string{"=lock door", "x=c<-3", "x=<-c", "acq=acquire room", "=eat(*)", "=phil[1]:fork[0].up.end", "=phil[0].phase==idle",
		`q=say"hi\"`, "=phil[*]:fork[*].down", "=eat(0,1)"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if !sp.DFA.Accepts(nil) || sp.DFA.Accepts([]int{1}) || sp.DFA.Accepts([]int{2}) || !sp.DFA.Accepts([]int{2, 3}) {
		t.Error("a short name for two patterns is not either of them")
	}
}

func TestNumberingOfAnonymous(t *testing.T) {
	specs, list := Parse("t.fsa", []byte("{a,b} all a*\nproperty p { absence of a }\nsafety {a,b} all b*\nfor {a} all a a\n{a,b} none a\n"))
	var names []string
	for _, s := range specs {
		names = append(names, s.Name)
	}
	// the third expression is faulty, and still the third
	if want := []string{"qre1", "p", "qre2", "qre4"}; !slices.Equal(names, want) || len(list.All) != 1 {
		t.Errorf("names %v, want %v; %v", names, want, list.All)
	}
}

func TestFormatRoundTrip(t *testing.T) {
	for _, src := range []string{
		"{open,close} none .*; close; close",
		"safety constraint p { s, t respond to p after q until r }",
		"property p for {x = a | b, c} all x; c; x",
		"property p for {\"a\\\"b\\\\\", \"lock door\"} all .",
		"property p { states q1*, q0\n q1 -> q0 : a; q0 -> q1 : b }",
		"property p for {x = y, y2 = \"x\"} all x; y2", // short names that are patterns of others
	} {
		sp := parseOne(t, src)
		text := sp.Format()
		again := parseOne(t, text)
		if !automata.Same(sp.DFA, again.DFA) || sp.Name != again.Name || sp.Property != again.Property || sp.Safety != again.Safety {
			t.Errorf("%s\nprints as\n%s\nwhich is another specification", src, text)
		}
		for i := range sp.Symbols {
			if sp.Symbols[i].Pattern != again.Symbols[i].Pattern {
				t.Errorf("%s: symbol %d is %s, then %s", src, i, sp.Symbols[i].Pattern, again.Symbols[i].Pattern)
			}
		}
		if text != again.Format() {
			t.Errorf("%s\nis not stable:\n%s", text, again.Format())
		}
	}
}

func TestLargeInput(t *testing.T) {
	var b strings.Builder
	b.WriteString("property p {\n states s0*")
	for i := range 2000 {
		fmt.Fprintf(&b, ", s%d*", i+1)
	}
	b.WriteString("\n")
	for i := range 2000 {
		fmt.Fprintf(&b, " s%d -> s%d : \"e(%d)\"\n", i, i+1, i%500)
	}
	b.WriteString(" error otherwise\n}\n")
	sp := parseOne(t, b.String())
	if sp.DFA.States() != 2002 || len(sp.Symbols) != 500 {
		t.Errorf("%d states, %d symbols", sp.DFA.States(), len(sp.Symbols))
	}
}

// A safety automaton needs no stars.
func TestSafetyWithoutStars(t *testing.T) {
	sp := parseOne(t, "safety property p { states up, down\n up -> down : a\n down -> up : b\n error otherwise }")
	starred := parseOne(t, "safety property p { states up*, down*\n up -> down : a\n down -> up : b\n error otherwise }")
	if !automata.Same(sp.DFA, starred.DFA) || sp.DFA.States() != 3 {
		t.Errorf("%d states, want up, down and error", sp.DFA.States())
	}
}
