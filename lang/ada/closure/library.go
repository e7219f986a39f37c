package closure

// This file has the units of libraries that tasks wait in. They are written in Ada here, by what the reference manual
// and GNAT say of them, and become a part of the program as its own units do.

import (
	"embed"
	"strings"
)

//go:embed library
var library embed.FS

// libraryFolder is where the names of these files begin: no file of a program does.
const libraryFolder = "library/"

// modelled adds the parts of a unit of a library that are written here, if there are any.
func (f *finder) modelled(name string) bool {
	found := false
	for _, ext := range []string{".ads", ".adb"} {
		file := libraryFolder + fileOf(name) + ext
		if text, err := library.ReadFile(file); err == nil {
			found = true
			if !f.tried[file] {
				f.add(File{Name: file, Text: text})
			}
		}
	}
	return found
}

func ofLibrary(file string) bool { return strings.HasPrefix(file, libraryFolder) }
