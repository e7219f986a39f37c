package version

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
)

// Identity tells builds apart: the version, and for a build that no commit stands for a hash of the program.
func Identity() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, changed := "", true
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				changed = s.Value == "true"
			}
		}
		if revision != "" && !changed {
			return String(), nil
		}
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return String() + " " + hex.EncodeToString(h.Sum(nil))[:12], nil
}
