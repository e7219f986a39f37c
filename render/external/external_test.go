package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"flavers/internal/sibling"
)

const small = "digraph { a -> b; b -> c; a -> c [constraint=false] }"

// program puts a shell script with this name into a folder.
func program(t *testing.T, folder, name, script string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// alone leaves only the tools of the system on the path, and no program of go install.
func alone(t *testing.T) (path string) {
	t.Helper()
	path = t.TempDir()
	for _, tool := range []string{"sleep", "cat"} {
		at, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(at, filepath.Join(path, tool)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", path)
	t.Setenv("GOBIN", t.TempDir())
	return path
}

// The program of this project comes first, and an installed Graphviz second.
func TestOrder(t *testing.T) {
	path := alone(t)
	if sibling.Find(own) != "" {
		t.Skip("flavers-graphviz is installed where this test cannot hide it")
	}
	ctx := context.Background()
	if _, err := Graphviz(ctx, "dot", "svg", []byte(small), Limits{}); !errors.Is(err, ErrNoGraphviz) {
		t.Errorf("no program: %v", err)
	}
	for _, step := range []struct{ folder, name, want string }{
		{path, "sfdp", "installed: -Tsvg -Goverlap=prism -Gsplines=true " + small},
		{os.Getenv("GOBIN"), own, "built: --layout sfdp --format svg " + small},
		{path, own, "on the path: --layout sfdp --format svg " + small},
	} {
		word, _, _ := strings.Cut(step.want, ":")
		program(t, step.folder, step.name, `printf '`+word+`: %s ' "$*"; exec cat`)
		if out, err := Graphviz(ctx, "sfdp", "svg", []byte(small), Limits{}); string(out) != step.want {
			t.Errorf("%q, %v, want %q", out, err, step.want)
		}
	}
}

// Time and memory are limited; what the program started ends with it, and its temporary files go.
func TestLimits(t *testing.T) {
	path := alone(t)
	draw := func(script string, lim Limits) (string, error) {
		program(t, path, own, script)
		out, err := Graphviz(context.Background(), "dot", "svg", nil, lim)
		return string(out), err
	}
	pid := filepath.Join(t.TempDir(), "pid")
	began := time.Now()
	_, err := draw("sleep 50 & echo $! >"+pid+"; wait", Limits{Time: 300 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "was stopped after 300ms") || time.Since(began) > 20*time.Second {
		t.Errorf("time: %v after %v", err, time.Since(began))
	}
	text, _ := os.ReadFile(pid)
	if id, err := strconv.Atoi(strings.TrimSpace(string(text))); err != nil || running(id) {
		t.Errorf("process %d goes on, %v", id, err)
	}
	out, err := draw("echo $TMPDIR; echo >$TMPDIR/left; [ -O $TMPDIR ] && ulimit -d", Limits{Memory: 5 << 30})
	dir, size, _ := strings.Cut(out, "\n")
	if _, gone := os.Stat(dir); err != nil || size != "5242880\n" || !errors.Is(gone, os.ErrNotExist) {
		t.Errorf("%q, %v, %v", out, err, gone)
	}
	t.Setenv("EXTERNAL_HOG", "1")
	if _, err := draw("exec "+os.Args[0], Limits{Memory: 300 << 20}); err == nil ||
		!strings.Contains(err.Error(), "it may use 300 MiB of memory, and needs more") {
		t.Errorf("memory: %v", err)
	}
	if _, err := draw("echo flavers-graphviz: what is wrong >&2; echo more >&2; exit 1", Limits{}); err == nil ||
		err.Error() != "layout dot: what is wrong" {
		t.Errorf("complaint: %v", err)
	}
	if _, err := draw("exit 7", Limits{}); err == nil || !strings.Contains(err.Error(), "flavers-graphviz failed") {
		t.Errorf("no complaint: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Graphviz(ctx, "dot", "svg", nil, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// running reports whether a process is there, and no zombie.
func running(id int) bool {
	for range 50 {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
		if err != nil || bytes.Contains(status, []byte(") Z")) {
			return false
		}
		time.Sleep(20 * time.Millisecond)
	}
	return true
}

// TestMain is a program that takes all the memory that it gets, or the tests.
func TestMain(m *testing.M) {
	if os.Getenv("EXTERNAL_HOG") == "" {
		os.Exit(m.Run())
	}
	kept := [][]byte{}
	for range 1 << 10 { // at most 10 GiB
		b := make([]byte, 10<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		kept = append(kept, b)
	}
	fmt.Println(len(kept))
	os.Exit(0)
}

// An installed Graphviz runs within its limits, and says what is wrong.
func TestInstalled(t *testing.T) {
	if sibling.Find(own) != "" {
		t.Skip("flavers-graphviz is installed, and comes first")
	}
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("Graphviz is not installed")
	}
	ctx := context.Background()
	out, err := Graphviz(ctx, "dot", "svg", []byte(small), Limits{})
	if err != nil || !bytes.Contains(out, []byte("<svg")) {
		t.Errorf("%v", err)
	}
	_, err = Graphviz(ctx, "dot", "svg", []byte("rubbish {"), Limits{})
	if err == nil || !strings.Contains(err.Error(), "syntax error") {
		t.Errorf("rubbish: %v", err)
	}
	_, err = Graphviz(ctx, "dot", "svg", []byte(small), Limits{Memory: 1 << 10})
	if err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("a kilobyte of memory: %v", err)
	}
}

// A picture becomes a PNG file, where there is a program for it.
func TestPNG(t *testing.T) {
	out, err := PNG(context.Background(), []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>`))
	if _, missing := exec.LookPath("rsvg-convert"); missing != nil {
		if err == nil || !strings.Contains(err.Error(), "rsvg-convert") {
			t.Errorf("missing program: %v", err)
		}
		return
	}
	if err != nil || !bytes.HasPrefix(out, []byte("\x89PNG")) {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := PNG(context.Background(), []byte("rubbish")); err == nil {
		t.Error("rubbish is drawn")
	}
}

// What Graphviz writes before the picture goes.
func TestElement(t *testing.T) {
	if got := string(Element([]byte("<?xml?><!DOCTYPE svg>\n<svg/>"))); got != "<svg/>" {
		t.Error(got)
	}
}

// A picture turns dark with its viewer; what is none stays what it is.
func TestDark(t *testing.T) {
	if got := string(Dark([]byte(`<?xml?><svg width="1"><g/></svg>`))); got != "<?xml?><svg width=\"1\">\n<style>"+darkStyle+"</style><g/></svg>" {
		t.Error(got)
	}
	for _, text := range []string{"", "<svg", "<html>"} {
		if got := string(Dark([]byte(text))); got != text {
			t.Error(got)
		}
	}
}
