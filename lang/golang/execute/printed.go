package execute

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file says what functions of the library call that make texts of values.

// prints calls what a function calls that makes a text of operands as package fmt does ((*pp).handleMethods): Error, or
// else String, of each operand that has it and whose verb asks for a text; a panic in it is caught. It ends the
// execution if the function may call something else: Format, GoString, or a method of what an operand holds. It reports
// whether the function is one of those.
func (fr *frame) prints(i ssa.CallInstruction, key string, args []value) bool {
	of, name, _ := strings.Cut(key, ".")
	if k := strings.LastIndexByte(key, '.'); k >= 0 {
		of, name = key[:k], key[k+1:]
	}
	switch of {
	case "fmt", "testing.common":
	case "log":
		if fr.g.m.quiet { // a log that is discarded asks for no text
			return false
		}
	default:
		return false
	}
	if len(args) == 0 {
		return false
	}
	last := len(args) - 1
	operands, ok := args[last].(slice)
	if !ok || strings.Contains(name, "can") { // Sscan and the like
		return false
	}
	format, formats := "", strings.HasSuffix(name, "f")
	if formats {
		if last == 0 {
			return false
		}
		last--
		text, known := args[last].(string)
		if !known || strings.ContainsAny(text, "*[") {
			return false
		}
		format = text
	}
	for _, a := range args[:last] { // a writer, or the test
		if of == "fmt" && fr.g.m.mayCall(a, 0) {
			return false
		}
	}
	verbs := verbsOf(format)
	for k, c := range operands.cells {
		v := "v"
		if k < len(verbs) {
			v = verbs[k]
		}
		fr.printed(i, v, c)
	}
	return true
}

// verbsOf lists the directives of a format without % and %%: "+v" of "%+v".
func verbsOf(format string) (out []string) {
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[1] != "%" {
			out = append(out, strings.TrimPrefix(m[0], "%"))
		}
	}
	return out
}

// printed calls what one operand is asked for.
func (fr *frame) printed(i ssa.CallInstruction, verb string, v value) {
	c, ok := v.(iface)
	if !ok || c.typ == nil || !fr.g.m.mayCall(c, 0) {
		return
	}
	letter := verb[len(verb)-1:]
	if !strings.Contains("vsxXqw", letter) { // these ask no method
		return
	}
	methods := types.NewMethodSet(c.typ)
	has := func(name string) bool { return methods.Lookup(nil, name) != nil }
	_, library := c.v.(method)
	switch {
	case library, has("Format"), strings.Contains(verb, "#"):
		panic(unknown("what is called for a text"))
	case has("Error"), has("String"):
		name := "String"
		if has("Error") {
			name = "Error"
		}
		defer func() {
			if r := recover(); r != nil {
				if t, is := r.(*thrown); !is || t.mistake != "" {
					panic(r)
				}
			}
		}()
		fr.method(i, c, name)
	default:
		panic(unknown("what is called for a text"))
	}
}

// marshals is json.Marshal, which asks a value for MarshalJSON if it has it. What it calls of parts of one is not
// known.
func (fr *frame) marshals(i ssa.CallInstruction, a []value) value {
	c, ok := a[0].(iface)
	p, isPointer := c.v.(pointer)
	switch {
	case !ok, c.typ == nil, !fr.g.m.mayCall(c, 0), isPointer && p.cell == nil:
	case types.NewMethodSet(c.typ).Lookup(nil, "MarshalJSON") != nil:
		fr.method(i, c, "MarshalJSON")
	default:
		panic(unknown("what json.Marshal may call"))
	}
	return fr.unknownResults(i.Common().Signature().Results())
}
