package em

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"flavers/explore"
	"flavers/explore/em/trace"
)

func parse(t testing.TB, text string) *trace.Trace {
	t.Helper()
	tr, ds := trace.Parse("t.trace", []byte(text), "", nil)
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return tr
}

func explored(t testing.TB, tr *trace.Trace, algorithm string) *TraceResult {
	t.Helper()
	res, err := RunTrace(context.Background(), tr, explore.Options{Algorithm: algorithm})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// main is a looper and forks threads t2..tn; each body is a list of operations
// of its thread, and then come those of the handlers, in order.
func program(loopers, threads int, bodies []string, rest string) string {
	var b strings.Builder
	b.WriteString("t1 threadinit\nt1 attachq\n")
	for i := 2; i <= threads; i++ {
		fmt.Fprintf(&b, "t1 fork t%d\nt%d threadinit\n", i, i)
		if i <= loopers {
			fmt.Fprintf(&b, "t%d attachq\nt%d loop\n", i, i)
		}
	}
	b.WriteString("t1 loop\n")
	for i, body := range bodies {
		for _, op := range strings.Split(body, ";") {
			if op = strings.TrimSpace(op); op != "" {
				fmt.Fprintf(&b, "t%d %s\n", loopers+i+1, op)
			}
		}
	}
	return b.String() + rest
}

// Reference: the paper, section 1.1, Figures 1 and 2: all interleavings reach one
// state, and one is enough.
func TestSeedFigure2(t *testing.T) {
	tr := parse(t, program(1, 3, []string{"post e1 t1", "post e2 t1"},
		"t1 begin e1\nt1 post e3 t1\nt1 end e1\nt1 begin e2\nt1 write y\nt1 end e2\nt1 begin e3\nt1 write x\nt1 end e3\n"))
	for _, algorithm := range []string{"em", "em-optimal", "em-states"} {
		if res := explored(t, tr, algorithm); res.Executions != 1 {
			t.Errorf("%s: %d executions", algorithm, res.Executions)
		}
	}
	if res := explored(t, tr, "em-dpor"); res.Executions < 3 {
		t.Errorf("em-dpor: %d executions, fewer than orders of the queue", res.Executions)
	}
}

// Reference: the paper, section 1.2, Figures 3 and 4: r3 and r6, of two threads,
// cannot be reordered unless the two messages are, although their handlers do
// not depend on each other.
func TestSeedFigure4(t *testing.T) {
	tr := parse(t, program(1, 4, []string{"post e1 t1", "post e2 t1"},
		"t1 begin e1\nt1 write x\nt1 end e1\nt1 begin e2\nt1 fork t5\nt1 end e2\nt5 threadinit\nt5 write x\nt5 threadexit\n"))
	for _, algorithm := range []string{"em", "em-optimal"} {
		classes := try(t, tr, algorithm, explore.Options{}, true)
		if len(classes.classes) != 2 {
			t.Errorf("%s: %d classes, want both orders", algorithm, len(classes.classes))
		}
	}
	if res := explored(t, tr, "em-optimal"); res.Executions != 2 {
		t.Errorf("%d executions", res.Executions)
	}
}

// n threads post a message each; counts of the literature on event-driven
// programs: all writers of one variable n!, all readers 1, n of each
// (n+1)^n n!, n handlers a_i = 1; r = a_(i+1) 2^n - 2.
func TestKnownCounts(t *testing.T) {
	messages := func(bodies []string) *trace.Trace {
		var posts []string
		rest := ""
		for i, body := range bodies {
			posts = append(posts, fmt.Sprintf("post m%d t1", i))
			rest += fmt.Sprintf("t1 begin m%d\n", i)
			for _, op := range strings.Split(body, ";") {
				rest += "t1 " + strings.TrimSpace(op) + "\n"
			}
			rest += fmt.Sprintf("t1 end m%d\n", i)
		}
		return parse(t, program(1, len(bodies)+1, posts, rest))
	}
	repeat := func(n int, s string) (out []string) {
		for range n {
			out = append(out, s)
		}
		return out
	}
	ring := func(n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("write a%d; read a%d", i, (i+1)%n))
		}
		return out
	}
	for _, c := range []struct {
		what string
		tr   *trace.Trace
		n    int64
	}{
		{"2 writers", messages(repeat(2, "write x")), 2},
		{"3 writers", messages(repeat(3, "write x")), 6},
		{"4 writers", messages(repeat(4, "write x")), 24},
		{"6 writers", messages(repeat(6, "write x")), 720},
		{"8 readers", messages(repeat(8, "read x")), 1},
		{"1 of each", messages(append(repeat(1, "write x"), repeat(1, "read x")...)), 2},
		{"2 of each", messages(append(repeat(2, "write x"), repeat(2, "read x")...)), 18},
		{"3 of each", messages(append(repeat(3, "write x"), repeat(3, "read x")...)), 384},
		{"ring of 2", messages(ring(2)), 2},
		{"ring of 3", messages(ring(3)), 6},
		{"ring of 4", messages(ring(4)), 14},
		{"ring of 6", messages(ring(6)), 62},
	} {
		if res := explored(t, c.tr, "em-optimal"); res.Executions != c.n {
			t.Errorf("%s: %d executions, want %d", c.what, res.Executions, c.n)
		}
	}
}

// Where operations that are not NOPs depend on others, which the published
// traces have only where it makes no difference, the authors' algorithm does not
// find all classes: a blocked operation is no race for it.
func TestAuthorsMissClasses(t *testing.T) {
	tr := trace.Generate(245, mixtures[5])
	want := try(t, tr, "em-states", explore.Options{}, true)
	ours, theirs := try(t, tr, "em-optimal", explore.Options{}, true), try(t, tr, "em", explore.Options{}, true)
	s := NewSystem(tr)
	n, our, their := 0, 0, 0
	for class := range want.classes {
		if total(s, class) {
			n++
			our += ours.classes[class]
			their += min(1, theirs.classes[class])
		}
	}
	if our != n || their >= n {
		t.Errorf("of %d classes, em-optimal finds %d and em %d", n, our, their)
	}
}

// full and em-states agree where full ends.
func TestFull(t *testing.T) {
	looked := 0
	for seed := range uint64(300) {
		tr := trace.Generate(seed, trace.Shape{Loopers: 1, Threads: 2, Messages: 2, Locations: 1, Locks: int(seed % 3), Body: 2})
		all := try(t, tr, "full", explore.Options{MaxExecutions: 3000}, true)
		if !all.res.Complete {
			continue
		}
		looked++
		states := try(t, tr, "em-states", explore.Options{}, true)
		if len(all.classes) != len(states.classes) || fmt.Sprint(all.ends) != fmt.Sprint(states.ends) {
			t.Fatalf("seed %d: full has %d classes, %v; em-states %d, %v\n%s", seed, len(all.classes), all.ends, len(states.classes), states.ends, show(tr))
		}
		for class, n := range states.classes {
			if all.classes[class] == 0 {
				t.Fatalf("seed %d: a class of em-states (%d times) does not exist", seed, n)
			}
		}
	}
	if looked < 100 {
		t.Errorf("only %d traces were small enough", looked)
	}
}

func TestLimits(t *testing.T) {
	tr := trace.Generate(1, trace.MyTracks)
	for _, algorithm := range TraceAlgorithms(false) {
		res, err := RunTrace(context.Background(), tr, explore.Options{Algorithm: algorithm, MaxExecutions: 3, MaxStates: 5000})
		if err != nil || res.Complete && res.Executions > 3 || !res.Complete && res.Limit != "algorithm" && res.Limit != "executions" && res.Limit != "states" {
			t.Errorf("%s: %d executions, complete: %v, limit %q, %v", algorithm, res.Executions, res.Complete, res.Limit, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if res, _ := RunTrace(ctx, tr, explore.Options{Algorithm: algorithm}); res.Complete || res.Limit != "interrupt" {
			t.Errorf("%s: interrupted, but complete: %v, limit %q", algorithm, res.Complete, res.Limit)
		}
	}
	if _, err := RunTrace(context.Background(), tr, explore.Options{Algorithm: "dpro"}); err == nil {
		t.Error("no error for an unknown explorer")
	}
}

func TestReplay(t *testing.T) {
	tr := parse(t, `a threadinit
a fork b
b threadinit
a acquire m
a acquire n
a release n
a release m
b acquire n
b acquire m
b release m
b release n
a threadexit
b threadexit
`)
	res := explored(t, tr, "")
	if res.Deadlocks != 1 || len(res.Found) != 1 {
		t.Fatalf("deadlocks: %d", res.Deadlocks)
	}
	if r, err := Replay(tr, res.Found[0].Schedule); err != nil || r.Stuck != "operation 5 of thread a waits for lock n, held by thread b; operation 9 of thread b waits for lock m, held by thread a" {
		t.Errorf("%q, %v", r.Stuck, err)
	}
	if r, err := Replay(tr, []int{1, 2}); err != nil || r.Stuck != "" || r.Ended || r.Steps[1] != "a fork b" {
		t.Errorf("%v, %q, %v", r.Steps, r.Stuck, err)
	}
	if _, err := Replay(tr, []int{1, 3}); err == nil || !strings.Contains(err.Error(), "next are [2]") {
		t.Error(err)
	}
	if _, err := Replay(tr, []int{1, 2, 3, 4, 8, 5}); err == nil || !strings.Contains(err.Error(), "blocked") {
		t.Error(err)
	}
}

func BenchmarkMyTracks(b *testing.B) {
	tr := load(b, "tacas-2016/mytracks")
	for b.Loop() {
		if _, err := RunTrace(context.Background(), tr, explore.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSchedules(t *testing.T) {
	tr := trace.Generate(1, mixtures[0])
	other := trace.Generate(2, mixtures[0])
	for _, want := range [][]int{nil, {1}, {1, 2, 3}, {1, 2, 5, 3, 4, 0, 0, 6}, {3, 2, 1}} {
		text := FormatSchedule(tr, want)
		got, fits, err := ParseSchedule(tr, text)
		if err != nil || !fits || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v is %q, read as %v, %v, %v", want, text, got, fits, err)
		}
		if _, fits, _ := ParseSchedule(other, text); fits {
			t.Errorf("%q fits another trace", text)
		}
	}
	if text := FormatSchedule(tr, []int{1, 2, 5, 3, 4}); !strings.HasSuffix(text, ":1-2,5,3-4") {
		t.Error(text)
	}
	for _, bad := range []string{"", "1:00000000:1", "t1:x:1,", "t1:x:3-1", "t1:x:-1", "t1:x:1-99999999999", "t1:x:0-2000000000"} {
		if _, _, err := ParseSchedule(tr, bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestFiles(t *testing.T) {
	if !trace.Named("a/trace.txt") || !trace.Named("x.trace") || trace.Named("a/dependence.txt") || trace.Named("x.tfg") {
		t.Error("Named")
	}
	if trace.Beside("a/trace.txt") != "a/dependence.txt" || trace.Beside("b/x.trace") != "b/x.dependence" {
		t.Error("Beside")
	}
}
