package task

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestLower compares the programs of testdata/lower with their golden dumps.
func TestLower(t *testing.T) {
	files, err := filepath.Glob("testdata/lower/*.tfg")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, list := Load(filepath.Base(file), src, nil)
		if p == nil {
			t.Errorf("%s: %v", file, list.All)
			continue
		}
		golden := strings.TrimSuffix(file, ".tfg") + ".cfg"
		if *update {
			if err := os.WriteFile(golden, []byte(p.Dump()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), p.Dump()); d != "" {
			t.Errorf("%s (-want +got):\n%s", file, d)
		}
	}
}

// TestSet overrides constants.
func TestSet(t *testing.T) {
	const src = `
const N = 3, B = true, P = idle, M = N * 2, Z = 6 / N
enum Phase { idle, busy }
task t { event e(N, B, P, M) }
`
	tests := []struct {
		set  map[string]string
		want string // the event, or the errors
	}{
		{nil, "event e(3,true,idle,6)"},
		{map[string]string{"N": "4", "B": "false", "P": "busy"}, "event e(4,false,busy,8)"},
		{map[string]string{"M": "-1"}, "event e(3,true,idle,-1)"},
		{map[string]string{"n": "1", "Quorum": "1"}, `error T210: --set Quorum: the program has no constant "Quorum" ` +
			`(the constants are B, M, N, P and Z); ` +
			`error T210: --set n: the program has no constant "n" (did you mean "N"?)`},
		{map[string]string{"N": "true"}, "error T210: --set N=true: the constant is of type int, not bool"},
		{map[string]string{"B": "1"}, "error T210: --set B=1: the constant is of type bool, not int"},
		{map[string]string{"P": "idel"}, `error T210: --set P=idel: "idel" is not a 32-bit number, true, false or an enum value`},
		{map[string]string{"N": "99999999999"}, `error T210: --set N=99999999999: "99999999999" is not a 32-bit number, true, false or an enum value`},
		{map[string]string{"N": "0"}, "f.tfg:2:49: error T208: division by zero"},
		{map[string]string{"N": "2000000000"}, "f.tfg:2:38: error T208: the constant 4000000000 does not fit into 32 bits"},
	}
	for _, tt := range tests {
		p, list := Load("f.tfg", []byte(src), tt.set)
		var got []string
		for _, d := range list.All {
			got = append(got, d.String())
		}
		if p != nil {
			got = append(got, p.NodeString(0))
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%v: got %s\nwant %s", tt.set, s, tt.want)
		}
	}
}

// TestMessages: the message passing of the language reference, as written
// there, with the declarations that it leaves out.
func TestMessages(t *testing.T) {
	const src = `
program messages
const A = 3; const B = 2; const P = 2
shared x, y 0..1
actor registry {                       // one mailbox, any order; handling one message is one atomic step
    var n 0..3 = 0
    on reg(id 0..9) when n < 3 { n = n + 1; event registered(id) }
}
looper main {                          // FIFO event queue; a handler runs to its end on this thread,
    on clicked { x = 1; post main.redraw }   // but interleaves with other tasks, step by step
    on redraw  { y = x }
}
process acceptor[i in 0..A-1] {        // mailbox, any order; guarded atomic transitions
    var promised 0..B
    on prepare(b 0..B, from 0..P-1) when b > promised { promised = b; post proposer[from].promise(b, i) }
    on quorum A/2+1 ack(b) { promised = max(b[0], b[A/2]) }      // consumes that many messages of distinct senders
}
process proposer[p in 0..P-1] {
    on promise(b, from) { post acceptor[from].ack(b) }
}
post registry.reg(4)
`
	p, list := Load("f.tfg", []byte(src), nil)
	if p == nil || len(list.All) > 0 {
		t.Fatalf("program %v, diagnostics %v", p != nil, list.All)
	}
	for _, want := range []string{
		"object o0 mailbox registry of registry takes reg(0..9) <=1 has reg(4)",
		"object o1 queue main of main takes clicked() redraw() <=1",
		"takes prepare(0..2,0..1) <=1 ack(0..2) from <=1",
		"takes promise(0..2,0..2) <=1",
	} {
		if !strings.Contains(p.Dump(), want) {
			t.Errorf("the program lacks %s:\n%s", want, p.Dump())
		}
	}
}

// TestReference: the statements of the language reference, as written there.
func TestReference(t *testing.T) {
	const src = `
program forms
const N = 3; const K = 2; const g = true
chan c 0..7
lock m; lock mm[N]
sem s = N-1
task T { entry e; loop { accept e } }
task U[i in 0..N-1] { entry e(x 0..3, y bool); loop { accept e(x, y) { skip } } }
task w(n 0..3) dynamic[K] { }
proc p(n 0..3) { return }
task t {
    entry e(x 0..3)[N], f[N](x 0..3), a, b
    var v 0..7
    var r ref w
    select { case accept a when g: skip case (k in 0..N-1) accept f[k] when g: skip case call T.e: skip case c <- v: skip case v = <-c: skip case terminate: }
    select { case accept a when g: case (k in 0..N-1) accept e[k](x) when g { v = x }: else: skip }
    c <- v; v = <-c; <-c; close c
    lock m; unlock m; rlock mm[0]; runlock mm[0]
    acquire s; release s
    lock m; wait m; notify m; notifyall m
    await v == 1
    atomic { await v == 1; v = 2; event done(v); if v == 2 { v = 3 } }
    if v == 1 { } else if v == 2 { skip } else { }
    while v < 2 { v = v + 1 }
    outer: loop { for i in 0..2 { break outer }; continue }
    choose { v = 1 } or { v = any }
    p(1); spawn w(1); r = spawn w(v % 4); join r
    assert v >= 0; skip
    call T.e; call U[1].e(v % 4, true); call U[v % N].e(1, v == 1)
    accept a; accept b
    stop
}
`
	if p, list := Load("f.tfg", []byte(src), nil); p == nil || len(list.All) > 0 {
		t.Errorf("program %v, diagnostics %v", p != nil, list.All)
	}
}
