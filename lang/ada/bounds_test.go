package ada_test

import (
	"context"
	"slices"
	"testing"

	"flavers"
	"flavers/lang/ada"
	"flavers/report"
	"flavers/verify"
)

// bounded are programs whose verdicts need what a variable, a step or a protected action really is.
var bounded = []struct {
	name, text string
	errors     report.Verdict // of run-time errors; "": there is no such check
	codes      []string       // of the bounds, in the order of their places
}{
	{"each object calls the other", `procedure P is
   protected A is procedure Go; procedure Stop; end A;
   protected B is procedure Go; procedure Stop; end B;
   protected body A is
      procedure Go is begin B.Stop; end Go;
      procedure Stop is null;
   end A;
   protected body B is
      procedure Go is begin A.Stop; end Go;
      procedure Stop is null;
   end B;
   task T; task U;
   task body T is begin A.Go; end T;
   task body U is begin B.Go; end U;
begin null; end P;
`, "", []string{"B24", "B24"}},
	{"an operation of the same object", `procedure P is
   protected A is procedure Go; procedure Stop; end A;
   protected body A is
      procedure Go is begin A.Stop; end Go;
      procedure Stop is null;
   end A;
begin A.Go; end P;
`, "", nil},
}

// TestBounds: what a program may do beyond its model is a violation, or a bound at its place.
func TestBounds(t *testing.T) {
	for _, c := range bounded {
		t.Run(c.name, func(t *testing.T) {
			p, problems := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(c.text)}}, nil, nil)
			if problems.HasErrors() {
				t.Fatal(problems.All)
			}
			var codes []string
			for _, n := range p.Ledger {
				codes = append(codes, n.Code)
			}
			if !slices.Equal(codes, c.codes) {
				t.Errorf("%v, want bounds %v", p.Ledger, c.codes)
			}
			r, err := flavers.Check(context.Background(), &flavers.Model{Program: p.Program}, verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := report.Verdict("")
			if r.RuntimeErrors != nil {
				got = r.RuntimeErrors.Verdict
			}
			if got != c.errors {
				t.Errorf("run-time errors: %q, want %q\n%s", got, c.errors, p.Text)
			}
		})
	}
}
