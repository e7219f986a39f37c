package stats

import (
	"fmt"
	"io"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report"
	"flavers/report/form"
)

// WriteText prints a block for each row, with a line for each rule, and the
// totals. times: with columns for times.
func (s *Report) WriteText(w io.Writer, times bool) error {
	s = printable.Copy(s)
	p := &form.Page{Width: report.DefaultWidth}
	s.totalsText(p, times)
	for i := range s.Rows {
		r := &s.Rows[i]
		p.Printf("\n%s\n", strings.Join(nonEmpty(r.Program, r.Settings, r.Property, "with "+r.Set), "  "))
		p.Printf("  nodes: %s tau, %s local, %s global, %s communication; %s\n",
			english.Number(r.Nodes.Tau), english.Number(r.Nodes.Local), english.Number(r.Nodes.Global),
			english.Number(r.Nodes.Communication), english.Plural(int64(len(r.Constraints)), "constraint"))
		rows := [][]form.Cell{statsHead(times, "found")}
		for k, rule := range Rules {
			c := counts{rule, r.MIP[k], r.Tuples[k], r.Visits[k], r.EliminationSeconds[k], r.Seconds[k]}
			note := r.found(k)
			if r.Limit != nil && r.Limit[k] != "" {
				note += " (" + string(r.Limit[k]) + ")"
			}
			if rule == "normal" {
				note += ", " + r.Form
			}
			rows = append(rows, c.cells(r.MIP[0], r.Visits[0], times, note))
		}
		p.Grid(2, rows)
		if times {
			p.Printf("  MHP %s, automata and edges %s\n", seconds(r.MHPSeconds), seconds(r.EdgesSeconds))
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}

func nonEmpty(words ...string) []string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return out
}

// counts are the numbers of one line.
type counts struct {
	rule           string
	edges          int
	tuples, visits int64
	elimination    float64
	seconds        float64
}

func statsHead(times bool, last string) []form.Cell {
	head := []form.Cell{{Text: "rule"}, {Text: "edges", Right: true}, {Text: "", Right: true},
		{Text: "tuples", Right: true},
		{Text: "visits", Right: true}, {Text: "", Right: true}}
	if times {
		head = append(head, form.Cell{Text: "elimination", Right: true}, form.Cell{Text: "time", Right: true})
	}
	return append(head, form.Cell{Text: last})
}

func (c counts) cells(allEdges int, allVisits int64, times bool, note string) []form.Cell {
	row := []form.Cell{{Text: c.rule}, {Text: english.Thousands(int64(c.edges)), Right: true},
		{Text: percent(int64(c.edges), int64(allEdges)), Right: true},
		{Text: english.Thousands(c.tuples), Right: true}, {Text: english.Thousands(c.visits), Right: true},
		{Text: percent(c.visits, allVisits), Right: true}}
	if times {
		row = append(row, form.Cell{Text: seconds(c.elimination), Right: true},
			form.Cell{Text: seconds(c.seconds), Right: true})
	}
	return append(row, form.Cell{Text: note})
}

// percent is part of all as "34 %"; "" if there is nothing to compare with.
func percent(part, all int64) string {
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(all))
}

// seconds returns a time with its unit.
func seconds(s float64) string {
	switch {
	case s >= 100:
		return fmt.Sprintf("%.0f s", s)
	case s >= 1:
		return fmt.Sprintf("%.2f s", s)
	case s >= 1e-3:
		return fmt.Sprintf("%.1f ms", s*1e3)
	}
	return fmt.Sprintf("%.0f us", s*1e6)
}

func (s *Report) totalsText(p *form.Page, times bool) {
	t := &s.Totals
	p.Printf("total of %s", english.Plural(int64(t.Rows), "problem"))
	if t.Limited > 0 {
		p.Printf(" (%d more hit a limit and are left out)", t.Limited)
	}
	p.Printf("\n")
	rows := [][]form.Cell{statsHead(times, "")}
	for k, rule := range Rules {
		c := counts{rule, t.MIP[k], t.Tuples[k], t.Visits[k], t.EliminationSeconds[k], t.Seconds[k]}
		rows = append(rows, c.cells(t.MIP[0], t.Visits[0], times, ""))
	}
	p.Grid(2, rows)
	if times {
		p.Printf("  MHP %s, automata and edges %s\n", seconds(t.MHPSeconds), seconds(t.EdgesSeconds))
		for k := 1; k < len(Rules); k++ {
			if Rules[k] == Unsound {
				continue
			}
			if saved := t.Seconds[0] - (t.Seconds[k] - t.EliminationSeconds[k]); saved > 0 {
				p.Printf("  %s: elimination took %.1f %% of the time that it saved\n", Rules[k], 100*t.EliminationSeconds[k]/saved)
			} else {
				p.Printf("  %s: elimination saved no time\n", Rules[k])
			}
		}
	}
	p.Printf("  normal against safe: fewer edges on %s, more on %d; "+
		"fewer tuples on %d, more on %d; fewer visits on %d, more on %d\n",
		english.Plural(int64(t.Better.Edges), "row"), t.Worse.Edges, t.Better.Tuples, t.Worse.Tuples,
		t.Better.Visits, t.Worse.Visits)
}
