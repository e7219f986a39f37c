package report_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	. "flavers/report"
	"flavers/report/ledger"
	"flavers/report/sarif"
)

// twoRoots lead to one deadlock, which the second one shows with fewer steps; a third one is only possible, and a
// fourth is ignored.
func twoRoots() *Batch {
	root := func(name string, verdict Verdict, line string, steps ...Step) *Check {
		return &Check{Version: Version, Program: name, Root: name, Deadlock: &Result{Property: Deadlock, Kind: KindDeadlock,
			Verdict: verdict, Confirmed: InModel, POR: "normal", Trace: steps, Waiting: []Waiting{
				{Task: "F", At: "<-done", Pos: "a/a.go:" + line + ":2"}, {Task: "f_func1[0]", At: "c <- 0", Pos: "a/a.go:7:5"}}},
			RuntimeErrors: &Result{Property: RuntimeErrors, Verdict: Holds, POR: "normal"}}
	}
	step := Step{Task: "F", Event: "spawn f_func1[0]", Pos: "a/a.go:3:2"}
	b := &Batch{Version: Version, Roots: true, Programs: []*Check{
		root("a.TestF", Violated, "9", step, step), root("a.F", Violated, "9", step),
		root("a.Maybe", Possible, "19"), root("a.Meant", Violated, "29", step)}}
	b.Programs[3].Deadlock.Ignored = &ledger.Ignored{Reason: "so be it", Pos: "a/a.go:28:1"}
	return b
}

func rootsOf(t *testing.T, b *Batch, opt sarif.Options) (text string, results []map[string]any) {
	t.Helper()
	var out bytes.Buffer
	if err := sarif.WriteBatch(&out, b, opt); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	for _, p := range append(sarifProblems("log", v, "log"), sarifRules(v)...) {
		t.Error(p)
	}
	for _, p := range officialProblems(t, officialSARIF(t), out.String()) {
		t.Error(p)
	}
	runs := v["runs"].([]any)
	if len(runs) != 1 {
		t.Fatalf("%d runs", len(runs))
	}
	for _, r := range runs[0].(map[string]any)["results"].([]any) {
		results = append(results, r.(map[string]any))
	}
	return out.String(), results
}

// One result for each finding, at the operation that is blocked, with a flow for each goroutine.
func TestSARIFRoots(t *testing.T) {
	text, results := rootsOf(t, twoRoots(), sarif.Options{})
	if len(results) != 2 {
		t.Fatalf("%d results\n%s", len(results), text)
	}
	for _, want := range []string{`Roots: a.TestF, a.F."`, `"startLine": 7,`, `"id": "F"`, `"id": "f_func1[0]"`, `"text": "f_func1[0] waits at c <- 0"`,
		`"kind": "inSource"`, `"justification": "so be it"`, `"uriBaseId": "%SRCROOT%"`, `1 root with an open answer`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	flows := results[0]["codeFlows"].([]any)[0].(map[string]any)["threadFlows"].([]any)
	if steps := flows[0].(map[string]any)["locations"].([]any); len(flows) != 2 || len(steps) != 2 {
		t.Errorf("%d flows, the first of %d steps: one step, and where it waits", len(flows), len(steps))
	}
	if related := results[0]["relatedLocations"].([]any); len(related) != 1 {
		t.Errorf("%v", related)
	}
	_, all := rootsOf(t, twoRoots(), sarif.Options{Possible: true})
	if len(all) != 3 || all[1]["level"] != "note" {
		t.Errorf("%d results with those that are possible", len(all))
	}
}

// A fingerprint stays when lines move, when comments come, and when another root shows the finding; it is another one
// if the operation is another one.
func TestSARIFRootsFingerprints(t *testing.T) {
	prints := func(b *Batch, blocked string, above int) any {
		lines := strings.Split(strings.Repeat("\n", above)+"\n\n\n\n\n\n"+blocked+"\n\n<-done\n", "\n")
		for _, c := range b.Programs {
			for i, line := range []int{9, 7} {
				c.Deadlock.Waiting[i].Pos = "a/a.go:" + string(rune('0'+(line+above)/10)) + string(rune('0'+(line+above)%10)) + ":2"
			}
		}
		_, results := rootsOf(t, b, sarif.Options{Sources: Sources{"a/a.go": []byte(strings.Join(lines, "\n"))}})
		return results[0]["partialFingerprints"]
	}
	one := func() *Batch { b := twoRoots(); b.Programs = b.Programs[:2]; return b }
	first := prints(one(), "\tc <- 1", 0)
	turned := one()
	turned.Programs[0], turned.Programs[1] = turned.Programs[1], turned.Programs[0]
	for name, same := range map[string]any{"lower": prints(one(), "\tc <- 1", 13), "commented": prints(one(), "\t\tc <- 1 // late", 0),
		"another root": prints(turned, "\tc <- 1", 0)} {
		if !reflect.DeepEqual(first, same) {
			t.Errorf("%s: %v, not %v", name, same, first)
		}
	}
	if other := prints(one(), "\tc <- 2", 0); reflect.DeepEqual(first, other) {
		t.Error("another operation has the same fingerprint")
	}
}

// Whatever results have is written by the rules.
func TestSARIFRootsFull(t *testing.T) {
	full := &Check{Version: Version, Program: "p", Root: "p", Results: []Result{{}}, Deadlock: &Result{}}
	for _, r := range []*Result{&full.Results[0], full.Deadlock} {
		Fill(reflect.ValueOf(r).Elem())
		r.Verdict, r.Reach = Violated, false
	}
	full.Deadlock.Kind = KindDeadlock
	_, results := rootsOf(t, &Batch{Version: Version, Roots: true, Programs: []*Check{full}, Diagnostics: Mixed().Diagnostics}, sarif.Options{})
	if len(results) < 3 {
		t.Errorf("%d results", len(results))
	}
	rootsOf(t, &Batch{Version: Version, Roots: true}, sarif.Options{})
}
