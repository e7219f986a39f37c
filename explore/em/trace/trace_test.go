package trace

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"flavers/diag"
)

// data is where the published traces are; they are no part of the repository.
const data = "../../../../shared/traces"

func text(t *Trace) (ops, deps string) {
	var a, b bytes.Buffer
	t.WriteTo(&a)
	t.WriteDependences(&b)
	return a.String(), b.String()
}

// What is written is read back.
func roundTrip(t *testing.T, tr *Trace) {
	t.Helper()
	ops, deps := text(tr)
	again, ds := Parse("again", []byte(ops), "deps", []byte(deps))
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, ops)
	}
	if d := cmp.Diff(tr, again, cmpopts.IgnoreFields(Op{}, "Pos"), cmpopts.EquateEmpty()); d != "" {
		t.Fatal(d)
	}
}

func TestPublished(t *testing.T) {
	if _, err := os.Stat(data); os.IsNotExist(err) {
		t.Skipf("the published traces are not beside the repository, in %s", data)
	}
	n := 0
	err := filepath.WalkDir(data, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Name() != "trace.txt" {
			return err
		}
		n++
		ops, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		deps, err := os.ReadFile(filepath.Join(filepath.Dir(path), "dependence.txt"))
		if err != nil {
			return err
		}
		tr, ds := Parse(path, ops, "dependence.txt", deps)
		if len(ds.All) > 0 {
			t.Errorf("%s: %v", path, ds.All)
			return nil
		}
		roundTrip(t, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != 33 {
		t.Errorf("%d traces, want 28 made by hand and 5 applications", n)
	}
}

func TestShortForm(t *testing.T) {
	tr, ds := Parse("s.trace", []byte(`# two threads
main   threadinit
main   attachq
main   fork worker
main   loop
worker threadinit
worker post click main   # a message
worker threadexit
main   begin click
main   write x
main   mark enable-event
main   end click
before 5 8
`), "", nil)
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	if got, want := tr.Describe(8), "main write x"; got != want {
		t.Errorf("%q", got)
	}
	if len(tr.Threads) != 2 || tr.Threads[0] != "main" || len(tr.Tasks) != 1 || tr.Ops[8].Task != 0 || len(tr.Before) != 1 || tr.Before[0] != [2]int32{4, 7} {
		t.Errorf("%+v", tr)
	}
	ops, deps := text(tr)
	if again, ds := Parse("again", []byte(ops), "", []byte(deps)); ds.HasErrors() || len(again.Ops) != len(tr.Ops) {
		t.Errorf("%v\n%s", ds.All, ops)
	}
}

// Each bad line has its own diagnostic: where, and which code.
func TestDiagnostics(t *testing.T) {
	const head = "1 THREADINIT tid:1\n2 ATTACH-Q tid:1\n"
	for _, c := range []struct {
		what, text, deps, want string
	}{
		{"empty", "", "", "t:1:1: error E106"},
		{"no number", head + "3x NOP tid:1", "", "t:3:1: error E101"},
		{"no operation", head + "3", "", "t:3:1: error E101"},
		{"order", head + "2 NOP tid:1", "", "t:3:1: error E102"},
		{"unknown", head + "3 RAED tid:1 obj:a field:1", "", "t:3:3: error E103: unknown operation \"RAED\" (did you mean READ?)"},
		{"field missing", head + "3 READ tid:1 obj:a", "", "t:3:3: error E104: operation 3, READ, has no field field"},
		{"no field", head + "3 READ tid:1 obj", "", "t:3:14: error E104"},
		{"twice", head + "3 NOP tid:1 tid:2", "", "t:3:13: error E104"},
		{"empty field", head + "3 LOCK tid:1 lock-obj:", "", "t:3:14: error E104"},
		{"ret", head + "3 RET tid:1 msg:1", "", "t:3:1: error E105"},
		{"bad pair", head, "src:1 dst:2", "d:1:1: error E107"},
		{"unknown pair", head, "src:1 dest:7", "d:1:1: error E108"},
		{"late pair", head, "src:2 dest:1", "d:1:1: error E108"},
		{"not forked", head + "3 NOP tid:2", "", "t:3:1: error E201: thread 2 does not run"},
		{"two forks", head + "3 FORK par-tid:1 child-tid:2\n4 FORK par-tid:1 child-tid:2", "", "t:4:1: error E201"},
		{"early", "1 THREADINIT tid:1\n2 THREADINIT tid:2\n3 FORK par-tid:1 child-tid:2", "", "t:2:1: error E201"},
		{"join", head + "3 FORK par-tid:1 child-tid:2\n4 JOIN par-tid:1 child-tid:2", "", "t:4:1: error E201"},
		{"no queue", "1 THREADINIT tid:1\n2 LOOP tid:1", "", "t:2:1: error E201"},
		{"no post", head + "3 LOOP tid:1\n4 CALL tid:1 msg:1\n5 RET tid:1 msg:1", "", "t:4:1: error E201"},
		{"queue", head + "3 POST src:1 msg:1 dest:1\n4 POST src:1 msg:2 dest:1\n5 LOOP tid:1\n6 CALL tid:1 msg:2", "", "t:6:1: error E201: message 2 is not the first"},
		{"posted twice", head + "3 POST src:1 msg:1 dest:1\n4 POST src:1 msg:1 dest:1", "", "t:4:1: error E201"},
		{"post to none", "1 THREADINIT tid:1\n2 POST src:1 msg:1 dest:1", "", "t:2:1: error E201"},
		{"in loop", head + "3 LOOP tid:1\n4 NOP tid:1", "", "t:4:1: error E201"},
		{"lock", head + "3 LOCK tid:1 lock-obj:a\n4 LOCK tid:1 lock-obj:a", "", "t:4:1: error E201"},
		{"unlock", head + "3 UNLOCK tid:1 lock-obj:a", "", "t:3:1: error E201"},
		{"across", head + "3 POST src:1 msg:1 dest:1\n4 LOOP tid:1\n5 CALL tid:1 msg:1\n6 LOCK tid:1 lock-obj:a\n7 RET tid:1 msg:1", "", "t:7:1: error E202"},
		{"wait", head + "3 WAIT tid:1", "", "t:3:1: error E201"},
		{"no handler", head + "3 POST src:1 msg:1 dest:1", "", "t:3:1: warning E301"},
		{"no end", head + "3 POST src:1 msg:1 dest:1\n4 LOOP tid:1\n5 CALL tid:1 msg:1", "", "t:3:1: warning E302"},
		{"short, unknown", "a threadinit\na raed x", "", "t:2:3: error E103: unknown operation \"raed\" (did you mean read?)"},
		{"short, arguments", "a threadinit\na read", "", "t:2:3: error E104"},
		{"short, nothing", "a threadinit\na", "", "t:2:1: error E101"},
		{"short, mark", "a threadinit\na mark enabel", "", "t:2:8: error E103"},
		{"short, before", "a threadinit\na nop\nbefore 2 1", "", "t:3:1: error E108"},
	} {
		_, ds := Parse("t", []byte(c.text), "d", []byte(c.deps))
		found := false
		for _, d := range ds.All {
			found = found || strings.HasPrefix(d.String(), c.want)
		}
		if !found {
			t.Errorf("%s: want %s, got %v", c.what, c.want, ds.All)
		}
	}
}

// Every code is explained, and every explained code is used.
func TestCodes(t *testing.T) {
	used := map[diag.Code]bool{}
	for _, name := range []string{"parse.go", "parse_short.go", "check.go"} {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range strings.Split(string(src), `"`) {
			if len(f) == 4 && f[0] == 'E' && f[1] >= '0' && f[1] <= '9' {
				used[diag.Code(f)] = true
			}
		}
	}
	for _, e := range Explanations() {
		if !used[e.Code] {
			t.Errorf("%s is explained, but not used", e.Code)
		}
		delete(used, e.Code)
	}
	if len(used) > 0 {
		t.Errorf("not explained: %v", used)
	}
}

func TestGenerate(t *testing.T) {
	for _, c := range []struct {
		name      string
		sh        Shape
		low, high int
	}{{"Remind Me", RemindMe, 300, 600}, {"My Tracks", MyTracks, 300, 600}, {"Music", Music, 300, 650}, {"Character", Character, 250, 600}, {"Aard", Aard, 300, 800}} {
		for seed := range uint64(6) {
			tr := Generate(seed, c.sh)
			if ds := tr.Check(); ds.HasErrors() {
				t.Fatalf("%s, seed %d: %v", c.name, seed, ds.All)
			}
			if n := len(tr.Ops); n < c.low || n > c.high {
				t.Errorf("%s, seed %d: %d operations", c.name, seed, n)
			}
			roundTrip(t, tr)
			a, _ := text(tr)
			if b, _ := text(Generate(seed, c.sh)); a != b {
				t.Fatalf("%s, seed %d: not the same twice", c.name, seed)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("1 THREADINIT tid:1\n2 ATTACH-Q tid:1\n3 POST src:1 msg:1 dest:1\n4 LOOP tid:1\n5 CALL tid:1 msg:1\n6 RET tid:1 msg:1\n"), []byte("src:1 dest:4\n"))
	f.Add([]byte("a threadinit\na write x\nbefore 1 2\n"), []byte(""))
	f.Add([]byte("main threadinit\nmain attachq\nbg threadinit\nbg post click main\nmain loop\nmain begin click\nmain write x\nmain end click\n"), []byte(""))
	f.Fuzz(func(t *testing.T, ops, deps []byte) {
		tr, ds := Parse("t", ops, "d", deps)
		if (tr == nil) != ds.HasErrors() {
			t.Fatalf("trace %v, diagnostics %v", tr, ds.All)
		}
	})
}
