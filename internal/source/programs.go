package source

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"flavers/internal/outfile"
	"flavers/limit"
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
// names. It takes no longer than most, if that is positive.
func (r *Reader) Programs(paths []string, most time.Duration) []string {
	return r.Below(paths, most, "program", ".tfg")
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
