package main

// The same of Go packages: the command, the library, the editor and the analyzer report the same, and a job about the
// program that is made of a root has the root's answers.

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"net/url"
	"os"
	"path/filepath"
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

// everyPackage compares the answers about folders of Go packages.
func everyPackage(t *testing.T, folders ...string) {
	type printedBatch struct {
		Roots []answered `json:"roots"`
	}
	editor := newEditor(t)
	findings, alike, jobs := 0, 0, 0
	for _, folder := range folders {
		// The library has no limit of time unless it is given one, and on a busy machine a minute may be too short.
		got := runReal("", "check", filepath.Join(everyonesPackages, folder), "--no-cache", "--no-times", "--timeout", "0",
			"--format", "json")
		command := read[printedBatch](t, []byte(got.out)).Roots
		b, err := flavers.CheckPackages(t.Context(), everyonesPackages, []string{"./" + folder},
			flavers.PackageOptions{Check: flavers.CheckOptions{Strict: true}})
		if err != nil || len(b.Programs) != len(command) {
			t.Errorf("%s: the library: %v, %d roots, and the command has %d", folder, err, len(b.Programs), len(command))
			continue
		}
		for i := range command {
			same(t, command[i].Root, "the library", command[i], printed(t, b.Programs[i]))
		}
		all := foundBy(b, true)
		findings += len(all)
		if said := editor.ofPackage(t, filepath.Join(everyonesPackages, folder), len(all)); !slices.Equal(said, all) {
			t.Errorf("%s: the editor has\n%s\nand the command\n%s", folder, lines(said), lines(all))
		}
		if standsAlone(t, filepath.Join(everyonesPackages, folder)) {
			alike++
			if said, own := ofAnalyzer(t, folder), foundBy(b, false); !slices.Equal(said, own) {
				t.Errorf("%s: the analyzer has\n%s\nand the command\n%s", folder, lines(said), lines(own))
			}
		}
		jobs += everyJob(t, folder, b)
	}
	t.Logf("%d folders, %d of them compared with the analyzer; %d findings, %d roots as jobs",
		len(folders), alike, findings, jobs)
	if findings == 0 || alike == 0 || jobs == 0 {
		t.Error("too few of something")
	}
}

func lines(list []string) string { return "\t" + strings.Join(list, "\n\t") }

// foundAt is a finding as it is compared: its place, what it violates, and the beginning of what is said of it.
func foundAt(file string, line, column int, rule, said string) string {
	said, _, _ = strings.Cut(said, " for ever")
	said, _, _ = strings.Cut(said, ", in ")
	said, _, _ = strings.Cut(said, " in ")
	return fmt.Sprintf("%s:%d:%d %s: %s", filepath.Base(file), line, column, rule, said)
}

// foundBy lists the violations in a batch, those of clients perhaps among them.
func foundBy(b *report.Batch, clients bool) (out []string) {
	kept := &report.Batch{Version: b.Version, Roots: true}
	for _, c := range b.Programs {
		if clients || c.Client == "" {
			kept.Programs = append(kept.Programs, c)
		}
	}
	for _, f := range batch.Findings(kept) {
		if f.Result.Verdict != report.Violated || f.Result.Ignored != nil {
			continue
		}
		p := f.Places()[0]
		parts := strings.Split(p.Pos, ":")
		var line, column int
		if len(parts) > 2 {
			_, _ = fmt.Sscan(parts[len(parts)-2], &line)
			_, _ = fmt.Sscan(parts[len(parts)-1], &column)
		}
		out = append(out, foundAt(parts[0], line, column, f.Rule(), f.Title()+": "+p.Text))
	}
	slices.Sort(out)
	return slices.Compact(out)
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
	wait := time.After(time.Minute)
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
	dir, err := filepath.Abs(everyonesPackages)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(new(lax), dir, analyzer.New(), "./"+folder) {
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
	request := golang.Request{Dir: everyonesPackages, Patterns: []string{"./" + folder}}
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
