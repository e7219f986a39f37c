package golang_test

import (
	"strings"
	"testing"
	"time"

	"flavers/lang/golang/clients"
	"flavers/lang/golang/roots"
	"flavers/report"
)

// TestRequired checks tests that wait for nothing but code of a required module, in all ways in which a function leads
// to such code (theory.md, Lemma 12.7): those that hang there are violated, and the others are idle. A test that waits
// for something itself, too, is checked without that code, and does not simply hold.
func TestRequired(t *testing.T) {
	ps := open(t, "testdata/required")
	ps.Slice(t.Context(), time.Minute)
	if len(ps.Names) < 28 {
		t.Errorf("%d roots", len(ps.Names))
	}
	for _, program := range ps.Names {
		c, _ := check(t, ps, program)
		_, name, _ := strings.Cut(ps.Root(program), ".Test")

		switch {
		case strings.HasPrefix(name, "Right"):
			if !plain(c) {
				t.Errorf("%s: %+v", name, c.Deadlock)
			}
		case strings.HasPrefix(name, "Beside"):
			if plain(c) {
				t.Errorf("%s holds", name)
			}
		case ps.Idle(program):
			t.Errorf("%s is idle", name)
		case c.Deadlock.Verdict != report.Violated:
			t.Errorf("%s: %s", name, c.Deadlock.Verdict)
		}
	}
}

// The source of modules is loaded only if it is not too large: the module and what it requires have about 3,000 bytes.
func TestRequiredTooLarge(t *testing.T) {
	for most, loads := range map[int64]bool{1000: false, 1 << 20: true} {
		in, list := roots.LoadWithRequired(t.Context(), "testdata/required", []string{"."}, clients.None, most)
		if (in != nil) != loads || list.HasErrors() == loads {
			t.Errorf("with at most %d bytes: %v", most, list.All)
		}
	}
}
