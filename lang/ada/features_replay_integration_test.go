//go:build integration

package ada_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"flavers"
	"flavers/internal/oracle"
	"flavers/lang/ada"
	"flavers/report"
	"flavers/verify"
)

// How often a program of testdata/features runs, and after which time it counts as one that hangs.
const (
	featureRuns = 4
	featureTime = 3 * time.Second
)

// unlike are programs that GNAT executes otherwise than the model, with the reason.
var unlike = map[string]string{
	"async_busy":    "GNAT does not abort a loop without an abort completion point, so that it goes on for ever; nothing is blocked",
	"async_cancels": "GNAT makes the triggering call, too, if the task was aborted before, and goes on behind it; RM 9.8(15) forbids that",
}

// restless is like sayer, and sleeps for a while at some of the lines, so that tasks overtake one another.
const restless = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
__attribute__((constructor)) static void seed (void) { srand (time (0) ^ getpid () << 8); }
void flavers_say (int n) {
	if (rand () % 3 == 0) usleep (rand () % 5000);
	dprintf (2, "@e%d\n", n);
}
`

// outcome is the lines that a program says, and what it does: passed, hangs or raises.
func outcome(t *testing.T, binary string) (word []string, what string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), featureTime)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", "ulimit -v 4000000; exec "+binary+" 2>&1 < /dev/null | head -c 100000")
	c.WaitDelay = time.Second
	out, err := c.Output()
	for _, m := range regexp.MustCompile(`(?m)@(e\d+)$`).FindAllSubmatch(out, replayLines) {
		word = append(word, string(m[1]))
	}
	switch {
	case ctx.Err() != nil:
		return word, "hangs"
	case err != nil:
		t.Fatal(err)
	case regexp.MustCompile(`(?m)^raised `).Match(out):
		return word, "raises"
	case len(out) >= 100000 || len(word) >= replayLines:
		return word, "goes on"
	}
	return word, "passed"
}

// TestFeaturesReplay: what programs of testdata/features do, or those of the folder FLAVERS_PROGRAMS, are executions
// of their models, and no verdict says that it does not happen.
func TestFeaturesReplay(t *testing.T) {
	if _, err := exec.LookPath("gnatmake"); err != nil {
		t.Skip("not done: what the pairs print cannot be compared, as GNAT is not installed (apt-get install gnat)")
	}
	dir := os.Getenv("FLAVERS_PROGRAMS")
	if dir == "" {
		dir = "testdata/features"
	}
	list, err := filepath.Glob(filepath.Join(dir, "*.adb"))
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	shared := t.TempDir()
	if err := os.WriteFile(filepath.Join(shared, "say.c"), []byte(restless), 0o644); err != nil {
		t.Fatal(err)
	}
	tool(t, shared, "gcc", "-c", "say.c")
	for _, name := range list {
		if why := unlike[strings.TrimSuffix(filepath.Base(name), ".adb")]; why != "" {
			t.Logf("not compared: %s: %s", name, why)
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		parts := []string{"$1", "$2"}
		if !choice.Match(text) {
			parts = parts[:1]
		}
		for _, part := range parts {
			t.Run(fmt.Sprintf("%s/%s", strings.TrimSuffix(filepath.Base(name), ".adb"), part[1:]), func(t *testing.T) {
				t.Parallel() // most of the time the programs wait
				replayFeature(t, choice.ReplaceAll(text, []byte(part)), filepath.Join(shared, "say.o"))
			})
		}
	}
}

// replayFeature replays runs of a program, and compares them with its verdicts.
func replayFeature(t *testing.T, text []byte, say string) {
	n := 0
	files := []ada.File{{Name: "p.ada", Text: text}}
	model, binary := instrumented(files[0], actions(files), &n)
	p, problems := ada.Load([]ada.File{model}, nil, nil)
	if problems.HasErrors() {
		t.Fatal(problems.All)
	}
	plain, problems := ada.Load(files, nil, nil)
	if problems.HasErrors() {
		t.Fatal(problems.All)
	}
	c, err := flavers.Check(t.Context(), &flavers.Model{Program: plain.Program}, verify.Options{Timeout: acatsTime})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	chopped(t, dir, []ada.File{binary})
	tool(t, dir, "gnatmake", "-q", "-gnatws", "-gnata", "-gnat2012", strings.ToLower(p.Program.Name), "-o", "main.exe",
		"-largs", say)
	var prints []string
	for i := range n {
		prints = append(prints, fmt.Sprintf("e%d", i+1))
	}
	m := oracle.NewPrinting(p.Program, prints, replayStates)
	seen := map[string]int{}
	for range featureRuns {
		word, what := outcome(t, filepath.Join(dir, "main.exe"))
		seen[what]++
		n, complete := m.Follow(word, what == "passed")
		if complete && n <= len(word) {
			w := refusal(p, fmt.Sprintf("%s, refused at line %d of %v", what, n+1, word))
			// Where an error may end a task, what others do behind it is not in the model (B28).
			if strings.HasPrefix(w, "wrong") && (c.RuntimeErrors == nil || c.RuntimeErrors.Verdict == report.Holds) {
				t.Error(w)
			} else {
				t.Log(w)
			}
		}
		holds := func(r *report.Result) bool { return r != nil && r.Verdict == report.Holds }
		if what == "hangs" && holds(c.Deadlock) || what == "raises" && holds(c.RuntimeErrors) {
			t.Errorf("a run %s", what)
		}
		if what == "hangs" {
			break
		}
	}
	word := func(r *report.Result) report.Verdict {
		if r == nil {
			return "none"
		}
		return r.Verdict
	}
	t.Logf("%v; deadlock %s, errors %s", seen, word(c.Deadlock), word(c.RuntimeErrors))
}
