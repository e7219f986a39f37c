package policy

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// queues are the packages that may import NATS, and farmers those that may import these. No other package
// needs a server, and neither does the library.
var (
	queues  = []string{"farm/queue", "farm/embedded"}
	farmers = []string{"internal/farm"}
)

func TestNATS(t *testing.T) {
	found := 0
	for pkg, list := range allowed {
		for _, to := range list {
			if slices.Contains(queues, to) && !slices.Contains(farmers, pkg) {
				t.Errorf("%s may not import %s", pkg, to)
			}
			if slices.Contains(farmers, to) && pkg != "cmd/flavers" {
				t.Errorf("%s may not import %s", pkg, to)
			}
		}
		files, err := filepath.Glob(filepath.Join("../..", pkg, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				if path, _ := strconv.Unquote(spec.Path.Value); strings.HasPrefix(path, "github.com/nats-io/") {
					if found++; !slices.Contains(queues, pkg) {
						t.Errorf("%s imports %s", name, path)
					}
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d imports of NATS", found)
	}
}
