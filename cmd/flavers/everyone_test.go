package main

// The command, the library, the editor, a farm and a cross-check ask for the same answers. Nobody may get another one.

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"flavers"
	"flavers/automata"
	"flavers/cfg"
	"flavers/check"
	"flavers/diag"
	"flavers/farm/job"
	"flavers/internal/source"
	"flavers/lsp"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/verify"
	"flavers/verify/crosscheck"
)

// everyone's programs are all of the repository that are to be right. The usual test asks about some of the first ones,
// and the integration test about programs to begin with and those of tests, too, and about packages. Left out are
// programs with mistakes on purpose (lang/task/testdata), and the programs of bench, which are as large as can be
// checked.
var (
	everyonesPrograms = []string{"../../examples", "../../lang/ada/testdata/textbook"}
	everyonesStarters = []string{"../../internal/starter/programs", "../../lang/task/testdata/lower",
		"../../explore/engine/testdata", "../../explore/swarm/testdata"}
)

const everyonesPackages = "../../lang/golang/testdata"

// withLedger is always among the programs.
const withLedger = "examples/ada/barrier.adb"

// TestEveryone asks about one program of 23. TestEveryoneAll asks about all, and about packages.
func TestEveryone(t *testing.T) { everyExample(t, 23) }

// everyExample compares the answers about one of so many of the first programs.
func everyExample(t *testing.T, step int) {
	if asked, kept := everyProgram(t, everyonesPrograms, 0, step); asked < 60/step || kept == 0 {
		t.Error("too few of something")
	}
}

// everyProgram compares the answers about one program of so many, from one on. It returns about how many that are to be
// right, and how many of these have a ledger.
func everyProgram(t *testing.T, folders []string, from, step int) (asked, kept int) {
	r := &source.Reader{Languages: source.AllLanguages(), Ctx: t.Context(), Standard: strings.NewReader(""),
		Stage: new(string), Late: new(bool), Sources: diag.Sources{}}
	programs := r.Programs(folders, 0)
	editor := newEditor(t)
	doubted := 0
	for i, name := range programs {
		if i%step != from && !strings.HasSuffix(filepath.ToSlash(name), withLedger) {
			continue
		}
		r.List, r.Sources = diag.List{}, diag.Sources{}
		l := r.Load(name, source.Wanted{Own: true})
		if !l.Right {
			continue // it is there to be wrong
		}
		asked++
		texts := textsOf(r, name, l)
		command := ofCommand(t, name)
		if len(command.Ledger) > 0 {
			kept++
		}
		m, err := flavers.Load(texts.program, texts.specs, flavers.LoadOptions{Files: texts.files})
		if err != nil {
			t.Errorf("%s: the library: %v", name, err)
			continue
		}
		library, err := flavers.Check(t.Context(), m, flavers.CheckOptions{Strict: true})
		if err != nil {
			t.Errorf("%s: the library: %v", name, err)
			continue
		}
		same(t, name, "the library", command, printed(t, library))
		same(t, name, "a job of a farm", command, ofFarm(t, r, name, l))
		if said := editor.check(t, name); said != summary(name, command) {
			t.Errorf("%s: the editor says %q, and the command %q", name, said, summary(name, command))
		}
		if step == 1 || len(command.Ledger) > 0 { // it takes long, and the ledger is what others may forget
			doubted += crossed(t, name, m, command)
		}
	}
	t.Logf("%d programs, %d of them with a ledger, which takes %d answers from a cross-check", asked, kept, doubted)
	return asked, kept
}

// texts are those of a program, as a caller of the library has them.
type texts struct {
	program      flavers.Source
	specs, files []flavers.Source
}

func textsOf(r *source.Reader, program string, l *source.Loaded) (out texts) {
	named := map[string]bool{}
	for _, f := range l.Files {
		if !named[f.Name] {
			out.specs = append(out.specs, flavers.Source{Name: f.Name, Text: r.Sources[f.Name]})
		}
		named[f.Name] = true
	}
	file := l.Program.File
	out.program = flavers.Source{Name: program, Text: r.Sources[file]}
	for _, name := range slices.Sorted(maps.Keys(r.Sources)) {
		if !named[name] && name != file {
			out.files = append(out.files, flavers.Source{Name: name, Text: r.Sources[name]})
		}
	}
	return out
}

// answered is a report of answers, in JSON, without what nobody compares: notes about the input, and times.
type answered struct {
	Program       string          `json:"program"`
	Root          string          `json:"root"`
	Ledger        ledger.Notes    `json:"ledger"`
	Results       []report.Result `json:"results"`
	RuntimeErrors *report.Result  `json:"runtime_errors"`
	Deadlock      *report.Result  `json:"deadlock"`
	Races         []report.Result `json:"races"`
}

// read decodes JSON.
func read[T any](t *testing.T, text []byte) (out T) {
	t.Helper()
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v\n%.500s", err, text)
	}
	return out
}

// printed is a report as whoever reads its JSON sees it.
func printed(t *testing.T, c *report.Check) answered {
	t.Helper()
	c.ZeroTimes()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return read[answered](t, text)
}

// all are the answers, by name.
func (a *answered) all() map[string]*report.Result {
	out := map[string]*report.Result{}
	for i := range a.Results {
		out[a.Results[i].Property] = &a.Results[i]
	}
	for name, r := range map[string]*report.Result{report.RuntimeErrors: a.RuntimeErrors, report.Deadlock: a.Deadlock} {
		if r != nil {
			out[name] = r
		}
	}
	return out
}

// ofCommand is the answer that flavers check prints.
func ofCommand(t *testing.T, program string) answered {
	t.Helper()
	got := runReal("", "check", program, "--no-cache", "--no-times", "--format", "json")
	return read[answered](t, []byte(got.out))
}

// same complains if who has another answer than the command.
func same(t *testing.T, program, who string, command, other answered) {
	t.Helper()
	a, _ := json.MarshalIndent(command, "", " ")
	b, _ := json.MarshalIndent(other, "", " ")
	if string(a) == string(b) {
		return
	}
	one, two := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			t.Errorf("%s: line %d: the command: %s\n%s: %s", program, i+1, one[i], who, two[i])
			return
		}
	}
	t.Errorf("%s: the command has %d lines, %s %d", program, len(one), who, len(two))
}

// ofFarm is the result of a job about a program.
func ofFarm(t *testing.T, r *source.Reader, program string, l *source.Loaded) answered {
	t.Helper()
	content := job.ContentOf(l.Program.File, nil, r.Sources, l.Specs)
	content.Program.Name = program
	j := &job.Job{Kind: job.Check, Content: content.Hash()}
	j.For(verify.Options{Strict: true})
	done := new(job.Runner).Run(t.Context(), j, content)
	if done.Failed != "" {
		t.Errorf("%s: a job of a farm: %s", program, done.Failed)
		return answered{}
	}
	sent, err := job.DecodeResult(done.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return printed(t, sent.Check)
}

// crossed compares what engines agree on with the answers of a check. It returns how many it doubts for the ledger.
func crossed(t *testing.T, program string, m *flavers.Model, command answered) (doubted int) {
	s := &check.Source{Name: program, Program: m.Program, Specs: m.Specs, Meant: m.Meant}
	var static *report.Check
	cross := crosscheck.Run(t.Context(), m.Program, m.Specs, crosscheck.Options{Timeout: 10 * time.Second, Meant: m.Meant,
		MaxExecutions: 100, MaxStates: 1000, MaxMemory: 1 << 30, Walks: 2, Strict: true,
		Static: func(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt verify.Options) *report.Check {
			static = verify.Check(ctx, p, specs, opt)
			return static
		}})
	if !cross.Agree {
		t.Errorf("%s: engines disagree: %s", program, cross.Disagreements[0].What)
	}
	known := command.all()
	for _, r := range check.Agreed(s, cross, static).Ordered() {
		name := r.Property
		if r.Kind == report.KindProperty && known[name] == nil {
			continue // an instance of a family
		}
		was := known[name]
		if was == nil || r.Verdict == report.Unknown || was.Fair != "" || was.Of != r.Of {
			continue // others are asked about other executions
		}
		if r.Verdict != was.Verdict || !slices.Equal(r.Within, was.Within) {
			t.Errorf("%s, %s: %s %v, and the engines agree on %s %v", program, name, was.Verdict, was.Within, r.Verdict, r.Within)
		}
		if r.Verdict == report.Possible || len(r.Within) > 0 {
			doubted++
		}
	}
	return doubted
}

// editor is one that has files checked. It hears what the server says of Go packages.
type editor struct {
	rpc    *jrpc2.Client
	looked chan bool // true: a package was looked at; false: something is said of a file
	mu     sync.Mutex
	said   map[string][]string // of each file, as foundAt has it
}

func newEditor(t *testing.T) *editor {
	inServer, toServer := io.Pipe()
	fromServer, outServer := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- lsp.Serve(context.Background(), inServer, outServer, lsp.Options{Timeout: time.Hour}) // shares of it are enough for all roots
	}()
	e := &editor{looked: make(chan bool, 1000), said: map[string][]string{}}
	e.rpc = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{OnNotify: e.hear,
		OnCallback: func(context.Context, *jrpc2.Request) (any, error) { return nil, nil }})
	t.Cleanup(func() {
		e.call(t, "shutdown", nil)
		_ = e.rpc.Notify(context.Background(), "exit", nil)
		_ = outServer.Close()
		_ = e.rpc.Close()
		if err := <-served; err != nil {
			t.Errorf("the editor's server: %v", err)
		}
	})
	e.call(t, "initialize", map[string]any{"capabilities": map[string]any{
		"window": map[string]any{"workDoneProgress": true}}})
	return e
}

func (e *editor) call(t *testing.T, method string, params any) *jrpc2.Response {
	t.Helper()
	r, err := e.rpc.Call(context.Background(), method, params)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return r
}

// check asks the command that stands above a program in an editor.
func (e *editor) check(t *testing.T, program string) string {
	t.Helper()
	file, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	var said string
	r := e.call(t, "workspace/executeCommand", map[string]any{"command": "flavers.check", "arguments": []any{uri, ""}})
	if err := r.UnmarshalResult(&said); err != nil {
		t.Fatal(err)
	}
	return said
}

// summary is what an editor says of an answer.
func summary(program string, a answered) string {
	counts := map[string]int{}
	for _, r := range a.all() {
		word := string(r.Verdict)
		switch {
		case r.Reach && r.Verdict == report.Holds:
			word = "reached"
		case r.Reach && r.Verdict == report.Violated:
			word = "never happens"
		}
		counts[word]++
	}
	var list []string
	for _, word := range []string{"violated", "never happens", "possible", "unknown", "holds", "reached"} {
		if counts[word] > 0 {
			list = append(list, fmt.Sprintf("%d %s", counts[word], word))
		}
	}
	return filepath.Base(program) + ": " + strings.Join(list, ", ")
}

// lax misses the expectations of analysistest.
type lax struct{}

func (*lax) Errorf(string, ...any) {}
