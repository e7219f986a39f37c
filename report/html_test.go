package report

import (
	"bytes"
	"flavers/internal/golden"
	"flavers/report/form"
	"flavers/report/ledger"
	"flavers/report/markup"
	"regexp"
	"strings"
	"testing"
)

// pageOf is a page of the mixed results.
func pageOf(t *testing.T, change func(*Page)) string {
	t.Helper()
	c := mixed()
	p := &Page{Check: c, Version: "test", Sources: Sources{"dining.tfg": []byte(strings.Repeat("line\n", 40))}}
	for i := range c.Results {
		p.Results = append(p.Results, PageResult{Result: &c.Results[i], Start: "none", Text: "property " + c.Results[i].Property,
			Vars: []VarValue{{"manager.taken[1]", "false"}, {"phil[0].hungry", "false"}}, Chart: markup.HTML("<svg></svg>")})
	}
	p.Results = append(p.Results, PageResult{Result: c.RuntimeErrors})
	if change != nil {
		change(p)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The data that the script walks through, and the statistics, are golden; the
// rest of the page is looked at in a browser.
func TestPageData(t *testing.T) {
	text := pageOf(t, nil)
	var parts []string
	for _, m := range regexp.MustCompile(`(?s)<script type="application/json" class="data">(.*?)</script>`).FindAllStringSubmatch(text, -1) {
		parts = append(parts, m[1])
	}
	for _, m := range regexp.MustCompile(`(?s)<dl class="stats">(.*?)</dl>`).FindAllStringSubmatch(text, -1) {
		parts = append(parts, strings.TrimSpace(m[1]))
	}
	for _, m := range regexp.MustCompile(`(?s)<tbody>(.*?)</tbody>`).FindAllStringSubmatch(text, -1) {
		parts = append(parts, strings.TrimSpace(m[1]))
	}
	golden.File(t, "testdata/page.txt", strings.Join(parts, "\n\n")+"\n")
}

// The page asks for nothing, and text of programs cannot become markup.
func TestPageIsClosed(t *testing.T) {
	evil := `</script><script>x()</script><img src=x onerror=x()>"'` + "`${x()}"
	text := pageOf(t, func(p *Page) {
		p.Program = evil
		p.Version = evil
		p.Sources = Sources{"dining.tfg": []byte(strings.Repeat(evil+"\n", 40))}
		for i := range p.Results {
			r := &p.Results[i]
			r.Text, r.Start, r.PictureNote, r.Property, r.Reason, r.Schedule = evil, evil, evil, evil, evil, evil
			r.Vars = []VarValue{{evil, evil}}
			r.Constraints, r.Assumptions, r.Vacuous = []string{evil}, []string{evil}, []string{evil}
			r.RejectedBy = []Kill{{evil, 1}}
			r.Refinement = []Round{{Path: []string{evil}, Added: []string{evil}}}
			for k := range r.Trace {
				r.Trace[k].Event, r.Trace[k].Task, r.Trace[k].State, r.Trace[k].Vars = evil, evil, evil, []VarValue{{evil, evil}}
			}
		}
		p.Diagnostics[0].Message = evil
	})
	if strings.Contains(text, "<img") || strings.Contains(text, "<script>x()") {
		t.Error("text of a program is markup")
	}
	plain := pageOf(t, nil)
	if got, want := strings.Count(text, "<script"), strings.Count(plain, "<script"); got != want {
		t.Errorf("%d script elements, not %d", got, want)
	}
	for _, reach := range []string{"http://", "https://", "src=", "@import", "fetch(", "XMLHttpRequest", "innerHTML", "eval(", "document.write"} {
		if strings.Contains(plain, reach) {
			t.Errorf("the page has %q", reach)
		}
	}
}

// Of a long source only the lines near the trace are in the page.
func TestPageCutsSource(t *testing.T) {
	text := pageOf(t, func(p *Page) {
		p.Sources = Sources{"dining.tfg": []byte(strings.Repeat("a long text\n", 5000))}
	})
	if n := strings.Count(text, "a long text"); n == 0 || n > 300 {
		t.Errorf("%d lines of the source are in the page", n)
	}
	if !strings.Contains(text, "the lines near the steps") {
		t.Error("the page does not say that lines are left out")
	}
}

// The heading shows the file, and where it is in small type; the addresses of
// results and the words of the table count from one.
func TestPageNames(t *testing.T) {
	for program, want := range map[string]string{
		"p.tfg":       `<h1>p.tfg</h1>`,
		"a/b c/p.tfg": `<h1><span class="dir">a/b c/</span>p.tfg</h1>`,
		`d:\a\p.tfg`:  `<h1><span class="dir">d:\a\</span>p.tfg</h1>`,
		"-":           `<h1>standard input</h1>`,
	} {
		text := pageOf(t, func(p *Page) { p.Program = program })
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %s", program, want)
		}
	}
	text := pageOf(t, nil)
	if strings.Contains(text, "#r0") || strings.Contains(text, `id="r0`) {
		t.Error("a result has the number 0")
	}
	for _, want := range []string{`<section class="result" id="r1" data-result="1"`, `<section class="result" id="r5"`, `<tr id="r2-3">`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
}

// Without times there is no column of times.
func TestPageTimes(t *testing.T) {
	const column = `<th class="num">time</th>`
	if !strings.Contains(pageOf(t, nil), column) {
		t.Error("no times")
	}
	if strings.Contains(pageOf(t, func(p *Page) { p.ZeroTimes() }), column) {
		t.Error("a column of no times")
	}
	for s, want := range map[float64]string{0: "", 0.001: "< 0.01 s", 0.02: "0.02 s", 59.6: "60 s", 3600: "60 min"} {
		if got := form.Took(s); got != want {
			t.Errorf("%g s: %q, want %q", s, got, want)
		}
	}
}

// Each column of the table of work is explained, in its order.
func TestPageExplainsMeasures(t *testing.T) {
	text := pageOf(t, nil)
	_, table, _ := strings.Cut(text, `<details class="work">`)
	table, _, _ = strings.Cut(table, "</details>")
	heads := regexp.MustCompile(`<th class="num">(.*?)</th>`).FindAllStringSubmatch(table, -1)
	terms := regexp.MustCompile(`<dt>(.*?)</dt><dd>(.+?)</dd>`).FindAllStringSubmatch(table, -1)
	if len(heads) != 5 || len(terms) != len(heads) {
		t.Fatalf("%d columns, %d terms", len(heads), len(terms))
	}
	for i := range heads {
		if heads[i][1] != terms[i][1] || len(terms[i][2]) < 20 {
			t.Errorf("column %s is explained by %v", heads[i][1], terms[i])
		}
	}
	if row := regexp.MustCompile(`(?s)<tbody>\n(<tr>.*?</tr>)`).FindString(table); strings.Count(row, "<td") != 1+len(heads) {
		t.Errorf("a row has other columns: %s", row)
	}
}

// The page opens with an execution that violates a property; a path only if there
// is none.
func TestPageOpensWithExecution(t *testing.T) {
	chosen := regexp.MustCompile(`class="chosen"><td><a href="#r(\d)">`)
	// possible, holds, violated
	order := func(p *Page) { p.Results[0], p.Results[1], p.Results[2] = p.Results[2], p.Results[0], p.Results[1] }
	for want, change := range map[string]func(*Page){
		"3": order,
		"1": func(p *Page) { order(p); p.Results = p.Results[:2] },
	} {
		if m := chosen.FindStringSubmatch(pageOf(t, change)); m == nil || m[1] != want {
			t.Errorf("opens with %v, want %s", m, want)
		}
	}
}

// On a path of the graph variables have no known values.
func TestPageOfPath(t *testing.T) {
	text := pageOf(t, nil)
	parts := regexp.MustCompile(`(?s)<script type="application/json" class="data">(.*?)</script>`).FindAllStringSubmatch(text, -1)
	if len(parts) != 3 || !strings.Contains(parts[0][1], `"path":false`) || !strings.HasPrefix(parts[1][1], `{"vars":[],`) || !strings.Contains(parts[1][1], `"path":true`) {
		t.Errorf("%d results to walk through: %v", len(parts), parts)
	}
}

func TestEmptyPage(t *testing.T) {
	var b bytes.Buffer
	if err := (&Page{Check: &Check{Program: "p.tfg"}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "<h1>p.tfg</h1>") {
		t.Error("the page has no title")
	}
}

// A page says who waits for whom.
func TestPageOfDeadlock(t *testing.T) {
	r := &Result{Property: Deadlock, Kind: KindDeadlock, Verdict: Violated, Trace: []Step{{Task: "a", Event: "lock m", Pos: "p.tfg:3:1"}},
		Waiting: []Waiting{{Task: "a", At: "lock <n>", Pos: "dir/p.tfg:4:1", For: []string{"b[0]", "b[1]", "c"}}}}
	c := &Check{Program: "p.tfg", Deadlock: r}
	var b bytes.Buffer
	if err := (&Page{Check: c, Results: []PageResult{{Result: r}}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<b>a</b> waits at <code>lock &lt;n&gt;</code>, for b[0..1] or c ", ">p.tfg:4:1</span>", "no deadlock", "An execution ends where some tasks wait for ever"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q", want)
		}
	}
}

// The page says what tests and reads are as its steps have them.
func TestPageOfReads(t *testing.T) {
	r := &Result{Property: "p", Verdict: Violated, Trace: []Step{
		{Task: "a", Event: "x==1", Test: "if x == 1", Reads: []Read{{"x", "1", 3}}},
		{Task: "a", Event: "x==1", Test: "if x < y", Partial: true}}}
	v := pageView{PageResult: PageResult{Result: r}}
	v.trace()
	one, two := v.Data.Steps[0], v.Data.Steps[1]
	if one.Text != "if x == 1" || len(one.Reads) != 1 || two.Text != "if x < y" {
		t.Errorf("%+v, %+v", one, two)
	}
}

// A deadlock that is meant fails nothing: it is counted apart from violations, in pages of
// explorations as of checks, and in the text of both.
func TestMeantIsCountedApart(t *testing.T) {
	e := &Explore{Program: "p.tfg", Algorithm: "states", Complete: true, Deadlocks: 1, Meant: true,
		Findings: []ExploreFinding{{Kind: "deadlock", Schedule: "1:a:0", Trace: []Step{{Task: "a", Event: "e", Pos: "p.tfg:1:1"}}}}}
	c := e.AsCheck([]Result{{Property: "p"}})
	page := &Page{Check: c}
	for _, r := range c.Ordered() {
		page.Results = append(page.Results, PageResult{Result: r})
	}
	var b, shown strings.Builder
	if err := page.Write(&b); err != nil {
		t.Fatal(err)
	}
	const want = "3 checks, 1 violated as expected, 2 hold"
	if !strings.Contains(b.String(), `<p class="tally">`+want) {
		t.Error("the page counts otherwise")
	}
	if got := text(t, c, TextOptions{}); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	if err := e.WriteText(&shown, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown.String(), "no deadlock is violated, as expected\n") {
		t.Errorf("no such finding in\n%s", &shown)
	}
}

// How an answer was found is told also where no search gave it, and no section is empty.
func TestPageSaysHow(t *testing.T) {
	for _, k := range []struct {
		result Result
		want   string
		absent string
	}{
		{Result{Property: "p", Verdict: Holds, Tuples: 1}, "No step of the program moves the property to a state that matters", "Because"},
		{Result{Property: "p", Verdict: Holds, Reason: "by all states, 7 of them"}, "<p>All 7 states were visited, and none violates the property: this is a proof.</p>", "Because"},
		{Result{Property: "p", Verdict: Holds, Reason: "by all executions, 1 of them"}, "<p>There is one execution, which was visited, and it does not", "Because"},
		{Result{Property: "p", Verdict: Unknown, Reason: "it was too much."}, "Because: it was too much.", "how the answer was found"},
		{Result{Property: "p", Verdict: Holds, Tuples: 9, Nodes: NodeCounts{Local: 3}}, "how the answer was found", "nothing to search"},
	} {
		var b strings.Builder
		if err := (&Page{Check: &Check{Results: []Result{k.result}}, Results: []PageResult{{Result: &k.result}}}).Write(&b); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, k.want) || strings.Contains(got, k.absent) {
			t.Errorf("%+v: no %q, or %q", k.result, k.want, k.absent)
		}
	}
}

// The page says of a finding that it is ignored, and why.
func TestPageIgnored(t *testing.T) {
	text := pageOf(t, func(p *Page) {
		p.Check.Results[1].Ignored = &ledger.Ignored{Reason: "the process ends soon after", Pos: "a.go:3:1"}
	})
	if !strings.Contains(text, "Ignored: the process ends soon after (a.go:3:1).") {
		t.Error("the page does not say it")
	}
}
