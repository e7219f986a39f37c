package roots

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"
)

// without lists the flags that are no part of the key of a kept answer: those of the output, those that choose roots,
// limits (an answer that a limit cut off is not kept), and names of files, whose contents are hashed instead.
// max-memory is not listed: where it cuts off a search for data races the answer is kept all the same, and nothing in
// it shows that it was cut off.
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

// Variable is the environment variable with another folder for kept answers, or "off", which keeps none.
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
