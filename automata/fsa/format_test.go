package fsa_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/lang/format"
)

// Formatting changes neither the syntax tree nor the specifications, and is done once.
func TestFormatKeepsSpecifications(t *testing.T) {
	looked := 0
	for _, pattern := range []string{"testdata/*.fsa", "../../examples/*.fsa", "../../examples/*/*.fsa", "../../bench/*.fsa"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			looked++
			keeps(t, file, string(src))
			keeps(t, file, torn(string(src)))
		}
	}
	errors, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range strings.Split(string(errors), "\n--- ")[1:] {
		_, src, _ := strings.Cut(chunk, "\n")
		keeps(t, "errors", src)
	}
	for _, src := range []string{
		"{open,close}none.*;close ;close", "for events {{a},{b}} show no executions satisfy (a;b) ^ 3|[-a]+ ?",
		"property p prefix all a;.;[-b,a]*?", "constraint c{bounded existence of{a,b}at most 2 times after q until r}",
		"property t [ i in 0..2 , j in i+1..2*3 ]{absence of both(i,j)}", "property t forall i in -1..(2+1)%2, j in 0..2 for {x=\"a=i\"|b}{x responds to b}",
		"property p{states a*,b;a->b:x,\"y z\";b,a->a:t[0]:u;error otherwise}", "property p{precedence:s precedes p;}",
		"property p { response : s responds to p\nglobally }", "property p for { a }\n/* c\n d */ all a ; // e\n a | a\n; ()",
		"property a{\nstates s*, // one\n\n\nt\nevents\nx = \"a\"|\n\"b\",\n c\ns->t:x\n}", "{a}all a\n{b}\nall b",
		"property p for{a,b}{ltl [] ( a->b&&! <> \"c d\" )U(a W{a,b})<->G(F a||X[]b)}\n{a}all a", "constraint c{ltl precedes a}",
		"property p for  each f{states a*,b\nevents o=return   ok os.Open as f|call(*os.File).Close on f,c=return ok (*a/b-c.D).E on f=arg[1]\n|call x/y.* on f = result.Body\na->b:o}",
		"property p for each f for {o=call \"a b.c\" as f, call = call|return, x = call f}{absence of call}",
		"property p for each f for { o = return ok.Ok as f,\n c = call f } {o responds to\nc}", closedText,
		"property p[i in 0..1]ltl\n[](a(i)\n->t[0]:u.x(1))&&true;property q ltl\"[](a -> \\\"b c\\\")\"", "{ltl,a}all ltl;a",
	} {
		looked++
		keeps(t, "case", src)
	}
	if looked < 60 {
		t.Errorf("only %d specifications were looked at", looked)
	}
}

// torn has other blanks and more lines than src, and the same meaning.
func torn(src string) string {
	var b strings.Builder
	for _, line := range strings.Split(src, "\n") {
		code, note, cut := strings.Cut(line, "//")
		parts := strings.Split(code, `"`)
		for i := 0; i < len(parts); i += 2 {
			for _, s := range []string{"*", ";", "|", "->", "{", ")*", "^", "?"} {
				if !strings.ContainsAny(parts[i], "([") || s == ";" || s == "|" {
					parts[i] = strings.ReplaceAll(parts[i], s, "  "+s+" ")
				}
			}
		}
		b.WriteString("\t" + strings.Join(parts, `"`))
		if cut {
			b.WriteString("//" + note)
		}
		b.WriteString(" \r\n\n\n")
	}
	return b.String()
}

func keeps(t *testing.T, name, src string) {
	t.Helper()
	want, ok := fsa.Outline([]byte(src))
	out, list := format.Source("f.fsa", []byte(src))
	if ok == list.HasErrors() {
		t.Fatalf("%s: formatted %v, parsed %v: %v", name, !list.HasErrors(), ok, list.All)
	}
	if !ok {
		return
	}
	if got, _ := fsa.Outline(out); got != want {
		t.Fatalf("%s: the syntax tree changes\n%s\n%s", name, src, out)
	}
	p, _ := fsa.Parse("f.fsa", []byte(src))
	q, _ := fsa.Parse("f.fsa", out)
	if len(p) != len(q) {
		t.Fatalf("%s: %d specifications become %d", name, len(p), len(q))
	}
	for i := range p {
		if p[i].Format() != q[i].Format() || p[i].Property != q[i].Property {
			t.Fatalf("%s: %s changes", name, p[i].Name)
		}
	}
	again, _ := format.Source("f.fsa", out)
	if string(again) != string(out) {
		t.Fatalf("%s: formatted twice\n%s\nis\n%s", name, out, again)
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("property p [i in 0..2]for{a,b}prefix all[-a,b]*;(a|b)^2? // c\n")
	f.Add("constraint c{states a*,b // d\n\n\na->b:\"x\"|y\n}")
	f.Fuzz(func(t *testing.T, src string) { keeps(t, "fuzz", src) })
}

const closedText = `property closed for each f {
    states none*, opened, closed*
    events open  = return ok os.Open as f | return ok net/http.Get as f = result.Body |
                   return "github.com/a-b/c/v2.Open" as f = result[1],
           close = call (*os.File).Close on f | call io.* on f = arg,
           end   = call f
    none   -> opened : open
    opened -> closed : close, end
}
`
