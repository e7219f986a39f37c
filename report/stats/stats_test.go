package stats

import (
	"bytes"
	"encoding/csv"
	"go/token"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/internal/golden"
	"flavers/report"
)

// measured is a report with a row that hit a limit and one without edges.
func measured() *Report {
	s := &Report{Rows: []Row{
		{Program: "a/ring.tfg", Settings: "N=2", Property: "round", Set: "var:*.* task:*", Constraints: []string{"task:a", "var:a.x"},
			Nodes: report.NodeCounts{Tau: 1, Local: 2, Global: 3, Communication: 4}, MIP: ByRule[int]{1000, 800, 600, 200},
			Tuples: ByRule[int64]{12345, 12000, 11000, 900}, Visits: ByRule[int64]{50000, 40000, 30000, 1000},
			Verdict: ByRule[report.Verdict]{report.Holds, report.Unknown, report.Holds, report.Holds}, Form: "early",
			Seconds: ByRule[float64]{2, 1.5, 1, 0.1}, EliminationSeconds: ByRule[float64]{0, 0.001, 0.002, 0.003}, MHPSeconds: 0.5, EdgesSeconds: 0.25},
		{Program: "a/ring.tfg", Settings: "N=2", Property: "late", Set: "none", MIP: ByRule[int]{10, 10, 10, 5},
			Tuples: ByRule[int64]{9, 9, 9, 9}, Visits: ByRule[int64]{9, 9, 9, 10}, Verdict: ByRule[report.Verdict]{report.Unknown, report.Unknown, report.Possible, report.Violated},
			Limit: &ByRule[report.Limit]{report.LimitTuples, report.LimitTime}, Form: "late", MHPSeconds: 0.5},
		{Program: "b.tfg", Property: "p", Set: "all", Reach: true, Verdict: ByRule[report.Verdict]{report.Violated, report.Violated, report.Violated, report.Violated}, Form: "late"},
	}}
	s.Diagnostics = []diag.Diagnostic{{Pos: token.Position{Filename: "b.tfg", Line: 3, Column: 2}, Len: 4, Severity: diag.Warning, Code: "C107", Message: "twice", Hint: "once"}}
	s.Sum()
	return s
}

func TestStatsGolden(t *testing.T) {
	for _, times := range []bool{true, false} {
		s, name := measured(), "stats_times"
		if !times {
			s.ZeroTimes()
			s.Sum()
			name = "stats"
		}
		var text, table, lines, object bytes.Buffer
		for _, err := range []error{s.WriteText(&text, times), s.WriteMarkdown(&table, times), s.WriteCSV(&lines), s.WriteJSON(&object)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		golden.File(t, "testdata/"+name+".txt", text.String())
		golden.File(t, "testdata/"+name+".md", table.String())
		golden.File(t, "testdata/"+name+".csv", lines.String())
		golden.File(t, "testdata/"+name+".json", object.String())
	}
}

// Totals leave out rows with a limit, count a program's MHP once, and compare
// normal with safe.
func TestStatsTotals(t *testing.T) {
	got := measured().Totals
	if got.Rows != 2 || got.Limited != 1 || got.MIP.Of("none") != 1000 || got.MHPSeconds != 0.5 || got.EdgesSeconds != 0.25 ||
		got.Better != (Against{1, 1, 1}) || got.Worse != (Against{}) || got.FewerEdges.Of("safe") != 1 {
		t.Errorf("%+v", got)
	}
}

// Every line of the CSV form has as many fields as the head, every line of the
// Markdown form as many columns.
func TestStatsRectangular(t *testing.T) {
	var lines, table bytes.Buffer
	s := measured()
	if s.WriteCSV(&lines) != nil || s.WriteMarkdown(&table, true) != nil {
		t.Fatal()
	}
	if rows, err := csv.NewReader(&lines).ReadAll(); err != nil || len(rows) != 1+4*len(s.Rows) {
		t.Errorf("%d lines, %v", len(rows), err)
	}
	columns := -1
	for line := range strings.Lines(table.String()) {
		n := strings.Count(line, "|")
		if columns >= 0 && n != columns {
			t.Errorf("%d columns, not %d: %s", n, columns, line)
		}
		columns = n
	}
}

// Names that come from elsewhere make no line and no escape of their own.
func TestHostileNames(t *testing.T) {
	const name = "p\n::error ::forged\r\x1b[31m\u202e\u200b\u009b%0A"
	s := &Report{Rows: []Row{{Program: name, Property: name}}}
	for form, write := range map[string]func(*bytes.Buffer) error{
		"text":  func(b *bytes.Buffer) error { return s.WriteText(b, false) },
		"csv":   func(b *bytes.Buffer) error { return s.WriteCSV(b) },
		"table": func(b *bytes.Buffer) error { return s.WriteMarkdown(b, false) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Errorf("%s: %v", form, err)
		}
		out := b.String()
		if i := strings.IndexAny(out, "\r\x1b\u202e\u200b\u009b"); i >= 0 {
			t.Errorf("%s: %q", form, out)
		}
		if strings.Contains("\n"+out, "\n::error ::forged") || !strings.Contains(out, "forged") {
			t.Errorf("%s: a line is forged, or the name is lost:\n%s", form, out)
		}
	}
}
