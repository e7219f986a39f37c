//go:build integration

package examples_test

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/cfg"
	"flavers/internal/oracle"
)

// How often a program runs, how long, and how many of its lines are replayed.
const (
	adaRuns  = 6
	adaTime  = 250 * time.Millisecond
	adaLines = 120
)

// TestAdaReplay: what the programs of ada/ print when GNAT has compiled them is an
// execution of their models. Each line is an event of the program: it is printed where the
// event is declared (`--! event`), and one line is one write. So the lines come in the order
// of the events, and must be, without the other events, the beginning of an execution; of
// one that has ended, if the program ended. A word that no program can print is refused.
func TestAdaReplay(t *testing.T) {
	if _, err := exec.LookPath("gnatmake"); err != nil {
		t.Fatalf("the integration tests need gnat: %v", err)
	}
	lines, refused := 0, 0
	for _, name := range adaNames(t) {
		t.Run(name, func(t *testing.T) {
			binary := gnatmake(t, name)
			e := loadAda(t, name)
			m := newPrinting(e.program, e.text, 0)
			seen := map[string]bool{}
			for range adaRuns {
				word, ended := printed(t, binary)
				if key := strings.Join(word, " "); seen[key] {
					continue
				} else {
					seen[key] = true
				}
				lines += len(word)
				if n, _ := m.Follow(word, ended); n <= len(word) {
					t.Fatalf("no execution of the model prints this, ended: %v, refused at line %d:\n%s",
						ended, n+1, strings.Join(word, "\n"))
				}
				slices.Reverse(word)
				if n, _ := m.Follow(word, ended); n <= len(word) {
					refused++
				}
			}
			t.Logf("%d different outputs, %d states of the model", len(seen), m.States())
		})
	}
	if lines < 1000 || refused < 20 {
		t.Errorf("%d lines were replayed, and %d words refused that were reversed", lines, refused)
	}
}

// gnatmake compiles a program without a warning.
func gnatmake(t *testing.T, name string) string {
	t.Helper()
	source, err := filepath.Abs(filepath.Join("ada", name+".adb"))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("gnatmake", "-q", "-gnata", "-gnat2012", source)
	c.Dir = t.TempDir()
	if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("gnatmake: %v\n%s", err, out)
	}
	return filepath.Join(c.Dir, name)
}

// printed runs a program until it ends, or for a while: its lines, without blanks.
func printed(t *testing.T, binary string) (word []string, ended bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), adaTime)
	defer cancel()
	c := exec.CommandContext(ctx, binary)
	var problems strings.Builder
	c.Stderr = &problems
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	in, whole := bufio.NewReader(out), false
	for len(word) < adaLines {
		line, err := in.ReadString('\n')
		if err != nil { // the last line may be torn, if the program was stopped
			whole = err == io.EOF
			break
		}
		word = append(word, strings.ReplaceAll(strings.TrimSpace(line), " ", ""))
	}
	if !whole {
		cancel()
	}
	err = c.Wait()
	if problems.Len() > 0 {
		t.Errorf("the program says: %s", problems.String())
	}
	return word, whole && err == nil
}

// newPrinting prepares the replay of a program that prints the events of its comments.
func newPrinting(p *cfg.Program, text string, most int) *oracle.Printing {
	var prints []string
	for _, d := range regexp.MustCompile(`--! event (\w+)`).FindAllStringSubmatch(text, -1) {
		prints = append(prints, d[1])
	}
	return oracle.NewPrinting(p, prints, most)
}
