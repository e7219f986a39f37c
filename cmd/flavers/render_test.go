package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// meeting has branches, a rendezvous and an event that violates.
const meeting = `program meeting
shared n 0..3 = 0
task a { var x bool; x = any; if x { event b1; call b.e } else { event b2; n = 2 } }
task b { entry e; event c; accept e; n = 1 }
`

const meetingSpec = `property never { absence of b1 globally }
property fine { existence of c at most 1 }
`

// example reads a file of examples/.
func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRender(t *testing.T) {
	dining, diningSpec := example(t, "dining_manager.tfg"), example(t, "dining_manager.fsa")
	inDir(t, map[string]string{"m.tfg": meeting, "m.fsa": meetingSpec, "bad.tfg": "program\n", "alone.tfg": meeting,
		"d.tfg": dining, "d.fsa": diningSpec, "x.tfg": crossing,
		"family.fsa": "property own[i in 0..N-1] { absence of a(i) }\nproperty other { absence of b }\n",
		"fine.fsa":   "property fine { absence of c before b1 }\nproperty holds { absence of b1 before b1 }\n"})
	for _, c := range []struct {
		args   string
		status int
		out    string // in the file o.*, or on standard output if there is none
		err    string
	}{
		{args: "m.tfg -o o.svg", out: "<svg|trace flow graph, for never|event b1|data-steps"},
		{args: "m.tfg -o -", out: "<svg|trace flow graph"},
		{args: "m.tfg -o o.dot", out: "digraph|cluster_0|event b1"},
		{args: "m.tfg -o o.html", out: "<!DOCTYPE html>|<svg|panZoom"},
		{args: "m.tfg --graph cfg -o o.svg", out: "control flow of each task|can meet"},
		{args: "alone.tfg --graph cfg -o o.svg", out: "control flow of each task"},
		{args: "alone.tfg --graph tfg -o o.svg", out: "trace flow graph|τ: no automaton reacts"},
		{args: "d.tfg --graph mip --refine all -o o.svg", out: "candidate MIP edges|MIP edge ("},
		{args: "d.tfg --graph pruned --refine all -o o.svg", out: "rule normal|MIP edges kept|removed: (1) independent|<svg|kept (|A table, because"},
		{args: "d.tfg --graph pruned --refine all --compare graphs -o o.html", out: "before: |after: |removed: (1)|For example, the edge from"},
		{args: "d.tfg --graph pruned --refine all --compare table -o o.svg", out: "MIP edges kept, by the tasks that they join|<title>from manager to phil[0]: "},
		{args: "m.tfg --graph pruned --compare table --engine dot -o o.svg", status: 2, err: "--compare is for --graph pruned"},
		{args: "m.tfg --layout sfdp -o o.svg", status: 2, err: "--layout is for --engine graphviz"},
		{args: "m.tfg --engine dot --layout sfdp -o o.svg", status: 2, err: "--layout sfdp is another one"},
		{args: "m.tfg --engine graphviz --layout patchwork -o o.svg", status: 2, err: "--layout"},
		{args: "m.tfg --graph mip --compare table -o o.svg", status: 2, err: "--compare is for --graph pruned"},
		{args: "m.tfg --graph pruned --compare both -o o.svg", status: 2, err: "--compare"},
		{args: "d.tfg --graph pruned --refine all --por safe -o o.svg", out: "rule safe|normal would keep"},
		{args: "d.tfg --graph pruned --refine all --por paper -o o.svg", out: "rule paper"},
		{args: "d.tfg --graph pruned --refine all --por early -o o.svg", out: "rule early|removed: (1)"},
		{args: "d.tfg --graph pruned --refine all --por none -o o.svg", out: "rule none"},
		{args: "d.tfg --graph pruned --refine all -o o.dot", out: "constraint=false"},
		{args: "m.tfg --graph trace -o o.svg", out: "meeting: never is violated|class=\"step"},
		{args: "m.tfg --graph trace -o o.html", out: "class=\"step"},
		{args: "m.tfg --task b -o o.svg", out: "event c|A part of the graph, "},
		{args: "m.tfg --only-path -o o.svg", out: "event b1"},
		{args: "m.tfg --around n4 --radius 1 -o o.svg", out: "<svg"},
		{args: "m.tfg --around 4 --radius 0 -o o.svg", out: "<svg"},

		{args: "m.fsa -o o.svg", out: "property never|data-state=\"error\"|<title>b1</title>"},
		{args: "m.fsa --only fine -o o.dot", out: "digraph|property fine|shape=circle"},
		{args: "m.fsa --only none -o o.svg", status: 2, err: "there are: never, fine"},
		{args: "m.fsa --graph tfg -o o.svg", status: 2, err: "--graph is for programs"},
		{args: "m.fsa --dump specs -o o.svg", status: 2, err: "--dump is for programs"},
		{args: "m.fsa --property m.fsa -o o.svg", status: 2, err: "--property is for programs"},
		{args: "m.fsa --por none -o o.svg", status: 2, err: "--por is for programs"},
		{args: "m.fsa --seed 3 -o o.svg", out: "property never", err: "--seed has no effect"},
		{args: "family.fsa -o o.svg", status: 2, err: "N is no index and no constant"},
		{args: "family.fsa --set N=any -o o.svg", status: 2, err: "must be a number"},
		{args: "family.fsa --set N=3 --only own[2] -o o.svg", out: "property own[2]|<title>a(2)</title>"},
		{args: "lacking.fsa -o o.svg", status: 2, err: "lacking.fsa does not exist"},
		{args: "x.tfg --graph trace --only deadlock -o o.svg", out: "crossing: a deadlock|class=\"waits bad\"|at the end no task can move: 2 tasks wait"},
		{args: "x.tfg --graph waits --only deadlock -o o.svg", out: "who waits for whom|class=\"edge ill\"|waits at lock n"},
		{args: "x.tfg --graph waits --only deadlock -o o.dot", out: "digraph|penwidth=2"},
		{args: "m.tfg --graph waits -o o.svg", status: 2, err: "nobody waits"},
		{args: "m.tfg", status: 2, err: "render needs a file to write"},
		{args: "-o o.svg", status: 2, err: "render takes one PROGRAM"},
		{args: "m.tfg -o o.gif", status: 2, err: ".svg, .dot, .png or .html"},
		{args: "m.tfg -o m.svg/o.svg", status: 2, err: "-o m.svg/o.svg"},
		{args: "bad.tfg -o o.svg", status: 2, err: "bad.tfg:1:"},
		{args: "m.tfg --only nevr -o o.svg", status: 2, err: "C103|did you mean \"never\"?"},
		{args: "m.tfg --task x -o o.svg", status: 2, err: "C204|no task is named"},
		{args: "m.tfg --around nowhere -o o.svg", status: 2, err: "C204|no node is called"},
		{args: "m.tfg --around n4 --radius -1 -o o.svg", status: 2, err: "must not be negative"},
		{args: "m.tfg --graph trace -o o.dot", out: `digraph|subgraph cluster_0|label="a"|label="1  a.x=true"|"s3" [|class="order"|penwidth=2.5`},
		{args: "m.tfg --graph trace --engine dot -o o.svg", status: 2, err: "no layout for"},
		{args: "m.tfg --task a* -o o.svg", out: "event b1"},
		{args: "m.tfg --task ? -o o.svg", out: "event b1|event c"},
		{args: "m.tfg --around b1 --radius 1 -o o.svg", out: "event b1"},
		{args: "m.tfg --around a:b1 --radius 1 -o o.svg", out: "event b1"},
		{args: "m.tfg --around b:b1 --radius 1 -o o.svg", status: 2, err: "C204|no node is called"},
		{args: "d.tfg --graph mip --around eat(1) -o o.svg", out: "event eat(1)"},
		{args: "m.tfg --radius 3 -o o.svg", status: 2, err: "--radius is for --around"},
		{args: "d.tfg --refine all --max-tuples 1 -o o.svg", out: "trace flow graph", err: "warning C205: the verdict of|is unknown: the limit on tuples was hit"},
		{args: "m.tfg --seed 3 -o o.svg", out: "trace flow graph", err: "note C106: --seed has no effect here"},
		{args: "m.tfg --format json -o o.svg", status: 2, err: "--format: render writes a picture"},
		{args: "m.tfg --schedule 1:0:0 -o o.svg", status: 2, err: "--schedule is for --graph trace"},
		{args: "- --graph trace --schedule - -o o.svg", status: 2, err: "cannot both be standard input"},
		{args: "alone.tfg --graph trace --schedule 1:0:rubbish -o o.svg", status: 2, err: "error"},
		{args: "m.tfg --graph trace --task a -o o.svg", status: 2, err: "are for graphs"},
		{args: "m.tfg --only fine --only-path -o o.svg", status: 2, err: "C203"},
		{args: "m.tfg --only fine --graph trace -o o.svg", status: 2, err: "C203|fine holds"},
		{args: "alone.tfg --graph trace -o o.svg", status: 2, err: "C101"},
		{args: "m.tfg --property m.tfg -o o.svg", status: 2, err: "error"},
	} {
		for _, ext := range []string{"svg", "dot", "html", "png"} {
			if err := os.Remove("o." + ext); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
		got := runReal("", append([]string{"render"}, strings.Fields(c.args)...)...)
		if got.status != c.status {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, got.status, c.status, got.out, got.err)
			continue
		}
		written, _ := filepath.Glob("o.*")
		if (c.status == 0) != (len(written) == 1) && !strings.Contains(c.args, "-o -") {
			t.Errorf("%s: written: %v", c.args, written)
		}
		text := got.out
		for _, file := range written {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
			if strings.HasSuffix(file, ".svg") {
				isXML(t, c.args, text)
			}
		}
		for _, part := range strings.Split(c.out, "|") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the picture lacks %q", c.args, part)
			}
		}
		for _, part := range strings.Split(c.err, "|") {
			if !strings.Contains(got.err, part) {
				t.Errorf("%s: standard error lacks %q:\n%s", c.args, part, got.err)
			}
		}
	}
}

func isXML(t *testing.T, what, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

// What is too large to be read is refused, but for DOT, parts, and --large.
func TestRenderTooLarge(t *testing.T) {
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "dining.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"-o o.svg": "C201", "-o o.html": "C201", "-o o.dot": "", "-o o.svg --task phil[3]": "", "-o o.svg --large": "",
	} {
		got := runReal("", append([]string{"render", program, "--set", "N=140", "--refine", "none"}, strings.Fields(args)...)...)
		if (got.status == 2) != (want != "") || !strings.Contains(got.err, want) {
			t.Errorf("%s: status %d\n%s", args, got.status, got.err)
		}
	}
}

// PNG needs a program; without it the diagnostic says what to do.
func TestRenderPNG(t *testing.T) {
	inDir(t, map[string]string{"m.tfg": meeting, "m.fsa": meetingSpec})
	if _, err := exec.LookPath("rsvg-convert"); err == nil {
		got := runReal("", "render", "m.tfg", "-o", "o.png")
		b, _ := os.ReadFile("o.png")
		if got.status != 0 || !strings.HasPrefix(string(b), "\x89PNG") {
			t.Errorf("status %d, %d bytes\n%s", got.status, len(b), got.err)
		}
	}
	if _, err := exec.LookPath("dot"); err == nil {
		for _, file := range []string{"o.png", "o.svg", "o.html"} {
			got := runReal("", "render", "m.tfg", "--engine", "neato", "-o", file)
			if info, err := os.Stat(file); got.status != 0 || err != nil || info.Size() < 500 {
				t.Errorf("%s: status %d\n%s", file, got.status, got.err)
			}
		}
		got := runReal("", "render", "m.tfg", "--engine", "dot", "--timeout", "1ns", "-o", "o.png")
		if got.status != 3 || !strings.Contains(got.err, "time ran out") {
			t.Errorf("no time: status %d\n%s", got.status, got.err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GOBIN", t.TempDir())
	for args, want := range map[string]string{"": "rsvg-convert", "--engine dot": "go install ./cmd/... installs flavers-graphviz"} {
		got := runReal("", append([]string{"render", "m.tfg", "-o", "none.png"}, strings.Fields(args)...)...)
		if got.status != 2 || !strings.Contains(got.err, "C202") || !strings.Contains(got.err, want) {
			t.Errorf("%q without programs: status %d\n%s", args, got.status, got.err)
		}
		if _, err := os.Stat("none.png"); err == nil {
			t.Error("an empty file is left behind")
		}
	}
}

// An input is not overwritten.
func TestRenderKeepsInputs(t *testing.T) {
	inDir(t, map[string]string{"m.svg": meeting, "m.fsa": meetingSpec})
	if got := runReal("", "render", "m.svg", "--property", "m.fsa", "-o", "m.svg"); got.status != 2 {
		t.Errorf("status %d\n%s", got.status, got.err)
	}
	if text, err := os.ReadFile("m.svg"); err != nil || string(text) != meeting {
		t.Errorf("the program is overwritten: %v", err)
	}
}

// A page for every kind of result, with and without pictures.
func TestHTMLOutput(t *testing.T) {
	inDir(t, map[string]string{"m.tfg": meeting, "m.fsa": meetingSpec, "bad.tfg": "program\ntask { }\n",
		"over.tfg": "program over\nshared n 0..1 = 0\ntask a { n = n + 1; n = n + 1 }\n"})
	for args, parts := range map[string]string{
		"m.tfg":                                  "never|violated|holds|class=\"step|data-steps",
		"m.tfg --refine none":                    "never",
		"over.tfg --runtime-errors":              "no run-time error|n = 2 is outside 0..1",
		"bad.tfg --runtime-errors":               "bad.tfg:1:",
		"m.tfg --max-tuples 1":                   "unknown",
		"over.tfg --runtime-errors --refine all": "class=\"step",
	} {
		got := runReal("", append([]string{"check", "--html-output", "o.html"}, strings.Fields(args)...)...)
		text, err := os.ReadFile("o.html")
		if got.status == 4 || err != nil {
			t.Fatalf("%s: status %d, %v\n%s", args, got.status, err, got.err)
		}
		for _, part := range strings.Split(parts, "|") {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s: the page lacks %q", args, part)
			}
		}
	}
	first := runReal("", "check", "m.tfg", "--html-output", "o.html", "--no-times")
	a, _ := os.ReadFile("o.html")
	again := runReal("", "check", "m.tfg", "--html-output", "o.html", "--no-times")
	if b, _ := os.ReadFile("o.html"); first != again || string(a) != string(b) {
		t.Error("two pages of one check")
	}
}

func TestMan(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := runReal("", "man", "a/b"); got.status != 0 || got.err != "" {
		t.Fatalf("status %d\n%s", got.status, got.err)
	}
	for page, parts := range map[string]string{
		"flavers.1":                 `.TH "FLAVERS" "1"|.SH COMMANDS|.B crosscheck|.SH EXIT STATUS|internal error|\fBflavers\-language\fP(7)`,
		"flavers-check.1":           `.TH "FLAVERS\-CHECK" "1"|\fB\-\-property\fP \fIfile\fP|(default normal)|.SH OPTIONS OF ALL COMMANDS|.SH EXIT STATUS|.SH EXAMPLES`,
		"flavers-explorers.7":       "  full                 all interleavings\n  states ",
		"flavers-render.1":          ".SH OPTIONS",
		"flavers-completion-bash.1": ".SH NAME",
		"flavers-verdicts.7":        `.TH "FLAVERS\-VERDICTS" "7"|possible`,
		"flavers-language.7":        "accept",
	} {
		text, err := os.ReadFile(filepath.Join("a", "b", page))
		if err != nil {
			t.Error(err)
		}
		for _, part := range strings.Split(parts, "|") {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q:\n%s", page, part, text)
			}
		}
		for _, part := range []string{"1970", "[=", `=""`, "[]"} {
			if strings.Contains(string(text), part) {
				t.Errorf("%s: %q", page, part)
			}
		}
	}
	if groff, err := exec.LookPath("groff"); err == nil {
		if out, err := exec.Command(groff, "-man", "-Tutf8", "-ww", "a/b/flavers-check.1").CombinedOutput(); err != nil || strings.Contains(string(out), "warning:") {
			t.Errorf("groff: %v\n%s", err, out)
		}
	}
	if got := runReal("", "man"); got.status != 2 {
		t.Errorf("no directory: status %d", got.status)
	}
	if err := os.WriteFile("file", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := runReal("", "man", "file"); got.status != 2 || !strings.Contains(got.err, "man file") {
		t.Errorf("a file: status %d\n%s", got.status, got.err)
	}
}

// Completion offers files by extension.
func TestCompletionOfFiles(t *testing.T) {
	for args, want := range map[string]string{
		"render|": "tfg adb", "render|m.tfg|-o|": "svg dot png html", "check|m.tfg|--html-output|": "html",
		"check|m.tfg|--sarif-output|": "sarif json", "render|m.tfg|--property|": "fsa", "explore|": "tfg pnml trace", "replay|": "tfg pnml trace",
		"render|m.tfg|--graph|": "cfg tfg mip pruned trace waits states product",
	} {
		got := runReal("", append([]string{"__completeNoDesc"}, strings.Split(args, "|")...)...)
		words := strings.Fields(got.out)
		if len(words) == 0 || !strings.HasSuffix(strings.Join(words[:len(words)-1], " "), want) {
			t.Errorf("%s: %q, want %q", args, got.out, want)
		}
	}
}

// The pictures of docs/pictures.md are what its commands draw; -update draws
// them anew.
func TestPicturesAreFresh(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	text, err := os.ReadFile(filepath.Join("docs", "pictures.md"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, line := range strings.Split(string(text), "\n") {
		command, ok := strings.CutPrefix(line, "flavers ")
		if !ok {
			continue
		}
		command, name, ok := strings.Cut(command, " -o ")
		if !ok {
			t.Fatalf("no -o in %s", line)
		}
		drawn++
		got := runReal("", append(strings.Fields(command), "-o", "-")...)
		file := filepath.Join("docs", "pictures", name)
		if *update {
			if err := os.WriteFile(file, []byte(got.out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || got.status != 0 || got.out != string(want) {
			t.Errorf("%s: status %d, %v; another picture than %s (-update draws it anew)\n%s", line, got.status, err, file, got.err)
		}
		if !strings.Contains(string(text), "(pictures/"+name+")") {
			t.Errorf("docs/pictures.md does not show %s", name)
		}
	}
	if drawn < 3 {
		t.Errorf("%d pictures", drawn)
	}
}

// A Petri net is drawn without a program, by Graphviz where it is large.
func TestRenderNet(t *testing.T) {
	inDir(t, map[string]string{"n.pnml": example(t, filepath.Join("nets", "figure2.pnml"))})
	runReal("", "render", "n.pnml", "-o", "-").expect(t, "net", 0, "<svg", "")
	runReal("", "render", "n.pnml", "-o", "n.dot").expect(t, "net", 0, "", "")
	text, err := os.ReadFile("n.dot")
	if err != nil || !strings.Contains(string(text), "circle") || !strings.Contains(string(text), "token") {
		t.Errorf("%v\n%s", err, text)
	}
	runReal("", "render", "n.pnml", "-o", "-", "--graph", "mip").expect(t, "net", 2, "", "is a Petri net")
}

// A state graph has the states that explore counts, and nothing after a violation; a large one is folded, a very
// large one is refused.
func TestRenderStates(t *testing.T) {
	inDir(t, map[string]string{
		"p.tfg": "program p\nshared n 0..3 = 0\ntask a { n = n + 1; lock l; unlock l; event a }\nlock l\n" +
			"task b { n = n + 1; lock l; n = n + n; unlock l; event b }\n",
		"p.fsa":    "property order { absence of b }\n",
		"race.tfg": "program race\nshared n 0..3 = 2\ntask a { n = n + 2; event a }\n",
		"many.tfg": "program many\nconst N = 4\ntask t[i in 1..N] { event a; event b; event c; event d }\n",
	})
	var counted struct{ States int }
	got := runReal("", "explore", "p.tfg", "--algorithm", "states", "--search", "bfs", "--format", "json", "--strict=false")
	if err := json.Unmarshal([]byte(got.out), &counted); err != nil || counted.States < 10 {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	node := regexp.MustCompile(`(?m)^\s*"?s\d+"? \[`)
	if err := os.Remove("p.fsa"); err != nil {
		t.Fatal(err)
	}
	all := runReal("", "render", "p.tfg", "--graph", "states", "-o", "-")
	all.expect(t, "states", 0, fmt.Sprintf("p: %d states", counted.States), "")
	dot := runReal("", "render", "p.tfg", "--graph", "states", "-o", "all.dot")
	text, err := os.ReadFile("all.dot")
	if n := len(node.FindAll(text, -1)); err != nil || n != counted.States {
		t.Errorf("%d nodes, %d states, %v\n%s%s", n, counted.States, err, dot.err, text)
	}
	if err := os.WriteFile("p.fsa", []byte("property order { absence of b }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	part := runReal("", "render", "p.tfg", "--graph", "states", "-o", "-")
	part.expect(t, "states with a property", 0, "order violated", "")
	runReal("", "render", "race.tfg", "--graph", "states", "-o", "-").expect(t, "an error", 0, "run-time error", "")
	runReal("", "render", "many.tfg", "--graph", "states", "-o", "-").expect(t, "folded", 0, "many: 625 states|Folded: ", "")
	runReal("", "render", "many.tfg", "--graph", "states", "-o", "-", "--unfolded").
		expect(t, "unfolded", 2, "", "would have 625 nodes")
	runReal("", "render", "many.tfg", "--graph", "states", "-o", "-", "--set", "N=200").
		expect(t, "too large", 2, "", "more than 20,000 states")
}

// An execution that explore found, a deadlock, is drawn from its schedule.
func TestRenderSchedule(t *testing.T) {
	inDir(t, map[string]string{"crossing.tfg": crossing, "crossing.fsa": crossingSpec})
	var found struct{ Schedule string }
	got := runReal("", "explore", "crossing.tfg", "--runtime-errors", "--format", "json")
	if err := json.Unmarshal([]byte(got.out), &found); err != nil || found.Schedule == "" {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	for _, word := range []string{found.Schedule, "-", "s.txt"} {
		if err := os.WriteFile("s.txt", []byte(found.Schedule+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		got = runReal(found.Schedule+"\n", "render", "crossing.tfg", "--graph", "trace", "--schedule", word, "-o", "-")
		for _, part := range []string{"crossing: deadlock", "a: waits at lock n", "data-step=\"2\""} {
			if got.status != 0 || got.err != "" || !strings.Contains(got.out, part) {
				t.Errorf("--schedule %s: status %d, the picture lacks %q\n%s", word, got.status, part, got.err)
			}
		}
	}
	// A schedule that violates the property, and one that cannot be followed.
	if err := json.Unmarshal([]byte(runReal("", "explore", "crossing.tfg", "--format", "json").out), &found); err != nil {
		t.Fatal(err)
	}
	if got = runReal("", "render", "crossing.tfg", "--graph", "trace", "--schedule", found.Schedule, "-o", "-"); !strings.Contains(got.out, "crossing: order is violated") {
		t.Errorf("status %d\n%s", got.status, got.err)
	}
	got = runReal("", "render", "crossing.tfg", "--graph", "trace", "--schedule", found.Schedule+".7", "-o", "-")
	if !strings.Contains(got.out, "has no outcome 7 here; it has only outcome 0") {
		t.Errorf("status %d\n%s", got.status, got.err)
	}
}

// What will be too large is refused before it is checked: the check of this takes
// a minute and more.
func TestRenderTooLargeIsQuick(t *testing.T) {
	program, err := filepath.Abs(filepath.Join("..", "..", "examples", "dining.tfg"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	began := time.Now()
	got := runReal("", "render", program, "--set", "N=60", "--graph", "mip", "--refine", "all", "-o", "o.svg")
	if took := time.Since(began); got.status != 2 || !strings.Contains(got.err, "C201") || took > 20*time.Second {
		t.Errorf("status %d after %v\n%s", got.status, took, got.err)
	}
}

// A Graphviz that is stopped as time runs out is a limit, and no wrong input.
func TestEngineOutOfTime(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "flavers-graphviz"), []byte("#!/bin/sh\nexec sleep 20\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	inDir(t, map[string]string{"p.tfg": "task t { event e }\n"})
	got := runReal("", "render", "p.tfg", "-o", "o.svg", "--engine", "neato", "--timeout", "400ms")
	if got.status != 3 || !strings.Contains(got.err, "time ran out while Graphviz (neato)") {
		t.Errorf("status %d: %s", got.status, got.err)
	}
}
