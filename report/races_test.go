package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	. "flavers/report"
	"flavers/report/outcome"
	"flavers/report/sarif"

	"flavers/report/phrase"
)

// A data race stands at both its accesses, after some steps and in the first state, where no step
// has a place.
func TestPlacesOfRaces(t *testing.T) {
	both := []Access{{Task: "a", Step: "n = 1", Pos: "p.tfg:3:5", Write: true}, {Task: "b", Step: "event e(n)", Pos: "q.tfg:7:9"}}
	for _, steps := range [][]Step{nil, {{Task: "a", Event: "go", Pos: "p.tfg:2:1"}}} {
		e := &Explore{Complete: true, Program: "p.tfg", Survey: &Survey{States: 5, Complete: true, Races: new(int)}, Findings: []ExploreFinding{
			{Kind: KindRace, Property: "n", Text: phrase.Accesses(both), Accesses: both, Schedule: "1:0:", Trace: steps}}}
		c := e.AsCheck(nil)
		var b bytes.Buffer
		if err := c.WriteGitHub(&b); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		for i, want := range []string{"::error file=p.tfg,line=3,col=5,title=no race on n is violated::",
			"::error file=q.tfg,line=7,col=9,title=no race on n is violated::b reads it (event e(n), q.tfg:7:9)"} {
			if !strings.HasPrefix(lines[i], want) {
				t.Errorf("after %d steps line %d is\n%s\nwant\n%s", len(steps), i, lines[i], want)
			}
		}
		if !strings.Contains(lines[0], "a writes it (n = 1, p.tfg:3:5), and b reads it (event e(n), q.tfg:7:9).") || len(lines) != 4 {
			t.Errorf("annotations:\n%s", b.String())
		}
		b.Reset()
		if err := sarif.Write(&b, c, sarif.Options{}); err != nil {
			t.Fatal(err)
		}
		type location struct {
			Physical struct {
				Artifact struct{ URI string } `json:"artifactLocation"`
				Region   struct{ StartLine, StartColumn int }
			} `json:"physicalLocation"`
		}
		var log struct {
			Runs []struct {
				Results []struct {
					RuleID           string
					Locations        []location
					RelatedLocations []location
				}
			}
		}
		if err := json.Unmarshal(b.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		if len(log.Runs[0].Results) != 1 || log.Runs[0].Results[0].RuleID != "race" {
			t.Fatalf("no race in\n%s", b.String())
		}
		r := log.Runs[0].Results[0]
		if got := fmt.Sprint(r.Locations, r.RelatedLocations); got != "[{{{p.tfg} {3 5}}}] [{{{q.tfg} {7 9}}}]" {
			t.Errorf("after %d steps a race at %s", len(steps), got)
		}
	}
}

// A race of which no execution is known does not read as a violation, in any form.
func TestPossibleRace(t *testing.T) {
	both := []Access{{Task: "a", Step: "n = 1", Pos: "p.tfg:3:5", Write: true}, {Task: "b", Step: "event e(n)", Pos: "p.tfg:7:9"}}
	c := &Check{Version: Version, Program: "p.tfg", Races: []Result{
		PossibleRace("n", 1, both, "not all states were visited: time ran out after 7 states")}}
	if c.ExitCode() != ExitOpen {
		t.Errorf("exit status %d", c.ExitCode())
	}
	holds := &Check{Races: []Result{NoRace(outcome.ControlFlow{}, "locks keep them apart")}}
	if holds.ExitCode() != ExitHolds || (&Check{Races: []Result{NoRace(outcome.None{}, "")}}).ExitCode() != ExitOpen {
		t.Error("the exit status does not know races")
	}
	words := map[string][]string{
		"text": {"no race on n (2) is possibly violated\n", "Perhaps two steps can come next at the same time: a writes it (n = 1, p.tfg:3:5), and b reads it (event e(n), p.tfg:7:9).",
			"because      not all states were visited: time ran out after 7 states\n"},
		"github": {"::warning file=p.tfg,line=3,col=5,title=no race on n (2) is possibly violated::Perhaps two steps", "7 states.\n::warning file=p.tfg,line=7,col=9,"},
		"sarif":  {`"level": "warning"`, `"text": "Perhaps two steps can come next at the same time: a writes`, `"relatedLocations": [`},
		"json":   {`"verdict": "possible"`},
	}
	for form, write := range checkForms {
		want := words[form]
		if want == nil {
			t.Errorf("%s: what does this form say of a possible race? Write it here", form)
		}
		var b bytes.Buffer
		if err := write(&b, c, TextOptions{Width: 500}); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: no %q in\n%s", form, w, b.String())
			}
		}
		for _, not := range []string{"trace flow graph", "replay", "--refine", "error", "is violated"} {
			if form != "sarif" && form != "json" && strings.Contains(b.String(), not) {
				t.Errorf("%s: %q in\n%s", form, not, b.String())
			}
		}
	}
}
