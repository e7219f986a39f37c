// Package sarif writes reports as SARIF 2.1.0 (OASIS standard, 2020-03-27), for tools that show findings in the source.
//
// A result that does not hold becomes a result of SARIF at the last step of its trace, and its trace becomes a
// codeFlow. A codeFlow has a threadFlow for each task, with the steps of the task; executionOrder numbers the steps of
// all tasks. A joint step is in the threadFlows of all its tasks. The steps of a loop that is repeated for ever are
// nested (nestingLevel 1), and the first of them says that they are repeated.
//
//	results[0]:  ruleId property/exclusion, at dining.tfg:14:9
//	  codeFlows[0].threadFlows: phil[0]  1: eat(0)
//	                            phil[1]  2: eat(1)
package sarif

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
	"flavers/report"
	"flavers/report/form"
)

// Options are what the SARIF form needs besides the results.
type Options struct {
	Version string              // of this program
	Sources report.Sources      // to count columns in UTF-16; may be nil
	Explain func(string) string // what a code of a diagnostic means: its title, ". " and more; may be nil
	// Possible is for roots of Go packages. If it is set, violations that are only possible are notes; otherwise they are
	// left out.
	Possible bool
}

// Schema is the address of the schema that the output follows.
const Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sourceRoot is the uriBaseId of relative addresses. It stands for the directory in which the command ran.
const sourceRoot = "%SRCROOT%"

// The objects of SARIF that reports use, with the names that the standard gives to their properties.
type (
	logObject struct {
		Schema  string      `json:"$schema"`
		Version string      `json:"version"`
		Runs    []runObject `json:"runs"`
	}
	runObject struct {
		Tool        toolObject                `json:"tool"`
		Invocations []invocationObject        `json:"invocations"`
		BaseIDs     map[string]artifactObject `json:"originalUriBaseIds"`
		ColumnKind  string                    `json:"columnKind"`
		Results     []resultObject            `json:"results"`
	}
	toolObject struct {
		Driver driverObject `json:"driver"`
	}
	driverObject struct {
		Name    string       `json:"name"`
		Version string       `json:"version,omitempty"`
		Rules   []ruleObject `json:"rules"`
	}
	ruleObject struct {
		ID    string       `json:"id"`
		Short textObject   `json:"shortDescription"`
		Full  *textObject  `json:"fullDescription,omitempty"`
		Level *levelObject `json:"defaultConfiguration,omitempty"`
	}
	levelObject struct {
		Level string `json:"level"`
	}
	textObject struct {
		Text string `json:"text"`
	}
	invocationObject struct {
		Successful bool                 `json:"executionSuccessful"`
		ExitCode   int                  `json:"exitCode"`
		Notes      []notificationObject `json:"toolExecutionNotifications,omitempty"`
	}
	notificationObject struct {
		Level   string     `json:"level"`
		Message textObject `json:"message"`
	}
	suppressionObject struct {
		Kind          string          `json:"kind"`
		Justification string          `json:"justification"`
		Location      *locationObject `json:"location,omitempty"`
	}
	// propertiesObject is a property bag, whose keys the standard leaves to the tool.
	propertiesObject struct {
		Roots   []string `json:"roots"`
		Verdict string   `json:"verdict"`
	}
	artifactObject struct {
		URI    string      `json:"uri,omitempty"`
		BaseID string      `json:"uriBaseId,omitempty"`
		Text   *textObject `json:"description,omitempty"`
	}
	resultObject struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Kind         string            `json:"kind"`
		Level        string            `json:"level"`
		Message      textObject        `json:"message"`
		Locations    []locationObject  `json:"locations,omitempty"`
		Related      []locationObject  `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows    []codeFlowObject  `json:"codeFlows,omitempty"`
		// The last two are for roots of Go packages.
		Suppressions []suppressionObject `json:"suppressions,omitempty"`
		Properties   *propertiesObject   `json:"properties,omitempty"`
	}
	locationObject struct {
		ID       *int            `json:"id,omitempty"`
		Physical *physicalObject `json:"physicalLocation,omitempty"`
		Message  *textObject     `json:"message,omitempty"`
	}
	physicalObject struct {
		Artifact artifactObject `json:"artifactLocation"`
		Region   *regionObject  `json:"region,omitempty"`
	}
	regionObject struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	codeFlowObject struct {
		Message textObject         `json:"message"`
		Threads []threadFlowObject `json:"threadFlows"`
	}
	threadFlowObject struct {
		ID        string               `json:"id"`
		Locations []flowLocationObject `json:"locations"`
	}
	flowLocationObject struct {
		Location   locationObject        `json:"location"`
		Order      int                   `json:"executionOrder"`
		Importance string                `json:"importance"`
		Nesting    int                   `json:"nestingLevel,omitempty"` // 1: of a loop
		State      map[string]textObject `json:"state,omitempty"`
	}
)

// builder builds a run, which is the report on one program, or on all roots of Go packages. The maps are only looked
// up, never iterated over.
type builder struct {
	opt   Options
	lines *diag.Lines               // of opt.Sources
	files map[string]artifactObject // by name
	run   runObject                 // so far
	rules map[string]int            // by id: its index among the rules of run
	seen  map[string]int            // by fingerprint: how many results have it
}

// Write prints c as a SARIF log with one run. A property that holds has a rule and no result.
func Write(w io.Writer, c *report.Check, opt Options) error {
	return form.Write(w, logObject{Schema, "2.1.0", []runObject{runOf(c, opt)}})
}

// WriteBatch prints b as a SARIF log with a run for each program; the roots of Go packages are one run.
func WriteBatch(w io.Writer, b *report.Batch, opt Options) error {
	log := logObject{Schema, "2.1.0", []runObject{}}
	if b.Roots {
		log.Runs = append(log.Runs, runOfRoots(b, opt))
		return form.Write(w, log)
	}
	if len(b.Diagnostics) > 0 {
		log.Runs = append(log.Runs, runOf(&report.Check{Diagnostics: b.Diagnostics}, opt))
	}
	for _, c := range b.Programs {
		log.Runs = append(log.Runs, runOf(c, opt))
	}
	return form.Write(w, log)
}

// newBuilder begins a run of a command that ends with the exit status code.
func newBuilder(code int, opt Options) *builder {
	s := &builder{opt: opt, lines: diag.NewLines(diag.Sources(opt.Sources)), files: map[string]artifactObject{},
		rules: map[string]int{}, seen: map[string]int{}}
	s.run = runObject{
		Tool: toolObject{driverObject{Name: "flavers", Version: opt.Version, Rules: []ruleObject{}}},
		Invocations: []invocationObject{{ExitCode: code,
			Successful: code != report.ExitInput && code != report.ExitInternal}},
		BaseIDs:    map[string]artifactObject{sourceRoot: {Text: &textObject{"The directory in which flavers was run."}}},
		ColumnKind: "utf16CodeUnits",
		Results:    []resultObject{},
	}
	return s
}

// runOf returns the run for a single program.
func runOf(c *report.Check, opt Options) runObject {
	s := newBuilder(c.ExitCode(), opt)
	for _, d := range c.Diagnostics {
		s.diagnostic(d)
	}
	for _, r := range c.Ordered() {
		s.result(c, r)
	}
	return s.run
}

// rule returns the index of the rule called id. If the run has no such rule, it is added with the descriptions short
// and full ("" for none) and the level of its results.
func (s *builder) rule(id, short, full, level string) int {
	if i, ok := s.rules[id]; ok {
		return i
	}
	r := ruleObject{ID: id, Short: textObject{short}, Level: &levelObject{level}}
	if full != "" {
		r.Full = &textObject{full}
	}
	rules := &s.run.Tool.Driver.Rules
	s.rules[id] = len(*rules)
	*rules = append(*rules, r)
	return len(*rules) - 1
}

// fingerprint returns the fingerprint of a result that is described by words. Tools use it to recognize the result in a
// later run, so words should not have positions, which change when lines move. Results with the same words are
// numbered.
func (s *builder) fingerprint(words ...string) map[string]string {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	sum := hex.EncodeToString(h.Sum(nil))[:32]
	s.seen[sum]++
	return map[string]string{"flavers/v1": fmt.Sprintf("%s:%d", sum, s.seen[sum])}
}

// title returns the first sentence of full, which is the explanation of the code id, or a text with the code if there
// is no explanation.
func title(id, full string) string {
	if t, _, _ := strings.Cut(full, ". "); t != "" {
		return t
	}
	return "diagnostic " + id
}

// diagnostic adds a result for a diagnostic.
func (s *builder) diagnostic(d diag.Diagnostic) {
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
	r := resultObject{RuleID: id, RuleIndex: s.rule(id, title(id, full), full, level), Kind: "fail", Level: level,
		Message: textObject{text}, Fingerprints: s.fingerprint(id, filepath.ToSlash(d.Pos.Filename), d.Message)}
	if loc := s.location(d.Pos, d.Len, ""); loc != nil {
		r.Locations = []locationObject{*loc}
	}
	s.run.Results = append(s.run.Results, r)
}

// ruleOf returns the rule of a result: its id, its index and its level. ok is false if the result has no rule, because
// it is about an execution that violates nothing.
func (s *builder) ruleOf(c *report.Check, r *report.Result) (id string, index int, level string, ok bool) {
	id, short := "property/"+r.Property, "In every execution, the property "+r.Property+" holds."
	if r == c.RuntimeErrors {
		id, short = report.RuntimeErrors, "No execution ends in a run-time error."
	}
	if r.Reach {
		short = "Some execution reaches what " + r.Property + " asks for."
	}
	level = "error"
	switch r.Kind {
	case report.KindError:
		id, short = report.RuntimeErrors, "No execution ends in a run-time error."
	case report.KindDeadlock:
		id, short = report.Deadlock, "No execution ends in a deadlock."
		if r.Expected {
			level = "note"
		}
	case report.KindRace:
		id, short = report.KindRace, "No two unsynchronized steps access a shared variable, one of them writing."
	case report.KindDisagreement:
		id, short = "disagreement", "All engines agree."
	case report.KindRun:
		if r.Verdict != report.Violated {
			return id, 0, level, false
		}
	}
	return id, s.rule(id, short, "", level), level, true
}

// result adds the rule of r and, unless r holds, a result. The result is at the last step of the trace, for a data race
// at the first access, and without a trace at the property. The property and the other access are related to it.
func (s *builder) result(c *report.Check, r *report.Result) {
	id, index, level, ok := s.ruleOf(c, r)
	if !ok || r.Verdict == report.Holds {
		return
	}
	out := resultObject{RuleID: id, RuleIndex: index, Kind: "fail", Level: level}
	switch r.Verdict {
	case report.Possible:
		out.Level = "warning"
	case report.Unknown:
		out.Kind, out.Level = "open", "none"
	}
	out.Message.Text = report.Summary(r, r == c.RuntimeErrors)
	if e := r.Every; e != nil && e.At > 0 { // the program as it is written may have another value
		out.Message.Text += fmt.Sprintf(" This is at %s = %d.", e.Constant, e.At)
	}
	words := []string{id, filepath.ToSlash(c.Program), string(r.Verdict)}
	for _, st := range r.Trace {
		words = append(words, st.Task, st.Event)
	}
	out.Fingerprints = s.fingerprint(words...)
	at := r.Pos
	related := func(pos, what string) {
		if loc := s.location(form.Place(pos), 0, what); loc != nil {
			id := len(out.Related) + 1
			loc.ID = &id
			out.Related = append(out.Related, *loc)
		}
	}
	if n := len(r.Trace); n > 0 {
		at = r.Trace[n-1].Pos
		related(r.Pos, "the property "+r.Property)
		out.CodeFlows = []codeFlowObject{s.flow(r)}
	}
	for i, a := range r.Accesses {
		if i == 0 {
			at = a.Pos
		} else {
			related(a.Pos, a.String())
		}
	}
	if at == "" {
		at = c.Program
	}
	if loc := s.location(form.Place(at), 0, ""); loc != nil {
		out.Locations = []locationObject{*loc}
	}
	s.run.Results = append(s.run.Results, out)
}

// LongestFlow is the largest number of steps in a codeFlow. Of a longer execution it has the last ones. A step takes a
// kilobyte or more, and GitHub does not show more steps.
const LongestFlow = 1000

// flow returns the trace of r as a codeFlow.
func (s *builder) flow(r *report.Result) codeFlowObject {
	f := codeFlowObject{Message: textObject{report.Summary(r, false)}}
	first := max(0, len(r.Trace)-LongestFlow)
	if first > 0 {
		f.Message.Text += " " + english.Plural(int64(first), "step") + " before these are left out; the JSON form has them."
	}
	steps := map[string][]int{} // by task: the indices of its steps
	for i := first; i < len(r.Trace); i++ {
		st := &r.Trace[i]
		for _, t := range append([]string{st.Task}, st.Tasks...) {
			if own := steps[t]; len(own) == 0 || own[len(own)-1] != i {
				steps[t] = append(own, i)
			}
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(steps), form.NaturalOrder) {
		thread := threadFlowObject{ID: t}
		if t == "" {
			thread.ID = "net" // transitions of a Petri net belong to no task
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
			if i == r.Entry() {
				text = report.LoopHead + " " + text
			}
			l := flowLocationObject{Order: i + 1, Importance: "important", Location: locationObject{Message: &textObject{text}}}
			if r.Loop > 0 && i >= r.Entry() {
				l.Nesting = 1
			}
			if loc := s.location(form.Place(pos), 0, text); loc != nil {
				l.Location = *loc
			}
			switch {
			case i == len(r.Trace)-1, i == r.Entry():
				l.Importance = "essential"
			case st.Silent:
				l.Importance = "unimportant"
			}
			if st.State != "" || len(st.Vars) > 0 {
				l.State = map[string]textObject{}
				for _, v := range st.Vars {
					l.State[v.Name] = textObject{v.Value}
				}
				if st.State != "" {
					l.State["property "+r.Property] = textObject{st.State}
				}
			}
			thread.Locations = append(thread.Locations, l)
		}
		f.Threads = append(f.Threads, thread)
	}
	return f
}

// location returns a position with a message ("" for none), of a text of the given length in bytes (0 if that is not
// known). It returns nil if p names no file, or standard input.
func (s *builder) location(p token.Position, length int, message string) *locationObject {
	if p.Filename == "" || p.Filename == "-" {
		return nil
	}
	file, known := s.files[p.Filename]
	if !known {
		file = artifact(p.Filename)
		s.files[p.Filename] = file
	}
	l := &locationObject{Physical: &physicalObject{Artifact: file}}
	if p.Line > 0 {
		l.Physical.Region = &regionObject{StartLine: p.Line}
		if p.Column > 0 {
			l.Physical.Region.StartColumn = s.lines.UTF16Column(p.Filename, p.Line, p.Column)
			if length > 0 {
				l.Physical.Region.EndColumn = s.lines.UTF16Column(p.Filename, p.Line, p.Column+length)
			}
		}
	}
	if message != "" {
		l.Message = &textObject{message}
	}
	return l
}

// artifact returns the address of a file. If the name is relative, so is the address, to the directory in which the
// command ran.
func artifact(name string) artifactObject {
	slash := filepath.ToSlash(name)
	if filepath.IsAbs(name) || strings.HasPrefix(slash, "/") {
		if !strings.HasPrefix(slash, "/") {
			slash = "/" + slash // C:/...
		}
		return artifactObject{URI: (&url.URL{Scheme: "file", Path: slash}).String()}
	}
	// A colon in the first part of a relative address would make it a scheme.
	uri := (&url.URL{Path: strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "./")}).String()
	return artifactObject{URI: uri, BaseID: sourceRoot}
}
