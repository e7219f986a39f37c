package oracle

import (
	"slices"
	"testing"

	"flavers/cfg"
	"flavers/lang"

	"github.com/google/go-cmp/cmp"
)

func source(t *testing.T, src string) *cfg.Program {
	t.Helper()
	p, list := lang.Load("test.tfg", []byte(src), lang.Options{})
	if list.HasErrors() {
		t.Fatalf("does not load: %v\n%s", list.All, src)
	}
	return p
}

// Programs in the task language with all their executions, worked out by hand
// from the reference: what the front end makes of each form, and its event names.
func TestSources(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"assignment and test", `
			shared x 0..2 = 1
			task t { if x == 1 { x = x + 1 } else { event no }; if x < 1 { event low } else { event high(x) } }`,
			[]string{"t:x==1 | t:x=2 | t:x==2 | t:high(2) | end"}},
		{"family", `
			task t[i in 1..2] { var v 0..3 = i; event e(i, v); event f(self) }
			task u { skip }`,
			[]string{
				"t[1]:e(1,1) | t[1]:f(1) | t[2]:e(2,2) | t[2]:f(2) | end", "t[1]:e(1,1) | t[2]:e(2,2) | t[1]:f(1) | t[2]:f(2) | end",
				"t[1]:e(1,1) | t[2]:e(2,2) | t[2]:f(2) | t[1]:f(1) | end", "t[2]:e(2,2) | t[1]:e(1,1) | t[1]:f(1) | t[2]:f(2) | end",
				"t[2]:e(2,2) | t[1]:e(1,1) | t[2]:f(2) | t[1]:f(1) | end", "t[2]:e(2,2) | t[2]:f(2) | t[1]:e(1,1) | t[1]:f(1) | end"}},
		{"while and break", `
			task t { var k 0..3; while k < 3 { k = k + 1; if k == 2 { break } }; event done }`,
			[]string{"t:t.k==0 | t:t.k=1 | t:t.k==1 | t:t.k==1 | t:t.k=2 | t:t.k==2 | t:done | end"}},
		{"labels", `
			task t { outer: for i in 0..1 { for j in 0..1 { event e(i, j); if j == 0 { continue outer } } }; event done }`,
			[]string{"t:e(0,0) | t:e(1,0) | t:done | end"}},
		{"atomic", `
			shared x 0..3
			task t { atomic { await x == 0; x = 2; if x == 2 { event two } else { event other }; x = 3 } }`,
			[]string{"t:x==0 | t:x=2 | t:x==2 | t:two | t:x=3 | end"}},
		{"any", `
			enum C { red, green }
			task t { var c C; c = any; event e(c) }`,
			[]string{"t:t.c=red | t:e(red) | end", "t:t.c=green | t:e(green) | end"}},
		{"choose", `
			task t { choose { event a } or { event b; event c } or { skip } }`,
			[]string{"t:a | end", "t:b | t:c | end", "end"}},
		{"rendezvous with parameters and body", `
			task s { entry e(x 0..3, b bool)[2]; var r 0..3; accept e[1](x, b) { r = x; event got(x) }; event out }
			task c { call s.e[1](2, true); event back }`,
			[]string{
				"c+s:s.e[1]/s.e[1](2,true) | s:s.r=2 | s:got(2) | c+s:s.e[1].end | s:out | c:back | end",
				"c+s:s.e[1]/s.e[1](2,true) | s:s.r=2 | s:got(2) | c+s:s.e[1].end | c:back | s:out | end"}},
		{"plain and extended accepts of one entry", `
			task s { entry e; accept e; event between; accept e { event body } }
			task c { call s.e; call s.e; event back }`,
			[]string{"c+s:s.e | s:between | c+s:s.e | s:body | c+s:s.e.end | c:back | end"}},
		{"select with guards, replication and terminate", `
			shared open bool
			task s { entry f[2]; loop { select { case (k in 0..1) accept f[k] when k == 1 || open: event got(k); case terminate: } } }
			task c { call s.f[1]; open = true; call s.f[0] }`,
			[]string{
				"c+s:s.f[1] | s:got(1) | c:open=true | c+s:s.f[0] | s:got(0) | end",
				"c+s:s.f[1] | c:open=true | s:got(1) | c+s:s.f[0] | s:got(0) | end"}},
		{"select with else", `
			chan d[1] 0..1
			task t { select { case d <- 1: event sent; else: event full }; select { case d <- 0: event sent; else: event full } }`,
			[]string{"t:d<-1 | t:sent | t:full | end"}},
		{"select over sends and receives", `
			chan c bool
			chan d bool
			task s { var x bool; select { case x = <-c: event got(x); case d <- false: skip } }
			task t { select { case c <- true: event gave; case <-d: event took } }`,
			[]string{
				"t+s:c<-true/<-c | s:got(true) | t:gave | end", "t+s:c<-true/<-c | t:gave | s:got(true) | end",
				"s+t:d<-false/<-d | t:took | end"}},
		{"close", `
			chan c[1] 2..5
			task t { var x 0..7; c <- 4; close c; x = <-c; event e(x); x = <-c; event e(x); c <- 2 }`,
			[]string{"t:c<-4 | t:close c | t:<-c | t:e(4) | t:<-c | t:e(2) | closed channel"}},
		{"locks and semaphores", `
			lock m[2]
			sem s = 1
			task t { lock m[1]; acquire s; release s; unlock m[1]; unlock m[0] }`,
			[]string{"t:lock m[1] | t:acquire s | t:release s | t:unlock m[1] | lock error"}},
		{"a waiting writer bars readers", `
			lock m
			task r { rlock m; event first; rlock m; event twice; runlock m; runlock m }
			task w { lock m; event write; unlock m }`,
			[]string{
				"r:rlock m | r:first | deadlock", // w waits for the first reading to end, and bars the second
				"r:rlock m | r:first | r:rlock m | r:twice | r:runlock m | r:runlock m | w:lock m | w:write | w:unlock m | end",
				"w:lock m | w:write | w:unlock m | r:rlock m | r:first | r:rlock m | r:twice | r:runlock m | r:runlock m | end"}},
		{"monitor", `
			lock m
			shared ready bool
			task t { lock m; while !ready { wait m }; unlock m; event go }
			task u { lock m; ready = true; notifyall m; unlock m }`,
			[]string{
				"t:lock m | t:ready==false | t:wait m | u:lock m | u:ready=true | u:notifyall m | u:unlock m | t:wake m | t:ready==true | t:unlock m | t:go | end",
				"u:lock m | u:ready=true | u:notifyall m | u:unlock m | t:lock m | t:ready==true | t:unlock m | t:go | end"}},
		{"wait without the lock", `
			lock m
			task t { wait m }`,
			[]string{"lock error"}},
		{"spawn and join", `
			task w(n 0..3) dynamic[2] { event e(n); event me(self) }
			task t { var r, s ref w; r = spawn w(1); join r; s = spawn w(2); join s; event done; spawn w(0) }`,
			[]string{"t:spawn w[0] | w[0]:e(1) | w[0]:me(0) | t:join w[0] | t:spawn w[1] | w[1]:e(2) | w[1]:me(1) | t:join w[1] | t:done | too many tasks"}},
		{"join of none", `
			task w() dynamic[1] { skip }
			task t { var r ref w; join r }`,
			[]string{"join of no task"}},
		{"procedures", `
			shared x 0..3
			proc add(n 0..3) { if x + n > 3 { event no; return }; x = x + n; event yes }
			task t { add(2); add(2) }`,
			[]string{"t:x==0 | t:x=2 | t:yes | t:x==2 | t:no | end"}},
		{"stop", `
			task t { loop { event a; stop }; event b }`,
			[]string{"t:a | end"}},
		{"assert", `
			shared x 0..1
			task t { assert x == 0 }
			task u { x = 1 }`,
			[]string{"t:x==0 | u:x=1 | end", "u:x=1 | assertion failed"}},
		{"range error", `
			shared x 0..1 = 1
			task t { event a; x = x + 1; event b }`,
			[]string{"t:a | range error"}},
		{"index and arrays", `
			shared a [2][3]0..9
			shared i 0..3 = 1
			task t { a[i][i + 1] = 5; event e; i = a[i][2] - 2; a[i][0] = 1 }`,
			[]string{"t:a[1][2]=5 | t:e | t:i=3 | index error"}},
		{"await reads what decides", `
			shared x, y 0..1
			task t { await x == 0 || y == 1 }`,
			[]string{"t:x==0 | end"}},
		{"event arguments are one node per value", `
			shared x 0..1
			task t { event e(x) }
			task u { x = 1 }`,
			[]string{"t:e(0) | u:x=1 | end", "u:x=1 | t:e(1) | end"}},
		{"a variable that starts anew", `
			task t { for i in 0..1 { var v 0..2 = 1; v = v + 1; event e(v) } }`,
			[]string{"t:t.v=1 | t:t.v=2 | t:e(2) | t:t.v=1 | t:t.v=2 | t:e(2) | end"}},
		{"else is not taken when a partner waits", `
			task s { entry e; select { case accept e: event met; else: event alone } }
			task c { select { case call s.e: skip; else: skip } }`,
			[]string{"c+s:s.e | s:met | end"}},
		{"an accept with a body in a select", `
			task s { entry e(x 0..1); select { case accept e(x) { event inside(x) }: event after } }
			task c { call s.e(1) }`,
			[]string{"c+s:s.e/s.e(1) | s:inside(1) | c+s:s.e.end | s:after | end"}},
		{"a guard on an outgoing call", `
			shared x 0..1
			task s { entry e; accept e }
			task c { select { case call s.e when x == 1: event late } }
			task u { x = 1 }`,
			[]string{"u:x=1 | c+s:s.e | c:late | end"}},
		{"the callee depends on a variable", `
			task s[i in 0..1] { entry e; accept e }
			task c { var k 0..1 = 1; call s[k].e; k = 0; call s[k].e }`,
			[]string{"c+s[1]:s[1].e | c:c.k=0 | c+s[0]:s[0].e | end"}},
		{"parameters of procedures are values", `
			shared x 0..3 = 1
			proc p(a 0..3) { x = 2; event e(a) }
			task t { p(x) }`,
			[]string{"t:x=2 | t:e(1) | end"}},
		{"short circuit and conditional expressions", `
			shared x 0..3
			task t { if x != 0 && 6 / x == 2 { event no } else { event yes }; x = if x == 0 then 3 else 6 / x; assert x == 3 || 1 / (x - 3) == 1 }`,
			[]string{"t:x==0 | t:yes | t:x=3 | t:x==3 | end"}},
		{"tests in a step are events where they stand", `
			shared x, y 0..2
			task t { atomic { await x == 0; event a; if y == 0 && x < 2 { x = 1; if x == 1 { event b } } else { event c }; if y == 1 { } else { y = 1 } } }`,
			[]string{"t:x==0 | t:a | t:y==0/x==0 | t:x=1 | t:x==1 | t:b | t:y==0 | t:y=1 | end"}},
		{"tests in handlers are events, guards are none", `
			actor a { var n 0..2; on m(k 0..2) when k == 1 && n == 0 { var l 0..2; l = k; if l == k { n = l }; assert n < 2 } }
			post a.m(1)`,
			[]string{"a:a.m/a.m(1) | a:a.l=0 | a:a.l=1 | a:a.l==1/a.k==1 | a:a.n=1 | a:a.n==1 | end"}},
		{"guards of alternatives are no events", `
			shared x 0..1
			task t { entry e; select { case accept e when x == 0: } }
			task u { call t.e }`,
			[]string{"u+t:t.e | end"}},
		{"operators", `
			shared x -9..9
			task t { x = -7 / 2; x = -7 % 3; x = 2 + 3 * 2 - 1; x = min(3, 2) + max(1, -4); x = (1 - 2) * 3 }`,
			[]string{"t:x=-3 | t:x=2 | t:x=7 | t:x=3 | t:x=-3 | end"}},
		{"all tasks wait at a terminate", `
			task s { entry e; select { case accept e: skip; case terminate: } }
			task u { entry e; loop { select { case accept e: skip; case terminate: } } }`,
			[]string{"end"}},
		{"sending needs room", `
			chan c[1] bool
			task t { c <- true; c <- false }
			task u { event go; <-c }`,
			[]string{"t:c<-true | u:go | u:<-c | t:c<-false | end", "u:go | t:c<-true | u:<-c | t:c<-false | end"}},
	} {
		slices.Sort(c.want)
		if d := cmp.Diff(c.want, words(source(t, c.src))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}
