package oracle

import (
	"go/token"
	"testing"

	"flavers/cfg"
)

var noPos token.Position

func TestLock(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m}, cfg.Unlock{Lock: m})
	b.task("b", cfg.Lock{Lock: m}, cfg.Unlock{Lock: m})
	p := b.Finish()
	wantCounts(t, p, 8, 8, 0, true) // positions 0..2 each, not both in the middle
}

func TestLockNames(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m}, cfg.Unlock{Lock: m})
	b.task("b", cfg.Lock{Lock: m}, event("in"), cfg.Unlock{Lock: m})
	wantWords(t, b,
		"a:lock m | a:unlock m | b:lock m | b:in | b:unlock m | end",
		"b:lock m | b:in | b:unlock m | a:lock m | a:unlock m | end")
}

func TestUnlockByAnother(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m})
	b.task("b", cfg.Unlock{Lock: m})
	wantWords(t, b, "a:lock m | b:unlock m | end", "lock error")
}

func TestLockTwiceBlocks(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m}, cfg.Lock{Lock: m})
	wantWords(t, b, "a:lock m | deadlock")
}

// A writer that waits bars new readers: after the announcement, b cannot read
// before a has written.
func TestReaderWriter(t *testing.T) {
	b := newTiny()
	m := b.AddObject(cfg.Object{Kind: cfg.LockObject, Name: "m", Owner: cfg.None, RW: true})
	w := b.AddTask("w", cfg.None, 0, noPos)
	announced, held := b.AddPoint(w), b.AddPoint(w)
	b.from(b.Start(w), held, cfg.Lock{Lock: m})
	b.from(b.Start(w), announced, cfg.Announce{Lock: m})
	b.from(announced, held, cfg.Lock{Lock: m, Announced: true})
	b.from(held, b.End(w), cfg.Unlock{Lock: m})
	b.task("r", cfg.RLock{Lock: m}, cfg.RUnlock{Lock: m})
	p := b.Finish()
	// r: 0 before, 1 reading, 2 after; w: 0, A announced, H holding, E.
	// 00; 0H 0E 10 20; 1A 1E 2A(after r leaves) 2H 2E = 10 states.
	// Steps: 00: r, w; 0H: w; 0E: r; 10: r, announce; 1E: r; 1A: r; 20: w; 2A: w; 2H: w = 11.
	wantCounts(t, p, 10, 11, 0, true)

	b = newTiny()
	m = b.object(cfg.LockObject, "m", 0)
	b.task("w", cfg.Announce{Lock: m}, event("waiting"), cfg.Lock{Lock: m, Announced: true})
	b.task("r", cfg.RLock{Lock: m}, cfg.RLock{Lock: m}, cfg.RUnlock{Lock: m}, cfg.RUnlock{Lock: m})
	wantWords(t, b,
		"r:rlock m | w:waiting | deadlock", // the second reading is barred, and w waits for the first to end
		"r:rlock m | r:rlock m | w:waiting | r:runlock m | r:runlock m | w:lock m | end",
		"r:rlock m | r:rlock m | r:runlock m | w:waiting | r:runlock m | w:lock m | end",
		"r:rlock m | r:rlock m | r:runlock m | r:runlock m | w:waiting | w:lock m | end",
		"r:rlock m | r:rlock m | r:runlock m | r:runlock m | deadlock") // nothing to announce against
}

func TestRUnlockOfFree(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("r", cfg.RUnlock{Lock: m})
	wantWords(t, b, "lock error")
}

func TestSemaphore(t *testing.T) {
	b := newTiny()
	s := b.object(cfg.SemObject, "s", 1)
	b.task("a", cfg.Acquire{Sem: s}, cfg.Acquire{Sem: s})
	b.task("b", cfg.Release{Sem: s})
	wantWords(t, b,
		"a:acquire s | b:release s | a:acquire s | end",
		"b:release s | a:acquire s | a:acquire s | end")
}

func TestSemaphoreLimit(t *testing.T) {
	b := newTiny()
	s := b.object(cfg.SemObject, "s", countLimit)
	b.task("a", cfg.Release{Sem: s})
	r := Explore(b.Finish(), 0)
	if r.Complete || r.Errors[cfg.LimitError] != 1 {
		t.Errorf("got %+v, want an incomplete search with one limit error", r)
	}
}

func TestMonitor(t *testing.T) {
	b := newTiny()
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m}, cfg.Wait{Lock: m}, cfg.Rewake{Lock: m}, cfg.Unlock{Lock: m})
	b.task("b", cfg.Lock{Lock: m}, cfg.Notify{Lock: m}, cfg.Unlock{Lock: m})
	wantWords(t, b,
		"a:lock m | a:wait m | b:lock m | b:notify m | b:unlock m | a:wake m | a:unlock m | end",
		"b:lock m | b:notify m | b:unlock m | a:lock m | a:wait m | deadlock") // the notification is lost
}

// Two wait, one notification: any of them wakes. notifyall wakes both.
func TestNotifyOneOrAll(t *testing.T) {
	for _, all := range []bool{false, true} {
		b := newTiny()
		m := b.object(cfg.LockObject, "m", 0)
		n := b.object(cfg.LockObject, "n", 0)
		ready := b.object(cfg.SemObject, "ready", 0)
		wait := []any{cfg.Lock{Lock: m}, cfg.Release{Sem: ready}, cfg.Wait{Lock: m}, cfg.Rewake{Lock: m}, cfg.Unlock{Lock: m}}
		b.task("a", wait...)
		b.task("b", wait...)
		b.task("c", cfg.Acquire{Sem: ready}, cfg.Acquire{Sem: ready}, cfg.Lock{Lock: m}, cfg.Notify{Lock: m, All: all}, cfg.Unlock{Lock: m}, cfg.Lock{Lock: n})
		finals, _ := FinalStates(b.Finish(), 0)
		dead := 0
		for _, f := range finals {
			if f.Deadlock {
				dead++
			}
		}
		if all && (dead != 0 || len(finals) != 1) || !all && (dead != 2 || len(finals) != 2) {
			t.Errorf("all=%t: %d final states, %d of them deadlocks", all, len(finals), dead)
		}
	}
}

func TestMonitorErrors(t *testing.T) {
	for _, op := range []func(cfg.ObjectID) cfg.Op{
		func(m cfg.ObjectID) cfg.Op { return cfg.Wait{Lock: m} },
		func(m cfg.ObjectID) cfg.Op { return cfg.Notify{Lock: m} },
		func(m cfg.ObjectID) cfg.Op { return cfg.Notify{Lock: m, All: true} },
		func(m cfg.ObjectID) cfg.Op { return cfg.Unlock{Lock: m} },
	} {
		b := newTiny()
		b.task("a", op(b.object(cfg.LockObject, "m", 0)))
		wantWords(t, b, "lock error")
	}
	b := newTiny() // held, but by another task
	m := b.object(cfg.LockObject, "m", 0)
	b.task("a", cfg.Lock{Lock: m}, cfg.Unlock{Lock: m})
	b.task("b", cfg.Notify{Lock: m})
	wantWords(t, b, "lock error", "a:lock m | lock error", "a:lock m | a:unlock m | lock error")
}

func TestRendezvous(t *testing.T) {
	b := newTiny()
	x := b.variable("server.x", 0, 3, 0)
	server := b.AddTask("server", cfg.None, 0, noPos)
	e := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Name: "server.e", Owner: server})
	b.body(server, cfg.Accept{Entry: e, Params: []cfg.VarID{x}, Extended: true}, do(set(x, num(2))), cfg.AcceptEnd{Entry: e})
	b.task("client", cfg.Call{Entry: e, Args: []cfg.Expr{num(3)}, Extended: true}, cfg.CallEnd{Entry: e}, event("done"))
	wantWords(t, b, "client+server:server.e/server.e(3) | server:server.x=2 | client+server:server.e.end | client:done | end")
}

func TestRendezvousArgumentOutOfRange(t *testing.T) {
	b := newTiny()
	x := b.variable("server.x", 0, 3, 0)
	server := b.AddTask("server", cfg.None, 0, noPos)
	e := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Name: "server.e", Owner: server})
	b.body(server, cfg.Accept{Entry: e, Params: []cfg.VarID{x}})
	b.task("client", cfg.Call{Entry: e, Args: []cfg.Expr{num(4)}})
	wantWords(t, b, "range error")
}

// A rendezvous needs both guards; the one that does not hold blocks both.
func TestRendezvousGuards(t *testing.T) {
	b := newTiny()
	x := b.variable("x", 0, 1, 0)
	server := b.AddTask("server", cfg.None, 0, noPos)
	e := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Name: "server.e", Owner: server})
	b.body(server, cfg.Node{Op: cfg.Accept{Entry: e}, Guard: bin(cfg.Eq, cfg.Read{Var: x}, num(1))})
	b.task("client", cfg.Call{Entry: e})
	b.task("other", do(set(x, num(1))))
	wantWords(t, b, "other:x=1 | client+server:server.e | end")
}

func TestChannelWithoutBuffer(t *testing.T) {
	b := newTiny()
	c := b.object(cfg.ChanObject, "c", 0)
	x := b.variable("x", 0, 7, 0)
	b.task("a", cfg.Send{Chan: c, Value: num(3)})
	b.task("b", cfg.Recv{Chan: c, Target: &cfg.Target{Var: x}})
	p := b.Finish()
	wantCounts(t, p, 2, 1, 0, true)
	if st := Steps(p, Start(p)); st[0].Next.Vars[x] != 3 || len(st[0].Events) != 1 || len(st[0].Events[0].Names) != 2 {
		t.Errorf("got %+v", st)
	}
}

func TestChannelWithoutBufferClosed(t *testing.T) {
	b := newTiny()
	c := b.object(cfg.ChanObject, "c", 0)
	b.task("a", cfg.Send{Chan: c, Value: num(3)})
	b.task("b", cfg.Recv{Chan: c})
	b.task("z", cfg.Close{Chan: c})
	wantWords(t, b,
		"a+b:c<-3/<-c | z:close c | end",
		"z:close c | closed channel", // a sends; b may have received before
		"z:close c | b:<-c | closed channel")
}

func TestChannelWithBuffer(t *testing.T) {
	b := newTiny()
	c := b.object(cfg.ChanObject, "c", 1)
	b.task("a", cfg.Send{Chan: c, Value: num(1)}, cfg.Send{Chan: c, Value: num(2)})
	b.task("b", cfg.Recv{Chan: c}, cfg.Recv{Chan: c})
	wantWords(t, b,
		"a:c<-1 | b:<-c | a:c<-2 | b:<-c | end")
}

func TestChannelIsFirstInFirstOut(t *testing.T) {
	b := newTiny()
	c := b.object(cfg.ChanObject, "c", 2)
	x, y := b.variable("x", 0, 7, 0), b.variable("y", 0, 7, 0)
	b.task("a", cfg.Send{Chan: c, Value: num(1)}, cfg.Send{Chan: c, Value: num(2)}, cfg.Close{Chan: c})
	b.task("b", cfg.Recv{Chan: c, Target: &cfg.Target{Var: x}}, cfg.Recv{Chan: c, Target: &cfg.Target{Var: y}},
		cfg.Recv{Chan: c, Target: &cfg.Target{Var: x}}) // closed and empty: 0
	finals, complete := FinalStates(b.Finish(), 0)
	if !complete || len(finals) != 1 || finals[0].Deadlock || finals[0].Vars[x] != 0 || finals[0].Vars[y] != 2 {
		t.Errorf("got %+v", finals)
	}
}

func TestCloseTwice(t *testing.T) {
	b := newTiny()
	c := b.object(cfg.ChanObject, "c", 1)
	b.task("a", cfg.Close{Chan: c}, cfg.Close{Chan: c})
	wantWords(t, b, "a:close c | closed channel")
}

func TestSendOutOfRange(t *testing.T) {
	b := newTiny()
	c := b.object(cfg.ChanObject, "c", 1)
	b.task("a", cfg.Send{Chan: c, Value: num(8)})
	wantWords(t, b, "range error")
}

func TestSpawnAndJoin(t *testing.T) {
	b := newTiny()
	r := b.AddVar(cfg.Var{Name: "r", Owner: cfg.None, Type: cfg.Type{Kind: cfg.RefType, Lo: cfg.NoTask, Hi: 1, Name: "w"}, Init: cfg.NoTask})
	f := b.AddFamily("w", noPos)
	var tasks []cfg.TaskID
	var params [][]cfg.VarID
	for i := range int32(2) {
		w := b.AddTask([]string{"w[0]", "w[1]"}[i], f, i, noPos)
		v := b.variable([]string{"w[0].n", "w[1].n"}[i], 0, 3, 0)
		b.body(w, do(set(v, bin(cfg.Add, cfg.Read{Var: v}, num(1)))))
		tasks, params = append(tasks, w), append(params, []cfg.VarID{v})
	}
	b.SetFamily(f, tasks, params)
	b.task("main",
		cfg.Spawn{Family: f, Args: []cfg.Expr{num(0)}},
		cfg.Spawn{Family: f, Args: []cfg.Expr{num(2)}, Target: &cfg.Target{Var: r}},
		cfg.Join{Family: f, Ref: cfg.Read{Var: r}},
		cfg.Spawn{Family: f, Args: []cfg.Expr{num(0)}})
	wantWords(t, b,
		"main:spawn w[0] | main:spawn w[1] | w[1]:w[1].n=3 | main:join w[1] | too many tasks",
		"main:spawn w[0] | main:spawn w[1] | w[1]:w[1].n=3 | main:join w[1] | w[0]:w[0].n=1 | too many tasks",
		"main:spawn w[0] | main:spawn w[1] | w[1]:w[1].n=3 | w[0]:w[0].n=1 | main:join w[1] | too many tasks",
		"main:spawn w[0] | main:spawn w[1] | w[0]:w[0].n=1 | w[1]:w[1].n=3 | main:join w[1] | too many tasks",
		"main:spawn w[0] | w[0]:w[0].n=1 | main:spawn w[1] | w[1]:w[1].n=3 | main:join w[1] | too many tasks")
}

func TestJoinOfNone(t *testing.T) {
	b := newTiny()
	f := b.AddFamily("w", noPos)
	b.SetFamily(f, nil, nil)
	b.task("main", cfg.Join{Family: f, Ref: num(cfg.NoTask)})
	wantWords(t, b, "join of no task")
}

// The else alternative is taken only when the accept cannot be.
func TestElse(t *testing.T) {
	b := newTiny()
	server := b.AddTask("server", cfg.None, 0, noPos)
	e := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Name: "server.e", Owner: server})
	out := b.AddPoint(server)
	b.from(b.Start(server), b.End(server), cfg.Accept{Entry: e})
	b.from(b.Start(server), out, cfg.Else{})
	b.from(out, b.End(server), event("none"))
	b.task("client", event("go"), cfg.Call{Entry: e})
	wantWords(t, b,
		"client:go | client+server:server.e | end", // the call waits from the first step on: no else
		"client:go | server:none | deadlock",
		"server:none | client:go | deadlock")
}

// Two that look once at the same time meet.
func TestElseOnBothSides(t *testing.T) {
	b := newTiny()
	server := b.AddTask("server", cfg.None, 0, noPos)
	e := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Name: "server.e", Owner: server})
	b.from(b.Start(server), b.End(server), cfg.Accept{Entry: e})
	b.from(b.Start(server), b.End(server), cfg.Else{})
	client := b.AddTask("client", cfg.None, 0, noPos)
	b.from(b.Start(client), b.End(client), cfg.Call{Entry: e})
	b.from(b.Start(client), b.End(client), cfg.Else{})
	wantWords(t, b, "client+server:server.e | end")
}

// An alternative that would be an error is one that can be taken.
func TestElseAndError(t *testing.T) {
	b := newTiny()
	a := b.AddTask("a", cfg.None, 0, noPos)
	c := b.object(cfg.ChanObject, "c", 1)
	b.from(b.Start(a), b.End(a), cfg.Send{Chan: c, Value: num(9)})
	b.from(b.Start(a), b.End(a), cfg.Else{})
	wantWords(t, b, "range error")
}

func TestTerminate(t *testing.T) {
	b := newTiny()
	var entries []cfg.ObjectID
	for _, name := range []string{"s", "u"} {
		s := b.AddTask(name, cfg.None, 0, noPos)
		e := b.AddObject(cfg.Object{Kind: cfg.EntryObject, Name: name + ".e", Owner: s})
		b.from(b.Start(s), b.Start(s), cfg.Accept{Entry: e})
		b.from(b.Start(s), b.End(s), cfg.Terminate{})
		entries = append(entries, e)
	}
	b.task("client", cfg.Call{Entry: entries[0]}, cfg.Call{Entry: entries[1]})
	wantWords(t, b, "client+s:s.e | client+u:u.e | end")

	b = newTiny() // a guard that does not hold keeps the other from terminating
	x := b.variable("x", 0, 1, 0)
	for i, name := range []string{"s", "u"} {
		s := b.AddTask(name, cfg.None, 0, noPos)
		n := cfg.Node{Op: cfg.Terminate{}}
		if i == 0 {
			n.Guard = bin(cfg.Eq, cfg.Read{Var: x}, num(1))
		}
		b.from(b.Start(s), b.End(s), n)
	}
	b.task("t", do(set(x, num(1))), do(set(x, num(0))))
	// Once t has ended x is 0, and before it has, nobody may terminate.
	p := b.Finish()
	finals, _ := FinalStates(p, 0)
	if len(finals) != 1 || !finals[0].Deadlock || finals[0].At[0] != p.Tasks[0].Start || finals[0].At[1] != p.Tasks[1].Start {
		t.Errorf("final states %+v, want one, with both where they started", finals)
	}
}

func TestTestNames(t *testing.T) {
	b := newTiny()
	x, y := b.variable("x", 0, 3, 2), b.variable("y", 0, 3, 1)
	// x == 1 || y == 1 && x == 2, else nothing
	cond := bin(cfg.Or, bin(cfg.Eq, cfg.Read{Var: x}, num(1)), bin(cfg.And, bin(cfg.Eq, cfg.Read{Var: y}, num(1)), bin(cfg.Eq, cfg.Read{Var: x}, num(2))))
	b.task("a", cfg.Node{Op: cfg.Test{}, Guard: cond}, cfg.Node{Op: cfg.Test{}, Guard: bin(cfg.Lt, num(1), num(2))},
		cfg.Node{Op: cfg.Test{}, Guard: &cfg.Unary{Op: cfg.Not, X: bin(cfg.And, bin(cfg.Eq, cfg.Read{Var: y}, num(0)), bin(cfg.Eq, cfg.Read{Var: x}, num(2)))}})
	wantWords(t, b, "a:x==2/y==1 | a:y==1 | end")
}

func TestBlock(t *testing.T) {
	b := newTiny()
	x := b.variable("x", 0, 2, 0)
	b.task("a", do(set(x, num(2)), &cfg.Event{Name: "e", Args: []cfg.Expr{cfg.Read{Var: x}}, ArgTypes: []cfg.Type{cfg.Range(0, 2)}},
		&cfg.Branch{Cond: bin(cfg.Eq, cfg.Read{Var: x}, num(2)), Then: []cfg.Stmt{&cfg.Event{Name: "two"}}, Else: []cfg.Stmt{&cfg.Event{Name: "other"}}},
		&cfg.Assign{Target: cfg.Target{Var: x}, Value: num(1), Silent: true}))
	wantWords(t, b, "a:x=2 | a:e(2) | a:x==2 | a:two | end")
}

// An error in the middle of a step undoes it: no event is seen.
func TestBlockError(t *testing.T) {
	b := newTiny()
	x := b.variable("x", 0, 2, 0)
	b.task("a", do(set(x, num(2)), set(x, num(3))))
	wantWords(t, b, "range error")
}

func TestAny(t *testing.T) {
	b := newTiny()
	x, y := b.variable("x", 1, 2, 1), b.variable("y", 0, 1, 0)
	b.task("a", do(set(x, nil), &cfg.Branch{Cond: bin(cfg.Eq, cfg.Read{Var: x}, num(1)), Then: []cfg.Stmt{set(y, nil)}}))
	wantWords(t, b, "a:x=1 | a:x==1 | a:y=0 | end", "a:x=1 | a:x==1 | a:y=1 | end", "a:x=2 | a:x==2 | end")
}

func TestAssertAndFail(t *testing.T) {
	b := newTiny()
	x := b.variable("x", 0, 1, 0)
	a := b.AddTask("a", cfg.None, 0, noPos)
	b.from(b.Start(a), b.End(a), cfg.Node{Op: cfg.Fail{Kind: cfg.AssertError}, Guard: bin(cfg.Eq, cfg.Read{Var: x}, num(1))})
	b.from(b.Start(a), b.End(a), cfg.Node{Op: cfg.Silent{}, Guard: bin(cfg.Ne, cfg.Read{Var: x}, num(1))})
	b.task("b", do(set(x, num(1))))
	wantWords(t, b, "b:x=1 | assertion failed", "b:x=1 | end")
}

func TestArithmetic(t *testing.T) {
	for _, c := range []struct {
		op   cfg.BinaryOp
		x, y int64
		want int64
	}{
		{cfg.Div, -7, 2, -3}, {cfg.Div, 7, -2, -3}, {cfg.Mod, -7, 2, 1}, {cfg.Mod, -7, -2, 1}, {cfg.Mod, 7, -2, 1}, {cfg.Mod, -6, 3, 0},
		{cfg.Min, 2, -1, -1}, {cfg.Max, 2, -1, 2}, {cfg.Sub, 1, 3, -2}, {cfg.Mul, 3, -2, -6}, {cfg.Le, 2, 2, 1}, {cfg.Gt, 2, 2, 0},
	} {
		if got := apply(c.op, c.x, c.y); got != c.want {
			t.Errorf("%d %s %d = %d, want %d", c.x, c.op, c.y, got, c.want)
		}
	}
	b := newTiny()
	x := b.variable("x", 0, 1, 0)
	b.task("a", do(set(x, bin(cfg.Mod, num(1), cfg.Read{Var: x}))))
	wantWords(t, b, "division by zero")
}

func TestArrays(t *testing.T) {
	b := newTiny()
	i := b.variable("i", 0, 3, 0)
	base := b.variable("m[0][0]", 0, 9, 0)
	for _, n := range []string{"m[0][1]", "m[1][0]", "m[1][1]"} {
		b.variable(n, 0, 9, 0)
	}
	dims := []int32{2, 2}
	at := func(x, y cfg.Expr) cfg.Target { return cfg.Target{Var: base, Dims: dims, Index: []cfg.Expr{x, y}} }
	b.task("a", do(set(i, num(1))), do(&cfg.Assign{Target: at(cfg.Read{Var: i}, num(0)), Value: num(7)}),
		cfg.Node{Op: cfg.Test{Await: true}, Guard: bin(cfg.Eq, &cfg.Elem{Base: base, Dims: dims, Index: []cfg.Expr{cfg.Read{Var: i}, num(0)}}, num(7))},
		do(&cfg.Assign{Target: at(num(1), num(2)), Value: num(7)}))
	wantWords(t, b, "a:i=1 | a:m[1][0]=7 | a:i==1/m[1][0]==7 | index error")
}
