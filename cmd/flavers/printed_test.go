//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"html"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// runAgain finds the commands that an output says to run.
var runAgain = regexp.MustCompile(
	"(?m)(?:To run it again|To run it|To come back|To check them|to see it): (flavers .*)$|" +
		"data-copy=\"(flavers [^\"]*)\"")

// shellWords splits a command line as a shell does.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `flavers() { for word; do printf '%s\0' "$word"; done; }; `+line).Output()
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// oddNames are names of files, without the extension.
var oddNames = []string{"-x", "a b", "#1", "50%", "o'clock", `"q"`, "$(id)", "*", "~", `back\slash`, "ü", "x\ny", "\u202egft",
	"a:b", "\xff", "🙂", "a;b", "a&b", "<b>"}

// TestPrintedCommands runs each command that the command prints for its user: it has all flags that are needed, it can
// be pasted into a shell, and it gives what was said.
func TestPrintedCommands(t *testing.T) {
	const deadlock = "lock m, n\ntask a { lock m; lock n; unlock n; unlock m }\n" +
		"task b { lock n; lock m; unlock m; unlock n }\n"
	const live = "shared free 0..1 = 1\ntask a { loop { event ask; await free == 1; event go } }\n" +
		"task b { loop { skip; free = 0; free = 1 } }\n"
	files := map[string]string{
		"turns.tfg": turns, "turns.fsa": turnsSpec,
		"one.tfg": turns, "one.fsa": "property order { absence of b before a }\nproperty never { absence of b globally }\n" +
			"property other { absence of nothing globally }\n",
		"dead.tfg": deadlock, "dead.fsa": "property broken {",
		"many.tfg":       "const N = 2\ntask t[i in 0..N-1] { event go(i) }\n",
		"many.fsa":       "property two { absence of go(2) globally }\n",
		"in/out.tfg":     "//! property ../turns.fsa\n" + turns,
		"a b's.fsa":      "property never { absence of b globally }\n",
		"fair 1.fsa":     "constraint c { absence of b before a }\n",
		"live.tfg":       live,
		"live.fsa":       "property served { go responds to ask }\n",
		"race.tfg":       "shared x 0..1\ntask a { x = 1 }\ntask b { x = 0 }\n",
		"error.tfg":      "shared x 0..2\ntask a { x = x + 1 }\ntask b { x = x + 1 }\ntask c { x = x + 1 }\n",
		"stuck.tfg":      "lock m\ntask a { loop { skip } }\ntask b { lock m; lock m }\n",
		"main.adb":       shop["main.adb"],
		"main.fsa":       shop["main.fsa"],
		"lib/stock.ads":  shop["lib/stock.ads"],
		"lib/stock.adb":  shop["lib/stock.adb"],
		"shop.gpr":       shop["shop.gpr"],
		"many mains.adb": strings.ReplaceAll(both, "Both", "One") + strings.ReplaceAll(both, "Both", "Two"),
		"tab.fsa":        "property never { absence of b globally }\n",
	}
	for _, name := range oddNames {
		files["odd/"+name+".tfg"], files["odd/"+name+".fsa"] = turns, "property never { absence of b globally }\n"
	}
	inDir(t, files)
	for _, c := range []struct {
		args, input string
		commands    int // at least so many are printed
		status      int // of what they run
		says        string
	}{
		{"check turns.tfg", "", 1, 1, "never  violated"},
		{"check turns.tfg --html-output page.html", "", 2, 1, "never  violated"},
		{"explore turns.tfg", "", 1, 1, "never  violated"},
		{"check turns.tfg --property", "a b's.fsa", 1, 1, "never  violated"},
		{"check turns.tfg --property tab.fsa --constraint", "fair 1.fsa", 1, 1, "never  violated"},
		{"check one.tfg --only never", "", 1, 1, "never  violated"},
		{"explore one.tfg --only never --only order", "", 1, 1, "never  violated"},
		{"check one.tfg --strict=false", "", 1, 1, "never  violated"},
		{"explore one.tfg --strict=false", "", 1, 1, "never  violated"},
		{"check dead.tfg --runtime-errors", "", 1, 1, "none can move"},
		{"explore dead.tfg --runtime-errors", "", 1, 1, "none can move"},
		{"check many.tfg --set N=3", "", 1, 1, "two  violated"},
		{"check many.tfg --set N=any", "", 1, 1, "two  violated"},
		{"explore many.tfg --set N=4", "", 1, 1, "two  violated"},
		{"check in/out.tfg --allow-outside", "", 1, 1, "never  violated"},
		{"check live.tfg", "", 1, 1, "served"},
		{"check race.tfg --races", "", 1, 0, ""},
		{"explore race.tfg --races", "", 1, 0, ""},
		{"check error.tfg", "", 1, 1, "run-time error"},
		{"explore error.tfg", "", 1, 1, "run-time error"},
		{"check stuck.tfg --partial", "", 1, 0, "not all tasks have ended"}, // one goes on,
		{"check main.adb -I lib", "", 1, 1, "order  violated"},
		{"check main.adb lib/stock.ads lib/stock.adb", "", 1, 1, "order  violated"},
		{"check shop.gpr", "", 1, 1, "order  violated"},
		{"explore main.adb -I lib", "", 1, 1, "order  violated"},
		{"explore --", "many mains.adb:Two", 1, 1, "B26"},
		{"sim one.tfg --only never", "1\n1\nq\n", 1, 0, ""},
		{"sim main.adb -I lib", "1\n1\nq\n", 1, 0, ""},
		{"sim many.tfg --set N=3", "1\nq\n", 1, 0, ""},
		{"init --kind actors --", "my pool", 1, 1, "in_order     violated"},
		{"init --", "-pool", 1, 1, "in_order           violated"},
	} {
		words, input := strings.Fields(c.args), ""
		if words[0] == "sim" {
			input = c.input
		} else if c.input != "" { // one more word
			words = append(words, c.input)
		}
		checkPrinted(t, words, input, c.commands, c.status, c.says)
	}
	t.Chdir("odd")
	for _, name := range oddNames {
		checkPrinted(t, []string{"check", "--only", "never", "--", name + ".tfg"}, "", 1, 1, "never  violated")
	}
	if got := runReal("", "check", "."); strings.Count(got.out, "To run it again") != len(oddNames) {
		t.Errorf("%+v", got)
	}
	checkPrinted(t, []string{"check", "."}, "", len(oddNames), 1, "never  violated")
}

// checkPrinted runs a command, and then what it prints.
func checkPrinted(t *testing.T, words []string, input string, commands, status int, says string) {
	t.Helper()
	first := runReal(input, words...)
	text := first.out
	if page, err := os.ReadFile("page.html"); err == nil {
		text += string(page)
		os.Remove("page.html")
	}
	lines := map[string]bool{}
	for _, m := range runAgain.FindAllStringSubmatch(text, -1) {
		lines[m[1]+html.UnescapeString(m[2])] = true
	}
	if all := len(runAgain.FindAllString(text, -1)); all < commands {
		t.Errorf("%q prints %d commands: %+v", words, all, first)
	}
	for line := range lines {
		got := runReal("q\n", shellWords(t, line)...)
		if got.status != status || !strings.Contains(got.out, says) || strings.Contains(got.err, "V105") {
			t.Errorf("%q\nprints %q\nwhich gives status %d, not %d\n%s%s", words, line, got.status, status, got.err, got.out)
		}
	}
}

// Examples in the help of all commands are command lines that are accepted: words and flags that exist.
func TestHelpExamples(t *testing.T) {
	root := newApp(strings.NewReader(""), os.Stderr, os.Stderr, realEngine()).root()
	for _, cmd := range root.Commands() {
		for line := range strings.Lines(cmd.Example) {
			for _, part := range strings.Split(strings.TrimSpace(line), "&&") {
				part, _, _ = strings.Cut(strings.TrimSpace(part), "#")
				part, _, _ = strings.Cut(part, " <")
				words := strings.Fields(strings.ReplaceAll(part, "'", ""))
				if len(words) == 0 || words[0] != "flavers" {
					continue
				}
				found, rest, err := root.Find(words[1:])
				if err == nil {
					err = found.ParseFlags(rest)
				}
				if err != nil || found == root {
					t.Errorf("%s: %q: %v", cmd.Name(), part, err)
				}
			}
		}
	}
}

// TestOddNames: whatever the name of a file, reports for programs name it so that it is found again, and columns are
// counted in the unit that is declared.
func TestOddNames(t *testing.T) {
	files := map[string]string{}
	for _, name := range oddNames {
		files[name+".tfg"] = "program p\ntask t { /* 🙂ü */ event a; event b }\n"
		files[name+".fsa"] = "property never { absence of b globally }\n"
	}
	inDir(t, files)
	got := runReal("", "check", ".", "--no-times", "--format", "sarif", "--json-output", "all.json")
	text, err := os.ReadFile("all.json")
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Programs []struct {
			Program string
		}
	}
	var sarif struct {
		Runs []struct {
			ColumnKind string
			Results    []struct {
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartColumn int }
					}
				}
			}
		}
	}
	if err := errors.Join(json.Unmarshal(text, &found), json.Unmarshal([]byte(got.out), &sarif)); err != nil {
		t.Fatalf("%v\n%.300s%s", err, got.out, got.err)
	}
	if len(found.Programs) != len(oddNames) || len(sarif.Runs) != len(oddNames) {
		t.Fatalf("%d programs, %d runs, want %d of each", len(found.Programs), len(sarif.Runs), len(oddNames))
	}
	for i, run := range sarif.Runs {
		at := run.Results[0].Locations[0].PhysicalLocation
		name, err := url.PathUnescape(strings.TrimPrefix(at.ArtifactLocation.URI, "./"))
		if u, wrong := url.Parse(at.ArtifactLocation.URI); err != nil || wrong != nil || u.Scheme != "" || files[name] == "" {
			t.Errorf("%q is the address of no file: %q, %v, %v", at.ArtifactLocation.URI, name, err, wrong)
		}
		if program := found.Programs[i].Program; strings.ToValidUTF8(name, "\ufffd") != program {
			t.Errorf("SARIF has %q, JSON %q", name, program)
		}
		if run.ColumnKind != "utf16CodeUnits" || at.Region.StartColumn != 29 {
			t.Errorf("%q: column %d in %s, want 29", name, at.Region.StartColumn, run.ColumnKind)
		}
	}
	for line := range strings.Lines(runReal("", "check", ".", "--format", "github").out) {
		if strings.HasPrefix(line, "::") && (!strings.HasPrefix(line, "::error file=") || strings.Count(line, "::") != 2) {
			t.Errorf("no annotation: %q", line)
		}
	}
}
