//go:build integration && unix

package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The archive for this machine has what it should, its checksum is right, and its flavers runs.
func TestRelease(t *testing.T) {
	dir := t.TempDir()
	run := func(in, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "RELEASE_FLAGS=", "CGO_ENABLED=1") // most is compiled already
		out, err := cmd.CombinedOutput()
		if err != nil && !(name != "tar" && cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 1) {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	name := strings.TrimSpace(run("../..", "release/build", dir, runtime.GOOS+"/"+runtime.GOARCH))
	run(dir, "sha256sum", "--check", "--strict", "SHA256SUMS")
	run(dir, "tar", "-xzf", name+".tar.gz")
	for _, file := range []string{"flavers", "flavers-farm", "flavers-graphviz", "README.md", "CHANGELOG.md",
		"share/man/flavers-check.1", "share/completion/flavers.bash"} {
		if info, err := os.Stat(filepath.Join(dir, name, file)); err != nil || info.Size() < 500 {
			t.Errorf("%s: %v", file, err)
		}
	}
	flavers := filepath.Join(dir, name, "flavers")
	if got := run("../..", flavers, "version"); !strings.HasPrefix(got, "flavers ") || !strings.Contains(got, "go1.") {
		t.Errorf("%q", got)
	}
	if got := run("../..", flavers, "check", "examples/broken_mutex.tfg"); !strings.Contains(got, "test_then_set  violated") {
		t.Errorf("%q", got)
	}
	if info, err := os.Stat(flavers); err != nil || info.Size() >= 30<<20 {
		t.Errorf("flavers has %d bytes: less than 30 MiB are aimed at", info.Size())
	}
}
