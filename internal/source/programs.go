package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"flavers/diag"
	"flavers/internal/outfile"
	"flavers/lang"
	"flavers/lang/ada/closure"
	"flavers/lang/parts"
	"flavers/limit"
)

// everything is how Go's commands name a folder with all that is below it.
const everything = "..."

// Alone returns the program that the arguments of a command stand for, if there is certainly only one: a file in a
// language of one file, or files in Ada with one main procedure.
func (r *Reader) Alone(paths []string) (program string, alone bool) {
	if slices.ContainsFunc(paths, isProject) {
		reader := *r // what is wrong is told when the programs are listed
		reader.List, reader.Parts = diag.List{}, map[string]parts.Parts{}
		projects := reader.projects(paths)
		if reader.List.HasErrors() || len(projects) == 0 {
			return "", false
		}
		paths = r.projects(paths)
	}
	if !slices.ContainsFunc(paths, func(path string) bool { return !parts.Ada(parts.File(path)) }) {
		programs := r.adaPrograms(paths)
		return programs[0], len(programs) == 1
	}
	if len(paths) != 1 || filepath.Base(paths[0]) == everything {
		return "", false
	}
	info, err := os.Stat(paths[0])
	return paths[0], err != nil || !info.IsDir()
}

// Programs lists the programs that the paths stand for. A path may be a folder, whose programs are listed in the
// order of their names. It notes in r.Parts which files a program may be made of: Ada files that are named belong
// together. The search takes at most most, if that is positive.
func (r *Reader) Programs(paths []string, most time.Duration) []string {
	paths = r.projects(paths)
	ends := time.Now().Add(most)
	out := r.inOrder(paths, func(path string) []string {
		if most > 0 {
			most = max(1, time.Until(ends))
		}
		return r.programsBelow(path, most)
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

// inOrder lists programs in the order of the paths. Files in Ada are looked at together, where the first of them
// stands; other gives the programs of any other path.
func (r *Reader) inOrder(paths []string, other func(path string) []string) []string {
	isAda := func(path string) bool { return parts.Ada(parts.File(path)) }
	var out []string
	done := false
	for _, path := range paths {
		switch {
		case !isAda(path):
			out = append(out, other(path)...)
		case !done:
			notAda := func(path string) bool { return !isAda(path) }
			out = append(out, r.adaPrograms(slices.DeleteFunc(slices.Clone(paths), notAda))...)
			done = true
		}
	}
	return out
}

// goBelow adds a hint to the messages from index errors on that say that a path has no programs: the command that
// checks Go packages there, if some folder below the path has one.
func (r *Reader) goBelow(path string, errors int) {
	for i := errors; i < len(r.List.All); i++ {
		d := &r.List.All[i]
		if d.Code != Missing || d.Hint != "" {
			continue
		}
		d.Hint = GoBelow(path)
	}
}

// mostSeen is the number of files and folders that GoBelow looks at.
const mostSeen = 10_000

// GoBelow returns a hint with the command that checks the Go packages in folders below a folder, or "" if there are
// none. It passes over the folders that the pattern ... of the go command does.
func GoBelow(folder string) string {
	seen, found := 0, false
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error { // what cannot be read has no package
		if seen++; seen > mostSeen {
			return fs.SkipAll
		}
		name := filepath.Base(path)
		switch {
		case err != nil || path == folder:
		case d.IsDir() && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor"):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".go") && filepath.Dir(path) != filepath.Clean(folder):
			found = true
			return fs.SkipAll
		}
		return nil
	})
	if !found {
		return ""
	}
	return "there are Go packages below it: flavers check " + dotted(folder) + "/..."
}

// dotted returns the path of a folder as Go's commands need it: a relative path begins with a dot.
func dotted(path string) string {
	path = filepath.ToSlash(filepath.Clean(path))
	if path == "." || filepath.IsAbs(path) || strings.HasPrefix(path, "../") || path == ".." {
		return path
	}
	return "./" + path
}

// programsBelow lists the programs of a path that is not a file in Ada.
func (r *Reader) programsBelow(path string, most time.Duration) []string {
	errors := len(r.List.All)
	found := r.Below([]string{path}, most, "program", ".tfg", ".adb", ".ads")
	r.goBelow(path, errors)
	var texts []lang.Text
	var folders []string
	for _, name := range found {
		if !parts.Ada(name) {
			continue
		}
		if text, ok := r.other(name); ok {
			texts = append(texts, lang.Text{Name: name, Text: text})
			if dir := filepath.Dir(name); !slices.Contains(folders, dir) {
				folders = append(folders, dir)
			}
		}
	}
	mains, ok := limit.Within(r.Ctx, func() []string { return lang.MainsBelow(limit.New(r.Ctx), texts) })
	if !ok {
		*r.Late = true
		r.List.Errorf(noPos, Unreadable, "path %s was not searched to its end: %s", path, limit.Words(r.Ctx))
		return nil
	}
	var out []string
	for _, name := range found {
		if !parts.Ada(name) {
			out = append(out, name)
			continue
		}
		for _, main := range mains {
			if parts.File(main) == name {
				out = append(out, main)
				r.partsOf(main, parts.Parts{Trees: folders})
			}
		}
	}
	if len(out) == 0 && len(r.List.All) == errors {
		r.List.Errorf(noPos, Missing, "path %s has files in Ada, but no main procedure: no procedure without parameters "+
			"that is a unit of its own", path)
	}
	return out
}

// partsOf notes which files a program may be made of.
func (r *Reader) partsOf(program string, p parts.Parts) {
	if r.Parts == nil {
		r.Parts = map[string]parts.Parts{}
	}
	r.Parts[program] = p
}

// adaPrograms groups the Ada files of a command line into programs, one for each main procedure, and notes in r.Parts
// which files each of them may be made of. FILE:PROCEDURE selects one program: then only the selected ones are listed.
func (r *Reader) adaPrograms(files []string) []string {
	var texts []lang.Text
	var asked, missing []string
	for _, name := range files {
		file, main := parts.Split(name)
		if main != "" {
			asked = append(asked, name)
		}
		if text, ok := r.other(file); ok {
			texts = append(texts, lang.Text{Name: file, Text: text})
		} else {
			missing = append(missing, file)
		}
	}
	if len(texts) == 0 {
		return missing
	}
	mains, ok := limit.Within(r.Ctx, func() []closure.Program { return lang.Mains(limit.New(r.Ctx), texts) })
	if !ok { // who reads it says so
		return []string{texts[0].Name}
	}
	var out []string
	for _, p := range mains {
		r.partsOf(p.Name, parts.Parts{Files: append(p.Files, missing...)})
		out = append(out, p.Name)
	}
	for _, name := range asked {
		if r.Parts[name].Files != nil {
			continue
		}
		var others []string
		for _, x := range texts {
			if x.Name != parts.File(name) {
				others = append(others, x.Name)
			}
		}
		r.partsOf(name, parts.Parts{Files: append(others, missing...)})
	}
	if len(asked) > 0 {
		return asked
	}
	return out
}

// One returns the program that the arguments of a command stand for: a file, or files in Ada. If there are several
// programs, it returns an error.
func (r *Reader) One(paths []string) (string, error) {
	paths = r.projects(paths)
	if r.List.HasErrors() {
		return "", errors.New(r.List.All[0].String())
	}
	if len(paths) == 1 && !parts.Ada(parts.File(paths[0])) {
		return paths[0], nil
	}
	programs := r.adaPrograms(paths)
	if len(programs) != 1 {
		return "", fmt.Errorf("there are %d main procedures, each a program of its own: name one of %s", len(programs),
			strings.Join(programs, ", "))
	}
	return programs[0], nil
}

// Each returns the programs that the arguments of a command stand for. Each file is a program, except that files
// in Ada are looked at together.
func (r *Reader) Each(paths []string) []string {
	paths = r.projects(paths)
	return r.inOrder(paths, func(path string) []string { return []string{path} })
}

// Below lists the files that the paths stand for: a file, or those with one of the
// extensions below a folder, in order of names. A path that ends in "/..." is the
// folder before. what is the role of the files, for messages. It takes no longer than
// most, if that is positive. A path that was not searched to its end, for that or
// because the run was interrupted, is an error, and nothing below it is listed.
func (r *Reader) Below(paths []string, most time.Duration, what string, extensions ...string) []string {
	ctx := r.Ctx
	if most > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, most)
		defer end()
	}
	var out []string
	for _, path := range paths {
		if folder, ok := strings.CutSuffix(filepath.ToSlash(path), "/..."); ok {
			path = filepath.FromSlash(folder + "/")
		} else if path == "..." {
			path = "."
		}
		path = filepath.Clean(path)
		found := r.below(ctx, path, what, extensions)
		for _, name := range found {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// below lists the files of one path, or appends what is wrong with it to the list.
func (r *Reader) below(ctx context.Context, path, what string, extensions []string) []string {
	var found []string
	at := path // for messages
	// A file system may take long to answer, or never do.
	err, ok := limit.Within(ctx, func() error { return walk(ctx, path, &at, extensions, &found) })
	switch {
	case !ok, ctx.Err() != nil:
		*r.Late = true
		r.List.Errorf(noPos, Unreadable, "path %s was not searched to its end: %s", path, limit.Words(ctx))
		return nil
	case errors.Is(err, fs.ErrNotExist):
		r.List.Errorf(noPos, Missing, "path %s does not exist", at)
	case err != nil:
		r.List.Errorf(noPos, Unreadable, "path %s cannot be read: %v", at, outfile.Reason(err))
	case len(found) == 0:
		r.List.Errorf(noPos, Missing, "path %s has no %s (*%s) below it", path, what, strings.Join(extensions, ", *"))
	}
	return found
}

// walk appends the files of a path to found; at is the path of an error.
func walk(ctx context.Context, path string, at *string, extensions []string, found *[]string) error {
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			*at = name
			return err
		case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case !d.IsDir() && (slices.Contains(extensions, filepath.Ext(name)) || name == path):
			*found = append(*found, name)
		}
		return nil
	})
}
