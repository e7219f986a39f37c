//go:build integration

package main

// flavers-graphviz draws every graph that the project writes as DOT.

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"flavers/render/external"
)

// withGraphviz builds flavers-graphviz, and puts it on the path, where it comes before an installed Graphviz.
func withGraphviz(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "flavers-graphviz"), "flavers/cmd/flavers-graphviz")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// everyDOT are commands that write DOT, without the option that names the file.
var everyDOT = []string{
	"render examples/seed_two_tasks.tfg --graph cfg -o",
	"render examples/seed_two_tasks.tfg --graph tfg -o",
	"render examples/seed_two_tasks.tfg --graph mip --refine all -o",
	"render examples/seed_two_tasks.tfg --graph pruned --refine all -o",
	"render examples/broken_mutex.tfg --graph trace -o",
	"render examples/messages/ui.tfg --graph trace --only untorn -o",
	"render examples/liveness/test_and_set.tfg --graph trace --only served -o",
	"render examples/dining.tfg --set N=3 --graph tfg -o",
	"render examples/dpor/philosophers.tfg --graph waits --only deadlock -o",
	"render examples/broken_mutex.fsa -o",
	"render examples/peterson.tfg --graph states -o",
	"render examples/peterson.tfg --graph product -o",
	"render examples/nets/railway.pnml -o",
	"explore examples/dpor/philosophers.tfg --algorithm optimal --graph",
	"explore examples/engine/dporgraph.tfg --algorithm engine-ea --runtime-errors --graph",
}

// Every graph is drawn, by eight goroutines at once, in each layout.
func TestDrawsEveryDOT(t *testing.T) {
	withGraphviz(t)
	t.Chdir(filepath.Join("..", ".."))
	dir := t.TempDir()
	graphs := map[string][]byte{}
	for i, command := range everyDOT {
		file := filepath.Join(dir, fmt.Sprintf("%d.dot", i))
		got := runReal("", append(strings.Fields(command), file)...)
		text, err := os.ReadFile(file)
		if err != nil || len(text) == 0 {
			t.Fatalf("%s: status %d, %v\n%s", command, got.status, err, got.err)
		}
		graphs[command] = text
	}
	work := make(chan string)
	var drawers sync.WaitGroup
	for range 8 {
		drawers.Go(func() {
			for command := range work {
				for _, layout := range []string{"dot", "sfdp"} {
					out, err := external.Graphviz(context.Background(), layout, "svg", graphs[command], external.Limits{})
					if err != nil || !wellFormed(string(out)) {
						t.Errorf("%s, %s: %d bytes, %v", command, layout, len(out), err)
					}
				}
			}
		})
	}
	for _, command := range everyDOT {
		work <- command
	}
	close(work)
	drawers.Wait()
}

func wellFormed(text string) bool {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err != nil {
			return err == io.EOF && strings.Contains(text, "<svg")
		}
	}
}

// Limits end a picture with a sentence, and so do graphs that cannot be drawn; eight drawings at once are
// the same as one after the other.
func TestGraphvizLimits(t *testing.T) {
	withGraphviz(t)
	var large strings.Builder
	large.WriteString("digraph {")
	for i := range 20000 {
		fmt.Fprintf(&large, "n%d -> n%d [label=x%d]\n", i*7919%3001, i*104729%2999, i)
	}
	large.WriteString("}")
	ctx := context.Background()
	began := time.Now()
	for _, c := range []struct {
		dot, want string
		lim       external.Limits
	}{
		{large.String(), "was stopped after 1s", external.Limits{Time: time.Second}},
		{large.String(), "needs more", external.Limits{Memory: 220 << 20, Time: 2 * time.Minute}},
		{"digraph {}", "the graph has no nodes", external.Limits{}},
		{"", "the input has no graph", external.Limits{}},
		{"digraph { a -> ", "syntax error", external.Limits{}},
	} {
		_, err := external.Graphviz(ctx, "dot", "svg", []byte(c.dot), c.lim)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if took := time.Since(began); took > 4*time.Minute {
		t.Errorf("it took %v", took)
	}
	want := make([]string, 8)
	got := make([]string, 8)
	draw := func(i int) string {
		dot := fmt.Sprintf("digraph { a%d -> b; b -> c%d; c%[2]d -> a%[1]d [label=\"edge %[1]d\"] }", i, i*i)
		out, err := external.Graphviz(ctx, "dot", "svg", []byte(dot), external.Limits{})
		if err != nil {
			t.Error(err)
		}
		return string(out)
	}
	for i := range want {
		want[i] = draw(i)
	}
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = draw(i) })
	}
	all.Wait()
	for i := range got {
		if got[i] != want[i] || got[i] == "" {
			t.Errorf("picture %d depends on the others", i)
		}
	}
}

// flavers version starts as quickly as before: nothing of go-graphviz is in it.
func TestFlaversWithoutGraphviz(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "flavers/cmd/flavers").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"goccy", "wazero"} {
		if strings.Contains(string(out), word) {
			t.Errorf("flavers links %s", word)
		}
	}
}
