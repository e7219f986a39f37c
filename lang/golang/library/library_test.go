package library_test

import (
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/lang/format"
	"flavers/lang/golang/library"
)

// Each file has a comment, is formatted, and has properties of objects only.
func TestLibrary(t *testing.T) {
	if len(library.Names()) < 8 {
		t.Fatal(library.Names())
	}
	properties := map[string]string{}
	for _, name := range library.Names() {
		text, ok := library.Text(name)
		if about := strings.Join(library.About(text), " "); !ok || !strings.HasSuffix(about, ".") {
			t.Errorf("%s: %q", name, about)
		}
		if out, list := format.Source(name+".fsa", text); string(out) != string(text) {
			t.Errorf("%s is formatted as\n%s%v", name, out, list.All)
		}
		specs, list := fsa.Parse(name, text)
		if len(list.All) > 0 || len(specs) == 0 || len(specs) != len(fsa.Bindings(name, text)) {
			t.Errorf("%s: %d properties: %v", name, len(specs), list.All)
		}
		for _, s := range specs {
			if other := properties[s.Family]; other != "" {
				t.Errorf("%s and %s have the property %s", name, other, s.Family)
			}
			properties[s.Family] = name
		}
	}
	if _, ok := library.Text("go:nothing"); ok {
		t.Error("go:nothing is there")
	}
}
