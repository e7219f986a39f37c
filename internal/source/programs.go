package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/internal/outfile"
)

// everything is how Go's commands name a folder with all that is below it.
const everything = "..."

// Several tells whether paths stand for any number of programs.
func Several(paths []string) bool {
	if len(paths) != 1 || filepath.Base(paths[0]) == everything {
		return true
	}
	info, err := os.Stat(paths[0])
	return err == nil && info.IsDir()
}

// Programs lists the programs that the paths stand for, those of a folder in order of
// names.
func (r *Reader) Programs(paths []string) []string { return r.Below(paths, "program", ".tfg") }

// Below lists the files that the paths stand for: a file, or those with one of the
// extensions below a folder, in order of names. A path that ends in "/..." is the
// folder before. what is the role of the files, for messages.
func (r *Reader) Below(paths []string, what string, extensions ...string) []string {
	var out []string
	for _, path := range paths {
		if folder, ok := strings.CutSuffix(filepath.ToSlash(path), "/..."); ok {
			path = filepath.FromSlash(folder + "/")
		} else if path == "..." {
			path = "."
		}
		path = filepath.Clean(path)
		var found []string
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			case !d.IsDir() && (slices.Contains(extensions, filepath.Ext(name)) || name == path):
				found = append(found, name)
			}
			return nil
		})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			r.List.Errorf(noPos, Missing, "path %s does not exist", path)
		case err != nil:
			r.List.Errorf(noPos, Unreadable, "path %s cannot be read: %v", path, outfile.Reason(err))
		case len(found) == 0:
			r.List.Errorf(noPos, Missing, "path %s has no %s (*%s) below it", path, what, strings.Join(extensions, ", *"))
		}
		for _, name := range found {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
