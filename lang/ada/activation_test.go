package ada_test

import (
	"fmt"
	"strings"
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
	const inner = `package Server is
      procedure Go;
   end Server;
   package body Server is
      task T is entry Start; end T;
      task body T is begin accept Start; end T;
      procedure Go is begin null; end Go;
   begin
      T.Start;
   end Server;
`
	silent := strings.Replace(server, "   begin\n      T.Start;\n", "", 1)
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
		"declared in the body": {[]string{"procedure P is\n   " + inner + "begin null; end P;"},
			"errorsunknown,deadlockpossible"},
		"declared in the private part": {[]string{"procedure P is\n   " + strings.Replace(server,
			"task T", "private task T", 1) + "begin null; end P;"},
			"errorsunknown,deadlockpossible"},
		"of an instance": {[]string{"procedure P is\n   generic " + server + "package S is new Server;\nbegin null; end P;"},
			"errorsunknown,deadlockpossible"},
		// The tasks of a procedure start behind the statements of its packages, in Ada, too.
		"of the procedure": {[]string{"procedure P is\n" + `
   task T is entry Start; end T;
   task body T is begin accept Start; end T;
   package Client is end Client;
   package body Client is begin T.Start; end Client;
begin null; end P;`}, "deadlock"},
		"of the block": {[]string{`procedure P is
begin
   declare
      task T is entry Start; end T;
      task body T is begin accept Start; end T;
      package Client is end Client;
      package body Client is begin T.Start; end Client;
   begin null; end;
end P;`}, "deadlock"},
		// The tasks of the procedure are active when its block begins.
		"in a block of the procedure": {[]string{"procedure P is\n" + silent + `begin
   declare
      package Client is end Client;
      package body Client is begin Server.T.Start; end Client;
   begin null; end;
end P;`}, ""},
		"behind another block": {[]string{"procedure P is\nbegin\ndeclare\n" + silent + `
   package Other is end Other;
   package body Other is begin declare task U; task body U is begin null; end U; begin null; end; end Other;
   package Client is end Client;
   package body Client is begin Server.T.Start; end Client;
   begin null; end;
end P;`}, "errorsunknown,deadlockpossible"},
		"declared in a body of the library": {[]string{inner, "with Server; procedure P is begin null; end P;"}, ""},
		"of the library":                    {[]string{server, "with Server; procedure P is begin null; end P;"}, ""},
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
