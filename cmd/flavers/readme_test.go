package main

// README.md, the tutorial and the manual show commands and what they print; here they are run. The block
// after <!-- file: NAME --> is a file, the one after <!-- output: ARGS --> is
// what flavers ARGS prints. After a wanted change:
//
//	go test ./cmd/flavers -run README -update

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "rewrite the output in README.md, the tutorial and the manual")

var readmeBlock = regexp.MustCompile("(?s)<!-- (file|output): ([^\n]*) -->\n```\n(.*?)```\n")

func TestREADME(t *testing.T) {
	for _, name := range []string{"README.md", "docs/tutorial.md", "docs/manual.md", "docs/liveness.md", "docs/ada.md",
		"docs/cheatsheet.md"} {
		t.Run(name, func(t *testing.T) { testShownOutput(t, name) })
	}
}

func testShownOutput(t *testing.T, document string) {
	top, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	readme := filepath.Join(top, filepath.FromSlash(document))
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(top, "examples"), filepath.Join(dir, "examples")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if t.Chdir(dir); document == "README.md" {
		t.Chdir(top) // a Go package is checked in its module
	}
	outputs := 0
	fresh := readmeBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		m := readmeBlock.FindStringSubmatch(block)
		kind, name, body := m[1], m[2], m[3]
		if kind == "file" {
			if text, err := os.ReadFile(name); err == nil { // it is in the tree
				return "<!-- file: " + name + " -->\n```\n" + string(text) + "```\n"
			}
			if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
				t.Fatal(err)
			}
			return block
		}
		outputs++
		got := runReal("", timeless(name)...)
		if got.status == 2 || got.status == 4 || got.err != "" {
			t.Errorf("flavers %s: status %d\n%s", name, got.status, got.err)
		}
		return "<!-- output: " + name + " -->\n```\n" + got.out + "```\n"
	})
	if outputs == 0 {
		t.Error("no output is shown")
	}
	if *update {
		if err := os.WriteFile(readme, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(string(text), fresh); d != "" {
		t.Errorf("%s (-text +what is printed now; -update rewrites it):\n%s", document, d)
	}
}

// Every link of the documents at the top to a file leads somewhere.
func TestREADMELinks(t *testing.T) {
	top := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(top, "README.md"))
	more, wrong := os.ReadFile(filepath.Join(top, "CONTRIBUTING.md"))
	if wrong != nil {
		t.Fatal(wrong)
	}
	text = append(text, more...)
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(string(text), -1)
	if len(links) < 10 {
		t.Errorf("%d links", len(links))
	}
	for _, l := range links {
		if _, err := os.Stat(filepath.Join(top, l[1])); err != nil && !strings.Contains(l[1], "://") {
			t.Error(err)
		}
	}
}

// docs/manual.md has every command, and every flag of those that read a program.
func TestManualIsComplete(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "manual.md"))
	if err != nil {
		t.Fatal(err)
	}
	manual := string(text)
	root := newApp(nil, nil, nil, fake()).root()
	flags := 0
	for _, c := range root.Commands() {
		if c.IsAdditionalHelpTopicCommand() {
			if !strings.Contains(manual, "`"+c.Name()+"`") {
				t.Errorf("no topic %s", c.Name())
			}
			continue
		}
		if !strings.Contains(manual, "flavers "+c.Name()) {
			t.Errorf("no command %s", c.Name())
		}
		switch c.Name() {
		case "check", "explore", "crosscheck", "stats", "render", "replay":
			flags += documented(t, manual, c)
		}
	}
	if flags < 120 {
		t.Errorf("%d flags", flags)
	}
}

func documented(t *testing.T, manual string, c *cobra.Command) (flags int) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		flags++
		if !strings.Contains(manual, "`--"+f.Name) && f.Name != "help" {
			t.Errorf("%s: no flag --%s", c.Name(), f.Name)
		}
	})
	return flags
}

// timeless are the arguments of a command that is shown, with those that leave out how long it took.
func timeless(command string) []string {
	args := strings.Fields(command)
	if args[0] == "check" {
		args = append(args, "--no-times")
	}
	return args
}
