package oracle

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/lang"
)

// The known answers that the examples carry, for those with a small state
// space: `//! expect NAME holds|violated` and `//! expect deadlock|no-deadlock`.
func TestExamples(t *testing.T) {
	const limit = 5000
	files, err := filepath.Glob("../../examples/*.tfg")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	answers := regexp.MustCompile(`(?m)^\s*//! expect (\w+) (holds|violated)`)
	checked := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".tfg"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, list := lang.Load(file, src, lang.Options{})
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			r := Explore(p, limit)
			text := string(src)
			if r.Complete {
				if strings.Contains(text, "//! expect deadlock") != (r.Deadlocks > 0) {
					t.Errorf("%d deadlock states", r.Deadlocks)
				}
				checked++
			}
			if len(r.Errors) > 0 {
				t.Errorf("run-time errors: %v", r.Errors)
			}
			rules, err := os.ReadFile(strings.TrimSuffix(file, ".tfg") + ".fsa")
			if err != nil {
				t.Skip("no properties beside it")
			}
			specs, list := fsa.Parse(file, rules)
			if list.HasErrors() {
				t.Fatal(list.All)
			}
			want := map[string]string{}
			for _, m := range answers.FindAllStringSubmatch(text+"\n"+string(rules), -1) {
				want[m[1]] = m[2]
			}
			var constraints []*automata.Spec
			for _, s := range specs {
				if !s.Property {
					constraints = append(constraints, s)
				}
			}
			for _, s := range specs {
				if !s.Property || want[s.Name] == "" {
					continue
				}
				violated, complete, trace, err := Violates(p, constraints, s, limit)
				if err != nil {
					t.Errorf("%s: %v", s.Name, err)
				}
				if violated && want[s.Name] != "violated" {
					t.Errorf("%s is violated:\n%s", s.Name, strings.Join(trace, "\n"))
				}
				if !violated && complete && want[s.Name] != "holds" {
					t.Errorf("%s holds", s.Name)
				}
			}
		})
	}
	if checked < len(files)/2 {
		t.Errorf("only %d of %d examples are small enough", checked, len(files))
	}
}
