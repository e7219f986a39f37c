//go:build integration

package examples_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flavers/internal/trial"
	"flavers/lang/ada"
)

// aborting writes a random program whose tasks abort one another.
type aborting struct {
	r      *rand.Rand
	b      strings.Builder
	events int
	body   int // whose body it is, also of a task in it; 0: that of the main procedure
	task   int // whose body it is; 0: that of the main procedure, or of a task in another one
	depth  int
	async  bool // in an abortable part, or an accept statement, there is no accept
	names  int
}

const abortTasks = 2

func (g *aborting) line(indent int, format string, args ...any) {
	g.b.WriteString(strings.Repeat("   ", indent) + fmt.Sprintf(format, args...) + "\n")
}

// event is a line that is printed.
func (g *aborting) event(indent int) {
	g.events++
	g.line(indent, "--! event e%d", g.events)
	g.line(indent, "Put_Line (\"e%d\");", g.events)
}

func (g *aborting) statements(indent, n int) {
	for range n {
		g.statement(indent)
	}
}

// call is a call of another task.
func (g *aborting) call() string {
	to := 1 + g.r.IntN(abortTasks)
	if to == g.body {
		to = to%abortTasks + 1
	}
	return fmt.Sprintf("T%d.E%d", to, 1+g.r.IntN(2))
}

func (g *aborting) delay() string { return fmt.Sprintf("delay 0.00%d", g.r.IntN(5)) }

// nested writes statements one level deeper; without accept statements where accepts is false.
func (g *aborting) nested(indent int, accepts bool) {
	saved := g.async
	g.async = g.async || !accepts
	g.depth++
	g.statements(indent, 1+g.r.IntN(2))
	g.depth--
	g.async = saved
}

func (g *aborting) statement(indent int) {
	k := g.r.IntN(16)
	if g.depth > 2 && k > 6 {
		k = g.r.IntN(7)
	}
	switch k {
	case 0, 1, 2:
		g.event(indent)
	case 3:
		g.line(indent, "%s;", g.delay())
	case 4:
		if g.r.IntN(2) == 0 {
			g.line(indent, "abort T%d;", 1+g.r.IntN(abortTasks))
		} else {
			g.line(indent, "Gate.Open;")
		}
	case 5:
		g.line(indent, "%s;", g.call())
	case 6:
		g.line(indent, "Gate.Pass;")
	case 7, 8:
		if g.task == 0 || g.async {
			g.event(indent)
			return
		}
		g.line(indent, "accept E%d do", 1+g.r.IntN(2))
		g.nested(indent+1, false)
		g.line(indent, "end;")
	case 9:
		if g.task == 0 || g.async {
			g.event(indent)
			return
		}
		g.line(indent, "select")
		g.line(indent+1, "accept E1;")
		g.nested(indent+1, true)
		g.line(indent, "or")
		g.line(indent+1, "accept E2 do")
		g.nested(indent+2, false)
		g.line(indent+1, "end E2;")
		g.line(indent, "or")
		g.line(indent+1, "%s;", []string{g.delay(), "terminate"}[g.r.IntN(2)])
		g.line(indent, "end select;")
	case 10, 11:
		g.line(indent, "select")
		trigger := g.r.IntN(4)
		g.line(indent+1, "%s;", []string{g.delay(), g.delay(), "Gate.Pass", g.call()}[trigger])
		if trigger < 2 {
			g.nested(indent+1, false)
		} else { // GNAT goes on here in an aborted task, and even makes the next entry call: RM 9.8(15) forbids that
			g.event(indent + 1)
		}
		g.line(indent, "then abort")
		g.nested(indent+1, false)
		g.line(indent, "end select;")
	case 12:
		g.line(indent, "begin")
		g.nested(indent+1, true)
		g.line(indent, "exception")
		g.line(indent+1, "when others =>")
		g.event(indent + 2)
		g.line(indent, "end;")
	case 13:
		g.names++
		name := fmt.Sprintf("Inner_%d", g.names)
		g.line(indent, "declare")
		g.line(indent+1, "task %s;", name)
		g.line(indent+1, "task body %s is", name)
		g.line(indent+1, "begin")
		task := g.task
		g.task = 0
		g.nested(indent+2, false)
		g.task = task
		g.line(indent+1, "end %s;", name)
		g.line(indent, "begin")
		g.nested(indent+1, false)
		g.line(indent, "end;")
	case 14:
		g.line(indent, "select")
		g.line(indent+1, "%s;", g.call())
		g.nested(indent+1, true)
		g.line(indent, "or")
		g.line(indent+1, "%s;", g.delay())
		g.line(indent, "end select;")
	case 15:
		g.line(indent, "declare")
		g.line(indent+1, "G : Guards.Guard;")
		g.line(indent, "begin")
		g.nested(indent+1, false)
		g.line(indent, "end;")
	}
}

func abortingProgram(r *rand.Rand) string {
	g := &aborting{r: r}
	g.b.WriteString(`with Ada.Text_IO; use Ada.Text_IO;
with Ada.Finalization;
procedure P is
   protected Gate is
      entry Pass;
      procedure Open;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is
      begin
         Is_Open := False;
      end Pass;
      procedure Open is
      begin
         Is_Open := True;
      end Open;
   end Gate;
   package Guards is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (G : in out Guard);
   end Guards;
   package body Guards is
      procedure Finalize (G : in out Guard) is
      begin
         --! event left
         Put_Line ("left");
      end Finalize;
   end Guards;
`)
	for i := range abortTasks {
		g.line(1, "task T%d is", i+1)
		g.line(2, "entry E1;")
		g.line(2, "entry E2;")
		g.line(1, "end T%d;", i+1)
	}
	for i := range abortTasks {
		g.body, g.task = i+1, i+1
		g.line(1, "task body T%d is", i+1)
		g.line(1, "begin")
		g.statements(2, 2+r.IntN(3))
		g.line(1, "end T%d;", i+1)
	}
	g.body, g.task = 0, 0
	g.line(0, "begin")
	g.statements(1, 2+r.IntN(3))
	g.line(0, "exception")
	g.line(1, "when others =>")
	g.event(2)
	g.line(0, "end P;")
	return g.b.String()
}

// TestAdaAborts: what random programs print whose tasks abort one another, and have asynchronous selects, is an
// execution of their models.
func TestAdaAborts(t *testing.T) {
	if _, err := exec.LookPath("gnatmake"); err != nil {
		t.Fatalf("the integration tests need gnat: %v", err)
	}
	lines, large := 0, 0
	for seed := range trial.Seeds(t, 12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			text := abortingProgram(rand.New(rand.NewPCG(seed, 1)))
			p, list := ada.Load([]ada.File{{Name: "p.adb", Text: []byte(text)}}, nil, nil)
			if list.HasErrors() {
				t.Fatalf("%v\n%s", list.All, text)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "p.adb"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			c := exec.Command("gnatmake", "-q", "-gnatws", "-gnat2012", "p.adb")
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("gnatmake: %v\n%s\n%s", err, out, text)
			}
			m := newPrinting(p.Program, text, 15_000)
			seen := map[string]bool{}
			for range 8 {
				word, ended := printed(t, filepath.Join(dir, "p"))
				if key := strings.Join(word, " "); seen[key] {
					continue
				} else {
					seen[key] = true
				}
				lines += len(word)
				n, complete := m.Follow(word, ended)
				if !complete {
					large++
					return
				}
				if n <= len(word) {
					t.Fatalf("no execution of the model prints this, ended: %v, refused at line %d:\n%s\n%s\n%v",
						ended, n+1, strings.Join(word, "\n"), text, p.Ledger)
				}
			}
		})
	}
	t.Logf("%d lines; %d programs are too large", lines, large)
}
