package task

import (
	"reflect"

	"flavers/internal/outline"
)

// Outline prints the syntax tree of a text without positions; ok is false if it has
// errors.
func Outline(src []byte) (out string, ok bool) {
	r, t := read(nil, "outline.tfg", src)
	if t == nil || r.list.HasErrors() {
		return "", false
	}
	return outline.Of(t, func(f reflect.StructField) bool {
		return f.Type == reflect.TypeFor[span]() || f.Type == reflect.TypeFor[pos]()
	}), true
}
