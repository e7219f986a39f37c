package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gallery is a folder with a picture of each example, and a page that shows them.
const gallery = "docs/gallery"

// TestGallery draws a few examples; TestGalleryAll draws all.
func TestGallery(t *testing.T) { drawGallery(t, 20) }

// drawGallery compares one picture of so many in the gallery with what flavers render draws, and its page; -update
// draws all of them anew.
func drawGallery(t *testing.T, step int) {
	t.Chdir(filepath.Join("..", ".."))
	var page strings.Builder
	page.WriteString("# Gallery\n\nThe task graphs of the examples, as `flavers render examples/NAME -o NAME.svg` draws them. " +
		"[Pictures](../pictures.md)\nexplains how to read them. `go test ./cmd/flavers -run TestGallery -update` draws them anew.\n")
	drawn, folder := 0, "?"
	for i, name := range examplePrograms(t) {
		path := strings.TrimPrefix(name, "examples/")
		picture := filepath.Join(gallery, strings.TrimSuffix(path, filepath.Ext(path))+".svg")
		if in := filepath.Dir(path); in != folder {
			folder = in
			fmt.Fprintf(&page, "\n## examples/%s\n", strings.TrimSuffix(in+"/", "./"))
		}
		shown, err := filepath.Rel(gallery, picture)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "\n[%s](../../%s):\n%s\n\n<a href=\"%s\">\n<img src=\"%[4]s\" height=\"260\" alt=\"the task graph of %[1]s\"></a>\n", path, name,
			titleOf(t, name), filepath.ToSlash(shown))
		if i%step != 0 && !*update {
			if _, err := os.Stat(picture); err != nil {
				t.Error(err)
			}
			continue
		}
		drawn++
		got := runReal("", "render", name, "-o", "-")
		if got.status != 0 {
			t.Errorf("%s: status %d\n%s", name, got.status, got.err)
		}
		fresh(t, picture, []byte(got.out))
	}
	fresh(t, filepath.Join(gallery, "README.md"), []byte(page.String()))
	if drawn < 5 {
		t.Errorf("%d pictures", drawn)
	}
}

// fresh compares a file with its text, or writes it.
func fresh(t *testing.T, file string, text []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if was, err := os.ReadFile(file); err != nil || !bytes.Equal(was, text) {
		t.Errorf("%s is not what is drawn now (%v): -update draws it anew", file, err)
	}
}

// examplePrograms lists the programs of the folder examples, but for twins and what is not a program.
func examplePrograms(t *testing.T) (out []string) {
	t.Helper()
	err := filepath.WalkDir("examples", func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err == nil && (ext == ".tfg" || ext == ".adb") && !strings.Contains(path, "twins") {
			out = append(out, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(out, func(a, b string) int { return strings.Compare(filepath.Dir(a), filepath.Dir(b)) })
	return out
}

// titleOf is the first sentence of a program's first comment.
func titleOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		rest, slashes := strings.CutPrefix(line, "//")
		rest, dashes := strings.CutPrefix(rest, "--")
		if !slashes && !dashes || strings.TrimSpace(rest) == "" {
			break
		}
		words = append(words, strings.TrimSpace(rest))
		if strings.HasSuffix(rest, ".") {
			break
		}
	}
	return strings.Join(words, " ")
}
