package closure_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/lang/ada/closure"
	"flavers/lang/parts"
)

// disk has the text of files by name.
var disk = map[string]string{
	"main.adb":          "with Queue.Io; procedure Main is begin null; end Main;",
	"queue.ads":         "with Items; package Queue is procedure P; end Queue;",
	"queue.adb":         "package body Queue is procedure P is separate; end Queue;",
	"queue-p.adb":       "with Log; separate (Queue) procedure P is begin null; end P;",
	"queue-io.ads":      "with Ada.Text_IO; package Queue.Io is end Queue.Io;",
	"src/items.ads":     "package Items is end Items;",
	"src/log.adb":       "procedure Log is begin null; end Log;",
	"old/items.ads":     "package Items is end Items;",
	"odd_name.ada.adb":  "package Items is end Items;",
	"user.adb":          "with Active; procedure User is begin null; end User;",
	"active.ads":        "package Active is package Inner is task T; end Inner; end Active;",
	"far/active.ads":    "package Active is protected type T is end T; end Active;",
	"far/active.adb":    "package body Active is protected body T is end T; end Active;",
	"all.adb":           "procedure A is begin null; end A; procedure B is begin null; end B;",
	"one.adb":           "package Q is end Q; with Q; procedure One is begin null; end One;",
	"wrong.adb":         "with Nothing; procedure Wrong is begin x y; end Wrong;",
	"generic.ads":       "generic procedure Generic_P;",
	"copies/main.adb":   "with Items; procedure Main is begin null; end Main;",
	"copies/util.adb":   "procedure Util is begin null; end Util;",
	"copies/user.adb":   "with Util; procedure User is begin null; end User;",
	"copies/param.adb":  "procedure Param (X : Integer) is begin null; end Param;",
	"copies/broken.adb": "procedure Broken is begin",
}

func read(name string) ([]byte, bool) {
	text, ok := disk[filepath.ToSlash(name)]
	return []byte(text), ok
}

func files(names ...string) []closure.File {
	var out []closure.File
	for _, name := range names {
		out = append(out, closure.File{Name: name, Text: []byte(disk[name])})
	}
	return out
}

// TestOf: the files of a program, and what is wrong where some is missing or twice.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		given []string
		where parts.Parts
		want  string // the files, or the code and text of the first error
	}{
		{"folders", []string{"main.adb"}, parts.Parts{Folders: []string{"src"}},
			"main.adb queue.ads queue.adb queue-io.ads src/items.ads queue-p.adb src/log.adb"},
		{"files of any name", []string{"main.adb"}, parts.Parts{Files: []string{"odd_name.ada.adb"}, Folders: []string{"src"}},
			"main.adb queue.ads queue.adb queue-io.ads odd_name.ada.adb queue-p.adb src/log.adb"},
		{"missing", []string{"main.adb"}, parts.Parts{}, "D107 unit Log"},
		{"the first of the folders", []string{"main.adb"}, parts.Parts{Folders: []string{"old", "src"}},
			"main.adb queue.ads queue.adb queue-io.ads old/items.ads queue-p.adb src/log.adb"},
		{"no order of folders", []string{"main.adb"}, parts.Parts{Trees: []string{"old", "src"}}, "D120 a unit is in two files"},
		{"twice", []string{"main.adb"}, parts.Parts{Files: []string{"src/items.ads", "old/items.ads"}}, "D120 unit Items"},
		{"no body of a task", []string{"user.adb"}, parts.Parts{}, "D107 the body of T is missing, and so is that of package Active"},
		{"a body beside the specification", []string{"user.adb"}, parts.Parts{Files: []string{"far/active.ads"}},
			"user.adb far/active.ads far/active.adb"},
		{"several units", []string{"one.adb"}, parts.Parts{}, "one.adb"},
		{"several mains", []string{"all.adb"}, parts.Parts{}, "D106 several"},
		{"one of several", []string{"all.adb"}, parts.Parts{Main: "b"}, "all.adb"},
		{"none of this name", []string{"all.adb"}, parts.Parts{Main: "c"}, "D106 c is no main procedure"},
		{"no main", []string{"queue.ads"}, parts.Parts{}, "D106 no procedure"},
		{"only what is wrong with the syntax", []string{"wrong.adb"}, parts.Parts{}, "D002"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, list := closure.Of(nil, files(c.given...), c.where, read)
			text := ""
			if list.HasErrors() {
				i := slices.IndexFunc(list.All, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
				text = string(list.All[i].Code) + " " + list.All[i].Message
				if !strings.HasPrefix(text, c.want) {
					t.Errorf("%v, want %s", list.All, c.want)
				}
				return
			}
			var names []string
			for _, f := range got.Files {
				names = append(names, filepath.ToSlash(f.Name))
			}
			slices.Sort(names)
			want := strings.Fields(c.want)
			slices.Sort(want)
			if !slices.Equal(names, want) {
				t.Errorf("%q, want %q", names, want)
			}
		})
	}
}

// TestMains: which programs files are, together and as those of folders.
func TestMains(t *testing.T) {
	for _, c := range []struct {
		given []string
		want  string
	}{
		{[]string{"queue.ads", "main.adb", "queue.adb"}, "main.adb []"},
		{[]string{"src/items.ads", "main.adb"}, "main.adb [src/items.ads]"},
		{[]string{"odd_name.ada.adb", "main.adb"}, "main.adb [odd_name.ada.adb]"},
		{[]string{"all.adb"}, "all.adb:A [] all.adb:B []"},
		{[]string{"copies/util.adb", "copies/user.adb"}, "copies/user.adb []"},
		{[]string{"queue.ads"}, "queue.ads []"},
	} {
		var got []string
		for _, p := range closure.Mains(nil, files(c.given...)) {
			got = append(got, p.Name+" ["+strings.Join(p.Files, " ")+"]")
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%q: %q, want %q", c.given, text, c.want)
		}
	}
	var all []string
	for name := range disk {
		all = append(all, name)
	}
	slices.Sort(all)
	want := []string{"all.adb:A", "all.adb:B", "copies/broken.adb", "copies/main.adb", "copies/user.adb", "main.adb", "one.adb",
		"user.adb", "wrong.adb"}
	if got := closure.MainsBelow(nil, files(all...)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
