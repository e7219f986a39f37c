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
