package format_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"flavers/lang/format"
)

var fence = regexp.MustCompile("(?ms)^( *)```(fsa|)\n(.*?)^ *```$")

// The examples and the programs and specifications of the documents are formatted.
// With FORMAT=write, they are written so.
func TestFormatted(t *testing.T) {
	files, texts := 0, 0
	for _, folder := range []string{"../../examples", "../../bench", "../../docs", "../../README.md"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			want := string(src)
			switch filepath.Ext(path) {
			case ".tfg", ".fsa":
				files++
				out, list := format.Source(path, src)
				if list.HasErrors() {
					t.Errorf("%s: %v", path, list.All)
					return nil
				}
				want = string(out)
			case ".md":
				want = fence.ReplaceAllStringFunc(string(src), func(block string) string {
					m := fence.FindStringSubmatch(block)
					name, text := "p.tfg", m[3]
					if m[2] == "fsa" {
						name = "p.fsa"
					}
					out, list := format.Source(name, []byte(text))
					if list.HasErrors() || m[1] != "" {
						return block
					}
					texts++
					return "```" + m[2] + "\n" + string(out) + "```"
				})
			}
			if want != string(src) {
				t.Errorf("%s is not formatted", path)
				if os.Getenv("FORMAT") == "write" {
					return os.WriteFile(path, []byte(want), 0o644)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 140 || texts < 15 {
		t.Errorf("only %d files and %d texts were looked at", files, texts)
	}
}
