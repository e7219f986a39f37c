package index

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/report"
)

func answer(root string, verdict report.Verdict, at string) *report.Check {
	return &report.Check{Root: root, Deadlock: &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: verdict,
		Waiting: []report.Waiting{{Task: "t", Pos: at}}}}
}

// Roots with a violation come first and have pages, and so have the first of those where one is possible.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	p := New(filepath.Join(dir, "all.html"))
	b := &report.Batch{Roots: true}
	add := func(c *report.Check) {
		b.Programs = append(b.Programs, c)
		p.Add(c, func(w io.Writer) error { _, err := io.WriteString(w, "page of "+c.Root); return err })
	}
	add(answer("m.Fine", report.Holds, ""))
	for i := range most + 2 {
		add(answer(fmt.Sprintf("m.Maybe%d", i), report.Possible, "m.go:1"))
	}
	add(answer("m.Bad#2", report.Violated, "<b>.go:7"))
	var out strings.Builder
	if err := p.Write(&out, b); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	bad, maybe, fine := strings.Index(text, ">m.Bad#2<"), strings.Index(text, ">m.Maybe0<"), strings.Index(text, ">m.Fine<")
	if bad < 0 || bad > maybe || maybe > fine || strings.Contains(text, "<b>.go") {
		t.Errorf("%d %d %d\n%s", bad, maybe, fine, text)
	}
	for _, want := range []string{`href="all_files/m.Bad-2.html"`, `href="all_files/m.Maybe19.html"`, "2 roots where something is possible have no page"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	files, err := os.ReadDir(filepath.Join(dir, "all_files"))
	if err != nil || len(files) != most+1 {
		t.Errorf("%d pages, %v", len(files), err)
	}
}

// A page that cannot be written is an error, not a link that leads nowhere.
func TestUnwritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "all_files"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p := New(filepath.Join(dir, "all.html"))
	c := answer("m.Bad", report.Violated, "")
	p.Add(c, func(io.Writer) error { return nil })
	err := p.Write(io.Discard, &report.Batch{Programs: []*report.Check{c}})
	if err == nil || !strings.Contains(err.Error(), "the page of m.Bad") {
		t.Error(err)
	}
}
