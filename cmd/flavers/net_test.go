package main

// Petri nets as input of explore and replay.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"flavers/report"
)

// netText is a small net; changes are pairs old, new.
func netText(changes ...string) string {
	text := `<?xml version="1.0"?>
<pnml>
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">
<page id="p">
<place id="left"><initialMarking><text>1</text></initialMarking></place>
<place id="right"><initialMarking><text>1</text></initialMarking></place>
<place id="both"/>
<transition id="take"/>
<arc id="a1" source="left" target="take"/>
<arc id="a2" source="right" target="take"/>
<arc id="a3" source="take" target="both"/>
<transition id="lose"/>
<arc id="a4" source="right" target="lose"/>
</page>
</net>
</pnml>
`
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			panic("no " + changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	return text
}

func TestExploreNet(t *testing.T) {
	const endless = `<transition id="more"/><arc id="m1" source="both" target="more"/><arc id="m2" source="more" target="both"><inscription><text>2</text></inscription></arc></page>`
	var wide strings.Builder
	wide.WriteString("<pnml><net id=\"w\">")
	for i := range 70 {
		fmt.Fprintf(&wide, `<place id="p%d"><initialMarking><text>1</text></initialMarking></place><transition id="t%d"/><arc source="p%d" target="t%d"/>`, i, i, i, i)
	}
	wide.WriteString("</net></pnml>")
	inDir(t, map[string]string{
		"two.pnml":     netText(),
		"round.pnml":   netText("</page>", `<transition id="back"/><arc id="b1" source="both" target="back"/><arc id="b2" source="back" target="left"/><arc id="b3" source="back" target="right"/></page>`, `<arc id="a4" source="right" target="lose"/>`, `<arc id="a4" source="both" target="lose"/><arc id="a5" source="lose" target="both"/>`),
		"grows.pnml":   netText("</page>", endless),
		"wide.pnml":    wide.String(),
		"open.pnml":    netText("</page>", ""),
		"html.pnml":    "<html></html>",
		"nothing.pnml": "<pnml/>",
		"colour.pnml":  netText("ptnet", "symmetricnet"),
		"noid.pnml":    netText(`<place id="both"/>`, `<place/><place id="both"/>`),
		"twice.pnml":   netText(`transition id="lose"`, `transition id="left"`),
		"many.pnml":    netText("<text>1</text>", "<text>many</text>"),
		"toward.pnml":  netText(`source="left"`, `source="lefd"`),
		"places.pnml":  netText(`target="lose"`, `target="both"`),
		"inhibit.pnml": netText(`target="lose"/>`, `target="lose"><type value="inhibitor"/></arc>`),
		"circle.pnml":  netText(`<place id="both"/>`, `<place id="both"/><referencePlace id="r" ref="r"/>`, `source="left"`, `source="r"`),
		"empty.pnml":   "<pnml><net id=\"e\"><place id=\"p\"/></net></pnml>",
		"odd.pnml":     netText(`<transition id="lose"/>`, `<transition id="lose"><priority><value>3</value></priority></transition>`),
		"none.pnml":    "",
		"prog.tfg":     "program p\ntask a { skip }\n",
	})
	for _, c := range []struct {
		args   string
		status int
		out    string // parts, separated by |
		err    string
	}{
		{args: "explore two.pnml", status: 0, out: "two.pnml: explored with lpor, completely|2  dead markings|dead marking\n\n   1  take  left=0 right=0 both=1  two.pnml:8:1\n\nAfter step 1 no transition is enabled; marking: both\n|take  lacks  right 0 of 1|To run it again: flavers replay two.pnml n1:"},
		{args: "explore two.pnml --algorithm states --search dfs --prefer highest --shortest -v", status: 0, out: "explored with states, completely|3  markings|2  transitions fired"},
		{args: "explore two.pnml --algorithm full", status: 0, out: "2  firing sequences|2  firing sequences to a dead marking"},
		{args: "explore two.pnml --stateless --net off --initial last", status: 0, out: "2  firing sequences\n"},
		{args: "explore two.pnml --net on --format json", status: 0, out: `"program": "two.pnml"|"algorithm": "lpor"|"kind": "deadlock"|"text": "marking: both"|"complete": true|"schedule": "n1:`},
		{args: "explore round.pnml", status: 0, out: "No dead marking: in every marking that can be reached some transition is enabled."},
		{args: "explore grows.pnml --algorithm states", status: 3, out: "not completely: the net is not bounded|Note: The net is not bounded. After take, more can be fired again and again, each time with more\ntokens on both. --max-states"},
		{args: "explore grows.pnml --max-states 500", status: 3, out: "not completely: the bound on markings was hit (--max-states)|The net is not bounded"},
		{args: "explore wide.pnml --algorithm states --timeout 300ms", status: 3, out: "not completely: the time limit was hit (--timeout)|No dead marking was found; not everything was explored."},
		{args: "explore wide.pnml --algorithm states --max-memory 48MiB", status: 3, out: "not completely: the bound on memory was hit"},
		{args: "explore wide.pnml --algorithm full --max-executions 3 --stop-at-first", status: 3, out: "not completely: stopped at the first finding|dead marking"},
		{args: "explore wide.pnml --algorithm full --max-executions 3", status: 3, out: "not completely: the bound on firing sequences was hit|3  firing sequences\n"},
		{args: "explore wide.pnml --depth 4", status: 3, out: "not completely: a firing sequence is longer than the bound (--depth)"},
		{args: "explore wide.pnml", status: 0, out: "71  markings|      ... 10 steps, shown with -v"},
		{args: "explore empty.pnml", status: 0, out: "1  marking|At the start no transition is enabled; marking: no tokens", err: "empty.pnml:1:16: warning N111: the net has no transition"},
		{args: "explore odd.pnml", status: 0, out: "completely", err: "odd.pnml:12:23: warning N112: priority is not known and passed over"},

		// wrong input
		{args: "check two.pnml", status: 2, err: "two.pnml: error T007: programs are not read from files with the extension|hint: nets and traces are for explore and replay: flavers explore two.pnml"},
		{args: "crosscheck two.pnml", status: 2, err: "hint: nets and traces are for explore and replay: flavers explore two.pnml"},
		{args: "explore no.pnml", status: 2, err: "C001: net no.pnml does not exist"},
		{args: "explore none.pnml", status: 2, err: "C004"},
		{args: "explore open.pnml", status: 2, err: "open.pnml:15:7: error N101: not well-formed XML: element <page> closed by </net>"},
		{args: "explore html.pnml", status: 2, err: "html.pnml:1:1: error N102: the root element is html, not pnml"},
		{args: "explore nothing.pnml", status: 2, err: "nothing.pnml:1:1: error N102: there is no net"},
		{args: "explore colour.pnml", status: 2, err: "colour.pnml:3:19: error N103: net n is of type|\n    <net id=\"n\" type="},
		{args: "explore noid.pnml", status: 2, err: "noid.pnml:7:1: error N104: this place has no identifier"},
		{args: "explore twice.pnml", status: 2, err: "twice.pnml:12:17: error N105: the identifier \"left\" is not unique"},
		{args: "explore many.pnml", status: 2, err: "many.pnml:5:18: error N106: place left has \"many\" tokens"},
		{args: "explore toward.pnml", status: 2, err: "toward.pnml:9:22: error N107: the source of arc a1, \"lefd\", is no place and no transition|did you mean \"left\"?"},
		{args: "explore places.pnml", status: 2, err: "places.pnml:13:1: error N108: arc a4 from \"right\" to \"both\" does not connect"},
		{args: "explore inhibit.pnml", status: 2, err: "inhibit.pnml:13:1: error N109: arc a4 is of type \"inhibitor\""},
		{args: "explore circle.pnml --format json", status: 2, err: "circle.pnml:7:47: error N110: the reference r goes around in a circle"},
		{args: "explain N101 N102 N103 N104 N105 N106 N107 N108 N109 N110 n111 N112", status: 0, out: "N101: not well-formed XML|N112: unknown element"},

		// the command line
		{args: "explore two.pnml --set N=1 --seed 4", status: 0, out: "dead marking", err: "note C106: --set has no effect here: it does not apply to Petri nets|note C106: --seed"},
		{args: "explore two.pnml --html-output o.html", status: 2, err: "--html-output does not apply to Petri nets"},
		{args: "explore two.pnml --dump tfg", status: 2, err: "--dump does not apply to Petri nets"},
		{args: "explore two.pnml --format github", status: 0, out: "::notice file=two.pnml,line=8,col=1,title=no deadlock is violated%2C as expected|%0A1. take"},
		{args: "explore two.pnml --format sarif", status: 0, out: `"ruleId": "deadlock"|"level": "note"`},
		{args: "explore two.pnml --property f.fsa", status: 2, err: "--property does not apply to Petri nets"},
		{args: "explore two.pnml --algorithm optimal", status: 2, err: "the explorer optimal is not for Petri nets; there are full, states, lpor"},
		{args: "explore two.pnml --algorithm states --net on", status: 2, err: "the explorer states has no --net: of the explorers of Petri nets only lpor"},
		{args: "explore two.pnml --search dfs", status: 2, err: "the explorer lpor has no --search: of the explorers of Petri nets only states"},
		{args: "explore two.pnml --max-executions 4", status: 0, out: "dead marking", err: "note C106: --max-executions has no effect here: of the explorers of Petri nets only full, lpor with --stateless"},
		{args: "explore two.pnml --initial largest", status: 2, err: `named "largest"; there are smallest`},
		{args: "explore two.pnml --depth -1", status: 2, err: "--depth must not be negative"},
		{args: "explore two.pnml --json-output two.pnml", status: 2, err: "would overwrite"},
		{args: "explore --help", status: 0, out: "FILE.pnml"},
		{args: "__complete explore ", status: 0, out: "tfg|pnml|trace"},
		{args: "__complete replay ", status: 0, out: "pnml"},
		{args: "replay --help", status: 0, out: "FILE.pnml"},

		// replay
		{args: "replay two.pnml n1:00000000:0", status: 0, out: "two.pnml: 1 step, a dead marking\n\n   1  take  left=0 right=0 both=1  two.pnml:8:1\n\nDead marking: no transition is enabled.\nMarking: both\n", err: "warning V105: the schedule was made for another net"},
		{args: "replay two.pnml n1:00000000:", status: 0, out: "The schedule ends here. Enabled: take lose\nMarking: left right"},
		{args: "replay two.pnml n1:00000000:0 --only p", status: 2, err: "--only does not apply to Petri nets"},
		{args: "replay two.pnml n1:00000000:0 --set N=1 --format json", status: 0, out: `"event": "take"|"schedule": "n1:`, err: "note C106: --set has no effect here"},
		{args: "replay two.pnml n1:00000000:0,1", status: 3, out: "The schedule cannot be followed: step 2, lose, is not enabled: right 0 of 1."},
		{args: "replay two.pnml n1:00000000:7", status: 2, err: "error V105: part 1 of the schedule, \"7\", is no number of a transition"},
		{args: "replay two.pnml 1:00000000:7", status: 2, err: "error V105: not a schedule of a net"},
		{args: "replay toward.pnml n1:00000000:0", status: 2, err: "N107"},
	} {
		args := strings.Fields(c.args)
		if strings.HasSuffix(c.args, " ") {
			args = append(args, "")
		}
		if slices.Contains(args, "--max-memory") {
			debug.FreeOSMemory() // what other tests left is counted, too
		}
		got := runReal("", args...)
		if got.status != c.status {
			t.Errorf("flavers %s: exit status %d, want %d\n%s%s", c.args, got.status, c.status, got.out, got.err)
		}
		for _, part := range strings.Split(c.out, "|") {
			if !strings.Contains(got.out, part) {
				t.Errorf("flavers %s: standard output lacks %q:\n%s", c.args, part, got.out)
			}
		}
		for _, part := range strings.Split(c.err, "|") {
			if !strings.Contains(got.err, part) {
				t.Errorf("flavers %s: standard error lacks %q:\n%s", c.args, part, got.err)
			}
		}
		if c.status == 2 && got.out != "" && !strings.Contains(c.args, "json") {
			t.Errorf("flavers %s: wrong input, and yet on standard output:\n%s", c.args, got.out)
		}
	}
}

// The examples are explored, and every firing sequence is replayed to a dead
// marking, in text and as JSON.
func TestNetReplay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "nets", "*.pnml"))
	if err != nil || len(files) < 6 {
		t.Fatal(err, files)
	}
	replayed := 0
	for _, file := range files {
		for _, how := range []string{"states", "lpor"} {
			got := runReal("", "explore", file, "--algorithm", how, "--format", "json", "--max-states", "1000")
			var r struct{ Findings []report.ExploreFinding }
			if err := json.Unmarshal([]byte(got.out), &r); err != nil || got.err != "" {
				t.Fatalf("%s: %v\n%s%s", file, err, got.out, got.err)
			}
			for _, f := range r.Findings {
				got := runReal("", "replay", file, f.Schedule, "--format", "json")
				var run report.Run
				if err := json.Unmarshal([]byte(got.out), &run); err != nil || got.err != "" || got.status != 0 || !run.Deadlock || len(run.Steps) != len(f.Trace) {
					t.Errorf("%s %s: status %d, %v\n%s%s", file, f.Schedule, got.status, err, got.out, got.err)
				}
				if got := runReal("", "replay", file, f.Schedule); !strings.Contains(got.out, "Dead marking") || !strings.Contains(got.out, "M"+f.Text[1:]) {
					t.Errorf("%s: not %s:\n%s", file, f.Text, got.out)
				}
				replayed++
			}
		}
	}
	if replayed < 10 {
		t.Errorf("%d firing sequences replayed", replayed)
	}
}

// Equal input gives equal bytes, and the file holds what JSON on standard
// output does.
func TestNetOutputs(t *testing.T) {
	inDir(t, map[string]string{"two.pnml": netText()})
	first := runReal("", "explore", "two.pnml", "--no-times", "--json-output", "a.json")
	text, err := os.ReadFile("a.json")
	if err != nil {
		t.Fatal(err)
	}
	if again := runReal("", "explore", "two.pnml", "--no-times", "--format", "json"); string(text) != again.out {
		t.Errorf("file\n%s\nstandard output\n%s", text, again.out)
	}
	if first != runReal("", "explore", "two.pnml", "--no-times", "--json-output", "a.json") {
		t.Error("the same input gave other bytes")
	}
}
