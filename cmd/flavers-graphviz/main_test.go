//go:build integration

package main

// These tests compile the module: seconds the first time. What starts the program is tested without it, in
// render/external.

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// built is the path of the program.
func built(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "flavers-graphviz")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// start runs the program with some settings of its environment.
func start(program string, env []string, input string, args ...string) (out []byte, complaint string, status int) {
	cmd := exec.Command(program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Env, cmd.Stdin = append(os.Environ(), env...), strings.NewReader(input)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // the status says it
	return stdout.Bytes(), stderr.String(), cmd.ProcessState.ExitCode()
}

const pair = `digraph { node [fontname="monospace"]; "a.b" -> c [label="<&> é"] }`

// Pictures in every layout and format, and one line about everything else.
func TestDraw(t *testing.T) {
	program := built(t)
	for _, layout := range layouts {
		out, complaint, status := start(program, nil, pair, "--layout", layout)
		if status != 0 || complaint != "" || !bytes.Contains(out, []byte("Courier")) {
			t.Errorf("%s: status %d, %s", layout, status, complaint)
		}
		for d := xml.NewDecoder(bytes.NewReader(out)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", layout, err)
			}
		}
	}
	out, complaint, status := start(program, nil, pair, "-T", "png")
	if image, err := png.Decode(bytes.NewReader(out)); status != 0 || err != nil || image.Bounds().Dx() < 50 {
		t.Errorf("png: status %d, %v, %s", status, err, complaint)
	}
	for _, c := range []struct {
		input, args string
		status      int
		complaint   string
	}{
		{"digraph {}", "", 1, "the graph has no nodes"},
		{"", "", 1, "the input has no graph"},
		{"digraph { a -> ", "", 1, "syntax error in line 1"},
		{"rubbish", "", 1, "syntax error in line 1 near 'rubbish'"},
		{"digraph { a\x00b }", "", 1, "zero byte"},
		{pair, "--layout patchwork", 2, "--layout patchwork: there are dot, neato"},
		{pair, "--format pdf", 2, "--format pdf: there are svg, png"},
		{pair, "graph.dot", 2, "standard input"},
	} {
		out, complaint, status := start(program, nil, c.input, strings.Fields(c.args)...)
		one := strings.Count(complaint, "\n") == 1
		if len(out) > 0 || status != c.status || !strings.Contains(complaint, c.complaint) || !one {
			t.Errorf("%q %s: status %d, %d bytes, %q", c.input, c.args, status, len(out), complaint)
		}
	}
}

// Images that a graph names are not read.
func TestNoFiles(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.svg")
	if err := os.WriteFile(secret, []byte(`<svg width="300" height="300"></svg>`), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, _ := start(built(t), nil, `digraph { a [image="`+secret+`", label=x] }`)
	if bytes.Contains(out, []byte("300")) {
		t.Errorf("the image was read:\n%s", out)
	}
}

// Native code is never in the shared temporary directory: not if there is a cache, nor if there is none.
func TestNothingShared(t *testing.T) {
	program := built(t)
	for _, home := range []string{t.TempDir(), ""} {
		shared := t.TempDir()
		env := []string{"TMPDIR=" + shared, "HOME=" + home, "XDG_CACHE_HOME="}
		if _, complaint, status := start(program, env, pair); status != 0 {
			t.Fatalf("status %d, %s", status, complaint)
		}
		left, err := os.ReadDir(shared)
		if err != nil || len(left) > 0 {
			t.Errorf("home %q: left in the shared directory: %v, %v", home, left, err)
		}
		if home == "" {
			continue
		}
		cache := filepath.Join(home, ".cache", "flavers-graphviz")
		info, err := os.Stat(cache)
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", info, err)
		}
		if kept, err := os.ReadDir(filepath.Join(cache, "go-graphviz")); err != nil || len(kept) == 0 {
			t.Errorf("nothing is kept in the cache: %v", err)
		}
	}
}
