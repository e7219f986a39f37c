package policy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each table of docs/results.md has a command that repeats it, or the words "No command", which say why there is none;
// and the tests that commands run exist.
func TestTablesHaveCommands(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for _, problem := range tableProblems(string(text), testsBelow(t, filepath.Join("..", "..")), &tables) {
		t.Errorf("docs/results.md: %s", problem)
	}
	if tables < 50 {
		t.Errorf("only %d tables are recognized", tables)
	}
}

// What the check is for is found.
func TestTablesAreChecked(t *testing.T) {
	known := map[string]bool{"TestA": true}
	const table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
	for text, want := range map[string]int{
		"## 1\n\n`go test . -run TestA`:\n\n" + table:                                                  0,
		"## 1\n\nIt is:\n\n" + table + "\n`flavers check x.tfg`.\n":                                    0, // behind it
		"## 1\n\n**No\ncommand**: lost.\n\n" + table + "\n" + table:                                    0, // the second one goes on
		"## 1\n\nIt is:\n\n" + table:                                                                   1,
		"## 1\n\n`flavers check`:\n\n" + table + "\nMore:\n\n" + table + "\n## 2\n\n`flavers check`\n": 1,
		"## 1\n\n`flavers check`\n\n## 2\n\nIt is:\n\n" + table:                                        1,
		"## 1\n\n`go test . -run 'TestA|Other'`:\n\n" + table:                                          1,
	} {
		n := 0
		if got := tableProblems(text, known, &n); len(got) != want {
			t.Errorf("%q: %v, want %d", text, got, want)
		}
	}
}

var (
	repeats  = regexp.MustCompile("(sh docs/results\\.sh|go test|go run|`flavers|\nflavers) |\\*\\*No\\s+command\\*\\*|the\\s+same\\s+test")
	ruleLine = regexp.MustCompile(`^\|[-:| ]+\|$`)
	runs     = regexp.MustCompile(`-run\s+('[^']*'|[^\s'` + "`" + `]+)`)
)

// tableProblems lists the tables of a text without a command, and commands that run no test. The command stands between
// the table and the heading or table before it, in the table, or in the paragraph behind it. A table directly behind
// another one goes on with that.
func tableProblems(text string, known map[string]bool, tables *int) (out []string) {
	lines := strings.Split(text, "\n")
	before, said := "", false // the text since the last heading or table; whether the last table has a command
	for i := 0; i < len(lines); i++ {
		switch {
		case strings.HasPrefix(lines[i], "#"):
			before, said = "", false
			continue
		case !ruleLine.MatchString(lines[i]) || i == 0 || !strings.HasPrefix(lines[i-1], "|"):
			before += lines[i] + "\n"
			continue
		}
		*tables++
		head := lines[i-1]
		goesOn := said && strings.TrimSpace(strings.Replace(before, head, "", 1)) == ""
		about := before
		for ; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
			about += lines[i] + "\n"
		}
		for k := i + 1; k < len(lines) && lines[k] != "" && !strings.HasPrefix(lines[k], "#"); k++ {
			about += lines[k] + "\n"
		}
		if said = goesOn || repeats.MatchString(about); !said {
			out = append(out, "no command repeats the table "+head)
		}
		before = ""
	}
	for _, m := range runs.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Split(strings.Trim(m[1], "'"), "|") {
			if name = strings.TrimSuffix(name, "$"); !runsSome(name, known) {
				out = append(out, "there is no test "+name)
			}
		}
	}
	return out
}

// runsSome reports whether the name of some test has a text in it.
func runsSome(text string, known map[string]bool) bool {
	for name := range known {
		if strings.Contains(name, text) {
			return true
		}
	}
	return false
}
