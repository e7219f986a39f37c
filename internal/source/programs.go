package source

import (
	"errors"
	"flavers/internal/outfile"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Programs below folders.

// Programs lists the files that the paths stand for, those of a folder in order of
// names.
func (r *Reader) Programs(paths []string) []string {
	var out []string
	for _, path := range paths {
		var found []string
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			case !d.IsDir() && (filepath.Ext(name) == ".tfg" || name == path):
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
			r.List.Errorf(noPos, Missing, "path %s has no program (*.tfg) below it", path)
		}
		for _, name := range found {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
