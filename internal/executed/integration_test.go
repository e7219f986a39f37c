//go:build integration

package executed_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/internal/executed"
	"flavers/internal/trial"
	"flavers/lang/golang"
)

// standard are the packages of the standard library of the fixed part, each with the tests that are run: those that
// synchronize and have a program within the limits. Without a list, all tests of the package are run.
var standard = []struct{ name, tests string }{
	{"sync", ""}, {"context", ""}, {"io", ""}, {"log", ""}, {"net/http/httptest", ""},
	{"os/exec", `TestPipes TestPipeLookPathLeak TestExtraFiles TestExtraFilesRace TestContextCancel TestStdinClose
		TestStdinCloseRace TestWaitInterrupt TestCancelErrors TestConcurrentExec TestDoubleStartLeavesPipesOpen`},
	{"time", `TestAfter TestAfterFunc TestAfterStop TestAfterTick TestAfterQueuing TestTimerStopStress TestSleepZeroDeadlock
		TestReset TestOverflowSleep TestIssue5745 TestTicker TestTickerStopWithDirectInitialization TestTeardown TestTick
		TestAfterTimes TestStopResult TestMultiWakeupTicker TestMultiWakeupTimer TestChan TestManualTicker`},
	{"net/http", `TestRequestWriteError TestMappingEachPair TestCrossOriginProtectionAddingBypassesConcurrently
		TestMatchingMethods`},
	{"encoding/base64", "TestDecoderIssue3577"}, {"encoding/gob", "TestStressParallel TestTypeRace"},
	{"encoding/json", "TestSynctestMarshal TestHTTPDecoding"}, {"encoding/xml", "TestRace9796"},
	{"text/template", "TestIssue39807"},
	{"log/slog", `TestHandlerConcurrency TestConcurrentWrites TestLoggerError TestSetDefault TestLoggerNoOps TestCallDepth
		TestLogLoggerLevelForDefaultLogger TestNewLogLogger TestMultiHandler TestDerivedHandler`},
}

// more are those of the rotating part.
var more = []string{"archive/zip", "bufio", "compress/flate", "database/sql", "encoding/gob", "encoding/xml", "expvar",
	"flag", "fmt", "go/token", "html/template", "internal/singleflight", "io/fs", "log/syslog", "math/rand",
	"mime/multipart",
	"net", "net/http", "net/http/httptest", "net/http/httputil", "net/rpc", "net/rpc/jsonrpc", "net/smtp", "net/textproto",
	"os", "os/signal", "path/filepath", "reflect", "strings", "sync/atomic", "testing", "testing/fstest", "text/tabwriter",
	"net/http/cookiejar", "net/mail", "encoding/csv", "encoding/hex", "encoding/base64", "container/list", "iter",
	"log/slog", "text/template", "encoding/json", "time", "os/exec"}

// modules are those that are looked at in turn, each with the folders of its packages.
var modules = []struct{ module, folders string }{
	{"golang.org/x/sync@v0.17.0", "semaphore singleflight"},
	{"github.com/sourcegraph/conc@v0.3.0", ". pool iter stream"},
	{"github.com/oklog/run@v1.2.0", "."},
	{"github.com/gammazero/workerpool@v1.1.3", "."},
	{"github.com/cskr/pubsub@v1.0.2", "."},
	{"github.com/hashicorp/golang-lru/v2@v2.0.7", ". expirable"},
	{"github.com/robfig/cron/v3@v3.0.1", "."},
	{"github.com/cenkalti/backoff/v4@v4.3.0", "."},
	{"github.com/sony/gobreaker@v1.0.0", "."},
	{"github.com/golang/groupcache@v0.0.0-20241129210726-2c02b8208cf8", ". singleflight"},
}

// compare compares a package, prints its line of the table, and fails for every operation that is missing.
func compare(t *testing.T, l *executed.Logger, name, dir, only string, roots int) (operations int) {
	t.Helper()
	began := time.Now()
	limits := executed.Limits{Slice: 20 * time.Second, Extract: 10 * time.Second, Run: 10 * time.Second,
		Only: strings.Fields(only), Roots: roots, Jobs: 2}
	r, err := l.Package(t.Context(), golang.Request{Dir: dir, Patterns: []string{"."}}, limits)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	t.Logf("%-40s %5.1f s  %s", name, time.Since(began).Seconds(), r)
	for _, root := range r.Roots {
		if root.Unknown != nil {
			t.Logf("%s: %s: %v", name, root.Name, root.Unknown)
		}
	}
	for _, lost := range r.Missing() {
		t.Errorf("%s: %s", name, lost)
	}
	for _, n := range r.Count {
		operations += n
	}
	return operations
}

func logger(t *testing.T) *executed.Logger {
	t.Helper()
	l, err := executed.NewLogger(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// command runs the go command.
func command(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatal("go ", strings.Join(args, " "), ": ", err)
	}
	return out
}

// Every operation that the tests of these packages of the standard library execute is in the programs of their roots.
func TestExecutedStandard(t *testing.T) {
	l, src := logger(t), filepath.Join(strings.TrimSpace(string(command(t, "env", "GOROOT"))), "src")
	operations := 0
	for _, p := range standard {
		operations += compare(t, l, p.name, filepath.Join(src, p.name), p.tests, 0)
	}
	if operations < 200 {
		t.Errorf("%d operations", operations)
	}
}

// So it is of ten modules: of five in each run, the seed says which, or of all with FLAVERS_RANDOM.
func TestExecutedModules(t *testing.T) {
	l := logger(t)
	operations, step := 0, 2
	if trial.Long() {
		step = 1
	}
	for i := trial.Turn(t, step); i < len(modules); i += step {
		m := modules[i]
		dir := module(t, m.module)
		for _, folder := range strings.Fields(m.folders) {
			operations += compare(t, l, filepath.Join(m.module, folder), filepath.Join(dir, folder), "", 0)
		}
	}
	if operations < 50 {
		t.Errorf("%d operations", operations)
	}
}

// module is a copy of a module's folder: the go command takes no folder of its cache for a module that is worked on.
func module(t *testing.T, name string) string {
	t.Helper()
	var of struct{ Dir string }
	if err := json.Unmarshal(command(t, "mod", "download", "-json", name), &of); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(of.Dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// So it is of a part of the tests of other packages, others for each seed.
func TestExecutedMore(t *testing.T) {
	l, src := logger(t), filepath.Join(strings.TrimSpace(string(command(t, "env", "GOROOT"))), "src")
	name := more[trial.Turn(t, len(more))]
	compare(t, l, name, filepath.Join(src, name), "", 30)
}
