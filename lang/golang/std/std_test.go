package std

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"flavers/internal/trial"
)

// functions are those of the library that others can call, by their keys.
func functions(t *testing.T, paths ...string) map[string]*types.Func {
	t.Helper()
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports |
		packages.NeedExportFile, Context: t.Context()}
	ps, err := packages.Load(config, paths...)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*types.Func{}
	for _, p := range ps {
		for _, name := range p.Types.Scope().Names() {
			switch o := p.Types.Scope().Lookup(name).(type) {
			case *types.Func:
				out[Key(o.FullName())] = o
			case *types.TypeName: // of a type that is not exported, others may have the methods
				if n, ok := types.Unalias(o.Type()).(*types.Named); ok {
					for m := range n.Methods() {
						out[Key(m.FullName())] = m
					}
				}
			}
		}
	}
	return out
}

// Functions that wait for what is outside are there, too; of interfaces they are not looked up, but named.
func TestOutside(t *testing.T) {
	paths := map[string]bool{}
	for name := range outside() {
		paths[packageOf(name)] = true
	}
	few := slices.Collect(maps.Keys(paths))
	if !trial.More() {
		few = []string{"bufio", "fmt", "io", "net", "os"}
	}
	known := functions(t, few...)
	interfaces := []string{"io.ByteReader.ReadByte", "io.Reader.Read", "io.ReaderAt.ReadAt", "io.ReaderFrom.ReadFrom",
		"io.RuneReader.ReadRune", "io.WriterTo.WriteTo", "net.Conn.Read", "net.Conn.Write", "net.Listener.Accept",
		"net.PacketConn.ReadFrom", "net.PacketConn.WriteTo", "net/http.RoundTripper.RoundTrip"}
	for name, row := range outside() {
		if row.Outside == Returns {
			t.Errorf("%s returns", name)
		}
		if slices.Contains(few, packageOf(name)) && known[name] == nil && !slices.Contains(interfaces, name) {
			t.Errorf("there is no function %s", name)
		}
	}
	if Outside("(*net/http.Server).ListenAndServe") != Stays || Outside("(*bufio.Scanner).Scan") != Reads ||
		Outside("strings.Cut") != Returns {
		t.Error("the table is not read")
	}
}

// Functions that end whatever they are given are there, too. One that asks for the next error, or the next data, until
// there are none is not among them.
func TestEnds(t *testing.T) {
	paths := map[string]bool{}
	for name := range ends() {
		paths[packageOf(name)] = true
	}
	few := slices.Collect(maps.Keys(paths))
	if !trial.More() {
		few = []string{"fmt", "log", "slices", "sort", "sync"}
	}
	known := functions(t, few...)
	for name, row := range ends() {
		if !row.Ends {
			t.Errorf("%s has another effect", name)
		}
		if slices.Contains(few, packageOf(name)) && known[name] == nil {
			t.Errorf("there is no function %s", name)
		}
	}
	if !Ends("sort.Slice") || !Ends("(*sync.Map).Load") || Ends("(*sync.Map).Range") || Ends("errors.As") ||
		Ends("io.Copy") || Ends("(*encoding/json.Decoder).Decode") {
		t.Error("the table is not read")
	}
}

// packageOf is the path of the package of a key.
func packageOf(name string) string {
	i := strings.LastIndexByte(name, '/')
	pkg, _, _ := strings.Cut(name[i+1:], ".")
	return name[:i+1] + pkg
}

// Each row is about an exported function of the library that there is.
func TestTable(t *testing.T) {
	paths := map[string]bool{}
	for name := range All() {
		paths[packageOf(name)] = true
	}
	few := []string{"errors", "fmt", "io", "sort", "sync"}
	if trial.More() {
		few = nil
		for p := range paths {
			few = append(few, p)
		}
	}
	known := functions(t, few...)
	for name, row := range All() {
		if !slices.Contains(few, packageOf(name)) {
			continue
		}
		fn := known[name]
		switch {
		case fn == nil || !fn.Exported():
			t.Errorf("there is no function %s", name)
		case row.Looks && (row.Asks != "" || row.Keeps() || row.Fills):
			t.Errorf("%s: it does nothing, and more", name)
		}
	}
}

func TestBadTables(t *testing.T) {
	for text, want := range map[string]string{
		"package a\ncalls: F\n":                             "no reason for F of package a",
		"package a\ncalls: F\n\t- x\nlooks: F\n\t- y\n":     "a.F has two rows",
		"package a\nasks(nobody): F\n\t- x\n":               "line 2: no effect is called asks(nobody)",
		"package a\ncalls F\n":                              "line 2: no colon",
		"package a\nkeeps: F\n\t- x\n":                      "line 2: no effect is called keeps",
		"package a\ncalls: F\npackage b\ncalls: G\n\t- x\n": "line 3: no reason for F of package a",
	} {
		if _, err := parse(text); fmt.Sprint(err) != want {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

func TestKey(t *testing.T) {
	for name, want := range map[string]string{
		"(*sync/atomic.Pointer[T]).Load": "sync/atomic.Pointer.Load",
		"(reflect.Value).Recv":           "reflect.Value.Recv",
		"encoding/json.Marshal":          "encoding/json.Marshal",
	} {
		if got := Key(name); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	if row, ok := Of("(*encoding/json.Decoder).Decode"); !ok || row.Asks != "code" || !row.Fills || row.Keeps() {
		t.Errorf("%v", row)
	}
}
