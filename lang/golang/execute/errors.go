package execute

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// This file has the errors that functions of the library make, and errors.Is.

// failure is an error that a function of the library has made. Two errors are equal if they are the same failure.
type failure struct {
	text  string  // what Error returns, ...
	vague bool    // ... unless vague is true: then it is not known
	wraps []value // the errors that it wraps, ...
	open  bool    // ... and perhaps more
}

func (f *failure) call(g *goroutine, name string, args []value, _ token.Pos) value {
	switch name {
	case "Error":
		if f.vague {
			return &opaque{}
		}
		return f.text
	}
	panic(unknown("a method of an error"))
}

// errorType is the dynamic type of interface values that hold a failure.
var errorType types.Type = types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, nil, "failure", nil),
	types.NewStruct(nil, nil), nil))

// isError models errors.Is: a bool, or an unknown value. It ends the execution if err may wrap target in a way that is
// not known.
func isError(err, target value) value {
	e, ok1 := err.(iface)
	t, ok2 := target.(iface)
	switch {
	case !ok1 || !ok2:
		return from(err, target)
	case e.typ == nil || t.typ == nil:
		return e.typ == nil && t.typ == nil
	case equal(e, t):
		return true
	}
	f, ok := e.v.(*failure)
	if !ok {
		panic(unknown("whether an error is another one"))
	}
	for _, w := range f.wraps {
		switch is := isError(w, t).(type) {
		case bool:
			if is {
				return true
			}
		default:
			panic(unknown("whether an error is another one"))
		}
	}
	if f.open {
		panic(unknown("whether an error is another one"))
	}
	return false
}

// verb is a directive of a format, as %+v. Directives with the index of an operand, or with a width that is an operand,
// are not understood: the callers look for [ and * first.
var verb = regexp.MustCompile(`%[-+# 0]*[0-9.]*([a-zA-Z%])`)

// wrapping returns the error that fmt.Errorf makes, which wraps the operands of %w.
func wrapping(format, operands value) *failure {
	f := &failure{vague: true}
	text, ok1 := format.(string)
	s, ok2 := operands.(slice)
	if !ok1 || !ok2 || strings.ContainsAny(text, "*[") {
		f.open = true
		return f
	}
	k := 0
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[1] == "%" {
			continue
		}
		if m[1] == "w" && k < len(s.cells) {
			f.wraps = append(f.wraps, s.cells[k])
		}
		k++
	}
	return f
}
