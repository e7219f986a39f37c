package cfg

import (
	"slices"
	"testing"
)

// Messages of several fields: their numbers, the way back, and how they are written.
func TestTuple(t *testing.T) {
	typ := TupleOf([]Type{Range(-1, 2), Bool(), {Kind: EnumType, Hi: 2, Name: "Kind", Names: []string{"req", "ack", "nak"}}})
	if typ.Size() != 24 || typ.String() != "(-1..2, bool, Kind)" {
		t.Errorf("%d values of %s", typ.Size(), typ)
	}
	n := int32(0)
	for a := int32(-1); a <= 2; a++ {
		for b := range int32(2) {
			for c := range int32(3) {
				if fields := []int32{a, b, c}; typ.Join(fields) != n || !slices.Equal(typ.Split(n), fields) {
					t.Errorf("%v is %d, and %d is %v", fields, typ.Join(fields), n, typ.Split(n))
				}
				n++
			}
		}
	}
	if got := typ.Format(typ.Join([]int32{2, 1, 1})); got != "(2,true,ack)" {
		t.Error(got)
	}
	if got := Range(3, 9).Split(5); !slices.Equal(got, []int32{5}) {
		t.Error(got)
	}
	b := NewBuilder("p", "p.tfg")
	x := b.AddVar(Var{Name: "x", Type: Range(0, 3), Owner: None})
	c := b.AddObject(Object{Kind: ChanObject, Name: "c", Cap: 1, Elem: typ, Owner: None})
	task := b.AddTask("t", None, 0, at(1))
	q := b.AddPoint(task)
	b.AddNode(Node{Point: b.Start(task), Next: q, Op: Send{Chan: c, Value: &Tuple{Type: typ, Fields: []Expr{Read{x}, Const{1, Bool()}, Const{2, typ.Fields[2]}}}}, Pos: at(2)})
	b.AddNode(Node{Point: q, Next: b.End(task), Op: Recv{Chan: c, Fields: []Field{{Target: &Target{Var: x}}, {}, {Match: Const{0, typ.Fields[2]}}}}, Pos: at(3)})
	b.AddNode(Node{Point: q, Next: b.End(task), Op: Recv{Chan: c, Fields: []Field{{Match: Read{x}}, {}, {}}}, Pos: at(4)})
	p := b.Finish()
	for i, want := range []string{"c <- (x,true,nak)", "(x,_,req) = <-c", "(== x,_,_) = <-c"} {
		if got := p.NodeString(NodeID(i)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
