package golang_test

import (
	"os"
	"path/filepath"
	"testing"

	"flavers/report"
)

// Until Go 1.22, a message of a timer may be there although Stop has returned. The version is that of the module.
func TestVersionsOfTimers(t *testing.T) {
	for version, want := range map[string]report.Verdict{"1.22": report.Violated, "1.23.0": report.Holds, "1.26": report.Holds} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"go.mod": "module old\n\ngo " + version + "\n",
			"old.go": `package old

import "time"

func Stale() {
	t := time.NewTimer(time.Second)
	time.Sleep(time.Minute)
	t.Stop()
	select {
	case <-t.C:
		<-make(chan int)
	default:
	}
}
`} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		ps := open(t, dir)
		if c, p := check(t, ps, "old.Stale.tfg"); c == nil || c.Deadlock.Verdict != want {
			t.Errorf("go %s: %v, not %s: %v", version, c, want, p.Ledger)
		}
	}
}
