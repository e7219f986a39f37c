package picture_test

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/picture"
	"flavers/render"
	"flavers/report"
	"flavers/verify"
)

// Every example can be drawn in every way. The drawings say the same as the
// report: counts of MIP edges, the steps of the trace.
func TestDrawExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.tfg")
	if err != nil {
		t.Fatal(err)
	}
	lit, removed := 0, 0
	for _, file := range files {
		name := filepath.Join("examples", filepath.Base(file))
		p, specs := trial.Example(t, name, nil)
		c := verify.Check(context.Background(), p, specs, verify.Options{NoSymmetry: true, ByConstraints: true}) // as pictures show values
		for i := range c.Results {
			r := &c.Results[i]
			for _, graph := range picture.Graphs {
				d, err := picture.Draw(context.Background(), graph, p, specs, r, verify.Options{})
				if err != nil {
					t.Fatalf("%s %s %s: %v", name, r.Property, graph, err)
				}
				complete(t, name+" "+r.Property+" "+graph, d)
				if len(d.Columns) != len(p.Tasks) {
					t.Errorf("%s %s: %d columns for %d tasks", name, graph, len(d.Columns), len(p.Tasks))
				}
				switch graph {
				case "mip":
					if got := d.Count(render.MIP); got != r.MIP.Candidate {
						t.Errorf("%s %s: %d MIP edges are drawn, %d candidates", name, r.Property, got, r.MIP.Candidate)
					}
				case "pruned":
					if got, all := d.Count(render.MIP), d.Count(render.MIP)+d.Count(render.Removed); got != r.MIP.Kept || all != r.MIP.Candidate {
						t.Errorf("%s %s: %d of %d MIP edges are drawn, %d of %d kept", name, r.Property, got, all, r.MIP.Kept, r.MIP.Candidate)
					}
					removed += d.Count(render.Removed)
					entersMarked(t, name+" "+r.Property, d)
				case "tfg", "cfg":
					if r.Verdict == report.Violated {
						lit++
						stepsAreLit(t, name+" "+graph, p, d, r)
					}
				}
			}
		}
		if d, err := picture.Draw(context.Background(), "tfg", p, nil, nil, verify.Options{}); err != nil || slices.ContainsFunc(d.Nodes, func(n render.Node) bool { return n.Lit }) {
			t.Errorf("%s without a property: %v", name, err)
		}
	}
	if lit < 20 || removed < 100 {
		t.Errorf("%d paths were lit, %d removed edges drawn", lit, removed)
	}
}

// entersMarked: a kept edge enters a local node only if the node is marked.
func entersMarked(t *testing.T, what string, d *render.Drawing) {
	t.Helper()
	for _, e := range d.Edges {
		ends := []int{e.To}
		if e.Both {
			ends = append(ends, e.From)
		}
		for _, k := range ends {
			if n := d.Nodes[k]; e.Kind == render.MIP && n.Class == render.Local && !n.Marked {
				t.Errorf("%s: an edge that is kept enters %s, which is local and not marked", what, n.Title)
			}
		}
	}
}

// complete checks what Place relies on.
func complete(t *testing.T, what string, d *render.Drawing) {
	t.Helper()
	ids := map[string]bool{}
	for _, n := range d.Nodes {
		if ids[n.ID] || n.Label == "" || n.Title == "" || !slices.IsSorted(n.Columns) || len(n.Columns) > 2 {
			t.Errorf("%s: node %+v", what, n)
		}
		ids[n.ID] = true
	}
	for _, e := range d.Edges {
		if e.From < 0 || e.To < 0 || e.From >= len(d.Nodes) || e.To >= len(d.Nodes) || e.Kind == render.Removed && e.Rule >= len(d.Rules) {
			t.Errorf("%s: edge %+v", what, e)
		}
	}
	if len(d.Rules) > render.MaxRules {
		t.Errorf("%s: %d rules", what, len(d.Rules))
	}
}

// stepsAreLit: each step of the trace has exactly one node (of cfg: one for
// each task) with its number, in the columns of its tasks.
func stepsAreLit(t *testing.T, what string, p *cfg.Program, d *render.Drawing, r *report.Result) {
	t.Helper()
	for i, st := range r.Trace {
		var tasks []string
		for _, n := range d.Nodes {
			if slices.Contains(n.Steps, i+1) {
				if !n.Lit {
					t.Errorf("%s: the node of step %d is not lit", what, i+1)
				}
				for _, c := range n.Columns {
					tasks = append(tasks, d.Columns[c])
				}
			}
		}
		want := st.Tasks
		if len(want) == 0 {
			want = []string{st.Task}
		}
		slices.Sort(tasks)
		want = slices.Sorted(slices.Values(want))
		if !slices.Equal(tasks, want) {
			t.Errorf("%s: step %d is drawn in %v, taken by %v", what, i+1, tasks, want)
		}
	}
}

// A possible violation has a path and no schedule: the path is lit all the
// same.
func TestDrawPossible(t *testing.T) {
	p, specs := trial.Example(t, "examples/broken_mutex.tfg", nil)
	opt := verify.Options{Refine: "none"}
	c := verify.Check(context.Background(), p, specs, opt)
	found := false
	for i := range c.Results {
		r := &c.Results[i]
		if r.Verdict != report.Possible {
			continue
		}
		found = true
		d, err := picture.Draw(context.Background(), "tfg", p, specs, r, opt)
		if err != nil {
			t.Fatal(err)
		}
		stepsAreLit(t, r.Property, p, d, r)
	}
	if !found {
		t.Error("no property is possible")
	}
}

func TestDrawWrongSpecification(t *testing.T) {
	p, specs := trial.Example(t, "examples/broken_mutex.tfg", nil)
	more, l := fsa.Parse("more.fsa", []byte("property p { absence of nothing_like_it globally }\n"))
	if l.HasErrors() {
		t.Fatal(l.All)
	}
	if _, err := picture.Draw(context.Background(), "tfg", p, append(specs, more...), nil, verify.Options{Strict: true}); err == nil || !strings.Contains(err.Error(), "nothing_like_it") {
		t.Errorf("%v", err)
	}
}

// Random programs can be drawn, whatever they consist of.
func TestDrawRandom(t *testing.T) {
	for seed := range trial.Seeds(t, 30) {
		text := gen.Program(trial.Bytes(seed, 3, 200))
		p, l := lang.Load("random.tfg", []byte(text), lang.Options{})
		if l.HasErrors() {
			t.Fatalf("%v\n%s", l.All, text)
		}
		for _, graph := range picture.Graphs {
			d, err := picture.Draw(context.Background(), graph, p, nil, nil, verify.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			complete(t, graph, d)
			if err := render.Place(d).WriteSVG(io.Discard, render.SVGOptions{}); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		}
	}
}

// A label has no name of the node's own task, but where the name is that of a family,
// or part of another name; a node that is an event has its name.
func TestLabels(t *testing.T) {
	p := trial.Program(t, `program p
shared x 0..1
actor w[i in 0..1] { on m(k 0..1) { event done(i); post w[1-k].m(k) } }
task a { entry e(n 0..1); var v[2] 0..1; var aa 0..1; event go(v[x]); v[aa] = v[0]; accept e(n) }
task b { call a.e(1); post w[0].m(0) }
`)
	got := map[string]string{}
	for i := range p.Nodes {
		got[p.NodeString(p.Nodes[i].ID)] = p.LocalString(p.Nodes[i].ID) + "|" + p.EventString(p.Nodes[i].ID)
	}
	for node, want := range map[string]string{
		"event go(1) when x == 0 && a.v[0] == 1": "event go(1) when x == 0 && v[0] == 1|go(1)",
		"a.v[a.aa] = a.v[0]":                     "v[aa] = v[0]|",
		"accept a.e(a.n)":                        "accept e(n)|",
		"call a.e(1)":                            "call a.e(1)|",
		"post w[0].m(0)":                         "post w[0].m(0)|",
		"on w[0].m(w[0].k) { event done(0); post w[0]..[1 - w[0].k].m(w[0].k); }": "on m(k) { event done(0); post w[0]..[1 - k].m(k); }|",
	} {
		if got[node] != want {
			t.Errorf("%s: %q, want %q of\n%q", node, got[node], want, got)
		}
	}
}
