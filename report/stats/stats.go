// Package stats holds what `flavers stats` found: the same problems under each
// elimination rule, with totals, and prints it as text, Markdown, CSV and JSON.
//
//	r := &stats.Report{Rows: rows}
//	r.Sum()
//	r.WriteText(w, true)
//
// Package report/plot draws it.
package stats

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"flavers/diag"
	"flavers/report"
	"flavers/report/form"
)

// Rules are the elimination rules that are compared, in the order in which they are
// shown: those of porelim.Compared, which a test holds them to. Every table, key and
// column below follows this list.
var Rules = [...]string{"none", "paper", "safe", "normal"}

// Unsound is the rule that may lose violations: its answers are for comparison only.
const Unsound = "paper"

// ByRule holds something for each of Rules. In JSON it is an object with a key for
// each.
type ByRule[T any] [len(Rules)]T

// Of returns the value of a rule by its name, which must be one of Rules.
func (b *ByRule[T]) Of(rule string) T { return b[slices.Index(Rules[:], rule)] }

// MarshalJSON writes the keys in the order of Rules.
func (b ByRule[T]) MarshalJSON() ([]byte, error) {
	return form.Object(Rules[:], func(i int) T { return b[i] })
}

// UnmarshalJSON reads what MarshalJSON writes.
func (b *ByRule[T]) UnmarshalJSON(text []byte) error {
	var values map[string]T
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	for k, rule := range Rules {
		b[k] = values[rule]
	}
	return nil
}

// Report is everything one run of `flavers stats` found.
type Report struct {
	Version int    `json:"version"`
	Rows    []Row  `json:"rows"`
	Totals  Totals `json:"totals"`

	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// Row is one problem: a program, a property, a set of constraints.
type Row struct {
	Program  string `json:"program"`            // file name as given
	Settings string `json:"settings,omitempty"` // constants given another value, "N=4 M=2"
	Property string `json:"property"`
	Set      string `json:"set"` // of constraints: "none", "all", or patterns as given
	// Constraints names the automata of the problem that react to some node, without that of the property.
	Constraints []string          `json:"constraints"`
	Nodes       report.NodeCounts `json:"nodes"`
	MIP         ByRule[int]       `json:"mip"` // edges kept
	Tuples      ByRule[int64]     `json:"tuples"`
	Visits      ByRule[int64]     `json:"visits"`
	// Verdict is what the paths of the problem say of the property under each rule. It is no answer about the program:
	// executions that run for ever or are blocked are left out, and no ledger is applied.
	Verdict ByRule[report.Verdict] `json:"verdict"`
	// Found says the same in words, as the text form has it; Sum fills it in.
	Found ByRule[string]        `json:"found"`
	Reach bool                  `json:"reach,omitempty"` // the property asks for an execution
	Limit *ByRule[report.Limit] `json:"limit,omitempty"` // only if one was hit
	Form  string                `json:"form"`            // which normal form rule normal used
	// Seconds is the time for everything that depends on the rule: elimination,
	// and the fixed point with its tables.
	Seconds ByRule[float64] `json:"seconds"`
	// EliminationSeconds is the part of Seconds that elimination took.
	EliminationSeconds ByRule[float64] `json:"elimination_seconds"`
	// MHPSeconds is the time of the analysis of what may happen in parallel,
	// once for each program; EdgesSeconds that of making automata and edges.
	MHPSeconds   float64 `json:"mhp_seconds"`
	EdgesSeconds float64 `json:"edges_seconds"`
}

// Limited reports whether some rule hit a limit, so that the numbers of the row cannot be compared.
func (r *Row) Limited() bool { return r.Limit != nil }

// Totals are sums over the rows in which no limit was hit.
type Totals struct {
	Rows               int             `json:"rows"`
	Limited            int             `json:"limited"` // rows left out
	MIP                ByRule[int]     `json:"mip"`
	Tuples             ByRule[int64]   `json:"tuples"`
	Visits             ByRule[int64]   `json:"visits"`
	Seconds            ByRule[float64] `json:"seconds"`
	EliminationSeconds ByRule[float64] `json:"elimination_seconds"`
	MHPSeconds         float64         `json:"mhp_seconds"` // each program once
	EdgesSeconds       float64         `json:"edges_seconds"`
	// FewerEdges and FewerVisits count, for each rule, the rows with fewer edges, or fewer visits, than rule none.
	// Better counts the rows in which normal has fewer than safe, Worse those in which it has more.
	FewerEdges  ByRule[int] `json:"fewer_edges"`
	FewerVisits ByRule[int] `json:"fewer_visits"`
	Better      Against     `json:"normal_better_than_safe"`
	Worse       Against     `json:"normal_worse_than_safe"`
}

// Against counts rows.
type Against struct {
	Edges  int `json:"edges"`
	Tuples int `json:"tuples"`
	Visits int `json:"visits"`
}

func (a *Against) add(edges, tuples, visits bool) {
	a.Edges += count(edges)
	a.Tuples += count(tuples)
	a.Visits += count(visits)
}

// found says what the search under Rules[k] found: a path or an execution that violates the property (with Reach: one
// that reaches it), no such path, or neither ("unknown").
func (r *Row) found(k int) string {
	switch v := r.Verdict[k]; {
	case v == report.Possible:
		return "a path"
	case v == report.Violated && !r.Reach, v == report.Holds && r.Reach:
		return "an execution"
	case v == report.Holds, v == report.Violated:
		return "no path"
	}
	return "unknown"
}

// Sum fills in Version, Totals, and Found of each row.
func (s *Report) Sum() {
	s.Version = report.Version
	t := Totals{}
	last := ""
	for i := range s.Rows {
		r := &s.Rows[i]
		for k := range Rules {
			r.Found[k] = r.found(k)
		}
		if r.Limited() {
			t.Limited++
			continue
		}
		t.Rows++
		if this := r.Program + " " + r.Settings; this != last {
			t.MHPSeconds += r.MHPSeconds
			last = this
		}
		t.EdgesSeconds += r.EdgesSeconds
		for k := range Rules {
			t.MIP[k] += r.MIP[k]
			t.Tuples[k] += r.Tuples[k]
			t.Visits[k] += r.Visits[k]
			t.Seconds[k] += r.Seconds[k]
			t.EliminationSeconds[k] += r.EliminationSeconds[k]
			t.FewerEdges[k] += count(r.MIP[k] < r.MIP[0])
			t.FewerVisits[k] += count(r.Visits[k] < r.Visits[0])
		}
		edges := cmp.Compare(r.MIP.Of("normal"), r.MIP.Of("safe"))
		tuples := cmp.Compare(r.Tuples.Of("normal"), r.Tuples.Of("safe"))
		visits := cmp.Compare(r.Visits.Of("normal"), r.Visits.Of("safe"))
		t.Better.add(edges < 0, tuples < 0, visits < 0)
		t.Worse.add(edges > 0, tuples > 0, visits > 0)
	}
	s.Totals = t
}

// count returns 1 if b is true, and otherwise 0.
func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ZeroTimes sets every duration to zero, so that equal input gives equal
// bytes. Call it before Sum.
func (s *Report) ZeroTimes() {
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Seconds, r.EliminationSeconds = ByRule[float64]{}, ByRule[float64]{}
		r.MHPSeconds, r.EdgesSeconds = 0, 0
	}
}

// MarshalJSON gives lists that are never null, and diagnostics with positions
// as strings.
func (s *Report) MarshalJSON() ([]byte, error) {
	type plain Report
	out := struct {
		*plain
		Rows        []Row             `json:"rows"`
		Totals      *Totals           `json:"totals"` // here for its place
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{(*plain)(s), make([]Row, len(s.Rows)), &s.Totals, form.Diagnostics(s.Diagnostics)}
	for i, r := range s.Rows {
		r.Constraints = form.ListOf(r.Constraints)
		out.Rows[i] = r
	}
	return form.Marshal(out)
}

// WriteJSON prints s as indented JSON with a final newline.
func (s *Report) WriteJSON(w io.Writer) error { return form.Write(w, s) }
