package ada_test

import (
	"slices"
	"testing"

	"flavers/lang/ada"
	"flavers/lang/ada/model"
	"flavers/report/ledger"
)

// TestAbort: what is followed of aborts is certain. What is not has a code: what happens before it is certain, what
// happens behind it is possible, and nothing holds. Lines decide what comes before.
func TestAbort(t *testing.T) {
	for name, c := range map[string]struct{ body, want, code string }{
		"nothing is found":     {"abort T;", "", ""},
		"deadlock behind":      {"abort T; Shut.Wait;", "deadlock", ""},
		"error behind":         {"abort T; pragma Assert (Flag);", "errors,deadlockunknown", ""},
		"by the library":       {"Ada.Task_Identification.Abort_Task (T'Identity);", "", ""},
		"select":               {"select delay 1.0; then abort null; end select;", "", ""},
		"its call waits":       {"select Shut.Wait; then abort null; end select;", "", model.LateTrigger},
		"its other part waits": {"select delay 1.0; then abort Shut.Wait; end select;", "", ""},
		"both wait": {"select Shut.Wait; then abort Shut.Wait; end select;", "deadlockpossible",
			model.LateTrigger},
		"a turn without a step": {"select delay 1.0; then abort loop null; end loop; end select;", "", ""},
		"at once":               {"select delay 0.0; then abort pragma Assert (Flag); end select;", "", ""},
		"jumps":                 {"loop select delay 1.0; exit; then abort exit; end select; end loop;", "", ""},
		"nested": {"select delay 1.0; then abort select delay 2.0; then abort Shut.Wait; end select; Shut.Wait; end select;",
			"", ""},
		"allocated tasks": {"select delay 1.0; then abort declare type R is access W; X : R := new W; begin null; end; " +
			"end select;", "errorsunknown,deadlockunknown", model.Aborting},
		"parameters of an array": {"declare A : array (1 .. 2) of V; begin null; end;", "errorsunknown,deadlockunknown",
			model.Aborting},
		"any task": {"abort T; Ada.Task_Identification.Abort_Task (Id);", "errorsunknown,deadlockunknown",
			model.Aborting},
		"deadlock before": {"Open.Pass; Shut.Wait;\nAda.Task_Identification.Abort_Task (Id);", "errorsunknown,deadlock",
			model.Aborting},
		"error behind any": {"Ada.Task_Identification.Abort_Task (Id); pragma Assert (Flag);",
			"errorspossible,deadlockunknown", model.Aborting},
		"requeued": {"select Open.Again; then abort null; end select;", "errorsunknown,deadlockunknown", model.Aborting},
		"requeued, and waits": {"select Open.Again; then abort Shut.Wait; end select;", "errorsunknown,deadlockpossible",
			model.Aborting},
	} {
		t.Run(name, func(t *testing.T) {
			p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(`with Ada.Task_Identification;
procedure P is
   Flag : Boolean := False;
   Id : Ada.Task_Identification.Task_Id;
   protected Shut is entry Wait; end Shut;
   protected body Shut is
      entry Wait when False is begin null; end Wait;
   end Shut;
   protected Open is
      procedure Pass;
      entry Again;
      entry Last;
   end Open;
   protected body Open is
      procedure Pass is null;
      entry Again when True is begin requeue Last; end Again;
      entry Last when True is begin null; end Last;
   end Open;
   task type W;
   task body W is begin null; end W;
   task S is entry E (N : in out Integer); end S;
   task body S is
   begin
      loop select accept E (N : in out Integer); or terminate; end select; end loop;
   end S;
   task type V;
   task body V is
      N : Integer := 3;
   begin
      select S.E (N); then abort null; end select;
   end V;
   task T;
   task body T is begin null; end T;
begin
   ` + c.body + `
end P;
`)}}, nil, nil)
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			known := func(n ledger.Note) bool { return n.Code == model.Aborting || n.Code == model.LateTrigger }
			i := slices.IndexFunc(p.Ledger, known)
			if code := ""; (i < 0) != (c.code == "") || i >= 0 && p.Ledger[i].Code != c.code {
				if i >= 0 {
					code = p.Ledger[i].Code
				}
				t.Errorf("the code is %q, want %q", code, c.code)
			}
			if got := violated(t, p); got != c.want {
				t.Errorf("violated is %q, want %q; %v\n%s", got, c.want, p.Ledger, p.Text)
			}
		})
	}
}
