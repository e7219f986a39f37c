package fsa

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/diag"
)

// TestErrors runs testdata/errors.txt.
func TestErrors(t *testing.T) {
	text, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	chunks := strings.Split(string(text), "\n--- ")[1:]
	if len(chunks) < 10 {
		t.Fatalf("only %d chunks", len(chunks))
	}
	for _, chunk := range chunks {
		title, src, _ := strings.Cut(chunk, "\n")
		t.Run(title, func(t *testing.T) {
			_, list := Parse("e.fsa", []byte(src))
			lines := strings.Split(src, "\n")
			used := make([]bool, len(list.All))
			for i, line := range lines {
				_, want, ok := strings.Cut(line, "// want ")
				if !ok {
					continue
				}
				for _, w := range strings.Split(want, " & ") {
					code, msg, _ := strings.Cut(strings.TrimSpace(w), " ")
					msg = strings.TrimSpace(msg)
					found := false
					for j, d := range list.All {
						hint, isHint := strings.CutPrefix(msg, "hint: ")
						if d.Pos.Line == i+1 && string(d.Code) == code && (isHint && strings.Contains(d.Hint, hint) || !isHint && strings.Contains(d.Message, msg)) {
							found, used[j] = true, true
						}
					}
					if !found {
						t.Errorf("line %d: no %s", i+1, w)
					}
				}
			}
			for j, d := range list.All {
				line := lines[d.Pos.Line-1]
				follows := d.Pos.Line > 1 && strings.Contains(lines[d.Pos.Line-2], "// want_next")
				if !used[j] && !strings.Contains(line, "// want_next") && !follows {
					t.Errorf("unexpected: %v", d)
				}
			}
			for i, line := range lines {
				if strings.Contains(line, "// want_next") && !slices.ContainsFunc(list.All, func(d diag.Diagnostic) bool { return d.Pos.Line == i+1 || d.Pos.Line == i+2 }) {
					t.Errorf("line %d: nothing reported for what is missing at its end", i+1)
				}
			}
		})
	}
}

// TestErrorsInScanning holds faults that leave no room for a comment.
func TestErrorsInScanning(t *testing.T) {
	deep := strings.Repeat("(", 300) + "a" + strings.Repeat(")", 300)
	for _, c := range []struct {
		src  string
		code diag.Code
		line int
	}{
		{"{a} all a /* no end\n\n", diag.FOpenComment, 1},
		{"property p {\n states s*\n s -> s : \"a\n}\n", diag.FOpenString, 3},
		{"{a} all \"a", diag.FOpenString, 1},
		{"{a} all " + deep, diag.FTooDeep, 1},
		{"{a} all a" + strings.Repeat("?*", 100), diag.FTooDeep, 1},
		{"{a} all a; \xff", diag.FBadCharacter, 1},
		{"\xff", diag.FBadCharacter, 1},
		{"property p {\n states s*\n" + strings.Repeat("s -> u : x\n", 200) + "}", diag.FTooMany, 53},
		{"{a} all (a\n", diag.FOpenBracket, 1},
		{"{a} all [a\n", diag.FOpenBracket, 1},
		{"{a, \n", diag.FExpected, 2},
		{"{a \n", diag.FOpenBracket, 1},
		{"property p {\n all a\n", diag.FOpenBracket, 1},
	} {
		specs, list := Parse("e.fsa", []byte(c.src))
		if !slices.ContainsFunc(list.All, func(d diag.Diagnostic) bool { return d.Code == c.code && d.Pos.Line == c.line }) {
			t.Errorf("%.40q: %v, want %s in line %d", c.src, list.All, c.code, c.line)
		}
		if len(list.All) > 60 || len(specs) > 0 {
			t.Errorf("%.40q: %d diagnostics, %d specifications", c.src, len(list.All), len(specs))
		}
	}
}

// TestEveryCode: every code used here is explained, and every explained one
// is used by some test of faulty input.
func TestEveryCode(t *testing.T) {
	corpus := ""
	for _, f := range []string{"testdata/errors.txt", "errors_test.go", "binding_test.go", "../bind_test.go"} {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		corpus += string(text)
	}
	codes, err := os.ReadFile("../../diag/codes_spec.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(F\w+) +Code += "(F\d+)"`).FindAllStringSubmatch(string(codes), -1)
	if len(named) < 20 {
		t.Fatalf("only %d codes found", len(named))
	}
	explained := map[diag.Code]bool{}
	for _, e := range diag.Explanations() {
		if e.Code[0] == 'F' {
			explained[e.Code] = true
			if e.Title == "" || e.Text == "" {
				t.Errorf("%s has no explanation", e.Code)
			}
		}
	}
	for _, n := range named {
		if !explained[diag.Code(n[2])] {
			t.Errorf("%s is not explained", n[2])
		}
		if !strings.Contains(corpus, "want "+n[2]) && !strings.Contains(corpus, "& "+n[2]) && !strings.Contains(corpus, "diag."+n[1]) {
			t.Errorf("no test provokes %s", n[1])
		}
	}
	if len(explained) != len(named) {
		t.Errorf("%d codes, %d explanations", len(named), len(explained))
	}
}
