package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	. "flavers/report"
	"flavers/report/sarif"
)

// A data race stands at both its accesses, after some steps and in the first state, where no step
// has a place.
func TestPlacesOfRaces(t *testing.T) {
	both := []Access{{Task: "a", Step: "n = 1", Pos: "p.tfg:3:5", Write: true}, {Task: "b", Step: "event e(n)", Pos: "q.tfg:7:9"}}
	for _, steps := range [][]Step{nil, {{Task: "a", Event: "go", Pos: "p.tfg:2:1"}}} {
		e := &Explore{Complete: true, Program: "p.tfg", Survey: &Survey{States: 5, Complete: true, Races: new(int)}, Findings: []ExploreFinding{
			{Kind: KindRace, Property: "n", Text: AccessText(both), Accesses: both, Schedule: "1:0:", Trace: steps}}}
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
