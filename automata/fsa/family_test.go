package fsa

import (
	"fmt"
	"strings"
	"testing"

	"flavers/automata/constant"
	"flavers/diag"
)

// instances describes what a file with constants stands for: names, indices and
// patterns, or its diagnostics.
func instances(t *testing.T, src string, env Environment) string {
	t.Helper()
	specs, list := ParseFor("f.fsa", []byte(src), env)
	var out []string
	for _, sp := range specs {
		text := sp.Name
		if sp.Family != "" {
			text = fmt.Sprintf("%s<%s>", sp.Name, sp.Index)
		}
		for _, s := range sp.Symbols {
			text += " " + s.Pattern.String()
		}
		out = append(out, text)
	}
	for _, d := range list.All {
		out = append(out, fmt.Sprintf("%s %d:%d %s (%s)", d.Code, d.Pos.Line, d.Pos.Column, d.Message, d.Hint))
	}
	return strings.Join(out, "\n")
}

// TestFamilies: a family is the specifications that one would write by hand, in
// every form, with indices in indices, arguments and operands.
func TestFamilies(t *testing.T) {
	env := Environment{Constants: map[string]int64{"N": 3, "M": 0}}
	for src, want := range map[string]string{
		"property a[i in 0..N-1] { answer(i) responds to ask(i) }":                                              "a[0]<i=0> ask(0) answer(0)\na[1]<i=1> ask(1) answer(1)\na[2]<i=2> ask(2) answer(2)",
		"property a forall i in 1..2 { absence of fork[(i+1)%N].up }":                                           "a[1]<i=1> fork[2].up\na[2]<i=2> fork[0].up",
		"property a forall i in 1..1\n{ absence of eat(i) }":                                                    "a[1]<i=1> eat(1)",
		"constraint c[i in M..M] for { x(i), y } all (x(i); y)*":                                                "c[0]<i=0> x(0) y",
		"property m[i in 0..0] {\n states a*, b\n events e = \"turn=i\"\n a -> b : e, \"phil[i]:lock door\"\n}": "m[0]<i=0> turn=0 phil[0]:lock door",
		"property p[i in 0..N-1, j in i+1..N-1] { absence of both(i,j) }":                                       "p[0,1]<i=0, j=1> both(0,1)\np[0,2]<i=0, j=2> both(0,2)\np[1,2]<i=1, j=2> both(1,2)",
		"property p[i in -1..-1] { absence of e(i, (i-1)%N, i/2, *) }":                                          "p[-1]<i=-1> e(-1,1,0,*)",
		"property p[i in 0..0] { absence of \"post r.m(a[i+1], *)\" }":                                          "p[0]<i=0> post r.m(a[1],*)",
		"property p[i in 0..0] { absence of \"x[i]==N\" }":                                                      "p[0]<i=0> x[0]==3",
		"property p[i in 0..0] { absence of \"c<-i\" before \"<-i\" }":                                          "p[0]<i=0> c<-0 <-i",
		// constants work without a family; what mentions none is left alone
		"property p { absence of eat(N-1) before \"x=N\" }":                      "p eat(2) x=3",
		"property p { absence of eat(k) before \"x=K\" }":                        "p eat(k) x=K",
		"property p { absence of eat(N+k) before eat(1*2) }":                     "p eat(N+k) eat(1*2)",
		"property forall { forall precedes x }":                                  "forall x forall",
		"property p forall precedes x":                                           "p x forall",
		"property a[i in 0..K] { absence of e(i) }":                              `F215 1:12 K is no index and no constant of the program (there are M and N)`,
		"property a[i in 0..1/M] { absence of e(i) }":                            "F215 1:12 division by zero ()",
		"property a[i in 0..2] { absence of e(i/(i-1)) }":                        "F215 1:36 division by zero ()",
		"property a[i in 0..2147483647+1] { absence of e }":                      "F215 1:12 the constant 2147483648 does not fit into 32 bits ()",
		"property a[i in 0..2] { absence of e(i i) }":                            `F215 1:36 "i i" mentions the index i and is no constant expression ()`,
		"property a[i in 0..2, i in 0..1] { absence of e(i) }":                   "F215 1:23 the index i is declared twice ()",
		"property a[i in 0..j, j in 0..1] { absence of e(i) }":                   `F215 1:12 j is no index and no constant of the program (there are M and N)`,
		"property a[i in 1..M] { absence of e(i) }":                              "F216 1:12 a has no instance: its range is empty ()",
		"property a[i of 0..1] { absence of e(i) }":                              "F101 1:14 expected `in`, found \"of\" ()",
		"property a[i in 0.1] { absence of e(i) }":                               "F101 1:18 expected `..` and the upper bound, found '.' (write i in 0..N-1)",
		"property a[3] { absence of e(i) }":                                      "F101 1:12 expected the name of an index, found '3' (write property a[i in 0..N-1])",
		"property a[i in 0..1 { absence of e(i) }":                               "F101 1:22 expected `,` or `]`, found '{' (event names with spaces or operators need quotes)",
		"property a[i in 0..99999] { absence of e(i) }":                          "F211 1:12 a has more than 16384 instances ()",
		"property a[i in 0..1] { absence of e(i) }\nproperty a { absence of e }": "a[0]<i=0> e(0)\na[1]<i=1> e(1)\nF201 2:10 a is declared twice (first declared at line 1)",
		"property deadlock { absence of e }":                                     "F217 1:10 deadlock is the name of a check that every program has (call the property another name, as no_deadlock)",
		"property a { answer(*) responds to ask(*) }": "a ask(*) answer(*)\nF225 1:14 one event stands for all here: nothing pairs what `*` stands for on the two sides " +
			"(for each of its own write a family: property a[i in 0..N-1] { answer(i) responds to ask(i) })",
		"property a for { q = ask(*), r = answer(*) } { r responds to q }": "a ask(*) answer(*)",
		// one message for all instances
		"property a[i in 0..2] { absence of \"e(i)*\" }": "a[0]<i=0> e(0)*\na[1]<i=1> e(1)*\na[2]<i=2> e(2)*\nF224 1:36 \"*\" at the end of \"e(0)*\" stands for itself (wildcards work inside [..] and (..))",
		// an error of one instance only
		"property a[i in 0..2] { e(i) precedes e(1) }": "F213 1:25 \"e(1)\" plays two roles in this pattern (a cause and its effect are different events; how often one may occur is bounded by existence of a at most 1)",
	} {
		if got := instances(t, src, env); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", src, got, want)
		}
	}
	if got := instances(t, "property a[i in 0..K] { absence of e(i) }\nproperty b[i in 0..1] { absence of e(i) }", Environment{Unknown: true}); got != "b[0]<i=0> e(0)\nb[1]<i=1> e(1)" {
		t.Errorf("without the program's constants: %s", got)
	}
}

// TestFamilyByHand: an instance has the automaton of the same declaration with
// numbers written out.
func TestFamilyByHand(t *testing.T) {
	for _, body := range []string{
		"{ answer(i) responds to ask(i) after go(i) until stop }",
		"for { a(i), b((i+1)%2) } all (a(i); b((i+1)%2))*; a(i)?",
		"{ states s*, t*\n s -> t : a(i)\n t -> s : \"x=i\"\n error otherwise }",
	} {
		family, list := Parse("f.fsa", []byte("property p[i in 0..1] "+body))
		for i, sp := range family {
			byHand := strings.NewReplacer("((i+1)%2)", fmt.Sprintf("(%d)", (i+1)%2), "(i)", fmt.Sprintf("(%d)", i), "=i", fmt.Sprintf("=%d", i)).Replace(body)
			one, more := Parse("f.fsa", []byte(fmt.Sprintf("property p_%d %s", i, byHand)))
			list.Append(more)
			if len(one) != 1 || sp.Format() != one[0].Format() {
				t.Errorf("%s, i=%d:\n%s", body, i, sp.Format())
			}
		}
		if len(family) != 2 || len(list.All) > 0 {
			t.Errorf("%s: %d instances, %v", body, len(family), list.All)
		}
	}
}

// TestConstantExpressions: as in programs.
func TestConstantExpressions(t *testing.T) {
	of := constant.Values{"i": 3, "N": 5}
	for text, want := range map[string]int64{"1": 1, "i": 3, "-i": -3, "(i+1)%N": 4, "(i-4)%N": 4, "-7/2": -3, "-7%2": 1, "7%-2": 1, "2*i-1": 5,
		"N-i-1": 1, "2+3*4": 14, " ( i ) ": 3, "--1": 1} {
		r := &reader{src: text, list: &diag.List{}}
		c := r.sum(0)
		if c == nil || r.at < len(text) && strings.TrimSpace(text[r.at:]) != "" {
			t.Errorf("%q is not read", text)
			continue
		}
		if got, err := c.Eval(of); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "i+", "(i", "i*", "*", "+1", "()", strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300)} {
		r := &reader{src: text, list: &diag.List{}}
		if c := r.sum(0); c != nil {
			t.Errorf("%q is %+v", text, c)
		}
	}
}
