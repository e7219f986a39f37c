package effects_test

import (
	"strings"
	"testing"

	"flavers/lang/ada/effects"
	"flavers/lang/ada/syntax"
)

// long is enough to make a body worth a summary.
var long = strings.Repeat("if Text'Length > 3 then Put (Text (Text'First .. Text'First + 2)); end if; ", 12)

// of has the effects of a program whose procedure Log has some statements, with declarations around it.
func of(t *testing.T, around, decls, body, rest string) (*effects.Table, map[string]*syntax.Decl) {
	t.Helper()
	units, problems := syntax.Parse("p.adb", []byte(`with Ada.Text_IO; use Ada.Text_IO;
procedure P is
   Lines : Integer := 0;
   `+around+`
   procedure Log (Text : String) is
   `+decls+`
   begin
   `+body+long+`
   end Log;
begin
   `+rest+`
end P;
`))
	if problems.HasErrors() {
		t.Fatal(problems.All)
	}
	bodies := map[string]*syntax.Decl{}
	for _, u := range units {
		syntax.EachDecl(u.Decl, func(d *syntax.Decl) {
			if d.Kind == syntax.Subprogram && d.Completed {
				bodies[d.Name] = d
			}
		})
	}
	return effects.Of(units, bodies["P"], func(name string) (ok, leaves bool) {
		leaves = strings.HasPrefix(name, "put")
		return leaves || name == "get", leaves
	}), bodies
}

// TestInert: what a body has that concerns tasks, or others by their variables, keeps it from being summarized.
func TestInert(t *testing.T) {
	for name, c := range map[string]struct {
		around, decls, body, rest string
		inert                     bool
	}{
		"texts only":             {"", "", "", "", true},
		"a variable of its own":  {"", "N : Integer := 0;", "N := N + 1;", "", true},
		"a private variable":     {"", "", "Lines := Lines + 1;", "", true},
		"a variable of others":   {"", "", "Lines := Lines + 1;", "Lines := 0;", false},
		"a variable read here":   {"", "", "Put (Lines'Image);", "Lines := 0;", true},
		"hidden in a block":      {"", "", "declare Lines : Integer; begin Lines := 1; end; Lines := 2;", "Lines := 0;", false},
		"read into a variable":   {"", "", "Get (Lines);", "Lines := 0;", false},
		"an entry call":          {"task T is entry E; end T; task body T is begin null; end T;", "", "T.E;", "", false},
		"a protected operation":  {"protected O is procedure Set; end O;", "", "O.Set;", "", false},
		"the state of a task":    {"task T; task body T is begin null; end T;", "", "if T'Terminated then null; end if;", "", false},
		"a task":                 {"", "task T; task body T is begin null; end T;", "", "", false},
		"an object with a task":  {"task type T; type R is record C : T; end record;", "V : R;", "", "", false},
		"defaults that call":     {"type R is record C : Integer := Next; end record;", "V : R;", "", "", true},
		"a delay":                {"", "", "delay 1.0;", "", false},
		"a raise statement":      {"", "", "raise Constraint_Error;", "", false},
		"an assertion":           {"", "", "pragma Assert (Lines = 0);", "", false},
		"an event":               {"", "", "--! event logged\n", "", false},
		"an allocator":           {"type Ref is access Integer;", "X : Ref := new Integer;", "", "", false},
		"by an access value":     {"type R is record N : Integer; end record; type Ref is access R; X : Ref;", "", "X.N := 1;", "", false},
		"a call of a body":       {"procedure Inner is begin Lines := 1; end Inner;", "", "Inner;", "Lines := 0;", false},
		"a call of an inert one": {"procedure Inner is begin Put (1); end Inner;", "", "Inner;", "Lines := 0;", true},
		"a parameter that it writes": {"procedure Fill (N : out Integer) is begin N := 1; end Fill;", "", "Fill (Lines);", "Lines := 0;",
			false},
		"a subprogram by a value": {"type Action is access procedure; Act : Action;", "", "Act.all;", "", false},
		"a library that may wait": {"", "", "Wait (Text);", "", false},
		"a full name, and an entry of its name": {"protected O is entry Put_Line; function Count return Integer; end O;", "",
			"Ada.Text_IO.Put_Line (Text & Ada.Text_IO.Count (1)'Image);", "O.Put_Line;", true},
		"a short name of an entry": {"protected O is entry Put_Line; end O;", "", "Put_Line (Text);", "", false},
		"an own package Ada": {"package Ada is package Text_IO is task Put_Line is entry E; end Put_Line; end Text_IO; end Ada;",
			"", "Ada.Text_IO.Put_Line (Text);", "", false},
		"a renamed operator of a library": {`function "+" (X, Y : Integer) return Integer renames Ada.Calendar."+";`, "",
			"Lines := Lines + 1;", "", true},
		"a renamed procedure of a library": {`procedure Put_It (X : String) renames Ada.Text_IO.Put;`, "",
			"Put_It (Text);", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			table, bodies := of(t, c.around, c.decls, c.body, c.rest)
			if _, ok := table.Inert(bodies["Log"]); ok != c.inert {
				t.Errorf("inert is %v, want %v", ok, c.inert)
			}
			if private := c.inert && strings.Contains(c.body, "Lines :="); table.Private("LINES") != private {
				t.Errorf("private is %v, want %v", !private, private)
			}
		})
	}
}

// TestSummary: how a call may end, and whether a result depends on arguments alone.
func TestSummary(t *testing.T) {
	table, bodies := of(t, `
   function Twice (N : Integer) return Integer is begin if N > 0 then return 2 * N; end if; return Twice (0); end Twice;
   function Next return Integer is begin return Lines; end Next;`, "",
		"while Text'Length > 4 loop null; end loop;", "Lines := 1;")
	if !table.Pure(bodies["Twice"]) || table.Pure(bodies["Next"]) {
		t.Error("Twice is pure, Next is not")
	}
	s, _ := table.Inert(bodies["Log"])
	if want := (effects.Summary{Raises: true, Loops: true}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	table, bodies = of(t, "", "", "Put (Lines);", "Lines := 1;")
	s, _ = table.Inert(bodies["Log"])
	if want := (effects.Summary{Raises: true, Depends: true}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}
