//go:build unix

package main

// The attack can fail: each kind of fault, planted into every run, is found.

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"flavers/internal/attack"
	"flavers/internal/flags"
	"flavers/report"
)

// faultVariable plants a fault of a kind into every run of an attack.
const faultVariable = "FLAVERS_FAULT"

// faults are what the attack is to find, by what it calls them. The input is empty in
// a process of its own.
var faults = map[string]func(in *attack.Input, out, errs io.Writer) int{
	"crash": func(*attack.Input, io.Writer, io.Writer) int {
		var none []int
		return none[len(os.Args)]
	},
	"hang": func(*attack.Input, io.Writer, io.Writer) int {
		time.Sleep(time.Hour)
		return 0
	},
	"overshoot": func(*attack.Input, io.Writer, io.Writer) int { // more than a limit of 100ms allows
		for end := processor() + 400*time.Millisecond; processor() < end; {
		}
		return 0
	},
	"raw bytes": func(_ *attack.Input, out, _ io.Writer) int {
		fmt.Fprint(out, "a verdict \x1b[31m\n")
		return 0
	},
	"different bytes": func(_ *attack.Input, out, _ io.Writer) int {
		fmt.Fprintln(out, os.Getpid(), time.Now().UnixNano())
		return 0
	},
	"different verdicts": func(*attack.Input, io.Writer, io.Writer) int {
		if _, err := os.Stat("ran"); err == nil { // where it ran before
			return report.ExitViolated
		}
		if err := os.WriteFile("ran", nil, 0o644); err != nil {
			panic(err)
		}
		return report.ExitHolds
	},
	"memory": func(*attack.Input, io.Writer, io.Writer) int {
		b := make([]byte, 360<<20)
		for i := 0; i < len(b); i += syscall.Getpagesize() {
			b[i] = 1
		}
		return int(b[len(b)/2+1])
	},
	"forged line": func(_ *attack.Input, _, errs io.Writer) int {
		fmt.Fprintln(errs, "x\ny.tfg:1:1: error T999: forged")
		return report.ExitInput
	},
}

// heard is what an attack reports.
type heard struct{ errors, live []string }

func (h *heard) Errorf(format string, args ...any) {
	h.errors = append(h.errors, fmt.Sprintf(format, args...))
}
func (h *heard) Progressf(format string, args ...any) {
	h.live = append(h.live, fmt.Sprintf(format, args...))
}
func (h *heard) Logf(string, ...any) {}

// TestAttackFinds: a crash, and what needs two runs. TestAttackFindsAll is the same for
// every kind of fault.
func TestAttackFinds(t *testing.T) { attackFinds(t, "crash", "different verdicts") }

func attackFinds(t *testing.T, kinds ...string) {
	if testing.Short() {
		t.Skip("the attack has limits of time and addresses")
	}
	defer func(h, s time.Duration, n int) { hanging, shrinking, tries = h, s, n }(hanging, shrinking, tries)
	shrinking, tries = 0, 2
	examples, err := attack.Read(examplesFolder)
	if err != nil {
		t.Fatal(err)
	}
	first := uint64(0) // an input with limits that is run twice
	for in := attack.New(examples, first); in.Timeout != 100*time.Millisecond || in.Memory == 0 || first%4 != 0; in = attack.New(examples, first) {
		first++
	}
	for _, kind := range kinds {
		t.Setenv(faultVariable, kind)
		count, usual := 1, hanging
		if kind == "hang" {
			hanging = 300 * time.Millisecond
		}
		if kind == "different bytes" || kind == "raw bytes" {
			count = 32 // not every run has to be equal to the next, or to be without colours
		}
		h := &heard{}
		assault(h, extent{first: first, count: count, keep: t.TempDir()})
		hanging = usual
		all, live := strings.Join(h.errors, "\n"), strings.Join(h.live, "\n")
		if !strings.Contains(all, kind+", seed ") || !strings.Contains(all, "&& flavers ") || !strings.Contains(live, kind+", seed ") {
			t.Errorf("%s: reported\n%s\nand at once\n%s", kind, all, live)
		}
	}
}

// Every flag of every command that reads a program is attacked, and every form of reports.
func TestAttackFlags(t *testing.T) {
	a := newApp(strings.NewReader(""), io.Discard, io.Discard, realEngine())
	for _, cmd := range a.root().Commands() {
		if cmd.Flags().Lookup("timeout") == nil {
			continue
		}
		known := attack.Names(cmd.Name())
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !slices.Contains(known, f.Name) {
				t.Errorf("%s --%s is never given: add it to flags of internal/attack/command.go", cmd.Name(), f.Name)
			}
			if f.Name != "format" || f.Hidden {
				return
			}
			for _, form := range flags.ChoicesOf(f) {
				if !slices.Contains(attack.Values(cmd.Name(), f.Name), form) {
					t.Errorf("%s --format %s is never given: add it to flags of internal/attack/command.go", cmd.Name(), form)
				}
			}
		})
	}
}
