package golang_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	service "flavers/check"
	"flavers/diag"
	"flavers/internal/trial"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/verify"
)

func open(t *testing.T, dir string) *golang.Programs {
	t.Helper()
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	return ps
}

// check checks a root as the command does; nil if nothing in it synchronizes.
func check(t *testing.T, ps *golang.Programs, name string, only ...string) (*report.Check, *golang.Program) {
	t.Helper()
	return about(t, ps, name, verify.Options{Timeout: 10 * time.Second, Only: only}, nil)
}

// about checks a root with options, for specifications. Data races, which take long, are not asked for: package check
// tests them.
func about(t *testing.T, ps *golang.Programs, name string, opt verify.Options,
	specs []service.Text) (*report.Check, *golang.Program) {
	t.Helper()
	root, ok := service.Of(ps).Root(name)
	if !ok {
		t.Fatal("there is no root " + name)
	}
	root.Specs = service.SpecsOf(specs)
	a := service.Package(t.Context(), root, service.Options{Verify: opt, Several: true, Races: service.Off})
	if a.Program == nil {
		t.Fatalf("%s: no program was made: %+v", name, a.Check.Deadlock)
	}
	if a.Check != nil && (&diag.List{All: a.Check.Diagnostics}).HasErrors() {
		t.Errorf("%s: %v", name, a.Check.Diagnostics)
	}
	return a.Check, a.Program
}

// In the functions Leak.. a goroutine is blocked for ever, in Panic.. one panics, in Unknown..
// that depends on what the library does, Bounded.. hold within bounds, and Fixed.. have no mistake.
func TestPairs(t *testing.T) {
	ps := open(t, "testdata/pairs")
	count := map[report.Verdict]int{}
	for _, name := range ps.Names {
		c, _ := check(t, ps, name)
		if c == nil {
			t.Errorf("%s: nothing in it", name)
			continue
		}
		deadlock, errors := c.Deadlock.Verdict, report.Holds
		if c.RuntimeErrors != nil {
			errors = c.RuntimeErrors.Verdict
		}
		count[deadlock]++
		wrong := false
		switch {
		case strings.Contains(name, ".Leak"):
			wrong = deadlock != report.Violated || errors != report.Holds
		case strings.Contains(name, ".Unknown"):
			wrong = deadlock != report.Possible
		case strings.Contains(name, ".Bounded"):
			wrong = deadlock != report.Holds || errors != report.Holds || len(c.Deadlock.Within) == 0
		case strings.Contains(name, ".Panic"):
			wrong = errors != report.Violated
		default:
			wrong = deadlock != report.Holds || errors != report.Holds || len(c.Deadlock.Within) > 0
		}
		if wrong {
			t.Errorf("%s: deadlock %s %v, run-time errors %s, %v", name, deadlock, c.Deadlock.Within, errors, c.Ledger)
		}
	}
	if count[report.Violated] < 10 || count[report.Holds] < 10 {
		t.Errorf("%v", count)
	}
}

// kernels are the blocking kernels of GoBench that come with Go, and where goroutines of them
// are blocked: function and reason, as regular expressions.
func kernels(t *testing.T) (dir string, leaks map[string][]*regexp.Regexp) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	src := filepath.Join(strings.TrimSpace(string(root)), "src", "runtime")
	dir = filepath.Join(src, "testdata", "testgoroutineleakprofile", "goker")
	text, err := os.ReadFile(filepath.Join(src, "goroutineleakprofile_test.go"))
	if err != nil {
		t.Skipf("this installation of Go has no kernels: %v", err)
	}
	leaks = map[string][]*regexp.Regexp{}
	_, list, _ := strings.Cut(string(text), "gokerTestCases := ")
	for _, c := range regexp.MustCompile(`(?s)make(?:Flaky)?Test\("(\w+)",(.*?)\n\t\t\),`).FindAllStringSubmatch(list, -1) {
		for _, p := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(c[2], -1) {
			leaks[c[1]] = append(leaks[c[1]], regexp.MustCompile(p[1]))
		}
	}
	if len(leaks) < 50 {
		t.Fatalf("%d kernels", len(leaks))
	}
	return dir, leaks
}

// reasons says how the runtime calls the wait of a statement.
func reasons(at string) string {
	for _, r := range []struct{ part, reason string }{
		{"rlock ", "[sync.RWMutex.RLock]"}, {"lock ", "[sync.Mutex.Lock] [sync.RWMutex.Lock]"},
		{"wait ", "[sync.WaitGroup.Wait] [sync.Cond.Wait]"}, {"once ", "[sync.Mutex.Lock]"}, {", ", "[select]"}, {" or ", "[select]"},
		{"await", "[chan receive (nil chan)] [chan send (nil chan)] [select (no cases)] [sync.WaitGroup.Wait]"},
	} {
		if strings.HasPrefix(at, r.part) || strings.TrimSpace(r.part) != r.part && strings.Contains(at, r.part) {
			return r.reason
		}
	}
	return "[chan receive] [chan send] [select]"
}

// TestKernels checks the kernels as they are, and that goroutines are blocked where the runtime
// finds them to be.
func TestKernels(t *testing.T) {
	dir, leaks := kernels(t)
	ps := open(t, dir)
	found, elsewhere, possible := 0, 0, 0
	for _, name := range ps.Names {
		kernel := strings.TrimPrefix(ps.Root(name), "main.")
		if leaks[kernel] == nil {
			continue
		}
		c, p := check(t, ps, name, report.Deadlock)
		if c == nil || c.Deadlock.Verdict == report.Holds || c.Deadlock.Verdict == report.Unknown {
			t.Errorf("%s: nothing found", kernel)
			continue
		}
		right := false
		var at []string
		for _, w := range c.Deadlock.Waiting {
			for _, reason := range strings.SplitAfter(reasons(w.At), "] ") {
				task, _, _ := strings.Cut(w.Task, "[")
				text := p.Goroutines[task] + "(...) " + strings.TrimSpace(reason)
				at = append(at, text)
				for _, leak := range leaks[kernel] {
					right = right || leak.MatchString(text)
				}
			}
		}
		switch {
		case c.Deadlock.Verdict == report.Violated && right:
			found++
		case right:
			possible++
		default:
			elsewhere++
			t.Errorf("%s: %s at %q, expected %q", kernel, c.Deadlock.Verdict, at, leaks[kernel])
		}
	}
	if found < 33 || found+possible < 59 {
		t.Errorf("fewer than before")
	}
	t.Logf("%d of %d kernels found where they are, %d possible, %d elsewhere", found, len(leaks), possible, elsewhere)
}

// That kernels with many goroutines have no run-time error is known within seconds: what a certificate proves needs no
// states.
func TestKernelsErrors(t *testing.T) {
	dir, _ := kernels(t)
	ps := open(t, dir)
	for name, usual := range map[string]bool{"main.Etcd7492": true, "main.Moby27782": true, "main.Hugo5379": trial.More()} {
		if !usual {
			continue
		}
		p, err := ps.Extract(t.Context(), name+".tfg")
		if err != nil {
			t.Fatal(err)
		}
		m, _, _ := service.Load(service.Text{Name: name + ".tfg", Text: p.Text}, nil, service.LoadOptions{})
		opt := verify.Options{Timeout: time.Minute, Only: []string{report.RuntimeErrors}}
		c := service.Program(t.Context(), m, service.Options{Verify: opt}) // of the model: the ledger leaves one open
		if r := c.RuntimeErrors; r.Verdict != report.Holds || !strings.HasPrefix(r.Reason, "by a certificate: ") {
			t.Errorf("%s: %s: %s", name, r.Verdict, r.Reason)
		}
	}
}

// Of what code does that is not followed, nothing is claimed: of the functions Open.. no answer is one to
// rely on, and those of Holds.. do not depend on it.
func TestForeign(t *testing.T) {
	ps := open(t, "testdata/foreign")
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		if c == nil {
			t.Errorf("%s: nothing in it", name)
			continue
		}
		for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
			if r == nil {
				continue
			}
			sure := r.Verdict == report.Holds && len(r.Within) == 0 || r.Verdict == report.Violated
			if open := strings.Contains(name, ".Open"); sure == open || !open && r.Verdict != report.Holds {
				t.Errorf("%s: %s %s: %v", name, r.Property, r.Verdict, p.Ledger)
			}
		}
	}
}

// Gates are in files of the module alone, although other packages are followed, which are loaded with their tests.
func TestPlaces(t *testing.T) {
	ps := open(t, "testdata/traps") // which imports semaphore
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ps.Extract(t.Context(), ps.Names[0]); err != nil {
		t.Fatal(err)
	}
	places := ps.Places(ps.Names[0])
	for file := range places {
		if !strings.HasPrefix(file, here+string(filepath.Separator)) {
			t.Errorf("gates in %s", file)
		}
	}
	if len(places) < 10 {
		t.Errorf("gates in %d files", len(places))
	}
}

// A package calls others of its module, inside and outside the pattern, which have tests.
func TestOtherPackages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module shop\n\ngo 1.24\n",
		"queue/queue.go":     "package queue\n\nfunc Take(c chan int) { <-c }\n",
		"queue/take_test.go": "package queue\n\nimport \"testing\"\n\nfunc TestTake(t *testing.T) { Take(nil) }\n",
		"main.go":            "package main\n\nimport \"shop/queue\"\n\nfunc Wait() { queue.Take(make(chan int)) }\n\nfunc main() {}\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, roots := range map[string]int{".": 1, "./...": 2, "main.go": 0} {
		ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{pattern}}}, nil)
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		violated := 0
		for _, name := range ps.Names {
			c, p := check(t, ps, name)
			if c != nil && c.Deadlock.Verdict == report.Violated {
				violated++
			}
			if followed := !slices.ContainsFunc(p.Ledger, func(n ledger.Note) bool { return n.Code == "U14" }); name == "main.Wait.tfg" &&
				followed != (pattern != "main.go") {
				t.Errorf("%s: %v", pattern, p.Ledger)
			}
		}
		if violated != roots {
			t.Errorf("%s: %d of %d roots violated", pattern, violated, roots)
		}
	}
}

// Nothing is reported of what is right, and most of it is known to be.
func TestIdioms(t *testing.T) {
	ps := open(t, "testdata/idioms")
	proved := 0
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		if c == nil {
			t.Errorf("%s: nothing in it", name)
			continue
		}
		for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
			if r != nil && r.Verdict == report.Violated {
				t.Errorf("%s: %s is violated: %v", name, r.Property, p.Ledger)
			}
		}
		if c.Deadlock.Verdict == report.Holds && len(c.Deadlock.Within) == 0 {
			proved++
		}
	}
	if proved < 10 || len(ps.Names) < 15 {
		t.Errorf("%d of %d hold", proved, len(ps.Names))
	}
}

// A condition is called as in Go, where that is no word of the task language.
func TestConditionNames(t *testing.T) {
	for root, want := range map[string]string{"races.RaceCond": "cond c on mu", "pairs.LeakSignal": "cond condition on m_mu"} {
		dir, _, _ := strings.Cut(root, ".")
		p, err := open(t, "testdata/"+dir).Extract(t.Context(), root+".tfg")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(p.Text), want+" ") {
			t.Errorf("no %q in\n%s", want, p.Text)
		}
	}
}

// Properties are about the events that comments name.
func TestEvents(t *testing.T) {
	ps := open(t, "testdata/events")
	text, err := os.ReadFile("testdata/events/use.fsa")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]report.Verdict{"Early": report.Violated, "Late": report.Holds, "Never": report.Holds} {
		name = "events." + name + ".tfg"
		c, _ := about(t, ps, name, verify.Options{}, []service.Text{{Name: "use.fsa", Text: text}})
		if got := c.Results[0].Verdict; got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

// A comment that names no event, or of which no statement is near, is a mistake at its place.
func TestBadEvents(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module bad\n\ngo 1.24\n",
		"a.go": `package bad

//flavers:event lonely

func F(n int) {
	//flavers:event
	println(n)
	println(n) //flavers:event a b
	println(n) //flavers:event good(1, x)
	n = 2 //flavers:event nothing
	//flavers:eventful is another comment
}
`,
		"a_test.go": "package bad\n\nimport \"testing\"\n\nfunc TestF(*testing.T) { F(1) }\n", // so a.go is loaded twice
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil)
	var lines []int
	for _, d := range list.All {
		if d.Code != golang.BadDirective || d.Hint == "" {
			t.Errorf("%v", d)
		}
		lines = append(lines, d.Pos.Line)
	}
	slices.Sort(lines)
	if !slices.Equal(lines, []int{3, 6, 8, 10}) {
		t.Errorf("mistakes in lines %v: %v", lines, list.All)
	}
}

// Nothing that has a mistake holds, and nothing that has none is violated.
func TestTraps(t *testing.T) {
	ps := open(t, "testdata/traps")
	sure := 0
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		if c == nil {
			t.Errorf("%s: nothing in it", name)
			continue
		}
		errors := report.Holds
		if c.RuntimeErrors != nil {
			errors = c.RuntimeErrors.Verdict
		}
		deadlock := c.Deadlock.Verdict
		wrong, found := false, false
		switch {
		case strings.Contains(name, ".Holds"):
			wrong = deadlock == report.Violated || errors == report.Violated
			found = deadlock == report.Holds && errors == report.Holds
		case strings.Contains(name, ".Leak"):
			// Within bounds, nothing is said of executions beyond them.
			wrong, found = deadlock == report.Holds && len(c.Deadlock.Within) == 0, deadlock == report.Violated
		default:
			wrong, found = errors == report.Holds, errors == report.Violated
		}
		if wrong {
			t.Errorf("%s: deadlock %s, run-time errors %s: %v", name, deadlock, errors, p.Ledger)
		}
		if found {
			sure++
		}
	}
	if sure < 30 || len(ps.Names) < 40 {
		t.Errorf("%d of %d are answered", sure, len(ps.Names))
	}
}
