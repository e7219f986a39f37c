package flavers_test

import (
	"strings"
	"testing"

	"flavers"
	"flavers/farm/job"
	"flavers/report"
)

// asks calls a function whose body is not in Ada: in one branch it calls a task that has ended.
const asks = `with Ada.Text_IO;
procedure P is
   function Ask return Boolean;
   pragma Import (C, Ask);
   task A is
      entry E;
   end A;
   task body A is
   begin
      accept E;
   end A;
begin
   if Ask then
      A.E;
      A.E;
   else
      A.E;
   end if;
end P;
`

// What the ledger of an Ada program takes from an answer it takes whoever asks: here, that the error is one of the
// program.
func TestLedger(t *testing.T) {
	m, err := flavers.Load(flavers.Source{Name: "p.adb", Text: []byte(asks)}, nil, flavers.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	here, err := flavers.Check(t.Context(), m, flavers.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := &job.Content{Program: job.Source{Name: "p.adb", Text: asks}}
	runner := job.Runner{Version: "1"}
	there := runner.Run(t.Context(), &job.Job{Kind: job.Check, Version: "1", Content: c.Hash()}, c)
	for who, got := range map[string]*report.Check{"library": here, "farm": there.Check} {
		if got == nil || got.RuntimeErrors.Verdict != report.Possible || len(got.Ledger) == 0 {
			t.Errorf("%s: %+v %s", who, got, there.Failed)
		}
	}
}

// The library checks Go packages: with their ledgers, and findings that comments ask to ignore.
func TestCheckPackages(t *testing.T) {
	b, err := flavers.CheckPackages(t.Context(), "lang/golang/testdata/races", []string{"."}, flavers.PackageOptions{})
	if err != nil || len(b.Programs) == 0 {
		t.Fatalf("%v, %+v", err, b)
	}
	for _, c := range b.Programs {
		if race := strings.Contains(c.Root, ".Race"); race != (c.ExitCode() == report.ExitViolated) {
			t.Errorf("%s: status %d, %+v", c.Root, c.ExitCode(), c.Races)
		}
	}
	if _, err := flavers.CheckPackages(t.Context(), "lang/golang/testdata/races", []string{"./nowhere"},
		flavers.PackageOptions{}); err == nil {
		t.Error("a package that there is not")
	}
}
