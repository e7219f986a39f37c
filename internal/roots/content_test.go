package roots

import (
	"archive/zip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/lang/golang"
)

// input is a tree of files, one of which changes; DIR in texts and variables is the tree.
type input struct {
	kind     string
	files    map[string]string
	env      []string // NAME=value
	patterns []string // as paths of a command line; none: ./...
	change   func(t *testing.T, dir string)
	quick    bool // part of the usual tests
}

const (
	mod  = "module example.com/m\n\ngo 1.24\n"
	uses = "package m\n\nimport \"example.com/dep\"\n\nfunc Root() { dep.Do() }\n"
	dep  = "package dep\n\nfunc Do() {}\n"
	sent = "package dep\n\nfunc Do() { make(chan int) <- 1 }\n"
)

// rewrite replaces a file by another one of the same length and times, at the same place: its inode stays.
func rewrite(name, from, to string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		name := filepath.Join(dir, name)
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), from) {
			t.Fatalf("%s: %v, %q", name, err, text)
		}
		save(t, name, strings.Replace(string(text), from, to, 1))
		if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
}

func save(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// more writes one file more.
func more(name, text string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) { save(t, filepath.Join(dir, name), text) }
}

func inputs() []input {
	plain := map[string]string{"go.mod": mod, "m.go": "package m\n\nfunc Root() {}\n"}
	with := func(files ...string) map[string]string {
		all := map[string]string{}
		for name, text := range plain {
			all[name] = text
		}
		for i := 0; i < len(files); i += 2 {
			all[files[i]] = files[i+1]
		}
		return all
	}
	one := "package main\n\nfunc main() {}\n"
	two := "package main\n\nfunc main() { for {} }\n"
	onTags := "//go:build special\n\npackage m\n\nfunc init() {}\n"
	return []input{
		{kind: "one of two files of one name", files: map[string]string{"a/main.go": one, "b/main.go": one},
			patterns: []string{"DIR/a/main.go", "DIR/b/main.go"}, change: more("b/main.go", two), quick: true},
		{kind: "one of two modules of one name", files: map[string]string{"a/go.mod": mod, "a/m.go": one, "b/go.mod": mod,
			"b/m.go": one}, patterns: []string{"DIR/a", "DIR/b"}, change: more("b/m.go", two)},
		{kind: "a file with its times", files: with(), change: rewrite("m.go", "Root", "Boot"), quick: true},
		{kind: "a file more", files: with(), change: more("n.go", "package m\n")},
		{kind: "a file less", files: with("n.go", "package m\n"),
			change: func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "n.go")) }},
		{kind: "a test", files: with("m_test.go", "package m\n\nfunc init() {}\n"),
			change: rewrite("m_test.go", "{}", "{ }")},
		{kind: "go.mod", files: with(), change: more("go.mod", mod+"\ngodebug asynctimerchan=1\n")},
		{kind: "assembly", files: with("m.s", "// some\n"), change: rewrite("m.s", "some", "more")},
		{kind: "an embedded file", files: with("n.go", "package m\n\nimport _ \"embed\"\n\n//go:embed n.txt\nvar N string\n",
			"n.txt", "0"), change: rewrite("n.txt", "0", "1")},
		{kind: "a file with another build tag", files: with("n.go", onTags), change: rewrite("n.go", "special", "!absent")},
		{kind: "C", files: with("n.go", "package m\n\n// #include \"n.h\"\nimport \"C\"\n\nconst N = C.N\n",
			"n.h", "#define N 1\n"), change: rewrite("n.h", "1", "2")},
		{kind: "a C header elsewhere", files: with("n.go", "package m\n\n// #cgo CFLAGS: -IDIR/include\n"+
			"// #include \"n.h\"\nimport \"C\"\n\nconst N = C.N\n", "include/n.h", "#define N 1\n"),
			change: func(t *testing.T, dir string) {
				save(t, filepath.Join(dir, "include/n.h"), "#define N 2\n")
				t.Setenv("GOCACHE", t.TempDir()) // else the go command has an answer of before, and that is what is checked
			}},
		{kind: "a replaced folder", files: map[string]string{"go.mod": mod + "\nrequire example.com/dep v1.0.0\n\n" +
			"replace example.com/dep => ./dep\n", "m.go": uses, "dep/go.mod": "module example.com/dep\n", "dep/dep.go": dep},
			change: more("dep/dep.go", sent)},
		{kind: "a vendored package", files: map[string]string{"go.mod": mod + "\nrequire example.com/dep v1.0.0\n", "m.go": uses,
			"vendor/modules.txt": "# example.com/dep v1.0.0\n## explicit\nexample.com/dep\n", "vendor/example.com/dep/dep.go": dep},
			change: more("vendor/example.com/dep/dep.go", sent)},
		{kind: "a workspace", files: map[string]string{"go.work": "go 1.24\n\nuse (\n\t./m\n\t./dep\n)\n", "m/go.mod": mod,
			"m/m.go": uses, "dep/go.mod": "module example.com/dep\n\ngo 1.24\n", "dep/dep.go": dep},
			patterns: []string{"DIR/m"}, change: more("dep/dep.go", sent)},
		{kind: "go.work", files: map[string]string{"go.work": "go 1.24\n\nuse ./m\n", "m/go.mod": mod, "m/m.go": plain["m.go"]},
			patterns: []string{"DIR/m"}, change: rewrite("go.work", "1.24\n", "1.25\n")},
		{kind: "a symbolic link", files: with("elsewhere/n.txt", "package m\n"), change: func(t *testing.T, dir string) {
			link(t, filepath.Join(dir, "elsewhere/n.txt"), filepath.Join(dir, "n.go"))
		}},
		{kind: "what a symbolic link leads to", files: map[string]string{"go.mod": mod, "kept/m.txt": plain["m.go"],
			"m.go": "LINK kept/m.txt"}, change: rewrite("kept/m.txt", "Root", "Boot")},
		{kind: "tags", files: with("n.go", onTags), change: setenv("GOFLAGS", "-tags=special")},
		{kind: "another system", files: with("n_windows.go", "package m\n"), change: setenv("GOOS", "windows")},
		{kind: "another architecture", files: with(), change: setenv("GOARCH", "386")},
		{kind: "without cgo", files: with(), change: setenv("CGO_ENABLED", "0")},
		{kind: "the installation of Go", files: map[string]string{"go.mod": mod,
			"m.go": strings.ReplaceAll(uses, "example.com/dep", "dep"), "go/src/dep/dep.go": dep},
			env: []string{"GOROOT=DIR/go"}, change: more("go/src/dep/dep.go", sent)},
		{kind: "the module cache", files: map[string]string{"go.mod": mod + "\nrequire example.com/dep v1.0.0\n", "m.go": uses,
			"proxy/example.com/dep/@v/v1.0.0.mod": "module example.com/dep\n"}, env: []string{"GOMODCACHE=DIR/cache",
			"GOFLAGS=-mod=mod -modcacherw", "GOPROXY=file://DIR/proxy", "GONOSUMDB=*"},
			change: more("cache/example.com/dep@v1.0.0/dep.go", sent)},
	}
}

func setenv(name, value string) func(t *testing.T, dir string) {
	return func(t *testing.T, _ string) { t.Setenv(name, value) }
}

func link(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Symlink(from, to); err != nil {
		t.Fatal(err)
	}
}

// write writes the tree.
func (in *input) write(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range in.files {
		if to, is := strings.CutPrefix(text, "LINK "); is {
			link(t, to, filepath.Join(dir, name))
			continue
		}
		save(t, filepath.Join(dir, name), strings.ReplaceAll(text, "DIR", dir))
	}
	for _, set := range in.env {
		name, value, _ := strings.Cut(strings.ReplaceAll(set, "DIR", dir), "=")
		if name == "GOROOT" {
			installation(t, value)
		}
		t.Setenv(name, value)
	}
	if proxy := filepath.Join(dir, "proxy/example.com/dep/@v"); in.kind == "the module cache" {
		archive(t, filepath.Join(proxy, "v1.0.0.zip"))
		save(t, filepath.Join(proxy, "v1.0.0.info"), "{\"Version\": \"v1.0.0\"}\n")
	}
	return dir
}

// installation makes a folder with the installation of Go, where its files are links.
func installation(t *testing.T, dir string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, below := range []string{"", "src"} {
		from := filepath.Join(strings.TrimSpace(string(out)), below)
		entries, err := os.ReadDir(from)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Name() != "src" {
				link(t, filepath.Join(from, e.Name()), filepath.Join(dir, below, e.Name()))
			}
		}
	}
}

// archive writes a module as a proxy has it.
func archive(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for file, text := range map[string]string{"go.mod": "module example.com/dep\n", "dep.go": dep} {
		w, err := z.Create("example.com/dep@v1.0.0/" + file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// keys are the names of what is kept of the roots of packages, and of the list of them.
func keys(t *testing.T, requests []golang.Request) (list string, packages map[listed]string) {
	t.Helper()
	c, err := contentOf(t.Context(), requests, nil)
	if err != nil {
		t.Fatal(err)
	}
	packages = map[listed]string{}
	for _, p := range c.asked {
		packages[p] = c.rootKey("m.Root.tfg", c.packages[p])
	}
	return c.listKey(nil), packages
}

// TestContent: every kind of input of a check of Go packages is in the keys. Without a change they are the same.
func TestContent(t *testing.T) {
	for _, in := range inputs() {
		if !in.quick && !trial.More() {
			continue
		}
		t.Run(in.kind, func(t *testing.T) {
			dir := in.write(t)
			t.Chdir(dir)
			paths := []string{dir + "/..."}
			if len(in.patterns) > 0 {
				paths = strings.Split(strings.ReplaceAll(strings.Join(in.patterns, "\n"), "DIR", dir), "\n")
			}
			requests := golang.Requests(t.Context(), paths)
			list, before := keys(t, requests)
			if again, same := keys(t, requests); again != list || fmt.Sprint(same) != fmt.Sprint(before) {
				t.Error("nothing has changed, but the key has")
			}
			in.change(t, dir)
			changed, after := keys(t, requests)
			if changed == list {
				t.Error("the list of roots has the same key after the change")
			}
			last := listed{len(requests) - 1, ""}
			for p := range before {
				if p.request == last.request && !strings.Contains(p.id, ".test") {
					last = p
				}
			}
			if before[last] == "" || before[last] == after[last] && in.kind != "a test" {
				t.Errorf("%v has the same key after the change: %q", last, before[last])
			}
		})
	}
}

// TestContentUnknown: where the go command is told to compile other files, nothing is known.
func TestContentUnknown(t *testing.T) {
	dir := (&input{files: map[string]string{"go.mod": mod, "m.go": "package m\n"}}).write(t)
	t.Setenv("GOFLAGS", "-overlay="+filepath.Join(dir, "overlay.json"))
	if _, err := contentOf(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil); err == nil {
		t.Error("there are keys, though -overlay puts other files in place of those that are read")
	}
}
