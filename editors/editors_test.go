package editors

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shape writes the spans of a text, those with a class in brackets.
func shape(file, text string) string {
	var lines []string
	for _, spans := range Highlight(file, text) {
		line := ""
		for _, s := range spans {
			if s.Class == "" {
				line += s.Text
			} else {
				line += fmt.Sprintf("[%s:%s]", s.Class, s.Text)
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestHighlight(t *testing.T) {
	for _, k := range []struct{ file, text, want string }{
		{"p.tfg", "task phil[i in 0..N] { // eats", "[type:task] [name:phil][i [keyword:in] [constant:0][operator:..]N] { [comment:// eats]"},
		{"p.tfg", "x1 = if1 /* lock\na lock */ lock a", "x1 [operator:=] if1 [comment:/* lock]\n[comment:a lock */] [type:lock] a"},
		{"p.tfg", "on take(w 0..2) { event eat }", "[type:on] [name:take](w [constant:0][operator:..][constant:2]) { [keyword:event] [name:eat] }"},
		{"p.tfg", "done wg; done = 1", "[keyword:done] wg; done [operator:=] [constant:1]"},
		{"p.fsa", `property p { absence of "lock \" a" }`, `[type:property] [name:p] { [keyword:absence] [keyword:of] [string:"lock \" a"] }`},
		{"p.fsa", "\"open\nfor", "[string:\"open]\n[keyword:for]"},
		{"p.trace", "lock a", "lock a"},
		{"p.adb", "task body Fork is -- take", "[type:task] [keyword:body] [name:Fork] [keyword:is] [comment:-- take]"},
		{"p.adb", `accept Up; Put ("a--b"); X := 'y';`,
			`[type:accept] [name:Up]; Put ([string:"a--b"]); X [operator::=] [string:'y'];`},
		{"p.tfg", "", ""},
	} {
		if got := shape(k.file, k.text); got != k.want {
			t.Errorf("%s: %s, want %s", k.text, got, k.want)
		}
	}
}

// Of every example, the spans make up the text, whatever the grammar, and many have a class.
func TestSpansAreTheText(t *testing.T) {
	classes := map[string]bool{}
	for _, pattern := range []string{"*.tfg", "*.fsa", "messages/*", "ada/*.ad?"} {
		files, err := filepath.Glob(filepath.Join("..", "examples", pattern))
		if err != nil || len(files) < 5 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, spans := range Highlight(file, string(text)) {
				for _, s := range spans {
					classes[s.Class] = true
					all.WriteString(s.Text)
				}
				all.WriteByte('\n')
			}
			if strings.TrimRight(all.String(), "\n") != strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n") {
				t.Errorf("%s: the spans are another text", file)
			}
		}
	}
	for _, class := range []string{"comment", "string", "keyword", "type", "name", "constant", "function", "operator"} {
		if !classes[class] {
			t.Errorf("nothing is a %s", class)
		}
	}
}

// The grammars use nothing that this package does not understand.
func TestGrammarsAreUnderstood(t *testing.T) {
	known := []string{"name", "match", "begin", "end", "include", "captures", "patterns"}
	for _, text := range [][]byte{programs, specifications, ada} {
		var g struct {
			Patterns   []map[string]any
			Repository map[string]struct{ Patterns []map[string]any }
		}
		if err := json.Unmarshal(text, &g); err != nil {
			t.Fatal(err)
		}
		lists := [][]map[string]any{g.Patterns}
		for _, r := range g.Repository {
			lists = append(lists, r.Patterns)
		}
		for _, list := range lists {
			for _, rule := range list {
				for key := range rule {
					if !slices.Contains(known, key) {
						t.Errorf("a rule has %s", key)
					}
				}
				name, _ := rule["name"].(string)
				if name != "" && classOf(name) == "" {
					t.Errorf("%s has no class", name)
				}
			}
		}
	}
}
