package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/report"
)

// A session: a check, a save that mends the program, one that breaks its text, an
// editor that renames, an interrupt.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "p.tfg")
	save := func(name, text string) {
		t.Helper()
		beside := filepath.Join(folder, ".save")
		if err := os.WriteFile(beside, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(beside, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	const bad = "task t { event b; event a }\n"
	save("p.tfg", bad)
	save("p.fsa", "property order { a precedes b }\nproperty once { existence of a exactly 1 times }\n")
	r, w := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int)
	go func() {
		ended <- run([]string{"watch", program}, strings.NewReader(""), w, &errs)
		w.Close()
	}()
	parts := make(chan string, 1000)
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := r.Read(b)
			if err != nil {
				close(parts)
				return
			}
			parts <- string(b[:n])
		}
	}()
	var text string
	await := func(what, want string) string {
		t.Helper()
		late := time.After(20 * time.Second)
		for !strings.Contains(text, want) {
			select {
			case part := <-parts:
				text += part
			case <-late:
				t.Fatalf("%s: no %q in\n%s", what, want, text)
			}
		}
		got := text
		text = ""
		return got
	}
	if got := await("first", "order is violated"); !strings.Contains(got, "2 checks") && !strings.Contains(got, "checks") {
		t.Error(got)
	}
	save("p.tfg", "task t { event a; event b }\n")
	if got := await("mended", "once: holds, as before"); !strings.Contains(got, "order") || strings.Contains(got, "violated") {
		t.Error(got)
	}
	save("p.tfg", "task t { event a; }}\n")
	await("broken", program)
	save("p.fsa", "property order { b precedes a }\nproperty once { existence of a exactly 1 times }\n")
	save("p.tfg", bad)
	if got := await("both", "once: holds, as before"); !strings.Contains(got, "order: holds, as before") {
		t.Error(got)
	}
	save("p.fsa", "property order { a precedes b }\n")
	await("violated again", "order is violated")
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	if err := self.Signal(os.Interrupt); err != nil {
		t.Skip(err)
	}
	for {
		select {
		case <-parts:
			continue
		case status := <-ended:
			if status != report.ExitViolated || !strings.Contains(errs.String(), "T101") {
				t.Errorf("status %d\n%s", status, errs.String())
			}
		case <-time.After(20 * time.Second):
			t.Error("the interrupt does not end watching")
		}
		return
	}
}

// What cannot be watched is refused.
func TestWatchRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"watch":   "one PROGRAM",
		"watch -": "cannot be watched",
		"watch ../../examples/nets/philosophers.pnml":     "not Petri nets",
		"watch ../../examples/dining.tfg --dump cfg":      "flavers check",
		"watch ../../examples/dining.tfg --format github": "flavers check",
	} {
		if got := runReal("", strings.Fields(args)...); got.status != report.ExitInput || !strings.Contains(got.err, want) {
			t.Errorf("%s: status %d, %s", args, got.status, got.err)
		}
	}
}
