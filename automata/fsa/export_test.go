package fsa

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"flavers/diag"
)

// Outline prints the syntax tree of a text without positions; ok is false if it has
// errors.
func Outline(src []byte) (out string, ok bool) {
	var list diag.List
	p := &parser{reader: newReader("outline.fsa", src, &list)}
	decls := p.file()
	var b strings.Builder
	for _, d := range decls {
		outline(&b, reflect.ValueOf(d), "")
	}
	return b.String(), !list.HasErrors()
}

// places are the fields that hold offsets and lengths in the source.
var places = []string{"at", "n", "from", "to", "headEnd", "prefixAt", "end"}

func outline(b *strings.Builder, v reflect.Value, indent string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString(" nil\n")
			return
		}
		outline(b, v.Elem(), indent)
	case reflect.Struct:
		fmt.Fprintf(b, " %s\n", v.Type())
		for i := range v.NumField() {
			if f := v.Type().Field(i); !slices.Contains(places, f.Name) || f.Type.Kind() != reflect.Int {
				fmt.Fprintf(b, "%s%s:", indent, f.Name)
				outline(b, v.Field(i), indent+"  ")
			}
		}
	case reflect.Slice:
		fmt.Fprintf(b, " %d\n", v.Len())
		for i := range v.Len() {
			fmt.Fprintf(b, "%s%d:", indent, i)
			outline(b, v.Index(i), indent+"  ")
		}
	default:
		fmt.Fprintf(b, " %v\n", v)
	}
}
