package lsp

// Programs of several files: which main procedures a file in Ada belongs to, and of which files a program is made.

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/lang"
	"flavers/lang/parts"
)

// maxUnits is how many files in Ada of a folder are looked at.
const maxUnits = 500

// mains are the programs in Ada that the files of a folder are, with those that the editor holds.
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
	out := lang.MainsBelow(texts)
	v.adaMains[folder] = out
	return out
}

// units are the files that a program is made of, the one that names it first.
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

// programsWith are the programs in Ada that a file is part of: of main procedures in its folder and the one above.
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

// lone is what is known of a file that belongs to no program: of one in Ada, what is wrong with its syntax.
func (v *view) lone(ctx context.Context, path string) *model {
	t := v.read(path)
	if !parts.Ada(path) || t == nil {
		return v.model(ctx, "", path)
	}
	list := lang.Syntax(path, t.src)
	return &model{program: path, files: []string{path}, list: list.All, wrong: list.HasErrors()}
}

// comment is where the comment of a line begins, and whether it is a directive; -1: there is none.
func comment(file, line string) (at int, directive bool) {
	mark := "//"
	if parts.Ada(file) {
		mark = "--"
	}
	at = strings.Index(line, mark)
	return at, at >= 0 && strings.HasPrefix(line[at+len(mark):], "!")
}
