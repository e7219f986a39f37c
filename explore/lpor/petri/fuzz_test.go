package petri

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// FuzzParse: no text makes Parse panic or run away; there is a net exactly if
// there are no errors, it is written and read again the same, and what is no
// schedule of it is an error.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../../../examples/nets/*.pnml")
	if err != nil || len(files) == 0 {
		f.Fatal("no examples", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, "n1:3f0a9c12:0,1,2")
	}
	f.Add([]byte(twoPages), "n1::0,0")
	f.Fuzz(func(t *testing.T, text []byte, word string) {
		n, list := Parse("f.pnml", text)
		if (n == nil) != list.HasErrors() {
			t.Fatalf("net %v, diagnostics %v", n != nil, list.All)
		}
		for _, d := range list.All {
			if d.Message == "" || d.Code == "" || d.Pos.Line > strings.Count(string(text), "\n")+1 {
				t.Fatalf("diagnostic %+v", d)
			}
		}
		if n == nil {
			return
		}
		if steps, _, err := n.ParseSchedule(word); err == nil {
			again, fits, err := n.ParseSchedule(n.FormatSchedule(steps))
			if err != nil || !fits || !slices.Equal(again, steps) {
				t.Fatalf("schedule %v is read again as %v, %v, %v", steps, again, fits, err)
			}
		}
		var out bytes.Buffer
		if err := n.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, list := Parse("g.pnml", out.Bytes())
		if again == nil {
			t.Fatalf("what is written is not read: %v\n%s", list.All, out.Bytes())
		}
		if n.Where, again.Where = nil, nil; n.Name == "" {
			n.Name = "net" // its identifier is written
		}
		if !reflect.DeepEqual(n, again) {
			t.Fatalf("written and read again it is another net:\n%+v\n%+v\n%s", n, again, out.Bytes())
		}
	})
}
