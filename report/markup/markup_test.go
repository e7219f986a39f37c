package markup

import (
	"errors"
	"strings"
	"testing"
)

// page is a value with a field of each type that templates meet.
type page struct {
	Name   string
	Evil   string
	Count  int
	Picked *page
	List   []string
	Pages  []*page
	Trust  HTML
	Style  CSS
	Code   JS
	Link   Path
	hidden string
}

const evil = `</script><img src=x>"'&` + "\x00"

var example = page{Name: "a", Evil: evil, Count: 3, List: []string{"x", "y", "z"}, Trust: "<b>t</b>", Style: "p{}",
	Code: "f()", Link: "a/b%20c", Pages: []*page{{Name: "p", List: []string{"1"}}, {Name: "q"}}, hidden: "h"}

func printed(t *testing.T, text string) (string, error) {
	t.Helper()
	p, err := Parse("test", text, Funcs{"inc": func(i int) int { return i + 1 }, "pair": func(a, b string) string { return a + b }})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = p.Execute(&b, &example)
	return b.String(), err
}

// What a template prints, by its rules.
func TestPrints(t *testing.T) {
	for text, want := range map[string]string{
		`{{.Name}} {{.Count}} {{len .List}}`:                                             "a 3 3",
		`{{.Evil}}`:                                                                      "&lt;/script&gt;&lt;img src=x&gt;&#34;&#39;&amp;\uFFFD",
		`<p title="{{.Evil}}">{{.Trust}}</p>`:                                            "<p title=\"&lt;/script&gt;&lt;img src=x&gt;&#34;&#39;&amp;\uFFFD\"><b>t</b></p>",
		`<p title="{{.Trust}}"></p>`:                                                     `<p title="&lt;b&gt;t&lt;/b&gt;"></p>`,
		`<script type="a">{{.Evil}}</script>`:                                            `<script type="a">"\u003c/script\u003e\u003cimg src=x\u003e\"'\u0026\u0000"</script>`,
		`<script>{{.Code}}</script><style>{{.Style}}</style>`:                            `<script>f()</script><style>p{}</style>`,
		`<a href="#r{{.Evil}}"></a>`:                                                     "<a href=\"#r&lt;/script&gt;&lt;img src=x&gt;&#34;&#39;&amp;\uFFFD\"></a>",
		`<a href="{{.Link}}"></a>`:                                                       `<a href="a/b%20c"></a>`,
		`<i style="width:{{printf "%d.5" .Count}}%"></i>`:                                `<i style="width:3.5%"></i>`,
		`{{range .List}}{{.}};{{else}}none{{end}}`:                                       "x;y;z;",
		`{{range $i, $s := .List}}{{if $i}}, {{end}}{{inc $i}}{{$s}}{{end}}`:             "1x, 2y, 3z",
		`{{range .List}}{{if eq . "y"}}{{continue}}{{end}}{{.}}{{end}}`:                  "xz",
		`{{range .List}}{{if eq . "y"}}{{break}}{{end}}{{.}}{{end}}`:                     "x",
		`{{range .Pages}}{{.Name}}{{range .List}}{{.}}{{else}}-{{end}}{{$.Name}}{{end}}`: "p1aq-a",
		`{{with .Picked}}{{.Name}}{{else}}nobody{{end}}`:                                 "nobody",
		`{{with .Name}}{{.}}{{end}}{{.Name}}`:                                            "aa",
		`{{$n := .Name}}{{range .List}}{{$n}}{{end}}`:                                    "aaa",
		`{{if and .Name (not .Picked)}}yes{{else}}no{{end}}`:                             "yes",
		`{{if or .Picked (gt .Count 3)}}yes{{else if ne .Name "a"}}b{{else}}no{{end}}`:   "no",
		`{{define "t"}}<{{end}}`:                                                         "",
		`{{define "t"}}[{{.}}]{{end}}{{template "t" .Name}}`:                             "[a]",
		`<td{{if .Name}} class="c {{if .Count}}d{{end}}"{{end}}>{{/* no */}}</td>`:       `<td class="c d"></td>`,
		`{{pair .Name "b"}}`:                                                             "ab",
	} {
		got, err := printed(t, text)
		if want == "" && err == nil || want != "" && (err != nil || got != want) {
			t.Errorf("%s: %q, %v; not %q", text, got, err, want)
		}
	}
}

// Values where they could become markup, and what there is not, are errors.
func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`<p {{.Name}}>`:                                        "in the quotes of an attribute",
		`<p class={{.Name}}>`:                                  "in the quotes of an attribute",
		`<{{.Name}}>`:                                          "< begins a tag",
		`<!-- {{.Name}} -->`:                                   "no comment",
		`<p class='{{.Name}}'>`:                                "attributes are written as",
		`<p onclick="{{.Name}}">`:                              "no value stands in the attribute onclick",
		`<img src="{{.Name}}">`:                                "no value stands in the attribute src",
		`<a href="{{.Evil}}"></a>`:                             "an address of type string",
		`<a href="{{.Name}}#{{.Name}}"></a>`:                   "an address of type string",
		`<a href="{{if .Picked}}#{{end}}{{.Evil}}"></a>`:       "the branches end in different places",
		`<a href="x:{{.Name}}"></a>`:                           "an address of type string",
		`<i style="width:{{.Name}}"></i>`:                      "a style with",
		`<style>{{.Name}}</style>`:                             "a style of type string",
		`{{if .Name}}<p{{end}}>`:                               "the branches end in different places",
		`{{range .List}}<p title="{{end}}`:                     "different places",
		`<p title="`:                                           "it ends within a tag",
		`<script>`:                                             "it ends within a tag",
		`{{define "t"}}x{{end}}<p title="{{template "t" .}}">`: "between elements only",
		`{{.Missing}}`:                                         "has no field Missing",
		`{{.hidden}}`:                                          "has no field hidden",
		`{{.Picked.Name}}`:                                     "what has no fields",
		`{{range .Count}}{{end}}`:                              "no loop over a value of type int",
		`{{.Name | len}}`:                                      "a pipe has one command",
		`{{.Name .Count}}`:                                     "methods cannot be called",
		`{{inc .Name}}`:                                        "is not of type int",
		`{{inc}}`:                                              "has 1 operands, not 0",
		`{{eq .Name .Count}}`:                                  "compares values of one type",
		`{{gt .Name 1}}`:                                       "an operand of another type",
		`{{not .Name .Name}}`:                                  "another number of operands",
		`{{template "t" .}}`:                                   `no template "t"`,
		`{{if}}`:                                               "missing value",
	} {
		if got, err := printed(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v; not %q", text, got, err, want)
		}
	}
}

// An error of the writer ends the page.
func TestWriter(t *testing.T) {
	if err := Must("test", "text {{.}}", nil).Execute(full{}, "x"); err != errFull {
		t.Error(err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
