package ada_test

import (
	"testing"

	"flavers/lang/ada"
	"flavers/lang/ada/model"
)

const numbered = `procedure P is
   N : constant := 2;
   task type T;
   A : array (1 .. N) of T;
   task body T is begin null; end T;
begin null; end P;
`

// TestSet: a named number of the main procedure takes another value, in any case of its letters; no other name does.
func TestSet(t *testing.T) {
	file := []ada.File{{Name: "p.adb", Text: []byte(numbered)}}
	for value, want := range map[string]int{"": 2, "5": 5} {
		set := map[string]string{}
		if value != "" {
			set["n"] = value
		}
		p, list := ada.Load(file, set, nil)
		if list.HasErrors() || len(p.Program.Tasks) != want {
			t.Errorf("N=%q: %v, want %d tasks", value, list.All, want)
		}
	}
	if _, list := ada.Load(file, map[string]string{"M": "5"}, nil); !list.HasErrors() ||
		list.All[0].Code != model.BadSet {
		t.Errorf("M: %v", list.All)
	}
}
