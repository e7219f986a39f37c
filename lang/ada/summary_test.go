package ada_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/lang/ada"
	"flavers/report"
)

// logged is a program that calls a procedure which writes texts. The procedure has some checks, and changes a variable
// of its own; where it raises an exception, a task may end early.
func logged(r *rand.Rand) string {
	var b strings.Builder
	check := []string{"null;", "Seen (Level) := True;", "Count := Count + Level;", "Level_Of := Level;"}[r.IntN(4)]
	b.WriteString(`with Ada.Text_IO; use Ada.Text_IO;
procedure P is
   Small : Integer range 0 .. 3 := 2;
   Seen : array (1 .. 2) of Boolean := (others => False);
   Count : Integer range 0 .. 3 := 0;
   Level_Of : Integer range 0 .. 1 := 0;
   function Twice (N : Integer) return Integer is
   begin
      if N > 3 then
         return N - 1;
      end if;
      return 2 * N;
   end Twice;
   procedure Log (Text : String; Level : Integer) is
      M : Integer := Text'First;
   begin
      ` + check + "\n")
	for i := range 8 {
		fmt.Fprintf(&b, "      if M > %d and then M < Text'Last - %d then\n         Put (Text (M + %d .. Text'Last));\n      end if;\n",
			i, i, i)
	}
	b.WriteString(`      Put_Line (Text);
   end Log;
   protected Gate is
      procedure Open;
      entry Pass;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      procedure Open is begin Is_Open := True; end Open;
      entry Pass when Is_Open is begin Is_Open := False; end Pass;
   end Gate;
`)
	steps := func() string {
		var out strings.Builder
		for range 1 + r.IntN(3) {
			out.WriteString([]string{"      Gate.Open;\n", "      Small := (Small + 1) mod 4;\n", "      Gate.Pass;\n",
				fmt.Sprintf("      Log (\"a\", %d);\n", r.IntN(4)),
				fmt.Sprintf("      if Twice (%s) = %d then\n         Gate.Open;\n      end if;\n",
					[]string{"0", "2", "4", "Small", "Small + 1"}[r.IntN(5)], 2+2*r.IntN(3))}[r.IntN(5)])
		}
		if r.IntN(3) == 0 {
			out.WriteString("   exception\n      when others => Gate.Open;\n")
		}
		return out.String()
	}
	for _, name := range []string{"A", "B"} {
		fmt.Fprintf(&b, "   task %s;\n   task body %s is\n   begin\n%s   end %s;\n", name, name, steps(), name)
	}
	fmt.Fprintf(&b, "begin\n%send P;\n", steps())
	return b.String()
}

// TestSummaries: the verdicts of programs whose calls are summarized never contradict those of the same programs with
// all bodies copied. Most of the programs have such calls.
func TestSummaries(t *testing.T) {
	shorter, n, found := 0, 0, map[string]int{}
	for seed := range trial.Seeds(t, 6) {
		n++
		text := logged(rand.New(rand.NewPCG(seed, 1)))
		files := []ada.File{{Name: "p.adb", Text: []byte(text)}}
		short, problems := ada.Load(files, nil, nil)
		if problems.HasErrors() {
			t.Fatal(problems.All, text)
		}
		long, problems := ada.Inlined(files)
		if problems.HasErrors() {
			t.Fatal(problems.All, text)
		}
		if len(short.Text) < len(long.Text) {
			shorter++
		}
		a, b := verdicts(t, short), verdicts(t, long)
		for i := range a {
			found[string(a[i])+" "+string(b[i])]++
			if a[i] == report.Holds && b[i] == report.Violated || a[i] == report.Violated && b[i] == report.Holds {
				t.Errorf("seed %d: with summaries %s, without %s\n%s", seed, a[i], b[i], text)
			}
		}
	}
	t.Logf("%d of %d programs are shorter; verdicts with and without summaries: %v", shorter, n, found)
	if shorter < n/3 {
		t.Errorf("only %d of %d programs have calls that are summarized", shorter, n)
	}
}

// verdicts are those of no deadlock and of no run-time error.
func verdicts(t *testing.T, p *ada.Program) []report.Verdict {
	c := checked(t, p)
	out := []report.Verdict{report.Holds, report.Holds}
	for i, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
		if r != nil {
			out[i] = r.Verdict
		}
	}
	return out
}
