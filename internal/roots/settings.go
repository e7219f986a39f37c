package roots

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// without lists the flags on which no kept answer depends, besides those of files of reports, which end in "-output":
//
//   - other flags of the output, and those that select roots;
//   - limits, because an answer that a limit has cut off is not kept;
//   - names of files, because their contents are hashed instead.
//
// max-memory is a limit, but is not listed: if it cuts off a search for data races, the answer shows no sign of it, so
// it is kept.
var without = []string{"format", "color", "no-times", "verbose",
	"no-cache", "help", "entry", "contracts", "roots", "jobs", "timeout", "timeout-per-property", "max-tuples", "property",
	"constraint"}

// Settings returns everything besides the packages that answers depend on: the values of flags, and the contents of the
// files of specifications.
func Settings(flags *pflag.FlagSet, specifications []string) []string {
	var out []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(without, f.Name) && !strings.HasSuffix(f.Name, "-output") {
			out = append(out, f.Name+"="+f.Value.String())
		}
	})
	slices.Sort(out)
	for _, name := range specifications {
		out = append(out, contentOfFile(name))
	}
	return out
}

// Variable is the environment variable that names another folder for kept answers. Its value "off" keeps none.
const Variable = "FLAVERS_CACHE"

// Folder returns the folder for kept answers, by default one in the user's folder for caches. It returns "" if none are
// kept.
func Folder() string {
	switch dir := os.Getenv(Variable); dir {
	case "":
	case "off":
		return ""
	default:
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "flavers")
}
