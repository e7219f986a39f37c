package report_test

import (
	"bytes"
	"encoding/json"
	"flavers/internal/golden"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	. "flavers/report"
	"flavers/report/sarif"
	"time"
)

// sarifObjects is the part of the SARIF 2.1.0 schema (sarif-schema-2.1.0.json,
// OASIS, errata 01) that our output uses, object by object: key, type, and !
// if the key is required. Types: string, uri, int>=N, bool, {name}, [name],
// map:name, or a choice of words. Keys that are not listed are problems: they
// may be allowed, but we do not mean to write them.
var sarifObjects = map[string]string{
	"log":                 "version! 2.1.0; $schema uri; runs! [run]",
	"run":                 "tool! {tool}; invocations [invocation]; originalUriBaseIds map:artifactLocation; columnKind utf16CodeUnits|unicodeCodePoints; results [result]",
	"tool":                "driver! {toolComponent}",
	"invocation":          "executionSuccessful! bool; exitCode int; toolExecutionNotifications [notification]",
	"notification":        "level none|note|warning|error; message! {message}",
	"suppression":         "kind! inSource|external; justification string; location {location}",
	"propertyBag":         "roots! strings; verdict string", // its keys are our own
	"toolComponent":       "name! string; version string; rules [reportingDescriptor]",
	"reportingDescriptor": "id! string; shortDescription {multiformat}; fullDescription {multiformat}; defaultConfiguration {configuration}",
	"multiformat":         "text! string",
	"configuration":       "level none|note|warning|error",
	"artifactLocation":    "uri uri; uriBaseId string; description {message}",
	"message":             "text! string",
	"result": "ruleId string; ruleIndex int>=-1; kind notApplicable|pass|fail|review|open|informational; level none|note|warning|error; " +
		"message! {message}; locations [location]; relatedLocations [location]; partialFingerprints map:string; codeFlows [codeFlow]; suppressions [suppression]; properties {propertyBag}",
	"location":           "id int>=-1; physicalLocation {physicalLocation}; message {message}",
	"physicalLocation":   "artifactLocation! {artifactLocation}; region {region}",
	"region":             "startLine int>=1; startColumn int>=1; endColumn int>=1",
	"codeFlow":           "message {message}; threadFlows! [threadFlow]",
	"threadFlow":         "id string; locations! [threadFlowLocation]",
	"threadFlowLocation": "location {location}; executionOrder int>=-1; importance important|essential|unimportant; nestingLevel int>=0; state map:multiformat",
}

// sarifProblems walks v as an object of the schema.
func sarifProblems(kind string, v any, at string) (problems []string) {
	bad := func(format string, args ...any) {
		problems = append(problems, at+": "+fmt.Sprintf(format, args...))
	}
	object, ok := v.(map[string]any)
	if !ok {
		bad("%v is no %s", v, kind)
		return problems
	}
	known := map[string]bool{}
	for _, line := range strings.Split(sarifObjects[kind], "; ") {
		key, typ, _ := strings.Cut(line, " ")
		key, required := strings.CutSuffix(key, "!")
		known[key] = true
		x, there := object[key]
		if !there {
			if required {
				bad("%s is missing", key)
			}
			continue
		}
		problems = append(problems, sarifValue(typ, x, at+"."+key)...)
	}
	for key := range object {
		if !known[key] {
			bad("%s has no key %s", kind, key)
		}
	}
	return problems
}

func sarifValue(typ string, v any, at string) (problems []string) {
	bad := func(format string, args ...any) {
		problems = append(problems, at+": "+fmt.Sprintf(format, args...))
	}
	text, isText := v.(string)
	number, isNumber := v.(float64)
	switch {
	case strings.HasPrefix(typ, "{"):
		return sarifProblems(strings.Trim(typ, "{}"), v, at)
	case strings.HasPrefix(typ, "["):
		list, ok := v.([]any)
		if !ok {
			bad("%v is no list", v)
		}
		for i, x := range list {
			problems = append(problems, sarifProblems(strings.Trim(typ, "[]"), x, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case strings.HasPrefix(typ, "map:"):
		entries, ok := v.(map[string]any)
		if !ok {
			bad("%v is no object", v)
		}
		for k, x := range entries {
			if typ == "map:string" {
				problems = append(problems, sarifValue("string", x, at+"."+k)...)
			} else {
				problems = append(problems, sarifProblems(strings.TrimPrefix(typ, "map:"), x, at+"."+k)...)
			}
		}
	case strings.HasPrefix(typ, "int"):
		least := -1e9
		fmt.Sscanf(typ, "int>=%g", &least)
		if !isNumber || number != float64(int(number)) || number < least {
			bad("%v is no %s", v, typ)
		}
	case typ == "bool":
		if _, ok := v.(bool); !ok {
			bad("%v is no boolean", v)
		}
	case typ == "strings":
		list, ok := v.([]any)
		for _, x := range list {
			problems = append(problems, sarifValue("string", x, at)...)
		}
		if !ok {
			bad("%v is no list", v)
		}
	case typ == "string":
		if !isText {
			bad("%v is no string", v)
		}
	case typ == "uri":
		if _, err := url.Parse(text); !isText || err != nil || strings.ContainsAny(text, " \\<>\"") {
			bad("%v is no address", v)
		}
	default:
		if !isText || !slices.Contains(strings.Split(typ, "|"), text) {
			bad("%v is not one of %s", v, typ)
		}
	}
	return problems
}

// sarifRules checks what the standard says in words.
func sarifRules(log map[string]any) (problems []string) {
	bad := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	run := log["runs"].([]any)[0].(map[string]any)
	rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
	bases := run["originalUriBaseIds"].(map[string]any)
	seen := map[string]bool{}
	for i, x := range run["results"].([]any) {
		r := x.(map[string]any)
		rule := rules[int(r["ruleIndex"].(float64))].(map[string]any)
		if rule["id"] != r["ruleId"] {
			bad("result %d: ruleIndex is of %v, not of %v", i, rule["id"], r["ruleId"])
		}
		if (r["kind"] == "fail") == (r["level"] == "none") {
			bad("result %d: kind %v with level %v (3.27.10)", i, r["kind"], r["level"])
		}
		print := fmt.Sprint(r["partialFingerprints"])
		if seen[print] {
			bad("result %d: its fingerprint is that of another", i)
		}
		seen[print] = true
		flows, _ := r["codeFlows"].([]any)
		for _, f := range flows {
			orders := map[int]int{}
			for _, th := range f.(map[string]any)["threadFlows"].([]any) {
				locations := th.(map[string]any)["locations"].([]any)
				if len(locations) == 0 {
					bad("result %d: an empty threadFlow (3.37.6)", i)
				}
				last := -1
				for _, l := range locations {
					n := int(l.(map[string]any)["executionOrder"].(float64))
					if n <= last {
						bad("result %d: order %d after %d", i, n, last)
					}
					last = n
					orders[n]++
				}
			}
			for n := 1; n <= len(orders); n++ {
				if orders[n] == 0 {
					bad("result %d: no step %d", i, n)
				}
			}
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if uri, ok := v["uri"].(string); ok {
				u, err := url.Parse(uri)
				base, relative := v["uriBaseId"].(string)
				switch {
				case err != nil:
					bad("%s: %v", uri, err)
				case relative == u.IsAbs():
					bad("%s: relative addresses have a base, others none", uri)
				case relative && bases[base] == nil:
					bad("%s: the base %s is not defined", uri, base)
				}
			}
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(run["results"])
	return problems
}

func sarifOf(t *testing.T, c *Check, opt sarif.Options) (string, map[string]any) {
	t.Helper()
	var b bytes.Buffer
	if err := sarif.Write(&b, c, opt); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return b.String(), v
}

func TestSARIF(t *testing.T) {
	opt := sarif.Options{Version: "1.0", Sources: Sources{"dining.tfg": []byte(strings.Repeat("\n", 36) + "        ev€nt 𝄞eat(1)\n")},
		Explain: func(code string) string { return "explained " + code }}
	text, _ := sarifOf(t, Mixed(), opt)
	golden.File(t, "testdata/mixed.sarif", text)
	odd := Mixed()
	odd.Program, odd.Results[1].Trace[0].Pos = "-", "-:1:2"
	odd.Results[1].Trace[1].Pos = "/tmp/with space/ü.tfg:3:4"
	odd.Results[1].Trace[2].Pos = "a:b/c d.tfg:3:4"
	odd.Results = append(odd.Results, odd.Results[1])
	for name, c := range map[string]*Check{"mixed": Mixed(), "odd": odd, "crowd": Crowd(5), "long": Long(12), "empty": {}} {
		_, v := sarifOf(t, c, opt)
		for _, p := range append(sarifProblems("log", v, "log"), sarifRules(v)...) {
			t.Errorf("%s: %s", name, p)
		}
	}
}

// The checker finds what is wrong.
func TestSARIFCheckerRejects(t *testing.T) {
	good, _ := sarifOf(t, Mixed(), sarif.Options{})
	for _, c := range []struct{ old, new, want string }{
		{`"version": "2.1.0"`, `"version": "2.0.0"`, "is not one of 2.1.0"},
		{`"threadFlows"`, `"threads"`, "threadFlows is missing"},
		{`"startLine": 37`, `"startLine": 0`, "is no int>=1"},
		{`"kind": "open"`, `"kind": "fail"`, "kind fail with level none"},
		{`"uriBaseId": "%SRCROOT%"`, `"uriBaseId": "%X%"`, "is not defined"},
		{`"uri": "dining.tfg"`, `"uri": "din ing.tfg"`, "is no address"},
		{`"executionOrder": 3`, `"executionOrder": 1`, "order 1 after"},
		{`"ruleIndex": 2`, `"ruleIndex": 1`, "ruleIndex is of"},
		{`"importance": "essential"`, `"importance": "high"`, "is not one of"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s does not occur", c.old)
			continue
		}
		var v map[string]any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		problems := sarifProblems("log", v, "log")
		if !strings.Contains(c.want, "missing") {
			problems = append(problems, sarifRules(v)...)
		}
		if all := strings.Join(problems, "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s -> %s: problems %q, want %q", c.old, c.new, all, c.want)
		}
	}
}

// Fingerprints stay when lines move, and change with the execution.
func TestSARIFFingerprints(t *testing.T) {
	prints := func(c *Check) string {
		_, v := sarifOf(t, c, sarif.Options{})
		var all []string
		for _, r := range v["runs"].([]any)[0].(map[string]any)["results"].([]any) {
			all = append(all, fmt.Sprint(r.(map[string]any)["partialFingerprints"]))
		}
		return strings.Join(all, " ")
	}
	moved := Mixed()
	for i := range moved.Results {
		moved.Results[i].Pos = "dining.fsa:99:1"
		for k := range moved.Results[i].Trace {
			moved.Results[i].Trace[k].Pos = fmt.Sprintf("dining.tfg:%d:1", 100+k)
		}
	}
	if prints(moved) != prints(Mixed()) {
		t.Error("fingerprints depend on lines")
	}
	other := Mixed()
	other.Results[1].Trace[2].Event = "eat(0)"
	if prints(other) == prints(Mixed()) {
		t.Error("fingerprints do not depend on the execution")
	}
}

// A log of a long execution of many tasks is written in a moment, for it has the last
// steps only, and says so: with all it would be 70 MB.
func TestSARIFLong(t *testing.T) {
	const lines = 50_000
	r := Result{Property: "p", Verdict: Violated}
	for i := range lines {
		r.Trace = append(r.Trace, Step{Task: fmt.Sprint("t", i%10_000), Event: "e", Pos: fmt.Sprintf("f:%d:1", lines-i)})
	}
	c := &Check{Program: "f", Results: []Result{r}}
	var b bytes.Buffer
	began := time.Now()
	if err := sarif.Write(&b, c, sarif.Options{Sources: Sources{"f": []byte(strings.Repeat("the text of a line\n", lines))}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if n := strings.Count(text, `"executionOrder"`); n != sarif.LongestFlow || time.Since(began) > 10*time.Second {
		t.Errorf("%d steps after %v", n, time.Since(began))
	}
	for part, want := range map[string]bool{"49,000 steps before these are left out": true,
		`"executionOrder": 50000,`: true, `"executionOrder": 49001,`: true, `"executionOrder": 49000,`: false} {
		if strings.Contains(text, part) != want {
			t.Errorf("%s: %t", part, !want)
		}
	}
}

// The SARIF log of what is no check has rules of its own, and what holds is no
// result.
func TestSARIFOfOthers(t *testing.T) {
	e := &Explore{Program: "p.tfg", Complete: true, Findings: []ExploreFinding{
		{Kind: "deadlock", Trace: []Step{{Task: "a", Event: "lock m", Pos: "p.tfg:1:1"}}, Waiting: []Waiting{{Task: "a", At: "lock n", Pos: "p.tfg:1:5"}}},
		{Kind: "error", Trace: []Step{{Task: "a", Event: "x = 3 is outside 0..2", Pos: "p.tfg:2:1"}}}}}
	var b bytes.Buffer
	if err := sarif.Write(&b, e.AsCheck([]Result{{Property: "order"}}), sarif.Options{}); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b.Bytes()) {
		t.Error("no JSON")
	}
	for _, want := range []string{`"ruleId": "deadlock"`, `"ruleId": "runtime-errors"`,
		"After step 1 not all tasks have ended, and none can move. So a waits at lock n.", `"exitCode": 1`, `"id": "property/order"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), `"ruleIndex"`); n != 2 {
		t.Errorf("%d results", n)
	}
	b.Reset()
	if err := sarif.Write(&b, (&Run{Program: "p", Ended: true}).AsCheck(nil), sarif.Options{}); err != nil || strings.Contains(b.String(), "ruleIndex") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestSARIFTitles: a rule is called by the first sentence of what its code
// means, and by the code where that is not known.
func TestSARIFTitles(t *testing.T) {
	text, _ := sarifOf(t, Mixed(), sarif.Options{Explain: func(string) string { return "a title, e.g.this one. And more.\nMore" }})
	if !strings.Contains(text, `"text": "a title, e.g.this one"`) || strings.Contains(text, "diagnostic F301") {
		t.Errorf("no title:\n%s", text)
	}
	if text, _ = sarifOf(t, Mixed(), sarif.Options{}); !strings.Contains(text, `"text": "diagnostic F301"`) {
		t.Errorf("without explanations:\n%s", text)
	}
}

// The first step of a loop says so in the flow of each task that takes it, and the steps of
// the loop are nested.
func TestSARIFLoop(t *testing.T) {
	var b bytes.Buffer
	if err := sarif.Write(&b, Looping(), sarif.Options{}); err != nil {
		t.Fatal(err)
	}
	var log any
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	for _, p := range sarifProblems("log", log, "log") {
		t.Error(p)
	}
	var read struct {
		Runs []struct {
			Results []struct {
				Message   struct{ Text string }
				CodeFlows []struct {
					ThreadFlows []struct {
						ID        string
						Locations []struct {
							Location       struct{ Message struct{ Text string } }
							ExecutionOrder int
							NestingLevel   int
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	r := read.Runs[0].Results[0]
	if !strings.Contains(r.Message.Text, "repeats 2 steps for ever") {
		t.Errorf("the message says %q", r.Message.Text)
	}
	var got []string
	for _, flow := range r.CodeFlows[0].ThreadFlows {
		for _, l := range flow.Locations {
			got = append(got, fmt.Sprintf("%s %d %d %s", flow.ID, l.ExecutionOrder, l.NestingLevel, l.Location.Message.Text))
		}
	}
	want := []string{"a 1 0 a: ask", "a 2 1 then for ever: b: a.poll (with b)", "b 2 1 then for ever: b: a.poll", "b 3 1 b: free=1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
