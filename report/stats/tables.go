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

// WriteMarkdown prints one table with a line for each row, the totals last.
// times: with columns for times.
func (s *Report) WriteMarkdown(w io.Writer, times bool) error {
	s = printable.Copy(s)
	var b strings.Builder
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
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(head)
	b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
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

func escapeBar(s string) string { return strings.NewReplacer("|", `\|`, "*", `\*`).Replace(s) }

// appendNumbers writes edges with what is left of them in percent.
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

func appendTimes(cells []string, total, elimination *ByRule[float64], mhp float64) []string {
	for k := range Rules {
		cells = append(cells, seconds(total[k]))
	}
	for _, t := range elimination[1:] {
		cells = append(cells, seconds(t))
	}
	return append(cells, seconds(mhp))
}

// found says what was found in a few words, which are the same of all sound rules if these agree.
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
			limit, normal := report.Limit(""), ""
			if r.Limit != nil {
				limit = r.Limit[k]
			}
			if rule == "normal" {
				normal = r.Form
			}
			c.Write([]string{r.Program, r.Settings, r.Property, r.Set, strings.Join(r.Constraints, " "),
				fmt.Sprint(r.Nodes.Tau), fmt.Sprint(r.Nodes.Local), fmt.Sprint(r.Nodes.Global), fmt.Sprint(r.Nodes.Communication),
				rule, fmt.Sprint(r.MIP[k]), fmt.Sprint(r.Tuples[k]), fmt.Sprint(r.Visits[k]), string(r.Verdict[k]),
				string(limit), normal, fmt.Sprintf("%.6f", r.Seconds[k]), fmt.Sprintf("%.6f", r.EliminationSeconds[k]),
				fmt.Sprintf("%.6f", r.EdgesSeconds), fmt.Sprintf("%.6f", r.MHPSeconds), r.found(k)})
		}
	}
	c.Flush()
	return c.Error()
}
