package syntax

import "go/token"

// This file holds the syntax tree: expressions, declarations and statements, each a struct with a kind.

// ExprKind says which fields of an Expr count.
type ExprKind uint8

// Kinds of expressions, with what they use.
const (
	Bad        ExprKind = iota
	Name                // Text
	Number              // Text
	String              // Text, with its quotation marks: also the name of an operator
	Char                // Text, with its apostrophes
	Null                //
	Box                 // <>
	Others              //
	At                  // @
	Selected            // X . Text; .all has the Text "all"
	Apply               // X ( Args ): a call, an element, a conversion, a slice
	Attribute           // X ' Text ( Args )
	Qualified           // X ' ( Args[0] )
	Unary               // Text X
	Binary              // X Text Y
	Range               // X .. Y
	In                  // X in Args; Text "not in"
	If                  // Args: condition, value, condition, value .., value
	Case                // X, Args with Choices
	Quantified          // Text all or some, Loop, X
	Aggregate           // Args, in parentheses; X with Args: an extension
	Paren               // X
	New                 // X: a subtype, perhaps with a constraint, or a qualified expression
	Raise               // X, Y
	Constraint          // X range Y; delta and digits: a subtype with its constraint
	Declare             // Decls, X
	AccessType          // an anonymous access type; X what it leads to
)

// Expr is an expression, a name, a range or a subtype indication.
type Expr struct {
	Kind  ExprKind
	Pos   token.Position
	Len   int
	Text  string
	X, Y  *Expr
	Args  []Arg
	Loop  *Loop
	Decls []*Decl
}

// Arg is an argument, a component of an aggregate or an alternative of a case expression.
type Arg struct {
	Choices []*Expr // nil: positional
	Value   *Expr
	Loop    *Loop // of an iterated component
}

// Loop is what follows the word for.
type Loop struct {
	Name    string
	Pos     token.Position
	Reverse bool
	Of      bool  // "of": over elements
	Range   *Expr // a range, a subtype, or what is iterated over
	Filter  *Expr // when .., Ada 2022
}

// DeclKind says which fields of a Decl count.
type DeclKind uint8

// Kinds of declarations.
const (
	BadDecl       DeclKind = iota
	Object                 // Names, Type or TypeDef, Init, Constant
	NumberDecl             // Names, Init
	TypeDecl               // Name, Discriminants, Def
	Subtype                // Name, Type
	Subprogram             // Name, Params, Result; Decls, Body, Handlers if Completed
	PackageSpec            // Name, Decls, Private
	PackageBody            // Name, Decls, Body, Handlers
	TaskSpec               // Name, IsType, Discriminants, Decls (entries), Single
	TaskBody               // Name, Decls, Body, Handlers
	ProtectedSpec          // Name, IsType, Discriminants, Decls, Private
	ProtectedBody          // Name, Decls
	Entry                  // Name, Family, Params; of a body also Index, Barrier, Decls, Body
	Exception              // Names
	Generic                // Formals, Unit
	Instance               // Name, Word, Init (the generic), Args
	Renaming               // Name, Init, Word (object, package, subprogram, exception)
	Use                    // Names of packages or types in Exprs
	Pragma                 // Name, Args
	Clause                 // representation
	Stub                   // is separate
	FormalPackage          // Name, Init
)

// Decl is a declaration.
type Decl struct {
	Kind          DeclKind
	Pos           token.Position
	End           token.Position
	Name          string
	Names         []Ident
	Word          string // procedure, function, package, ..
	Type          *Expr
	Def           *TypeDef
	Init          *Expr
	Constant      bool
	IsType        bool
	Completed     bool // has a body
	Discriminants []Param
	Params        []Param
	Result        *Expr
	Family        *Expr // of an entry
	Index         *Loop
	Barrier       *Expr
	Decls         []*Decl
	Private       []*Decl
	Body          []*Stmt
	Handlers      []*Handler
	Formals       []*Decl
	Unit          *Decl
	Args          []Arg
	Exprs         []*Expr
	Aspects       []Arg
	Abstract      bool
}

// Ident is a name where it is declared.
type Ident struct {
	Name string
	Pos  token.Position
}

// Param is a parameter, a discriminant or a component.
type Param struct {
	Names   []Ident
	Mode    string // in, out, in out, access
	Type    *Expr
	Def     *TypeDef // an anonymous array type of a component
	Default *Expr
	When    []Variant // the variants around a component, the outer one first
}

// Variant is a variant of a record: a discriminant, and the choices for which the variant has its components.
type Variant struct {
	Discriminant string
	Choices      []*Expr
	Except       bool // for all values but these
}

// TypeDef is a type definition.
type TypeDef struct {
	Kind     string // enum range mod digits delta array record access derived private interface incomplete procedure
	Pos      token.Position
	Literals []Ident
	X, Y     *Expr
	Index    []*Expr
	Element  *Expr
	Elements *TypeDef // where the element has no name
	Parts    []Param
	Variants bool
	Ranged   bool // of real numbers: it has bounds
	Delta    bool // of real numbers: they are of fixed point
}

// StmtKind says which fields of a Stmt count.
type StmtKind uint8

// Kinds of statements.
const (
	BadStmt    StmtKind = iota
	NullStmt            //
	Assign              // X := Y
	Call                // X
	IfStmt              // Arms, Else
	CaseStmt            // X, Arms with Choices
	LoopStmt            // Label, Loop, X (while), Body
	Block               // Label, Decls, Body, Handlers
	Exit                // Label, X
	Goto                // Label
	Return              // X; Decl and Body if extended
	RaiseStmt           // X, Y
	DelayStmt           // Word until or "", X
	Accept              // Label: the entry, Family, Params, Body, Handlers, Bodied
	Select              // Arms, Else, HasElse, Abortable
	Requeue             // X, Word abort
	Abort               // Args
	PragmaStmt          // Label: its name, Args
	EventStmt           // a directive: Label, Args
	LabelStmt           // Label
)

// Stmt is a statement.
type Stmt struct {
	Kind      StmtKind
	Pos       token.Position
	Len       int
	Label     string
	Word      string
	X, Y      *Expr
	Loop      *Loop
	Family    *Expr
	Params    []Param
	Decl      *Decl
	Decls     []*Decl
	Body      []*Stmt
	Else      []*Stmt
	Handlers  []*Handler
	Arms      []Arm
	Args      []Arg
	Bodied    bool
	HasElse   bool
	Abortable bool
}

// Arm is a branch of an if, case or select.
type Arm struct {
	Pos     token.Position
	Cond    *Expr // of an if; the guard of an alternative
	Choices []*Expr
	Body    []*Stmt // of a select the first one is what is waited for
	Word    string  // terminate
}

// Handler is an exception handler.
type Handler struct {
	Pos     token.Position
	Name    string // of the occurrence
	Choices []*Expr
	Body    []*Stmt
}

// Unit is a compilation unit.
type Unit struct {
	File     string
	Withs    []*Expr // names of library units
	Context  []*Decl // use clauses and pragmas
	Decl     *Decl
	Separate *Expr
}
