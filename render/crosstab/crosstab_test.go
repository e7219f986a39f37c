package crosstab

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/internal/golden"
	"flavers/render"
)

// drawing has steps of some tasks, of which every few are arrays, communications, and random edges.
func drawing(r *rand.Rand, tasks, steps int) *render.Drawing {
	d := &render.Drawing{Title: "random", Rules: []string{"removed: one", "removed: two", "removed: three"},
		Because: []string{"{m}.", "{n}.", "{m} and {n}."}}
	add := func(columns ...int) {
		slices.Sort(columns)
		id := fmt.Sprintf("n%d", len(d.Nodes))
		d.Nodes = append(d.Nodes, render.Node{ID: id, Label: "step " + id, Columns: columns})
	}
	for t := range tasks {
		name := fmt.Sprintf("task%d", t)
		if t%4 > 0 {
			name = fmt.Sprintf("array%d[%d]", t/16, t)
		}
		d.Columns = append(d.Columns, name)
		for range steps {
			add(t)
		}
		if other := r.IntN(tasks); other != t && r.IntN(2) == 0 {
			add(t, other)
		}
	}
	for range tasks * steps {
		a, b := r.IntN(len(d.Nodes)), r.IntN(len(d.Nodes))
		e := render.Edge{From: a, To: b, Kind: render.MIP, Both: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			e.Kind, e.Rule = render.Removed, r.IntN(3)
		}
		if a != b {
			d.Edges = append(d.Edges, e)
		}
	}
	d.Edges = append(d.Edges, render.Edge{From: 0, To: 1})
	return d
}

// Every edge is in one cell, which is that of tasks of its ends; kept and removed are all there were, in cells, in
// sums, and in the legend. Tasks are in one group, or idle and named.
func TestEveryEdgeIsInOneCell(t *testing.T) {
	grouped, shortened, thin := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 15))
		d := drawing(r, 2+r.IntN(60), 1+r.IntN(6))
		if seed%10 == 0 {
			d = drawing(r, 450, 1)
		}
		table := Of(d)
		rows, columns, all := table.sums()
		removed := 0
		for _, k := range all.Removed {
			removed += k
		}
		if all.Kept != d.Count(render.MIP) || removed != d.Count(render.Removed) || all.Before() != all.Kept+removed {
			t.Fatalf("seed %d: %+v of %d and %d", seed, all, d.Count(render.MIP), d.Count(render.Removed))
		}
		seen := map[string]int{}
		for g, group := range table.Groups {
			for _, c := range group.Tasks {
				seen[d.Columns[c]]++
			}
			if len(group.Tasks) == 0 || rows[g].Before()+columns[g].Before() == 0 {
				t.Errorf("seed %d: group %s is empty", seed, group.Name)
			}
			if len(group.Tasks) > 1 {
				grouped++
			}
		}
		for _, name := range table.Idle {
			seen[name]++
		}
		for _, name := range d.Columns {
			if seen[name] != 1 {
				t.Errorf("seed %d: %s is %d times in the table", seed, name, seen[name])
			}
		}
		if strings.Contains(fmt.Sprint(table.Groups), "other tasks") {
			shortened++
		}
		// By definition: the first task of an end that the other end is not of.
		in := func(group Group, n, other int) bool {
			columns := d.Nodes[n].Columns
			for _, c := range columns {
				if !slices.Contains(d.Nodes[other].Columns, c) {
					return slices.Contains(group.Tasks, c)
				}
			}
			return slices.Contains(group.Tasks, columns[0])
		}
		for i, from := range table.Groups {
			for j, to := range table.Groups {
				want := Cell{}
				for _, e := range d.Edges {
					for _, way := range [][2]int{{e.From, e.To}, {e.To, e.From}} {
						if e.Kind == render.Control || way[0] != e.From && !e.Both || !in(from, way[0], way[1]) ||
							!in(to, way[1], way[0]) {
							continue
						}
						if e.Kind == render.MIP {
							want.Kept++
						} else {
							want.Removed[e.Rule]++
						}
					}
				}
				if table.Cells[i][j] != want {
					t.Fatalf("seed %d: from %s to %s: %+v, want %+v", seed, from.Name, to.Name, table.Cells[i][j], want)
				}
			}
		}
		if !readable(t, table) {
			thin++
		}
	}
	if grouped < 10 || shortened < 3 || thin < 10 {
		t.Errorf("%d groups, %d tables with a rest, %d without numbers", grouped, shortened, thin)
	}
}

// readable checks a table as it is written, and reports whether its cells have numbers.
func readable(t *testing.T, table *Table) bool {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteSVG(&b, render.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	cells := 0
	for dec := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			width := 0.0
			if e.Name.Local == "svg" && a.Name.Local == "width" {
				if fmt.Sscan(a.Value, &width); width > render.Narrow {
					t.Errorf("%d groups: %v wide", len(table.Groups), width)
				}
			}
			if a.Name.Local == "data-before" {
				cells++
			}
		}
	}
	rows, columns, all := table.sums()
	want := 1 // all
	for i := range table.Cells {
		for _, c := range append(table.Cells[i], rows[i], columns[i]) {
			if c.Before() > 0 {
				want++
			}
		}
	}
	if all.Before() > 0 && cells != want {
		t.Errorf("%d cells are written, want %d", cells, want)
	}
	for r, k := range all.Removed {
		if line := fmt.Sprintf("%s (%d)<", append(table.D.Rules, "", "")[r], k); k > 0 && k < 1000 &&
			!strings.Contains(b.String(), line) {
			t.Errorf("the legend lacks %q", line)
		}
	}
	return table.layOut(rows, columns, all).numbered
}

// example is that of the package's documentation.
func example() *render.Drawing {
	d := &render.Drawing{Title: "two tasks", Columns: []string{"a", "b", "idle"}, Rules: []string{"removed: one", "removed: two"},
		Because: []string{"{m} waits.", "{n} of {second} comes first."}}
	for i := range 7 {
		d.Nodes = append(d.Nodes, render.Node{ID: fmt.Sprintf("n%d", i), Label: fmt.Sprintf("event e%d", i), Columns: []int{i / 4}})
	}
	for a := range 4 {
		for b := 4; b < 7; b++ {
			e := render.Edge{From: a, To: b, Kind: render.MIP}
			if b > 4 {
				e.Kind, e.Rule = render.Removed, a%2
			}
			d.Edges = append(d.Edges, e)
		}
	}
	for k := range 8 {
		e := render.Edge{From: 4 + k%3, To: k / 3, Kind: render.Removed, Rule: 1}
		if k < 2 {
			e.Kind, e.Rule = render.MIP, 0
		}
		d.Edges = append(d.Edges, e)
	}
	return d
}

func TestGolden(t *testing.T) {
	table := Of(example())
	want := [][]string{{"0", "4 of 12"}, {"2 of 8", "0"}}
	for i := range want {
		for j := range want[i] {
			if got := says(&table.Cells[i][j]); got != want[i][j] {
				t.Errorf("from %d to %d: %s, want %s", i, j, got, want[i][j])
			}
		}
	}
	var b bytes.Buffer
	if err := table.WriteSVG(&b, render.SVGOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/example.svg", b.String())
}

// Nodes of no task have a row of their own; a drawing without MIP edges has no table.
func TestWithoutTasks(t *testing.T) {
	d := example()
	d.Nodes = append(d.Nodes, render.Node{ID: "n7", Label: "I"})
	d.Edges = append(d.Edges, render.Edge{From: 7, To: 0, Kind: render.MIP})
	table := Of(d)
	if c := table.Cells[2][0]; len(table.Groups) != 3 || c.Kept != 1 {
		t.Errorf("%+v", table)
	}
	d.Edges = nil
	var b bytes.Buffer
	if err := Of(d).WriteSVG(&b, render.SVGOptions{}); err != nil || !strings.Contains(b.String(), "No MIP edge joins them.") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// With more groups than rows, edges of nodes of no task still have one row, and not a second one without edges.
func TestManyGroupsAndNoTask(t *testing.T) {
	d := &render.Drawing{Nodes: []render.Node{{ID: "free"}}}
	for i := range maxGroups + 5 {
		d.Columns = append(d.Columns, fmt.Sprintf("task%d", i))
		d.Nodes = append(d.Nodes, render.Node{ID: fmt.Sprintf("n%d", i), Columns: []int{i}})
		d.Edges = append(d.Edges, render.Edge{From: 0, To: i + 1, Kind: render.MIP})
		for range 2 {
			d.Edges = append(d.Edges, render.Edge{From: i + 1, To: 1 + (i+1)%(maxGroups+4), Kind: render.MIP})
		}
	}
	rows := 0
	for _, g := range Of(d).Groups {
		if len(g.Tasks) == 0 {
			rows++
		}
	}
	if rows != 1 {
		t.Errorf("%d rows of no task", rows)
	}
}
