package ada_test

import (
	"fmt"
	"testing"

	"flavers/lang/ada"
)

// TestActivation: Ada activates the tasks of a package before the statements of its body. Those of a package in the
// main procedure, or in a block, start later in the model, so that nothing is certain of a call in these statements.
func TestActivation(t *testing.T) {
	const server = `package Server is
      task T is entry Start; end T;
   end Server;
   package body Server is
      task body T is begin accept Start; end T;
   begin
      T.Start;
   end Server;
`
	for name, c := range map[string]struct {
		text []string
		want string
	}{
		"in the main procedure": {[]string{"procedure P is\n   " + server + "begin null; end P;"},
			"errorsunknown,deadlockpossible"},
		"in a block": {[]string{"procedure P is\nbegin\ndeclare\n   " + server + "begin null; end;\nend P;"},
			"errorsunknown,deadlockpossible"},
		"of another package": {[]string{`procedure P is
begin
   declare
      package Server is
         task T is entry Start; end T;
      end Server;
      package body Server is
         task body T is begin accept Start; end T;
      end Server;
      package Client is end Client;
      package body Client is
      begin
         Server.T.Start;
      end Client;
   begin
      null;
   end;
end P;`}, "errorsunknown,deadlockpossible"},
		"of the library": {[]string{server, "with Server; procedure P is begin null; end P;"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var files []ada.File
			for i, text := range c.text {
				files = append(files, ada.File{Name: fmt.Sprintf("p%d.adb", i), Text: []byte(text)})
			}
			p, list := ada.Load(files, nil, nil)
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			if got := violated(t, p); got != c.want {
				t.Errorf("violated is %q, want %q; %v\n%s", got, c.want, p.Ledger, p.Text)
			}
		})
	}
}
