// Package native runs Go packages in the order of a schedule, to find out whether a violation of their
// model is one of theirs.
//
//	b, err := native.Build(ctx, target, places, roots)
//	defer b.Close()
//	o, err := b.Run(ctx, root, schedule, native.Mode{Wait: time.Millisecond})
//
// Gates are inserted before the operations that synchronize, in a copy of the files that only the go command
// sees (go build -overlay): the package's folder is not touched. A gate waits until it is the turn of its operation
// in the schedule. An operation that does not come in time is left out, and one that the schedule does not have may
// happen, so a run always goes on: a gate only makes an execution likely, and every execution with gates is one
// that the package has without them. What ended where is not the schedule's to say but the runtime's:
// its profile of leaked goroutines, those that wait for something that nothing can reach which could wake them.
package native

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"flavers/internal/group"
)

// Target is a package that is to be run.
type Target struct {
	Dir        string   // its folder
	Files      []string // names of the files that make it, if it was given by files; else nil
	Name       string   // of the package, without _test
	ImportPath string
	ModuleDir  string // "" outside modules
	ModulePath string
	ModuleGo   string // the version in its go.mod, without go; "" if there is none
	Callers    string // text of clients of the package; "": there are none among the roots
}

// Root is a function of a target that a run may begin with.
type Root struct {
	Name     string   // of the function
	Main     bool     // the program ends when it returns
	External bool     // in the package with _test
	Call     string   // of the function, as an expression statement, where t is the *testing.T
	Imports  []string // that the call needs
}

// Step is an operation of a schedule.
type Step struct {
	File  string // absolute
	At    Place
	Task  string
	Spawn string // the task that it starts, if any
	Joint bool   // it happens together with the step before
}

// Schedule is an order of operations, and what they are to lead to.
type Schedule struct {
	Root    string // task that begins
	Steps   []Step // in order
	Blocked []Step // where goroutines are blocked in the end
}

// Outcome is what a run found.
type Outcome struct {
	Leaked   []Goroutine // blocked for ever
	Crash    string      // what the runtime or the test printed last, if the program ended by itself
	Followed int         // how many steps happened in their order
	Steps    int         // how many steps the schedule has that gates know
}

// Goroutine is a leaked goroutine.
type Goroutine struct {
	Function string // innermost of the package's
	Began    string // outermost: what the go statement called
	Reason   string // "chan receive"
	At       string // file:line of Function
	Expected bool   // it is where the schedule has a goroutine blocked
}

// Mode is how a run goes.
type Mode struct {
	Free bool          // no schedule: gates wait for random times up to Grace
	Seed int64         // of the random times
	Try  int           // arguments of the root differ from try to try
	Wait time.Duration // between steps

	// Of clients: which values are passed, and words that some of these are.
	Values int64
	Words  []string
}

// Binary is a package with gates.
type Binary struct {
	dir    string // temporary
	run    string
	target Target
	sites  map[string]map[Place]int // by file
	arms   map[string]map[Place]arm
}

//go:embed gates.txt
var gates string

// gatePackage is the name of the package of gates, where several packages need them.
const gatePackage = "flaversgate"

// Build builds the test binary of a package with gates at places, by absolute file names. Its errors are those of
// the go command, or that places are in several packages outside a module.
func Build(ctx context.Context, t Target, places map[string][]Place, roots []Root, keep string) (*Binary, error) {
	dir := keep
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "flavers-native-"); err != nil {
			return nil, err
		}
	} else if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	b := &Binary{dir: dir, target: t, sites: map[string]map[Place]int{}, arms: map[string]map[Place]arm{}}
	overlay, err := b.overlay(places, roots)
	if err == nil {
		err = b.compile(ctx, overlay)
	}
	if err != nil {
		if keep == "" {
			b.Close()
		}
		return nil, err
	}
	return b, nil
}

// Close removes what was built.
func (b *Binary) Close() error { return os.RemoveAll(b.dir) }

// put writes a file that stands for another.
func (b *Binary) put(overlay map[string]string, name string, text []byte) error {
	at := filepath.Join(b.dir, fmt.Sprintf("%d_%s", len(overlay), filepath.Base(name)))
	if err := os.WriteFile(at, text, 0o666); err != nil {
		return err
	}
	at, err := filepath.Abs(at)
	overlay[name] = at
	return err
}

// overlay writes the files with gates, and returns which file stands for which.
func (b *Binary) overlay(places map[string][]Place, roots []Root) (map[string]string, error) {
	t := b.target
	inside := func(file string) bool { return filepath.Dir(file) == t.Dir && !strings.HasSuffix(file, "_test.go") }
	callers := filepath.Join(t.Dir, CallersFile)
	own := true
	external := slices.ContainsFunc(roots, func(r Root) bool { return r.External })
	for file := range places {
		own = own && (inside(file) || filepath.Dir(file) == t.Dir && !external)
	}
	q, path := "", ""
	if !own || external {
		if t.ModuleDir == "" {
			return nil, errors.New("the package is outside a module, and has more than one package with gates")
		}
		q, path = gatePackage+".", t.ModulePath+"/"+gatePackage
	}
	overlay := map[string]string{}
	site := 0
	files := make([]string, 0, len(places))
	for file := range places {
		if file != callers {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		numbers := b.numbered(places[file], &site)
		g, err := instrument(file, src, numbers, q, path)
		if err != nil {
			return nil, err
		}
		if g == nil {
			continue
		}
		b.sites[file], b.arms[file] = numbers, g.arms
		if t.old() {
			g.text = upgraded(file, g.text)
		}
		if err := b.put(overlay, file, g.text); err != nil {
			return nil, err
		}
	}
	if err := b.callers(overlay, places, &site, q, path); err != nil {
		return nil, err
	}
	name, at := t.Name, filepath.Join(t.Dir, "zz_flavers_gates.go")
	if q != "" {
		name, at = gatePackage, filepath.Join(t.ModuleDir, gatePackage, "gates.go")
	}
	if err := b.put(overlay, at, []byte("//go:build "+gatesLanguage+"\n\n"+strings.Replace(gates, "PACKAGE", name, 1))); err != nil {
		return nil, err
	}
	for _, external := range []bool{false, true} {
		if text := harness(t, roots, external, q, path); text != "" {
			file := "zz_flavers_roots_test.go"
			if external {
				file = "zz_flavers_roots_x_test.go"
			}
			if err := b.put(overlay, filepath.Join(t.Dir, file), []byte(text)); err != nil {
				return nil, err
			}
		}
	}
	return overlay, nil
}

// harness is a test that calls the root that is asked for; "" if there is none.
func harness(t Target, roots []Root, external bool, q, path string) string {
	var calls strings.Builder
	imports := []string{"os", "testing"}
	if path != "" {
		imports = append(imports, path)
	}
	for _, r := range roots {
		if r.External == external {
			fmt.Fprintf(&calls, "\t%q: func(t *testing.T) { %s },\n", r.Name, strings.ReplaceAll(r.Call, "FlaversTry", q+"FlaversTry"))
			imports = append(imports, r.Imports...)
		}
	}
	if calls.Len() == 0 {
		return ""
	}
	name, test := t.Name, "TestFlaversRoot"
	if external {
		name, test = name+"_test", "TestFlaversRootX"
	}
	slices.Sort(imports)
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n", name)
	for _, i := range slices.Compact(imports) {
		fmt.Fprintf(&b, "\t%q\n", i)
	}
	// Through a map the root is not inlined: what it leaves on the stack would keep objects reachable.
	fmt.Fprintf(&b, ")\n\nvar flaversRoots = map[string]func(*testing.T){\n%s}\n\n", calls.String())
	// In a test of its own, its context ends, and what it asked for with Cleanup is done. In a group, t.Parallel is
	// waited for.
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n\tdefer %sFlaversFinish()\n\tt.Run(\"group\", func(t *testing.T) {\n"+
		"\t\tt.Run(\"root\", flaversRoots[os.Getenv(\"FLAVERS_ROOT\")])\n\t})\n}\n", test, q)
	return b.String()
}

// leakExperiment is what makes Go 1.26 have the profile of leaked goroutines.
const leakExperiment = "goroutineleakprofile"

func (b *Binary) compile(ctx context.Context, overlay map[string]string) error {
	text, err := json.MarshalIndent(map[string]any{"Replace": overlay}, "", "\t")
	if err != nil {
		return err
	}
	file, err := filepath.Abs(filepath.Join(b.dir, "overlay.json"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	b.run = filepath.Join(filepath.Dir(file), "gated.test")
	args := []string{"test", "-c", "-vet=off", "-overlay", file, "-o", b.run}
	if b.target.Files == nil {
		args = append(args, ".")
	} else {
		args = append(args, b.target.Files...)
		for name := range overlay {
			if strings.HasPrefix(filepath.Base(name), "zz_flavers_") {
				args = append(args, filepath.Base(name))
			}
		}
	}
	experiments := leakExperiment
	if set := os.Getenv("GOEXPERIMENT"); set != "" {
		experiments += "," + set
	}
	for _, e := range []string{experiments, os.Getenv("GOEXPERIMENT")} {
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir = b.target.Dir
		cmd.Env = append(os.Environ(), "GOEXPERIMENT="+e)
		var out []byte
		if out, err = cmd.CombinedOutput(); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = fmt.Errorf("the package with gates does not compile: %s", strings.TrimSpace(string(out)))
		if !bytes.Contains(out, []byte("GOEXPERIMENT")) {
			return err
		}
	}
	return err
}

// Times of a run.
const (
	most     = 10 * time.Second // that a run may take
	patience = 300 * time.Millisecond
)

// Run runs the package once.
func (b *Binary) Run(ctx context.Context, r Root, s Schedule, m Mode) (*Outcome, error) {
	dir, err := os.MkdirTemp(b.dir, "run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	orders := b.orders(r, s, m)
	orders.Out = filepath.Join(dir, "outcome.json")
	text, err := json.Marshal(orders)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "schedule.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, most+2*time.Second)
	defer cancel()
	test := "^TestFlaversRoot$"
	if r.External {
		test = "^TestFlaversRootX$"
	}
	cmd := exec.CommandContext(ctx, b.run, "-test.run", test, "-test.timeout", "0")
	cmd.Dir = b.target.Dir
	cmd.Env = append(os.Environ(), "FLAVERS_SCHEDULE="+file, "FLAVERS_ROOT="+r.Name, m.environment(), "GOMEMLIMIT=2GiB", "GOTRACEBACK=all")
	group.Own(cmd)
	cmd.WaitDelay = time.Second
	tail := &lastBytes{most: 64 << 10}
	cmd.Stdout, cmd.Stderr = tail, tail
	failed := cmd.Run()
	o := &Outcome{Steps: len(orders.Steps)}
	if text, err := os.ReadFile(orders.Out); err == nil {
		var found struct {
			Stacks   string
			Followed int
		}
		if err := json.Unmarshal(text, &found); err != nil {
			return nil, err
		}
		o.Leaked, o.Followed = goroutines(found.Stacks, orders.Blocked), found.Followed
		return o, nil
	}
	if failed != nil && ctx.Err() == nil {
		o.Crash = string(tail.text)
	}
	return o, nil
}

// lastBytes keeps the end of what is written.
type lastBytes struct {
	text []byte
	most int
}

func (l *lastBytes) Write(p []byte) (int, error) {
	l.text = append(l.text, p...)
	if extra := len(l.text) - l.most; extra > l.most {
		l.text = slices.Clone(l.text[extra:])
	}
	return len(p), nil
}
