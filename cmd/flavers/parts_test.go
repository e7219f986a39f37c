package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/report"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "17": 17, "4GiB": 4 << 30, "4gib": 4 << 30, "4G": 4 << 30, "4GB": 4e9, "1.5 KiB": 1536, "2T": 2 << 40, "512MiB": 512 << 20,
	} {
		var s size
		if err := s.Set(text); err != nil || s.bytes != want || s.auto {
			t.Errorf("%s: %+v, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "GiB", "4 GiB extra", "0x10", "9e9", "99999999999TiB", "4PiB", "..5K", "1e999"} {
		var s size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is accepted as %+v", text, s)
		}
	}
}

func TestAvailableMemory(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing known", nil, 0},
		{"machine only", map[string]string{"proc/meminfo": "MemFree: 1 kB\nMemTotal:   1000 kB\n"}, 1000 << 10},
		{"no limit", map[string]string{"proc/meminfo": "MemTotal: 1000 kB\n", "sys/fs/cgroup/memory.max": "max\n"}, 1000 << 10},
		{"limit at the root", map[string]string{"proc/meminfo": "MemTotal: 1000 kB\n", "sys/fs/cgroup/memory.max": "5000\n"}, 5000},
		{"limit above the machine", map[string]string{"proc/meminfo": "MemTotal: 1 kB\n", "sys/fs/cgroup/memory.max": "5000\n"}, 1024},
		{"limit of a parent group", map[string]string{
			"proc/self/cgroup":               "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max":   "max\n",
			"sys/fs/cgroup/a/memory.max":     "700\n",
			"sys/fs/cgroup/other/memory.max": "5\n",
		}, 700},
		{"version 1", map[string]string{
			"proc/self/cgroup": "5:cpu:/x\n4:memory:/m\nrubbish\n",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes": "800\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
		}, 800},
		{"rubbish", map[string]string{"proc/meminfo": "MemTotal: x kB\n", "sys/fs/cgroup/memory.max": "-3"}, 0},
	} {
		root := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := availableMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// The progress line is replaced, cut to the width, and gone before other text.
func TestConsole(t *testing.T) {
	var b bytes.Buffer
	c := newConsole(&b)
	if c.terminal {
		t.Error("a buffer is a terminal")
	}
	c.width = 20
	c.progress(strings.Repeat("x", 50))
	c.progress("short")
	c.Write([]byte("text\n"))
	c.clear()
	want := strings.Repeat("x", 19) + "\r\x1b[2K" + "short" + "\r\x1b[2K" + "text\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestProgressLine(t *testing.T) {
	got := progressLine(report.Progress{Stage: "solve", Tuples: 5, Visits: 6, Queue: 7, Round: 2, Elapsed: 61 * time.Second})
	if want := "  61s  solve, round 2: 5 tuples, 6 visits, 7 waiting"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestColorEnvironment(t *testing.T) {
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{{"", "xterm", true}, {"1", "xterm", false}, {"", "dumb", false}, {"", "", true}} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		if got := wantsColor(); got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%q: %v", c.noColor, c.term, got)
		}
	}
}

func TestColorFlag(t *testing.T) {
	inDir(t, usual)
	for args, want := range map[string]bool{
		"check p.tfg": false, "check p.tfg --color always": true, "check p.tfg --color never": false,
	} {
		got := runFake(t, fake(), "", strings.Fields(args)...)
		if strings.Contains(got.out, "\x1b[") != want {
			t.Errorf("%s: colours %v, want %v", args, !want, want)
		}
	}
}

// Codes are unique and explained.
func TestExplanations(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range explanations() {
		if seen[string(e.Code)] {
			t.Errorf("%s is explained twice", e.Code)
		}
		seen[string(e.Code)] = true
		if e.Title == "" || e.Text == "" {
			t.Errorf("%s has no title or no text", e.Code)
		}
	}
	for _, code := range []string{"C001", "C002", "C003", "C004", "C005", "C006", "C007", "C101", "C102", "C103", "C104", "C105"} {
		if !seen[code] {
			t.Errorf("%s is not explained", code)
		}
	}
}
