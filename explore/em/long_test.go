package em

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"flavers/explore"
	"flavers/explore/em/trace"
	"flavers/limit"
)

// crossing is a trace of two threads that take two locks in opposite orders, after so
// many operations of one of them that nothing depends on.
func crossing(t testing.TB, before int) *trace.Trace {
	return parsed(t, "ui threadinit\nui fork a\nui fork b\na threadinit\n"+strings.Repeat("a write p\n", before)+
		"a acquire k\na acquire l\na release l\na release k\na threadexit\n"+
		"b threadinit\nb write q\nb acquire l\nb acquire k\nb release k\nb release l\nb threadexit\n")
}

// The same is found whatever a thread did before: places of operations were once kept
// in 16 bits.
func TestLongThread(t *testing.T) {
	for _, algorithm := range []string{"em-optimal", "em-lazy"} {
		few, err := RunTrace(t.Context(), crossing(t, 5), explore.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		many, err := RunTrace(t.Context(), crossing(t, 40_000), explore.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		if few.Deadlocks != 1 || many.Deadlocks != 1 || many.Executions != few.Executions || !many.Complete {
			t.Errorf("%s: %d executions, %d deadlocks; after 40,000 operations %d and %d", algorithm, few.Executions, few.Deadlocks, many.Executions, many.Deadlocks)
		}
	}
	s := NewSystem(crossing(t, 40_000))
	if p := newPlan(s); p == nil || len(p.locks) != 2 {
		t.Error("the plan of a long thread is wrong")
	}
}

// manyPosts are messages of many threads to one: what has to do with pairs of them is large.
func manyPosts(t testing.TB, threads, each int) *trace.Trace {
	var b, handlers strings.Builder
	b.WriteString("ui threadinit\nui attachq\n")
	for i := range threads {
		fmt.Fprintf(&b, "ui fork w%d\n", i)
	}
	b.WriteString("ui loop\n")
	for i := range threads {
		fmt.Fprintf(&b, "w%d threadinit\n", i)
		for k := range each {
			fmt.Fprintf(&b, "w%d post m%d_%d ui\n", i, i, k)
			fmt.Fprintf(&handlers, "ui begin m%d_%d\nui write v\nui end m%d_%d\n", i, k, i, k)
		}
		fmt.Fprintf(&b, "w%d threadexit\n", i)
	}
	return parsed(t, b.String()+handlers.String())
}

func parsed(t testing.TB, text string) *trace.Trace {
	t.Helper()
	tr, ds := trace.Parse("long.trace", []byte(text), "", nil)
	if ds.HasErrors() {
		t.Fatal(ds.All[0])
	}
	return tr
}

// What is made before an exploration ends with its context, and is not made at all if
// memory is not enough for it.
func TestLargeTraceEnds(t *testing.T) {
	tr := manyPosts(t, 10, 300)
	for _, algorithm := range TraceAlgorithms(false) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		began := time.Now()
		r, err := RunTrace(ctx, tr, explore.Options{Algorithm: algorithm})
		cancel()
		if err != nil || r.Complete || r.Limit != limit.Time || time.Since(began) > 10*time.Second {
			t.Errorf("%s: %+v, %v after %v", algorithm, r, err, time.Since(began))
		}
	}
	// Tables of 9,000 operations by 3,000 messages.
	for _, algorithm := range []string{"em", "em-optimal"} {
		ctx, end := limit.Watch(t.Context(), 64<<20)
		r, err := RunTrace(ctx, tr, explore.Options{Algorithm: algorithm})
		end()
		if err != nil || r.Complete || r.Limit != limit.Memory {
			t.Errorf("%s: %+v, %v", algorithm, r, err)
		}
	}
}
