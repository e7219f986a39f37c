package ada_test

import (
	"strings"
	"testing"

	"flavers/lang/ada"
	"flavers/lang/ada/model"
)

// TestMissingBody: what a call of a protected entry does is not known without its body, which is an error.
func TestMissingBody(t *testing.T) {
	const text = `procedure P is
   protected Buffer is
      entry Put;
   end Buffer;
   BODY
begin
   CALL
end P;
`
	for _, body := range []string{"", "protected body Buffer is end Buffer;"} {
		for _, call := range []string{"Buffer.Put;", "select Buffer.Put; else null; end select;",
			"select Buffer.Put; or delay 1.0; end select;"} {
			src := strings.NewReplacer("BODY", body, "CALL", call).Replace(text)
			_, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(src)}}, nil, nil)
			if !list.HasErrors() || list.All[0].Code != model.Undeclared || !list.All[0].Pos.IsValid() {
				t.Errorf("%q: %v, want an error", src, list.All)
			}
		}
	}
	src := strings.NewReplacer("BODY", "protected body Buffer is entry Put when True is begin null; end Put; end Buffer;",
		"CALL", "Buffer.Put;").Replace(text)
	if _, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(src)}}, nil, nil); list.HasErrors() {
		t.Error(list.All)
	}
}

// TestTasksTooEarly: a function that is called in the bounds of an array is computed; it is an error if it has tasks, as
// these would not have run. Where an object is declared, the main task calls it.
func TestTasksTooEarly(t *testing.T) {
	for _, body := range []string{
		"begin declare T : W; begin null; end; return N;",
		"T : W; begin return N;",
		"begin return N;",
	} {
		src := `procedure P is
   N : Integer range 0 .. 9 := 0;
   task type W;
   task body W is begin N := N + 1; end W;
   function F return Integer is ` + body + ` end F;
   R : Integer := F;
   BOUNDS
begin
   pragma Assert (R = N);
end P;
`
		for _, bounds := range []string{"", "protected type Q is end Q; protected body Q is end Q; A : array (0 .. F) of Q;"} {
			_, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(strings.Replace(src, "BOUNDS", bounds, 1))}}, nil, nil)
			want := bounds != "" && strings.Contains(body, "T : W")
			if list.HasErrors() != want || want && list.All[0].Code != model.NotStatic {
				t.Errorf("%s %s: %v", body, bounds, list.All)
			}
		}
	}
}

// TestBrokenUnit: syntax errors of a unit do not hide what else is wrong in others, nor is anything said to be missing
// that the unit may declare.
func TestBrokenUnit(t *testing.T) {
	files := func(first string) []ada.File {
		return []ada.File{
			{Name: "p.adb", Text: []byte(first + `procedure P is
begin
   Broken.Stop;
   Start;
   Wrong := 1;
end P;
`)}, {Name: "broken.ads", Text: []byte("package Broken is procedure Stop; X : Integer := ; end Broken;\n")}}
	}
	for first, want := range map[string]string{
		"with Broken; ":             "D002 D101 D101",
		"with Broken; use Broken; ": "D002",
	} {
		_, list := ada.Load(files(first), nil, nil)
		var got []string
		for _, d := range list.All {
			got = append(got, string(d.Code))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s: %v", first, got, want, list.All)
		}
	}
}

// TestUnknownObject: an assignment through an access value of a library changes an object of which it is not known which
// one it is, so that nothing holds.
func TestUnknownObject(t *testing.T) {
	for statement, want := range map[string]bool{
		"L (1).Value := 5;":             true,
		"V.Element (L, 1).Value := 5;":  true,
		"L.First_Element.all := X.all;": true,
		"S.Other := 5;":                 false,
		"X.Value := 5;":                 false,
	} {
		p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`with Ada.Containers.Vectors;
procedure P is
   type Cell is record Value : Integer range 0 .. 9 := 0; end record;
   type Side is record Other : Integer range 0 .. 9 := 0; end record;
   type Ref is access Cell;
   package V is new Ada.Containers.Vectors (Positive, Ref);
   L : V.Vector;
   S : Side;
   X : constant Ref := new Cell;
begin
   L.Append (X);
   ` + statement + `
end P;
`)}}, nil, nil)
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		got := false
		for _, n := range p.Ledger {
			got = got || n.Code == "U33"
		}
		if got != want {
			t.Errorf("%s: %v, want %v: %v", statement, got, want, p.Ledger)
		}
	}
}

// TestUnknownAlias: an assignment through the access value that a function chooses among declared objects changes one
// of these, and it is not known which.
func TestUnknownAlias(t *testing.T) {
	p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`procedure P is
   type Cell is record Value : Integer range 0 .. 9 := 0; end record;
   type Ref is access all Cell;
   C, D : aliased Cell;
   function Pick (A, B : Ref; First : Boolean) return Ref is
   begin
      if First then return A; else return B; end if;
   end Pick;
begin
   Pick (C'Access, D'Access, False).Value := 4;
   pragma Assert (D.Value = 4);
end P;
`)}}, nil, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	if got := violated(t, p); got != "errorspossible,deadlockunknown" {
		t.Errorf("violated is %q: %v", got, p.Ledger)
	}
}

// TestHiddenAlias: the access value of a declared object may stand in any part of a declaration.
func TestHiddenAlias(t *testing.T) {
	for _, hidden := range []string{
		"function Get return Ref is begin return R : Ref := X'Access do null; end return; end Get;",
		"type Holder (R : not null access Integer) is limited null record; H : Holder (X'Access); " +
			"function Get return Ref is begin return Ref (H.R); end Get;",
		"function Get return Ref is begin return null; exception when others => declare R : Ref := X'Access; " +
			"begin return R; end; end Get;",
	} {
		p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`procedure P is
   type Ref is access all Integer;
   X : aliased Integer := 2;
   type Index is range 1 .. 5000;
   type Refs is array (Index) of Ref;
   A : Refs;
   ` + hidden + `
begin
   A (500) := Get;
   A (500).all := 1;
   pragma Assert (X = 2);
end P;
`)}}, nil, nil)
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		if got := violated(t, p); !strings.Contains(got, "deadlockunknown") {
			t.Errorf("%s: violated is %q: %v", hidden, got, p.Ledger)
		}
	}
}

// TestStaleBounds: a bound that the statements of a package have changed is not the one of the declaration.
func TestStaleBounds(t *testing.T) {
	for _, change := range []string{"N := 3;", "null;"} {
		src := `procedure P is
   package Settings is N : Natural := 2; end Settings;
   package body Settings is begin ` + change + ` end Settings;
   task type W;
   task body W is begin null; end W;
   Many : array (1 .. Settings.N) of W;
begin
   null;
end P;
`
		_, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(src)}}, nil, nil)
		if want := change != "null;"; list.HasErrors() != want || want && list.All[0].Code != model.NotStatic {
			t.Errorf("%s: %v", change, list.All)
		}
	}
}

// TestUnfollowedCalls: where a part of an expression is not evaluated in the model, and calls what uses a protected
// object, nothing holds. A part that only computes has no note.
func TestUnfollowedCalls(t *testing.T) {
	for statement, want := range map[string]bool{
		"B := (for all I in 1 .. 70 => Taken (I));":                  true,
		"B := (for all I in 1 .. 70 => Plain (I));":                  false,
		"B := (for some I of Big => Taken (I));":                     true,
		"B := (for some I of Big => Plain (I));":                     false,
		"S := Boolean'Image (B) & Taken (1)'Image;":                  true,
		"S := Boolean'Image (B) & Plain (1)'Image;":                  false,
		"declare A : array (1 .. Many) of Integer; begin null; end;": true,
		"R := (Big'First .. Limit => Number, others => 0);":          true,
		"R := (Big'First .. Limit => 5, others => 0);":               false,
	} {
		p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`with Ada.Command_Line;
procedure P is
   protected Turn is
      entry Take;
   private
      Free : Boolean := True;
   end Turn;
   protected body Turn is
      entry Take when Free is begin Free := False; end Take;
   end Turn;
   function Taken (I : Integer) return Boolean is begin Turn.Take; return I > 0; end Taken;
   function Many return Integer is begin Turn.Take; return 3; end Many;
   function Number return Integer is begin Turn.Take; return 3; end Number;
   function Plain (I : Integer) return Boolean is (I > 0);
   Big : array (1 .. 100) of Integer := (others => 0);
   Limit : Integer := Ada.Command_Line.Argument_Count;
   R : array (1 .. 3) of Integer;
   B : Boolean := False;
   S : String (1 .. 4) := "abcd";
begin
   ` + statement + `
end P;
`)}}, nil, nil)
		if list.HasErrors() && !(want && list.All[0].Code == model.NotStatic) {
			t.Fatal(statement, list.All)
		}
		got := list.HasErrors()
		if !got {
			for _, n := range p.Ledger {
				got = got || n.Code == model.MayWait
			}
		}
		if got != want {
			t.Errorf("%s: %v, want %v", statement, got, want)
		}
	}
}
