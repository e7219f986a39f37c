package codes

// docs/codes.md is made of the explanations. After a change of one:
//
//	go test ./internal/codes -run Page -update

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/diag"
)

var update = flag.Bool("update", false, "rewrite docs/codes.md")

// groups are the headings of the page, by the letters that codes begin with.
var groups = []struct{ letters, title string }{
	{"T", "Programs in the task language"}, {"F", "Specifications"}, {"V", "Checks and verdicts"}, {"C", "The command"},
	{"G", "Go packages"}, {"D", "Programs in Ada"}, {"E", "Traces"}, {"N", "Petri nets"},
	{"ABU", "The ledger of Ada"},
}

const pageHead = `# Codes

Each message of FLAVERS has a code. Here is what each means, with an example that has the problem and the same example
mended. After ` + "`$`" + ` stands a command. ` + "`flavers explain T201`" + ` prints the same.
The codes of the ledger of Go packages are in [go.md](go.md#the-ledger).

`

// escaped keeps signs of the text from being signs of Markdown.
var escaped = strings.NewReplacer("*", `\*`, "<", `\<`, "_", `\_`)

// page is the document.
func page() string {
	var index, body strings.Builder
	all := All()
	for _, g := range groups {
		fmt.Fprintf(&index, "\n**[%s](#%s)**\n\n", g.title, strings.ReplaceAll(strings.ToLower(g.title), " ", "-"))
		fmt.Fprintf(&body, "\n## %s\n", g.title)
		for _, e := range all {
			if strings.Contains(g.letters, string(e.Code[:1])) {
				fmt.Fprintf(&index, "* [%s](#%s) %s\n", e.Code, strings.ToLower(string(e.Code)), escaped.Replace(e.Title))
				body.WriteString(section(e))
			}
		}
	}
	return pageHead + strings.TrimPrefix(index.String(), "\n") + body.String()
}

// section is what the page says of a code.
func section(e diag.Explanation) string {
	text, _, examples := strings.Cut(e.Text, "\n\n    ")
	title, said := escaped.Replace(e.Title), escaped.Replace(strings.TrimSpace(text))
	out := fmt.Sprintf("\n### %s\n\n**%s.**\n%s\n", e.Code, title, said)
	if !examples || e.Wrong == "" {
		return out
	}
	return out + fmt.Sprintf("\n```\n%s\n```\n\nMended:\n\n```\n%s\n```\n", e.Wrong, e.Right)
}

// TestPage: docs/codes.md has every code, and says what the explanations say.
func TestPage(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "codes.md")
	fresh := page()
	if *update {
		if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(text), fresh); d != "" {
		t.Errorf("docs/codes.md (-text +what the explanations say; -update rewrites it):\n%s", d)
	}
	sections := regexp.MustCompile(`(?m)^### (\S+)$`).FindAllStringSubmatch(fresh, -1)
	for _, e := range All() {
		if !slices.ContainsFunc(sections, func(m []string) bool { return m[1] == string(e.Code) }) {
			t.Errorf("%s has no section: no group of the page has its letter", e.Code)
		}
		if strings.Contains(e.Wrong+e.Right, "```") {
			t.Errorf("the example of %s ends its block", e.Code)
		}
	}
}
