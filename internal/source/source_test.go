package source_test

import (
	"context"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/source"
)

func reader(t *testing.T, files map[string]string) (r *source.Reader, dir string) {
	dir = t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &source.Reader{Ctx: context.Background(), Standard: strings.NewReader("standard"), Sources: diag.Sources{}, Stage: new(string), Late: new(bool),
		Languages: source.Languages{Specs: fsa.ParseFor}}, dir
}

// What is wrong with a file has a code of its own, and none is wrong twice.
func TestRead(t *testing.T) {
	r, dir := reader(t, map[string]string{"good.tfg": "\uFEFFtext", "empty": " \n", "zero": "a\x00b", "latin": "a\n b\xe9", "d/x": "x"})
	for name, want := range map[string]diag.Code{
		"good.tfg": "", "god.tfg": source.Missing, "d": source.Directory, "empty": source.Empty, "zero": source.Binary, "latin": source.NotUTF8,
	} {
		r.List = diag.List{}
		text, ok := r.Read(filepath.Join(dir, name), token.Position{}, "program")
		switch {
		case want == "":
			if !ok || string(text) != "text" || len(r.Used) == 0 {
				t.Errorf("%s: %q %v", name, text, r.List.All)
			}
		case ok || len(r.List.All) != 1 || r.List.All[0].Code != want:
			t.Errorf("%s: %v, want %s", name, r.List.All, want)
		case name == "latin" && (r.List.All[0].Pos.Line != 2 || r.List.All[0].Pos.Column != 3):
			t.Errorf("%s: %v", name, r.List.All[0].Pos)
		case name == "god.tfg" && !strings.Contains(r.List.All[0].Hint, "good.tfg"):
			t.Errorf("%s: %v", name, r.List.All[0])
		}
	}
	if text, ok := r.Read(source.Stdin, token.Position{}, "program"); !ok || string(text) != "standard" {
		t.Errorf("standard input: %q", text)
	}
	if _, ok := r.Read(source.Stdin, token.Position{}, "specification"); ok {
		t.Error("a specification comes from standard input")
	}
	ended, end := context.WithTimeout(context.Background(), time.Millisecond)
	defer end()
	r.Ctx = ended
	r.Standard, _ = io.Pipe() // nobody writes
	if _, ok := r.Read(source.Stdin, token.Position{}, "program"); ok || !*r.Late {
		t.Error("reading goes on after the end of the context")
	}
}

// The specifications of a program are those that it names, or the one beside it;
// none may lie outside its folder, also not by a link.
func TestOwnSpecs(t *testing.T) {
	r, dir := reader(t, map[string]string{"p/a.tfg": "", "p/a.fsa": "x", "secret.fsa": "x"})
	if err := os.Symlink(filepath.Join(dir, "secret.fsa"), filepath.Join(dir, "p", "link.fsa")); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "p", "a.tfg")
	for src, want := range map[string]string{
		"":                          "a.fsa",
		"//! property b.fsa c.fsa":  "b.fsa c.fsa",
		"//! property ../x.fsa":     "",
		"//! property link.fsa":     "",
		"//! property":              "",
		"//! property sub/../d.fsa": "d.fsa",
	} {
		r.List = diag.List{}
		var names []string
		files, _ := r.OwnSpecs(program, []byte(src))
		for _, f := range files {
			names = append(names, filepath.Base(f.Name))
		}
		if got := strings.Join(names, " "); got != want || r.List.HasErrors() != (want == "") {
			t.Errorf("%q: %q %v, want %q", src, got, r.List.All, want)
		}
	}
	r.List, r.AllowOutside = diag.List{}, true
	if got, _ := r.OwnSpecs(program, []byte("//! property ../secret.fsa")); len(got) != 1 || r.List.HasErrors() {
		t.Errorf("%v %v", got, r.List.All)
	}
	r.List = diag.List{}
	other := filepath.Join(dir, "p", "other.tfg")
	if got, missing := r.OwnSpecs(other, nil); len(got) > 0 || r.List.HasErrors() || !strings.Contains(missing, "there is no file") {
		t.Errorf("none are needed: %v %v", got, r.List.All)
	}
}

// A line "//! expect" is of a check that there is, once, and with a verdict.
func TestExpectations(t *testing.T) {
	for text, want := range map[string]diag.Code{
		"//! expect order holds":                              "",
		"//! expect no-deadlock":                              "",
		"//! expect order":                                    source.Expect,
		"//! expect order hold":                               source.Expect,
		"//! expect deadlock\n//! expect no-deadlock":         source.Expect,
		"//! expect lossless holds":                           source.Expected,
		"//! expect oder holds":                               source.Expected,
		"//! expct order holds":                               source.Word,
		"//! expect order holds\n//! expect deadlock":         "",
		"//! expect order violated\n//! expect order unknown": source.Expect,
	} {
		r, _ := reader(t, nil)
		r.Directives("p.tfg", []byte(text), false)
		r.NeedExpected([]*automata.Spec{{Name: "order", Property: true}, {Name: "lossless"}}, true)
		var codes []diag.Code
		for _, d := range r.List.All {
			codes = append(codes, d.Code)
		}
		if want == "" && len(codes) > 0 || want != "" && !slices.Equal(codes, []diag.Code{want}) {
			t.Errorf("%q: %v, want %s", text, r.List.All, want)
		}
		if got := r.Blocks(); got != strings.Contains(text, "expect deadlock") {
			t.Errorf("%q: blocks %v", text, got)
		}
	}
}

// The names of families stand for their instances where names are offered.
func TestNames(t *testing.T) {
	specs := []*automata.Spec{{Name: "f[0]", Family: "f", Property: true}, {Name: "f[1]", Family: "f", Property: true}, {Name: "g", Property: true}, {Name: "c"}}
	all := source.PropertyNames(specs)
	if got := strings.Join(all, " "); got != "f f[0] f[1] g" {
		t.Error(got)
	}
	if got := strings.Join(source.Offered(specs, all), " "); got != "f g" {
		t.Error(got)
	}
	if got := source.Environment(&cfg.Program{Constants: map[string]int64{"N": 2}}); got.Unknown || got.Constants["N"] != 2 {
		t.Errorf("%+v", got)
	}
}

// A search of a folder ends with its time, and says so; what was found is not taken for all.
func TestBelowInTime(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("d%d/p.tfg", i)] = "task t {}"
	}
	r, dir := reader(t, files)
	if got := r.Programs([]string{dir}, time.Hour); len(got) != 200 || *r.Late || r.List.HasErrors() {
		t.Fatalf("%d programs, late %v, %v", len(got), *r.Late, r.List.All)
	}
	if got := r.Programs([]string{dir}, 1); len(got) != 0 || !*r.Late || len(r.List.All) != 1 || r.List.All[0].Code != source.Unreadable {
		t.Errorf("no time: %d programs, late %v, %v", len(got), *r.Late, r.List.All)
	}
}

// A folder that cannot be read is named, not only the one above it.
func TestBelowUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("no folder can be closed to root: run this test as another user")
	}
	r, dir := reader(t, map[string]string{"a/p.tfg": "task t {}"})
	closed := filepath.Join(dir, "a")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o755)
	if r.Programs([]string{dir}, 0); len(r.List.All) != 1 || !strings.Contains(r.List.All[0].Message, closed) {
		t.Errorf("%v", r.List.All)
	}
}
