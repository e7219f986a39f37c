//go:build unix

package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"flavers/internal/outfile"
)

// What was found out is in every output that can be written, whichever fails.
func TestFailingOutputKeepsTheVerdict(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\n"})
	if err := os.Symlink("/dev/full", "full.svg"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("s.txt", []byte(emptySchedule(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, full, out string }{
		{"check turns.tfg", "json-output sarif-output html-output", "turns.tfg: 2 checks, 2 hold"},
		{"check turns.tfg --constraints-file sets.json", "json-output", "turns.tfg: 2 checks, 2 hold"},
		{"explore turns.tfg", "json-output sarif-output html-output", "explored with optimal, completely"},
		{"explore turns.tfg --algorithm engine-ea", "graph", "explored with engine-ea, completely"},
		{"crosscheck turns.tfg", "json-output sarif-output html-output", "no disagreement"},
		{"replay turns.tfg s.txt", "json-output sarif-output html-output", "turns.tfg: 0 steps"},
		{"stats turns.tfg --no-times", "json-output plot", "total of 1 problem"},
	} {
		for _, flag := range strings.Fields(c.full) {
			args := strings.Fields(c.args)
			name := "full.svg"
			if !slices.Contains([]string{"graph", "plot"}, flag) {
				name = "/dev/full"
			}
			args = append(args, "--"+flag, name)
			if flag != "json-output" {
				args = append(args, "--json-output", "other.json")
			}
			got := runReal("", args...)
			if got.status != 2 || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, "flavers: --"+flag+" "+name+": no space left on device\n") {
				t.Errorf("%s: %+v", args, got)
			}
			if _, err := os.Stat("other.json"); flag != "json-output" && err != nil {
				t.Errorf("%s: %v", args, err)
			}
			os.Remove("other.json")
		}
		// and the other way round: standard output fails
		var errs bytes.Buffer
		status := run(append(strings.Fields(c.args), "--json-output", "other.json"), strings.NewReader(""), broken{}, &errs)
		if text, err := os.ReadFile("other.json"); status != 2 || err != nil || len(text) < 100 || !strings.Contains(errs.String(), "cannot write the output: no space") {
			t.Errorf("%s: status %d, %v\n%s", c.args, status, err, errs.String())
		}
		os.Remove("other.json")
	}
	if text, err := os.ReadFile("sets.json"); err != nil || !strings.Contains(string(text), "order") {
		t.Errorf("the constraint sets: %s, %v", text, err)
	}
	// standard error that fails is no success, and loses nothing else
	var out bytes.Buffer
	if status := run([]string{"check", "turns.tfg", "--seed", "3"}, strings.NewReader(""), &out, broken{}); status != 2 || !strings.Contains(out.String(), "2 hold") {
		t.Errorf("status %d\n%s", status, out.String())
	}
}

// A file that is replaced keeps its permissions and the links to it; one that
// cannot be written stays as it was, and nothing is left beside it.
func TestReplaceFile(t *testing.T) {
	inDir(t, map[string]string{"old.json": "old", "d/x": "x"})
	if err := os.Chmod("old.json", 0o640); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "d/link2", "d/link2": "../old.json", "dangling": "d/new", "loop": "loop", "lost": "no/such"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for name, real := range map[string]string{"link": "old.json", "dangling": "d/new", "fresh": "fresh"} {
		if err := outfile.Replace(name, []byte("new "+name)); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(real); err != nil || string(text) != "new "+name {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if info, err := os.Lstat("link"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if os.Getuid() == 0 { // only root may give files away
		if err := os.Chown("old.json", 12345, 54321); err != nil {
			t.Fatal(err)
		}
		if err := outfile.Replace("old.json", []byte("new link")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat("old.json")
		if err != nil {
			t.Fatal(err)
		}
		if st := info.Sys().(*syscall.Stat_t); st.Uid != 12345 || st.Gid != 54321 {
			t.Errorf("owner %d:%d", st.Uid, st.Gid)
		}
	}
	if info, err := os.Stat("old.json"); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions: %v, %v", info.Mode(), err)
	}
	for _, name := range []string{"loop", "lost", "d", "no/such"} {
		if err := outfile.Replace(name, []byte("new")); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	var files outfile.Set
	if err := files.Add(nil, "--a", "old.json", outfile.ContentOf(func(w io.Writer) error { w.Write([]byte("half")); return io.ErrUnexpectedEOF })); err != nil {
		t.Fatal(err)
	}
	if err := files.Add(nil, "--b", "link", outfile.ContentOf(func(io.Writer) error { return nil })); err == nil || !strings.Contains(err.Error(), "--b link would overwrite") {
		t.Errorf("one file for two outputs: %v", err)
	}
	if err := files.Write(); err == nil {
		t.Error("no error")
	}
	if text, err := os.ReadFile("old.json"); err != nil || string(text) != "new link" {
		t.Errorf("%q, %v", text, err)
	}
	if left, _ := filepath.Glob(".flavers-*"); len(left) > 0 {
		t.Errorf("left: %s", left)
	}
}

func TestPipeAsOutput(t *testing.T) {
	inDir(t, usual)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile("pipe")
		read <- string(text)
	}()
	got := runFake(t, fake(), "", "check", "p.tfg", "--json-output", "pipe", "--format", "json")
	if text := <-read; text != got.out || got.status != 1 {
		t.Errorf("status %d, %q, want %q", got.status, text, got.out)
	}
	// nobody reads, and an interrupt comes
	target, err := outfile.Find("pipe")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	failed := make(chan error)
	go func() { failed <- target.Write([]byte("x"), stop) }()
	time.Sleep(50 * time.Millisecond) // it waits now
	close(stop)
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Error(err)
	}
	f, err := os.OpenFile("pipe", os.O_RDONLY|syscall.O_NONBLOCK, 0) // lets the writer go on
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// Files are written by package outfile only.
func TestOneWayToWriteFiles(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) < 20 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if x, ok := n.(*ast.SelectorExpr); ok {
				if p, ok := x.X.(*ast.Ident); ok && p.Name == "os" && slices.Contains([]string{"Create", "CreateTemp", "OpenFile", "WriteFile", "Rename"}, x.Sel.Name) {
					t.Errorf("%s calls os.%s: package outfile writes files", name, x.Sel.Name)
				}
			}
			return true
		})
	}
}

// Each form that goes to standard output is in the list of forms that package report tests, and check has it of one
// program and of several.
func TestFormsAreTested(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "report", "forms_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range reportForms {
		if form.printed && !strings.Contains(string(text), "\t\""+form.name+"\":") {
			t.Errorf("report/forms_test.go does not have the form %s: add its writer to checkForms", form.name)
		}
	}
	inDir(t, map[string]string{"a.tfg": turns, "b.tfg": turns})
	for _, form := range reportForms {
		if !form.printed {
			continue
		}
		for file, programs := range map[string]string{"check.go": "a.tfg", "check_all.go": "a.tfg b.tfg"} {
			got := runReal("", append([]string{"check", "--format", form.name}, strings.Fields(programs)...)...)
			if got.status == 4 { // internal error
				t.Errorf("the form %s has no writer in cmd/flavers/%s", form.name, file)
			}
		}
	}
}
