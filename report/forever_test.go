package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// looping is a property that an execution violates which repeats its last two steps; a
// joint step is the first of them.
func looping() *Check {
	return &Check{Version: Version, Program: "busy.tfg", Results: []Result{{
		Property: "served", Pos: "busy.fsa:1:10", Verdict: Violated, POR: "none", Loop: 2, Fair: "weak", Schedule: "1:3f0a9c12:0/3,4",
		Trace: []Step{
			{Task: "a", Event: "ask", Pos: "busy.tfg:3:9", State: "owed"},
			{Task: "b", Tasks: []string{"a", "b"}, Event: "a.poll", Pos: "busy.tfg:4:9", PartnerPos: "busy.tfg:3:20"},
			{Task: "b", Event: "free=1", Pos: "busy.tfg:4:19"},
		}}}}
}

// The lists of GitHub and of the page say where the loop begins, and the page knows it.
func TestLoopIsListed(t *testing.T) {
	var b bytes.Buffer
	if err := looping().WriteGitHub(&b); err != nil {
		t.Fatal(err)
	}
	const head = "after 1 step an execution repeats 2 steps for ever, which violates the property (this is weakly fair"
	if text := b.String(); !strings.Contains(text, head) ||
		!strings.Contains(text, "1. a: ask [owed]%0Athen for ever:%0A2. b: a.poll%0A3. b: free=1\n") {
		t.Errorf("annotations:\n%s", text)
	}
	page := func(c *Check) string {
		b.Reset()
		p := &Page{Check: c, Results: []PageResult{{Result: &c.Results[0], Start: "none"}}}
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	again := regexp.MustCompile(`<tr id="r1-1">.*</tr>\s*<tr class="again"><td></td><td colspan="6">then for ever:</td></tr>\s*<tr id="r1-2">`)
	text := page(looping())
	if !again.MatchString(text) || strings.Count(text, `class="again"`) != 1 {
		t.Error("the table of steps does not say that steps are repeated")
	}
	for _, want := range []string{`"loop":2`, "3 steps, the last 2 again and again", "Steps 2 to 3 are repeated for ever, which violates served"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	ends := looping()
	ends.Results[0].Loop = 0
	if text := page(ends); strings.Contains(text, `class="again"`) || strings.Contains(text, `"loop":`) {
		t.Error("an execution with an end has a loop")
	}
}

// Of one that holds, the page says of which executions that go on for ever; and of one of
// which steps are left out, how many.
func TestPageSaysHowFair(t *testing.T) {
	for fair, want := range map[string]string{"weak": "those that are weakly fair", "strong": "those that are strongly fair",
		"none": "not even one that goes on for ever without fairness", "": "No execution violates it."} {
		v := &pageView{PageResult: PageResult{Result: &Result{Verdict: Holds, Fair: fair}}}
		if got := v.short(); !strings.Contains(got, want) || (fair == "") == strings.Contains(got, "for ever") {
			t.Errorf("%s fairness: %s", fair, got)
		}
		if got := v.meaning(); strings.Contains(got, fair+"ly fair: in which no task") != (fair == "weak" || fair == "strong") {
			t.Errorf("%s fairness: %s", fair, got)
		}
	}
	v := &pageView{PageResult: PageResult{Result: &Result{Verdict: Holds, Fair: "weak", Declared: true}}}
	if got := v.short() + v.meaning(); strings.Count(got, "fair to what the program declares fair") != 2 {
		t.Error(got)
	}
	r := looping().Results[0]
	r.Loop, r.Omitted = 0, 7
	if got := wrong(&titled{Result: &r, title: "served", runtime: false}); got != "The execution goes on for 7 more steps, which are not shown." {
		t.Error(got)
	}
}

// Where a program declares something fair, reports say so; of a loop that is unfair to it they name it.
func TestDeclaredFair(t *testing.T) {
	held := &Result{Verdict: Holds, Fair: "weak", Declared: true}
	if got := held.Fairly(); got != " under weak fairness and what the program declares fair" {
		t.Error(got)
	}
	r := looping().Results[0]
	r.Declared = true
	if got := forEver("served", &r); !strings.Contains(got, ", and what the program declares fair is kept)") {
		t.Error(got)
	}
	if got := repeats(&Run{Loop: 2, Fairness: "strong", Declared: true}); !strings.HasSuffix(got, "What the program declares fair is kept, too.") {
		t.Error(got)
	}
	const name = "alternative 2 of the choose in t (3:9)"
	if got := repeats(&Run{Loop: 2, Fairness: "none", Unfair: name}); !strings.Contains(got, "of "+name+", which the program declares fair") {
		t.Error(got)
	}
	e := &Explore{Complete: true, States: 9, Fairness: "weak", Declared: true, Findings: []ExploreFinding{{Kind: "violation", Property: "other", Loop: 1}}}
	c := e.AsCheck([]Result{{Property: "served", Of: Ending}, {Property: "other", Of: Ending}})
	if !c.Results[0].Declared || !c.Results[1].Declared || c.Results[1].Fair != "weak" {
		t.Errorf("%+v", c.Results)
	}
}

// What an exploration says of a property that asks for something is about executions that end
// unless the others were judged, or all end.
func TestExploredOf(t *testing.T) {
	for _, c := range []struct {
		e        Explore
		of, fair string
	}{
		{Explore{Complete: true, States: 9, Fairness: "strong"}, "", "strong"},
		{Explore{Complete: true, States: 9}, Ending, ""},
		{Explore{Complete: true, Executions: 9}, "", ""},
		{Explore{States: 9, Limit: "states"}, "", ""},
		{Explore{Complete: true, States: 9, Fairness: "weak", Findings: []ExploreFinding{{Kind: "violation", Property: "served", Loop: 1}}}, "", "weak"},
		{Explore{Complete: true, States: 9, Fairness: "weak", Findings: []ExploreFinding{{Kind: "violation", Property: "served"}}}, "", ""},
	} {
		r := c.e.AsCheck([]Result{{Property: "served", Of: Ending}, {Property: "safe"}}).Results
		if r[0].Of != c.of || r[0].Fair != c.fair || r[1].Of != "" || r[1].Fair != "" {
			t.Errorf("%+v: of %q, fairness %q; of a safety property %q, %q", c.e, r[0].Of, r[0].Fair, r[1].Of, r[1].Fair)
		}
	}
}
