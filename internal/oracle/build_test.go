package oracle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"

	"github.com/google/go-cmp/cmp"
)

// tiny builds small programs for the tests.
type tiny struct{ *cfg.Builder }

func newTiny() tiny { return tiny{cfg.NewBuilder("tiny", "tiny")} }

// task adds a static task that does the given things in order: a cfg.Op, or a
// cfg.Node with an operation and a guard.
func (b tiny) task(name string, steps ...any) cfg.TaskID {
	t := b.AddTask(name, cfg.None, 0, noPos)
	b.body(t, steps...)
	return t
}

// body gives task t its steps.
func (b tiny) body(t cfg.TaskID, steps ...any) {
	at := b.Start(t)
	for i, s := range steps {
		next := b.End(t)
		if i < len(steps)-1 {
			next = b.AddPoint(t)
		}
		b.from(at, next, s)
		at = next
	}
}

func (b tiny) from(at, next cfg.PointID, step any) {
	n, ok := step.(cfg.Node)
	if !ok {
		n.Op = step.(cfg.Op)
	}
	n.Point, n.Next = at, next
	b.AddNode(n)
}

func (b tiny) object(kind cfg.ObjectKind, name string, capacity int32) cfg.ObjectID {
	return b.AddObject(cfg.Object{Kind: kind, Name: name, Owner: cfg.None, Cap: capacity, Elem: cfg.Range(0, 7)})
}

func (b tiny) variable(name string, lo, hi, init int32) cfg.VarID {
	return b.AddVar(cfg.Var{Name: name, Owner: cfg.None, Type: cfg.Range(lo, hi), Init: init})
}

func num(v int32) cfg.Expr { return cfg.Const{Value: v, Type: cfg.Range(v, v)} }

func bin(op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr { return &cfg.Binary{Op: op, X: x, Y: y} }

func set(v cfg.VarID, e cfg.Expr) *cfg.Assign {
	return &cfg.Assign{Target: cfg.Target{Var: v}, Value: e}
}

func do(stmts ...cfg.Stmt) cfg.Block { return cfg.Block{Stmts: stmts} }

func event(name string) cfg.Block { return do(&cfg.Event{Name: name}) }

// words lists every maximal execution of a program without cycles as the text
// of its events and how it ends: "end", "deadlock" or the error.
func words(p *cfg.Program) []string {
	var out []string
	var walk func(s *State, sofar []string)
	walk = func(s *State, sofar []string) {
		finish := func(how string) { out = append(out, strings.Join(append(slices.Clone(sofar), how), " | ")) }
		steps := Steps(p, s)
		if s.Ended(p) {
			finish("end")
			return
		}
		if len(steps) == 0 {
			finish("deadlock")
		}
		for _, st := range steps {
			if st.Failed {
				finish(st.Error.String())
				continue
			}
			next := slices.Clone(sofar)
			for _, o := range st.Events {
				next = append(next, strings.Join(o.Tasks, "+")+":"+strings.Join(o.Names, "/"))
			}
			walk(st.Next, next)
		}
	}
	walk(Start(p), nil)
	slices.Sort(out)
	return slices.Compact(out)
}

func wantWords(t *testing.T, b tiny, want ...string) {
	t.Helper()
	slices.Sort(want)
	if d := cmp.Diff(want, words(b.Finish())); d != "" {
		t.Errorf("executions (-want +got):\n%s", d)
	}
}

func wantCounts(t *testing.T, p *cfg.Program, states, transitions, deadlocks int, ended bool) *Result {
	t.Helper()
	r := Explore(p, 0)
	got := fmt.Sprint(r.States, r.Transitions, r.Deadlocks, r.Ended, r.Complete)
	if want := fmt.Sprint(states, transitions, deadlocks, ended, true); got != want {
		t.Errorf("states, transitions, deadlocks, ended, complete = %s, want %s", got, want)
	}
	return r
}
