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
	// In default_lost, one more call would let the goroutine go on that lets callers go on. What goes wrong in
	// shutdown_send is a call beside Close, which the package does nothing for: a contract.
	// One_cond needs a third caller, and stringer_locked a negative number.
	found := checkKinds(t, "testdata/kinds.txt", "chan_of_chans", "default_lost", "one_cond",
		"sem_weighted", "shutdown_send", "stringer_locked")
	if !found["bug_shutdown_send"].agreed {
		t.Error("shutdown_send: no contract")
	}
}

// The same of testdata/styles.txt. In once_value, callers would have to choose the number zero.
func TestStyles(t *testing.T) { checkKinds(t, "testdata/styles.txt", "once_value") }

// shownOf says whether a package has a finding, and a contract.
type shownOf struct{ found, agreed bool }

// checkKinds checks the packages of a file, which are named bug_.. and fixed_.., and returns what is shown of each. missed
// are those whose mistakes are not shown.
func checkKinds(t *testing.T, file string, missed ...string) map[string]shownOf {
	t.Helper()
	text, err := os.ReadFile(file)
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
	out := map[string]shownOf{}
	for _, root := range service.Of(ps).Roots {
		of, _, _ := strings.Cut(root.Name, ".")
		now := out[of]
		if now.found { // one finding is enough
			continue
		}
		c := service.Package(t.Context(), root, service.Options{}).Check
		if c == nil {
			continue
		}
		for _, r := range c.Ordered() {
			now.found = now.found || r.Verdict == report.Violated
			now.agreed = now.agreed || r.Contract != nil
		}
		out[of] = now
	}
	for _, k := range kinds {
		name, _, _ := strings.Cut(k, "\n")
		if out["bug_"+name].found == slices.Contains(missed, name) {
			t.Errorf("%s: found %t", name, out["bug_"+name].found)
		}
		if out["fixed_"+name].found {
			t.Errorf("%s: found where it is mended", name)
		}
	}
	return out
}
