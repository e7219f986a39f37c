package task

import (
	"strings"
	"testing"
)

// TestLineComments compares the positions of nodes and diagnostics with what //line comments say.
func TestLineComments(t *testing.T) {
	src := strings.Join([]string{
		"shared x 0..3",
		"task t {",
		"//line sub/a.go:10:5",
		"    x = 1; x = 2",
		"  x = 3",
		"//line b.go:7",
		"    event e",
		"\t//line c.go:1:1",
		"    event f",
		"//line d.go:0",
		"//line d.go",
		"//line up the tasks: first",
		"//line :9",
		"/*",
		"//line e.go:1",
		"*/ event g",
		"//line C:\\f.go:20:30 ",
		"x = 0",
		"}",
	}, "\n")
	p, list := Load("p.tfg", []byte(src), nil)
	if p == nil {
		t.Fatal(list.All)
	}
	var got []string
	for i := range p.Nodes {
		got = append(got, p.Nodes[i].Pos.String())
	}
	want := "sub/a.go:10:5 sub/a.go:10:12 sub/a.go:11:3 b.go:7 b.go:9 b.go:16 C:\\f.go:20:30"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("nodes are at\n%s, want\n%s", s, want)
	}
	if at := p.Tasks[0].Pos.String(); at != "p.tfg:2:6" {
		t.Errorf("the task is at %s", at)
	}
	_, list = Load("p.tfg", []byte("\uFEFF//line a.go:5:6\ntask t { skip; y = 1 }\ntask t { skip }"), nil)
	text := ""
	for _, d := range list.All {
		text += d.String() + "\n"
	}
	for _, want := range []string{"a.go:5:21: error T201", "a.go:6:6: error T202", "at line 5"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTrailingComments: a line and those after it come from where the comment at its end says.
func TestTrailingComments(t *testing.T) {
	src := strings.Join([]string{
		"shared x 0..3 //at 2:3",
		"task t { //at a b.go:10:5",
		"    x = 1; x = 2",
		"  x = 3",
		"    event e //at 9:7",
		"  /* no //at 1:1 */ event f",
		"    event g // at 1:1",
		"    event h //at 1",
		"    event i //at c.go:1",
		"//line d.go:20:30",
		"    event j",
		"    event k",
		"    event l //at c:1:2",
		"    //at 3:4",
		"    event m",
		"//line d.go:20:30",
		"    event n //at 5:6",
		"}",
	}, "\n")
	p, list := Load("p.tfg", []byte(src), nil)
	if p == nil {
		t.Fatal(list.All)
	}
	var got []string
	for i := range p.Nodes {
		got = append(got, p.Nodes[i].Pos.String())
	}
	want := "a b.go:10:5 a b.go:10:12 a b.go:10:5 a b.go:9:7 a b.go:9:25 a b.go:9:7 a b.go:9:7 a b.go:9:7 " +
		"d.go:20:30 d.go:21:5 c:1:2 c:3:4 d.go:5:6"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("nodes are at\n%s, want\n%s", s, want)
	}
	if at := p.Tasks[0].Pos.String(); at != "a b.go:10:10" {
		t.Errorf("the task is at %s", at)
	}
	if at := p.Vars[0].Pos; at.Filename != "p.tfg" || at.Line != 1 {
		t.Errorf("the variable is at %s", at)
	}
}
