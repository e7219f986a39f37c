package report

// This file writes the HTML form of a check: one self-contained page on which a reader walks through a violating
// execution step by step. Page.Write turns the results into a pageData, which the template page.html prints. Each
// result becomes a pageView, and its trace a pageTrace, which the page has as JSON for the script.
//
// The page loads nothing from elsewhere: style, script and pictures are part of it. Names and source text come from the
// program and are untrusted. They enter the page through report/markup, or as text set by the script.
//
//	page.html, page.css  what the page looks like; without scripts it is a plain report
//	page.js              walks through an execution; keeps the address (#r2-17) in step
//	fold.js              folds tasks of a chart away
//	sim.js               lets the reader execute the program step by step, on Graph
//	find.js              search, copying, columns that are cut off at the right

import (
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"

	"flavers/editors"
	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/report/form"
	"flavers/report/ledger"
	"flavers/report/markup"
)

// Page is a check with everything else that its page shows.
type Page struct {
	*Check
	Results []PageResult // all results of the check, the most urgent first (Check.Ordered)
	Sources Sources      // texts of the files that positions name
	Version string       // of flavers
	Replay  string       // a command that replays a schedule when the schedule is put after it; "" if there is none
	// Graph has every state and step of the program, so that the reader can execute the program by hand. If Graph is
	// nil, NoGraph is the reason that the page shows, or "" to show none.
	Graph      *Graph
	NoGraph    string
	PictureCSS string // trusted: the style sheet of the pictures
	PictureJS  string // trusted: the script that moves pictures
}

// PageResult is a result with everything that its section of the page shows. The fields of type markup.HTML are
// trusted SVG, made from escaped text. Each of them is "" if there is no such picture.
type PageResult struct {
	*Result
	Text  string     // source of the property, or ""
	Vars  []VarValue // values of the variables before the first step
	Start string     // state of the property before the first step
	// Objects are the locks, semaphores, channels, mailboxes and queues that some step of the trace changes. Untouched
	// is the number of the others.
	Objects   []ObjectValues
	Untouched int
	Own       []int // numbers, from 1, of the steps that only the model takes; the chart folds them away

	Chart       markup.HTML // the trace, with a column for each task
	Automaton   markup.HTML // the property; the script finds its states by the attribute data-state
	Waits       markup.HTML // which task waits for which at the end of the trace
	Picture     markup.HTML // the trace flow graph, or the part of it near the trace
	Whole       markup.HTML // the graph with all tasks, if Picture has only some of them
	PictureNote string      // why Picture is missing or only a part
}

// ObjectValues is a synchronization object with its contents, in words, at each moment of a trace.
type ObjectValues struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // before the first step, then after each step
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

//go:embed fold.js
var foldJS string

//go:embed sim.js
var simJS string

//go:embed find.js
var findJS string

// pageData is the value that the template page.html prints.
type pageData struct {
	Dir, File string // the name of the program, split after its directory
	Tally     string // the verdicts in one line: "3 checks, 1 violated, 2 hold"
	Version   string // of flavers
	Replay    string // as Page.Replay
	Program   string
	Timed     bool // it is known of some result how long it took
	Static    bool // some result was found by data flow analysis, so that measures of this analysis are shown

	CSS markup.CSS
	JS  markup.JS

	Diagnostics []string
	Results     []*pageView
	Graph       *Graph // as Page.Graph
	NoGraph     string
	Ledger      ledger.Notes
	Lines       []pageLine // the whole source of the program if it can be executed by hand, otherwise nil
	Names       *Names     // nil unless the program was made from a Go package
	Named       bool       // the table of names is shown: it has more than goroutines with the same name and no start
}

// pageView is one section of the page: a result, with its texts made ready for the template.
type pageView struct {
	PageResult
	Number  int    // from 1, as in addresses: #r2 is the second result, #r2-17 its step 17
	Title   string // name of the check (Check.title)
	Says    string // the verdict with its qualifications (Result.says)
	Runtime bool   // the section is about run-time errors
	First   bool   // the page opens with this section

	// Sentences. Each of them is "" if there is nothing to say.

	Short   string // what the verdict means, to stand beside it in the table
	Meaning string // what the verdict means, for readers who read nothing else
	Length  string // length of the trace
	Time    string // how long the answer took
	Wrong   string // how the trace violates the property
	How     string // how the answer was found, if the measures of the data flow analysis do not show it
	Because string // why the verdict is not better

	// How the answer was found.

	Found     bool     // something of the following is known
	Static    bool     // by data flow analysis, so that there are numbers of nodes, edges and tuples
	Rests     []string // the constraints that the answer rests on, similar names compressed
	KeptShare float64  // percentage of the MIP edges that were kept

	// Texts, and the trace.

	Spec     [][]editors.Span // the lines of the property, highlighted
	File     string           // the source file of the first step that has a position; Lines are from it
	Lines    []pageLine
	Cut      bool // Lines has only the lines near the trace, because the file is long
	NoValues bool // the trace is not known to be an execution, so variables have no known values on it
	Data     pageTrace
}

// pageLine is a line of the source.
type pageLine struct {
	Number int
	Spans  []editors.Span
	Gap    bool // some lines before this one are left out
}

// pageTrace is a trace as the script reads it.
type pageTrace struct {
	Vars      []VarValue     `json:"vars"`  // before the first step
	State     string         `json:"state"` // of the property before the first step
	Steps     []pageStep     `json:"steps"`
	Objects   []ObjectValues `json:"objects"`
	Untouched int            `json:"untouched"` // as PageResult.Untouched
	Path      bool           `json:"path"`      // the trace is a path of the graph that no execution is known to follow
	Fine      bool           `json:"fine"`      // the trace is an execution that violates nothing
	Schedule  string         `json:"schedule,omitempty"`
	Loop      int            `json:"loop,omitempty"`    // number of steps at the end that are repeated for ever
	Repeats   []pageRepeat   `json:"repeats,omitempty"` // rounds that the chart folds away
	Own       []int          `json:"own,omitempty"`     // as PageResult.Own
}

// pageRepeat is a range of steps that the chart folds away, because they repeat the round of steps before them.
type pageRepeat struct {
	First int    `json:"first"` // numbers, from 1, of the first and the last step that is folded away
	Last  int    `json:"last"`
	Round int    `json:"round"` // number of steps in a round
	Says  string `json:"says"`  // a label in few words, because a chart may be narrow
	// Differs has the texts whose numbers change from round to round (Repeat.Differs).
	Differs []string `json:"differs,omitempty"`
}

// pageStep is a Step with the lines of the source that the script marks for it.
type pageStep struct {
	Task   string     `json:"task"`
	Tasks  []string   `json:"tasks"`
	Event  string     `json:"event"`
	Events []string   `json:"events,omitempty"` // the single events if the step has several
	Text   string     `json:"text"`             // the test of the step as the source has it; "" if Event is shown
	Reads  []Read     `json:"reads"`
	Pos    string     `json:"pos"`
	At     string     `json:"at"`    // the position without the directory
	Line   int        `json:"line"`  // of the step in pageView.File; 0 if it is in another file
	Other  int        `json:"other"` // line of the other side of a joint step; 0 if there is none, or not in this file
	Sends  []Send     `json:"sends"`
	State  string     `json:"state"`
	Vars   []VarValue `json:"vars"`
}

// pageTemplate returns the template of pages. It is parsed at the first call, because few commands write a page.
var pageTemplate = sync.OnceValue(func() *markup.Template {
	return markup.Must("page", pageHTML, markup.Funcs{
		"thousands": english.Thousands,
		"plural":    english.Plural,
		"count":     english.Number,
		"some":      func(n int, noun string) string { return english.Plural(int64(n), noun) },
		"either":    func(s []string) string { return strings.Join(names.Compress(s), " or ") },
		"compress":  func(s []string) string { return strings.Join(names.Compress(s), " ") },
		"join":      func(s []string) string { return strings.Join(s, "; ") },
		"again":     func() string { return LoopHead },
		"inc":       func(i int) int { return i + 1 },
		"changes":   func(s pageStep) string { return (&Step{Event: s.Event, Events: s.Events, Vars: s.Vars}).changes() },
		"events":    func(s pageStep) []string { return (&Step{Event: s.Event, Events: s.Events}).All() },
		"base":      func(s string) string { _, file := form.SplitPath(s); return file },
		"text":      func(v Verdict) string { return string(v) },
		"dict":      form.Glossary,
		"entry":     (*Result).Entry,
		"total":     NodeCounts.Total,
		"confirmed": (*ledger.Native).Says,
		"started":   (*Names).Started,
	})
})

// highlighter returns the lines of a text with the colours of its language, which follows from the name of the file.
type highlighter func(file, text string) [][]editors.Span

// newHighlighter returns a highlighter that works on each text once.
func newHighlighter() highlighter {
	done := map[string][][]editors.Span{} // by text; looked up only
	return func(file, text string) [][]editors.Span {
		if _, ok := done[text]; !ok {
			done[text] = editors.Highlight(file, text)
		}
		return done[text]
	}
}

// Write prints the page.
func (p *Page) Write(w io.Writer) error {
	data := pageData{Version: p.Version, Replay: p.Replay, Program: p.Program, Ledger: p.Ledger, Names: p.Names,
		Graph: p.Graph, NoGraph: p.NoGraph,
		CSS: markup.CSS(p.PictureCSS + pageCSS), JS: markup.JS(p.PictureJS + foldJS + pageJS + simJS + findJS)}
	differs := func(g Goroutine) bool { return g.Name != g.Task || g.Started != "" }
	data.Named = p.Names != nil && (len(p.Names.Objects) > 0 || slices.ContainsFunc(p.Names.Goroutines, differs))
	data.Dir, data.File = form.SplitPath(p.Program)
	for _, d := range p.Diagnostics {
		data.Diagnostics = append(data.Diagnostics, d.String())
	}

	highlight := newHighlighter()
	var all []*titled
	for i := range p.Results {
		v, t := p.view(i, highlight)
		data.Timed, data.Static = data.Timed || v.Time != "", data.Static || v.Static
		all, data.Results = append(all, t), append(data.Results, v)
	}
	if len(all) > 0 {
		data.Results[p.first()].First = true
		data.Tally = tally(all)
	}

	if text, ok := p.Sources[p.Program]; ok && p.Graph != nil {
		for i, spans := range highlight(p.Program, string(text)) {
			data.Lines = append(data.Lines, pageLine{Number: i + 1, Spans: spans})
		}
	}
	return pageTemplate().Execute(w, &data)
}

// first returns the index of the result with which the page opens: the first violated one with a trace; if there is
// none, the first with a trace; otherwise 0.
func (p *Page) first() int {
	traced := func(r PageResult) bool { return len(r.Trace) > 0 }
	violated := func(r PageResult) bool { return traced(r) && r.Verdict == Violated }
	if i := slices.IndexFunc(p.Results, violated); i >= 0 {
		return i
	}
	return max(0, slices.IndexFunc(p.Results, traced))
}

// view returns the section for the result with index i, and the result with its title.
func (p *Page) view(i int, highlight highlighter) (*pageView, *titled) {
	r := &p.Results[i]
	v := &pageView{PageResult: *r, Number: i + 1, Runtime: r.Result == p.Check.RuntimeErrors,
		Time: form.Took(r.Seconds)}
	t := &titled{Result: r.Result, title: p.Check.title(r.Result), runtime: v.Runtime}
	v.Title, v.Says = t.title, r.says()
	v.Short, v.Meaning, v.Length = v.short(), v.meaning(), v.length()
	if (len(r.Trace) > 0 || r.Verdict == Violated) && r.Kind != KindRun {
		v.Wrong = wrong(t)
	}
	v.Rests = names.Compress(r.Constraints)
	v.Static = r.Nodes.Total() > 0 || r.Tuples > 0
	if r.MIP.Candidate > 0 {
		v.KeptShare = 100 * float64(r.MIP.Kept) / float64(r.MIP.Candidate)
	}
	v.Spec = highlight("property.fsa", r.Text)
	v.trace()
	v.source(p.Sources, highlight)
	v.How = v.how()
	v.Because, v.Found = v.because(), v.found()
	return v, t
}

// trace fills in Data and NoValues: the trace for the script.
func (v *pageView) trace() {
	v.Data = pageTrace{Vars: form.ListOf(v.Vars), State: v.Start, Steps: []pageStep{}, Objects: form.ListOf(v.Objects),
		Untouched: v.Untouched, Fine: v.Kind == KindRun, Schedule: v.Schedule, Loop: min(v.Loop, len(v.Trace)), Own: v.Own}
	v.NoValues = len(v.Trace) > 0 && !v.shows() && v.Kind != KindRun
	if v.NoValues {
		v.Data.Vars, v.Data.Path = []VarValue{}, true
		if !slices.ContainsFunc(v.Trace, func(st Step) bool { return st.State != "" }) {
			v.Data.State = "" // no step has a state after it
		}
	}
	for _, r := range Repeats(v.Trace, v.Data.Loop) {
		v.Data.Repeats = append(v.Data.Repeats, pageRepeat{First: r.From + r.Steps + 1,
			Last: r.From + r.Steps + r.Folded(), Round: r.Steps, Says: r.again(), Differs: r.Differs(v.Trace)})
	}
	placed := func(st Step) bool { return form.Place(st.Pos).Filename != "" }
	if i := slices.IndexFunc(v.Trace, placed); i >= 0 {
		v.File = form.Place(v.Trace[i].Pos).Filename
	}
	for _, st := range v.Trace {
		v.Data.Steps = append(v.Data.Steps, pageStep{Task: st.Task, Tasks: st.Tasks, Event: st.Event, Events: st.Events,
			Text: st.Test, Reads: st.Reads, Pos: st.Pos, At: form.ShortPlace(st.Pos), Line: v.line(st.Pos),
			Other: v.line(st.PartnerPos), Sends: st.Sends, State: st.State, Vars: st.Vars})
	}
}

// line returns the line of a position in the file that the section shows, or 0 if the position is in another file.
func (v *pageView) line(pos string) int {
	if at := form.Place(pos); pos != "" && at.Filename == v.File {
		return at.Line
	}
	return 0
}

// A file is shown as a whole if it has at most wholeFile lines. Of a longer file, a page shows the lines that are at
// most linesAround lines away from a step.
const (
	wholeFile   = 1500
	linesAround = 12
)

// source fills in Lines and Cut: the source that the trace is about.
func (v *pageView) source(sources Sources, highlight highlighter) {
	text, ok := sources[v.File]
	if !ok || len(v.Trace) == 0 {
		return
	}
	near := map[int]bool{} // numbers of lines; looked up only
	mark := func(line int) {
		if line == 0 {
			return
		}
		for n := line - linesAround; n <= line+linesAround; n++ {
			near[n] = true
		}
	}
	for _, st := range v.Data.Steps {
		mark(st.Line)
		mark(st.Other)
	}
	lines := highlight(v.File, string(text))
	v.Cut = len(lines) > wholeFile
	gap := false
	for i, spans := range lines {
		if v.Cut && !near[i+1] {
			gap = true
			continue
		}
		v.Lines = append(v.Lines, pageLine{Number: i + 1, Spans: spans, Gap: gap})
		gap = false
	}
}
