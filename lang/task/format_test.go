package task_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/lang/format"
	"flavers/lang/task"
)

// Formatting changes neither the syntax tree nor the program, and is done once.
func TestFormatKeepsPrograms(t *testing.T) {
	looked := 0
	for _, pattern := range []string{"testdata/*/*.tfg", "../../examples/*.tfg", "../../examples/*/*.tfg", "../../bench/*/*.tfg", "../../bench/*.tfg"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, chunk := range strings.Split(string(src), "\n----\n") {
				looked++
				keeps(t, file, chunk)
				keeps(t, file, torn(chunk))
			}
		}
	}
	if looked < 150 {
		t.Errorf("only %d programs were looked at", looked)
	}
	for seed := range 30 {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		bytes := make([]byte, 120)
		for i := range bytes {
			bytes[i] = byte(rng.Uint32())
		}
		keeps(t, "random", gen.Program(bytes))
		keeps(t, "random", torn(gen.MessagePassing(bytes)))
		keeps(t, "random", torn(gen.Tuples(bytes)))
		keeps(t, "random", torn(gen.Passed(bytes)))
		keeps(t, "random", torn(gen.Sync(bytes)))
		keeps(t, "random", torn(gen.Groups(bytes)))
	}
}

// torn has other blanks and more lines than src, and the same meaning.
func torn(src string) string {
	var b strings.Builder
	for _, line := range strings.Split(src, "\n") {
		code, note, cut := strings.Cut(line, "//")
		code = strings.ReplaceAll(code, " ", "  ")
		for _, s := range []string{"..", "+", "%", "[", "]", "(", ")", ",", "{"} {
			code = strings.ReplaceAll(code, s, s+" ")
		}
		b.WriteString("\t" + code)
		if cut {
			b.WriteString("//" + note)
		}
		b.WriteString(" \r\n\n\n")
	}
	return b.String()
}

func keeps(t *testing.T, name, src string) {
	t.Helper()
	out := keepsTree(t, name, src)
	if out == nil {
		return
	}
	p, _ := task.Load("f.tfg", []byte(src), nil)
	q, _ := task.Load("f.tfg", out, nil)
	if (p == nil) != (q == nil) || p != nil && len(p.Nodes) < 5000 && placeless(p) != placeless(q) {
		t.Fatalf("%s: the program changes\n%s", name, out)
	}
}

// keepsTree returns the formatted text, or nil if there are errors.
func keepsTree(t *testing.T, name, src string) []byte {
	t.Helper()
	want, ok := task.Outline([]byte(src))
	out, list := format.Source("f.tfg", []byte(src))
	if ok == list.HasErrors() {
		t.Fatalf("%s: formatted %v, parsed %v: %v", name, !list.HasErrors(), ok, list.All)
	}
	if !ok {
		return nil
	}
	if got, _ := task.Outline(out); got != want {
		t.Fatalf("%s: the syntax tree changes\n%s\n%s", name, src, out)
	}
	again, _ := format.Source("f.tfg", out)
	if string(again) != string(out) {
		t.Fatalf("%s: formatted twice\n%s\nis\n%s", name, out, again)
	}
	return out
}

var (
	places     = regexp.MustCompile(` @\d+:\d+`)
	assertions = regexp.MustCompile(`"assertion .*"`)
)

// placeless is the dump of a program without its places in the source, and without
// the texts of assertions, which are quoted with their blanks and cut off.
func placeless(p *cfg.Program) string {
	return assertions.ReplaceAllString(places.ReplaceAllString(p.Dump(), ""), "")
}

func FuzzFormat(f *testing.F) {
	files, _ := filepath.Glob("testdata/lower/*.tfg")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("task t { x=1;;/* a\n b */ y=(-x+2)*3 // c\n ; { a [1]<- - 2} \n else {}}")
	f.Fuzz(func(t *testing.T, src string) { keepsTree(t, "fuzz", src) })
}
