package oracle

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Programs with messages, with all their executions worked out by hand.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"a mailbox has no order", `
			actor a { on m(x 0..1) { event got(x) } }
			task t { post a.m(0); post a.m(1) }`,
			[]string{
				"t:post a.m/post a.m(0) | a:a.m/a.m(0) | a:got(0) | t:post a.m/post a.m(1) | a:a.m/a.m(1) | a:got(1) | end",
				"t:post a.m/post a.m(0) | t:post a.m/post a.m(1) | a:a.m/a.m(0) | a:got(0) | a:a.m/a.m(1) | a:got(1) | end",
				"t:post a.m/post a.m(0) | t:post a.m/post a.m(1) | a:a.m/a.m(1) | a:got(1) | a:a.m/a.m(0) | a:got(0) | end"}},
		{"a queue has", `
			looper l { on m(x 0..1) { event got(x) } on n { skip } }
			task t { atomic { post l.m(1); post l.n; post l.m(0) } }`,
			[]string{
				"t:post l.m/post l.m(1) | t:post l.n | t:post l.m/post l.m(0) | l:l.m/l.m(1) | l:got(1) | l:l.n | l:l.m/l.m(0) | l:got(0) | end"}},
		{"a queue waits for its oldest message", `
			looper l { on m when false { skip } on n { skip } }
			task t { post l.m; post l.n }`,
			[]string{"t:post l.m | t:post l.n | deadlock"}},
		{"a mailbox does not", `
			actor a { on m when false { } on n { } }
			post a.m
			post a.n`,
			[]string{"a:a.n | deadlock"}},
		{"a handler of an actor is one step", `
			shared x 0..3
			actor a { on m { x = 1; x = 2; if x == 2 { event two } } }
			post a.m
			task t { event e }`,
			[]string{"a:a.m | a:x=1 | a:x=2 | a:x==2 | a:two | t:e | end", "t:e | a:a.m | a:x=1 | a:x=2 | a:x==2 | a:two | end"}},
		{"one of a looper is not", `
			shared x 0..3
			looper l { on m { x = 1; x = 2 } }
			post l.m
			task t { event e }`,
			[]string{
				"l:l.m | l:x=1 | l:x=2 | t:e | end",
				"l:l.m | l:x=1 | t:e | l:x=2 | end",
				"l:l.m | t:e | l:x=1 | l:x=2 | end",
				"t:e | l:l.m | l:x=1 | l:x=2 | end"}},
		{"a guard reads the message", `
			actor a { var last 0..3; on m(x 0..3) when x > last { last = x } on m(x) when x <= last { event old(x) } }
			post a.m(1)
			post a.m(2)`,
			[]string{
				"a:a.m/a.m(1) | a:a.last=1 | a:a.m/a.m(2) | a:a.last=2 | end",
				"a:a.m/a.m(2) | a:a.last=2 | a:a.m/a.m(1) | a:old(1) | end"}},
		{"a quorum has different senders", `
			process p { on quorum 2 m(x 0..1) { event both(x[0], x[1]) } }
			task t { post p.m(1); post p.m(0) }
			task u { post p.m(0) }`,
			[]string{
				"t:post p.m/post p.m(1) | t:post p.m/post p.m(0) | u:post p.m/post p.m(0) | p:p.m/p.m(0) | p:p.m/p.m(0) | p:both(0,0) | deadlock",
				"t:post p.m/post p.m(1) | t:post p.m/post p.m(0) | u:post p.m/post p.m(0) | p:p.m/p.m(1) | p:p.m/p.m(0) | p:both(1,0) | deadlock",
				"t:post p.m/post p.m(1) | u:post p.m/post p.m(0) | p:p.m/p.m(1) | p:p.m/p.m(0) | p:both(1,0) | t:post p.m/post p.m(0) | deadlock",
				"t:post p.m/post p.m(1) | u:post p.m/post p.m(0) | t:post p.m/post p.m(0) | p:p.m/p.m(0) | p:p.m/p.m(0) | p:both(0,0) | deadlock",
				"t:post p.m/post p.m(1) | u:post p.m/post p.m(0) | t:post p.m/post p.m(0) | p:p.m/p.m(1) | p:p.m/p.m(0) | p:both(1,0) | deadlock",
				"u:post p.m/post p.m(0) | t:post p.m/post p.m(1) | p:p.m/p.m(1) | p:p.m/p.m(0) | p:both(1,0) | t:post p.m/post p.m(0) | deadlock",
				"u:post p.m/post p.m(0) | t:post p.m/post p.m(1) | t:post p.m/post p.m(0) | p:p.m/p.m(0) | p:p.m/p.m(0) | p:both(0,0) | deadlock",
				"u:post p.m/post p.m(0) | t:post p.m/post p.m(1) | t:post p.m/post p.m(0) | p:p.m/p.m(1) | p:p.m/p.m(0) | p:both(1,0) | deadlock"}},
		{"stop drops what is pending", `
			actor a { on m { stop } }
			task t { post a.m; post a.m; post a.m }`,
			[]string{
				"t:post a.m | a:a.m | t:post a.m | t:post a.m | end",
				"t:post a.m | t:post a.m | a:a.m | t:post a.m | end",
				"t:post a.m | t:post a.m | t:post a.m | a:a.m | end"}},
		{"a branch decides whether to stop", `
			actor a { var n 0..2; on m { n = n + 1; if n == 2 { stop }; event on } }
			post a.m
			post a.m`,
			[]string{"a:a.m | a:a.n=1 | a:a.n==1 | a:on | a:a.m | a:a.n=2 | a:a.n==2 | end"}},
		{"choices in a handler", `
			actor a { var n 0..1; on m { choose { event x } or { n = any } } }
			post a.m`,
			[]string{
				"a:a.m | a:a.n=0 | end",
				"a:a.m | a:a.n=1 | end",
				"a:a.m | a:x | end"}},
		{"init comes first", `
			actor a { init { event ready; post a.m } on m { } }`,
			[]string{"a:ready | a:post a.m | a:a.m | end"}},
		{"actors are spawned, with parameters", `
			actor w(n 0..3) dynamic[2] { on go { event go(self, n); stop } }
			actor m { var r ref w; on start { r = spawn w(2); post r.go; spawn w(1) } }
			post m.start`,
			[]string{
				"m:m.start | m:spawn w[0] | m:post w[0].go | m:spawn w[1] | w[0]:w[0].go | w[0]:go(0,2) | end"}},
		{"posting to one that is not started", `
			actor w dynamic[1] { on go { } }
			task t { post w[0].go }`,
			[]string{"index error"}},
		{"an argument outside its type", `
			actor a { on m(x 0..1) { } }
			task t { var y 0..3 = 2; post a.m(y) }`,
			[]string{"range error"}},
		{"an index without a receiver", `
			actor a[i in 0..1] { on m { } }
			task t { var y 0..3 = 1; post a[y].m; y = 2; post a[y].m }`,
			[]string{
				"t:post a[1].m | a[1]:a[1].m | t:t.y=2 | index error",
				"t:post a[1].m | t:t.y=2 | a[1]:a[1].m | index error",
				"t:post a[1].m | t:t.y=2 | index error"}},
		{"beyond the bound", `
			actor a capacity[1] { on m when false { } }
			task t { post a.m; post a.m }`,
			[]string{"t:post a.m | model limit"}},
		{"terminate, with an actor that waits", `
			actor a { on m { event m } }
			post a.m
			task s { entry e; select { case accept e: skip; case terminate: } }`,
			[]string{"a:a.m | a:m | end"}},
		{"locals of a handler start anew", `
			actor a { on m(x 0..1) { var y 0..3; y = y + x; event y(y); x = 0 } }
			post a.m(1)
			post a.m(1)`,
			[]string{
				"a:a.m/a.m(1) | a:a.y=0 | a:a.y=1 | a:y(1) | a:a.x=0 | a:a.m/a.m(1) | a:a.y=0 | a:a.y=1 | a:y(1) | a:a.x=0 | end"}},
	} {
		slices.Sort(c.want)
		if d := cmp.Diff(c.want, words(source(t, c.src))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}
