package ada_test

import (
	"slices"
	"testing"

	"flavers/lang/ada"
	"flavers/lang/ada/model"
	"flavers/report/ledger"
)

// TestAbort: what happens before an abort or an asynchronous select is certain. What happens behind it, or within one
// of the parts of a select, is possible. Nothing holds. Lines decide what comes before.
func TestAbort(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"nothing is found":     {"abort T;", "deadlockunknown"},
		"deadlock before":      {"Open.Pass; Shut.Wait;\nabort T;", "deadlock"},
		"deadlock behind":      {"abort T; Shut.Wait;", "deadlockpossible"},
		"error before":         {"pragma Assert (Flag);\nabort T;", "errors,deadlockunknown"},
		"error behind":         {"abort T; pragma Assert (Flag);", "errorspossible,deadlockunknown"},
		"by the library":       {"Ada.Task_Identification.Abort_Task (T'Identity);", "deadlockunknown"},
		"select":               {"select delay 1.0; then abort null; end select;", "deadlockunknown"},
		"its call waits":       {"select Shut.Wait; then abort null; end select;", "deadlockpossible"},
		"its other part waits": {"select delay 1.0; then abort Shut.Wait; end select;", "deadlockpossible"},
		"deadlock before it":   {"Open.Pass; Shut.Wait;\nselect delay 1.0; then abort null; end select;", "deadlock"},
		"error behind it": {"select delay 1.0; then abort null; end select; pragma Assert (Flag);",
			"errorspossible,deadlockunknown"},
		"jumps": {"loop select delay 1.0; exit; then abort exit; end select; end loop;", "deadlockunknown"},
	} {
		t.Run(name, func(t *testing.T) {
			p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`with Ada.Task_Identification;
procedure P is
   Flag : Boolean;
   protected Shut is entry Wait; end Shut;
   protected body Shut is
      entry Wait when False is begin null; end Wait;
   end Shut;
   protected Open is procedure Pass; end Open;
   protected body Open is
      procedure Pass is null;
   end Open;
   task T;
   task body T is begin null; end T;
begin
   ` + c.body + `
end P;
`)}}, nil, nil)
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			if !slices.ContainsFunc(p.Ledger, func(n ledger.Note) bool { return n.Code == model.Aborting }) {
				t.Errorf("%v, want %s", p.Ledger, model.Aborting)
			}
			if got := violated(t, p); got != c.want {
				t.Errorf("violated is %q, want %q; %v\n%s", got, c.want, p.Ledger, p.Text)
			}
		})
	}
}
