package index_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/lang/ada/index"
	"flavers/lang/symbols"
)

const program = `procedure Main is
   task Server is
      entry Go (X : Integer);
      entry Never;
   end Server;
   task body Server is
      X : Integer := 0;
      Unused : Boolean;
   begin
      accept Go (X : Integer) do
         --! event gone(X)
         null;
      end Go;
      select
         accept Never;
      or
         terminate;
      end select;
      X := Server'Size;  -- not X
   end Server;
   procedure Help is begin null; end Help;
   procedure Idle is begin null; end Idle;
   Text : String := "X ' Help";
begin
   Help;
   for I in 1 .. 2 loop
      Server.Go (I);
   end loop;
end Main;
`

// line is the line of an offset.
func line(at int) int { return strings.Count(program[:at], "\n") + 1 }

// TestIndex: each name means the declaration that is visible there.
func TestIndex(t *testing.T) {
	x := index.Of("main.adb", []byte(program))
	places := map[string][]int{}
	for i, s := range x.Symbols {
		name := s.Name
		for up := s.Within; up != symbols.None; up = x.Symbols[up].Within {
			name = x.Symbols[up].Name + "." + name
		}
		for _, o := range x.Places(symbols.ID(i)) {
			places[name] = append(places[name], line(o.At))
		}
	}
	for name, want := range map[string][]int{
		"Main": {1, 29}, "Main.Server": {2, 5, 6, 19, 20, 27}, "Main.Server.Go": {3, 10, 13, 27}, "Main.Server.Never": {4, 15},
		"gone": {11}, "Main.Help": {21, 21, 25}, "Main.Idle": {22, 22}, "Main.I": {26, 27}, "Main.Text": {23},
	} {
		if !slices.Equal(places[name], want) {
			t.Errorf("%s: %v, want %v", name, places[name], want)
		}
	}
}

// TestLint: what nothing names, and what is named.
func TestLint(t *testing.T) {
	list := index.Lint("main.adb", []byte(program), []string{"Go"})
	var got []string
	for _, d := range list.All {
		got = append(got, fmt.Sprintf("%d %s %s", d.Pos.Line, d.Code, d.Message))
	}
	want := []string{"4 T405 nobody calls Server.Never", "8 T402 variable Unused is never used",
		"11 T406 no specification names event gone", "22 T402 procedure Idle is never used",
		"23 T402 variable Text is never used"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestExamples: every name of the examples that is declared means something, and nothing in them is warned of but
// events. A text that is cut anywhere has an index, too.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../../../examples/ada/*.adb")
	if len(files) < 20 {
		t.Fatal(files)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range index.Lint(file, src, nil).All {
			t.Error(d.String())
		}
		for cut := range 10 {
			x := index.Of(file, src[:len(src)*cut/10])
			for _, o := range x.Occurrences {
				if !strings.EqualFold(string(src[o.At:o.End]), x.Symbols[o.Symbol].Name) {
					t.Errorf("%s: %q means %s", file, src[o.At:o.End], x.Symbols[o.Symbol].Name)
				}
			}
		}
	}
}
