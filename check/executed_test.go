package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	service "flavers/check"
	"flavers/lang/golang"
	"flavers/lang/golang/clients"
	"flavers/report"
	"flavers/verify"
)

// What the model of a root leaves open, executions with all their data may show. Nothing is found where there is no
// mistake.
func TestExecuted(t *testing.T) {
	requests := []golang.Request{{Dir: "../lang/golang/testdata/data", Patterns: []string{"."}}}
	ps, list := golang.Open(t.Context(), requests, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	shown := 0
	for _, root := range service.Of(ps).Roots {
		c := service.Package(t.Context(), root, service.Options{}).Check
		found := false
		if c != nil {
			for _, r := range c.Ordered() {
				found = found || r.Verdict == report.Violated
				if r.Confirmed != report.Interpreted || r.Verdict != report.Violated {
					continue
				}
				if shown++; len(r.If) > 0 || len(r.Waiting) == 0 && len(r.Trace) == 0 {
					t.Errorf("%s: %+v", root.Name, r)
				}
			}
		}
		if want := !strings.Contains(root.Name, ".Fixed"); found != want {
			t.Errorf("%s: found %t", root.Name, found)
		}
	}
	if shown < 4 {
		t.Errorf("%d are found by executions", shown)
	}
}

// Where no model is made in time, an execution answers all the same: what callers of a client do is said, and comments
// mark what is to be ignored.
func TestExecutedWithoutModel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module late\n\ngo 1.24\n",
		"late.go": "package late\n\nimport \"sync\"\n\n" +
			"type Box struct{ mu sync.Mutex }\n\nfunc (b *Box) Put() { b.mu.Lock() }\n\n" +
			"func Stuck() {\n\tc := make(chan int)\n\t<-c //flavers:ignore deadlock for a test\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}, Clients: clients.Auto}}, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	of := service.Of(ps)
	met := 0
	for _, root := range of.Roots {
		c := service.Package(t.Context(), root, service.Options{Verify: verify.Options{Timeout: 1}}).Check
		d := c.Deadlock
		switch client := strings.Contains(root.Name, "client of Box"); {
		case d == nil || d.Confirmed != report.Interpreted:
			continue
		case client && (c.Client == "" || d.Ignored != nil), !client && (c.Client != "" || d.Ignored == nil):
			t.Errorf("%s: callers do %q, ignored: %v", root.Name, c.Client, d.Ignored)
		}
		met++
	}
	if met < 2 {
		t.Errorf("%d of %d roots", met, len(of.Roots))
	}
}
