package private

import (
	"os"
	"path/filepath"
	"testing"
)

// A folder is private only if nobody else owns it or can write it or what it is in.
func TestOurs(t *testing.T) {
	user := os.Geteuid()
	root := t.TempDir()
	for _, c := range []struct {
		outer, inner os.FileMode
		user         int
		ok           bool
	}{
		{0o755, 0o700, user, true},
		{0o777 | os.ModeSticky, 0o700, user, true},
		{0o777, 0o700, user, false},
		{0o775, 0o700, user, false},
		{0o755, 0o755, user, false},
		{0o755, 0o770, user, false},
		{0o755, 0o700, user + 1, false},
	} {
		outer := filepath.Join(root, "outer")
		inner := filepath.Join(outer, "inner")
		if err := os.MkdirAll(inner, 0o700); err != nil {
			t.Fatal(err)
		}
		for dir, mode := range map[string]os.FileMode{outer: c.outer, inner: c.inner} {
			if err := os.Chmod(dir, mode); err != nil {
				t.Fatal(err)
			}
		}
		if err := ours(inner, c.user); (err == nil) != c.ok {
			t.Errorf("%v in %v, user %d: %v", c.inner, c.outer, c.user, err)
		}
	}
	link := filepath.Join(root, "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if ours(link, user) == nil {
		t.Error("a symbolic link is taken for a folder")
	}
}

// From the initialization on, temporary files are in the private folder.
func TestTemporary(t *testing.T) {
	if os.TempDir() != Dir {
		t.Errorf("%s, want %s", os.TempDir(), Dir)
	}
}
