package source

// Project files of GNAT: the main procedures that they name, and the folders in which units are looked for.

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"flavers/lang"
	"flavers/lang/parts"
	"flavers/limit"
)

// isProject reports whether a file is a project by its name.
func isProject(file string) bool { return strings.EqualFold(filepath.Ext(file), ".gpr") }

// projects replaces project files among paths by the files of their main procedures, and notes their folders. What is
// wrong with a project goes to the list, and the path stays.
func (r *Reader) projects(paths []string) []string {
	var out []string
	for _, path := range paths {
		if !isProject(path) {
			out = append(out, path)
			continue
		}
		text, ok := r.Read(path, noPos, "project")
		if !ok {
			continue
		}
		p, problems := lang.Project(path, text)
		r.List.Append(problems)
		folders := r.foldersOf(filepath.Dir(path), p.Folders)
		known := r.Parts[""]
		for _, folder := range folders {
			if !slices.Contains(known.Folders, folder) {
				known.Folders = append(slices.Clip(known.Folders), folder)
			}
		}
		r.partsOf("", known)
		mains := r.mainsIn(folders, p.Mains)
		if len(mains) == 0 && !problems.HasErrors() {
			r.List.Errorf(noPos, Missing, "project %s has no main procedure in %s", path, strings.Join(folders, ", ")).
				WithHint("it is named by: for Main use (\"main.adb\")")
		}
		out = append(out, mains...)
	}
	return out
}

// foldersOf are folders beside a project, those with /** with all that are below.
func (r *Reader) foldersOf(home string, named []string) []string {
	var out []string
	for _, name := range named {
		all := false
		if name, all = strings.CutSuffix(filepath.ToSlash(name), "/**"); name == "**" {
			name, all = ".", true
		}
		folder := filepath.Join(home, filepath.FromSlash(name))
		if filepath.IsAbs(name) {
			folder = filepath.Clean(name)
		}
		if !all {
			out = append(out, folder)
			continue
		}
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error { // what cannot be read has no units
			switch {
			case err != nil || !d.IsDir() || r.Ctx.Err() != nil:
				return nil
			case path != folder && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			}
			out = append(out, path)
			return nil
		})
	}
	return out
}

// mainsIn returns the files of main procedures in folders: the named ones, or all.
func (r *Reader) mainsIn(folders, named []string) []string {
	var out []string
	for _, name := range named {
		if filepath.Ext(name) == "" {
			name += ".adb"
		}
		found := filepath.Join(folders[0], name) // where it is said to be missing
		for _, folder := range folders {
			if _, ok := r.other(filepath.Join(folder, name)); ok {
				found = filepath.Join(folder, name)
				break
			}
		}
		out = append(out, found)
	}
	if len(named) > 0 {
		return out
	}
	var texts []lang.Text
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(folder, "*.ad[bs]"))
		for _, file := range files {
			if text, ok := r.other(file); ok {
				texts = append(texts, lang.Text{Name: file, Text: text})
			}
		}
	}
	mains, _ := limit.Within(r.Ctx, func() []string { return lang.MainsBelow(limit.New(r.Ctx), texts) })
	for _, main := range mains {
		if file := parts.File(main); !slices.Contains(out, file) {
			out = append(out, file)
		}
	}
	return out
}
