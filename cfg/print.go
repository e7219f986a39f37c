package cfg

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// This file writes programs for people: for --dump cfg, golden files and error
// messages. Nothing here relies on a program being well formed.

// WriteTo writes the whole program: one line for each task, point, node,
// variable, object, family, action and fair condition, in order of their identifiers.
func (p *Program) WriteTo(w io.Writer) (int64, error) {
	return printer{p, None}.writeTo(w)
}

func (p printer) writeTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "program %s\n", p.Name)
	for i := range p.Families {
		f := &p.Families[i]
		fmt.Fprintf(&b, "family f%d %s\n", i, f.Name)
		for j, t := range f.Tasks {
			fmt.Fprintf(&b, "  %s(", p.taskName(t))
			if j < len(f.Params) {
				for k, v := range f.Params[j] {
					b.WriteString(comma(k) + p.varName(v))
				}
			}
			b.WriteString(")\n")
		}
	}
	for i := range p.Vars {
		v := &p.Vars[i]
		fmt.Fprintf(&b, "%s v%d %s %s = %s\n", map[bool]string{false: "var", true: "scratch"}[v.Scratch], i, v.Name, v.Type,
			v.Type.Format(v.Init))
	}
	for i := range p.Objects {
		fmt.Fprintf(&b, "object o%d %s\n", i, p.objectString(&p.Objects[i]))
	}
	next := 0 // first point not printed yet
	for i := range p.Tasks {
		t := &p.Tasks[i]
		fmt.Fprintf(&b, "%s t%d %s p%d..p%d\n", map[bool]string{false: "task", true: "server"}[t.Server], i, t.Name, t.Start,
			t.End)
		for next < len(p.Points) && p.Points[next].Task == t.ID {
			p.writePoint(&b, next)
			next++
		}
	}
	for ; next < len(p.Points); next++ { // malformed: points out of order
		p.writePoint(&b, next)
	}
	for i, a := range p.Actions {
		fmt.Fprintf(&b, "action a%d n%d", i, a.A)
		if a.Joint() {
			fmt.Fprintf(&b, " + n%d", a.B)
		}
		b.WriteByte('\n')
	}
	for _, c := range p.Fair {
		b.WriteString("fair " + c.Name + ":")
		for _, n := range c.Nodes {
			fmt.Fprintf(&b, " n%d", n)
		}
		fmt.Fprintf(&b, " @%d:%d\n", c.Pos.Line, c.Pos.Column)
	}
	return b.WriteTo(w)
}

func (p printer) writePoint(b *bytes.Buffer, i int) {
	fmt.Fprintf(b, "  p%d%s\n", i, map[bool]string{true: " idle"}[p.Points[i].Idle])
	for _, n := range p.Points[i].Nodes {
		fmt.Fprintf(b, "    n%d %s", n, p.NodeString(n))
		if n >= 0 && int(n) < len(p.Nodes) {
			fmt.Fprintf(b, " -> p%d @%d:%d", p.Nodes[n].Next, p.Nodes[n].Pos.Line, p.Nodes[n].Pos.Column)
		}
		b.WriteByte('\n')
	}
}

// Dump returns the text that WriteTo writes.
func (p *Program) Dump() string {
	var b strings.Builder
	p.WriteTo(&b) // a strings.Builder does not fail
	return b.String()
}

// NodeString describes one node: its guard, if any, and its operation.
func (p *Program) NodeString(id NodeID) string { return printer{p, None}.NodeString(id) }

// LocalString describes a node as its own task sees it: what the task owns is without
// the name of the task.
func (p *Program) LocalString(id NodeID) string { return printer{p, p.Nodes[id].Task}.NodeString(id) }

// EventString returns the event that a node is, as its own task writes it; "" if the node is something else, or
// more than an event.
func (p *Program) EventString(id NodeID) string {
	n := &p.Nodes[id]
	if block, ok := n.Op.(Block); ok && len(block.Stmts) == 1 {
		if e, ok := block.Stmts[0].(*Event); ok {
			return printer{p, n.Task}.event(e)
		}
	}
	return ""
}

// CallString describes what a call or a step on a channel is about: "fork[0].up(1)".
func (p *Program) CallString(op Op) string {
	if call, ok := op.(Call); ok {
		return printer{p, None}.call(call)
	}
	return p.OpString(op)
}

// OpString describes an operation.
func (p *Program) OpString(op Op) string { return printer{p, None}.OpString(op) }

// StmtString describes one part of an atomic step.
func (p *Program) StmtString(s Stmt) string { return printer{p, None}.StmtString(s) }

// ExprString writes an expression as in a program, with the fewest parentheses.
func (p *Program) ExprString(e Expr) string { return printer{p, None}.ExprString(e) }

// printer writes parts of a program; what the task local owns (None: no task) is
// without the task's name.
type printer struct {
	*Program
	local TaskID
}

// short leaves the name of the owner out of a name, if the owner is local.
func (p printer) short(owner TaskID, name string) string {
	if owner == None || owner != p.local {
		return name
	}
	return strings.TrimPrefix(name, p.taskName(owner)+".")
}

func (p printer) event(s *Event) string {
	t := s.Name
	for i, a := range s.Args {
		if i == 0 {
			t += "("
		}
		t += comma(i) + p.ExprString(a)
		if i == len(s.Args)-1 {
			t += ")"
		}
	}
	return t
}

func (p printer) call(op Call) string {
	return p.objectName(op.Entry) + p.arguments(op.Args) + extended(op.Extended)
}

func (p printer) NodeString(id NodeID) string {
	if id < 0 || int(id) >= len(p.Nodes) {
		return "n?" + strconv.Itoa(int(id))
	}
	n := &p.Nodes[id]
	s := p.OpString(n.Op)
	if n.Guard == nil {
		return s
	}
	if _, ok := n.Op.(Test); ok {
		return s + " " + p.ExprString(n.Guard)
	}
	return s + " when " + p.ExprString(n.Guard)
}

func (p printer) OpString(op Op) string {
	switch op := op.(type) {
	case nil:
		return "no operation"
	case Silent:
		return op.What
	case Test:
		if op.Await {
			return "await"
		}
		return "test"
	case Block:
		if len(op.Stmts) == 1 {
			return p.StmtString(op.Stmts[0])
		}
		return "atomic { " + p.stmts(op.Stmts) + "}"
	case Fail:
		return "fail " + kindText(op.Kind) + " " + strconv.Quote(op.Text)
	case Call:
		return "call " + p.call(op)
	case Accept:
		s := "accept " + p.objectName(op.Entry)
		if len(op.Params) > 0 {
			s += "("
			for i, v := range op.Params {
				s += comma(i) + p.varName(v)
			}
			s += ")"
		}
		return s + extended(op.Extended)
	case Send:
		return p.objectName(op.Chan) + " <- " + p.ExprString(op.Value)
	case Recv:
		return p.recv(op)
	case Spawn:
		s := "spawn " + p.familyName(op.Family) + p.arguments(op.Args)
		if op.Target != nil {
			s = p.targetString(op.Target) + " = " + s
		}
		return s
	case Join:
		return "join " + p.ExprString(op.Ref)
	case Handle:
		return p.handleString(op)
	case GroupAdd:
		return p.added(op)
	case Else:
		return "else"
	case Terminate:
		return "terminate"
	}
	if verb, o, _ := onObject(op); verb != "" {
		return verb + " " + p.objectName(o)
	}
	return fmt.Sprintf("%T", op)
}

func (p printer) StmtString(s Stmt) string {
	switch s := s.(type) {
	case *Assign:
		t := p.targetString(&s.Target)
		if s.Silent {
			t = "silent " + t
		}
		if s.Value == nil {
			return t + " = any"
		}
		return t + " = " + p.ExprString(s.Value)
	case *Event:
		return "event " + p.event(s)
	case *Branch:
		t := "if " + p.ExprString(s.Cond) + " { " + p.stmts(s.Then) + "}"
		if len(s.Else) > 0 {
			t += " else { " + p.stmts(s.Else) + "}"
		}
		return t
	case *Post:
		t := "post "
		if len(s.Boxes) > 0 {
			o := s.Boxes[0]
			if s.Index == nil {
				t += p.boxMessage(o, s.Msg)
			} else {
				t += p.objectName(o) + "..[" + p.ExprString(s.Index) + "]." + p.messageName(o, s.Msg)
			}
		}
		return t + p.arguments(s.Args)
	case *Create:
		return p.OpString(s.Spawn)
	case *Choose:
		t := "choose "
		for i, a := range s.Alts {
			if i > 0 {
				t += " or "
			}
			t += "{ " + p.stmts(a) + "}"
		}
		return t
	case *Require:
		return "require " + p.ExprString(s.Cond) + " else " + kindText(s.Kind) + " " + strconv.Quote(s.Text)
	case *Stop:
		return "stop"
	case *Loop:
		head := "loop"
		switch {
		case s.Once:
			head = "once"
		case s.Cond != nil:
			head = "while " + p.ExprString(s.Cond)
		}
		return head + " { " + p.stmts(s.Body) + "}"
	case *Jump:
		word := "break"
		if s.Again {
			word = "continue"
		}
		if s.Out == 1 {
			return word
		}
		return word + " " + strconv.Itoa(s.Out)
	}
	return fmt.Sprintf("%T", s)
}

func (p printer) stmts(list []Stmt) string {
	t := ""
	for _, s := range list {
		t += p.StmtString(s) + "; "
	}
	return t
}

// binding strengths of operators, as in the source language; If binds weakest.
var strength = [...]int{Or: 1, And: 2, Eq: 3, Ne: 3, Lt: 3, Le: 3, Gt: 3, Ge: 3, Add: 4, Sub: 4, Mul: 5, Div: 5, Mod: 5}

// added writes what changes the counter of a wait group.
func (p printer) added(op GroupAdd) string {
	if op.By == -1 {
		return "done " + p.objectName(op.Group)
	}
	return fmt.Sprintf("add %s(%d)", p.objectName(op.Group), op.By)
}

// recv writes a receive.
func (p printer) recv(op Recv) string {
	s := ""
	switch {
	case op.Fields != nil:
		s = p.fields(op.Fields)
	case op.Target != nil:
		s = p.targetString(op.Target)
	case op.OK != nil:
		s = "_"
	}
	if op.OK != nil {
		s += ", " + p.targetString(op.OK)
	}
	if s != "" {
		s += " = "
	}
	s += "<-" + p.objectName(op.Chan)
	if op.Part == EndRecv {
		s += " closed"
	}
	return s
}

// fields writes the pattern of a receive.
func (p printer) fields(list []Field) string {
	s := "("
	for i, f := range list {
		s += comma(i)
		_, literal := f.Match.(Const)
		switch {
		case literal:
			s += p.ExprString(f.Match)
		case f.Match != nil:
			s += "== " + p.ExprString(f.Match)
		case f.Target != nil:
			s += p.targetString(f.Target)
		default:
			s += "_"
		}
	}
	return s + ")"
}

func (p printer) ExprString(e Expr) string { return p.expr(e, 1) }

// expr writes e for a place that needs operators of at least strength least.
func (p printer) expr(e Expr, least int) string {
	switch e := e.(type) {
	case nil:
		return "true"
	case Const:
		s := e.Type.Format(e.Value)
		if least > 6 && strings.HasPrefix(s, "-") {
			return "(" + s + ")"
		}
		return s
	case Read:
		return p.varName(e.Var)
	case Length:
		return "len(" + p.objectName(e.Chan) + ")"
	case *Elem:
		return p.arrayName(e.Base, e.Name) + p.indices(e.Index)
	case *Tuple:
		s := "("
		for i, x := range e.Fields {
			s += comma(i) + p.expr(x, 1)
		}
		return s + ")"
	case *Unary:
		if e.Op == Neg {
			return "-" + p.expr(e.X, 7)
		}
		return "!" + p.expr(e.X, 7)
	case *Binary:
		if int(e.Op) >= len(binaryText) {
			return "operator?" + strconv.Itoa(int(e.Op))
		}
		if e.Op == Min || e.Op == Max {
			return e.Op.String() + "(" + p.expr(e.X, 1) + "," + p.expr(e.Y, 1) + ")"
		}
		if x, y, ok := constants(e); ok && e.Op == Eq && x != y {
			return "false" // of a step that is never taken
		}
		k := strength[e.Op]
		left := k
		if k == 3 {
			left = 4 // comparisons do not associate
		}
		s := p.expr(e.X, left) + " " + e.Op.String() + " " + p.expr(e.Y, k+1)
		if k < least {
			return "(" + s + ")"
		}
		return s
	case *If:
		s := "if " + p.expr(e.C, 1) + " then " + p.expr(e.Then, 1) + " else " + p.expr(e.Else, 1)
		if least > 1 {
			return "(" + s + ")"
		}
		return s
	}
	return fmt.Sprintf("%T", e)
}

func (p printer) indices(list []Expr) string {
	s := ""
	for _, x := range list {
		s += "[" + p.ExprString(x) + "]"
	}
	return s
}

func (p printer) arguments(list []Expr) string {
	if len(list) == 0 {
		return ""
	}
	s := "("
	for i, x := range list {
		s += comma(i) + p.ExprString(x)
	}
	return s + ")"
}

func (p printer) targetString(t *Target) string {
	if len(t.Index) > 0 {
		return p.arrayName(t.Var, t.Name) + p.indices(t.Index)
	}
	return p.varName(t.Var)
}

func (p printer) objectString(o *Object) string {
	s := o.Kind.text() + " " + o.Name
	switch o.Kind {
	case EntryObject:
		s += " of " + p.taskName(o.Owner)
	case ChanObject:
		s += " " + o.Elem.String()
		if o.Cap > 0 {
			s += " buffer " + strconv.Itoa(int(o.Cap))
		}
	case LockObject:
		if o.RW {
			s += " rw"
		}
	case SemObject:
		s += " = " + strconv.Itoa(int(o.Cap))
	case MailboxObject, QueueObject:
		s += p.boxString(o)
	}
	return s
}

func (k ObjectKind) text() string {
	if k > CondObject {
		return "kind?" + strconv.Itoa(int(k))
	}
	return k.String()
}

func kindText(k ErrorKind) string {
	if k > LimitError {
		return "kind?" + strconv.Itoa(int(k))
	}
	return k.String()
}

func (p printer) taskName(id TaskID) string {
	if id < 0 || int(id) >= len(p.Tasks) {
		return "t?" + strconv.Itoa(int(id))
	}
	return p.Tasks[id].Name
}

func (p printer) varName(id VarID) string {
	if id < 0 || int(id) >= len(p.Vars) {
		return "v?" + strconv.Itoa(int(id))
	}
	return p.short(p.Vars[id].Owner, p.Vars[id].Name)
}

// arrayName returns the name of the array that begins with a variable.
func (p printer) arrayName(base VarID, name string) string {
	if base < 0 || int(base) >= len(p.Vars) {
		return name
	}
	return p.short(p.Vars[base].Owner, name)
}

func (p printer) objectName(id ObjectID) string {
	if id < 0 || int(id) >= len(p.Objects) {
		return "o?" + strconv.Itoa(int(id))
	}
	return p.short(p.Objects[id].Owner, p.Objects[id].Name)
}

func (p printer) familyName(id FamilyID) string {
	if id < 0 || int(id) >= len(p.Families) {
		return "f?" + strconv.Itoa(int(id))
	}
	return p.Families[id].Name
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

func extended(yes bool) string {
	if yes {
		return " with body"
	}
	return ""
}

// constants returns the values of the operands of e, if both are constants of one type.
func constants(e *Binary) (x, y int32, ok bool) {
	a, one := e.X.(Const)
	b, both := e.Y.(Const)
	return a.Value, b.Value, one && both && a.Type.Kind == b.Type.Kind
}
