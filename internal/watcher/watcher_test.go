package watcher_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"flavers/internal/watcher"
)

// Every way in which editors save a file is a change, and saving what was there is none.
func TestChanges(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "p.tfg")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	write(name, "0")
	w, err := watcher.New()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	w.Set(map[string][]byte{name: []byte("0"), filepath.Join(folder, "p.fsa"): nil})
	for _, c := range []struct {
		what    string
		save    func()
		changed bool
		now     map[string][]byte
	}{
		{"in place", func() { write(name, "1") }, true, map[string][]byte{name: []byte("1")}},
		{"the same", func() { write(name, "1") }, false, map[string][]byte{name: []byte("1")}},
		{"by a rename", func() { write(name+"~", "2"); rename(name+"~", name) }, true, map[string][]byte{name: []byte("2")}},
		{"again", func() { write(name+"~", "3"); rename(name+"~", name) }, true, map[string][]byte{name: []byte("3")}},
		{"the old one is moved away", func() { rename(name, name+".bak"); write(name, "4") }, true, map[string][]byte{name: []byte("4")}},
		{"another file", func() { write(filepath.Join(folder, "other"), "5") }, false, map[string][]byte{name: []byte("4")}},
		{"removed", func() { os.Remove(name) }, true, map[string][]byte{name: nil}},
		{"made", func() { write(name, "6") }, true, map[string][]byte{name: []byte("old")}},
		{"changed before", func() {}, true, map[string][]byte{name: []byte("6")}},
	} {
		c.save()
		wait := 10 * time.Second
		if !c.changed {
			wait = 300 * time.Millisecond
		}
		select {
		case <-w.Changed:
			if !c.changed {
				t.Errorf("%s: a change", c.what)
			}
		case <-time.After(wait):
			if c.changed {
				t.Errorf("%s: no change", c.what)
			}
		}
		w.Set(c.now)
		if string(c.now[name]) == "6" { // a signal that was given before
			select {
			case <-w.Changed:
			default:
			}
		}
	}
}
