package roots_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
)

// module writes a module of three packages: a imports b, c has nothing to do with them.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"a/a.go": "package a\n\nimport \"example.com/m/b\"\n\nfunc Root() { b.Do(make(chan int)) }\n",
		"b/b.go": "package b\n\nfunc Do(c chan int) { <-c }\n",
		"c/c.go": "package c\n\nfunc Other() { c := make(chan int); <-c }\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// kept opens the packages of a folder, and tells which roots have an answer of before. The others get one.
func kept(t *testing.T, dir string, opt roots.Options) (answered, others []string) {
	t.Helper()
	s, list := roots.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./..."}}}, opt)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	for _, name := range s.Names {
		if a := s.Kept(name); a != nil {
			if !a.Apart || a.Check.Deadlock.Waiting[0].Pos != name || a.Files[0] != "x.go" {
				t.Errorf("%s: %+v", name, a)
			}
			answered = append(answered, s.Root(name))
			continue
		}
		others = append(others, s.Root(name))
		s.Keep(name, &roots.Answer{Apart: true, Files: []string{"x.go"}, Check: &report.Check{Deadlock: &report.Result{Verdict: report.Violated,
			Kind: report.KindDeadlock, Waiting: []report.Waiting{{Pos: name}}}}})
	}
	return answered, others
}

// What an answer depends on is in its key: files of the package and of those that it imports, and settings.
func TestKept(t *testing.T) {
	dir, cache := module(t), t.TempDir()
	opt := roots.Options{Dir: cache, Settings: []string{"one"}, Note: func(text string) { t.Log(text) }}
	expect := func(what string, opt roots.Options, others ...string) {
		t.Helper()
		_, got := kept(t, dir, opt)
		if !slices.Equal(got, others) {
			t.Errorf("%s: checked again are %v, want %v", what, got, others)
		}
		if answered, _ := kept(t, dir, opt); opt.Dir != "" && len(answered) != 2 {
			t.Errorf("%s, again: kept are %v", what, answered)
		}
	}
	expect("at first", opt, "a.Root", "c.Other")
	write(t, filepath.Join(dir, "c/c.go"), "package c\n\nfunc Other() { c := make(chan bool); <-c }\n")
	expect("c changed", opt, "c.Other")
	write(t, filepath.Join(dir, "b/b.go"), "package b\n\nfunc Do(c chan int) { c <- 1 }\n")
	expect("b changed", opt, "a.Root")
	write(t, filepath.Join(dir, "b/more.go"), "package b\n")
	expect("a file more", opt, "a.Root")
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.23\n")
	expect("another version of the language", opt, "a.Root", "c.Other")
	t.Chdir(t.TempDir())
	expect("another folder", opt, "a.Root", "c.Other") // from which positions are seen
	write(t, "a.Root.fsa", "property p { absence of x globally }\n")
	expect("properties of a root", opt, "a.Root")
	expect("other settings", roots.Options{Dir: cache, Settings: []string{"two"}}, "a.Root", "c.Other")
	expect("nothing is kept", roots.Options{}, "a.Root", "c.Other")
}

// An answer that a limit ended is not kept, and no unknown one.
func TestDefinite(t *testing.T) {
	dir := module(t)
	opt := roots.Options{Dir: t.TempDir()}
	open := func() *roots.Session {
		s, list := roots.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./c"}}}, opt)
		if list.HasErrors() || len(s.Names) != 1 {
			t.Fatal(list.All, s.Names)
		}
		return s
	}
	for name, r := range map[string]*report.Result{
		"unknown": {Verdict: report.Unknown}, "limit": {Verdict: report.Possible, Limit: report.LimitDepth},
		"instance": {Verdict: report.Violated, Instances: []report.Instance{{Verdict: report.Unknown}}},
	} {
		s := open()
		s.Keep(s.Names[0], &roots.Answer{Check: &report.Check{RuntimeErrors: r}})
		if a := open().Kept(s.Names[0]); a != nil {
			t.Errorf("%s: %+v is kept", name, a)
		}
	}
	s := open()
	s.Keep(s.Names[0], &roots.Answer{Empty: true})
	if a := open().Kept(s.Names[0]); a == nil || !a.Empty {
		t.Errorf("%+v", a)
	}
}

// What was changed or is from another program is not used, and told; what is old is removed, and nothing else.
func TestStore(t *testing.T) {
	dir, cache := module(t), t.TempDir()
	var notes []string
	opt := roots.Options{Dir: cache, Note: func(text string) { notes = append(notes, text) }}
	kept(t, dir, opt)
	files := entries(t, cache)
	if len(files) != 3 { // two roots, and the list of them
		t.Fatalf("%v", files)
	}
	spoil := map[string]func(text []byte) []byte{
		"cut":     func(text []byte) []byte { return text[:len(text)-1] },
		"changed": func(text []byte) []byte { text[len(text)-1] ^= 1; return text },
		"foreign": func([]byte) []byte { return []byte("something else") },
		"empty":   func([]byte) []byte { return nil },
	}
	for name, change := range spoil {
		notes = nil
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			write(t, file, string(change(text)))
		}
		if answered, others := kept(t, dir, opt); len(answered) > 0 || len(others) != 2 || len(notes) != 3 {
			t.Errorf("%s: kept %v, notes %q", name, answered, notes)
		}
		if answered, _ := kept(t, dir, opt); len(answered) != 2 {
			t.Errorf("%s: nothing is kept afterwards", name)
		}
	}
	// An answer under the name of another one.
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files[1:] {
		write(t, file, string(text))
	}
	if answered, _ := kept(t, dir, opt); len(answered) > 1 {
		t.Errorf("%v", answered)
	}

	stranger := filepath.Join(cache, "mine.txt")
	write(t, stranger, "not ours")
	old := time.Now().Add(-31 * 24 * time.Hour)
	for _, file := range append(entries(t, cache), filepath.Join(cache, "trimmed")) {
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	recent := filepath.Join(filepath.Dir(files[0]), strings.Repeat("0", 64))
	write(t, recent, "")
	kept(t, dir, opt)
	if _, err := os.Stat(stranger); err != nil {
		t.Errorf("a file of others is gone: %v", err)
	}
	if _, err := os.Stat(recent); err != nil {
		t.Errorf("a file of today is gone: %v", err)
	}
	if left := entries(t, cache); len(left) != 4 { // three new ones, and the recent one
		t.Errorf("%v", left)
	}
}

// entries are the files that are kept.
func entries(t *testing.T, cache string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cache, "??", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Packages that cannot be listed are no reason to fail.
func TestUnlisted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	noted := false
	roots.Open(ctx, []golang.Request{{Dir: t.TempDir(), Patterns: []string{"."}}}, roots.Options{Dir: t.TempDir(), Note: func(string) { noted = true }})
	if !noted {
		t.Error("nothing is told")
	}
}

// Files that change after they were hashed are not taken for those that were.
func TestMeanwhile(t *testing.T) {
	dir := module(t)
	notes := 0
	opt := roots.Options{Dir: t.TempDir(), Note: func(string) { notes++ }}
	open := func() *roots.Session {
		s, list := roots.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./c"}}}, opt)
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		return s
	}
	open() // the list of roots is kept
	s := open()
	before, err := os.ReadFile(filepath.Join(dir, "c/c.go"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "c/c.go"), "package c\n\nfunc Another() { c := make(chan int); <-c }\n")
	if _, err := s.Program(t.Context(), s.Names[0]); err == nil || notes != 1 {
		t.Errorf("error %v, %d notes", err, notes)
	}
	s.Keep(s.Names[0], &roots.Answer{Empty: true})
	write(t, filepath.Join(dir, "c/c.go"), string(before))
	if s = open(); s.Kept(s.Names[0]) != nil {
		t.Error("an answer about other files is kept")
	}
	if p, err := s.Program(t.Context(), s.Names[0]); err != nil || p.Empty {
		t.Errorf("%v", err)
	}
}
