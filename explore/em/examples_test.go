package em

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/explore/em/trace"
)

// The traces of examples/em have the answers that are written in them.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/em/*.trace")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	readme, err := os.ReadFile("../../examples/em/README.md")
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`(?m)^# expect (\d+) classes$`)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(readme), "`"+filepath.Base(file)+"`") {
			t.Errorf("%s is not in README.md", file)
		}
		m := number.FindSubmatch(src)
		if m == nil {
			t.Fatalf("%s: no expectation", file)
		}
		want, _ := strconv.Atoi(string(m[1]))
		dead := strings.Contains(string(src), "\n# expect deadlock\n")
		if dead == strings.Contains(string(src), "\n# expect no-deadlock\n") {
			t.Fatalf("%s: no expectation about deadlock", file)
		}
		tr, ds := trace.Parse(file, src, "", nil)
		if len(ds.All) > 0 {
			t.Fatal(ds.All)
		}
		s := NewSystem(tr)
		for _, x := range traceExplorers {
			if x.name == "full" || x.name == "em-lazy" {
				continue
			}
			out := try(t, tr, x.name, explore.Options{}, true)
			n := 0
			for class := range out.classes {
				if total(s, class) {
					n++
				}
			}
			found := out.res.Deadlocks > 0
			if x.name == "em" && filepath.Base(file) == "waiting_handler.trace" {
				if found {
					t.Error("EM-DPOR finds a handler that waits; the documentation says that it does not")
				}
				continue
			}
			if n != want || found != dead {
				t.Errorf("%s, %s: %d classes, %d deadlocks", file, x.name, n, out.res.Deadlocks)
			}
		}
	}
}

// TestNeverSaysComplete: what can miss executions does not claim to have found
// all, least of all where it does miss one.
func TestNeverSaysComplete(t *testing.T) {
	text, err := os.ReadFile("../../examples/em/waiting_handler.trace")
	if err != nil {
		t.Fatal(err)
	}
	tr, ds := trace.Parse("waiting_handler.trace", text, "", nil)
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	for _, algorithm := range TraceAlgorithms(false) {
		r, err := RunTrace(context.Background(), tr, explore.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete != slices.Contains(TraceAlgorithms(true), algorithm) || r.Complete && r.Deadlocks == 0 {
			t.Errorf("%s: complete: %v, limit %q, %d deadlocks", algorithm, r.Complete, r.Limit, r.Deadlocks)
		}
	}
}
