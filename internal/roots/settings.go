package roots

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"
)

// without lists the flags on which no kept answer depends: those of the output, limits (an answer that a limit cut off
// is not kept), and names of files, whose contents are hashed instead. The limit of memory is not listed: it may cut
// off the search for data races, which no answer shows.
var without = []string{"format", "json-output", "sarif-output", "html-output", "color", "no-times", "verbose",
	"no-cache", "help", "entry", "contracts", "roots", "jobs", "timeout", "timeout-per-property", "max-tuples", "property",
	"constraint"}

// Settings lists what answers depend on besides the packages: flags, and the contents of specifications.
func Settings(flags *pflag.FlagSet, specifications []string) []string {
	var out []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(without, f.Name) {
			out = append(out, f.Name+"="+f.Value.String())
		}
	})
	slices.Sort(out)
	for _, name := range specifications {
		out = append(out, contentOfFile(name))
	}
	return out
}

// Variable names another folder for what is kept, or says "off".
const Variable = "FLAVERS_CACHE"

// Folder returns the folder for answers, below the user's folder for caches, or "" if none are kept.
func Folder() string {
	if dir := os.Getenv(Variable); dir == "off" {
		return ""
	} else if dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "flavers")
}
