package bind_test

import (
	"go/importer"
	"go/types"
	"testing"

	"flavers/automata/fsa"
	"flavers/lang/golang/bind"
)

// Of the patterns that match a function, the closest counts.
func TestMatch(t *testing.T) {
	os, err := importer.Default().Import("os")
	if err != nil {
		t.Skip("no export data of os: ", err)
	}
	io, err := importer.Default().Import("io")
	if err != nil {
		t.Skip(err)
	}
	bounds := fsa.Bindings("f.fsa", []byte(`property p for each f { states s*
    events made = return ok os.Open as f,
           close = call (io.Closer).Close on f,
           read = call (*os.File).Read on f,
           any = call (*os.File).* on f | call os.* on f = arg
}
property q for each f { states s*; events made = return os.Open as f, close = call (*os.File).Close on f }
`))
	set, list := bind.New(bounds, []*types.Package{os, io}, map[string]bool{"read": true})
	if len(list.All) > 0 || len(set.Specs) != 2 || !set.Specs[0].Makes {
		t.Fatal(list.All)
	}
	file := os.Scope().Lookup("File").Type()
	for name, want := range map[string][]string{
		"Open": {"made", "q_made"}, "Remove": {"any"}, "Close": {"close", "q_close"}, "Read": {"p_read"}, "Stat": {"any"},
	} {
		fn, ok := os.Scope().Lookup(name).(*types.Func)
		if m, _, _ := types.LookupFieldOrMethod(file, true, os, name); !ok || name == "Stat" {
			fn = m.(*types.Func)
		}
		got := set.Match(fn)
		if len(got) != len(want) {
			t.Fatalf("%s is %v, not %v", name, got, want)
		}
		for i, m := range got {
			if m.Event != want[i] {
				t.Errorf("%s is %s, not %s", name, m.Event, want[i])
			}
		}
	}
}
