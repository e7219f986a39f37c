package main

// The same of Go packages: the command, the library, the editor and the analyzer report the same, and a job about the
// program that is made of a root has the root's answers.

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"golang.org/x/tools/go/analysis/analysistest"

	"flavers"
	"flavers/check"
	"flavers/farm/job"
	"flavers/lang/golang"
	"flavers/lang/golang/analyzer"
	"flavers/report"
	"flavers/report/batch"
	"flavers/verify"
)

// everyPackage compares the answers about the packages of folders, relative to this one.
func everyPackage(t *testing.T, folders ...string) {
	editor := newEditor(t)
	findings, alike, vetted, jobs := 0, 0, 0, 0
	for _, folder := range folders {
		// The library has no limit of time unless it is given one, and on a busy machine a minute may be too short.
		command, b := askedOf(t, folder, "0", t.Context())
		if b == nil {
			continue
		}
		if len(command) != len(b.Programs) {
			t.Errorf("%s: the library has %d roots, and the command %d", folder, len(b.Programs), len(command))
			continue
		}
		for i := range command {
			same(t, command[i].Root, "the library", command[i], printed(t, b.Programs[i]))
		}
		all := foundBy(b)
		findings += len(all)
		if said := editor.ofPackage(t, folder, len(all)); !slices.Equal(said, all) {
			only := func(a, b []string) string {
				return lines(slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) }))
			}
			t.Errorf("%s: only the editor has\n%s\nand only the command\n%s", folder, only(said, all), only(all, said))
		}
		if standsAlone(t, folder) {
			alike++
			if said := ofAnalyzer(t, folder); !slices.Equal(said, all) {
				t.Errorf("%s: the analyzer has\n%s\nand the command\n%s", folder, lines(said), lines(all))
			}
		}
		vetted += everyDiagnostic(t, folder, "0", command)
		jobs += everyJob(t, folder, b)
	}
	t.Logf("%d folders, %d of them the same for the analyzer; %d findings, %d violations of go vet, %d roots as jobs",
		len(folders), alike, findings, vetted, jobs)
	if findings == 0 || alike == 0 || vetted == 0 || jobs == 0 {
		t.Error("too few of something")
	}
}

// askedOf are the answers of the command and of the library about the package of a folder; nil: an error was
// reported, or time ran out.
func askedOf(t *testing.T, folder, timeout string, ctx context.Context) (command []answered, library *report.Batch) {
	t.Helper()
	got := runReal("", "check", folder, "--no-cache", "--no-times", "--timeout", timeout, "--format", "json")
	all := read[struct {
		Roots []answered `json:"roots"`
	}](t, []byte(got.out))
	library, err := flavers.CheckPackages(ctx, folder, []string{"."},
		flavers.PackageOptions{Check: flavers.CheckOptions{Strict: true}})
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, nil // there was no time to load it
	case err != nil:
		t.Errorf("%s: the library: %v", folder, err)
		return nil, nil
	}
	return all.Roots, library
}

// everyOwnPackage compares the answers of the command and the library about packages of this project, which take all
// the time that there is: where neither was cut off, they are the same.
func everyOwnPackage(t *testing.T, folders ...string) {
	const most = time.Minute // loading takes the most of it where the go command has compiled nothing yet
	compared := 0
	for _, folder := range folders {
		ctx, end := context.WithTimeout(t.Context(), most)
		command, b := askedOf(t, folder, most.String(), ctx)
		end()
		if b == nil {
			continue
		}
		library := map[string]answered{}
		for _, c := range b.Programs {
			library[c.Root] = printed(t, c)
		}
		for _, c := range command {
			if other, known := library[c.Root]; known && !cut(&c) && !cut(&other) {
				compared++
				same(t, c.Root, "the library", c, other)
			}
		}
		everyDiagnostic(t, folder, most.String(), command)
	}
	t.Logf("%d folders, %d roots that were answered in time", len(folders), compared)
}

// cut reports whether an answer may be another one with more time.
func cut(a *answered) bool {
	for _, r := range a.all() {
		if r.Limit != "" || r.Confirmed == report.Interpreted {
			return true
		}
	}
	return false
}

// everyDiagnostic compares what go vet says of a package with the answers of the command. The tool of go vet sees one
// package: it may say less, and nothing else. What is violated in a root for it is violated there for the command. It
// returns how many violations there were.
func everyDiagnostic(t *testing.T, folder, timeout string, command []answered) (compared int) {
	t.Helper()
	violated := map[string]bool{}
	for _, c := range command {
		for name, r := range c.all() {
			violated[c.Root+" "+name] = r.Verdict == report.Violated
			violated[name] = violated[name] || r.Verdict == report.Violated
		}
		for _, r := range c.Races {
			violated[c.Root+" "+report.KindRace] = violated[c.Root+" "+report.KindRace] || r.Verdict == report.Violated
		}
	}
	for _, s := range ofVet(t, folder, timeout) {
		if len(s.roots) == 0 && !violated[s.rule] { // callers, in words
			t.Errorf("%s: go vet says %s, and the command has no such violation", folder, s.found)
		}
		for _, root := range s.roots {
			compared++
			if !violated[root+" "+s.rule] {
				t.Errorf("%s: go vet says %s in %s, and the command does not", folder, s.found, root)
			}
		}
	}
	return compared
}

func lines(list []string) string { return "\t" + strings.Join(list, "\n\t") }

// foundAt is a finding as it is compared: its place, what it violates, and the beginning of what is said of it.
func foundAt(file string, line, column int, rule, said string) string {
	said, _, _ = strings.Cut(said, " for ever")
	said, _, _ = strings.Cut(said, ", if ") // what callers do
	said, _, _ = strings.Cut(said, ", in ")
	said, _, _ = strings.Cut(said, " in ")
	return fmt.Sprintf("%s:%d:%d %s: %s", filepath.Base(file), line, column, rule, said)
}

// foundBy lists the mistakes in a batch.
func foundBy(b *report.Batch) (out []string) {
	for _, ways := range batch.Mistakes(b) {
		f := ways[0]
		p := f.Lines()[0]
		file, line, column := place(p.Pos)
		out = append(out, foundAt(file, line, column, f.Rule(), p.Text))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// place takes FILE:LINE:COLUMN apart.
func place(pos string) (file string, line, column int) {
	parts := strings.Split(pos, ":")
	if len(parts) > 2 {
		_, _ = fmt.Sscan(parts[len(parts)-2], &line)
		_, _ = fmt.Sscan(parts[len(parts)-1], &column)
	}
	return parts[0], line, column
}

// hear keeps what a server says of Go files.
func (e *editor) hear(r *jrpc2.Request) {
	var p struct {
		URI         string
		Diagnostics []struct {
			Range struct {
				Start struct{ Line, Character int }
			}
			Code, Message string
		}
		Token string
		Value struct{ Kind string }
	}
	if json.Unmarshal([]byte(r.ParamString()), &p) != nil {
		return
	}
	switch {
	case r.Method() == "textDocument/publishDiagnostics" && strings.HasSuffix(p.URI, ".go"):
		var list []string
		for _, d := range p.Diagnostics {
			at := d.Range.Start
			list = append(list, foundAt(p.URI, at.Line+1, at.Character+1, d.Code, d.Message))
		}
		e.mu.Lock()
		e.said[p.URI] = list
		e.mu.Unlock()
		e.looked <- false
	case r.Method() == "$/progress" && strings.Contains(p.Token, "Go packages") && p.Value.Kind == "end":
		e.looked <- true
	}
}

// ofPackage opens a file of a package, and returns what the editor is told of the package: as soon as it is as many
// findings as are expected, or no more comes.
func (e *editor) ofPackage(t *testing.T, dir string, expected int) (out []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	file, err := filepath.Abs(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	document := map[string]any{"uri": uri, "languageId": "go", "version": 1, "text": string(text)}
	e.notify(t, "textDocument/didOpen", map[string]any{"textDocument": document})
	wait := time.After(5 * time.Minute)
	for done := false; !done && len(out) < max(1, expected); {
		select {
		case ended := <-e.looked:
			if ended { // what was found follows
				wait = time.After(200 * time.Millisecond)
			}
		case <-wait:
			done = true
		}
		out = nil
		e.mu.Lock()
		for _, list := range e.said {
			out = append(out, list...)
		}
		e.mu.Unlock()
		slices.Sort(out)
		out = slices.Compact(out)
	}
	e.notify(t, "textDocument/didClose", map[string]any{"textDocument": document})
	e.mu.Lock()
	e.said = map[string][]string{}
	e.mu.Unlock()
	return out
}

func (e *editor) notify(t *testing.T, method string, params any) {
	t.Helper()
	if err := e.rpc.Notify(t.Context(), method, params); err != nil {
		t.Fatal(method, err)
	}
}

// standsAlone reports whether a package imports none whose bodies the command follows: the analyzer sees one package.
func standsAlone(t *testing.T, dir string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			if strings.Contains(strings.Split(path, "/")[0], ".") || strings.HasPrefix(path, "flavers/") ||
				strings.HasPrefix(path, "container/") {
				return false
			}
		}
	}
	return true
}

// ofAnalyzer lists the diagnostics of the analyzer about a package. Its tests are in a package of their own, with all
// that the other one has.
func ofAnalyzer(t *testing.T, folder string) (out []string) {
	t.Helper()
	dir, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	a := analyzer.New()
	if err := a.Flags.Set("timeout", "0"); err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(new(lax), dir, a, ".") {
		if r.Err != nil {
			t.Errorf("%s: the analyzer: %v", folder, r.Err)
			continue
		}
		for _, d := range r.Diagnostics {
			at := r.Pass.Fset.Position(d.Pos)
			out = append(out, foundAt(at.Filename, at.Line, at.Column, d.Category, d.Message))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// everyJob compares the answers about roots with those of jobs of a farm about the programs that are made of them. A
// farm gets programs, not packages: who gives it one of these has the root's answers, but for what the ledger says.
func everyJob(t *testing.T, folder string, b *report.Batch) (asked int) {
	t.Helper()
	request := golang.Request{Dir: folder, Patterns: []string{"."}}
	ps, list := check.Open(t.Context(), []golang.Request{request}, check.OpenOptions{})
	if list.HasErrors() {
		t.Error(list.All)
		return 0
	}
	for _, c := range b.Programs {
		i := slices.IndexFunc(ps.Roots, func(r check.Root) bool { return r.Name == c.Root })
		if i < 0 || len(c.Ledger) > 0 {
			continue // a client, or a root whose answers the ledger changes
		}
		p, err := ps.Roots[i].Make(t.Context())
		if err != nil {
			t.Errorf("%s: %v", c.Root, err)
			continue
		}
		name := c.Root + ".tfg"
		j, content := &job.Job{Kind: job.Check}, job.ContentOf(name, nil, map[string][]byte{name: p.Text}, nil)
		j.Content = content.Hash()
		j.For(verify.Options{Strict: true})
		done := new(job.Runner).Run(t.Context(), j, content)
		if done.Failed != "" {
			t.Errorf("%s: a job of a farm: %s", c.Root, done.Failed)
			continue
		}
		asked++
		own := []*report.Result{done.Check.Deadlock, done.Check.RuntimeErrors}
		for i, root := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
			own := own[i]
			if root == nil || own == nil || root.Confirmed != "" || root.Limit != "" || own.Limit != "" {
				continue // one was cut off, or is from an execution with data, which a job of a farm does not have
			}
			if root.Verdict != own.Verdict {
				t.Errorf("%s, %s: %s, and a job of a farm says %s", c.Root, root.Property, root.Verdict, own.Verdict)
			}
		}
	}
	return asked
}

// said is a diagnostic of go vet.
type said struct {
	found string   // as foundAt has it
	rule  string   // what is violated
	roots []string // in which
}

var vettedIn = regexp.MustCompile(`.* in (.*) \(an execution of this package alone\)$`)

// ofVet are the diagnostics of go vet about the package of a folder, and of its tests, with the command as its tool.
func ofVet(t *testing.T, dir, timeout string) (out []said) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "-vettool="+self, "-json", "-flavers.timeout="+timeout, ".")
	vet.Dir = dir
	vet.Env = append(os.Environ(), attackVariable+"=main")
	text, err := vet.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", dir, err, text)
	}
	all := map[string]said{} // by what it says: a package is looked at with its tests, too
	for text := string(text); ; {
		from := strings.Index(text, "{") // lines with the names of packages come before
		if from < 0 {
			break
		}
		one := json.NewDecoder(strings.NewReader(text[from:]))
		var of map[string]map[string][]struct{ Category, Posn, Message string }
		if err := one.Decode(&of); err != nil {
			t.Fatalf("%s: %v\n%.500s", dir, err, text)
		}
		text = text[from+int(one.InputOffset()):]
		for _, p := range of {
			for _, d := range p["flavers"] {
				s := said{rule: d.Category}
				in := vettedIn.FindStringSubmatch(d.Message)
				if in != nil && !strings.Contains(d.Message, ", if ") {
					s.roots = strings.Split(in[1], ", ")
				}
				file, line, column := place(d.Posn)
				s.found = foundAt(file, line, column, d.Category, d.Message)
				all[s.found+d.Message] = s
			}
		}
	}
	return slices.Collect(maps.Values(all))
}
