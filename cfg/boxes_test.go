package cfg

import (
	"fmt"
	"go/token"
	"testing"
)

// bounded builds a task that posts and an actor that handles m and n, and
// gives the bounds found for both messages.
func bounded(t *testing.T, declared int32, build func(b *Builder, task, actor TaskID, box ObjectID)) string {
	t.Helper()
	b := NewBuilder("p", "p.tfg")
	var pos token.Position
	task, actor := b.AddTask("t", None, 0, pos), b.AddTask("a", None, 0, pos)
	box := b.AddObject(Object{Kind: MailboxObject, Name: "a", Owner: actor, Cap: declared,
		Messages: []Message{{Name: "m", Params: []Type{}}, {Name: "n", Params: []Type{}}}})
	b.Alias(b.Start(actor), b.AddPoint(actor))
	b.SetIdle(b.Start(actor))
	build(b, task, actor, box)
	p := b.Finish()
	text := ""
	for _, m := range p.Objects[box].Messages {
		text += m.Name + bound(m.Cap, m.Tight)
	}
	return text
}

func posts(box ObjectID, msg int32, times int) Op {
	op := Block{}
	for range times {
		op.Stmts = append(op.Stmts, &Post{Boxes: []ObjectID{box}, Msg: msg})
	}
	return op
}

// TestBounds: how many messages can be pending, by hand.
func TestBounds(t *testing.T) {
	once := func(b *Builder, task TaskID, op Op) {
		b.AddNode(Node{Point: b.Start(task), Next: b.End(task), Op: op})
	}
	handler := func(b *Builder, actor TaskID, box ObjectID, msg int32, body ...Stmt) {
		b.AddNode(Node{Point: b.Start(actor), Next: b.Start(actor), Op: Handle{Box: box, Msg: msg, Body: body}})
	}
	for _, c := range []struct {
		name     string
		declared int32
		build    func(b *Builder, task, actor TaskID, box ObjectID)
		want     string
	}{
		{"two posts, one handler", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 2))
			handler(b, actor, box, 0)
		}, "m <=2n <=1"},
		{"each m makes three n", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 2))
			handler(b, actor, box, 0, posts(box, 1, 3).(Block).Stmts...)
			handler(b, actor, box, 1)
		}, "m <=2n <=6"},
		{"two handlers share the messages m", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 2))
			handler(b, actor, box, 0, posts(box, 1, 1).(Block).Stmts...)
			handler(b, actor, box, 0, posts(box, 1, 2).(Block).Stmts...)
		}, "m <=2n <=4"},
		{"a message that makes itself", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 1))
			handler(b, actor, box, 0, posts(box, 0, 1).(Block).Stmts...)
		}, fmt.Sprintf("m <=%d+n <=1", DefaultCap)},
		{"a cycle that nothing enters", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 1))
			handler(b, actor, box, 1, posts(box, 1, 2).(Block).Stmts...)
		}, "m <=1n <=1"},
		{"a loop that posts", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			b.AddNode(Node{Point: b.Start(task), Next: b.Start(task), Op: posts(box, 1, 1)})
			handler(b, actor, box, 1)
		}, fmt.Sprintf("m <=1n <=%d+", DefaultCap)},
		{"the longer branch counts", 0, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, Block{Stmts: []Stmt{
				&Branch{Cond: Const{Value: 1, Type: Bool()}, Then: posts(box, 0, 1).(Block).Stmts, Else: posts(box, 1, 2).(Block).Stmts},
				&Choose{Alts: [][]Stmt{posts(box, 0, 2).(Block).Stmts, nil}}}})
		}, "m <=3n <=2"},
		{"declared above what is needed", 5, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 2))
		}, "m <=2n <=1"},
		{"declared below", 1, func(b *Builder, task, actor TaskID, box ObjectID) {
			once(b, task, posts(box, 0, 2))
		}, "m <=1+n <=1"},
		{"there from the start", 1, func(b *Builder, task, actor TaskID, box ObjectID) {
			for range 3 {
				b.AddPending(box, Pending{Msg: 0})
			}
			once(b, task, posts(box, 0, 1))
		}, "m <=3+n <=1"},
	} {
		if got := bounded(t, c.declared, c.build); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
