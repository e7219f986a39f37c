//go:build integration

package golang_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	service "flavers/check"
	"flavers/lang/golang"
	"flavers/lang/golang/clients"
	"flavers/report"
)

// Everyday packages of testdata/kinds.txt, each with a mistake and mended: clients show the mistakes, but for those that
// are listed, and nothing in what was mended.
func TestKinds(t *testing.T) {
	text, err := os.ReadFile("testdata/kinds.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, content string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module kinds\n\ngo 1.26\n")
	kinds := strings.Split(string(text), "\n=== ")[1:]
	clause := regexp.MustCompile(`(?m)^package \w+`)
	for _, k := range kinds {
		name, body, _ := strings.Cut(k, "\n")
		for kind, other := range map[string]string{"bug_": "//+", "fixed_": "//-"} {
			lines := strings.Split(clause.ReplaceAllString(body, "package "+kind+name), "\n")
			lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasSuffix(l, other) })
			code := strings.Join(lines, "\n")
			if !strings.Contains(code, "slices.") {
				code = strings.Replace(code, "\t\"slices\"\n", "", 1)
			}
			write(filepath.Join(kind+name, "kind.go"), code)
		}
	}
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./..."}, Clients: clients.Auto}}, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	found := map[string]bool{}
	for _, root := range service.Of(ps).Roots {
		of, _, _ := strings.Cut(root.Name, ".")
		if found[of] { // one finding is enough
			continue
		}
		c := service.Package(t.Context(), root, service.Options{}).Check
		if c == nil {
			continue
		}
		for _, r := range c.Ordered() {
			found[of] = found[of] || r.Verdict == report.Violated
		}
	}
	missed := []string{"chan_of_chans", "cond_signal", "sem_weighted"}
	for _, k := range kinds {
		name, _, _ := strings.Cut(k, "\n")
		if found["bug_"+name] == slices.Contains(missed, name) {
			t.Errorf("%s: found %t", name, found["bug_"+name])
		}
		if found["fixed_"+name] {
			t.Errorf("%s: found where it is mended", name)
		}
	}
}
