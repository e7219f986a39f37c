package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// both reads two variables of another task in one step of the model.
const both = `procedure Both is
   X, Y : Boolean := False;
   task T; task U;
   task body T is
   begin
      pragma Assert (not (X and Y));
   end T;
   task body U is begin X := True; Y := True; end U;
begin null; end Both;
`

// TestAdaModel: the model of an Ada program is printed, not its text, and who explores or replays it is told of its
// bounds.
func TestAdaModel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "both.adb")
	if err := os.WriteFile(file, []byte(both), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := runReal("", "check", file, "--dump", "tfg-source"); got.status != 0 ||
		!strings.Contains(got.out, "assert !(X && Y)") || strings.Contains(got.out, "procedure") {
		t.Errorf("dump: status %d\n%s%s", got.status, got.out, got.err)
	}
	got := runReal("", "explore", file)
	if !strings.Contains(got.out, "Note: B26 at ") {
		t.Errorf("explore: %s%s", got.out, got.err)
	}
	_, after, _ := strings.Cut(got.out, "flavers replay ")
	line, _, _ := strings.Cut(after, "\n")
	words := strings.Fields(line)
	if len(words) != 2 {
		t.Fatalf("no schedule in %s", got.out)
	}
	if got := runReal("", "replay", file, words[1]); !strings.Contains(got.out, "Note: B26 at ") {
		t.Errorf("replay: %s%s", got.out, got.err)
	}
}
