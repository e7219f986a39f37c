package task

import (
	"fmt"
	"reflect"
	"strings"
)

// Outline prints the syntax tree of a text without positions; ok is false if it has
// errors.
func Outline(src []byte) (out string, ok bool) {
	r, t := read("outline.tfg", src)
	if t == nil || r.list.HasErrors() {
		return "", false
	}
	var b strings.Builder
	outline(&b, reflect.ValueOf(t), "")
	return b.String(), true
}

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
			if v.Field(i).Type() != reflect.TypeFor[span]() && v.Field(i).Type() != reflect.TypeFor[pos]() {
				fmt.Fprintf(b, "%s%s:", indent, v.Type().Field(i).Name)
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
