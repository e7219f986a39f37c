package lang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/lang"
	"flavers/limit"
)

// Wherever a limit ends a front end, it is left without a crash: what it puts back on the way holds for what stands
// half done. The examples of the repository are loaded to their ends, and left at several places.
func TestLimitAnywhere(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.tfg", "*/*.tfg", "ada/*.adb", "../lang/ada/testdata/textbook/*.adb"} {
		list, err := filepath.Glob(filepath.Join("../examples", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	left := 0
	for i, name := range files {
		if !trial.More() && i%6 != 0 && !strings.HasSuffix(name, "rw_monitor.tfg") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		opt := lang.Options{}
		if strings.HasSuffix(name, "rw_monitor.tfg") { // calls of procedures in loops, a long time
			opt.Set = map[string]string{"READERS": "100"}
		}
		for at := uint64(1); ; at += 64 { // a Poll looks at what ends it every 64th time
			opt.Poll = limit.New(t.Context())
			opt.Poll.After(at, func() bool { return true })
			if limit.Try(func() { lang.Load(name, text, opt) }) {
				break
			}
			left++
		}
	}
	if len(files) < 150 || left < 20 {
		t.Errorf("%d files, left %d times", len(files), left)
	}
}
