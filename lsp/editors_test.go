package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/automata/fsa"
	"flavers/lang"
)

// keywords are the words of a language, in order.
func keywords(ext string) []string {
	words := fsa.Keywords()
	if ext == "tfg" {
		reserved, contextual := lang.Keywords(".tfg")
		words = append(slices.Clone(reserved), contextual...)
	}
	slices.Sort(words)
	return words
}

// file is a file of the folder editors.
func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../editors", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestKeywords: the grammar of VS Code, the syntax file of Vim and completion have the
// words of the languages, no more and no less.
func TestKeywords(t *testing.T) {
	list := regexp.MustCompile(`"match": "\\\\b\(([a-z|]+)\)(?:\\\\b|\\\\s\+\[A-Za-z_\]\\\\w\*)"`)
	vim := regexp.MustCompile(`(?m)^syntax keyword \w+ (.*)$`)
	c := local(t, map[string]string{"k.tfg": "\n", "k.fsa": "\n"})
	for _, ext := range []string{"tfg", "fsa"} {
		collect := func(text string, pattern *regexp.Regexp, between string) []string {
			var words []string
			for _, m := range pattern.FindAllStringSubmatch(text, -1) {
				words = append(words, strings.Split(m[1], between)...)
			}
			slices.Sort(words)
			return words
		}
		got := map[string][]string{
			"the grammar":     collect(file(t, "vscode/syntaxes/"+ext+".tmLanguage.json"), list, "|"),
			"the syntax file": collect(file(t, "vim/syntax/"+ext+".vim"), vim, " "),
		}
		c.open("k." + ext)
		var offered completionList
		c.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri("k." + ext)}, "position": position{}}, &offered)
		for _, i := range offered.Items {
			got["completion"] = append(got["completion"], i.Label)
		}
		slices.Sort(got["completion"])
		for who, words := range got {
			if d := cmp.Diff(keywords(ext), words); d != "" {
				t.Errorf("%s of .%s (-the language +%s):\n%s", who, ext, who, d)
			}
		}
	}
}

// TestManifest: what the manifest of the extension names exists, and every file is
// JSON.
func TestManifest(t *testing.T) {
	var m struct {
		Main        string `json:"main"`
		Contributes struct {
			Languages []struct {
				Extensions    []string
				Configuration string
			}
			Grammars, Snippets []struct{ Language, ScopeName, Path string }
			Configuration      struct{ Properties map[string]any }
		}
	}
	if err := json.Unmarshal([]byte(file(t, "vscode/package.json")), &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Contributes.Languages) != 2 || len(m.Contributes.Grammars) != 2 || len(m.Contributes.Snippets) != 2 {
		t.Fatalf("%+v", m)
	}
	client := file(t, filepath.Join("vscode", m.Main))
	for name := range m.Contributes.Configuration.Properties {
		if short := strings.TrimPrefix(name, "flavers."); !strings.Contains(client, `settings.get("`+short+`")`) {
			t.Errorf("nothing reads the setting %s", name)
		}
	}
	for _, g := range m.Contributes.Grammars {
		var grammar struct {
			ScopeName  string
			Repository map[string]any
			Patterns   []struct{ Include string }
		}
		if err := json.Unmarshal([]byte(file(t, filepath.Join("vscode", g.Path))), &grammar); err != nil || grammar.ScopeName != g.ScopeName {
			t.Errorf("%s: %v, %s", g.Path, err, grammar.ScopeName)
		}
		for _, p := range grammar.Patterns {
			if grammar.Repository[strings.TrimPrefix(p.Include, "#")] == nil {
				t.Errorf("%s includes %s", g.Path, p.Include)
			}
		}
	}
	var any map[string]any
	for _, l := range m.Contributes.Languages {
		if err := json.Unmarshal([]byte(file(t, filepath.Join("vscode", l.Configuration))), &any); err != nil {
			t.Error(err)
		}
	}
}

// TestSnippets: what a snippet writes, with its places filled in as proposed, can be
// read.
func TestSnippets(t *testing.T) {
	choice := regexp.MustCompile(`\$\{\d\|([^,|]*)[^}]*\}`)
	filled := regexp.MustCompile(`\$\{\d:([^}]*)\}`)
	for _, ext := range []string{"tfg", "fsa"} {
		var all map[string]struct {
			Prefix, Description string
			Body                []string
		}
		if err := json.Unmarshal([]byte(file(t, "vscode/snippets/"+ext+".json")), &all); err != nil || len(all) < 5 {
			t.Fatal(err, len(all))
		}
		for name, s := range all {
			body := strings.Join(s.Body, "\n")
			body = filled.ReplaceAllString(choice.ReplaceAllString(body, "$1"), "$1")
			body = strings.NewReplacer("$0", "", "$1", "").Replace(body)
			src, other := body+"\n", ""
			if ext == "tfg" {
				other = "property p { absence of x }\n"
				if s.Prefix == "section" || s.Prefix == "choose" {
					src = "lock m\ntask t[i in 0..N-1] {\n" + body + "\n}\n"
				} else if s.Prefix == "select" {
					src = "task t { entry entry\n" + body + "\n}\ntask u { call t.entry }\n"
				} else if s.Prefix == "//!" {
					src += "task t { }\n"
				}
				src = "const N = 2\n" + src
			}
			path := filepath.Join(t.TempDir(), "s."+ext)
			v := newView(map[string]*text{})
			v.held[path] = &document{path: path, text: newText([]byte(src))}
			if ext == "tfg" {
				spec := filepath.Join(filepath.Dir(path), "name.fsa")
				v.held[spec] = &document{path: spec, text: newText([]byte(other))}
			}
			m := v.model(t.Context(), "", path)
			if ext == "tfg" {
				m = v.model(t.Context(), path)
			}
			for _, d := range m.list {
				if d.Code != "F301" && d.Code != "S109" && !(s.Prefix == "//!" && ext == "fsa") {
					t.Errorf("%s: %s\n%s", name, d, src)
				}
			}
		}
	}
}
