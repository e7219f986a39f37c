package load

import (
	"context"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"flavers/diag"
)

// This file turns errors of the go command, the parser and the type checker into diagnostics with positions and
// hints. It also answers questions about modules and workspaces.

// noModule is the hint for a folder outside of all modules.
const noModule = "there is no go.mod in this folder or above: go mod init NAME makes one"

// problems adds the errors of a package to the list. Errors that the go command prints as a block of text ("# pkg")
// are left out if the same errors are known with positions. Of syntax errors, only the first of a line counts, as the
// others usually follow from it, and so do an unexpected end of the file, and all errors of types.
func problems(p *packages.Package, dir string, list *diag.List) {
	placed := slices.ContainsFunc(p.Errors, func(e packages.Error) bool {
		return e.Kind == packages.TypeError || e.Kind == packages.ParseError
	})
	unread := func(e packages.Error) bool { return e.Kind == packages.ParseError }
	isBroken := slices.ContainsFunc(p.Errors, unread)
	broken := map[string]bool{} // lines with a syntax error, and files with one
	for _, e := range p.Errors {
		if placed && e.Kind == packages.ListError && strings.HasPrefix(e.Msg, "# ") {
			continue
		}
		at := position(e.Pos)
		if line := at.Filename + ":" + strconv.Itoa(at.Line); unread(e) {
			if broken[line] || broken[at.Filename] && strings.HasSuffix(e.Msg, "found 'EOF'") {
				continue
			}
			broken[line], broken[at.Filename] = true, true
		} else if isBroken && e.Kind == packages.TypeError {
			continue
		}
		if path, ok := strings.CutPrefix(e.Msg, "could not import "); ok && strings.Contains(path, "invalid package name") {
			path, _, _ = strings.Cut(path, " ")
			said := list.Errorf(at, Unloaded, "there is no package %s", path)
			if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
				said.WithHint("go get %s adds its module to go.mod", path)
			} else {
				said.WithHint("a package of this module has the path of the module before its folder, as in go.mod")
			}
			continue
		}
		said := list.Errorf(at, Unloaded, "%s", strings.Join(strings.Fields(e.Msg), " "))
		switch {
		case strings.Contains(e.Msg, "does not contain modules listed in go.work"):
			said.WithHint("name the modules of the workspace: ./MODULE/...")
		case strings.Contains(e.Msg, "does not contain main module") && !inModule(dir):
			said.WithHint(noModule)
		}
	}
}

// required says which packages of other modules cannot be compiled, so that loaded packages that import them have no
// types. What is wrong with loaded packages, problems has said.
func required(loaded []*packages.Package, list *diag.List) {
	said := map[string]bool{}
	for _, p := range loaded {
		if !p.IllTyped || len(p.Errors) > 0 {
			continue
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			q := p.Imports[path]
			isLoaded := slices.ContainsFunc(loaded, func(l *packages.Package) bool { return l.PkgPath == q.PkgPath })
			if !q.IllTyped || isLoaded || said[path] {
				continue
			}
			said[path] = true
			lines := compiled(q.Errors)
			if len(lines) == 0 {
				said := list.Errorf(token.Position{}, Unloaded, "package %s cannot be compiled", path)
				said.WithHint("go build %s says why", path)
			}
			for _, at := range slices.Sorted(maps.Keys(lines)) {
				list.Errorf(position(at), Unloaded, "package %s cannot be compiled: %s", path, lines[at])
			}
		}
	}
}

// compiled lists what the compiler says at places, "file:line:col", in errors of the go command.
func compiled(errs []packages.Error) map[string]string {
	out := map[string]string{}
	for _, e := range errs {
		for line := range strings.Lines(e.Msg) {
			at, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if ok && position(at).Line > 0 {
				out[at] = text
			}
		}
	}
	return out
}

// inModule reports whether a folder is one of a module, or of a workspace.
func inModule(dir string) bool {
	dir, err := filepath.Abs(dir)
	for err == nil {
		for _, name := range []string{"go.mod", "go.work"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				return true
			}
		}
		if filepath.Dir(dir) == dir {
			return false
		}
		dir = filepath.Dir(dir)
	}
	return true // not known
}

// workspace reports whether the go command takes the modules of a workspace together, seen from a folder.
func workspace(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "go", "env", "GOWORK")
	cmd.Dir = dir
	out, err := cmd.Output()
	name := strings.TrimSpace(string(out))
	return err == nil && name != "" && name != "off"
}

// position reads "file:line:col", as package packages writes it.
func position(text string) token.Position {
	var p token.Position
	fields := strings.Split(text, ":")
	if len(fields) < 2 {
		return p
	}
	p.Filename = fields[0]
	p.Line, _ = strconv.Atoi(fields[1])
	if len(fields) > 2 {
		p.Column, _ = strconv.Atoi(fields[2])
	}
	return p
}
