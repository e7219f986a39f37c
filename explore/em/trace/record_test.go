package trace

import (
	"sync"
	"testing"
)

// A program with two loops and workers is recorded; what was recorded can have
// happened, and survives writing.
func TestRecorder(t *testing.T) {
	r := NewRecorder()
	main := r.Thread("main")
	ui, io := main.Loop("ui"), main.Loop("io")
	m := r.Mutex("m")
	var done sync.Map
	for range 4 {
		main.Go("worker", func(w *Thread) {
			m.Lock(w)
			w.Write("total")
			m.Unlock(w)
			io.Post(w, "load", func(h *Thread) {
				h.Read("total")
				ui.Post(h, "show", func(h *Thread) {
					h.Write("window")
					done.Store(h.task, true)
				})
			})
		})
	}
	main.Write("title")
	r.Wait()
	tr, ds := r.Trace()
	if len(ds.All) > 0 {
		t.Fatal(ds.All)
	}
	posts, calls, ends := 0, 0, 0
	for i := range tr.Ops {
		switch tr.Ops[i].Kind {
		case Post:
			posts++
		case Call:
			calls++
		case ThreadExit:
			ends++
		}
	}
	n := 0
	done.Range(func(any, any) bool { n++; return true })
	if posts != 8 || calls != 8 || ends != 4 || n != 4 {
		t.Errorf("%d posts, %d handlers, %d ends, %d shown", posts, calls, ends, n)
	}
	roundTrip(t, tr)
	if _, ok := done.Load("show#4"); !ok {
		t.Error("messages have no names of their own")
	}
}
