package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/check"
	"flavers/internal/trial"
	"flavers/lang/golang"
	"flavers/report"
)

// An object is answered if a finding is about it, or if all operations on it are in roots that are decided. One root
// that is decided says nothing of the channel that another one gives to the same function.
func TestObjects(t *testing.T) {
	ps, list := check.Open(t.Context(), []golang.Request{{Dir: "../lang/golang/testdata/objects", Patterns: []string{"."}}},
		check.OpenOptions{Clients: check.ClientsAuto})
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	all := ps.Objects()
	for _, root := range ps.Roots {
		all.Add(root, check.Package(t.Context(), root, check.Options{}))
	}
	totals := all.Totals()
	open := map[string]string{}
	for _, o := range totals.Unanswered {
		open[strings.Split(o.Pos, ":")[1]] = o.Reason
	}
	if d := cmp.Diff(map[string]string{"17": "used by no root", "62": "not modelled (U10)"}, open); d != "" {
		t.Error(d)
	}
	if totals.Objects != 7 || totals.Answered != 5 {
		t.Errorf("%+v", totals)
	}
	// Without any answer, nothing is answered.
	if none := ps.Objects().Totals(); none.Answered != 0 {
		t.Errorf("%+v", none)
	}
}

// What is in no root leaves an object open, however its type is written, its methods are called, or its address is
// given away. Root, the one root of each package, uses the objects and waits for nothing.
func TestObjectsUnreached(t *testing.T) {
	const mutex = "var mu sync.Mutex\n\nfunc Root() { mu.Lock(); mu.Unlock() }\n\n"
	for _, c := range []struct{ name, text string }{
		{"any", "func Root() { c := make(chan any, 1); c <- 1; <-c }\n\nfunc f(c chan interface{}) { c <- 1; c <- 2 }"},
		{"byte", "func Root() { c := make(chan byte, 1); c <- 1; <-c }\n\nfunc f(c chan uint8) { c <- 1; c <- 2 }"},
		{"alias", "type n = int\n\nfunc Root() { c := make(chan []n, 1); c <- nil; <-c }\n\nfunc f(c chan []int) { c <- nil; c <- nil }"},
		{"literal struct", "var q = make(chan struct{ reply chan int }, 5)\n\n" +
			"func Root() { c := make(chan int, 1); c <- 1; <-c; q <- struct{ reply chan int }{c} }\n\n" +
			"func f(q chan struct{ reply chan int }) {\n\tfor r := range q {\n\t\tr.reply <- 1\n\t\tr.reply <- 2\n\t}\n}"},
		{"interface", "type locker interface{ Lock() }\n\n" + mutex + "func f(l locker) { l.Lock(); l.Lock() }"},
		{"value of a method of an interface", mutex + "func f(l sync.Locker) { g := l.Lock; g(); g() }"},
		{"method expression", mutex + "func f() func(*sync.Mutex) { return (*sync.Mutex).Lock }"},
		{"expression of Locker", mutex + "func f() func(sync.Locker) { return sync.Locker.Lock }"},
		{"address", "type T struct{ in struct{ mu sync.Mutex } }\n\nfunc Root() {}\n\n" +
			"func f(t *T) { g(&t.in.mu) }\n\nfunc g(mu *sync.Mutex) { mu.Lock() }"},
		{"own context", "type own struct {\n\tcontext.Context\n\tc chan struct{}\n}\n\n" +
			"func (o own) Done() <-chan struct{} { return o.c }\n\n" +
			"func Root() { c := make(chan struct{}, 1); c <- struct{}{}; <-c; _ = own{c: c} }\n\n" +
			"func f(ctx context.Context) { <-ctx.Done(); <-ctx.Done() }"},
		{"result that was given", "func Root() { c := make(chan int, 1); c <- 1; <-c }\n\n" +
			"func get(c chan int) chan int { return c }\n\nfunc f(c chan int) { get(c) <- 1; get(c) <- 2 }"},
		{"second result", "func Root() { c := make(chan int, 1); c <- 1; <-c }\n\n" +
			"func get(c chan int) (chan int, chan int) { return nil, c }\n\nfunc f(c chan int) { _, d := get(c); d <- 1 }"},
		{"adder of any number", "var wg sync.WaitGroup\n\nfunc Root() { wg.Add(1); wg.Done(); wg.Wait() }\n\n" +
			"func g[T any](a interface{ Add(T) }, x T) { a.Add(x) }\n\n" +
			"func f(wg *sync.WaitGroup) { g[int](wg, 1) }"},
		{"embedded", "type T struct{ sync.Mutex }\n\nfunc Root() {}\n\nfunc f(l sync.Locker) { l.Lock() }\n\nvar _ = &T{}"},
	} {
		totals := totalsOfText(t, c.text)
		if totals == nil || totals.Objects == 0 || totals.Answered != 0 {
			t.Errorf("%s: %+v", c.name, totals)
		}
	}
}

// What is in no root leaves an object alone that it cannot be on.
func TestObjectsOthers(t *testing.T) {
	const made = "func Root() { c := make(chan struct{}, 1); c <- struct{}{}; <-c }\n\n"
	for _, c := range []struct{ name, text string }{
		{"context", made + "func f(ctx context.Context) { <-ctx.Done() }"},
		{"context of a variable", made + "func f(ctx context.Context) { done := ctx.Done(); select { case <-done: default: } }"},
		{"Done with a result", "var wg sync.WaitGroup\n\nfunc Root() { wg.Add(1); wg.Done(); wg.Wait() }\n\n" +
			"type doner interface{ Done() error }\n\nfunc f(d doner) { d.Done() }"},
		{"Lock with a parameter", "var mu sync.Mutex\n\nfunc Root() { mu.Lock(); mu.Unlock() }\n\n" +
			"type locker interface{ Lock(string) }\n\nfunc f(l locker) { l.Lock(\"\"); g := l.Lock; g(\"\") }"},
		{"result", "type T struct{ c chan struct{} }\n\nfunc (t *T) C() <-chan struct{} { return t.c }\n\n" + made +
			"func f(t *T) { <-t.C() }"},
		{"second result", "type T struct{ c chan struct{} }\n\n" +
			"func (t *T) C() (int, <-chan struct{}) { return 1, t.c }\n\n" + made + "func f(t *T) { _, c := t.C(); <-c }"},
	} {
		if totals := totalsOfText(t, c.text); totals == nil || totals.Objects != 1 || totals.Answered != 1 {
			t.Errorf("%s: %+v", c.name, totals)
		}
	}
}

// totalsOfText is totalsOf for a package with some declarations, among them a function f that is no root.
func totalsOfText(t *testing.T, declarations string) *report.Totals {
	t.Helper()
	text := "package p\n\n" + declarations + "\n\nvar _ = f\n"
	for _, pkg := range []string{"context", "sync"} {
		if strings.Contains(declarations, pkg+".") {
			text = strings.Replace(text, "package p\n", "package p\n\nimport \""+pkg+"\"\n", 1)
		}
	}
	dir := trial.Files(t, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": text})
	return totalsOf(t, dir, check.OpenOptions{})
}

// totalsOf checks all roots of a package, and counts its objects.
func totalsOf(t *testing.T, dir string, opt check.OpenOptions) *report.Totals {
	t.Helper()
	ps, list := check.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, opt)
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	all := ps.Objects()
	if all == nil {
		return nil
	}
	for _, root := range ps.Roots {
		all.Add(root, check.Package(t.Context(), root, check.Options{}))
	}
	return all.Totals()
}

// Nobody waits for ever at what is settled, though no root is decided; all else stays open. Comments say of each object
// of a line which of both it is.
func TestObjectsSettled(t *testing.T) {
	for _, pkg := range []string{"settled", "near", "given"} {
		dir := "../lang/golang/testdata/" + pkg
		want := map[string]string{} // by line, of each object
		for _, file := range []string{"right.go", "wrong.go"} {
			text, err := os.ReadFile(dir + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				_, comment, _ := strings.Cut(line, " // ")
				comment, _, _ = strings.Cut(comment, ":")
				if strings.HasPrefix(comment, "settled") || strings.HasPrefix(comment, "open") {
					want[fmt.Sprintf("%s:%d", file, i+1)] = comment
				}
			}
		}
		ps, list := check.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}},
			check.OpenOptions{Clients: check.ClientsAuto})
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		totals := ps.Objects().Totals() // with no root's answer
		open := map[string][]string{}
		for _, o := range totals.Unanswered {
			place := strings.Split(filepath.Base(o.Pos), ":")
			open[place[0]+":"+place[1]] = append(open[place[0]+":"+place[1]], "open")
		}
		all := 0
		for place, is := range want {
			all += len(strings.Fields(is))
			if got := strings.Join(open[place], " "); got != strings.ReplaceAll(is, "settled", "") {
				t.Errorf("%s/%s: %q, want %q", pkg, place, got, is)
			}
		}
		if totals.Objects != all {
			t.Errorf("%s: %d objects, want %d: %v", pkg, totals.Objects, all, totals.Unanswered)
		}
	}
}

// What the library may have assigned to, and a pointer that it hands out, may be any lock that it was given.
func TestObjectsUnknown(t *testing.T) {
	for name, text := range map[string]string{
		"filled": `package p

import (
	"encoding/json"
	"sync"
)

type Filled struct {
	filled *sync.Mutex
	Next   *Filled
	F      func()
}

func New() *Filled { return &Filled{filled: new(sync.Mutex)} }

func (f *Filled) Read(text string) {
	json.Unmarshal([]byte(text), f)
	f.filled.Lock()
	f.filled.Unlock()
}
`,
		"only there": `package p

import "sync"

var registry sync.Map

func Use() {
	x, _ := registry.LoadOrStore(1, &sync.Mutex{})
	x.(*sync.Mutex).Lock()
}
`,
		"pointer": `package p

import "sync"

var registry sync.Map

type Left struct {
	mu, outer sync.Mutex
	at        *sync.Mutex
}

func (l *Left) Use() {
	registry.Store(1, &Left{at: &l.mu})
	if x, ok := registry.Load(1); ok {
		x.(*Left).at.Lock()
	}
	l.outer.Lock()
	l.mu.Lock()
	l.mu.Unlock()
	l.outer.Unlock()
}
`,
	} {
		dir := trial.Files(t, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": text})
		ps, list := check.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}},
			check.OpenOptions{Clients: check.ClientsAuto})
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		if totals := ps.Objects().Totals(); totals.Objects == 0 || totals.Answered != 0 {
			t.Errorf("%s: %+v", name, totals)
		}
	}
}

// A condition at which an execution may end that is only possible has no answer, though another root uses it and never
// ends there. The lock has one.
func TestObjectsDoubted(t *testing.T) {
	const queue = `package p

import "sync"

type Queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	closed bool
}

func New() *Queue {
	q := &Queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Put(x int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, x)
	q.cond.Signal()
}

func (q *Queue) Get() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return 0, false
	}
	x := q.items[0]
	q.items = q.items[1:]
	return x, true
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.cond.Signal()
	q.cond.Signal()
}
`
	dir := trial.Files(t, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": queue})
	totals := totalsOf(t, dir, check.OpenOptions{Clients: check.ClientsAuto})
	if totals == nil || totals.Objects != 2 || totals.Answered != 1 || totals.Unanswered[0].Reason != "only possible" {
		t.Errorf("%+v", totals)
	}
}

// A lock under which somebody writes to a pipe of the program's own is not settled.
func TestObjectsPiped(t *testing.T) {
	const text = `package p

import (
	"io"
	"sync"
)

func Root() {
	var mu sync.Mutex
	r, w := io.Pipe()
	go func() {
		mu.Lock()
		w.Write([]byte("a"))
		mu.Unlock()
	}()
	mu.Lock()
	r.Read(make([]byte, 1))
	mu.Unlock()
}
`
	dir := trial.Files(t, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": text})
	if totals := totalsOf(t, dir, check.OpenOptions{}); totals == nil || totals.Objects != 1 || totals.Answered != 0 {
		t.Errorf("%+v", totals)
	}
}
