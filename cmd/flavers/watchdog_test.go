package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/report"
)

// watched runs a command with a limit of time and holds it to the limit: at most
// 10 % and 0.2 s more. On a machine that is busy with other things a run may be
// late for no reason of its own, so that one of several has to be in time.
func watched(t *testing.T, limit time.Duration, args ...string) (status int) {
	t.Helper()
	const tries = 4
	var took []time.Duration
	for range tries {
		var out, errs bytes.Buffer
		began := time.Now()
		status = run(append(args, "--timeout", limit.String()), strings.NewReader(""), &out, &errs)
		if status == report.ExitInternal {
			t.Fatalf("flavers %s: %s", strings.Join(args, " "), errs.String())
		}
		took = append(took, time.Since(began).Round(time.Millisecond))
		if time.Since(began) <= limit+limit/10+200*time.Millisecond {
			return status
		}
	}
	t.Errorf("flavers %s --timeout %v took %v", strings.Join(args, " "), limit, took)
	return status
}

// TestTimeLimit runs every command where it would go on for long: large
// instances, stages that blow up, pictures. (TestWatchdog is the same for all
// examples.)
func TestTimeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	folder := t.TempDir()
	indexer, err := os.ReadFile("../../examples/dpor/indexer.tfg")
	if err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(folder, "indexer.tfg") // an index that may have any value
	text := strings.Replace(string(indexer), "h = (7*w) % SIZE", "skip", 1)
	if err := os.WriteFile(open, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	net := filepath.Join(folder, "large.pnml")
	if err := os.WriteFile(net, []byte(largeNet(20_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	dining := "../../examples/dining.tfg"
	for _, args := range []string{
		"check " + dining + " --set N=10000 --html-output OUT/page.html",
		"check " + dining + " --set N=1000 --refine all --html-output OUT/page.html",
		"check " + dining + " --set N=300 --refine all --minimize",
		"check " + dining + " --set N=2000 --dump problem",
		"check " + dining + " --set N=1000 --dump mhp",
		"check " + open + " --runtime-errors --dump problem",
		"check " + open + " --runtime-errors",
		"explore " + dining + " --set N=10000",
		"explore " + dining + " --set N=300 --algorithm states",
		"explore " + net,
		"render " + dining + " --set N=300 --graph tfg --large -o OUT/picture.svg",
		"render " + dining + " --set N=300 --graph mip --large -o OUT/picture.svg",
	} {
		watched(t, 300*time.Millisecond, arguments(args, "", folder)...)
	}
}

// largeNet is a Petri net with so many arcs, all of one transition's kind.
func largeNet(arcs int) string {
	var b strings.Builder
	b.WriteString(`<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">` + "\n")
	n := arcs / 4
	name := func(kind string, i int) string { return fmt.Sprint(kind, i) }
	for i := range n {
		b.WriteString(`<place id="` + name("p", i) + `"><initialMarking><text>1</text></initialMarking></place>` + "\n")
		b.WriteString(`<transition id="` + name("t", i) + `"/>` + "\n")
	}
	for i := range n {
		for k, j := range []int{i, (i + 1) % n} {
			b.WriteString(`<arc id="a` + fmt.Sprint(4*i+2*k) + `" source="` + name("p", j) + `" target="` + name("t", i) + `"/>` + "\n")
			b.WriteString(`<arc id="a` + fmt.Sprint(4*i+2*k+1) + `" source="` + name("t", i) + `" target="` + name("p", (j+7)%n) + `"/>` + "\n")
		}
	}
	b.WriteString("</page></net></pnml>\n")
	return b.String()
}
