package cfg

import "go/token"

// Expr is an expression over variables; a closed sum. Values are computed in
// int64 and checked against a type only when they are stored. Evaluating one
// may fail (index out of range, division by zero): a run-time error of the
// step that evaluates it.
type Expr interface{ isExpr() }

// Const is a literal; Type says how to print it.
type Const struct {
	Value int32
	Type  Type
}

// Read is the value of a scalar variable.
type Read struct{ Var VarID }

// Elem is the value of an array element: Base + the index in row-major order.
// Index j, from Lo 0, must be within 0..Dims[j]-1.
type Elem struct {
	Base  VarID
	Dims  []int32
	Index []Expr
	Name  string  // of the array
	Lo    []int32 // the first index in each dimension as the source has it, for messages; nil: 0
	Pos   token.Position
}

// Length is how many values are in the buffer of a channel, 0 to its Cap.
type Length struct{ Chan ObjectID }

// Tuple is a message: a value for each field of its type, in order. A value outside the
// type of its field is a run-time error.
type Tuple struct {
	Fields []Expr
	Type   Type
	Pos    token.Position
}

// Unary is Neg or Not of X.
type Unary struct {
	Op UnaryOp
	X  Expr
}

// Binary combines two values; And and Or evaluate Y only if X does not decide.
type Binary struct {
	Op   BinaryOp
	X, Y Expr
	Pos  token.Position // of the operator
}

// If is Then or Else, by C; only the chosen one is evaluated.
type If struct{ C, Then, Else Expr }

func (Const) isExpr()   {}
func (Read) isExpr()    {}
func (Length) isExpr()  {}
func (*Elem) isExpr()   {}
func (*Tuple) isExpr()  {}
func (*Unary) isExpr()  {}
func (*Binary) isExpr() {}
func (*If) isExpr()     {}

// UnaryOp is an operator on one value.
type UnaryOp uint8

const (
	Neg UnaryOp = iota
	Not
)

// BinaryOp is an operator on two values. Comparisons and logic give 0 or 1.
type BinaryOp uint8

const (
	Or BinaryOp = iota
	And
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Add
	Sub
	Mul
	Div // truncates toward zero; by zero is a run-time error
	Mod // never negative for a positive divisor: Euclidean; by zero is a run-time error
	Min
	Max
)

var binaryText = [...]string{"||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "min", "max"}

func (op BinaryOp) String() string { return binaryText[op] }

// Apply returns the value of x op y, where it has one: no overflow, no division by zero.
func (op BinaryOp) Apply(x, y int64) (r int64, ok bool) {
	truth := func(b bool) (int64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch op {
	case And:
		return truth(x != 0 && y != 0)
	case Or:
		return truth(x != 0 || y != 0)
	case Eq:
		return truth(x == y)
	case Ne:
		return truth(x != y)
	case Lt:
		return truth(x < y)
	case Le:
		return truth(x <= y)
	case Gt:
		return truth(x > y)
	case Ge:
		return truth(x >= y)
	case Min:
		return min(x, y), true
	case Max:
		return max(x, y), true
	case Add:
		r = x + y
		return r, (r > x) == (y > 0)
	case Sub:
		r = x - y
		return r, (r < x) == (y > 0)
	case Mul:
		if x == 0 || y == 0 {
			return 0, true
		}
		r = x * y
		return r, r/y == x && !(x == -1 && y == -1<<63) && !(y == -1 && x == -1<<63)
	}
	switch {
	case op != Div && op != Mod:
		panic("cfg: unknown operator")
	case y == 0:
		return 0, false
	case op == Div:
		return x / y, true
	}
	if r = x % y; r < 0 {
		r += max(y, -y)
	}
	return r, true
}

// Inspect calls f for the parts of an expression, the whole before its parts; f tells
// whether to go on into them.
func Inspect(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	switch e := e.(type) {
	case *Elem:
		for _, x := range e.Index {
			Inspect(x, f)
		}
	case *Tuple:
		for _, x := range e.Fields {
			Inspect(x, f)
		}
	case *Unary:
		Inspect(e.X, f)
	case *Binary:
		Inspect(e.X, f)
		Inspect(e.Y, f)
	case *If:
		Inspect(e.C, f)
		Inspect(e.Then, f)
		Inspect(e.Else, f)
	}
}

// Target is where a value is stored: a scalar variable (Index nil, Var) or an
// array element as in Elem.
type Target struct {
	Var   VarID // scalar, or the base of an array
	Dims  []int32
	Index []Expr
	Name  string
	Lo    []int32 // as in Elem
	Pos   token.Position
}

// Stmt is one part of an atomic step; a closed sum.
type Stmt interface{ isStmt() }

// Assign stores Value in Target; Value nil stores any value of the target's
// type. A value outside the type is a run-time error. Silent: the assignment
// has no event name (parameter passing, initialisation by the front end).
type Assign struct {
	Target Target
	Value  Expr
	Silent bool
	Pos    token.Position
}

// Event makes an event observable: Name, or Name(args...). ArgTypes say how
// to print the arguments.
type Event struct {
	Name     string
	Args     []Expr
	ArgTypes []Type
	Pos      token.Position
}

// Branch is an `if` inside an atomic step.
type Branch struct {
	Cond       Expr
	Then, Else []Stmt
	Pos        token.Position
}

// Post puts a message of kind Msg into Boxes[Index-Lo], or into the only box
// if Index is nil; an Index without a box is an IndexError, and an argument
// outside its type a RangeError. It never blocks. A message for a task that
// has ended is dropped; posting to a task that is not started is an
// IndexError. All boxes have the same kinds of messages.
type Post struct {
	Boxes []ObjectID
	Index Expr
	Lo    int32
	Msg   int32
	Args  []Expr
	Pos   token.Position
}

// Create is a Spawn within an atomic step.
type Create struct {
	Spawn Spawn
	Pos   token.Position
}

// Choose runs one of the alternatives, any of them.
type Choose struct {
	Alts [][]Stmt
	Pos  token.Position
}

// Loop runs Body again and again, within one step, while Cond holds (nil: until a Jump
// leaves it); Once: at most one time. A step that takes more than MostTurns turns of its
// loops, or whose choices within loops have more than MostOutcomes outcomes, is a run-time
// error (StepError).
type Loop struct {
	Cond Expr
	Body []Stmt
	Once bool
	Pos  token.Position
}

// Jump leaves the innermost Out loops around it; Again: the last of them is not left,
// but goes on with its next turn.
type Jump struct {
	Out   int
	Again bool
	Pos   token.Position
}

// MostTurns is how many turns of loops a step may take, all together. MostOutcomes bounds
// the product of the numbers of alternatives of the choices that it makes within loops, so
// that it has no more outcomes than that times those it has without loops.
const (
	MostTurns    = 256
	MostOutcomes = 256
)

// Require is a run-time error of kind Kind unless Cond holds.
type Require struct {
	Cond Expr
	Kind ErrorKind
	Text string
	Pos  token.Position
}

// Stop ends the task in the body of a Handle; nothing after it is executed.
type Stop struct{ Pos token.Position }

func (*Assign) isStmt()  {}
func (*Event) isStmt()   {}
func (*Branch) isStmt()  {}
func (*Post) isStmt()    {}
func (*Create) isStmt()  {}
func (*Choose) isStmt()  {}
func (*Require) isStmt() {}
func (*Stop) isStmt()    {}
func (*Loop) isStmt()    {}
func (*Jump) isStmt()    {}

// PosOf returns where a statement of a step is written.
func PosOf(s Stmt) token.Position {
	switch s := s.(type) {
	case *Assign:
		return s.Pos
	case *Event:
		return s.Pos
	case *Branch:
		return s.Pos
	case *Post:
		return s.Pos
	case *Create:
		return s.Pos
	case *Choose:
		return s.Pos
	case *Require:
		return s.Pos
	case *Stop:
		return s.Pos
	case *Loop:
		return s.Pos
	case *Jump:
		return s.Pos
	}
	panic("cfg: unknown statement")
}

// Stmts calls f on the statements of a step in textual order, those inside
// others too.
func Stmts(list []Stmt, f func(Stmt)) {
	for _, s := range list {
		f(s)
		switch s := s.(type) {
		case *Branch:
			Stmts(s.Then, f)
			Stmts(s.Else, f)
		case *Choose:
			for _, a := range s.Alts {
				Stmts(a, f)
			}
		case *Loop:
			Stmts(s.Body, f)
		}
	}
}

// StmtsOf is Stmts on the statements of an operation, if it has any.
func StmtsOf(op Op, f func(Stmt)) {
	switch op := op.(type) {
	case Block:
		Stmts(op.Stmts, f)
	case Handle:
		Stmts(op.Body, f)
	}
}

// Spawns lists the families that an operation may start a task of, a family
// once for each task that it may start.
func Spawns(op Op) []FamilyID {
	var list []FamilyID
	if s, ok := op.(Spawn); ok {
		list = append(list, s.Family)
	}
	StmtsOf(op, func(s Stmt) {
		if c, ok := s.(*Create); ok {
			list = append(list, c.Spawn.Family)
		}
	})
	return list
}
