package cfg

import (
	"strconv"
	"strings"
)

// TypeKind tells how values of a type are written.
type TypeKind uint8

const (
	BoolType  TypeKind = iota // 0 false, 1 true
	RangeType                 // Lo..Hi
	EnumType                  // 0..len(Names)-1
	RefType                   // NoTask, or an instance index of Family; with Names, NoTask or one of these objects
	TupleType                 // of messages: all combinations of Fields, as numbers (Join)
)

// NoTask is the value of a reference that refers to no task.
const NoTask = -1

// Type is a finite scalar type; its values are Lo..Hi.
type Type struct {
	Kind   TypeKind
	Lo, Hi int32
	Name   string   // name it was declared with, or ""
	Names  []string // of an enum's values; of objects
	Family FamilyID // of a reference
	Fields []Type   // of a tuple
}

// Bool returns the type of truth values.
func Bool() Type { return Type{Kind: BoolType, Lo: 0, Hi: 1, Family: None} }

// Range returns the type of the integers lo..hi.
func Range(lo, hi int32) Type { return Type{Kind: RangeType, Lo: lo, Hi: hi, Family: None} }

// TupleOf returns the type of the messages with these fields; their combinations must fit into 31 bits.
func TupleOf(fields []Type) Type {
	n := int32(1)
	for _, f := range fields {
		n *= int32(f.Size())
	}
	return Type{Kind: TupleType, Hi: n - 1, Family: None, Fields: fields}
}

// Join is the number of a message: its fields as digits, the first one the most significant.
func (t Type) Join(values []int32) int32 {
	n := int32(0)
	for i, f := range t.Fields {
		n = n*int32(f.Size()) + values[i] - f.Lo
	}
	return n
}

// Split lists the fields of a message; of a type without fields the value is the only one.
func (t Type) Split(v int32) []int32 {
	if t.Kind != TupleType {
		return []int32{v}
	}
	out := make([]int32, len(t.Fields))
	for i := len(out) - 1; i >= 0; i-- {
		n := int32(t.Fields[i].Size())
		out[i], v = v%n+t.Fields[i].Lo, v/n
	}
	return out
}

// Size returns the number of values.
func (t Type) Size() int { return int(t.Hi) - int(t.Lo) + 1 }

// Has reports whether v is a value of t.
func (t Type) Has(v int64) bool { return int64(t.Lo) <= v && v <= int64(t.Hi) }

// Format writes a value as it stands in event names.
func (t Type) Format(v int32) string {
	switch {
	case t.Kind == BoolType && v == 0:
		return "false"
	case t.Kind == BoolType && v == 1:
		return "true"
	case t.Kind == EnumType && v >= 0 && int(v) < len(t.Names):
		return t.Names[v]
	case t.Kind == RefType && v == NoTask:
		return "none"
	case t.Kind == RefType && int(v) < len(t.Names):
		return t.Names[v]
	case t.Kind == RefType:
		return t.Name + "[" + strconv.Itoa(int(v)) + "]"
	case t.Kind == TupleType:
		var fields []string
		for i, x := range t.Split(v) {
			fields = append(fields, t.Fields[i].Format(x))
		}
		return "(" + strings.Join(fields, ",") + ")"
	}
	return strconv.Itoa(int(v))
}

// String writes the type as it is written in programs.
func (t Type) String() string {
	switch {
	case t.Kind == BoolType:
		return "bool"
	case t.Kind == EnumType:
		return t.Name
	case t.Kind == RefType && t.Family == None:
		return t.Name
	case t.Kind == RefType:
		return "ref " + t.Name
	case t.Kind == TupleType:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.String())
		}
		return "(" + strings.Join(fields, ", ") + ")"
	}
	return strconv.Itoa(int(t.Lo)) + ".." + strconv.Itoa(int(t.Hi))
}
