package version

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"strings"
	"testing"
)

// This program has a build ID, in whichever form, and what has none is told apart by all of it.
func TestBuildID(t *testing.T) {
	id := "0123456789abcdefWXYZ"
	note := "\x7fELF....\x2a\x00\x00\x00\x04\x00\x00\x00Go\x00\x00action/main/content/" + id[:20] + "\x00\x00"
	for text, want := range map[string]string{
		"MZ...\xff Go build ID: \"a/b/c/" + id + "\"\n \xff": id,
		note: "", // its length is not that of the ID
		strings.Replace(note, "\x2a", string(rune(len("action/main/content/")+20)), 1): id,
		"":                                 "",
		"\xff Go build ID: \"\"\n \xff":    "",
		"\xff Go build ID: \"redacted\"\n": "",
		"#!/bin/sh\n":                      "",
	} {
		f := bytes.NewReader([]byte(text))
		got, err := buildID(f)
		if got != want || err != nil && text != "" || text != "" && f.Len() != len(text) {
			t.Errorf("of %q: %q, %v, %d bytes are left", text, got, err, f.Len())
		}
	}
	one, err := Identity()
	two, again := Identity()
	if err != nil || again != nil || one != two || len(one) <= len(String()) {
		t.Errorf("%q %v, %q %v", one, err, two, again)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := buildinfo.ReadFile(self); err != nil || !strings.Contains(one, info.GoVersion) {
		t.Errorf("%q lacks the version of Go: %v", one, err)
	}
}
