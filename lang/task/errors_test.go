package task

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers/diag"
)

// TestErrors loads every program in testdata/errors/*.tfg. A file holds many,
// separated by lines of dashes. A comment
//
//	// want "regexp" "regexp"
//
// names the diagnostics of its line, each matched against "CODE: message
// (hint)". Every diagnostic must be wanted, and every wanted one must come.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.tfg")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	seen := map[diag.Code]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for _, chunk := range strings.SplitAfter(string(text), "\n----\n") {
			checkChunk(t, file, line, strings.TrimSuffix(chunk, "----\n"), seen)
			line += strings.Count(chunk, "\n")
		}
	}
	for _, e := range diag.Explanations() {
		if e.Code[0] == 'T' && !seen[e.Code] && !elsewhere[e.Code] {
			t.Errorf("no test wants %s (%s)", e.Code, e.Title)
		}
	}
}

// elsewhere holds the codes whose tests are not chunks of a file.
var elsewhere = map[diag.Code]bool{
	"T003": true,                                                                       // TestBytes
	"T103": true,                                                                       // TestLimits
	"T005": true,                                                                       // TestLimits
	"T006": true,                                                                       // TestLimits
	"T007": true,                                                                       // package lang
	"T401": true, "T402": true, "T403": true, "T404": true, "T405": true, "T406": true, // TestLint
	"T210": true, // TestSet
}

var quoted = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)

func checkChunk(t *testing.T, file string, first int, chunk string, seen map[diag.Code]bool) {
	t.Helper()
	src := strings.Repeat("\n", first-1) + chunk // so that lines are those of the file
	p, list := Load(file, []byte(src), nil)
	want := map[int][]*regexp.Regexp{}
	for i, l := range strings.Split(chunk, "\n") {
		_, comment, found := strings.Cut(l, "// want ")
		if !found {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(comment, -1) {
			want[first+i] = append(want[first+i], regexp.MustCompile(strings.ReplaceAll(m[1], `\"`, `"`)))
		}
	}
	if list.HasErrors() != (p == nil) {
		t.Errorf("%s:%d: errors %v, but program %v", file, first, list.HasErrors(), p != nil)
	}
	for _, d := range list.All {
		seen[d.Code] = true
		text := string(d.Code) + ": " + d.Message + " (" + d.Hint + ")"
		if d.Severity == diag.Warning {
			text = "warning " + text
		}
		d.Pos.Line = min(d.Pos.Line, first+strings.Count(chunk, "\n")-1) // the end of the chunk has no comment
		i := 0
		w := want[d.Pos.Line]
		for i < len(w) && !w[i].MatchString(text) {
			i++
		}
		if i == len(w) {
			t.Errorf("unexpected: %s", d)
			continue
		}
		want[d.Pos.Line] = append(w[:i:i], w[i+1:]...)
	}
	for line, w := range want {
		for _, re := range w {
			t.Errorf("%s:%d: no diagnostic matches %q", file, line, re)
		}
	}
}
