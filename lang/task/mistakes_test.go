package task

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/diag"
)

// TestMistakes compares all that is said about the programs of
// testdata/mistakes, of people who think of other languages, with the file
// beside each. A change there is to be read as a user would.
func TestMistakes(t *testing.T) {
	files, err := filepath.Glob("testdata/mistakes/*.tfg")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		_, list := Load(name, text, nil)
		var b bytes.Buffer
		if err := list.Write(&b, diag.Sources{name: text}); err != nil {
			t.Fatal(err)
		}
		if !list.HasErrors() {
			t.Errorf("%s: no error", file)
		}
		golden := strings.TrimSuffix(file, ".tfg") + ".txt"
		if *update {
			if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s (%v): got\n%s\nwant\n%s", file, err, b.Bytes(), want)
		}
	}
}

// TestLinesGoOn: what looks like a slip elsewhere is none where a line goes on.
func TestLinesGoOn(t *testing.T) {
	const src = `program cont
shared x, y 0..3
chan c 0..3
task t {
    x = y +
        1
    x =
        y
    await x == 1 &&
        y == 2
    x = <-
        c
    c <-
        x
    x = min(x,
        y)
    if x == 1 ||
       y == 2 {
        skip
    }
}
`
	if p, list := Load("l.tfg", []byte(src), nil); p == nil || len(list.All) > 0 {
		t.Error(list.All)
	}
}

// TestOneMessageForAWord: a word with letters that names do not have is
// reported once, however often it is used, and nothing else is said of it.
func TestOneMessageForAWord(t *testing.T) {
	for _, src := range []string{
		"shared zähler 0..3\ntask t { zähler = zähler + 1; if zähler == 2 { zähler = 0 } }",
		"task t { événement x }",
		"task été { event x }\ntask t { event y }",
		"task t { event prêt }",
		"task t { lock verrouillé }",
		"task t { call tâche.e }",
		"actor a { on été { skip } }\ntask t { post a.été }",
		"task t { var x 0..3; x = ü }",
		"proc läuft() { skip }\ntask t { läuft() }",
	} {
		_, list := Load("l.tfg", []byte(src), nil)
		if len(list.All) != 1 || list.All[0].Code != "T001" {
			t.Errorf("%q: %v", src, list.All)
		}
	}
}
