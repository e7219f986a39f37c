package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/lang"
)

// TestFrom: in docs/from.md, each piece of code in a middle column is a statement or declarations of a program with the
// declarations that the page shows, or a specification.
func TestFrom(t *testing.T) {
	text, err := os.ReadFile("from.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "```\n")
	declared, _, _ := strings.Cut(block, "```\n")
	right := func(program string) (why string) {
		_, list := lang.Load("from.tfg", []byte(program), lang.Options{})
		if len(list.All) > 0 {
			return list.All[0].String()
		}
		return ""
	}
	code := regexp.MustCompile("`([^`]*)`")
	checked := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) < 2 || cells[1] == "here" {
			continue
		}
		pieces := code.FindAllStringSubmatch(cells[1], -1)
		if len(pieces) == 0 {
			t.Errorf("no code in %s", line)
		}
		for _, m := range pieces {
			checked++
			if strings.HasPrefix(m[1], "property ") || strings.HasPrefix(m[1], "invariant ") {
				if specs, list := fsa.Parse("from.fsa", []byte(m[1])); len(list.All) > 0 || len(specs) != 1 {
					t.Errorf("%s: %v", m[1], list.All)
				}
				continue
			}
			why := right(declared + "task here { " + m[1] + " }\n")
			if why != "" && right(declared+m[1]+"\n") != "" {
				t.Errorf("%s: as a statement: %s\nas declarations: %s", m[1], why, right(declared+m[1]+"\n"))
			}
		}
	}
	if checked < 70 || right(declared+"task here { x = ready }\n") == "" {
		t.Errorf("%d pieces are checked", checked)
	}
}
