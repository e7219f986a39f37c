package picture_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/internal/trial"
	"flavers/picture"
	"flavers/render"
	"flavers/report"
	"flavers/sem"
	"flavers/verify"
	"flavers/verify/explored"
	"flavers/verify/follow"
)

// starving gives a no chance to go on, unless a gets one that it has again and again.
const starving = `program starving
shared free 0..1 = 1
task a { loop { event ask; await free == 1; event go } }
task b { loop { free = 0; event taken; free = 1 } }
`

// An execution that goes on for ever is drawn with its loop: in its chart as a frame, and in
// graphs by what leads from the end of the loop back to its begin. No step is to blame.
func TestLoop(t *testing.T) {
	p, specs := trial.Program(t, starving), trial.Specs(t, "property served { go responds to ask }\n")
	at := func(lines ...string) (list []sem.Choice) {
		for _, line := range lines {
			for i := range p.Actions {
				if p.NodeString(p.Actions[i].A) == line {
					list = append(list, sem.Choice{Action: p.Actions[i].ID})
				}
			}
		}
		if len(list) != len(lines) {
			t.Fatalf("%v is not %v", list, lines)
		}
		return list
	}
	for _, c := range []struct {
		stem, loop []string
		title      string
		back       []string // by graph, from and to; lit
		note       string
	}{
		{[]string{"event ask"}, []string{"free = 0", "event taken", "free = 1"}, "served is violated by an execution that goes on for ever",
			[]string{"free = 1>free = 0"}, "steps 2 to 4 are repeated for ever"},
		{nil, []string{"event ask", "await free == 1", "event go"}, "an execution that goes on for ever",
			[]string{"event go>event ask"}, "steps 1 to 3 are repeated for ever"},
	} {
		schedule := sem.FormatLasso(p, at(c.stem...), at(c.loop...))
		run, ds := follow.Run(p, specs, schedule)
		run.Schedule = schedule
		if len(ds.All) > 0 || run.Stuck != "" {
			t.Fatalf("%v %s", ds.All, run.Stuck)
		}
		of := picture.Executed(run, specs)
		chart := picture.ChartOfRun(p, specs, run, of)
		if chart.Loop != len(c.loop) || of.AtEnd || !strings.HasSuffix(chart.Title, c.title) {
			t.Errorf("%s: a loop of %d, at the end is %t", chart.Title, chart.Loop, of.AtEnd)
		}
		for i, m := range chart.Steps {
			if m.Bad {
				t.Errorf("%s: step %d is to blame", chart.Title, i+1)
			}
		}
		if of.Property == "" {
			of.Property = "served"
		}
		for _, graph := range []string{"tfg", "mip"} {
			d, err := picture.Draw(context.Background(), graph, p, specs, of, verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(d.Notes, "\n"), c.note) {
				t.Errorf("%s: the notes %q", graph, d.Notes)
			}
			if graph == "tfg" {
				stepsAreLit(t, graph, p, d, of)
			}
			for _, way := range c.back {
				from, to, _ := strings.Cut(way, ">")
				if graph == "tfg" && !slices.ContainsFunc(d.Edges, func(e render.Edge) bool {
					return e.Lit && d.Nodes[e.From].Label == from && d.Nodes[e.To].Label == to
				}) {
					t.Errorf("%s: no lit edge %s", graph, way)
				}
			}
		}
	}
}

// What explorers find of infinite executions comes into a page with its frame.
func TestLoopOnPage(t *testing.T) {
	p, specs := trial.Program(t, starving), trial.Specs(t, "property served { go responds to ask }\n")
	out := &report.Explore{Algorithm: "states", States: 1, Complete: true}
	if err := explored.Infinite(t.Context(), out, p, specs, explore.Options{}); err != nil {
		t.Fatal(err)
	}
	c := out.AsCheck(explored.Properties(specs))
	var b bytes.Buffer
	err := picture.Write(t.Context(), &b, &report.Page{Check: c}, p, specs, func(r *report.Result) (*render.Drawing, error) {
		return picture.Draw(t.Context(), "tfg", p, specs, r, verify.Options{})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`class="frame"`, `data-loop="2"`, `"loop":3`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
