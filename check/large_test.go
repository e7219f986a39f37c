package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/check"
	"flavers/lang/golang"
	"flavers/report"
)

// A root whose program the task language has no room for is unknown, by an entry of the ledger, and the other roots of
// its package are checked.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module large\n\ngo 1.26\n",
		"large.go": "package large\n\nfunc Many(n int) {\n\tcs := []chan int{" + strings.Repeat("make(chan int), ", 600) +
			"}\n\tgo func() { cs[n] <- 1 }()\n\t<-cs[n+1]\n}\n\nfunc Stuck() { <-make(chan int) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]int{"large.Many": report.ExitOpen, "large.Stuck": report.ExitViolated}
	ps := open(t, dir)
	for _, root := range ps.Roots {
		c := check.Package(t.Context(), root, check.Options{Executions: check.Off}).Check
		if c.ExitCode() != want[root.Name] {
			t.Errorf("%s: status %d, %v", root.Name, c.ExitCode(), c.Diagnostics)
		}
		if root.Name != "large.Many" {
			continue
		}
		said := len(c.Ledger) > 0 && c.Ledger[len(c.Ledger)-1].Code == string(golang.TooLarge)
		if d := c.Deadlock; !said || d == nil || d.Verdict != report.Unknown || d.Limit != report.LimitSize ||
			!strings.Contains(d.Reason, "cannot be read: more than 500") {
			t.Errorf("%+v, %v", d, c.Ledger)
		}
	}
	if len(ps.Roots) != len(want) {
		t.Errorf("%d roots", len(ps.Roots))
	}
}
