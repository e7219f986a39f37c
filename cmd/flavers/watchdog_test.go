//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/limit"
	"flavers/render"
	"flavers/report"
	"flavers/verify"
)

// watchdog runs commands that are given up. It knows how many goroutines there were
// before, of tests that have left some behind.
type watchdog struct{ goroutines int }

func newWatchdog() watchdog { return watchdog{max(3, runtime.NumGoroutine())} } // 3: the test's, its parent's, a signal handler's

// run runs a command with a limit of time and holds it to the limit: at most
// 10 % and 0.2 s more. On a machine that is busy with other things a run may be
// late for no reason of its own: a run that took no more processor time than that
// is in time too, unless it waited for ten times as long, and one of several has
// to be.
func (w watchdog) run(t *testing.T, limit time.Duration, args ...string) {
	t.Helper()
	const tries = 5
	most := limit + limit/10 + 200*time.Millisecond
	var took []string
	for range tries {
		w.settle()
		var out, errs bytes.Buffer
		began, before := time.Now(), processor()
		status := run(append(slices.Clone(args), "--timeout", limit.String()), strings.NewReader(""), &out, &errs)
		wall, busy := time.Since(began), processor()-before
		if status == report.ExitInternal {
			t.Fatalf("flavers %s: %s", strings.Join(args, " "), errs.String())
		}
		if wall <= most || busy <= most && wall <= 10*most {
			return
		}
		took = append(took, fmt.Sprintf("%v (%v of a processor)", wall.Round(time.Millisecond), busy.Round(time.Millisecond)))
	}
	t.Errorf("flavers %s --timeout %v took %s", strings.Join(args, " "), limit, strings.Join(took, ", "))
}

// settle waits until stages that an earlier command has given up are over, and collects
// what they left: a command of its own process does not pay for them.
func (w watchdog) settle() {
	for range 20 {
		if runtime.NumGoroutine() <= w.goroutines {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	runtime.GC()
}

// processor is the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestTimeLimit runs commands where they would go on for long: large instances, stages
// that blow up, pictures. TestTimeLimits is the same for more stages and explorers, and
// TestWatchdog for all examples.
func TestTimeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	withinTime(t,
		"check ../../examples/dining.tfg --set N=1000 --refine all --html-output OUT/page.html",
		"check OUT/indexer.tfg --runtime-errors",
		"explore OUT/posts.trace --algorithm em-dpor",
		"crosscheck OUT/many.tfg")
}

// wideLine is a program with a line of four megabytes.
func wideLine() string {
	return "program wide\ntask t { " + strings.Repeat("event e; ", 450_000) + "}\n"
}

// withinTime runs commands with 300 ms each, beside large programs in OUT.
func withinTime(t *testing.T, commands ...string) {
	t.Helper()
	folder := t.TempDir()
	indexer, err := os.ReadFile("../../examples/dpor/indexer.tfg")
	if err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(folder, "indexer.tfg") // an index that may have any value
	text := strings.Replace(string(indexer), "h = (7*w) % SIZE", "skip", 1)
	if err := os.WriteFile(open, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	many := filepath.Join(folder, "many") // specifications to bind
	if err := errors.Join(os.WriteFile(many+".tfg", []byte("program many\ntask t[i in 0..999] { event a(i); event b(i) }\n"), 0o644),
		os.WriteFile(many+".fsa", []byte("property p[i in 0..999] { a(i) precedes b(i) }\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	net, posts := filepath.Join(folder, "large.pnml"), filepath.Join(folder, "posts.trace")
	if err := errors.Join(os.WriteFile(net, []byte(largeNet(20_000)), 0o644), os.WriteFile(posts, []byte(manyPosts(12_500)), 0o644)); err != nil {
		t.Fatal(err)
	}
	ada := "procedure Wide is\nbegin\n   " + strings.Repeat("null; ", 500_000) + "\nend Wide;\n"
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "wide.tfg"), []byte(wideLine()), 0o644),
		os.Mkdir(filepath.Join(folder, "ada"), 0o755),
		os.WriteFile(filepath.Join(folder, "ada", "wide.adb"), []byte(ada), 0o644)); err != nil {
		t.Fatal(err)
	}
	w := newWatchdog()
	for _, args := range commands {
		w.run(t, 300*time.Millisecond, arguments(args, "", folder)...)
	}
}

// TestSilentPipe: a program that is read from a pipe which nobody opens for
// writing, or never closes, is given up in time.
func TestSilentPipe(t *testing.T) {
	folder := t.TempDir()
	fifo := filepath.Join(folder, "fifo.tfg")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	dog := newWatchdog()
	silent := func(args ...string) {
		dog.run(t, 30*time.Millisecond, args...)
		if w, err := os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			w.Close() // who still reads comes to the end
		}
	}
	for _, line := range everyCommand {
		if !strings.Contains(line, "--timeout") { // of an engine: the last one counts
			silent(arguments(line, fifo, folder)...)
		}
	}
	silent("test", fifo)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := w.WriteString("program p\n"); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"check", "-", "--timeout", "30ms"}, r, &out, &errs); status != report.ExitOpen || !strings.Contains(errs.String(), "time ran out") {
		t.Errorf("status %d\n%s", status, errs.String())
	}
}

// TestKnownVerdict: what is known when time runs out is printed. The page takes
// longer than the check, and goes without its pictures.
func TestKnownVerdict(t *testing.T) {
	folder := t.TempDir()
	a := newApp(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}, realEngine())
	a.engine.draw = func(ctx context.Context, _ string, _ *cfg.Program, _ []*automata.Spec, _ *report.Result, _ verify.Options) (*render.Drawing, error) {
		time.Sleep(time.Minute)
		return nil, ctx.Err()
	}
	page := filepath.Join(folder, "page.html")
	began, status := time.Now(), report.ExitOpen
	for _, limit := range []string{"500ms", "4s"} { // the first is enough for the check, but on a busy machine
		if status == report.ExitOpen {
			status = a.run([]string{"check", "../../examples/dining.tfg", "--html-output", page, "--timeout", limit})
		}
	}
	if status != report.ExitViolated || time.Since(began) > 30*time.Second {
		t.Errorf("status %d after %v, want %d", status, time.Since(began), report.ExitViolated)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "never_two_forks") {
		t.Errorf("no page: %v", err)
	}
}

// TestMemoryLimit: --max-memory ends stages that do not count what they use, and
// the verdict is unknown for this reason. The resident set stays within 20 % above
// the limit: each run is a process of its own, and one of three has to do so, as a
// busy machine may keep the watch from looking. TestMemoryLimits is the same for more
// commands.
func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the limits allow")
	}
	withinMemory(t,
		"check ../../examples/dining.tfg --set N=1000 --refine all --only fork_alternates",
		"explore OUT/posts.trace")
}

func withinMemory(t *testing.T, commands ...string) {
	t.Helper()
	const mebibytes = 100
	folder := t.TempDir()
	for name, text := range map[string]string{"large.pnml": largeNet(20_000), "posts.trace": manyPosts(12_500), "wide.tfg": wideLine()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range commands {
		args += fmt.Sprintf(" --max-memory %dMiB --timeout 2m", mebibytes)
		least := int64(0)
		for try := 0; try < 3 && (try == 0 || least > mebibytes<<20/5*6); try++ {
			cmd := exec.Command(os.Args[0], arguments(args, "", folder)...)
			cmd.Env = append(os.Environ(), attackVariable+"=resident")
			out, _ := cmd.CombinedOutput()
			text := string(out)
			if status := cmd.ProcessState.ExitCode(); status != report.ExitOpen || !strings.Contains(text, "memory") || strings.Contains(text, "time ran out") {
				t.Fatalf("flavers %s: status %d\n%s", args, status, text)
			}
			_, last, _ := strings.Cut(text, "resident ")
			most, err := strconv.ParseInt(strings.TrimSpace(last), 10, 64)
			if err != nil {
				t.Fatalf("flavers %s: %v\n%s", args, err, text)
			}
			if try == 0 || most < least {
				least = most
			}
		}
		if least > mebibytes<<20/5*6 {
			t.Errorf("flavers %s: %d MiB are resident", args, least>>20)
		}
	}
}

// residentAtMost is the largest resident set of this process so far, in bytes. What
// the system says of a child counts the process that started it, too, as long as
// that has not been replaced; what Linux says of the memory itself does not.
func residentAtMost() int64 {
	if text, err := os.ReadFile("/proc/self/status"); err == nil {
		if _, rest, ok := strings.Cut(string(text), "VmHWM:"); ok {
			if n, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64); err == nil {
				return n << 10
			}
		}
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	if runtime.GOOS == "darwin" {
		return u.Maxrss
	}
	return u.Maxrss << 10
}

// A limit is no interrupt, of which render and stats say that it was one.
func TestInterrupted(t *testing.T) {
	for cause, want := range map[error]bool{nil: true, limit.ErrMemory: false, context.DeadlineExceeded: false} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if cancel(cause); interrupted(ctx) != want {
			t.Errorf("ended by %v: %t", cause, !want)
		}
	}
}

// manyPosts is a trace of ten threads that post so many messages to one.
func manyPosts(messages int) string {
	var b, handlers strings.Builder
	b.WriteString("ui threadinit\nui attachq\n")
	for i := range 10 {
		fmt.Fprintf(&b, "ui fork w%d\n", i)
	}
	b.WriteString("ui loop\n")
	for i := range 10 {
		fmt.Fprintf(&b, "w%d threadinit\n", i)
		for k := range messages / 10 {
			fmt.Fprintf(&b, "w%d post m%d_%d ui\n", i, i, k)
			fmt.Fprintf(&handlers, "ui begin m%d_%d\nui write v\nui end m%d_%d\n", i, k, i, k)
		}
		fmt.Fprintf(&b, "w%d threadexit\n", i)
	}
	return b.String() + handlers.String()
}

// largeNet is a Petri net with so many arcs, all of one transition's kind.
func largeNet(arcs int) string {
	var b strings.Builder
	b.WriteString(`<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">` + "\n")
	n := arcs / 4
	name := func(kind string, i int) string { return fmt.Sprint(kind, i) }
	for i := range n {
		b.WriteString(`<place id="` + name("p", i) + `"><initialMarking><text>1</text></initialMarking></place>` + "\n")
		b.WriteString(`<transition id="` + name("t", i) + `"/>` + "\n")
	}
	for i := range n {
		for k, j := range []int{i, (i + 1) % n} {
			b.WriteString(`<arc id="a` + fmt.Sprint(4*i+2*k) + `" source="` + name("p", j) + `" target="` + name("t", i) + `"/>` + "\n")
			b.WriteString(`<arc id="a` + fmt.Sprint(4*i+2*k+1) + `" source="` + name("t", i) + `" target="` + name("p", (j+7)%n) + `"/>` + "\n")
		}
	}
	b.WriteString("</page></net></pnml>\n")
	return b.String()
}
