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
			m := newPrinting(e.program, e.text)
			seen := map[string]bool{}
			for range adaRuns {
				word, ended := printed(t, binary)
				if key := strings.Join(word, " "); seen[key] {
					continue
				} else {
					seen[key] = true
				}
				lines += len(word)
				if n := m.follow(word, ended); n <= len(word) {
					t.Fatalf("no execution of the model prints this, ended: %v, refused at line %d:\n%s",
						ended, n+1, strings.Join(word, "\n"))
				}
				slices.Reverse(word)
				if m.follow(word, ended) <= len(word) {
					refused++
				}
			}
			t.Logf("%d different outputs, %d states of the model", len(seen), len(m.states))
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

// printing is a program with the events that it prints, and its states as they are found.
type printing struct {
	p      *cfg.Program
	prints map[string]bool // names of printed events, without arguments, in lower case
	ids    map[string]int
	states []*oracle.State
	moves  [][]printedMove // by state; nil: not yet computed
	most   int             // > 0: no more states are found than about this
}

// printedMove is a step: what it prints ("": nothing), and the state after it.
type printedMove struct {
	line string
	next int
}

func newPrinting(p *cfg.Program, text string) *printing {
	m := &printing{p: p, prints: map[string]bool{}, ids: map[string]int{}}
	for _, d := range regexp.MustCompile(`--! event (\w+)`).FindAllStringSubmatch(text, -1) {
		m.prints[strings.ToLower(d[1])] = true
	}
	m.id(oracle.Start(p))
	return m
}

func (m *printing) id(s *oracle.State) int {
	k := s.Key()
	if id, ok := m.ids[k]; ok {
		return id
	}
	m.ids[k] = len(m.states)
	m.states = append(m.states, s)
	m.moves = append(m.moves, nil)
	return len(m.states) - 1
}

// follow is how many lines of a word an execution can print, and one more if all of them,
// and if it can then end, where that is asked.
func (m *printing) follow(word []string, ended bool) int {
	now := m.silently([]int{0})
	for i, line := range word {
		var next []int
		for _, s := range now {
			for _, move := range m.movesOf(s) {
				if strings.EqualFold(move.line, line) {
					next = append(next, move.next)
				}
			}
		}
		if now = m.silently(next); len(now) == 0 {
			return i
		}
	}
	if ended && !slices.ContainsFunc(now, func(s int) bool { return m.states[s].Ended(m.p) }) {
		return len(word)
	}
	return len(word) + 1
}

// silently adds the states that are reached without printing.
func (m *printing) silently(from []int) []int {
	seen := map[int]bool{}
	var out []int
	for todo := from; len(todo) > 0 && (m.most == 0 || len(m.states) <= m.most); {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		out = append(out, s)
		for _, move := range m.movesOf(s) {
			if move.line == "" {
				todo = append(todo, move.next)
			}
		}
	}
	return out
}

func (m *printing) movesOf(s int) []printedMove {
	if m.moves[s] == nil {
		list := []printedMove{}
		for _, step := range oracle.Steps(m.p, m.states[s]) {
			if !step.Failed {
				list = append(list, printedMove{m.lineOf(step), m.id(step.Next)})
			}
		}
		m.moves[s] = list
	}
	return m.moves[s]
}

// lineOf is what a step prints.
func (m *printing) lineOf(s oracle.Step) string {
	for _, o := range s.Events {
		for _, name := range o.Names {
			head, _, _ := strings.Cut(name, "(")
			if m.prints[strings.ToLower(head)] {
				return name
			}
		}
	}
	return ""
}
