package ada_test

import (
	"encoding/json"
	"strings"
	"testing"

	"flavers/lang/ada"
)

// TestIndexError: the message of an index error has the name of the array and the bounds of its index as Ada has them.
func TestIndexError(t *testing.T) {
	p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`procedure P is
   type List is array (1 .. 5) of Boolean;
   type Stock is record
      Items : List := (others => False);
   end record;
   S : Stock;
   N : Integer range 0 .. 5 := 1;
begin
   N := N - 1;
   S.Items (N) := S.Items (N + 1);
end P;
`)}}, nil, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	text, err := json.Marshal(checked(t, p).RuntimeErrors)
	if err != nil {
		t.Fatal(err)
	}
	if want := "index 0 of S.Items is outside 1..5"; !strings.Contains(string(text), want) {
		t.Errorf("the report does not say %q: %s", want, text)
	}
}

// TestWaits: what tasks wait at in a deadlock is said with the names and words of Ada, whatever the model is made of. A
// task that was not started is not among them.
func TestWaits(t *testing.T) {
	p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`procedure P is
   protected O is
      entry Get;
   private
      Full : Boolean := False;
      N    : Natural range 0 .. 3 := 0;
   end O;
   protected body O is
      entry Get when Full and N /= 2 is
      begin
         if N = 0 then
            raise Program_Error;
         end if;
         N := N - 1;
      end Get;
   end O;
begin
   declare
      task Worker;
      task body Worker is
         task Server is
            entry E;
         end Server;
         task body Server is
         begin
            select
               when not Worker'Callable => accept E;
            or
               when Worker'Callable => accept E;
            end select;
         end Server;
      begin
         O.Get;
         declare
            task Later;
            task body Later is
            begin
               null;
            end Later;
         begin
            Server.E;
         end;
      exception
         when Program_Error => null;
      end Worker;
   begin
      null;
   end;
end P;
`)}}, nil, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	var got []string
	for _, w := range checked(t, p).Deadlock.Waiting {
		got = append(got, w.Task+": "+w.At)
	}
	if got, want := strings.Join(got, "\n"), `Worker: O.Get when O.Full and O.N /= 2
Server: accept Server.E
P: the end of Worker`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestAssertion: the message of an assertion has the operators of Ada.
func TestAssertion(t *testing.T) {
	p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`procedure P is
   A, B : Integer range 0 .. 3 := 0;
begin
   pragma Assert ((A = 1 or B = 2) and not (B /= 0));
end P;
`)}}, nil, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	text, err := json.Marshal(checked(t, p).RuntimeErrors)
	if err != nil {
		t.Fatal(err)
	}
	if want := "assertion (A = 1 or B = 2) and B = 0 does not hold"; !strings.Contains(string(text), want) {
		t.Errorf("the report does not say %q: %s", want, text)
	}
}

// TestSlips: a word that is nearly one of Ada's is named, and a name that a task does not have comes with those it has.
func TestSlips(t *testing.T) {
	for _, c := range []struct{ from, to, message, hint string }{
		{"accept Go;", "acept Go;", `a statement expected, not "acept"`, "did you mean accept?"},
		{"A.Go;", "A.Gone;", "A.Gone is not declared", "A has Go and Done"},
	} {
		_, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(strings.Replace(`procedure P is
   task A is
      entry Go;
      entry Done;
   end A;
   task body A is
   begin
      accept Go;
      accept Done;
   end A;
begin
   A.Go;
   A.Done;
end P;
`, c.from, c.to, 1))}}, nil, nil)
		if len(list.All) != 1 || list.All[0].Message != c.message || list.All[0].Hint != c.hint {
			t.Errorf("%s: %v, want %q and %q", c.to, list.All, c.message, c.hint)
		}
	}
}
