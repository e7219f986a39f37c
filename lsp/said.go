package lsp

// This file puts what a check or an exploration found into words: a verdict, as "violated after 3 steps", and a
// violation as a diagnostic whose related places are the steps of its execution.

import (
	"fmt"
	"strconv"
	"strings"

	"flavers/lang/symbols"
	"flavers/report"
)

// verdictWord returns the verdict in a word or two. A property that asks for an execution (reach) does not hold or
// fail: it is reached or never happens.
func verdictWord(r *report.Result) string {
	switch {
	case r.Reach && r.Verdict == report.Holds:
		return "reached"
	case r.Reach && r.Verdict == report.Violated:
		return "never happens"
	}
	return string(r.Verdict)
}

// words returns a verdict in words, with the conditions under which it holds.
func words(r *report.Result) string {
	text := verdictWord(r)
	switch {
	case r.Reach && r.Verdict == report.Holds:
		text += " after " + steps(len(r.Trace))
	case r.Reach && r.Verdict == report.Violated:
	case r.Verdict == report.Violated && r.Loop > 0:
		text += fmt.Sprintf(" by an execution of %s, of which the last %d are repeated for ever", steps(len(r.Trace)), r.Loop)
		if r.Loop == 1 {
			text = fmt.Sprintf("%s by an execution of %s, of which the last is repeated for ever", verdictWord(r), steps(len(r.Trace)))
		}
	case r.Verdict == report.Violated && r.AtEnd:
		text += fmt.Sprintf(" at the end of an execution of %s", steps(len(r.Trace)))
	case r.Verdict == report.Violated:
		text += fmt.Sprintf(" after %s", steps(len(r.Trace)))
	case r.Verdict != report.Holds && r.Limit != "":
		text += fmt.Sprintf(" (limit: %s)", r.Limit)
	}
	if r.Of != "" {
		text += " of " + r.Of
	}
	text += r.Fairly()
	if len(r.Assumptions) > 0 {
		text += ", assuming " + strings.Join(r.Assumptions, ", ")
	}
	return text
}

// steps returns "1 step" or "n steps".
func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return strconv.Itoa(n) + " steps"
}

// violation returns the diagnostic for a violated property, with its execution, and the file that it belongs to. That
// is the place of the property, or the last step if the property has none. by is the command that found it. For a
// property that asks for an execution, the execution is the answer, and the diagnostic an information.
func (v *view) violation(m *model, r *report.Result, by string) (string, diagnostic) {
	file := m.program
	d := diagnostic{Severity: severityError, Code: "violated", Source: "flavers " + by, Message: fmt.Sprintf("%s: %s", r.Property, words(r))}
	if r.Reach && r.Verdict == report.Holds {
		d.Severity, d.Code = severityInformation, "reached"
	}
	var last location
	add := func(pos, message string) {
		if l, ok := v.locationOf(pos); ok && len(d.Related) < maxSteps {
			d.Related = append(d.Related, related{l, message})
			last = l
		}
	}
	for i, step := range r.Trace {
		if step.Silent && i != r.Entry() {
			continue
		}
		text := fmt.Sprintf("%d. %s: %s", i+1, step.Task, step.Line())
		if i == r.Entry() {
			text = report.LoopHead + " " + text
		}
		for _, w := range step.Vars {
			text += fmt.Sprintf(", %s = %s", w.Name, w.Value)
		}
		add(step.Pos, text)
		if step.PartnerPos != "" {
			add(step.PartnerPos, fmt.Sprintf("%d. the other side of this step", i+1))
		}
	}
	d.Range = last.Range
	for _, w := range r.Waiting {
		add(w.Pos, w.Task+" waits: "+w.At)
	}
	for _, spec := range m.files[1:] {
		for _, sym := range v.index(spec).Symbols {
			if sym.Kind == symbols.Property && sym.Name == r.Property {
				file, d.Range = spec, v.location(spec, sym.Place).Range
			}
		}
	}
	return file, d
}

// locationOf returns the place that "file:line:column" names.
func (v *view) locationOf(pos string) (location, bool) {
	rest, column, ok := cutLast(pos)
	file, line, also := cutLast(rest)
	t := v.read(file)
	if !ok || !also || t == nil {
		return location{}, false
	}
	start := t.place(line, column)
	end := t.word(start).End
	return v.location(file, symbols.Span{At: start, End: end}), true
}

// cutLast splits s at its last colon into the text before it and the number after it. ok is false if there is no such
// number.
func cutLast(s string) (before string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}
