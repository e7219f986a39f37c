package fsa

import (
	"strings"
	"testing"

	"flavers/automata"
	"flavers/diag"
)

// TestMistakes: what people write by mistake, each with all of its messages:
// code, text underlined, part of the hint.
func TestMistakes(t *testing.T) {
	type want struct{ code, under, hint string }
	const head = "property p { states s0*, s1; "
	for _, c := range []struct {
		src  string
		want []want
	}{
		// words nearly right
		{"property p { x preceeds y }", []want{{"F101", "preceeds", `did you mean "precedes"`}}},
		{"property p { x, y, z preceeds y }", []want{{"F101", "preceeds", `did you mean "precedes"`}}},
		{"property p { absence off x }", []want{{"F101", "off", `did you mean "of"`}}},
		{"property p { absence of x befor y }", []want{{"F101", "befor", `did you mean "before"`}}},
		{"property p { absence of x after y untill z }", []want{{"F101", "untill", `did you mean "until"`}}},
		{"property p { absence of x between y adn z }", []want{{"F101", "adn", `did you mean "and"`}}},
		{"property p { existence of x atmost 2 }", []want{{"F101", "atmost", `did you mean "at most"`}}},
		{"property p { existence of x at mst 2 }", []want{{"F101", "mst", `did you mean "most"`}}},
		{head + "s0 -> s1 : x; error othrwise }", []want{{"F101", "othrwise", `did you mean "otherwise"`}}},
		{"prop p { absence of x }", []want{{"F101", "prop", `did you mean "property"`}}},
		{"property p {\n absence of x\npropery q { absence of y }\nproperty r { absence of z }",
			[]want{{"F102", "{", "next declaration is in line 3"}, {"F101", "propery", `did you mean "property"`}}},
		{"property p {\n states s*\n s -> s : x\npropery q { absence of y }\n",
			[]want{{"F102", "{", "next declaration is in line 4"}, {"F101", "propery", `did you mean "property"`}}},
		{`property p { "a" or "b" responds to c }`, []want{{"F101", `"`, "any of several events is written {a, b}"}}},
		{"property p { a | b precedes c }", []want{{"F101", "a", "any of several events is written {a, b}"}}},
		{"property p { show responds to c }", []want{{"F101", "responds", `written in quotes: "show" responds`}}},
		{"property for all A", []want{{"F105", "for", "property NAME for"}}},
		{"constraint none x", []want{{"F105", "none", "property NAME none"}}},
		// brackets and quotes
		{head + "s0 -> s1 : put(1\n s1 -> s0 : x }", []want{{"F102", "(", "write put(1)"}}},
		{"property p { absence of put(1 }", []want{{"F102", "(", "write put(1)"}}},
		{"property p for { put(1, x } all .*; x", []want{{"F102", "(", "write put(1, x)"}}},
		{"property p { absence of \"lock m }\nproperty q { absence of x }", []want{{"F002", "\"lock m", `write "lock m"`}}},
		{"property p { 'put(0)' precedes x }", []want{{"F001", "'", "plain double quotes"}}},
		{"property p { “put(0)” precedes x }", []want{{"F001", "“", "plain double quotes"}}},
		{"property p { événement precedes x }", []want{{"F001", "événement", "A-Z"}}},
		{"property p { absence of x }}", []want{{"F101", "}", "one } too many"}}},
		// notations of other languages
		{head + "s0 => s1 : x }", []want{{"F101", "=", "s0 -> state : event"}}},
		{head + "s0 -> s1 on x }", []want{{"F101", "on", "s0 -> s1 : event"}}},
		{head + "s0 s1 : x }", []want{{"F101", "s1", "from -> to : event"}}},
		{head + "s0 -> s1 : [x, y] }", []want{{"F101", "[", "without brackets"}}},
		{"property p for { x, y } all x, y", []want{{"F101", ",", "write `;` between events"}}},
		{"property p for { x, y } all x -> y", []want{{"F101", "-", "write `;` between events"}}},
		{"property p for { x, y } all x || y", []want{{"F104", "|", "one |"}}},
		{"property p for x, y all x", []want{{"F101", "x", "for { a, b }"}}},
		{"property p { always x }", []want{{"F101", "always x", "universality of x"}}},
		{"property p { never x }", []want{{"F101", "never x", "absence of x"}}},
		{"property p { eventually x }", []want{{"F101", "eventually x", "existence of x"}}},
		{"property p { between x and y absence of z }", []want{{"F101", "between", "after the pattern"}}},
		{"property p = absence of x", []want{{"F101", "=", "property NAME {"}}},
		{"property p { x -> y }", []want{{"F208", "{", "states start*"}, {"F101", "}", "x -> y : event"}}},
		{"property p { x(1) -> y }", []want{{"F101", "->", "y responds to x(1)"}}},
		{"property p { state s*; s -> s : x }", []want{{"F101", "state", `did you mean "states"`}}},
		{"# a comment\nproperty p { absence of x }", []want{{"F001", "#", "begin with //"}}},
		{"property p { absence of x, y }", []want{{"F101", ",", "{a, b}"}}},
		{"property p { absence of x before y, z }", []want{{"F101", ",", "{a, b}"}}},
		{"property p { x, y, z precede u }", []want{{"F101", "precede", "{a, b}"}}},
		{"property p { x, y responds to z, u }", []want{{"F101", "responds", "{a, b}"}}},
		{"property p [](x -> <>y)", []want{{"F101", "[](x -> <>y)", "y responds to x"}}},
		{"property p { absence of x before x }", []want{{"F213", "absence of x before x", "at most 1"}}},
		{"property p { x precedes x }", []want{{"F213", "x precedes x", "different events"}}},
		// names
		{head + "s0 -> s2 : x }", []want{{"F206", "s2", "the states are s0 and s1"}}},
		{"property p for { x, y } all x; z", []want{{"F205", "z", "the alphabet is x and y"}}},
		{"property p { existence of x at least 3 at most 2 }", []want{{"F214", "2", "exactly 2"}}},
		{"property p { existence of x at most 12 at least 30 }", []want{{"F214", "30", "exchange"}}},
		// ends of lines of another system, and tabs
		{"property p {\r\n\tstates s*\r\n\ts -> s :: x\r\n\ts -> q : y\r\n}\r\n", []want{{"F101", ":", ""}, {"F206", "q", "the states are s"}}},
	} {
		_, list := Parse("m.fsa", []byte(c.src))
		for i, d := range list.All {
			under := c.src[d.Pos.Offset:min(len(c.src), d.Pos.Offset+max(d.Len, 1))]
			if r := []rune(c.src[d.Pos.Offset:]); d.Len <= 1 && len(r) > 0 {
				under = string(r[:1])
			}
			if i >= len(c.want) {
				t.Errorf("%q: also %v", c.src, d)
				continue
			}
			w := c.want[i]
			if d.Code != diag.Code(w.code) || under != w.under || !strings.Contains(d.Hint, w.hint) {
				t.Errorf("%q: %v at %q, want %v", c.src, d, under, w)
			}
		}
		if len(list.All) < len(c.want) {
			t.Errorf("%q: %d messages, want %d", c.src, len(list.All), len(c.want))
		}
	}
}

// TestSymbolsAreUnderlined: what is said of a symbol underlines all of it,
// with its quotes.
func TestSymbolsAreUnderlined(t *testing.T) {
	const src = `property p for { nosuch, s = "lock door", eat(*), eat(0) } all .*; s`
	specs, list := Parse("m.fsa", []byte(src))
	if len(list.All) > 0 || len(specs) != 1 {
		t.Fatal(list.All)
	}
	automata.Unmatched(&list, specs[0], 0, nil, nil, false)
	automata.Unmatched(&list, specs[0], 1, nil, nil, true)
	automata.Clash(&list, specs[0], 2, 3, "eat(0)")
	for i, want := range []string{"nosuch", `"lock door"`, "eat(0)"} {
		if d := list.All[i]; src[d.Pos.Offset:d.Pos.Offset+d.Len] != want {
			t.Errorf("%v underlines %d bytes, want %s", d, d.Len, want)
		}
	}
}
