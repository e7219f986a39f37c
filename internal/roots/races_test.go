package roots_test

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"flavers/internal/roots"
	"flavers/lang"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/batch"
	"flavers/verify"
)

// In the functions Race.. two goroutines access a variable without synchronization, in Held.. none do, and in
// HeldIgnored a comment says that it does not matter.
func TestRaces(t *testing.T) {
	dir := "../../lang/golang/testdata/races"
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	flags := func(args ...string) *pflag.FlagSet {
		f := pflag.NewFlagSet("check", pflag.ContinueOnError)
		f.Bool("races", false, "")
		f.Bool("runtime-errors", false, "")
		f.StringArray("only", nil, "")
		if err := f.Parse(args); err != nil {
			t.Fatal(err)
		}
		return f
	}
	found := 0
	for _, name := range ps.Names {
		made, err := ps.Extract(t.Context(), name)
		if err != nil {
			t.Fatal(name, err)
		}
		p, problems := lang.Load(name, made.Text, lang.Options{})
		if p == nil {
			t.Fatal(name, problems.All)
		}
		c := &report.Check{Races: roots.Races(t.Context(), p, made, flags(), verify.Options{})}
		c.Ledger = made.Ledger
		c.Qualify(golang.Guessing, golang.Cut, made.Apart)
		batch.Ignore(c, ps.Ignores)
		open := 0
		for _, r := range c.Races {
			if len(r.Accesses) != 2 || !r.Accesses[0].Write && !r.Accesses[1].Write || r.Verdict != report.Violated {
				t.Errorf("%s: %+v", name, r)
			}
			if r.Ignored == nil {
				open++
			}
		}
		if race := strings.Contains(name, ".Race"); race != (open == 1) || strings.Contains(name, "Ignored") != (len(c.Races) > open) {
			t.Errorf("%s: %d races, %d not ignored", name, len(c.Races), open)
		}
		found += len(c.Races)
		for _, off := range []string{"--races=false", "--only=deadlock", "--runtime-errors"} {
			if got := roots.Races(t.Context(), p, made, flags(off), verify.Options{}); got != nil {
				t.Errorf("%s %s: %v", name, off, got)
			}
		}
	}
	if found != 5 {
		t.Errorf("%d races", found)
	}
}
