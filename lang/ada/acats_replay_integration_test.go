//go:build integration

package ada_test

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/internal/oracle"
	"flavers/lang/ada"
	"flavers/lang/ada/syntax"
)

// How often a test of the suite runs and how long, how many of its lines are replayed, and how many states are looked
// at for that.
const (
	replayRuns   = 3
	replayTime   = 10 * time.Second
	replayLines  = 150
	replayStates = 30_000
)

// sayer writes a line at once. A call of it is no abort completion point, and does not wait.
const sayer = `#include <stdio.h>
void flavers_say (int n) { dprintf (2, "@e%d\n", n); }
`

// instrumented puts an event in front of each statement of tasks and procedures: as a comment in the text for the
// model, as a call in the text for GNAT. There is none within protected actions, functions and the first statements
// of alternatives. next numbers the events.
func instrumented(file ada.File, inActions map[string]bool, next *int) (model, binary ada.File) {
	units, _ := syntax.Parse(file.Name, file.Text)
	places := map[int]bool{}
	var statements func(list []*syntax.Stmt)
	handlers := func(list []*syntax.Handler) {
		for _, h := range list {
			statements(h.Body)
		}
	}
	var decl func(d *syntax.Decl)
	decls := func(list []*syntax.Decl) {
		for _, d := range list {
			decl(d)
		}
	}
	statements = func(list []*syntax.Stmt) {
		for _, s := range list {
			if s.Kind != syntax.EventStmt && s.Kind != syntax.PragmaStmt {
				places[s.Pos.Offset] = true
			}
			decls(s.Decls)
			statements(s.Body)
			statements(s.Else)
			handlers(s.Handlers)
			for _, a := range s.Arms {
				body := a.Body
				if s.Kind == syntax.Select && len(body) > 0 && a.Word == "" {
					statements(body[0].Body)
					handlers(body[0].Handlers)
					body = body[1:]
				}
				statements(body)
			}
		}
	}
	decl = func(d *syntax.Decl) {
		if d == nil || d.Kind == syntax.ProtectedBody ||
			d.Kind == syntax.Subprogram && (d.Result != nil || inActions[syntax.Fold(d.Name)]) {
			return
		}
		decls(d.Decls)
		decls(d.Private)
		decl(d.Unit)
		statements(d.Body)
		handlers(d.Handlers)
	}
	for _, u := range units {
		decl(u.Decl)
	}
	var m, b strings.Builder
	at := 0
	for offset := range file.Text {
		if places[offset] {
			*next++
			for _, out := range []*strings.Builder{&m, &b} {
				out.Write(file.Text[at:offset])
			}
			at = offset
			fmt.Fprintf(&m, "\n--! event e%d\n", *next)
			fmt.Fprintf(&b, "\ndeclare procedure Say_%[1]d (N : Standard.Integer);\n"+
				"pragma Import (C, Say_%[1]d, \"flavers_say\");\nbegin Say_%[1]d (%[1]d); end;\n", *next)
		}
	}
	m.Write(file.Text[at:])
	b.Write(file.Text[at:])
	return ada.File{Name: file.Name, Text: []byte(m.String())}, ada.File{Name: file.Name, Text: []byte(b.String())}
}

// actions are the names that protected bodies have in them: of procedures that are called there, too.
func actions(files []ada.File) map[string]bool {
	names := map[string]bool{}
	for _, file := range files {
		units, _ := syntax.Parse(file.Name, file.Text)
		for _, u := range units {
			syntax.EachDecl(u.Decl, func(d *syntax.Decl) {
				if d.Kind == syntax.ProtectedBody {
					syntax.EachText(reflect.ValueOf(d), func(text string) bool {
						names[syntax.Fold(text)] = true
						return false
					})
				}
			})
		}
	}
	return names
}

// tool runs a program of GNAT in a folder.
func tool(t *testing.T, dir string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

// chopped writes the units of files into a folder.
func chopped(t *testing.T, dir string, files []ada.File) {
	t.Helper()
	for i, file := range files {
		name := fmt.Sprintf("text_%d.ada", i)
		if err := os.WriteFile(filepath.Join(dir, name), file.Text, 0o644); err != nil {
			t.Fatal(err)
		}
		tool(t, dir, "gnatchop", "-q", "-w", name)
	}
}

// said runs a program until it ends, or for a while: the events that it prints.
func said(t *testing.T, binary string) (word []string, ended bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), replayTime)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", "ulimit -v 4000000; exec "+binary)
	c.Dir = filepath.Dir(binary)
	out, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines, whole := bufio.NewScanner(out), true
	line := regexp.MustCompile(`@(e\d+)$`)
	for lines.Scan() {
		if m := line.FindStringSubmatch(lines.Text()); m != nil {
			word = append(word, m[1])
		}
		if whole = len(word) < replayLines; !whole {
			cancel()
			break
		}
	}
	err = c.Wait()
	return word, whole && err == nil
}

// replayer compiles and replays tests of the suite.
type replayer struct {
	support string // a folder with what tests name in with clauses, compiled
}

func newReplayer(t *testing.T, files []ada.File) *replayer {
	r := &replayer{support: t.TempDir()}
	for i, file := range files { // a function of C that one test of another chapter has
		text := regexp.MustCompile(`(?m)^.*Linker_Options.*$`).ReplaceAll(file.Text, nil)
		files[i].Text = []byte(strings.ReplaceAll(string(text), `"_cd30005_1"`, `"abs"`))
	}
	chopped(t, r.support, files)
	if err := os.WriteFile(filepath.Join(r.support, "say.c"), []byte(sayer), 0o644); err != nil {
		t.Fatal(err)
	}
	tool(t, r.support, "gcc", "-c", "say.c")
	bodies, err := filepath.Glob(filepath.Join(r.support, "*.adb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range bodies {
		if !strings.Contains(filepath.Base(name), "-") { // no subunit
			tool(t, r.support, "gnatmake", "-q", "-c", "-u", "-gnatws", "-gnat2012", filepath.Base(name))
		}
	}
	return r
}

// refusal says what it means that no execution of a model prints what a run does: with a note U nothing was said of
// all executions, and with a note B there are others beyond the bound. Otherwise the model is wrong.
func refusal(p *ada.Program, what string) string {
	word := "wrong"
	for _, n := range p.Ledger {
		switch {
		case strings.HasPrefix(n.Code, "U"):
			return "unknown: " + what
		case strings.HasPrefix(n.Code, "B"):
			word = "bounded"
		}
	}
	return word + ": " + what
}

// replay compares runs of a test with its model. It returns a text that begins with a word: "replayed", "open" where
// the search for an execution was cut off, "refused" or "large" where there is no model, or that of refusal.
func (r *replayer) replay(t *testing.T, files, support []ada.File) string {
	t.Helper()
	n, names := 0, actions(files)
	var models, binaries []ada.File
	for _, file := range files {
		m, b := instrumented(file, names, &n)
		models, binaries = append(models, m), append(binaries, b)
	}
	word, p := acatsModel(slices.Concat(models, support))
	if p == nil {
		return word
	}
	dir := t.TempDir()
	chopped(t, dir, binaries)
	main := strings.ToLower(p.Program.Name)
	tool(t, dir, "gnatmake", "-q", "-gnatws", "-gnat2012", "-aI"+r.support, "-aO"+r.support, main,
		"-o", "main.exe", "-largs", filepath.Join(r.support, "say.o"))
	var prints []string
	for i := range n {
		prints = append(prints, fmt.Sprintf("e%d", i+1))
	}
	m := oracle.NewPrinting(p.Program, prints, replayStates)
	states, lines := 0, 0
	seen := map[string]bool{}
	for range replayRuns {
		begin := time.Now()
		word, ended := said(t, filepath.Join(dir, "main.exe"))
		took := time.Since(begin)
		if key := strings.Join(word, " "); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		lines += len(word)
		n, complete := m.Follow(word, ended)
		states = m.States()
		if !complete {
			return fmt.Sprintf("open at line %d of %d", n, len(word))
		}
		if n <= len(word) {
			return refusal(p, fmt.Sprintf("ended: %v, refused at line %d:\n%s\n%v", ended, n+1,
				strings.Join(word, "\n"), p.Ledger))
		}
		if took > replayTime/2 {
			break
		}
	}
	t.Logf("%d outputs, %d lines, %d states", len(seen), lines, states)
	return "replayed"
}

// TestACATSReplay: what the tests of chapter 9 do with GNAT are executions of their models. FLAVERS_ACATS names the
// folder of the suite, as for TestACATS. Each test is compiled with lines that it prints in front of its statements, and
// runs some times; the lines must be events of an execution, and of one that ends, if the run has ended.
func TestACATSReplay(t *testing.T) {
	dir, _ := strings.CutSuffix(os.Getenv("FLAVERS_ACATS"), ":load")
	if dir == "" { // the suite is not part of this project, and nothing else has its sources
		t.Skip("FLAVERS_ACATS does not name a folder with the Ada Conformity Assessment Test Suite")
	}
	tests, support := acatsSources(t, dir)
	r := newReplayer(t, slices.Clone(support))
	counts := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		t.Run(name, func(t *testing.T) {
			word := r.replay(t, tests[name], support)
			first, _, _ := strings.Cut(strings.ReplaceAll(word, ":", " "), " ")
			counts[first]++
			if t.Log(word); first == "wrong" {
				t.Error("no execution of the model prints this")
			}
		})
	}
	t.Logf("%v", counts)
}
