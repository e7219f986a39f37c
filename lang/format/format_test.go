package format_test

import (
	"strings"
	"testing"

	"flavers/lang/format"
)

// Each text becomes the one behind it.
func TestSource(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"blanks", "program  p;task t{x=1}", "program p; task t { x = 1 }"},
		{"comments on lines", "task t{\n//line a.go:3:4\nskip\n  //line b.go:5\nstop\n}\n//line c.go:6\n  //line d.go:7",
			"task t {\n//line a.go:3:4\n    skip\n    //line b.go:5\n    stop\n}\n//line c.go:6\n //line d.go:7"},
		{"one blank line", "\n\nconst N=3\n\n\n\nconst M=4\n\n", "const N = 3\n\nconst M = 4"},
		{"byte order mark, carriage returns", "\uFEFFconst N=3\r\nconst M=4", "const N = 3\nconst M = 4"},
		{"blocks over lines", "task t { loop { skip\nstop } }", "task t {\n    loop {\n        skip\n        stop\n    }\n}"},
		{"blocks in a line", "task t{loop{accept up;accept down;}}", "task t { loop { accept up; accept down } }"},
		{"semicolons at ends of lines", "task t {;\n skip;\n ;stop ; // end\n}", "task t {\n    skip\n    stop // end\n}"},
		{"else and its brace", "task t {\n if x {\n a()\n }\n else\n {\n }\n}", "task t {\n    if x {\n        a()\n    } else {\n    }\n}"},
		{"branches", "task t {\nif x {\nskip\n}\nelse if y {\n}\nchoose {\n}\nor {\n}\n}",
			"task t {\n    if x {\n        skip\n    } else if y {\n    }\n    choose {\n    } or {\n    }\n}"},
		{"select", "task t { select { // wait\ncase accept put ( v )when n<N-1 {x=v}:n=n+1\n// the other\ncase x=<-c:\nskip\ncase(k in 0..1)c <-k:\ncase accept a { }\nelse:stop\n} }",
			"task t {\n    select { // wait\n    case accept put(v) when n < N-1 { x = v }: n = n + 1\n    // the other\n    case x = <-c:\n        skip\n" +
				"    case (k in 0..1) c <- k:\n    case accept a { }\n    else: stop\n    }\n}"},
		{"arithmetic", "task t { x=(a+1)*2-b%N;y=a[i+1]+b;z=-x;if a+1<b&&!c{event e(i-1,-1)};w=N-1;v=size/2;await x==-1 }",
			"task t { x = (a+1)*2 - b%N; y = a[i+1] + b; z = -x; if a+1 < b && !c { event e(i-1, -1) }; w = N - 1; v = size / 2; await x == -1 }"},
		{"types", "shared a[ 2 ][N]0 .. N-1={ {1,2},{3,4} }\nvar\nshared x -1..1=-1\nchan c[2] bool\nenum E{a,b}\nlock m,d [N]", ""},
		{"declarations", "shared a[ 2 ][N]0 .. N-1={ {1,2},{3,4} }\nshared x -1..1=-1\nchan c [2]bool\nenum E{a,b}\nlock m,d [N]\nsem r=N-1,f [2]=1",
			"shared a [2][N]0..N-1 = {{1, 2}, {3, 4}}\nshared x -1..1 = -1\nchan c[2] bool\nenum E { a, b }\nlock m, d[N]\nsem r = N - 1, f[2] = 1"},
		{"heads", "task w [i in 0..N -1](n -1..3)dynamic [K]{entry get(x 0..3,y -1..2)[N],put [2]}\nprocess p{on quorum A/2+1 m(b 0..P)when b [0]==1{}}",
			"task w[i in 0..N-1](n -1..3) dynamic[K] { entry get(x 0..3, y -1..2)[N], put[2] }\nprocess p { on quorum A/2+1 m(b 0..P) when b[0] == 1 { } }"},
		{"lines that go on", "const A=1+\n2,\nB=3\ntask t{event e(1,\n2\n)\nx=if a then\nb else c\n}",
			"const A = 1 +\n    2,\n    B = 3\ntask t {\n    event e(1,\n        2\n    )\n    x = if a then\n        b else c\n}"},
		{"comments in a column", "const A=1         // a\nconst LONG=1 // b\n\nconst B=2//c\nconst LONGER=3 /* d */\n  /* e */ const C=4",
			"const A = 1       // a\nconst LONG = 1    // b\n\nconst B = 2      //c\nconst LONGER = 3 /* d */\n/* e */ const C = 4"},
		{"comments inside", "task t { /* a */x=/* b */1 /* c\n   d */\n  // e   \n}\n//! expect deadlock\n",
			"task t {\n    /* a */ x = /* b */ 1 /* c\n   d */\n    // e\n}\n//! expect deadlock"},
		{"words as names", "task t{entry close,wait(x 0..1);event when\n}", ""},
		{"names", "task t{event await(1);event wait (1);call u.init(2);accept lock(x);wait m;post r.on(3);return}\ntask u { if(a){p (1)};await(b) }",
			"task t { event await(1); event wait(1); call u.init(2); accept lock(x); wait m; post r.on(3); return }\ntask u { if (a) { p(1) }; await (b) }"},
		{"channels as values", "chan c [N-1] [2]0..1,d[3][ 0 ]\nchan e chan  0 .. 1\ntask t(c  chan bool,d chan) dynamic[1]{var r chan 0..1=c[ i+1 ];var b [2]chan;c[i]<-1;x=<- c[i];if len( c[0] )>0&&r!=none{close r}}",
			"chan c[N-1][2] 0..1, d[3][0]\nchan e chan 0..1\ntask t(c chan bool, d chan) dynamic[1] { var r chan 0..1 = c[i+1]; var b [2]chan; c[i] <- 1; x = <-c[i]; if len(c[0]) > 0 && r != none { close r } }"},
		{"labels, servers", "server  task s{outer :loop{break outer}}", "server task s { outer: loop { break outer } }"},
	} {
		check(t, "p.tfg", c.name, c.src, c.want)
	}
	for _, c := range []struct{ name, src, want string }{
		{"an automaton", "property p{\nstates  a*,longer\nevents x=\"t=1\"|y,\n\"z\"\na->longer:x // one\nlonger,a->a:\"z\",t[0]:u\n\na->a:y;error otherwise\n}",
			"property p {\n    states a*, longer\n    events x = \"t=1\" | y,\n           \"z\"\n    a         -> longer : x // one\n    longer, a -> a      : \"z\", t[0]:u\n\n    a -> a : y; error otherwise\n}"},
		{"expressions", "property p for{a,b(1, 2)}\nall[-a,b]*;(a|b) ^ 2?;\n. +|()\n{open}none .*;open", "property p for { a, b(1, 2) }\n    all [-a,b]*; (a | b)^2?;\n        .+ | ()\n{ open } none .*; open"},
		{"an expression in a block", "property p {\nprefix all a;\nb\n}", "property p {\n    prefix all a;\n        b\n}"},
		{"patterns", "// why\nproperty p [ i in 0..N-1,j in i+1..2 ]{\nprecedence : {s,t} precedes p\nbetween q and r\n}\nsafety property q forall i in 0..1{absence of p(i)}",
			"// why\nproperty p[i in 0..N-1, j in i+1..2] {\n    precedence: { s, t } precedes p\n        between q and r\n}\nsafety property q forall i in 0..1 { absence of p(i) }"},
		{"alphabets over lines", "property p for {\na,\nb }\n{ all a }", "property p for {\n    a,\n    b }\n    { all a }"},
		{"modifiers", "safety\nproperty p { absence of a }\nproperty safety q { absence of a }", "safety\n    property p { absence of a }\nproperty safety q { absence of a }"},
	} {
		check(t, "p.fsa", c.name, c.src, c.want)
	}
}

// check formats src; want "" means that it has errors.
func check(t *testing.T, file, name, src, want string) {
	t.Helper()
	out, list := format.Source(file, []byte(src))
	switch {
	case want == "":
		if !list.HasErrors() || out != nil {
			t.Errorf("%s: no error, but\n%s", name, out)
		}
	case list.HasErrors():
		t.Errorf("%s: %v", name, list.All)
	case string(out) != want+"\n":
		t.Errorf("%s:\n%s\nwant\n%s", name, out, want)
	default:
		if again, _ := format.Source(file, out); string(again) != string(out) {
			t.Errorf("%s, again:\n%s", name, again)
		}
	}
}

// A text that cannot be parsed is not formatted; one with unknown names is.
func TestErrors(t *testing.T) {
	if out, list := format.Source("p.tfg", []byte("task t { x = }")); out != nil || !list.HasErrors() || list.All[0].Pos.Line != 1 {
		t.Errorf("%q %v", out, list.All)
	}
	if out, list := format.Source("p.fsa", []byte("property p { absence of }")); out != nil || !list.HasErrors() {
		t.Errorf("%q %v", out, list.All)
	}
	if out, list := format.Source("-", []byte("task t{x=y}")); string(out) != "task t { x = y }\n" || list.HasErrors() {
		t.Errorf("%q %v", out, list.All)
	}
	if out, _ := format.Source("p.fsa", []byte(strings.Repeat(" ", 3))); len(out) != 0 {
		t.Errorf("%q", out)
	}
}
