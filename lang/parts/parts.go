// Package parts says which files a program may consist of, beside the one that names it.
//
//	parts.Split("all.adb:Main")      // "all.adb", "Main": one main procedure of a file with several
//	parts.Parts{Files: []string{"main.adb", "queue.adb"}, Folders: []string{"src"}}
//
// Front ends decide which of the files they need. The package reads no files.
package parts

import (
	"path/filepath"
	"strings"
)

// Parts are the files that a program may be made of. The zero value: those that are found beside the program.
type Parts struct {
	Main    string   // the main procedure, where several could be; "": the only one
	Files   []string // files that may have units of the program, whatever their names are
	Folders []string // where else units are looked for by name, in this order
	Trees   []string // the same in no order: a unit that two of these have is an error
}

// Ada reports whether a file is one of Ada by its name.
func Ada(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".adb" || ext == ".ads"
}

// Split returns the file of a program, and the main procedure where the name has one behind a colon.
func Split(program string) (file, main string) {
	if i := strings.LastIndexByte(program, ':'); i > 0 && Ada(program[:i]) {
		return program[:i], program[i+1:]
	}
	return program, ""
}

// Join is the opposite of Split.
func Join(file, main string) string {
	if main == "" {
		return file
	}
	return file + ":" + main
}

// File returns the file of a program.
func File(program string) string {
	file, _ := Split(program)
	return file
}
