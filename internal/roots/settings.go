package roots

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"
)

// without are the flags of a check on which no answer depends that is kept: how it is printed, what the limits are, as
// an answer that a limit ended is not kept, and the names of files, in place of which their contents count. A limit of
// memory is not among them: where it ends the search for data races, nothing says so.
var without = []string{"format", "json-output", "sarif-output", "html-output", "color", "no-times", "verbose",
	"no-cache", "help", "entry", "jobs", "timeout", "timeout-per-property", "max-tuples", "property", "constraint"}

// Settings are what answers depend on besides the packages: flags, and the contents of specifications.
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

// Folder is where answers are kept, among what the user's other programs keep; "": nowhere.
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
