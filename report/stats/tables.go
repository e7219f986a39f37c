package stats

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report"
)

// This file writes a report as tables: Markdown for people, with a line for each problem, and CSV for programs, with a
// line for each problem and elimination rule. A problem is a property of a program with a set of constraints; a Row has
// what each rule made of it. In Markdown,
//
//	| program             | property | .. | MIP none | .. | MIP safe   | .. | found   |
//	| alternating_bit.tfg | in_order | .. | 200      | .. | 123 (62 %) | .. | no path |
//
// says that rule safe keeps 123 of 200 MIP edges, and that no path violates the property.

// WriteMarkdown prints one table with a line for each row, and the totals in the last line. If times is set, the table
// has columns for times.
func (s *Report) WriteMarkdown(w io.Writer, times bool) error {
	s = printable.Copy(s)
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	// The head.
	head := []string{"program", "property", "constraints", "tau", "local", "global", "comm."}
	for _, what := range []string{"MIP", "tuples", "visits"} {
		for _, rule := range Rules {
			head = append(head, what+" "+rule)
		}
	}
	head = append(head, "found")
	if times {
		for _, rule := range Rules {
			head = append(head, "time "+rule)
		}
		for _, rule := range Rules[1:] {
			head = append(head, "elimination "+rule)
		}
		head = append(head, "MHP")
	}
	line(head)
	b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	// The rows.
	for i := range s.Rows {
		r := &s.Rows[i]
		cells := []string{strings.Join(nonEmpty(filepath.Base(r.Program), r.Settings), " "), r.Property, escapeBar(r.Set),
			fmt.Sprint(r.Nodes.Tau), fmt.Sprint(r.Nodes.Local), fmt.Sprint(r.Nodes.Global), fmt.Sprint(r.Nodes.Communication)}
		cells = appendNumbers(cells, &r.MIP, &r.Tuples, &r.Visits)
		cells = append(cells, found(r))
		if times {
			cells = appendTimes(cells, &r.Seconds, &r.EliminationSeconds, r.MHPSeconds)
		}
		line(cells)
	}
	// The totals.
	t := &s.Totals
	cells := appendNumbers([]string{"**total**", english.Plural(int64(t.Rows), "problem"), "", "", "", "", ""}, &t.MIP,
		&t.Tuples, &t.Visits)
	cells = append(cells, "")
	if times {
		cells = appendTimes(cells, &t.Seconds, &t.EliminationSeconds, t.MHPSeconds)
	}
	line(cells)
	_, err := io.WriteString(w, b.String())
	return err
}

// escapeBar keeps signs of a text from ending its cell, or from being emphasis.
func escapeBar(s string) string { return strings.NewReplacer("|", `\|`, "*", `\*`).Replace(s) }

// appendNumbers appends the numbers of each rule: first the MIP edges, for rules that eliminate some also as a
// percentage of all MIP edges, then tuples, then visits. The first rule eliminates none.
func appendNumbers(cells []string, mip *ByRule[int], tuples, visits *ByRule[int64]) []string {
	for k := range Rules {
		text := fmt.Sprint(mip[k])
		if k > 0 && mip[0] > 0 {
			text += " (" + percent(int64(mip[k]), int64(mip[0])) + ")"
		}
		cells = append(cells, text)
	}
	for _, numbers := range []*ByRule[int64]{tuples, visits} {
		for k := range Rules {
			cells = append(cells, fmt.Sprint(numbers[k]))
		}
	}
	return cells
}

// appendTimes appends the times of each rule in all, those of elimination, and that of the MHP relation. The first rule
// eliminates none.
func appendTimes(cells []string, total, elimination *ByRule[float64], mhp float64) []string {
	for k := range Rules {
		cells = append(cells, seconds(total[k]))
	}
	for _, t := range elimination[1:] {
		cells = append(cells, seconds(t))
	}
	return append(cells, seconds(mhp))
}

// found says in a few words what was found. If all sound rules found the same, as they should, it is said once.
func found(r *Row) string {
	var sound []string
	for k, rule := range Rules {
		if rule != Unsound {
			sound = append(sound, r.found(k))
		}
	}
	if len(slices.Compact(slices.Clone(sound))) == 1 {
		return sound[0]
	}
	return strings.Join(sound, ", ")
}

// WriteCSV prints one line for each row and rule.
func (s *Report) WriteCSV(w io.Writer) error {
	s = printable.Copy(s)
	c := csv.NewWriter(w)
	c.Write([]string{"program", "settings", "property", "set", "constraints", "tau", "local", "global", "communication",
		"rule", "mip", "tuples", "visits", "verdict", "limit", "form", "seconds", "elimination_seconds", "edges_seconds",
		"mhp_seconds", "found"})
	for i := range s.Rows {
		r := &s.Rows[i]
		for k, rule := range Rules {
			limit, form := report.Limit(""), "" // form: which form of rule normal was chosen
			if r.Limit != nil {
				limit = r.Limit[k]
			}
			if rule == "normal" {
				form = r.Form
			}
			c.Write([]string{r.Program, r.Settings, r.Property, r.Set, strings.Join(r.Constraints, " "),
				fmt.Sprint(r.Nodes.Tau), fmt.Sprint(r.Nodes.Local), fmt.Sprint(r.Nodes.Global), fmt.Sprint(r.Nodes.Communication),
				rule, fmt.Sprint(r.MIP[k]), fmt.Sprint(r.Tuples[k]), fmt.Sprint(r.Visits[k]), string(r.Verdict[k]),
				string(limit), form, fmt.Sprintf("%.6f", r.Seconds[k]), fmt.Sprintf("%.6f", r.EliminationSeconds[k]),
				fmt.Sprintf("%.6f", r.EdgesSeconds), fmt.Sprintf("%.6f", r.MHPSeconds), r.found(k)})
		}
	}
	c.Flush()
	return c.Error()
}
