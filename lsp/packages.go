package lsp

// This file has findings in Go packages. The server checks the packages of the .go files that the editor holds when
// such a file is opened or saved. The go command reads the files on the disk. So the server shows no findings while the
// editor holds another text of some .go file, and an edit withdraws the findings in all packages, because these may
// import one another.

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/check"
	"flavers/diag"
	"flavers/lang/golang"
	"flavers/limit"
	"flavers/report"
	"flavers/report/batch"
)

// packagesJob is the name of the job that looks at packages, one after another.
const packagesJob = "Go packages"

func isGo(path string) bool { return filepath.Ext(path) == ".go" }

// packageBy returns the source (see say) of the findings in the package of a folder.
func packageBy(dir string) string { return "package " + dir }

// opened checks each package that was not checked yet and has a file that is open in the editor.
func (s *server) opened() {
	s.start(packagesJob, func(ctx context.Context) {
		for ctx.Err() == nil {
			v := s.view()
			dirs := slices.DeleteFunc(v.packageFolders(), s.packageKnown)
			if len(dirs) == 0 || !v.saved() {
				return
			}
			byFile, err := s.findings(ctx, v, dirs[0])
			if ctx.Err() != nil || !s.unchanged(v) {
				return // the check after the change begins anew
			}
			if err != nil {
				s.notify("window/logMessage", map[string]any{"type": 3, "message": "flavers: " + dirs[0] + ": " + err.Error()})
			}
			s.mu.Lock()
			if ctx.Err() == nil { // an edit stops the job first and then forgets its findings, so none may be added now
				s.packages[dirs[0]] = true
			}
			s.mu.Unlock()
			if s.say(v, packageBy(dirs[0]), byFile); ctx.Err() != nil {
				s.forget(s.view(), packageBy(dirs[0]))
			}
		}
	})
}

// edited withdraws the findings in all packages.
func (s *server) edited() {
	s.stopJob(packagesJob)
	s.mu.Lock()
	dirs := s.packages
	s.packages = map[string]bool{}
	s.mu.Unlock()
	v := s.view()
	for dir := range dirs {
		s.forget(v, packageBy(dir))
	}
}

// packageClosed withdraws the findings in the package of a folder once the editor holds no file of it.
func (s *server) packageClosed(dir string) {
	if v := s.view(); !slices.Contains(v.packageFolders(), dir) {
		s.mu.Lock()
		delete(s.packages, dir)
		s.mu.Unlock()
		s.forget(v, packageBy(dir))
	}
}

func (s *server) packageKnown(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.packages[dir]
}

// packageFolders returns the folders of the .go files that the editor holds, in order.
func (v *view) packageFolders() []string {
	var out []string
	for path := range v.held {
		if isGo(path) && filepath.IsAbs(path) {
			out = append(out, filepath.Dir(path))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// saved reports whether every .go file that the editor holds is on the disk as the editor has it.
func (v *view) saved() bool {
	for path, d := range v.held {
		if isGo(path) {
			if disk, err := os.ReadFile(path); err != nil || !bytes.Equal(disk, d.src) {
				return false
			}
		}
	}
	return true
}

// unchanged reports whether the .go files are still those of a view, in the editor and on the disk.
func (s *server) unchanged(v *view) bool {
	now := s.view()
	for path, d := range v.held {
		if isGo(path) && now.held[path] != d {
			return false
		}
	}
	return now.saved()
}

// findings checks the package of a folder within the limits of the server, and returns its violations, as diagnostics
// by file. The error says why the package could not be checked.
func (s *server) findings(ctx context.Context, v *view, dir string) (map[string][]diagnostic, error) {
	end := s.begin(ctx, packagesJob, "Go package "+filepath.Base(dir))
	defer end()
	ctx, release, err := s.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	type answer struct {
		b    *report.Batch
		list diag.List
	}
	a, ok := limit.Within(ctx, func() (a answer) {
		a.b, a.list = checkedPackage(ctx, dir)
		return a
	})
	switch {
	case !ok:
		return nil, errors.New("not checked: " + limit.Words(ctx))
	case a.list.HasErrors(): // the language server of Go says what is wrong with the text
		return nil, errors.New("not checked: " + a.list.All[0].Message)
	}
	byFile := map[string][]diagnostic{}
	for _, ways := range batch.Mistakes(a.b) {
		if file, d, ok := v.packageFinding(&ways[0]); ok {
			byFile[file] = append(byFile[file], d)
		}
	}
	return byFile, nil
}

// checkedPackage checks the roots of a package, its clients among them, as flavers check does, but keeps no answers.
func checkedPackage(ctx context.Context, dir string) (*report.Batch, diag.List) {
	b := &report.Batch{Version: report.Version, Roots: true}
	ps, list := check.Open(ctx, []golang.Request{{Dir: dir, Patterns: []string{"."}}},
		check.OpenOptions{Clients: check.ClientsAuto, Shared: true})
	for _, root := range ps.Roots {
		if ctx.Err() != nil || list.HasErrors() {
			break
		}
		if c := check.Package(ctx, root, check.Options{}).Check; c != nil {
			b.Programs = append(b.Programs, c)
		}
	}
	return b, list
}

// packageFinding returns a finding as a diagnostic of its file, with the other operations and the steps of the
// execution. ok reports whether it has a place.
func (v *view) packageFinding(f *batch.Finding) (file string, d diagnostic, ok bool) {
	locate := func(pos string) (location, bool) {
		// Positions below the folder where the server was started, as editors do in the folder of the workspace, are
		// relative to that one.
		if at, err := filepath.Abs(pos); err == nil {
			pos = at
		}
		return v.locationOf(pos)
	}
	d = diagnostic{Severity: severityWarning, Code: f.Rule(), Source: "flavers check"}
	for i, p := range f.Lines() {
		l, known := locate(p.Pos)
		switch {
		case i == 0:
			file, ok, d.Range, d.Message = pathOf(l.URI), known, l.Range, p.Text
		case known:
			d.Related = append(d.Related, related{l, p.Text})
		}
	}
	d.Message += ", in " + strings.Join(f.Roots, ", ")
	for _, condition := range f.Result.If {
		d.Message += "\nif " + condition
	}
	if f.Check.Client != "" { // callers that were written for the package
		d.Message += "\nif " + f.Check.Client
	}
	for _, step := range f.Steps() {
		if l, known := locate(step.Pos); known && len(d.Related) < maxSteps {
			d.Related = append(d.Related, related{l, step.Text})
		}
	}
	return file, d, ok
}
