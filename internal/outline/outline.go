// Package outline prints syntax trees for tests. Two texts that differ in layout only have
// the same outline, which leaves positions out.
package outline

import (
	"fmt"
	"reflect"
	"strings"
)

// Of prints a tree of structs, pointers, interfaces and slices, a line for each field. Fields
// for which skip returns true are left out, such as positions in the source.
func Of(tree any, skip func(reflect.StructField) bool) string {
	p := printer{skip: skip}
	p.print(reflect.ValueOf(tree), "")
	return p.String()
}

type printer struct {
	strings.Builder
	skip func(reflect.StructField) bool
}

func (p *printer) print(v reflect.Value, indent string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			p.WriteString(" nil\n")
			return
		}
		p.print(v.Elem(), indent)
	case reflect.Struct:
		fmt.Fprintf(p, " %s\n", v.Type())
		for i := range v.NumField() {
			if f := v.Type().Field(i); !p.skip(f) {
				fmt.Fprintf(p, "%s%s:", indent, f.Name)
				p.print(v.Field(i), indent+"  ")
			}
		}
	case reflect.Slice:
		fmt.Fprintf(p, " %d\n", v.Len())
		for i := range v.Len() {
			fmt.Fprintf(p, "%s%d:", indent, i)
			p.print(v.Index(i), indent+"  ")
		}
	default:
		fmt.Fprintf(p, " %v\n", v)
	}
}
