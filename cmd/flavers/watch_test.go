package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	await, end := watched(t, program)
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
	if status, errs := end(); status != report.ExitViolated || !strings.Contains(errs, "T101") {
		t.Errorf("status %d\n%s", status, errs)
	}
}

// watched begins to watch a program. await returns what is printed up to a text; end interrupts watching.
func watched(t *testing.T, args ...string) (await func(what, want string) string, end func() (int, string)) {
	r, w := io.Pipe()
	errs := &lockedBuffer{}
	ended := make(chan int)
	go func() {
		ended <- run(append([]string{"watch"}, args...), strings.NewReader(""), w, errs)
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
	await = func(what, want string) string {
		t.Helper()
		late := time.After(20 * time.Second)
		for !strings.Contains(text, want) {
			select {
			case part := <-parts:
				text += part
			case <-late:
				t.Fatalf("%s: no %q in\n%s%s", what, want, text, errs.String())
			}
		}
		got := text
		text = ""
		return got
	}
	return await, func() (int, string) {
		self, err := os.FindProcess(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
		if err := self.Signal(os.Interrupt); err != nil { // Windows has no such signal; others are tested
			t.Skip("a process cannot interrupt itself on this system: ", err)
		}
		late := time.After(20 * time.Second)
		for {
			select {
			case <-parts:
				continue
			case status := <-ended:
				return status, errs.String()
			case <-late:
				t.Fatal("the interrupt does not end watching")
			}
		}
	}
}

// lockedBuffer is a buffer that one goroutine writes to while another one reads it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestWatchUnits: what is looked for and comes to be is a change, and a text in Latin-1, which is read as another one,
// is none.
func TestWatchUnits(t *testing.T) {
	inDir(t, map[string]string{"main.adb": shop["main.adb"] + "-- Gr\xf6\xdfe\n"})
	await, end := watched(t, "main.adb")
	save := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	await("the first round", "main.adb\n")
	save("stock.adb", shop["lib/stock.adb"])
	save("stock.ads", shop["lib/stock.ads"])
	await("the units are there", "no deadlock")
	save("main.fsa", shop["main.fsa"])
	await("the property is there", "order is violated")
	save("main.fsa", "property order { Shelf.Put precedes Shelf.Take }\n")
	got := await("the property is another one", "order")
	status, errs := end()
	if status != report.ExitHolds || strings.Contains(got, "violated") || strings.Count(errs, "D107") > 2 {
		t.Errorf("status %d\n%s%s", status, got, errs)
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
