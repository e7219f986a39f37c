package ada_test

import (
	"context"
	"slices"
	"testing"

	"flavers"
	"flavers/lang/ada"
	"flavers/report"
	"flavers/verify"
)

// bounded are programs whose verdicts need what a variable, a step or a protected action really is.
var bounded = []struct {
	name, text string
	errors     report.Verdict // of run-time errors; "": there is no such check
	codes      []string       // of the bounds, in the order of their places
}{
	{"each object calls the other", `procedure P is
   protected A is procedure Go; procedure Stop; end A;
   protected B is procedure Go; procedure Stop; end B;
   protected body A is
      procedure Go is begin B.Stop; end Go;
      procedure Stop is null;
   end A;
   protected body B is
      procedure Go is begin A.Stop; end Go;
      procedure Stop is null;
   end B;
   task T; task U;
   task body T is begin A.Go; end T;
   task body U is begin B.Go; end U;
begin null; end P;
`, report.Holds, []string{"B24", "B24"}},
	{"an operation of the same object", `procedure P is
   protected A is procedure Go; procedure Stop; end A;
   protected body A is
      procedure Go is begin A.Stop; end Go;
      procedure Stop is null;
   end A;
begin A.Go; end P;
`, report.Holds, nil},
	{"a variable without a value", `procedure P is
   X : Integer range 0 .. 3;
begin
   pragma Assert (X = 0);
end P;
`, report.Violated, nil},
	{"a variable of a task in a loop", `procedure P is
   task T;
   task body T is
   begin
      for I in 1 .. 2 loop
         declare
            X : Boolean;
         begin
            pragma Assert (not X);
            X := False;
         end;
      end loop;
   end T;
begin null; end P;
`, report.Violated, nil},
	{"a component without a value", `procedure P is
   type R is record A : Boolean := False; B : Boolean; end record;
   protected O is function Get return Boolean; private V : R; end O;
   protected body O is
      function Get return Boolean is (V.A or V.B);
   end O;
begin
   pragma Assert (not O.Get);
end P;
`, report.Violated, nil},
	{"an element without a value", `procedure P is
   A : array (1 .. 2) of Boolean;
begin
   A (1) := True;
   pragma Assert (A (1) and not A (2));
end P;
`, report.Violated, nil},
	{"assigned on one branch", `procedure P is
   C, X : Boolean;
begin
   C := False;
   if C then
      X := False;
   end if;
   pragma Assert (not X);
end P;
`, report.Violated, nil},
	{"assigned before it is read", `procedure P is
   X : Boolean;
   A : array (1 .. 3) of Boolean;
begin
   for I in A'Range loop
      A (I) := True;
   end loop;
   if A (2) then
      X := True;
   else
      X := False;
   end if;
   pragma Assert (X or A (1));
   pragma Assert (A (3));
end P;
`, report.Holds, nil},
	{"an out parameter of a procedure", `procedure P is
   X : Boolean := False;
   procedure Get (V : out Boolean) is
   begin
      null;
   end Get;
begin
   Get (X);
   pragma Assert (not X);
end P;
`, report.Violated, nil},
	{"an out parameter of an entry", `procedure P is
   task T is entry Get (V : out Boolean); end T;
   task body T is
   begin
      accept Get (V : out Boolean) do
         null;
      end Get;
   end T;
   X : Boolean := False;
begin
   T.Get (X);
   pragma Assert (not X);
end P;
`, report.Violated, nil},
	{"an out parameter that is assigned", `procedure P is
   X : Boolean;
   procedure Get (V : out Boolean) is
   begin
      V := True;
   end Get;
begin
   Get (X);
   pragma Assert (X);
end P;
`, report.Holds, nil},
	{"two variables of another task in a condition", `procedure P is
   X, Y : Boolean := False;
   task T;
   task body T is
   begin
      if X and Y then
         null;
      end if;
   end T;
begin
   X := True;
   Y := True;
end P;
`, report.Holds, []string{"B26"}},
	{"two variables one after the other", `procedure P is
   X, Y : Boolean := False;
   Bad : Boolean := False;
   task T;
   task body T is
   begin
      if X and then Y then -- never at once
         Bad := True;
         pragma Assert (not Bad);
      end if;
   end T;
begin
   X := True;
   X := False;
   Y := True;
end P;
`, report.Violated, nil},
	{"two variables in a protected action", `procedure P is
   X, Y : Boolean := False;
   protected O is procedure Look; private N : Boolean := False; end O;
   protected body O is
      procedure Look is
      begin
         N := X;
         N := N or Y;
      end Look;
   end O;
   task T;
   task body T is begin O.Look; end T;
begin
   X := True;
   Y := True;
end P;
`, report.Holds, []string{"B26"}},
	{"variables that no other task writes", `procedure P is
   X, Y : Boolean := False;
   task T;
   task body T is begin null; end T;
begin
   X := True;
   Y := X;
   if X and Y then
      X := False;
   end if;
end P;
`, report.Holds, nil},
	{"a default of a type", `procedure P is
   type Small is range 0 .. 3 with Default_Value => 2;
   type Row is array (1 .. 2) of Boolean with Default_Component_Value => True;
   S : Small;
   R : Row;
begin
   for I in 1 .. 2 loop
      declare
         T : Small;
      begin
         pragma Assert (T = 2);
         T := 0;
      end;
   end loop;
   pragma Assert (S = 2);
   pragma Assert (R (2));
end P;
`, report.Holds, nil},
	{"a default of a component", `procedure P is
   type R is record A : Boolean := True; end record;
   V : R;
begin
   pragma Assert (V.A);
end P;
`, report.Holds, nil},
	{"a library that waits", `with Ada.Real_Time.Timing_Events; use Ada.Real_Time.Timing_Events;
with Ada.Text_IO; use Ada.Text_IO;
procedure P is
   X : Boolean := True;
begin
   Put_Line ("no bound");
   Ada.Real_Time.Timing_Events.Wait_For_It;
   X := True;
   pragma Assert (X);
end P;
`, report.Unknown, []string{"U33"}},
	{"a body that is not there", `procedure P is
   procedure Wake;
   X : Boolean := True;
begin
   Wake;
   X := not X;
   pragma Assert (not X);
end P;
`, report.Holds, []string{"B27"}},
	{"objects that are allocated in a loop", `procedure P is
   type Node;
   type Link is access Node;
   type Node is record
      Next : Link;
   end record;
   Head : Link;
begin
   loop
      Head := new Node'(Next => Head);
      pragma Assert (Head /= null);
      pragma Assert (Head.Next = null or else Head.Next /= Head);
   end loop;
end P;
`, report.Holds, []string{"B22"}},
	{"objects that a protected action allocates", `procedure P is
   type Node is record
      Value : Boolean := False;
   end record;
   type Link is access Node;
   protected Store is
      procedure Add;
   private
      Head : Link;
   end Store;
   protected body Store is
      procedure Add is
      begin
         Head := new Node;
         pragma Assert (not Head.Value);
      end Add;
   end Store;
begin
   loop
      Store.Add;
   end loop;
end P;
`, report.Holds, []string{"B22"}},
	{"too many values", `procedure P is
   A : array (1 .. 8) of Integer range 0 .. 7;
begin
   A (1) := 0;
   pragma Assert (A (2) = 0);
end P;
`, report.Holds, []string{"B25"}},
}

// TestBounds: what a program may do beyond its model is a violation, or a bound at its place.
func TestBounds(t *testing.T) {
	for _, c := range bounded {
		t.Run(c.name, func(t *testing.T) {
			p, problems := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(c.text)}}, nil, nil)
			if problems.HasErrors() {
				t.Fatal(problems.All)
			}
			var codes []string
			for _, n := range p.Ledger {
				codes = append(codes, n.Code)
			}
			if !slices.Equal(codes, c.codes) {
				t.Errorf("%v, want bounds %v", p.Ledger, c.codes)
			}
			r, err := flavers.Check(context.Background(), &flavers.Model{Program: p.Program}, verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := report.Holds // also where no step can fail
			if r.RuntimeErrors != nil {
				got = r.RuntimeErrors.Verdict
			}
			if got != c.errors && (got != "" || c.errors != report.Holds) {
				t.Errorf("run-time errors: %q, want %q\n%s", got, c.errors, p.Text)
			}
		})
	}
}
