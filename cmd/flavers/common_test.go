package main

import (
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flavers/internal/flags"
)

// Every command that reads a program takes the flags of all commands: it does
// what they say, notes that they have no effect, or refuses them with a reason.
func TestCommonFlags(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // --jobs sets it
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\nproperty other { existence of a globally }\n"})
	var found struct{ Schedule string }
	got := runReal("", "explore", "turns.tfg", "--algorithm", "random", "--seed", "2", "--format", "json")
	if err := json.Unmarshal([]byte(got.out), &found); err != nil {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	for command, rest := range map[string]string{
		"check": "turns.tfg", "stats": "turns.tfg --no-times", "explore": "turns.tfg", "crosscheck": "turns.tfg", "render": "turns.tfg -o o.svg", "replay": "turns.tfg s.txt", "sim": "turns.tfg s.txt",
	} {
		if err := os.WriteFile("s.txt", []byte(emptySchedule(t)), 0o644); err != nil {
			t.Fatal(err)
		}
		for flag, value := range map[string]string{
			"timeout": "30s", "max-tuples": "1000", "max-memory": "1GiB", "max-executions": "900", "depth": "90", "seed": "3", "jobs": "1", "check": "",
			"verbose": "", "only": "order",
		} {
			args := append([]string{command, "--" + flag}, strings.Fields(value)...)
			got := runReal("", append(args, strings.Fields(rest)...)...)
			if got.status != 0 || strings.Contains(got.err, "error") {
				t.Errorf("%s: status %d\n%s", strings.Join(args, " "), got.status, got.err)
			}
		}
		for _, flag := range []string{"format sarif", "json-output f.json", "sarif-output f.sarif", "html-output f.html"} {
			name, value, _ := strings.Cut(flag, " ")
			os.Remove(value)
			got := runReal("", append([]string{command, "--" + name, value}, strings.Fields(rest)...)...)
			written, err := os.ReadFile(value)
			switch {
			case got.status == 2:
				if !strings.Contains(got.err, "--"+name+": ") && !strings.Contains(got.err, "must be one of") || err == nil {
					t.Errorf("%s --%s: no reason, or yet written:\n%s", command, flag, got.err)
				}
			case name == "format" && !strings.Contains(got.out, `"version": "2.1.0"`), name != "format" && len(written) == 0:
				t.Errorf("%s --%s: status %d\n%s%s", command, flag, got.status, got.out, got.err)
			}
		}
		if command == "render" {
			continue
		}
		if got := runReal("", append([]string{command, "--dump", "events"}, strings.Fields(rest)...)...); got.status != 0 || got.out != "a\nb.go\nb\n" {
			t.Errorf("%s --dump events: %+v", command, got)
		}
	}
	// The two that matter most are refused by few.
	for _, args := range []string{"explore turns.tfg", "crosscheck turns.tfg", "replay turns.tfg s.txt"} {
		got := runReal("", append(strings.Fields(args), "--json-output", "1.json", "--sarif-output", "1.sarif", "--html-output", "1.html", "--format", "json")...)
		for _, name := range []string{"1.json", "1.sarif", "1.html"} {
			text, err := os.ReadFile(name)
			if err != nil || len(text) < 100 || name == "1.json" && string(text) != got.out {
				t.Errorf("%s: %s: %v, %d bytes", args, name, err, len(text))
			}
			os.Remove(name)
		}
	}
}

// The pages of explore, crosscheck and replay have executions to walk through.
func TestPagesOfOthers(t *testing.T) {
	inDir(t, map[string]string{"crossing.tfg": crossing, "crossing.fsa": crossingSpec})
	var found struct{ Schedule string }
	if got := runReal("", "explore", "crossing.tfg", "--format", "json", "--html-output", "e.html"); json.Unmarshal([]byte(got.out), &found) != nil {
		t.Fatalf("%+v", got)
	}
	runReal("", "replay", "crossing.tfg", found.Schedule, "--html-output", "r.html", "--sarif-output", "r.sarif")
	runReal("", "crosscheck", "crossing.tfg", "--html-output", "c.html", "--sarif-output", "c.sarif")
	for file, parts := range map[string]string{
		"e.html": "order</a>|no deadlock</a>|After step 2 not all tasks have ended, and none can move.|data-step=\"8\"|data-step=\"2\"",
		"r.html": "order</a>|Step 8 leads order to its error state.|data-step=\"8\"", "c.html": "order</a>|so say static, full, states|data-step=\"3\"",
		"r.sarif": `"ruleId": "property/order"|threadFlows`, "c.sarif": `"ruleId": "property/order"|threadFlows|"exitCode": 1`,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(parts, "|") {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q", file, part)
			}
		}
	}
}

// emptySchedule is a schedule of turns without a step.
func emptySchedule(t *testing.T) string {
	t.Helper()
	got := runReal("", "replay", "turns.tfg", "1:00000000:", "--format", "json")
	var r struct{ Schedule string }
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Schedule == "" {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	return r.Schedule
}

func TestCommonNotes(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\nproperty other { existence of a globally }\n"})
	for _, c := range []struct {
		args   string
		status int
		out    string
		err    string
	}{
		{"check turns.tfg --seed 3 --max-executions 4", 0, "3 checks", "note C106: --seed has no effect here: nothing is random here"},
		{"check turns.tfg --seed 0", 0, "3 checks", ""},
		{"-v check turns.tfg --only order", 0, "1 check,", "tuples"},
		{"check turns.tfg --only order --only other", 0, "2 checks", ""},
		{"check turns.tfg --only order --only othr", 2, "", `did you mean "other"?`},
		{"explore turns.tfg --only order --only other --max-tuples 3", 0, "No deadlock", "--max-tuples has no effect here"},
		{"crosscheck turns.tfg --only order --only other -v", 0, "other", ""},
		{"stats turns.tfg --only order --only other --no-times", 0, "total of 2 problems", ""},
		{"stats turns.tfg --constraints zzz:* --only order --no-times", 0, "0 constraints", `warning C107: --constraints: the pattern "zzz:*" matches no constraint`},
		{"stats turns.tfg --constraints task:* --only order --no-times", 0, "2 constraints", ""},
		{"stats no.tfg --format json", 2, `"code": "C001"`, "C001"},
		{"stats no.tfg --format csv", 2, "", "C001"},
		{"replay turns.tfg rubbish --format json", 2, `"code": "V105"`, "V105"},
		{"replay no.tfg 1:0:0 --format sarif", 2, `"ruleId": "C001"`, "C001"},
		{"replay turns.tfg 1:00000000:0 --only order --format json", 0, `"spec": "order"`, "V105"},
		{"replay turns.tfg 1:00000000:0 --timeout 3s --max-tuples 3 --check", 0, "1 step", "--max-tuples has no effect here: a schedule has an end"},
		{"check turns.tfg --dump specs --only other", 0, "other", ""},
		{"stats turns.tfg --constraints task:* --refine none --only order --no-times", 0, "2 constraints", "--refine has no effect here: --constraints says"},
		{"render turns.tfg --graph cfg --depth 4 -o o.svg", 0, "", "--depth has no effect here: control flow is drawn without a check"},
		{"render turns.tfg --graph trace --schedule 1:00000000:0 --por safe -o o.svg", 0, "", "--por has no effect here: with --schedule nothing is checked"},
		{"render turns.tfg -o o.svg --html-output x", 2, "", "--html-output: render writes a picture"},
		{"stats turns.tfg --html-output x", 2, "", "--html-output: stats has no page"},
	} {
		got := runReal("", strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) || c.err == "" && got.err != "" {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
	if got := runReal("", "check", "turns.tfg", "--dump", "specs", "--only", "other"); strings.Contains(got.out, "property order") {
		t.Errorf("--dump specs has what --only leaves out:\n%s", got.out)
	}
	// -v is no version, and the program may come from standard input.
	if got := runReal(turns, "check", "-", "--property", "turns.fsa"); got.status != 0 {
		t.Errorf("%+v", got)
	}
	text := strings.Replace(turns, "event a", "event b", 1)
	if got := runReal(text, "check", "-", "--property", "turns.fsa", "--strict=false"); got.status != 1 || !strings.Contains(got.out, "  Schedule: 1:") {
		t.Errorf("%+v", got)
	}
	if got := runReal("1:00000000:0\n", "replay", "turns.tfg", "-"); got.status != 0 || !strings.Contains(got.out, "turns.tfg: 1 step") {
		t.Errorf("%+v", got)
	}
}

// ownFlags are the flags that belong to one command alone, by the path of the command. Usage prints them first, without
// a group.
var ownFlags = map[string]string{
	"flavers":            "help-all verbose",
	"flavers check":      "roots contracts",
	"flavers explore":    "algorithm prefer symmetry graph stop-at-first",
	"flavers render":     "graph schedule task around radius only-path compare full unfolded large engine layout",
	"flavers fmt":        "write list diff spec",
	"flavers lint":       "ignore",
	"flavers init":       "kind list",
	"flavers farm purge": "all",
}

// groupless returns "command --flag" for each flag of root and the commands below it that has no group in the usage and
// is not in own.
func groupless(root *cobra.Command, own map[string]string) []string {
	var out []string
	seen := map[string]bool{} // the persistent flags of root are flags of each command
	look := func(f *pflag.Flag, c *cobra.Command) {
		mine := strings.Fields(own[c.CommandPath()])
		made := f.Name == "help" || f.Name == "version" // by cobra, when a command is executed
		if !seen[f.Name] && flags.Group(f.Name) == "" && !made && !f.Hidden && !slices.Contains(mine, f.Name) {
			out = append(out, c.CommandPath()+" --"+f.Name)
		}
	}
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		look(f, root)
		seen[f.Name] = true
	})
	var below func(c *cobra.Command)
	below = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { look(f, c) })
		for _, sub := range c.Commands() {
			below(sub)
		}
	}
	below(root)
	return out
}

// Each flag has a group in the usage of its command, or is said to be of the command alone.
func TestFlagsHaveGroups(t *testing.T) {
	root := newApp(nil, nil, nil, fake()).root()
	for _, flag := range groupless(root, ownFlags) {
		t.Errorf("%s has no group: add it to groups of internal/flags/usage.go, or here to ownFlags", flag)
	}
	for name, list := range ownFlags {
		c, _, err := root.Find(strings.Fields(name)[1:])
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range strings.Fields(list) {
			if c.Flags().Lookup(flag) == nil && c.PersistentFlags().Lookup(flag) == nil || flags.Group(flag) != "" {
				t.Errorf("ownFlags: %s has no flag --%s, or it has a group", name, flag)
			}
		}
	}
}

// A new flag without a group is found, whether all commands have it or one.
func TestFlagsHaveGroupsFindsAll(t *testing.T) {
	root := newApp(nil, nil, nil, fake()).root()
	check, _, err := root.Find([]string{"check"})
	if err != nil {
		t.Fatal(err)
	}
	check.Flags().Bool("planted", false, "")
	root.PersistentFlags().Bool("everywhere", false, "")
	got := groupless(root, ownFlags)
	if want := []string{"flavers --everywhere", "flavers check --planted"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
