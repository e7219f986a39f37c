package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/porelim"
	"flavers/report/stats"
	"flavers/verify"
)

// The elimination rules, refinements and orders of search have one list each.
// Completion, the help, the manual, the schemas and the statistics say the same.
func TestChoices(t *testing.T) {
	manual := readDoc(t, "manual.md")
	for flag, list := range map[string][]string{"por": words(porelim.Names()), "refine": words(verify.Refinements), "order": words(verify.Orders())} {
		if got := runReal("", "__completeNoDesc", "check", "p.tfg", "--"+flag, ""); !slices.Equal(strings.Fields(got.out)[:len(list)], list) {
			t.Errorf("completion of --%s: %q, want %q", flag, got.out, list)
		}
		last := len(list) - 1
		if help := strings.Join(strings.Fields(runReal("", "check", "--help-all").out), " "); !strings.Contains(help, strings.Join(list[:last], ", ")+" or "+list[last]) &&
			!slices.ContainsFunc(list, func(w string) bool { return strings.Contains(help, w+" (") }) {
			t.Errorf("the help does not list %q", list)
		}
		row := regexp.MustCompile("(?m)^\\| `--" + flag + " [A-Z]+`.*$").FindString(manual)
		var said []string
		for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(row, -1) {
			said = append(said, m[1])
		}
		slices.Sort(said)
		if want := slices.Sorted(slices.Values(list)); !slices.Equal(said, want) {
			t.Errorf("the manual has %q for --%s, want %q", said, flag, want)
		}
	}
	var check struct {
		Defs map[string]struct {
			Properties map[string]struct{ Enum []string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(readDoc(t, "schema/check.schema.json")), &check); err != nil {
		t.Fatal(err)
	}
	if got, want := check.Defs["result"].Properties["por"].Enum, words(porelim.Names()); !slices.Equal(got, want) {
		t.Errorf("the schema has rules %q, want %q", got, want)
	}
	var compared []string
	for _, r := range porelim.Compared() {
		compared = append(compared, string(r.Name))
		if r.Sound == (string(r.Name) == stats.Unsound) {
			t.Errorf("the statistics take rule %s for sound: %t", r.Name, !r.Sound)
		}
	}
	if !slices.Equal(stats.Rules[:], compared) {
		t.Errorf("the statistics have %q, want %q", stats.Rules, compared)
	}
	stats := readDoc(t, "schema/stats.schema.json")
	if want := `["` + strings.Join(compared, `", "`) + `"]`; strings.Count(stats, want) < 4 {
		t.Errorf("the schema of the statistics does not require %s", want)
	}
}

func readDoc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// words are those of a list.
func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}
