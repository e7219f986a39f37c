package golang_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/lang/golang"
)

// registered are programs, by name, with a package of another module that they import for its initialization only: what
// it gives to the standard library, and how the program comes to that. All hang, but those that are called right.
var registered = map[string][2]string{
	"handler": {`import "net/http"
func init() { http.HandleFunc("/", func(http.ResponseWriter, *http.Request) { <-make(chan int) }) }`,
		`import ("net/http"; "net/http/httptest")
func main() { http.DefaultServeMux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) }`},
	"driver": {`import ("database/sql"; "database/sql/driver")
type d struct{}
func (d) Open(string) (driver.Conn, error) { <-make(chan int); return nil, nil }
func init() { sql.Register("d", d{}) }`,
		`import "database/sql"
func main() { if db, err := sql.Open("d", ""); err == nil { db.Ping() } }`},
	"flags": {`import "flag"
func init() { flag.Func("x", "", func(string) error { <-make(chan int); return nil }) }`,
		`import "flag"
func main() { flag.Set("x", "1") }`},
	"variable": {`import "expvar"
func init() { expvar.Publish("a", expvar.Func(func() any { <-make(chan int); return 1 })) }`,
		`import "expvar"
func main() { println(expvar.Get("a").String()) }`},
	"vars": {`import "expvar"
func init() { expvar.Publish("a", expvar.Func(func() any { <-make(chan int); return 1 })) }`,
		`import ("net/http"; "net/http/httptest")
func main() { http.DefaultServeMux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/debug/vars", nil)) }`},
	"logger": {`import ("context"; "log/slog")
type h struct{ slog.Handler }
func (h) Enabled(context.Context, slog.Level) bool { return true }
func (h) Handle(context.Context, slog.Record) error { <-make(chan int); return nil }
func init() { slog.SetDefault(slog.New(h{})) }`,
		`import "log"
func main() { log.Print("a") }`},
	"output": {`import "log"
type w struct{}
func (w) Write([]byte) (int, error) { <-make(chan int); return 0, nil }
func init() { l := log.Default(); l.SetOutput(w{}) }`,
		`import "log"
func main() { log.Print("a") }`},
	"transport": {`import "net/http"
type t struct{}
func (t) RoundTrip(*http.Request) (*http.Response, error) { <-make(chan int); return nil, nil }
func init() { http.DefaultClient.Transport = t{} }`,
		`import "net/http"
func main() { http.Get("http://a") }`},
	"assigned": {`import "crypto/rand"
type r struct{}
func (r) Read([]byte) (int, error) { <-make(chan int); return 0, nil }
func init() { rand.Reader = r{} }`,
		`import ("crypto/rand"; "io")
func main() { io.ReadFull(rand.Reader, make([]byte, 3)) }`},
	"pointed": {`import "crypto/rand"
type r struct{}
func (r) Read([]byte) (int, error) { <-make(chan int); return 0, nil }
func init() { p := &rand.Reader; *p = r{} }`,
		`import ("crypto/rand"; "math/big")
func main() { rand.Int(rand.Reader, big.NewInt(5)) }`},
	"format": {`import (. "image"; "io")
func init() { RegisterFormat("x", "x", func(io.Reader) (Image, error) { <-make(chan int); return nil, nil }, nil) }`,
		`import ("image"; "strings")
func main() { image.Decode(strings.NewReader("xyz")) }`},
	"hash": {`import ("crypto"; "hash")
func init() { crypto.RegisterHash(crypto.MD4, func() hash.Hash { <-make(chan int); return nil }) }`,
		`import "crypto"
func main() { crypto.MD4.New() }`},
	"piped": {`import "os"
func init() { _, w, _ := os.Pipe(); os.Stdout = w }`,
		`import ("fmt"; "strings")
func main() { fmt.Println(strings.Repeat("a", 1<<20)) }`},
	"rightArgs": {`import "os"
func init() { os.Args = os.Args[:1] }`,
		`import "fmt"
func main() { fmt.Println("a") }`},
	"rightOther": {`import "flag"
func init() { flag.Func("x", "", func(string) error { <-make(chan int); return nil }) }`,
		`import "log"
func main() { log.Print("a") }`},
	"rightNone": {`import "log"
func F() { log.Print("a") }`,
		`import "log"
func main() { log.Print("a") }`},
}

// TestRegistered checks programs that come to code of another module by way of the standard library, to which its
// initialization has given that (theory.md, Lemma 12.7): none that hangs holds, or has nothing to wait for.
func TestRegistered(t *testing.T) {
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v0.0.0\n"}
	modules := "# example.com/dep v0.0.0\n## explicit; go 1.24\n"
	for _, name := range slices.Sorted(maps.Keys(registered)) {
		dep, main := registered[name][0], registered[name][1]
		files["vendor/example.com/dep/"+name+"/dep.go"] = "package " + name + "\n" + dep + "\n"
		files[name+"/main.go"] = "package main\nimport _ \"example.com/dep/" + name + "\"\n" + main + "\n"
		modules += "example.com/dep/" + name + "\n"
	}
	files["vendor/modules.txt"] = modules
	dir := trial.Files(t, files)
	for i, name := range slices.Sorted(maps.Keys(registered)) {
		if i%3 != 0 && !trial.More() {
			continue
		}
		ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./" + name}}}, nil)
		if list.HasErrors() || len(ps.Names) != 1 {
			t.Fatalf("%s: %v", name, list.All)
		}
		c, p := check(t, ps, ps.Names[0])
		if right := strings.HasPrefix(name, "right"); plain(c) != right {
			t.Errorf("%s: it holds: %t; ledger: %v", name, !right, p.Ledger)
		}
		ps.Slice(t.Context(), time.Minute)
		if c, p = check(t, ps, ps.Names[0]); plain(c) != strings.HasPrefix(name, "right") {
			t.Errorf("%s, with the source of the module: it holds: %t; ledger: %v", name, plain(c), p.Ledger)
		}
	}
}

// TestFailing checks functions that hang because of a recovered panic of the runtime, or because a lock is copied or
// moved by what is not followed: none holds, or has nothing to wait for.
func TestFailing(t *testing.T) {
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/failing", Patterns: []string{"."}}}, nil)
	if list.HasErrors() || len(ps.Names) < 10 {
		t.Fatal(list.All, ps.Names)
	}
	ps.Slice(t.Context(), time.Minute)
	for _, name := range ps.Names {
		if c, p := check(t, ps, name); plain(c) {
			t.Errorf("%s holds; ledger: %v", name, p.Ledger)
		}
	}
}
