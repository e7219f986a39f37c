package lsp

// This file relates files in Ada and programs: which main procedures need a file, and which files a program
// consists of.

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/lang"
	"flavers/lang/parts"
)

// maxUnits bounds how many Ada files of one folder are read.
const maxUnits = 500

// mains returns the Ada programs of a folder, one for each main procedure. Files that the editor holds count as well as
// those on the disk.
func (v *view) mains(folder string) []string {
	if out, known := v.adaMains[folder]; known {
		return out
	}
	var names []string
	for path := range v.held {
		if filepath.Dir(path) == folder && parts.Ada(path) {
			names = append(names, path)
		}
	}
	if entries, err := os.ReadDir(folder); err == nil {
		for _, e := range entries {
			if path := filepath.Join(folder, e.Name()); parts.Ada(path) && len(names) < maxUnits {
				names = append(names, path)
			}
		}
	}
	slices.Sort(names)
	var texts []lang.Text
	for _, path := range slices.Compact(names) {
		if t := v.read(path); t != nil {
			texts = append(texts, lang.Text{Name: path, Text: t.src})
		}
	}
	out := lang.MainsBelow(nil, texts)
	v.adaMains[folder] = out
	return out
}

// units returns the files that a program is made of. The one that names the program comes first.
func (v *view) units(program string) []string {
	file := parts.File(program)
	if !parts.Ada(file) {
		return []string{file}
	}
	if out, known := v.adaUnits[program]; known {
		return out
	}
	out := []string{file}
	if t := v.read(file); t != nil {
		for _, name := range lang.Units(program, t.src, func(name string) ([]byte, bool) {
			t := v.read(filepath.Clean(name))
			if t == nil {
				return nil, false
			}
			return t.src, true
		}) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	v.adaUnits[program] = out
	return out
}

// programsWith returns the Ada programs that a file is part of. Their main procedures are looked for in the folder of
// the file and in the one above it.
func (v *view) programsWith(file string) []string {
	var out []string
	dir := filepath.Dir(file)
	for _, program := range slices.Concat(v.mains(dir), v.mains(filepath.Dir(dir))) {
		if !slices.Contains(out, program) && slices.Contains(v.units(program), file) {
			out = append(out, program)
		}
	}
	return out
}

// lone returns the model of a file that belongs to no program. For an Ada file it has the syntax errors only.
func (v *view) lone(ctx context.Context, path string) *model {
	t := v.read(path)
	if !parts.Ada(path) || t == nil {
		return v.model(ctx, "", path)
	}
	list := lang.Syntax(path, t.src)
	return &model{program: path, files: []string{path}, list: list.All, wrong: list.HasErrors()}
}

// comment returns the offset at which the comment of a line begins, or -1 if the line has none, and whether the comment
// is a directive.
func comment(file, line string) (at int, directive bool) {
	mark := "//"
	if parts.Ada(file) {
		mark = "--"
	}
	at = strings.Index(line, mark)
	return at, at >= 0 && strings.HasPrefix(line[at+len(mark):], "!")
}
