package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// both reads two variables of another task in one step of the model.
const both = `procedure Both is
   X, Y : Boolean := False;
   task T; task U;
   task body T is
   begin
      pragma Assert (not (X and Y));
   end T;
   task body U is begin X := True; Y := True; end U;
begin null; end Both;
`

// TestAdaModel: the model of an Ada program is printed, not its text, and who explores or replays it is told of its
// bounds.
func TestAdaModel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "both.adb")
	if err := os.WriteFile(file, []byte(both), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := runReal("", "check", file, "--dump", "tfg-source"); got.status != 0 ||
		!strings.Contains(got.out, "assert !(X && Y)") || strings.Contains(got.out, "procedure") {
		t.Errorf("dump: status %d\n%s%s", got.status, got.out, got.err)
	}
	got := runReal("", "explore", file)
	if !strings.Contains(got.out, "Note: B26 at ") {
		t.Errorf("explore: %s%s", got.out, got.err)
	}
	_, after, _ := strings.Cut(got.out, "flavers replay ")
	line, _, _ := strings.Cut(after, "\n")
	words := strings.Fields(line)
	if len(words) != 2 {
		t.Fatalf("no schedule in %s", got.out)
	}
	if got := runReal("", "replay", file, words[1]); !strings.Contains(got.out, "Note: B26 at ") {
		t.Errorf("replay: %s%s", got.out, got.err)
	}
}

// shop is a program of several files.
var shop = map[string]string{
	"main.adb": `with Stock;
procedure Main is
   task Seller;
   task body Seller is
   begin
      Stock.Shelf.Take;
   end Seller;
begin
   Stock.Shelf.Put;
end Main;
`,
	"main.fsa": "//! expect order violated\nproperty order { Shelf.Take precedes Shelf.Put }\n",
	"lib/stock.ads": `package Stock is
   protected Shelf is
      entry Take;
      procedure Put;
   private
      Full : Boolean := False;
   end Shelf;
end Stock;
`,
	"lib/stock.adb": `package body Stock is
   protected body Shelf is
      entry Take when Full is begin Full := False; end Take;
      procedure Put is begin Full := True; end Put;
   end Shelf;
end Stock;
`,
	"shop.gpr":    "project Shop is\n   for Source_Dirs use (\".\", \"lib/**\");\n   for Main use (\"main\");\nend Shop;\n",
	"both.gpr":    "project P is\n   for Source_Dirs use (\".\", \"lib\");\n   for Main use (\"two.adb\", \"main\");\nend P;\n",
	"case.gpr":    "project P is\n   for Source_Dirs use (\"src/\" & X);\nend P;\n",
	"package.fsa": "property order { Stock.Shelf.Take precedes Shelf.Put }\n",
	"two.adb":     "procedure One is begin null; end One;\nprocedure Two is begin null; end Two;\n",
}

// TestAdaFiles: the files of a command line, a folder or -I are one program, or several.
func TestAdaFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("lib", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range shop {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		out    string
		err    string
	}{
		{"check main.adb", 2, "", "error D107: unit Stock is not among the files"},
		{"check main.adb -I lib", 1, "To run it again: flavers replay main.adb -I lib 1:", ""},
		{"check lib/stock.adb main.adb lib/stock.ads", 1, "flavers replay main.adb lib/stock.adb lib/stock.ads 1:", ""},
		{"check lib/stock.adb main.adb lib/stock.ads --format json", 1, `"program": "main.adb"`, ""},
		{"check lib/stock.ads", 2, "", "error D106"},
		{"check main.adb lib/stcok.ads", 2, "", "error C001: file lib/stcok.ads does not exist"},
		{"check two.adb", 0, "two.adb:One: 1 check, 1 holds", ""},
		{"check two.adb:Two", 0, "two.adb:Two: 1 check, 1 holds", ""},
		{"check two.adb:Three", 2, "", "there are: two.adb:One, two.adb:Two"},
		{"check main.adb -property x", 2, "", "did you mean --property?"},
		{"check main.adb -p main.fsa -I lib", 1, "order is violated", ""},
		{"check .", 1, "3 programs: 1 with a violation", ""},
		{"check two.adb main.adb -I lib", 1, "\n3 programs: 1 with a violation, 2 without", ""},
		{"check both.gpr", 1, "\n3 programs: 1 with a violation, 2 without", ""},
		{"check .", 1, "To run it again: flavers replay main.adb -I lib 1:", ""},
		{"test .", 0, "3 programs: 1 ok, 0 surprises, 0 unknown, 2 without expectations", ""},
		{"lint . -I lib", 0, "", ""},
		{"check shop.gpr", 1, "To run it again: flavers replay main.adb -I . -I lib 1:", ""},
		{"explore shop.gpr", 1, "order is violated", ""},
		{"check case.gpr", 2, "", "case.gpr:2:8: error D121: source_dirs is not evaluated here"},
		{"check main.adb -I lib -p package.fsa", 2, "", `did you mean "Shelf.Take"?`},
		{"explore case.gpr", 2, "", "error D121: source_dirs"},
		{"check no.gpr", 2, "", "project no.gpr does not exist"},
		{"explore two.adb", 2, "", "name one of two.adb:One, two.adb:Two"},
		{"explore lib/stock.ads lib/stock.adb main.adb", 1, "order is violated", ""},
		{"explore main.adb a.tfg", 2, "", "takes one PROGRAM, not 2"},
		{"crosscheck main.adb lib/stock.ads lib/stock.adb", 1, "no disagreement", ""},
		{"stats main.adb -I lib two.adb:One", 0, "total of 0 problems", ""}, // only that one
		{"stats lib/stock.ads main.adb lib/stock.adb", 0, "main.adb  order", ""},
		{"render main.adb -I lib -o -", 0, "<svg", ""},
		{"fmt main.adb", 2, "", "gnatpp"},
	} {
		got := runReal("", strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) {
			t.Errorf("flavers %s: status %d, want %d\n%s%s", c.args, got.status, c.status, got.out, got.err)
		}
	}
	// What is printed to run a violation again does that.
	got := runReal("", "check", "lib/stock.adb", "main.adb", "lib/stock.ads")
	_, after, _ := strings.Cut(got.out, "flavers replay ")
	line, _, _ := strings.Cut(after, "\n")
	if again := runReal("", append([]string{"replay"}, strings.Fields(line)...)...); again.status != 1 ||
		!strings.Contains(again.out, "order is violated") {
		t.Errorf("replay %s: status %d\n%s%s", line, again.status, again.out, again.err)
	}
}

// doubtful waits for a call that depends on what is read.
const doubtful = `with Ada.Text_IO;
procedure Doubt is
   task Server is entry Go; end Server;
   task body Server is begin accept Go; end Server;
   Line : String (1 .. 1);
begin
   Line := Ada.Text_IO.Get_Line;
   if Line (1) = 'x' then Server.Go; end if;
end Doubt;
`

// TestAdaPossible: an execution that passes a place of the ledger is possible for every command.
func TestAdaPossible(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("doubt.adb", []byte(doubtful), 0o600); err != nil {
		t.Fatal(err)
	}
	got := runReal("", "explore", "doubt.adb")
	_, after, _ := strings.Cut(got.out, "flavers replay doubt.adb ")
	schedule, _, _ := strings.Cut(after, "\n")
	for _, c := range []struct{ args, out string }{
		{"check doubt.adb", "no deadlock is possibly violated"},
		{"explore doubt.adb", "no deadlock is possibly violated"},
		{"explore doubt.adb --format json", `"passes": "A21 at doubt.adb:8:`},
		{"explore doubt.adb --format github", "::warning file=doubt.adb"},
		{"replay doubt.adb " + schedule, "a possible deadlock"},
		{"replay doubt.adb --format sarif " + schedule, `"level": "warning"`},
	} {
		got := runReal("", strings.Fields(c.args)...)
		if got.status != 3 || !strings.Contains(got.out, c.out) || strings.Contains(got.out, "is violated") {
			t.Errorf("flavers %s: status %d\n%s%s", c.args, got.status, got.out, got.err)
		}
	}
	if got := runReal("", "crosscheck", "doubt.adb"); !strings.Contains(got.out, "Note: A21 at doubt.adb:8:") {
		t.Errorf("%s%s", got.out, got.err)
	}
}

// What tasks do after an error of another one is not in the model: nothing else is known if there is such an error, a
// property holds within that bound if nobody looked for one, and plainly if there is none.
func TestAdaErrorsEnd(t *testing.T) {
	const wrong = `procedure P is
   task T is entry Go; end T;
   task body T is
      X : Integer range 0 .. 3 := 3;
   begin
      X := X + 1;
      accept Go;
   end T;
begin
   T.Go;
exception
   when Tasking_Error => --! event recovered
      null;
end P;
`
	right := strings.Replace(wrong, "X := X + 1", "X := X - 1", 1)
	spec := "//! expect never holds\n//! expect runtime-errors violated\nproperty never { absence of recovered }\n"
	inDir(t, map[string]string{"wrong.adb": wrong, "wrong.fsa": spec,
		"right.adb": right, "right.fsa": "property never { absence of recovered }\n"})
	for args, want := range map[string]string{
		"check wrong.adb":                   "never *unknown(?s:.*)only one of\\s*the program \\(B28\\)(?s:.*)others go on\n",
		"check wrong.adb --only never":      "never *holds within bounds \\(B28\\)",
		"check right.adb --only never":      "never *holds within bounds \\(B28\\)",
		"check right.adb":                   "never *holds\n",
		"explore wrong.adb":                 "Note: B28",
		"crosscheck wrong.adb --only never": "never holds within bounds \\(B28\\)",
		"test wrong.adb":                    "unknown +wrong.adb",
	} {
		got := runReal("", strings.Fields(args)...)
		if !regexp.MustCompile(want).MatchString(got.out) || args == "check right.adb" && strings.Contains(got.out, "B28") {
			t.Errorf("%s:\n%s%s", args, got.out, got.err)
		}
	}
}
