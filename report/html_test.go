package report

import (
	"bytes"
	"html/template"
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
			Vars: []VarValue{{"manager.taken[1]", "false"}, {"phil[0].hungry", "false"}}, Chart: template.HTML("<svg></svg>")})
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
	golden(t, "page.txt", strings.Join(parts, "\n\n")+"\n")
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
			r.KilledBy = []Kill{{evil, 1}}
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
		p.Sources = Sources{"dining.tfg": []byte(strings.Repeat("a long program\n", 5000))}
	})
	if n := strings.Count(text, "a long program"); n == 0 || n > 300 {
		t.Errorf("%d lines of the source are in the page", n)
	}
	if !strings.Contains(text, "the lines near the steps") {
		t.Error("the page does not say that lines are left out")
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
