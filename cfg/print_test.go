package cfg

import (
	"go/token"
	"strings"
	"testing"
)

// TestPrint writes one small program of every operation, as built.
func TestPrint(t *testing.T) {
	b := NewBuilder("p", "p.tfg")
	colour := Type{Kind: EnumType, Hi: 1, Name: "Colour", Names: []string{"red", "green"}, Family: None}
	f := b.AddFamily("w", at(1))
	ref := Type{Kind: RefType, Lo: NoTask, Hi: 0, Name: "w", Family: f}
	x := b.AddVar(Var{Name: "x", Owner: None, Type: Range(0, 3), Init: 1})
	ok := b.AddVar(Var{Name: "ok", Owner: None, Type: Bool()})
	c := b.AddVar(Var{Name: "c", Owner: None, Type: colour})
	r := b.AddVar(Var{Name: "r", Owner: None, Type: ref, Init: NoTask})
	arr := b.AddVar(Var{Name: "a[0]", Owner: None, Type: Range(0, 3)})
	b.AddVar(Var{Name: "a[1]", Owner: None, Type: Range(0, 3)})
	task := b.AddTask("t", None, 0, at(1))
	work := b.AddTask("w[0]", f, 0, at(2))
	n := b.AddVar(Var{Name: "w[0].n", Owner: work, Type: Range(0, 3)})
	b.SetFamily(f, []TaskID{work}, [][]VarID{{n}})
	e := b.AddObject(Object{Kind: EntryObject, Name: "w[0].e", Owner: work})
	ch := b.AddObject(Object{Kind: ChanObject, Name: "ch", Owner: None, Elem: colour, Cap: 2})
	m := b.AddObject(Object{Kind: LockObject, Name: "m", Owner: None})
	rw := b.AddObject(Object{Kind: LockObject, Name: "rw", Owner: None, RW: true})
	s := b.AddObject(Object{Kind: SemObject, Name: "s", Owner: None, Cap: 2})

	num := func(v int32) Expr { return Const{Value: v, Type: Range(v, v)} }
	rd := func(v VarID) Expr { return Read{Var: v} }
	bin := func(op BinaryOp, x, y Expr) Expr { return &Binary{Op: op, X: x, Y: y} }
	elem := &Elem{Base: arr, Dims: []int32{2}, Index: []Expr{rd(x)}, Name: "a"}
	dyn := Target{Var: arr, Dims: []int32{2}, Index: []Expr{rd(x)}, Name: "a"}
	steps := []struct {
		op    Op
		guard Expr
	}{
		{Silent{"skip"}, nil},
		{Test{}, bin(Eq, rd(c), Const{Value: 1, Type: colour})},
		{Test{Await: true}, &Unary{Not, bin(Or, rd(ok), bin(Lt, rd(x), num(-1)))}},
		{Block{Stmts: []Stmt{&Assign{Target: Target{Var: x}, Value: bin(Sub, rd(x), bin(Sub, rd(x), num(1)))}}}, nil},
		{Block{Stmts: []Stmt{&Assign{Target: dyn}}}, nil},
		{Block{Stmts: []Stmt{&Event{Name: "e", Args: []Expr{rd(ok), elem}}, &Branch{Cond: rd(ok), Then: []Stmt{&Event{Name: "f"}}, Else: []Stmt{&Assign{Target: Target{Var: ok}, Value: bin(Eq, bin(Eq, rd(x), num(1)), rd(ok)), Silent: true}}}}}, nil},
		{Fail{AssertError, "no"}, rd(ok)},
		{Spawn{Family: f, Args: []Expr{bin(Mul, bin(Add, rd(x), num(1)), num(-2))}, Target: &Target{Var: r}}, nil},
		{Call{Entry: e, Args: []Expr{bin(Min, rd(x), &If{rd(ok), num(1), num(2)})}}, nil},
		{Call{Entry: e, Extended: true}, bin(Ne, rd(r), Const{Value: NoTask, Type: ref})},
		{CallEnd{Entry: e}, nil},
		{Join{Family: f, Ref: rd(r)}, nil},
		{Send{Chan: ch, Value: rd(c)}, nil}, {Recv{Chan: ch, Target: &Target{Var: c}}, nil}, {Recv{Chan: ch}, nil}, {Close{ch}, nil},
		{Lock{Lock: m}, nil}, {Wait{m}, nil}, {Rewake{m}, nil}, {Notify{Lock: m}, nil}, {Notify{m, true}, nil}, {Unlock{m}, nil},
		{Announce{rw}, nil}, {Lock{rw, true}, nil}, {RLock{rw}, nil}, {RUnlock{rw}, nil},
		{Acquire{s}, nil}, {Release{s}, nil}, {Else{}, nil},
	}
	p := b.Start(task)
	for i, step := range steps {
		q := b.AddPoint(task)
		if i == len(steps)-1 {
			q = b.End(task)
		}
		b.AddNode(Node{Point: p, Next: q, Guard: step.guard, Op: step.op, Pos: at(i + 10)})
		p = q
	}
	q := b.AddPoint(work)
	b.AddNode(Node{Point: b.Start(work), Next: q, Op: Accept{Entry: e, Params: []VarID{n}, Extended: true}, Pos: at(5)})
	b.AddNode(Node{Point: q, Next: b.Start(work), Op: AcceptEnd{Entry: e}, Pos: at(6)})
	b.AddNode(Node{Point: b.Start(work), Next: b.End(work), Op: Terminate{}, Pos: at(7)})

	const want = `program p
family f0 w
  w[0](w[0].n)
var v0 x 0..3 = 1
var v1 ok bool = false
var v2 c Colour = red
var v3 r ref w = none
var v4 a[0] 0..3 = 0
var v5 a[1] 0..3 = 0
var v6 w[0].n 0..3 = 0
object o0 entry w[0].e of w[0]
object o1 chan ch Colour buffer 2
object o2 lock m
object o3 lock rw rw
object o4 sem s = 2
task t0 t p0..p29
  p0
    n0 skip -> p1 @10:1
  p1
    n1 test c == green -> p2 @11:1
  p2
    n2 await !(ok || x < -1) -> p3 @12:1
  p3
    n3 x = x - (x - 1) -> p4 @13:1
  p4
    n4 a[x] = any -> p5 @14:1
  p5
    n5 atomic { event e(ok,a[x]); if ok { event f; } else { silent ok = (x == 1) == ok; }; } -> p6 @15:1
  p6
    n6 fail assertion failed "no" when ok -> p7 @16:1
  p7
    n7 r = spawn w((x + 1) * -2) -> p8 @17:1
  p8
    n8 call w[0].e(min(x,if ok then 1 else 2)) -> p9 @18:1
  p9
    n9 call w[0].e with body when r != none -> p10 @19:1
  p10
    n10 call end w[0].e -> p11 @20:1
  p11
    n11 join r -> p12 @21:1
  p12
    n12 ch <- c -> p13 @22:1
  p13
    n13 c = <-ch -> p14 @23:1
  p14
    n14 <-ch -> p15 @24:1
  p15
    n15 close ch -> p16 @25:1
  p16
    n16 lock m -> p17 @26:1
  p17
    n17 wait m -> p18 @27:1
  p18
    n18 rewake m -> p19 @28:1
  p19
    n19 notify m -> p20 @29:1
  p20
    n20 notifyall m -> p21 @30:1
  p21
    n21 unlock m -> p22 @31:1
  p22
    n22 announce rw -> p23 @32:1
  p23
    n23 lock announced rw -> p24 @33:1
  p24
    n24 rlock rw -> p25 @34:1
  p25
    n25 runlock rw -> p26 @35:1
  p26
    n26 acquire s -> p27 @36:1
  p27
    n27 release s -> p28 @37:1
  p28
    n28 else -> p29 @38:1
  p29
task t1 w[0] p30..p32
  p30
    n29 accept w[0].e(w[0].n) with body -> p31 @5:1
    n30 terminate -> p32 @7:1
  p31
    n31 accept end w[0].e -> p30 @6:1
  p32
`
	got, _, _ := strings.Cut(b.Finish().Dump(), "action ")
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestPrintMalformed: printers survive objects that Check would refuse.
func TestPrintMalformed(t *testing.T) {
	bad := &Program{
		Tasks:    []Task{{ID: 7, Start: -3, End: 99}},
		Points:   []Point{{Task: 5, Nodes: []NodeID{-1, 0, 1, 50}}},
		Vars:     []Var{{Type: Type{Kind: EnumType, Names: []string{""}}}},
		Objects:  []Object{{Kind: 9}, {Kind: EntryObject, Owner: 44}},
		Families: []Family{{Tasks: []TaskID{0, 8}, Params: [][]VarID{{3}}}},
		Actions:  []Action{{A: 9, B: 9}},
	}
	var exprs []Expr
	exprs = append(exprs, nil, Const{Value: 9, Type: Type{Kind: EnumType}}, Const{Type: Type{Kind: EnumType, Names: []string{""}}}, Read{Var: 9}, &Elem{Index: []Expr{nil}}, &Unary{Op: 9},
		&Binary{Op: 99}, &Binary{Op: Mul, X: &If{}}, &If{})
	for _, op := range []Op{nil, Silent{}, Test{}, Block{}, Block{Stmts: []Stmt{nil}}, Block{Stmts: []Stmt{&Assign{Target: Target{Var: 9}}, &Branch{}, &Event{}}},
		Fail{Kind: 99}, Call{Entry: 9, Args: exprs}, CallEnd{-1}, Accept{Entry: 9, Params: []VarID{9}}, AcceptEnd{9}, Send{Chan: 9}, Recv{Chan: 9, Target: &Target{Var: -4}},
		Close{9}, Lock{Lock: 9}, Spawn{Family: 9, Target: &Target{}}, Join{}, Else{}, Terminate{}} {
		bad.Nodes = append(bad.Nodes, Node{Task: 9, Next: -1, Guard: &Unary{Op: Not}, Op: op})
	}
	for i := range bad.Nodes {
		if bad.NodeString(NodeID(i)) == "" {
			t.Errorf("node %d has no text", i)
		}
	}
	for _, want := range []string{"n-1 n?-1", "n50 n?50", "t?8", "v?3", "kind?9", "of t?44"} {
		if !strings.Contains(bad.Dump(), want) {
			t.Errorf("no %q in\n%s", want, bad.Dump())
		}
	}
	if s := bad.NodeString(6); !strings.Contains(s, "kind?99") {
		t.Errorf("got %s", s)
	}
	(&Program{}).Dump()
}

func at(line int) token.Position { return token.Position{Filename: "p.tfg", Line: line, Column: 1} }
