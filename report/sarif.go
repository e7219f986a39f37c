package report

// SARIF 2.1.0 (OASIS standard, 2020-03-27): results for tools that show
// findings in the source. One codeFlow for each counterexample, with one
// threadFlow for each task; executionOrder puts the steps of all tasks in one
// order.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/report/form"
)

// SARIFOptions are what the SARIF form needs besides the results.
type SARIFOptions struct {
	Version string              // of this program
	Sources Sources             // to count columns in UTF-16; may be nil
	Explain func(string) string // what a diagnostic's code means: its title, ". " and more; may be nil
}

// SARIFSchema is the address of the schema that the output follows.
const SARIFSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sourceRoot is the uriBaseId of relative addresses: the directory in which
// the command ran.
const sourceRoot = "%SRCROOT%"

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		BaseIDs     map[string]sarifArtifact `json:"originalUriBaseIds"`
		ColumnKind  string                   `json:"columnKind"`
		Results     []sarifResult            `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string      `json:"id"`
		Short sarifText   `json:"shortDescription"`
		Full  *sarifText  `json:"fullDescription,omitempty"`
		Level *sarifLevel `json:"defaultConfiguration,omitempty"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
		ExitCode   int  `json:"exitCode"`
	}
	sarifArtifact struct {
		URI    string     `json:"uri,omitempty"`
		BaseID string     `json:"uriBaseId,omitempty"`
		Text   *sarifText `json:"description,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Kind         string            `json:"kind"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations,omitempty"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifCodeFlow struct {
		Message sarifText         `json:"message"`
		Threads []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		ID        string              `json:"id"`
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location   sarifLocation        `json:"location"`
		Order      int                  `json:"executionOrder"`
		Importance string               `json:"importance"`
		State      map[string]sarifText `json:"state,omitempty"`
	}
)

// sarif builds a log.
type sarif struct {
	opt   SARIFOptions
	lines *diag.Lines              // of the sources
	files map[string]sarifArtifact // by name; looked up only
	run   sarifRun
	rules map[string]int // looked up only
	seen  map[string]int // fingerprints; looked up only
}

// WriteSARIF prints c as a SARIF log with one run. Properties that hold have a
// rule and no result.
func (c *Check) WriteSARIF(w io.Writer, opt SARIFOptions) error {
	return form.Write(w, sarifLog{SARIFSchema, "2.1.0", []sarifRun{c.sarifRun(opt)}})
}

func (c *Check) sarifRun(opt SARIFOptions) sarifRun {
	s := &sarif{opt: opt, lines: diag.NewLines(diag.Sources(opt.Sources)), files: map[string]sarifArtifact{},
		rules: map[string]int{}, seen: map[string]int{}}
	code := c.ExitCode()
	s.run = sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "flavers", Version: opt.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: code != ExitInput && code != ExitInternal, ExitCode: code}},
		BaseIDs:     map[string]sarifArtifact{sourceRoot: {Text: &sarifText{"The directory in which flavers was run."}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	for _, d := range c.Diagnostics {
		s.diagnostic(d)
	}
	for _, r := range c.Ordered() {
		s.result(c, r)
	}
	return s.run
}

// rule returns the index of a rule, which is added if it is new.
func (s *sarif) rule(id, short, full, level string) int {
	if i, ok := s.rules[id]; ok {
		return i
	}
	r := sarifRule{ID: id, Short: sarifText{short}, Level: &sarifLevel{level}}
	if full != "" {
		r.Full = &sarifText{full}
	}
	rules := &s.run.Tool.Driver.Rules
	s.rules[id] = len(*rules)
	*rules = append(*rules, r)
	return len(*rules) - 1
}

// fingerprint names a result so that it stays the same when lines move: it
// depends on words only. Repeats are numbered.
func (s *sarif) fingerprint(words ...string) map[string]string {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	sum := hex.EncodeToString(h.Sum(nil))[:32]
	s.seen[sum]++
	return map[string]string{"flavers/v1": fmt.Sprintf("%s:%d", sum, s.seen[sum])}
}

// title is the first sentence of the explanation of a diagnostic.
func title(id, full string) string {
	if t, _, _ := strings.Cut(full, ". "); t != "" {
		return t
	}
	return "diagnostic " + id
}

func (s *sarif) diagnostic(d diag.Diagnostic) {
	id := string(d.Code)
	full := ""
	if s.opt.Explain != nil {
		full = s.opt.Explain(id)
	}
	level := [...]string{"error", "warning", "note"}[d.Severity]
	text := d.Message
	if d.Hint != "" {
		text += " (" + d.Hint + ")"
	}
	r := sarifResult{RuleID: id, RuleIndex: s.rule(id, title(id, full), full, level), Kind: "fail", Level: level,
		Message: sarifText{text}, Fingerprints: s.fingerprint(id, filepath.ToSlash(d.Pos.Filename), d.Message)}
	if loc := s.location(d.Pos, d.Len, ""); loc != nil {
		r.Locations = []sarifLocation{*loc}
	}
	s.run.Results = append(s.run.Results, r)
}

func (s *sarif) result(c *Check, r *Result) {
	id, short := "property/"+r.Property, "In every execution, the property "+r.Property+" holds."
	if r == c.RuntimeErrors {
		id, short = RuntimeErrors, "No execution ends in a run-time error."
	}
	if r.Reach {
		short = "Some execution reaches what " + r.Property + " asks for."
	}
	level := "error"
	switch r.Kind {
	case KindError:
		id, short = RuntimeErrors, "No execution ends in a run-time error."
	case KindDeadlock:
		id, short = Deadlock, "No execution ends in a deadlock."
		if r.Expected {
			level = "note"
		}
	case KindRace:
		id, short = KindRace, "No two unsynchronized steps access a shared variable, one of them writing."
	case KindDisagreement:
		id, short = "disagreement", "All engines agree."
	case KindRun:
		if r.Verdict != Violated {
			return
		}
	}
	index := s.rule(id, short, "", level)
	if r.Verdict == Holds {
		return
	}
	out := sarifResult{RuleID: id, RuleIndex: index, Kind: "fail", Level: level}
	switch r.Verdict {
	case Possible:
		out.Level = "warning"
	case Unknown:
		out.Kind, out.Level = "open", "none"
	}
	out.Message.Text = summary(r, r == c.RuntimeErrors)
	words := []string{id, filepath.ToSlash(c.Program), string(r.Verdict)}
	for _, st := range r.Trace {
		words = append(words, st.Task, st.Event)
	}
	out.Fingerprints = s.fingerprint(words...)
	at := r.Pos
	if n := len(r.Trace); n > 0 {
		at = r.Trace[n-1].Pos
		if loc := s.location(form.Place(r.Pos), 0, "the property "+r.Property); loc != nil {
			one := 1
			loc.ID = &one
			out.Related = []sarifLocation{*loc}
		}
		out.CodeFlows = []sarifCodeFlow{s.flow(r)}
	}
	if at == "" {
		at = c.Program
	}
	if loc := s.location(form.Place(at), 0, ""); loc != nil {
		out.Locations = []sarifLocation{*loc}
	}
	s.run.Results = append(s.run.Results, out)
}

// summary is a verdict that is not "holds" in a sentence or two.
func summary(r *Result, runtime bool) string {
	if r.Verdict == Violated {
		if text := r.otherwise(); text != "" {
			if len(r.Waiting) > 0 {
				text += " So " + stands(r.Waiting) + "."
			}
			return text
		}
	}
	var text string
	steps := english.Plural(int64(len(r.Trace)+r.Omitted), "step")
	switch {
	case runtime && r.Verdict == Violated && r.Omitted > 0:
		text = "After " + steps + " an execution ends in a run-time error."
	case runtime && r.Verdict == Violated && len(r.Trace) > 0:
		text = "After " + steps + " an execution ends in a run-time error: " + r.Trace[len(r.Trace)-1].Event + "."
	case r.Reach && r.Verdict == Possible:
		text = r.name() + " is possibly reached: a path of " + steps + " leads there, but no execution was confirmed."
	case r.Verdict == Violated && len(r.Waiting) > 0:
		text = r.name() + " is violated: after an execution of " + steps + " no task can move, and the property does not accept: " + stands(r.Waiting) + "."
	case r.Verdict == Violated && r.AtEnd:
		text = r.name() + " is violated: an execution of " + steps + " ends, and the property does not accept."
	case r.Verdict == Violated:
		text = r.name() + " is violated by an execution of " + steps + "."
	case r.Verdict == Possible && r.Schedule != "":
		text = r.name() + " is possibly violated, by an execution of " + steps + "."
	case r.Verdict == Possible:
		text = r.name() + " is possibly violated: a path of " + steps + " leads to a violation, but no execution was found that follows it."
	default:
		text = r.name() + " is unknown: the check came to no answer."
	}
	if r.Reason != "" {
		text += " " + strings.ToUpper(r.Reason[:1]) + strings.TrimSuffix(r.Reason[1:], ".") + "."
	}
	return text
}

// longestFlow is how many steps a flow has at most, the last ones of an execution:
// each takes a kilobyte and more, and GitHub shows no more than these.
const longestFlow = 1000

// flow gives each task its steps; a joint step is in the flows of both.
func (s *sarif) flow(r *Result) sarifCodeFlow {
	f := sarifCodeFlow{Message: sarifText{summary(r, false)}}
	first := max(0, len(r.Trace)-longestFlow)
	if first > 0 {
		f.Message.Text += " " + english.Plural(int64(first), "step") + " before these are left out; the JSON form has them."
	}
	steps := map[string][]int{} // by task
	for i := first; i < len(r.Trace); i++ {
		st := &r.Trace[i]
		for _, t := range append([]string{st.Task}, st.Tasks...) {
			if own := steps[t]; len(own) == 0 || own[len(own)-1] != i {
				steps[t] = append(own, i)
			}
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(steps), form.NaturalOrder) {
		thread := sarifThreadFlow{ID: t}
		if t == "" {
			thread.ID = "net" // its transitions are nobody's
		}
		for _, i := range steps[t] {
			st := r.Trace[i]
			text := strings.TrimPrefix(st.Task+": "+st.Line(), ": ")
			pos := st.Pos
			if st.Task != t {
				if st.PartnerPos != "" {
					pos = st.PartnerPos
				}
				text += " (with " + st.Task + ")"
			}
			l := sarifFlowLocation{Order: i + 1, Importance: "important", Location: sarifLocation{Message: &sarifText{text}}}
			if loc := s.location(form.Place(pos), 0, text); loc != nil {
				l.Location = *loc
			}
			switch {
			case i == len(r.Trace)-1:
				l.Importance = "essential"
			case st.Silent:
				l.Importance = "unimportant"
			}
			if st.State != "" || len(st.Vars) > 0 {
				l.State = map[string]sarifText{}
				for _, v := range st.Vars {
					l.State[v.Name] = sarifText{v.Value}
				}
				if st.State != "" {
					l.State["property "+r.Property] = sarifText{st.State}
				}
			}
			thread.Locations = append(thread.Locations, l)
		}
		f.Threads = append(f.Threads, thread)
	}
	return f
}

// location is a place with a message, or nil if the file is not known or is
// standard input.
func (s *sarif) location(p token.Position, length int, message string) *sarifLocation {
	if p.Filename == "" || p.Filename == "-" {
		return nil
	}
	file, known := s.files[p.Filename]
	if !known {
		file = artifact(p.Filename)
		s.files[p.Filename] = file
	}
	l := &sarifLocation{Physical: &sarifPhysical{Artifact: file}}
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{StartLine: p.Line}
		if p.Column > 0 {
			l.Physical.Region.StartColumn = s.lines.UTF16Column(p.Filename, p.Line, p.Column)
			if length > 0 {
				l.Physical.Region.EndColumn = s.lines.UTF16Column(p.Filename, p.Line, p.Column+length)
			}
		}
	}
	if message != "" {
		l.Message = &sarifText{message}
	}
	return l
}

// artifact is the address of a file: relative to the directory in which the
// command ran if the name is.
func artifact(name string) sarifArtifact {
	slash := filepath.ToSlash(name)
	if filepath.IsAbs(name) || strings.HasPrefix(slash, "/") {
		if !strings.HasPrefix(slash, "/") {
			slash = "/" + slash // C:/...
		}
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: slash}).String()}
	}
	// A colon in the first part of a relative address would make it a scheme.
	uri := (&url.URL{Path: strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "./")}).String()
	return sarifArtifact{URI: uri, BaseID: sourceRoot}
}
