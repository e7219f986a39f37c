// Package native runs a root of a Go package as a compiled program, in the order of a schedule. So it confirms that a
// violation which was found in the model of the root can happen.
//
//	b, err := native.Build(ctx, target, places, roots, "")
//	defer b.Close()
//	o, err := b.Run(ctx, root, schedule, native.Mode{Wait: time.Millisecond})
//
// Build inserts *gates* before the operations that synchronize, in copies of the files that only the go command sees
// (go build -overlay). The folder of the package is not touched:
//
//	c <- 1                 // in the package
//	FlaversGate(7); c <- 1 // in the copy
//
// A gate waits until it is the turn of its operation in the schedule. It does not insist: an operation that does not
// come in time is skipped, and one that the schedule lacks may happen. So a run always goes on, and each execution
// with gates is also one of the package without gates. A gate only makes the execution of the schedule likely.
//
// Whether goroutines are blocked for ever at the end is not taken from the schedule. The runtime says it, by its
// profile of leaked goroutines: those that wait for something that no other goroutine can reach.
//
// The files: instrument.go inserts gates, orders.go translates a schedule to gates, callers.go makes clients compile,
// keep.go writes tests that people can keep. gates.txt and values.txt are the code that is compiled with the package.
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
	Files      []string // the names of its files, if it was given by files; else nil
	Name       string   // in its package clause, without _test
	ImportPath string
	ModuleDir  string // "" outside modules
	ModulePath string
	ModuleGo   string // the version of Go in go.mod, as "1.23"; "" if there is none
	Callers    string // the text of the clients of the package; "": the roots are no clients
}

// Root is a function of a target with which a run may begin.
type Root struct {
	Name     string   // of the function
	Main     bool     // the program ends when it returns
	External bool     // it is in the package of external tests, with _test
	Call     string   // a statement that calls the function; t is a variable of type *testing.T
	Imports  []string // the paths of packages that the call needs
}

// Step is an operation of a schedule.
type Step struct {
	File  string // absolute
	At    Place
	Task  string // the name of the goroutine in the model
	Spawn string // the task that the operation starts; "": none
	Joint bool   // it happens together with the step before, as a send and its receive
}

// Schedule is an order of operations, and the deadlock to which they are to lead.
type Schedule struct {
	Root    string // the task that begins
	Steps   []Step // in order
	Blocked []Step // where goroutines are blocked at the end
}

// Outcome is the result of a run.
type Outcome struct {
	Leaked   []Goroutine // goroutines that are blocked for ever
	Crash    string      // what was printed last, if the program ended by itself; else ""
	Followed int         // how many steps happened in the order of the schedule
	Steps    int         // how many steps of the schedule have a gate
}

// Goroutine is a leaked goroutine.
type Goroutine struct {
	Function string // its innermost function that is none of the library
	Began    string // its outermost function: what the go statement called
	Reason   string // in the words of the runtime: "chan receive"
	At       string // where it is in Function, "file:line"
	Expected bool   // the schedule has a goroutine blocked there
}

// Mode says how a run goes.
type Mode struct {
	Free bool          // ignore the schedule: gates wait for random times of at most Wait
	Seed int64         // for the random times
	Try  int           // the number of the run, from which arguments of the root are chosen
	Wait time.Duration // how long gates wait between steps

	// For clients.
	Values int64    // the seed for the values that callers pass
	Words  []string // texts that some of these values are
}

// Binary is a compiled test binary with gates.
type Binary struct {
	dir    string // the temporary folder, or that of Build's keep
	run    string // the name of the binary
	target Target
	sites  map[string]map[Place]int // the numbers of gates, by file and place
	arms   map[string]map[Place]arm // the alternatives of selects, by file and place
}

//go:embed gates.txt
var gates string

// gatePackage is the name of the package with the gates, if several packages need them. It is added to the module.
const gatePackage = "flaversgate"

// Build compiles the test binary of a package with gates at places, which are given by absolute file names. roots are
// the functions with which runs may begin. keep is a folder for the copies and the binary; "": a temporary one, which
// Close removes. The error is one of the go command, or says that places are in several packages outside of a module.
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

// Close removes the folder with all that was built.
func (b *Binary) Close() error { return os.RemoveAll(b.dir) }

// put writes a file into the folder, and adds it to the overlay: the go command reads it in place of the file name.
func (b *Binary) put(overlay map[string]string, name string, text []byte) error {
	at := filepath.Join(b.dir, fmt.Sprintf("%d_%s", len(overlay), filepath.Base(name)))
	if err := os.WriteFile(at, text, 0o666); err != nil {
		return err
	}
	at, err := filepath.Abs(at)
	overlay[name] = at
	return err
}

// overlay writes all files of the overlay: copies with gates, clients, the gates themselves, and tests that call the
// roots. It returns, by the name of a file, the file to read in its place.
func (b *Binary) overlay(places map[string][]Place, roots []Root) (map[string]string, error) {
	t := b.target
	callers := filepath.Join(t.Dir, CallersFile)

	// If all gates are in the package itself, so is their code; else it is a package of its own, which is imported.
	inside := func(file string) bool { return filepath.Dir(file) == t.Dir && !strings.HasSuffix(file, "_test.go") }
	own := true
	external := slices.ContainsFunc(roots, func(r Root) bool { return r.External })
	for file := range places {
		own = own && (inside(file) || filepath.Dir(file) == t.Dir && !external)
	}
	q, path := "", "" // the qualifier of names of gates, and the import path
	if !own || external {
		if t.ModuleDir == "" {
			return nil, errors.New("the package is outside a module, and has more than one package with gates")
		}
		q, path = gatePackage+".", t.ModulePath+"/"+gatePackage
	}

	// Copies of the files with gates. Gates are numbered through all files.
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

	// The code of the gates, and the tests that call roots.
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

// harness returns the text of a test that calls the root which the environment variable FLAVERS_ROOT names, in the
// package itself or in that of external tests; "" if that has no root.
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
	// The root is a subtest, so that its context ends, and its cleanups are executed. The subtest is in a group, so
	// that the group waits for it if it calls t.Parallel.
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n\tdefer %sFlaversFinish()\n\tt.Run(\"group\", func(t *testing.T) {\n"+
		"\t\tt.Run(\"root\", flaversRoots[os.Getenv(\"FLAVERS_ROOT\")])\n\t})\n}\n", test, q)
	return b.String()
}

// leakExperiment is the value of GOEXPERIMENT with which Go 1.26 has the profile of leaked goroutines.
const leakExperiment = "goroutineleakprofile"

// compile compiles the test binary. If the go command does not know the experiment, it is compiled without.
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

const (
	most     = 10 * time.Second       // how long a run may take
	patience = 300 * time.Millisecond // how long a gate waits at least for a step that does not come
)

// Run runs the root once, in a process of its own. Its error means that the run could not be started, or that its
// outcome cannot be read.
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

// lastBytes keeps the end of what is written, at most twice as many bytes as most.
type lastBytes struct {
	text []byte
	most int
}

// Write implements io.Writer.
func (l *lastBytes) Write(p []byte) (int, error) {
	l.text = append(l.text, p...)
	if extra := len(l.text) - l.most; extra > l.most {
		l.text = slices.Clone(l.text[extra:])
	}
	return len(p), nil
}
