// Package policy holds the layering of the project as a test: which package may
// import which. docs/design.md explains the packages. It also holds what package
// docs say is to be changed "to add" something to the code.
package policy

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed lists, for each package, the packages of the project that its ordinary
// (not test) files may import. A permission that no file uses is an error.
var allowed = map[string][]string{
	"internal/printable":   {},
	"report/markup":        {},
	"diag":                 {"internal/printable"},
	"bitset":               {},
	"internal/directive":   {},
	"internal/manpage":     {"internal/outfile"},
	"internal/names":       {},
	"internal/outline":     {},
	"internal/flags":       {"diag", "internal/printable", "limit"},
	"internal/properties":  {"diag", "lang/golang/library"},
	"internal/progress":    {"explore/model", "internal/english", "report"},
	"internal/terminal":    {"internal/printable", "report"},
	"internal/outfile":     {"internal/printable"},
	"farm/store":           {"internal/outfile"},
	"farm/job":             {"automata", "cfg", "check", "diag", "explore", "explore/swarm", "lang/parts", "report", "report/stats", "verify", "verify/crosscheck", "verify/crosscheck/random", "verify/follow", "verify/partial"},
	"farm/seeds":           {"farm/checks", "farm/job"},
	"farm/child":           {"farm/job", "limit"},
	"farm/checks":          {"check", "farm/job", "farm/store", "limit", "report"},
	"farm/split":           {"explore", "farm/checks", "farm/job"},
	"farm/status":          {"internal/english", "internal/printable"},
	"farm/queue":           {"farm/job", "farm/status", "farm/store"},
	"farm/embedded":        {},
	"farm/bridge":          {"farm/job", "farm/status", "farm/store"},
	"internal/sibling":     {},
	"internal/group":       {},
	"internal/scc":         {},
	"lsp/command":          {"internal/flags", "internal/version", "lsp"},
	"internal/roots":       {"diag", "farm/store", "internal/english", "internal/version", "lang/golang", "limit", "report", "report/ledger"},
	"check":                {"report/ledger", "automata", "automata/calls", "automata/fsa", "cfg", "internal/source", "diag", "explore", "explore/model", "internal/roots", "lang/golang", "lang/parts", "limit", "report", "report/batch", "report/made", "verify", "verify/explored", "verify/partial", "verify/reuse", "report/outcome", "report/form"},
	"internal/sat":         {},
	"internal/starter":     {"lang/ada/syntax", "internal/flags", "internal/outfile", "internal/printable"},
	"internal/topics":      {"diag", "internal/manpage", "internal/outfile"},
	"internal/watcher":     {},
	"internal/formatter":   {"diag", "internal/outfile", "internal/source", "lang/format", "lang/parts", "limit"},
	"internal/source":      {"lang", "lang/ada/closure", "lang/parts", "lang/ada/syntax", "automata", "automata/calls", "automata/fsa", "automata/invariant", "automata/monitor", "cfg", "diag", "internal/directive", "internal/outfile", "internal/printable", "limit", "report"},
	"limit":                {},
	"cfg":                  {},
	"cfg/dead":             {"bitset", "cfg"},
	"lang":                 {"cfg", "diag", "limit", "lang/ada", "lang/ada/closure", "lang/ada/index", "lang/ada/project", "lang/ada/syntax", "lang/parts", "lang/symbols", "lang/task"},
	"lang/ada/project":     {"diag"},
	"lang/ada/index":       {"diag", "lang/ada/syntax", "lang/symbols"},
	"lang/parts":           {},
	"lang/ada/closure":     {"diag", "lang/ada/syntax", "lang/parts", "limit"},
	"lang/ada":             {"cfg", "diag", "limit", "lang/ada/closure", "lang/parts", "lang/ada/effects", "lang/ada/eval", "lang/ada/model", "lang/ada/syntax", "lang/ada/tasking", "lang/ada/types", "lang/task", "report/ledger"},
	"lang/ada/effects":     {"lang/ada/syntax"},
	"lang/ada/eval":        {"lang/ada/model", "lang/ada/syntax", "lang/ada/types"},
	"lang/ada/model":       {"cfg", "diag", "limit", "lang/ada/closure", "lang/ada/syntax", "lang/ada/types", "report/ledger"},
	"lang/ada/syntax":      {"diag", "limit"},
	"lang/ada/tasking":     {"lang/ada/eval", "lang/ada/model", "lang/ada/syntax", "lang/ada/types"},
	"lang/ada/types":       {"lang/ada/syntax"},
	"lang/symbols":         {},
	"lang/task":            {"cfg", "diag", "limit", "lang/symbols"},
	"lang/golang/bind":     {"automata/calls", "diag"},
	"automata/calls":       {},
	"lang/golang/library":  {},
	"lang/golang":          {"automata/calls", "diag", "lang/golang/bind", "lang/golang/clients", "lang/golang/execute", "lang/golang/extract", "lang/golang/heap", "lang/golang/ignore", "lang/golang/load", "lang/golang/native", "lang/golang/objects", "lang/golang/roots", "lang/golang/slice", "lang/golang/write", "report/ledger"},
	"lang/golang/objects":  {"lang/golang/heap", "lang/golang/roots"},
	"lang/golang/cases":    {"lang/golang/heap", "lang/golang/roots", "lang/golang/slice"},
	"lang/golang/slice":    {"lang/golang/heap", "lang/golang/roots", "lang/golang/unwind", "limit"},
	"lang/golang/extract":  {"automata/calls", "lang/golang/apart", "lang/golang/bind", "lang/golang/heap", "lang/golang/objects", "lang/golang/roots", "lang/golang/slice", "lang/golang/std", "lang/golang/track", "lang/golang/unwind", "lang/golang/values", "lang/golang/write", "limit", "report/ledger"},
	"lang/golang/execute":  {"lang/golang/heap", "lang/golang/roots", "lang/golang/std", "lang/golang/values"},
	"lang/golang/track":    {"automata/calls", "lang/golang/bind", "lang/golang/heap", "lang/golang/roots", "lang/golang/write", "report/ledger"},
	"lang/golang/values":   {"lang/golang/heap"},
	"lang/golang/unwind":   {"lang/golang/heap"},
	"lang/golang/apart":    {"lang/golang/heap", "lang/golang/write"},
	"lang/golang/roots":    {"diag", "lang/golang/bind", "lang/golang/clients", "lang/golang/heap", "lang/golang/ignore", "lang/golang/load", "report/ledger"},
	"lang/golang/write":    {},
	"lang/golang/load":     {"diag", "lang/golang/clients"},
	"lang/golang/clients":  {"lang/golang/heap"},
	"lang/golang/analyzer": {"check", "diag", "lang/golang", "lang/golang/load", "report", "report/batch"},
	"lang/golang/vettool":  {"lang/golang/analyzer"},
	"lang/golang/ignore":   {"diag", "report/ledger"},
	"lang/golang/native":   {"internal/group"},
	"internal/confirm":     {"internal/english", "lang/golang", "lang/golang/native", "report", "report/batch", "report/ledger", "report/outcome"},
	"lang/golang/heap":     {"lang/golang/std", "limit", "internal/scc"},
	"lang/golang/std":      {},
	"internal/executed":    {"cfg", "lang", "lang/golang", "report/ledger", "internal/group"},
	"report/ledger":        {},
	"report/made":          {"cfg", "report", "report/ledger", "report/outcome"},
	"lang/format":          {"limit", "automata", "automata/fsa", "diag", "lang/task", "automata/calls"},
	"automata":             {"automata/ltl", "diag"},
	"automata/ltl":         {},
	"automata/constant":    {"diag"},
	"automata/fsa":         {"limit", "automata", "automata/constant", "automata/ltl", "diag", "lang/symbols", "automata/calls"},
	"sem":                  {"cfg", "limit"},
	"tfg":                  {"cfg"},
	"automata/invariant":   {"automata", "cfg", "diag"},
	"automata/observe":     {"automata", "cfg", "sem"},
	"automata/monitor":     {"automata", "cfg", "diag", "sem", "tfg", "bitset", "limit"},
	"mip":                  {"cfg", "tfg", "bitset", "limit", "internal/scc"},
	"deadlock":             {"automata/monitor", "cfg", "mip", "sem", "bitset", "internal/sat"},
	"porelim":              {"automata/monitor", "cfg", "mip", "tfg", "bitset"},
	"dataflow":             {"automata/monitor", "mip", "tfg", "bitset", "limit"},
	"dataflow/counting":    {"dataflow", "bitset", "limit"},
	"assume":               {"sem", "automata", "automata/observe", "cfg"},
	"explore":              {"cfg/dead", "explore/model", "explore/symmetry", "sem", "automata", "cfg", "limit", "explore/packed", "explore/search"},
	"explore/symmetry":     {"automata/observe", "sem", "automata", "cfg", "limit", "explore/packed", "explore/search"},
	"explore/packed":       {},
	"explore/search":       {"explore/packed"},
	"explore/model":        {"assume", "automata/observe", "sem", "automata", "cfg", "limit", "explore/packed", "explore/search"},
	"explore/families":     {"automata", "cfg", "limit", "explore", "explore/eventdriven", "explore/engine", "explore/lpor", "explore/swarm", "explore/trans"},
	"explore/swarm":        {"automata", "cfg", "cfg/dead", "explore", "explore/model", "limit", "sem", "explore/packed"},
	"explore/trans":        {"explore", "explore/model", "sem", "automata", "cfg"},
	"explore/em":           {"explore", "explore/em/trace", "explore/model", "limit"},
	"explore/eventdriven":  {"explore", "explore/em", "explore/em/trace", "explore/model", "sem", "automata", "cfg"},
	"explore/em/trace":     {"diag"},
	"explore/lpor":         {"cfg/dead", "explore", "explore/model", "sem", "automata", "cfg", "bitset"},
	"explore/lpor/petri":   {"diag", "explore", "explore/lpor", "explore/model", "bitset"},
	"explore/engine":       {"explore", "explore/model", "sem", "automata", "cfg"},
	"report/phrase":        {},
	"report":               {"report/markup", "editors", "report/form", "report/phrase", "report/ledger", "diag", "internal/english", "internal/names", "internal/printable", "report/outcome"},
	"report/outcome":       {},
	"report/form":          {"diag", "internal/printable"},
	"docs":                 {},
	"report/index":         {"report/markup", "internal/outfile", "report", "report/batch", "report/outcome"},
	"report/batch":         {"diag", "internal/english", "internal/printable", "report", "report/form", "report/ledger"},
	"report/stats":         {"report", "report/form", "diag", "internal/english", "internal/printable"},
	"report/tests":         {"report", "report/form", "diag", "internal/english", "internal/printable"},
	"report/plot":          {"internal/english", "render", "report/stats"},
	"report/lcov":          {"internal/printable", "report"},
	"report/sarif":         {"report/form", "diag", "internal/english", "report", "report/batch"},
	"render":               {"render/arrange", "render/coordinates", "render/dot"},
	"render/arrange":       {},
	"render/coordinates":   {},
	"render/dot":           {},
	"render/chart":         {"internal/english", "internal/names", "render", "render/dot"},
	"render/diagram":       {"render", "render/dot"},
	"render/crosstab":      {"internal/english", "render"},
	"render/page":          {"render"},
	"render/external":      {"internal/sibling", "internal/group"},
	"verify":               {"assume", "automata", "automata/monitor", "cfg", "cfg/dead", "dataflow", "dataflow/counting", "deadlock", "diag", "explore", "explore/lpor", "explore/model", "explore/symmetry", "live", "mip", "porelim", "report", "report/stats", "sem", "tfg", "verify/blame", "verify/blocked", "verify/directed", "verify/distance", "verify/endless", "verify/follow", "verify/infinite", "explore/packed", "verify/partial", "verify/project", "verify/represented", "verify/stubborn", "verify/transient", "verify/vacuous", "bitset", "internal/english", "internal/names", "limit", "report/outcome"},
	"picture":              {"report/markup", "dataflow", "explore/lpor/petri", "diag", "internal/codes", "internal/english", "internal/names", "internal/scc", "render/chart", "render/crosstab", "render/diagram", "render/page", "automata", "automata/monitor", "cfg", "mip", "porelim", "render", "report", "sem", "tfg", "verify", "verify/follow", "bitset", "limit", "diag", "report/outcome"},
	"verify/blocked":       {"automata", "automata/monitor", "automata/observe", "cfg", "explore/symmetry", "sem", "explore/packed", "verify/stubborn", "limit", "explore/search"},
	"verify/every":         {"automata", "automata/monitor", "automata/observe", "explore/symmetry", "sem", "limit"},
	"verify/sizes":         {"automata", "automata/monitor", "cfg", "limit", "report", "verify", "verify/endless", "verify/every", "report/outcome"},
	"verify/directed":      {"automata/monitor", "cfg", "sem"},
	"verify/distance":      {"automata/monitor", "cfg", "limit", "sem"},
	"verify/endless":       {"automata/monitor", "cfg", "diag", "limit", "sem", "explore/packed", "internal/scc", "explore/search", "explore/model"},
	"live":                 {"limit"},
	"verify/dump":          {"automata", "automata/monitor", "cfg", "dataflow", "mip", "porelim", "report", "sem", "tfg", "verify", "limit"},
	"verify/follow":        {"report/made", "automata", "automata/ltl", "automata/observe", "cfg", "diag", "limit", "live", "report", "sem"},
	"verify/blame":         {"automata/monitor", "cfg", "sem"},
	"verify/project":       {"automata/monitor", "cfg", "sem", "limit"},
	"verify/represented":   {"cfg", "report", "sem"},
	"verify/vacuous":       {"automata", "automata/monitor", "bitset", "cfg", "mip"},
	"verify/transient":     {"automata/monitor", "cfg"},
	"verify/infinite":      {"assume", "automata", "automata/ltl", "automata/monitor", "cfg", "explore/model", "limit", "live", "sem", "verify/endless", "explore/packed", "verify/transient", "explore", "explore/lpor", "explore/search"},
	"verify/survey":        {"cfg", "explore/model", "sem", "limit", "explore/search"},
	"verify/partial":       {"internal/scc", "cfg", "cfg/dead", "explore/model", "internal/english", "limit", "report", "report/ledger", "sem", "verify/follow", "report/outcome", "explore/search"},
	"verify/reuse":         {"cfg", "cfg/dead", "explore/model", "limit", "report", "report/ledger", "sem", "verify/follow", "explore/packed", "report/outcome", "explore/search"},
	"verify/races":         {"bitset", "cfg", "limit", "mip", "verify/survey"},
	"verify/stubborn":      {"automata/monitor", "cfg", "sem", "limit", "bitset"},
	"verify/explored":      {"report/phrase", "automata", "cfg", "diag", "explore", "explore/em", "explore/em/trace", "explore/families", "explore/lpor/petri", "report", "report/made", "sem", "live", "verify/follow", "verify/infinite", "verify/survey", "verify/races", "mip", "limit", "internal/english", "report/outcome"},
	"verify/crosscheck":    {"automata", "automata/monitor", "cfg", "diag", "explore", "explore/families", "mip", "report", "sem", "tfg", "verify", "verify/follow", "bitset", "limit", "live", "verify/infinite", "report/outcome"},
	"lsp":                  {"automata", "automata/fsa", "automata/monitor", "cfg", "check", "diag", "internal/directive", "internal/source", "lang", "lang/format", "lang/golang", "lang/parts", "lang/symbols", "limit", "report", "report/batch", "verify/explored"},
	"internal/oracle":      {"automata", "cfg"},
	"internal/gen":         {"cfg"},
	"editors":              {},
	"internal/attack":      {},
	"internal/golden":      {},
	"internal/english":     {},
	"internal/version":     {},
	"internal/codes":       {"diag", "docs", "explore/em/trace", "explore/lpor/petri", "internal/source", "lang/ada/model", "lang/ada/project", "lang/golang"},
	"internal/trial":       {"automata", "automata/fsa", "automata/invariant", "cfg", "diag", "lang", "sem"},
	".":                    {"automata", "cfg", "check", "diag", "explore", "explore/families", "lang/golang", "lang/golang/ignore", "report", "report/batch", "verify", "verify/explored", "verify/follow", "limit"},
	"sim":                  {"cfg", "internal/english", "internal/names", "internal/printable", "report", "sem", "verify/follow"},
	"bench":                {"porelim", "report", "verify"},
	"internal/farm": { // one in a line, as it has many
		"automata",
		"cfg",
		"check",
		"diag",
		"explore",
		"explore/swarm",
		"farm/bridge",
		"farm/checks",
		"farm/child",
		"farm/job",
		"farm/seeds",
		"farm/split",
		"farm/store",
		"internal/codes",
		"internal/english",
		"internal/flags",
		"internal/printable",
		"internal/roots",
		"internal/sibling",
		"internal/terminal",
		"internal/version",
		"limit",
		"report",
		"report/outcome",
		"report/stats",
		"verify",
		"verify/crosscheck",
		"verify/crosscheck/random",
	},
	"cmd/flavers-farm": { // one in a line
		"farm/bridge",
		"farm/child",
		"farm/embedded",
		"farm/job",
		"farm/queue",
		"internal/printable",
		"internal/version",
	},
	"verify/crosscheck/random": { // one in a line, as its name is long
		"automata/fsa",
		"internal/gen",
		"lang",
		"report",
		"verify/crosscheck",
	},
	"cmd/flavers-graphviz":                  {"cmd/flavers-graphviz/internal/private"},
	"cmd/flavers-graphviz/internal/private": {},
	"cmd/flavers": { // one in a line, as it has many
		"automata",
		"automata/fsa",
		"cfg",
		"check",
		"diag",
		"explore",
		"explore/em",
		"explore/em/trace",
		"explore/families",
		"explore/lpor",
		"explore/lpor/petri",
		"farm/checks",
		"internal/farm",
		"farm/job",
		"internal/confirm",
		"internal/codes",
		"internal/english",
		"internal/flags",
		"internal/formatter",
		"internal/names",
		"internal/outfile",
		"internal/printable",
		"internal/source",
		"internal/starter",
		"internal/progress",
		"internal/terminal",
		"internal/topics",
		"internal/version",
		"internal/watcher",
		"lang",
		"lang/parts",
		"lang/golang",
		"limit",
		"lsp",
		"lsp/command",
		"picture",
		"render",
		"render/diagram",
		"render/external",
		"render/page",
		"report",
		"report/lcov",
		"report/made",
		"report/plot",
		"report/sarif",
		"report/stats",
		"report/tests",
		"sem",
		"sim",
		"verify",
		"verify/crosscheck",
		"verify/dump",
		"verify/explored",
		"verify/follow",
		"verify/sizes",
		"internal/roots",
		"lang/golang/ignore",
		"lang/golang/vettool",
		"report/batch",
		"report/index",
		"automata/calls",
		"internal/properties",
	},
}

// Packages for tests, which no other package may import. internal/gen is none of them: flavers crosscheck --random
// makes the programs that the tests make, so that users can search where the tests do.
var testOnly = []string{"internal/executed", "internal/oracle", "internal/trial", "internal/attack", "internal/golden"}

func TestLayering(t *testing.T) {
	const module = "flavers/"
	root := "../.."
	used := map[string]map[string]bool{} // importer, imported
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		list, known := allowed[pkg]
		if !known {
			t.Errorf("%s: the package %s is not in the table", path, pkg)
		}
		if used[pkg] == nil {
			used[pkg] = map[string]bool{}
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			to, ours := strings.CutPrefix(name, module)
			if ours {
				used[pkg][to] = true
			}
			switch {
			case !ours:
			case !slices.Contains(list, to):
				t.Errorf("%s: %s may not import %s", path, pkg, to)
			case slices.Contains(testOnly, to) && !slices.Contains(testOnly, pkg):
				t.Errorf("%s: %s is for tests", path, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, list := range allowed {
		if used[pkg] == nil {
			t.Errorf("the table has the package %s, which does not exist", pkg)
			continue
		}
		for _, to := range list {
			if !used[pkg][to] {
				t.Errorf("%s does not import %s: take the permission out of the table", pkg, to)
			}
		}
	}
}
