package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/internal/english"
	"flavers/internal/trial"
	"flavers/picture"
	"flavers/render"
	"flavers/verify"
)

// In every form, captions and legend have the numbers of the result, and every edge that was removed is told apart by
// the condition that it fails. What is chosen for a reader is as narrow as it is meant to be, and says that it is a table.
func TestCompare(t *testing.T) {
	files, err := filepath.Glob("../examples/*.tfg")
	if err != nil {
		t.Fatal(err)
	}
	chosen, none := map[bool]int{}, 0
	for _, file := range files {
		name := filepath.Join("examples", filepath.Base(file))
		p, specs := trial.Example(t, name, nil)
		c := verify.Check(context.Background(), p, specs, verify.Options{ByConstraints: true})
		if len(c.Results) == 0 {
			continue
		}
		r := &c.Results[0]
		d, err := picture.Draw(context.Background(), "pruned", p, specs, r, verify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		gone := r.MIP.Candidate - r.MIP.Kept
		for _, form := range picture.Comparisons {
			var b bytes.Buffer
			if err := picture.Compare(d, form)(&b, render.SVGOptions{}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if r.MIP.Candidate == 0 {
				none++
				if !strings.Contains(text, ">The property needs no interleaving") ||
					strings.Contains(text, ">before: ") != (form == "graphs") {
					t.Errorf("%s %s: nothing to compare: %.2000s", name, form, text)
				}
				continue
			}
			table := !strings.Contains(text, ">before: ")
			if form == "graphs" && table || form == "table" && !table || strings.Contains(text, ">A table, because") != (form == "auto" && table) {
				t.Errorf("%s: %s is a table: %t", name, form, table)
			}
			if form == "auto" {
				chosen[table]++
				width := 0.0
				if fmt.Sscanf(text[strings.Index(text, ` width="`):], ` width="%g"`, &width); width == 0 || width > render.Narrow {
					t.Errorf("%s: %g wide", name, width)
				}
			}
			says := []string{fmt.Sprintf(">%s of %s MIP edges kept", english.Number(r.MIP.Kept), english.Number(r.MIP.Candidate))}
			if !table {
				says = append(says, fmt.Sprintf(">before: %d MIP edge", r.MIP.Candidate),
					fmt.Sprintf(">after: %d kept, %d removed<", r.MIP.Kept, gone))
			} else {
				says = append(says, fmt.Sprintf("<title>all: %s of %s", english.Number(r.MIP.Kept), english.Number(r.MIP.Candidate)))
			}
			if e, ok := d.Example(); ok != (gone > 0) || ok && strings.ContainsAny(e.Text, "{}") {
				t.Errorf("%s: %d edges are removed, the example is %+v", name, gone, e)
			} else if ok {
				says = append(says, ">For example, the edge from “"+strings.Fields(d.Nodes[d.Edges[e.Edge].From].Label)[0])
			}
			for _, part := range says {
				if !strings.Contains(text, part) {
					t.Errorf("%s %s: the picture lacks %q", name, form, part)
				}
			}
		}
		if slices.ContainsFunc(d.Edges, func(e render.Edge) bool { return e.Kind == render.Removed && e.Rule >= len(d.Because) }) {
			t.Errorf("%s: an edge is removed for no reason", name)
		}
	}
	if chosen[true] < 5 || chosen[false] < 3 || none < 5 {
		t.Errorf("tables %d, graphs %d, %d without edges", chosen[true], chosen[false], none)
	}
}
