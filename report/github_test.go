package report

import (
	"bytes"
	"strings"
	"testing"

	"flavers/internal/golden"
)

func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	if err := mixed().WriteGitHub(&b); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/mixed.github", b.String())
	evil := mixed()
	evil.Results[1].Property = "a::b,c\n::error::owned"
	evil.Results[1].Trace[2].Event = "x\n::error::owned%"
	b.Reset()
	if err := evil.WriteGitHub(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		if strings.HasPrefix(line, "::error::") {
			t.Errorf("text of a program is a command: %s", line)
		}
	}
	if got, want := strings.Count(b.String(), "\n"), strings.Count(string(mustGitHub(t)), "\n"); got != want {
		t.Errorf("%d lines, not %d", got, want)
	}
}

func mustGitHub(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := mixed().WriteGitHub(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
