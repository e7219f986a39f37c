package verify_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/automata/fsa"
	"flavers/lang"
	"flavers/verify"
	"flavers/verify/dump"
)

var update = flag.Bool("update", false, "rewrite testdata/life")

// The life of a program, stage by stage, as the pipeline sees it: each file of
// testdata/life holds a program, a specification, and what every stage makes
// of them. Read one to learn the stages; a difference is explained in its
// commit. After a wanted change: go test ./verify -run Life -update
func TestLifeOfAProgram(t *testing.T) {
	files, err := filepath.Glob("testdata/life/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parts := sections(string(text))
			fresh := life(t, parts["program.tfg"], parts["program.fsa"])
			if *update {
				if err := os.WriteFile(file, []byte(fresh), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if d := cmp.Diff(string(text), fresh); d != "" {
				t.Errorf("-file +now:\n%s", d)
			}
		})
	}
}

// sections splits a file at its lines "-- NAME --".
func sections(text string) map[string]string {
	out := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(rest, " --\n") {
			name = strings.TrimSuffix(rest, " --\n")
			continue
		}
		out[name] += line
	}
	return out
}

func life(t *testing.T, src, specText string) string {
	p, ds := lang.Load("program.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, ds := fsa.Parse("program.fsa", []byte(specText))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "-- program.tfg --\n%s-- program.fsa --\n%s", src, specText)
	for _, stage := range dump.Stages {
		fmt.Fprintf(&b, "-- %s --\n", stage)
		if err := dump.Write(t.Context(), &b, stage, p, specs, verify.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, refine := range []verify.Refine{"none", "auto", "all"} {
		for _, rule := range []verify.Rule{"none", "safe", "normal"} {
			c := verify.Check(context.Background(), p, specs, verify.Options{Refine: refine, POR: rule, Check: true})
			for _, r := range c.Results {
				fmt.Fprintf(&b, "-- verdict of %s, --refine %s --por %s --\n", r.Property, refine, rule)
				fmt.Fprintf(&b, "%s, constraints %s, nodes %+v, MIP %+v, %d tuples, %d visits\n",
					r.Verdict, strings.Join(r.Constraints, " "), r.Nodes, r.MIP, r.Tuples, r.Visits)
				for i, st := range r.Trace {
					fmt.Fprintf(&b, "%d %s %s %s %s\n", i+1, st.Task, st.Event, st.State, st.Pos)
				}
			}
		}
	}
	return b.String()
}
