package task

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"flavers/diag"
)

// TestLimits: programs that are too large end in one clear message, at once
// and without using much memory.
func TestLimits(t *testing.T) {
	rep := strings.Repeat
	procs := "program p\nproc p0() { skip; skip }\n"
	for i := 1; i < 40; i++ {
		procs += fmt.Sprintf("proc p%d() { p%d(); p%d() }\n", i, i-1, i-1)
	}
	empty := strings.Replace(procs, "{ skip; skip }", "{ }", 1)
	var chain, consts strings.Builder
	chain.WriteString("proc p0() { skip }\n")
	for i := 1; i < 30_000; i++ {
		fmt.Fprintf(&chain, "proc p%d() { p%d() }\n", i, i-1)
	}
	for i := 2000; i > 0; i-- {
		fmt.Fprintf(&consts, "const c%d = c%d\n", i, i-1)
	}
	consts.WriteString("const c0 = 1\n")
	tests := []struct {
		name, src string
		want      diag.Code
	}{
		{"family", "task t[i in 0..1000000] { skip }", "T306"},
		{"many tasks", "task t[i in 0..60000] { skip; skip }", "T307"},
		{"dynamic", "task t dynamic[65536] { skip; skip } task u { spawn t }", "T307"},
		{"dynamic beyond", "task t dynamic[65537] { skip } task u { spawn t }", "T207"},
		{"for", "task t { for i in 0..1000000000 { skip } }", "T307"},
		{"empty for", "task t { for i in -2000000000..2000000000 { } }", "T307"},
		{"nested for", "task t { for i in 0..1000 { for j in 0..1000 { for k in 0..1000 { } } } }", "T307"},
		{"replicated", "chan c bool; task t { select { case (i in 0..10000) (j in 0..10000) <-c: skip } }", "T307"},
		{"never replicated", "chan c bool; task t { select { case (i in 0..100000) (j in 0..100000) <-c when false: skip } }", "T307"},
		{"procs", procs + "task t { p39() }", "T307"},
		{"empty procs", empty + "task t { p39() }", "T307"},
		{"proc chain", chain.String() + "task t { p29999() }", "T307"},
		{"const chain", consts.String() + "task t { event e(c2000) }", "T103"},
		{"array", "shared a [100000][100000]bool; task t { skip }", "T307"},
		{"array of initial values", "shared a [100000][100000]bool = true; task t { skip }", "T307"},
		{"arrays in a loop", "task t { for i in 0..100 { var a [50000]bool } }", "T307"},
		{"local arrays", "task t[i in 0..100] { var a [50000]bool }", "T307"},
		{"locks", "lock m[100000]; sem s[100000]; task t { skip }", "T307"},
		{"entries", "task t[i in 0..100] { entry e[100000]; skip }", "T307"},
		{"pairs", "chan c 0..1; task t { for i in 0..2000 { c <- 0 } } task u { var x 0..1; for i in 0..2000 { x = <-c } }", "T307"},
		{"index", "shared x 0..60000; lock m[60000]; task t { lock m[x]; unlock m[x] }", "T307"},
		{"type", "shared x 0..2147483647; task t { skip }", "T306"},
		{"event", "shared x, y 0..60000; task t { event e(x, y) }", "T308"},
		{"unused events", "shared x 0..60000; task t { event e(if x >= 0 then 1 else x) }", "T308"},
		{"parentheses", "shared x 0..1; task t { x = " + rep("(", 100_000) + "1" + rep(")", 100_000) + " }", "T103"},
		{"negations", "shared x bool; task t { x = " + rep("!", 100_000) + "true }", "T103"},
		{"conditions", "shared x bool; task t { x = " + rep("if true then ", 100_000) + "true }", "T103"},
		{"sum", "shared x 0..1; task t { x = 1" + rep("+1", 100_000) + " }", "T103"},
		{"indices", "shared x 0..1; task t { x = " + rep("x[", 100_000) + " }", "T103"},
		{"blocks", "task t { " + rep("{ ", 100_000) + rep("} ", 100_000) + "}", "T103"},
		{"loops", "task t { " + rep("loop { ", 100_000) + rep("} ", 100_000) + "}", "T103"},
		{"ifs", "task t { " + rep("if true { ", 10_000) + rep("} ", 10_000) + "}", "T103"},
		{"else ifs", "task t { if true { skip } " + rep("else if true { skip } ", 10_000) + "}", "T103"},
		{"selects", "task t { " + rep("select { case accept a: ", 10_000) + rep("} ", 10_000) + "}", "T103"},
		{"types", "shared x " + rep("[2]", 10_000) + "bool; task t { skip }", "T103"},
		{"initial values", "shared x [2]bool = " + rep("{", 10_000) + " task t { skip }", "T103"},
		{"dimensions", "shared x " + rep("[2]", 400) + "bool; task t { skip }", "T307"},
		{"errors", "task t { " + rep("x = 1\n", 5000) + "}", "T006"},
		{"garbage", rep("@", 100_000), "T006"},
		{"size", rep(" ", maxSource+1), "T005"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			p, list := Load("f.tfg", []byte(tt.src), nil)
			runtime.ReadMemStats(&after)
			found := false
			for _, d := range list.All {
				found = found || d.Code == tt.want
			}
			if p != nil || !found {
				t.Errorf("program %v, no %s in the diagnostics: %v", p != nil, tt.want, list.All[:min(3, len(list.All))])
			}
			if n := (after.TotalAlloc - before.TotalAlloc) >> 20; n > 1500 {
				t.Errorf("allocated %d MiB", n)
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// TestLarge: programs just below the limits are accepted.
func TestLarge(t *testing.T) {
	for _, src := range []string{
		"task t { for i in 0..40000 { skip } }",
		"task t[i in 0..9999] { skip; skip }",
		"shared a [300][300]bool; task t { skip }",
		"shared x 0..65535; task t { x = any }",
		"shared x 0..4095; task t { event e(x) }",
		"lock m[50000]; shared x 0..40000; task t { lock m[x] }",
		"task t { " + strings.Repeat("{ ", 200) + "skip" + strings.Repeat(" }", 200) + " }",
		"shared x 0..1; task t { x = " + strings.Repeat("(", 400) + "1" + strings.Repeat(")", 400) + " }",
		"shared x 0..1000; task t { x = 1" + strings.Repeat("+1", 400) + " }",
	} {
		p, list := Load("f.tfg", []byte(src), nil)
		if p == nil {
			t.Errorf("%.60s: %v", src, list.All)
		}
	}
}

// TestBytes: bytes that are no text, in all places.
func TestBytes(t *testing.T) {
	const good = "program p\nshared x 0..3\ntask t { x = 1; if x == 1 { skip } }\n"
	if p, list := Load("f.tfg", []byte("\xEF\xBB\xBF"+strings.ReplaceAll(good, "\n", "\r\n")), nil); p == nil {
		t.Errorf("byte order mark and CRLF: %v", list.All)
	}
	for i := range len(good) + 1 {
		_, list := Load("f.tfg", []byte(good[:i]+"\xff\xfe"+good[i:]), nil)
		if len(list.All) == 0 || !list.HasErrors() || list.All[0].Code != "T003" && list.All[len(list.All)-1].Code == "" {
			t.Errorf("invalid UTF-8 at %d: %v", i, list.All)
		}
		found := false
		for _, d := range list.All {
			found = found || d.Code == "T003" && d.Pos.Offset == i
		}
		if !found {
			t.Errorf("invalid UTF-8 at %d is not reported there: %v", i, list.All)
		}
	}
	for i := range good { // truncated and with a byte left out
		Load("f.tfg", []byte(good[:i]), nil)
		Load("f.tfg", []byte(good[:i]+good[i+1:]), nil)
	}
}
