// Package vettool makes a command one that go vet can run:
//
//	go vet -vettool=$(which flavers) ./...
//
// runs it with "-V=full", to know whether results of before are still good, with "-flags", and then once for each
// package, with a file that names the package's files (x.cfg). The protocol is that of
// golang.org/x/tools/go/analysis/unitchecker.
package vettool

import (
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"flavers/lang/golang/analyzer"
)

// Asked reports whether the arguments of a command are those of go vet: flags, and one of the three at the end.
func Asked(args []string) bool {
	for i, arg := range args {
		switch last := i == len(args)-1; {
		case last && (arg == "-V=full" || arg == "-flags" || strings.HasSuffix(arg, ".cfg")):
			return true
		case !strings.HasPrefix(arg, "-"):
			return false
		}
	}
	return false
}

// Main does what go vet asks for, and ends the process.
func Main() { unitchecker.Main(analyzer.Analyzer) }
