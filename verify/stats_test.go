package verify_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/automata/fsa"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/report/stats"
	"flavers/verify"
)

var updateReduction = flag.Bool("update-reduction", false, "rewrite testdata/reduction.golden")

// Every example under every rule: the sound rules give one verdict, normal keeps
// no more edges than safe, and the numbers are those of the golden file, so that
// a lost reduction is a diff. Usual tests take a part of the examples.
func TestReduction(t *testing.T) {
	var files []string
	err := filepath.WalkDir("../examples", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".fsa" {
			return err // of those without, for explorers, there is no property
		}
		program := strings.TrimSuffix(path, ".fsa") + ".tfg"
		if _, err := os.Stat(program); err == nil && filepath.Base(program) != "leader.tfg" { // others are in Ada
			files = append(files, program) // of leader, variables without queues have more tuples than the limit
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	part := files
	if !*updateReduction {
		part = trial.Part(files, 8)
	}
	var b strings.Builder
	fmt.Fprintln(&b, "# program property set: edges none paper safe normal form; tuples none safe normal; visits none safe normal: verdict")
	total := stats.Report{}
	for _, path := range part {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := os.ReadFile(strings.TrimSuffix(path, ".tfg") + ".fsa")
		if err != nil {
			t.Fatal(err)
		}
		p, ds := lang.Load(path, src, lang.Options{})
		p, specs, more := trial.SpecsOf(p, path, spec)
		if ds.HasErrors() || more.HasErrors() {
			t.Fatalf("%s: %v %v", path, ds.All, more.All)
		}
		rows, problems := verify.Stats(context.Background(), p, specs, []verify.ConstraintSet{"all", "var:*.*", "var:*.* task:*"}, false,
			verify.Options{MaxTuples: 300_000})
		for _, d := range problems {
			t.Errorf("%v", d)
		}
		for _, r := range rows {
			v := r.Verdict
			switch {
			case r.Limited():
				t.Errorf("%s %s with %s: a limit was hit", path, r.Property, r.Set)
			case r.Set == "all" && (v.Of("none") != v.Of("safe") || v.Of("none") != v.Of("normal")):
				t.Errorf("%s %s: verdicts %s, %s, %s under none, safe, normal", path, r.Property, v.Of("none"), v.Of("safe"), v.Of("normal"))
			case (v.Of("none") == report.Holds) && (v.Of("safe") != report.Holds || v.Of("normal") != report.Holds):
				t.Errorf("%s %s with %s: verdicts %s, %s, %s under none, safe, normal", path, r.Property, r.Set, v.Of("none"), v.Of("safe"), v.Of("normal"))
			case r.MIP.Of("normal") > r.MIP.Of("safe") || r.MIP.Of("safe") > r.MIP.Of("none"):
				t.Errorf("%s %s with %s: edges %+v", path, r.Property, r.Set, r.MIP)
			}
			fmt.Fprintf(&b, "%s %s %s: %d %d %d %d %s; %d %d %d; %d %d %d: %s\n", filepath.ToSlash(path), r.Property, r.Set,
				r.MIP.Of("none"), r.MIP.Of("paper"), r.MIP.Of("safe"), r.MIP.Of("normal"), r.Form, r.Tuples.Of("none"), r.Tuples.Of("safe"), r.Tuples.Of("normal"),
				r.Visits.Of("none"), r.Visits.Of("safe"), r.Visits.Of("normal"), v.Of("none"))
		}
		total.Rows = append(total.Rows, rows...)
	}
	const golden = "testdata/reduction.golden"
	if len(part) < len(files) {
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.SplitAfter(b.String(), "\n") {
			if !strings.Contains("\n"+string(want), "\n"+line) {
				t.Errorf("not in %s: %s", golden, line)
			}
		}
		if len(total.Rows) < 50 {
			t.Errorf("only %d rows", len(total.Rows))
		}
		return
	}
	total.Sum()
	s := total.Totals
	fmt.Fprintf(&b, "total of %d: edges %s, tuples %s, visits %s\nnormal against safe: better %+v, worse %+v\n",
		s.Rows, byRule(s.MIP), byRule(s.Tuples), byRule(s.Visits), s.Better, s.Worse)
	if s.MIP.Of("normal") >= s.MIP.Of("safe") || s.Tuples.Of("normal") >= s.Tuples.Of("safe") || s.Visits.Of("normal") >= s.Visits.Of("safe") {
		t.Errorf("normal is not better than safe: %+v", s)
	}
	if s.Worse.Edges > 0 || 20*s.Worse.Visits > s.Rows || 20*s.Worse.Tuples > s.Rows {
		t.Errorf("normal is worse than safe on too many of %d rows: %+v", s.Rows, s.Worse)
	}
	if *updateReduction {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s (-want +got; -update-reduction rewrites it):\n%s", golden, d)
	}
}

// Patterns select constraints by name; a plain name that does not exist is
// warned of, with what was probably meant.
func TestStatsSets(t *testing.T) {
	p, ds := lang.Load("sets.tfg", []byte(`
shared x bool
lock m
task a[i in 0..1] { var y bool; y = true; x = y; lock m; unlock m; event e }`), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, _ := fsa.Parse("sets.fsa", []byte("property p { absence of e globally }"))
	for _, c := range []struct {
		set, want, warning string
	}{
		{"none", "", ""},
		{"all", "task:a[0] task:a[1] var:a[0].y var:a[1].y lock:m", ""},
		{"var:*", "var:x var:a[0].y var:a[1].y", ""},
		{"var:*.*", "var:a[0].y var:a[1].y", ""},
		{"task:a[?], lock:m", "task:a[0] task:a[1] lock:m", ""},
		{"task:a[1] var:x", "task:a[1] var:x", ""},
		{"task:a[2]", "", "task:a[0]"},
		{"queue:*", "", ""},
	} {
		rows, problems := verify.Stats(context.Background(), p, specs, []verify.ConstraintSet{verify.ConstraintSet(c.set)}, false, verify.Options{})
		if len(rows) != 1 {
			t.Fatalf("%s: %d rows", c.set, len(rows))
		}
		// Automata that react to nothing are not listed: y alone is not seen by x.
		got := strings.Join(rows[0].Constraints, " ")
		all := strings.Fields(c.want)
		for _, name := range rows[0].Constraints {
			if !slices.Contains(all, name) {
				t.Errorf("%s: %s is chosen", c.set, name)
			}
		}
		if c.set == "all" && got != c.want {
			t.Errorf("all: %q, want %q", got, c.want)
		}
		if warned := len(problems) > 0; warned != (c.warning != "") || warned && !strings.Contains(problems[0].Hint, c.warning) {
			t.Errorf("%s: %v", c.set, problems)
		}
	}
}

// A violation ends a search, but the numbers are those of the whole fixed
// point; a limit is reported for the rule that hit it.
func TestStatsMeasuresAll(t *testing.T) {
	p, _ := lang.Load("all.tfg", []byte(`
task a { event e; event f; event g }
task b { event h; event i; event j }`), lang.Options{})
	specs, _ := fsa.Parse("all.fsa", []byte("property p { absence of e globally }\nproperty q for { e, h } all .*"))
	rows, problems := verify.Stats(context.Background(), p, specs, []verify.ConstraintSet{"all"}, true, verify.Options{Check: true})
	if len(problems) > 0 || len(rows) != 2 {
		t.Fatal(rows, problems)
	}
	if r := rows[0]; r.Verdict.Of("none") != report.Violated || r.Tuples.Of("none") < 2 || r.Visits.Of("none") < 1 {
		t.Errorf("%+v", r)
	}
	rows, _ = verify.Stats(context.Background(), p, specs, []verify.ConstraintSet{"all"}, true, verify.Options{MaxTuples: 1})
	for _, r := range rows {
		if r.Limited() && r.Limit[0] != report.LimitTuples {
			t.Errorf("%+v", r)
		}
	}
}

// byRule is a number for each rule, with its name.
func byRule[T any](b stats.ByRule[T]) string {
	var parts []string
	for k, rule := range stats.Rules {
		parts = append(parts, fmt.Sprintf("%s:%v", strings.ToUpper(rule[:1])+rule[1:], b[k]))
	}
	return "{" + strings.Join(parts, " ") + "}"
}
