package ada_test

import (
	"fmt"
	"strings"
	"testing"

	"flavers/lang/ada"
)

// TestOperators: an operator whose operands are not modelled may raise an exception (A26), if it is not known that its
// result is in the range of its type. Sums that are taken in turns have a note (B29).
func TestOperators(t *testing.T) {
	for _, x := range []struct{ decls, statement, want string }{
		{"", "Next := Clock + 1.0", ""},
		{"", "Next := Clock + Duration'Last", "A26"},
		{"", "Next := (Clock - Day) + 3 * Day", ""},
		{"", "Next := Time_Of (2399, 1, 1) + Day", "A26"},
		{"", "Next := Next + Day; delay until Next", ""},
		{"", "Next := Next + Day", "B29"},
		{"", "Sum := Sum + (Clock - Start)", "B29"},
		{"", "Sum := Sum * 2", "A26"},
		{"", "Sum := 2.0 * Sum + 1.0", "A26 A26"},
		{"", "Sum := Day * N", "A26"},
		{"", "Sum := 0.1 * Duration (N)", ""},
		{"", "Sum := Duration (F)", ""},
		{"", "F := F * F; Sum := Duration (F)", "A26"},
		{"", "F := F * F / F + F ** 3", ""},
		{"", "F := F ** F", "A26"},
		{"", "Span := Ada.Real_Time.Milliseconds (N) / N", "A26"},
		{"", "Span := Ada.Real_Time.Milliseconds (N) / 2", ""},
		{"", "Part := Part + Part", "A26"},
		{"", "B := Bits'(B and B)", ""},
		{"procedure Put_All (X, Y : Flags) is begin C := Flags'(X and Y) = X; end;", "Put_All (B, (True, False))",
			"A26"},
		{"procedure Add (D : Duration) is begin Sum := 1.0 + D; end;", "Add (2.0)", ""},
		{"procedure Add (D : Duration) is begin Sum := 1.0 + D; end;", "Add (2.0); Add (D => Duration'Last)", "A26"},
		{"procedure Get (D : out Duration) is begin D := 1.0; end;", "Get (Sum); Sum := Sum + 1.0", "A26"},
		{"procedure Add (D : Duration) is begin Sum := 1.0 + D; end; procedure Also (X : Duration) renames Add;",
			"Also (Duration'Last)", "A26"},
	} {
		text := fmt.Sprintf(`with Ada.Calendar; use Ada.Calendar; with Ada.Real_Time;
procedure P is
   use type Ada.Real_Time.Time_Span;
   type Money is delta 0.25 range -10.0 .. 10.0;
   type Flags is array (Positive range <>) of Boolean;
   subtype Bits is Flags (1 .. 3);
   Day   : constant Duration := 86_400.0;
   Start : constant Time := Clock;
   Next  : Time := Clock;
   Span  : Ada.Real_Time.Time_Span;
   Sum   : Duration := 0.0;
   F     : Float := 2.0;
   Part  : Money := 0.5;
   N     : Natural := 3;
   B     : Bits := (others => True);
   C     : Boolean := True;
   %s
begin
   loop
      %s;
   end loop;
end P;
`, x.decls, x.statement)
		p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(text)}}, nil, nil)
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		var got []string
		for _, n := range p.Ledger {
			switch {
			case n.Code == "A26" && (strings.Contains(n.Text, "operator") || strings.Contains(n.Text, "conversion")):
				got = append(got, "A26")
			case n.Code == "B29":
				got = append(got, n.Code)
			}
		}
		if got := strings.Join(got, " "); got != x.want {
			t.Errorf("%s %s: %q, want %q", x.decls, x.statement, got, x.want)
		}
	}
}
