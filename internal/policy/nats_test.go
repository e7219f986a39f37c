package policy

import (
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// queues are the packages that may import NATS, and speaker is the only one that may import these: a program of its
// own. No other package needs a server, and neither does the library.
var queues = []string{"farm/queue", "farm/embedded"}

const speaker = "cmd/flavers-farm"

// NATS is a fifth of what is compiled for a program that links it: the command flavers is built without.
func TestNATS(t *testing.T) {
	found := 0
	for pkg, list := range allowed {
		for _, to := range list {
			if slices.Contains(queues, to) && pkg != speaker {
				t.Errorf("%s may not import %s", pkg, to)
			}
			if to == speaker {
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

// heavy are packages that the command flavers must not link, directly or not. Each makes the first build seconds
// longer, or the command larger: with html/template, which calls methods by name, the linker keeps all methods.
var heavy = []string{"github.com/nats-io/", "gonum.org/v1/plot", "gonum.org/v1/gonum/mat", "github.com/goccy/",
	"net/http", "crypto/tls", "html/template"}

func TestLean(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "flavers/cmd/flavers").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, "flavers/verify") {
		t.Fatalf("%d packages are linked, not flavers/verify", len(linked))
	}
	for _, pkg := range linked {
		for _, no := range heavy {
			if strings.HasPrefix(pkg+"/", no+"/") || strings.HasPrefix(pkg, no) {
				t.Errorf("flavers links %s: go list -deps -f '{{.ImportPath}}: {{.Imports}}' ./cmd/flavers says for whom", pkg)
			}
		}
	}
}
