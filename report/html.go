package report

// The HTML form: one self-contained page on which a violating execution can be
// walked through step by step. It loads nothing: style, script and pictures
// are in it. Names and source text come from the program and are untrusted;
// they enter by html/template, or as text set by the script.
//
//	page.html, page.css  what it looks like; without scripts it is a plain report
//	page.js              walks through an execution; keeps the address (#r2-17) in step
//	fold.js              folds tasks of a chart away
//	sim.js               lets the reader execute the program step by step, on Graph
//	find.js              search, copying, columns that are cut off at the right

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"flavers/editors"
	"flavers/internal/english"
	"flavers/internal/names"
	"flavers/report/form"
	"flavers/report/ledger"
)

// Page is what the page shows besides the results.
type Page struct {
	*Check
	Results []PageResult // all results of the check, the most urgent first (Check.Ordered)
	Sources Sources
	Version string
	Replay  string // the command that replays a schedule put after it; "" if there is none
	// Graph is all that the program can do, for executing it by hand. If it is nil, NoGraph says why, or is empty if
	// nobody needs to know.
	Graph      *Graph
	NoGraph    string
	PictureCSS string // trusted: the style sheet of the pictures
	PictureJS  string // trusted: the script that moves pictures
}

// PageResult is a result with what surrounds it. Chart and Picture are trusted
// SVG, made from escaped text, and so are Automaton and Waits; any may be empty.
type PageResult struct {
	*Result
	Text  string     // source of the property, if there is one
	Vars  []VarValue // variables before the first step
	Start string     // state of the property before the first step
	// Objects are what locks, semaphores, channels, mailboxes and queues hold
	// before the first step and after each; Untouched are so many more that no
	// step changes.
	Objects     []ObjectValues
	Untouched   int
	Own         []int // steps, from 1, that only the model takes: a chart folds them away
	Chart       template.HTML
	Automaton   template.HTML // of the property: a page finds its states by data-state
	Waits       template.HTML // who waits for whom at the end
	Picture     template.HTML
	Whole       template.HTML // the same with all tasks, where Picture has few
	PictureNote string        // why there is no picture, or only a part
}

// ObjectValues is what a synchronisation object holds, for people.
type ObjectValues struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // one more than there are steps
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

// pageData is what the template sees.
type pageData struct {
	Dir, File, Tally, Version, Replay string
	Program                           string
	Timed                             bool // some result tells how long it took
	Static                            bool // some result was found by data flow analysis
	CSS                               template.CSS
	JS                                template.JS
	Diagnostics                       []string
	Results                           []*pageView
	Graph                             *Graph
	NoGraph                           string
	Ledger                            ledger.Notes
	Lines                             []pageLine // the program's source, if it can be executed by hand
	Names                             *Names
	Named                             bool // some goroutine is started, or something has another name in the source
}

// pageView is one section of the page.
type pageView struct {
	PageResult
	Number    int // from 1, as in addresses: #r2 is the second result, #r2-17 its step 17
	Title     string
	Says      string // the verdict with its qualifications (Result.says)
	Runtime   bool
	First     bool
	Short     string // a sentence that says what the verdict means; it stands beside it in the table
	Meaning   string // what the verdict means, for people who read nothing else
	Length    string // of the trace, in words; "" if there is none
	Time      string // how long the answer took; "" if that is not known
	Wrong     string // how the trace violates the property
	Rests     []string
	File      string
	NoValues  bool             // the trace is no execution: variables have no known values on it
	How       string           // how the answer was found, where no measures say it
	Because   string           // why the verdict is no better
	Found     bool             // something is known of how the answer was found
	Spec      [][]editors.Span // the text of the property
	Lines     []pageLine
	Cut       bool // of the source, only the lines near the trace are shown
	KeptShare float64
	Static    bool // found by data flow analysis, so that there are nodes, edges and tuples
	Data      pageTrace
}

// pageLine is a line of the source.
type pageLine struct {
	Number int
	Spans  []editors.Span
	Gap    bool // lines before it are left out
}

// pageTrace is what the script walks through.
type pageTrace struct {
	Vars      []VarValue     `json:"vars"`
	State     string         `json:"state"`
	Steps     []pageStep     `json:"steps"`
	Objects   []ObjectValues `json:"objects"`
	Untouched int            `json:"untouched"`
	Path      bool           `json:"path"` // of the graph; no execution is known
	Fine      bool           `json:"fine"` // an execution that violates nothing
	Schedule  string         `json:"schedule,omitempty"`
	Loop      int            `json:"loop,omitempty"` // so many steps, the last ones, are repeated for ever
	Repeats   []pageRepeat   `json:"repeats,omitempty"`
	Own       []int          `json:"own,omitempty"`
}

// pageRepeat are steps of the chart that are folded away: they repeat the round before them.
type pageRepeat struct {
	First int    `json:"first"` // steps, from 1
	Last  int    `json:"last"`
	Round int    `json:"round"` // so many steps are one round
	Says  string `json:"says"`  // in few words: a chart may be narrow
	// Differs are the numbers that change from round to round, as Repeat.Differs.
	Differs []string `json:"differs,omitempty"`
}

type pageStep struct {
	Task   string     `json:"task"`
	Tasks  []string   `json:"tasks"`
	Event  string     `json:"event"`
	Events []string   `json:"events,omitempty"` // of a step with several
	Text   string     `json:"text"`             // a test as it is written in the source; "": the event says it
	Reads  []Read     `json:"reads"`
	Pos    string     `json:"pos"`
	At     string     `json:"at"` // the position in few words
	Line   int        `json:"line"`
	Other  int        `json:"other"` // line of the other side of a joint step
	Sends  []Send     `json:"sends"`
	State  string     `json:"state"`
	Vars   []VarValue `json:"vars"`
}

// pageTemplate is parsed when there is a page: few commands write one.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
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
	}).Parse(pageHTML))
})

// Write prints the page.
func (p *Page) Write(w io.Writer) error {
	data := pageData{Version: p.Version, Replay: p.Replay, Program: p.Program, Ledger: p.Ledger,
		Names: p.Names,
		CSS:   template.CSS(p.PictureCSS + pageCSS), JS: template.JS(p.PictureJS + foldJS + pageJS + simJS + findJS)}
	other := func(g Goroutine) bool { return g.Name != g.Task || g.Started != "" }
	data.Named = p.Names != nil && (len(p.Names.Objects) > 0 || slices.ContainsFunc(p.Names.Goroutines, other))
	data.Dir, data.File = form.SplitPath(p.Program)
	for _, d := range p.Diagnostics {
		data.Diagnostics = append(data.Diagnostics, d.String())
	}
	lines := map[string][][]editors.Span{} // what is highlighted already; looked up only
	highlight := func(file, text string) [][]editors.Span {
		if _, ok := lines[text]; !ok {
			lines[text] = editors.Highlight(file, text)
		}
		return lines[text]
	}
	var all []*titled
	first := -1
	for i := range p.Results {
		r := &p.Results[i]
		v := &pageView{PageResult: *r, Number: i + 1, Runtime: r.Result == p.Check.RuntimeErrors,
			Time: form.Took(r.Seconds)}
		v.Short, v.Meaning, v.Length = v.short(), v.meaning(), v.length()
		data.Timed = data.Timed || v.Time != ""
		t := &titled{r.Result, p.Check.title(r.Result), v.Runtime}
		v.Title, v.Says = t.title, r.says()
		if (len(r.Trace) > 0 || r.Verdict == Violated) && r.Kind != KindRun {
			v.Wrong = wrong(t)
		}
		v.Rests = names.Compress(r.Constraints)
		v.Static = r.Nodes.Total() > 0 || r.Tuples > 0
		data.Static = data.Static || v.Static
		if r.MIP.Candidate > 0 {
			v.KeptShare = 100 * float64(r.MIP.Kept) / float64(r.MIP.Candidate)
		}
		v.trace(p.Sources, highlight)
		v.Spec = highlight("property.fsa", r.Text)
		v.How = v.how()
		v.Because, v.Found = v.because(), v.found()
		if len(r.Trace) > 0 && (first < 0 || r.Verdict == Violated && p.Results[first].Verdict != Violated) {
			first = i
		}
		all = append(all, t)
		data.Results = append(data.Results, v)
	}
	data.Graph, data.NoGraph = p.Graph, p.NoGraph
	if text, ok := p.Sources[p.Program]; ok && p.Graph != nil {
		for i, spans := range highlight(p.Program, string(text)) {
			data.Lines = append(data.Lines, pageLine{Number: i + 1, Spans: spans})
		}
	}
	if len(all) > 0 {
		data.Results[max(0, first)].First = true
		data.Tally = tally(all)
	}
	return pageTemplate().Execute(w, &data)
}

// trace fills in what is walked through: the steps and the source. Of a long
// source only the lines near the steps are kept.
func (v *pageView) trace(sources Sources, highlight func(file, text string) [][]editors.Span) {
	v.Data = pageTrace{Vars: v.Vars, State: v.Start, Steps: []pageStep{}, Objects: v.Objects, Untouched: v.Untouched,
		Fine: v.Kind == KindRun, Schedule: v.Schedule, Loop: min(v.Loop, len(v.Trace)), Own: v.Own}
	if v.NoValues = len(v.Trace) > 0 && !v.shows() && v.Kind != KindRun; v.NoValues {
		v.Data.Vars, v.Data.Path = nil, true
		if !slices.ContainsFunc(v.Trace, func(st Step) bool { return st.State != "" }) {
			v.Data.State = ""
		}
	}
	if v.Data.Objects == nil {
		v.Data.Objects = []ObjectValues{}
	}
	if v.Data.Vars == nil {
		v.Data.Vars = []VarValue{}
	}
	for _, r := range Repeats(v.Trace, v.Data.Loop) {
		v.Data.Repeats = append(v.Data.Repeats, pageRepeat{First: r.From + r.Steps + 1,
			Last: r.From + r.Steps + r.Folded(), Round: r.Steps, Says: r.again(), Differs: r.Differs(v.Trace)})
	}
	near := map[int]bool{} // looked up only
	const around = 12
	for _, st := range v.Trace {
		at := form.Place(st.Pos)
		if v.File == "" {
			v.File = at.Filename
		}
		s := pageStep{Task: st.Task, Tasks: st.Tasks, Event: st.Event, Pos: st.Pos, State: st.State, Vars: st.Vars,
			Sends: st.Sends, Events: st.Events,
			Text: st.Test, Reads: st.Reads, At: form.ShortPlace(st.Pos)}
		line := func(pos string) int {
			at := form.Place(pos)
			if at.Filename != v.File {
				return 0
			}
			for n := at.Line - around; n <= at.Line+around; n++ {
				near[n] = true
			}
			return at.Line
		}
		s.Line = line(st.Pos)
		if st.PartnerPos != "" {
			s.Other = line(st.PartnerPos)
		}
		v.Data.Steps = append(v.Data.Steps, s)
	}
	text, ok := sources[v.File]
	if !ok || len(v.Trace) == 0 {
		return
	}
	lines := highlight(v.File, string(text))
	const whole = 1500
	v.Cut = len(lines) > whole
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
