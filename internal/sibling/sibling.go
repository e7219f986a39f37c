// Package sibling finds the other programs of this project: flavers-farm and flavers-graphviz.
//
//	path := sibling.Find("flavers-farm") // "": it is not installed
//
// They are programs of their own so that flavers is built and started without what they link.
package sibling

import (
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
)

// HowToInstall is the beginning of a sentence that says how to get them; the name of the program follows.
const HowToInstall = "in the folder of FLAVERS' source, go install ./cmd/... installs "

// Find returns the path of a program. It looks beside the running program, on the path, and where go install puts
// programs. It returns "" if there is none.
func Find(name string) string {
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	folders := []string{os.Getenv("GOBIN")}
	for _, path := range filepath.SplitList(build.Default.GOPATH) {
		folders = append(folders, filepath.Join(path, "bin"))
	}
	for _, folder := range folders {
		if path, err := exec.LookPath(filepath.Join(folder, name)); filepath.IsAbs(folder) && err == nil {
			return path
		}
	}
	return ""
}
