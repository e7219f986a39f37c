package task

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers/diag"
)

// TestManual: the grammar of the manual is grammar.txt, and the program at its
// beginning and that of message passing load.
func TestManual(t *testing.T) {
	manual, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	grammar, err := os.ReadFile("grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(manual), "```\n")
	if len(blocks) < 4 || blocks[len(blocks)-2] != string(grammar) {
		t.Error("the grammar in docs/language.md is not grammar.txt")
	}
	p, list := Load("dining.tfg", []byte(blocks[1]), nil)
	if p == nil || p.Name != "dining" || len(p.Tasks) != 6 {
		t.Errorf("the first program of docs/language.md: %v", list.All)
	}
	messages := false
	for _, b := range blocks {
		if strings.HasPrefix(b, "actor registry {") {
			messages = true
			if p, list := Load("messages.tfg", []byte("const A = 3, B = 2, P = 2; shared x, y 0..1\n"+b), nil); p == nil || len(list.All) > 0 {
				t.Errorf("the program of message passing in docs/language.md: %v", list.All)
			}
		}
	}
	if !messages {
		t.Error("docs/language.md has no program of message passing")
	}
}

// TestKeywords: every keyword stands in the grammar, and every word that the
// grammar quotes is a keyword.
func TestKeywords(t *testing.T) {
	grammar, err := os.ReadFile("grammar.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rules, _ := strings.Cut(string(grammar), "Program =")
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(rules, -1) {
		seen[m[1]] = true
		if !reserved[m[1]] {
			t.Errorf("the grammar quotes %q, which is no keyword", m[1])
		}
	}
	for w := range reserved {
		if !seen[w] {
			t.Errorf("keyword %q is not in the grammar", w)
		}
	}
}

// TestCodes: every code that the front end reports is explained, and no other.
func TestCodes(t *testing.T) {
	used := map[diag.Code]bool{}
	files, _ := filepath.Glob("*.go")
	files = append(files, "../lang.go")
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"(T[0-9]{3})"`).FindAllSubmatch(text, -1) {
			used[diag.Code(m[1])] = true
		}
	}
	for _, e := range diag.Explanations() {
		if e.Code[0] != 'T' {
			continue
		}
		if !used[e.Code] {
			t.Errorf("%s is explained but never reported", e.Code)
		}
		if e.Title == "" || len(e.Text) < 40 {
			t.Errorf("%s needs a title and a text", e.Code)
		}
		delete(used, e.Code)
	}
	for c := range used {
		t.Errorf("%s is reported but not explained", c)
	}
}
