package execute

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file names operands in the steps of an execution: "lock h.mu".

// describe returns an operand as the source has it, as far as go/ssa keeps its name: "h.mu", "jobs", "next()". Where
// the name is lost, it is the type in lower case.
func describe(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return describe(v.X) + "." + fieldName(v.X.Type(), v.Field)
	case *ssa.Field:
		return describe(v.X) + "." + fieldName(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return describe(v.X)
	case *ssa.IndexAddr:
		return describe(v.X) + "[..]"
	case *ssa.Alloc:
		if v.Comment != "" && v.Comment != "new" && v.Comment != "complit" {
			return v.Comment
		}
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	case *ssa.Phi:
		if v.Comment != "" {
			return v.Comment
		}
	case *ssa.ChangeType:
		return describe(v.X)
	case *ssa.MakeInterface:
		return describe(v.X)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil {
			return fn.Name() + "()"
		}
		if v.Call.IsInvoke() {
			return describe(v.Call.Value) + "." + v.Call.Method.Name() + "()"
		}
	}
	return strings.ToLower(types.TypeString(v.Type(), func(*types.Package) string { return "" }))
}

// fieldName returns the name of field n of a struct, or of what a pointer points to.
func fieldName(t types.Type, n int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct).Field(n).Name()
}
