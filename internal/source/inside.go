package source

// Files that a program names: below its own folder, unless the user allows more. A
// diagnostic shows a line of a file that is wrong, so a program of somebody else
// could otherwise show any file that the user can read.

import (
	"go/token"
	"path/filepath"
)

// outside reports whether a file is not below a folder, by its name or by where its
// symbolic links lead. A file that does not exist is judged by its name.
func outside(folder, file string) bool {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return true
	}
	if file, err = filepath.Abs(file); err != nil || !below(folder, file) {
		return true
	}
	if file, err = filepath.EvalSymlinks(file); err != nil {
		return false // reading it says why
	}
	folder, err = filepath.EvalSymlinks(folder)
	return err != nil || !below(folder, file)
}

func below(folder, file string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel)
}

// Trusted reports whether a file may be read that an input names at pos, or that is
// read as it lies beside it; if not, an error is appended. what is its role.
func (r *Reader) Trusted(input, file, what string, pos token.Position, length int) bool {
	if r.AllowOutside || !outside(filepath.Dir(input), file) {
		return true
	}
	r.List.Errorf(pos, Outside, "%s %s is not below the folder of %s", what, file, input).WithLen(length).
		WithHint("name it on the command line, or trust %s: --allow-outside", input)
	return false
}
