// Package types holds what names of an Ada program stand for: types, values, places of variables, tasks, and scopes.
//
//	type Digit is range 0 .. 9;     Type{Kind: Integer, Lo: 0, Hi: 9}
//	Nine : constant Digit := 9;     Entity{Kind: Constant, Value: 9, of this type}
//
// It is data with a few questions about it; nothing is looked up or evaluated here. Values that are not known are
// expressions in the task language.
package types

// This file holds types: finite ones are exact, all others are opaque.

import (
	"fmt"
	"slices"
	"strconv"

	"flavers/lang/ada/syntax"
)

// HasPreset reports whether objects of a type have values by an aspect of it.
func (t *Type) HasPreset() bool {
	switch t.Kind {
	case Record:
		for _, f := range t.Fields {
			if f.Type.HasPreset() {
				return true
			}
		}
	case Array:
		return t.Elem.HasPreset()
	}
	return t.Preset != nil
}

// OtherLength reports whether objects of two array types have certainly different numbers of elements.
func (t *Type) OtherLength(u *Type) bool {
	if t.Kind != Array || u.Kind != Array || t.Open || u.Open || len(t.Index) != len(u.Index) {
		return false
	}
	for i := range t.Index {
		if max(0, t.Index[i].Count()) != max(0, u.Index[i].Count()) {
			return true
		}
	}
	return false
}

// Forget takes the values of the parts that have no default.
func (s *Stored) Forget(t *Type) {
	switch {
	case t.Preset != nil:
	case t.Discrete():
		s.Known, s.Free = false, true
	case t.Kind == Record || t.Kind == ProtectedType:
		for _, f := range t.Fields {
			_, fixed := t.Fixed[syntax.Fold(f.Name)]
			if c := s.Names[syntax.Fold(f.Name)]; c != nil && f.Init == nil && !fixed && !Hidden(f.Name) {
				c.Forget(f.Type)
			}
		}
	case t.Kind == Array:
		for _, c := range s.Elems {
			c.Forget(t.Elem)
		}
	}
}

// Value returns a value as Ada writes it.
func (t *Type) Value(n int64) string {
	switch {
	case t.Kind == Boolean:
		if n == 0 {
			return "False"
		}
		return "True"
	case t.Kind == Enum && n >= 0 && n < int64(len(t.Literals)):
		return t.Literals[n]
	}
	return strconv.FormatInt(n, 10)
}

type typeKind uint8

const (
	Opaque  typeKind = iota // floats, strings, times, files: not modelled
	Integer                 // lo..hi; wide if it is followed in a window only
	Modular                 // 0..mod-1
	Enum                    // positions
	Boolean
	Record
	Array
	Access
	TaskType
	ProtectedType
)

type Type struct {
	Kind          typeKind
	Name          string
	Lo, Hi        int64
	Literals      []string // of an enumeration, as declared
	Fields        []Field
	Index         []*Type
	Elem          *Type
	Element       *syntax.Expr // of an array type: the subtype of its elements, as it is written
	Open          bool         // of an array: each object has bounds of its own, those of its constraint or of its value
	Target        *Type        // of an access type
	Heap          string       // of a record type with allocators: its name; "": it has none
	Decl          *syntax.Decl
	In            *Scope // where a task or protected type is declared
	Root          *Type  // of a subtype: the type
	Discriminants []syntax.Param
	Preset        *int64 // Default_Value: the value of an object that is given none
	Narrow        int64  // > 0: the window of a large type goes from -Narrow to Narrow
	Full          bool   // followed exactly although it has more values than others that are
	// Least and Greatest are the bounds of a Ranged type of numbers, if they are literals; both zero: unknown.
	Least, Greatest float64
	Real            string // of data: FloatingPoint or FixedPoint, if the program or Standard declares it so
	Ranged          bool   // of data that is not modelled, or access values, with a constraint: a value may not satisfy it
	// Fixed has the discriminants of a constrained type, by their names in lower case.
	Fixed map[string]Value
	// Def are the components of a record as they are declared; a constraint gives them their bounds.
	Def        *syntax.TypeDef
	Varies     bool      // of an object without a constraint: Fixed has the defaults of its discriminants
	Sized      bool      // a component of it has bounds or discriminants that depend on a discriminant
	Controlled bool      // it is derived from a type of Ada.Finalization
	Parent     *Type     // what it is derived from
	Masters    []*Master // of an access type to tasks, or to objects with tasks; none: the program waits for these
}

// Field is a component of a record or protected type.
type Field struct {
	Name string
	Type *Type
	Init *syntax.Expr // its default
	In   *Scope       // of the default, and of the constraint
	Sub  *syntax.Expr // the subtype indication of a task, which may have a constraint
	When []syntax.Variant
}

// Mutable reports whether objects of a type without a constraint may change their discriminants: these have defaults.
func (t *Type) Mutable() bool {
	return len(t.Discriminants) > 0 && t.Discriminants[0].Default != nil
}

// Has reports whether a type, or a part of it, is of a kind that is asked for.
func (t *Type) Has(is func(*Type) bool) bool {
	switch {
	case t == nil:
		return false
	case is(t):
		return true
	case t.Kind == Array:
		return t.Elem.Has(is)
	case t.Kind == Record || t.Kind == ProtectedType:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.Has(is) })
	}
	return false
}

// IsTask reports whether a type is that of a task.
func IsTask(t *Type) bool { return t.Kind == TaskType }

// IsControlled reports whether a type is derived from one of Ada.Finalization.
func IsControlled(t *Type) bool { return t.Controlled }

func (t *Type) Base() *Type {
	for t.Root != nil {
		t = t.Root
	}
	return t
}

func (t *Type) Discrete() bool {
	return t.Kind == Integer || t.Kind == Modular || t.Kind == Enum || t.Kind == Boolean
}

// Scalar reports whether values are one value of the task language.
func (t *Type) Scalar() bool {
	return t.Discrete() || t.Kind == Access && t.Target != nil && (t.Target.Kind == TaskType || t.Target.Heap != "")
}

// FloatingPoint and FixedPoint are types of real numbers. Duration is neither: its range is known.
const (
	FloatingPoint = "float"
	FixedPoint    = "fixed"
)

// Floats reports whether operators of a type, which may be nil, raise no exception: results may be infinite.
func (t *Type) Floats() bool { return t != nil && t.Real == FloatingPoint }

// exact types have few values: these are followed exactly.
const Exact = 1024

// Far is the largest number of values of a range without small numbers that is followed exactly. A window around zero
// would have none of them.
const Far = 1 << 14

func (t *Type) Wide() bool {
	return !t.Full && t.Kind == Integer && t.Hi-t.Lo >= Exact || t.Kind == Modular && t.Hi >= 65536
}

func (t *Type) Field(name string) *Field {
	for i := range t.Fields {
		if syntax.Fold(t.Fields[i].Name) == syntax.Fold(name) {
			return &t.Fields[i]
		}
	}
	return nil
}

func (t *Type) Count() int64 { return t.Hi - t.Lo + 1 }

func (t *Type) String() string {
	if t.Name != "" {
		return t.Name
	}
	return fmt.Sprintf("%d .. %d", t.Lo, t.Hi)
}

// Large reports whether a type is an array of too many elements: what these hold is not modelled.
func (t *Type) Large() bool { return t.Kind == Array && t.Size() > maxParts }

// maxParts is how many scalar parts of an array are followed at most. Each assignment of the array is one of all of
// them.
const maxParts = 2048

// Size returns the number of scalar parts of a type, or a large number.
func (t *Type) Size() int64 {
	const large = 1 << 30
	switch t.Kind {
	case Array:
		n := t.Elements()
		if t.Elem != nil && n > 0 {
			n *= t.Elem.Size()
		}
		return min(n, large)
	case Record:
		n := int64(0)
		for i := range t.Fields {
			n += t.Fields[i].Type.Size()
		}
		return min(n, large)
	}
	return 1
}

// Elements returns the number of elements of an array, or a large number.
func (t *Type) Elements() int64 {
	const large = 1 << 30
	n := int64(1)
	for _, x := range t.Index { // the product of two numbers of integers is none of this machine
		n = min(n*min(max(0, x.Count()), large), large)
	}
	return n
}

// Defaulted reports whether each discriminant has a default.
func Defaulted(list []syntax.Param) bool {
	return !slices.ContainsFunc(list, func(p syntax.Param) bool { return p.Default == nil })
}
