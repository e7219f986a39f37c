package sarif

import (
	"path/filepath"
	"slices"
	"strings"

	"flavers/internal/english"
	"flavers/report"
	"flavers/report/batch"
	"flavers/report/form"
)

// This file writes the report on roots of Go packages. It has one run for all roots, with one result for each finding,
// even if several roots have the finding (batch.Findings).

// runOfRoots returns the run.
func runOfRoots(b *report.Batch, opt Options) runObject {
	s := newBuilder(b.ExitCode(), opt)
	for _, d := range b.Diagnostics {
		s.diagnostic(d)
	}
	open := 0
	for _, c := range b.Programs {
		for _, d := range c.Diagnostics {
			s.diagnostic(d)
		}
		for _, r := range c.Ordered() {
			s.ruleOf(c, r)
		}
		if c.ExitCode() == report.ExitOpen {
			open++
		}
	}
	for _, f := range batch.Findings(b) {
		if f.Result.Verdict == report.Violated || opt.Possible {
			s.finding(&f)
		}
	}
	for _, n := range []struct {
		roots int
		text  string
	}{{open, " with an open answer: nothing is said of what is not in the models, or beyond bounds."}, {len(b.Left), " not checked."}} {
		if n.roots > 0 {
			notes := &s.run.Invocations[0].Notes
			*notes = append(*notes, notificationObject{Level: "note", Message: textObject{english.Plural(int64(n.roots), "root") + n.text}})
		}
	}
	return s.run
}

// finding adds a result for a finding. It is at the first place of the finding (Finding.Places): a blocked operation,
// or the last step. The other places are related to it. Its fingerprint is made from the lines of the source at these
// places, so that it stays the same when other lines change.
func (s *builder) finding(f *batch.Finding) {
	id, index, level, _ := s.ruleOf(f.Check, f.Result)
	if f.Result.Verdict == report.Possible {
		level = "note"
	}
	out := resultObject{RuleID: id, RuleIndex: index, Kind: "fail", Level: level, Message: textObject{f.Says()},
		Properties: &propertiesObject{Roots: f.Roots, Verdict: string(f.Result.Verdict)}}
	var words []string
	for i, p := range f.Places() {
		at := form.Place(p.Pos)
		text, known := s.lines.Line(at.Filename, at.Line)
		// Without its comment, the line has the same fingerprint before and after a comment asks to ignore the finding.
		if text, _, _ = strings.Cut(text, "//"); !known {
			text = p.Text
		}
		words = append(words, filepath.ToSlash(at.Filename)+"\x00"+strings.TrimSpace(text))
		loc := s.location(at, 0, p.Text)
		switch {
		case loc == nil:
		case i == 0:
			out.Locations = []locationObject{*loc}
		default:
			out.relate(loc)
		}
	}
	if f.Result.Pos != "" {
		out.relate(s.location(form.Place(f.Result.Pos), 0, "the property "+f.Result.Property))
	}
	slices.Sort(words)
	out.Fingerprints = s.fingerprint(append([]string{id}, words...)...)
	if shown := f.InSource().Result; len(shown.Trace)+len(shown.Waiting) > 0 {
		flow := s.flow(shown)
		s.blocked(&flow, shown)
		out.CodeFlows = []codeFlowObject{flow}
	}
	if by := f.Result.Ignored; by != nil {
		suppressed := suppressionObject{Kind: "inSource", Justification: by.Reason}
		if loc := s.location(form.Place(by.Pos), 0, ""); loc != nil {
			suppressed.Location = loc
		}
		out.Suppressions = []suppressionObject{suppressed}
	}
	s.run.Results = append(s.run.Results, out)
}

// relate adds a related location, unless loc is nil.
func (r *resultObject) relate(loc *locationObject) {
	if loc != nil {
		id := len(r.Related) + 1
		loc.ID = &id
		r.Related = append(r.Related, *loc)
	}
}

// blocked adds to f, for each task that is blocked at the end of the trace of r, where the task waits. It is the last
// step in the flow of the task, or the only one if the task has taken no step.
func (s *builder) blocked(f *codeFlowObject, r *report.Result) {
	for _, w := range r.Waiting {
		text := w.Task + " waits at " + w.Where()
		l := flowLocationObject{Order: len(r.Trace) + 1, Importance: "essential", Location: locationObject{Message: &textObject{text}}}
		if loc := s.location(form.Place(w.Pos), 0, text); loc != nil {
			l.Location = *loc
		}
		k := slices.IndexFunc(f.Threads, func(t threadFlowObject) bool { return t.ID == w.Task })
		if k < 0 {
			k = len(f.Threads)
			f.Threads = append(f.Threads, threadFlowObject{ID: w.Task})
		}
		f.Threads[k].Locations = append(f.Threads[k].Locations, l)
	}
	slices.SortStableFunc(f.Threads, func(a, b threadFlowObject) int { return form.NaturalOrder(a.ID, b.ID) })
}
