package fsa

import (
	"go/token"
	"reflect"
	"slices"

	"flavers/diag"
	"flavers/internal/outline"
)

// places are the fields that hold offsets and lengths in the source.
var places = []string{"at", "n", "from", "to", "headEnd", "prefixAt", "end", "Len", "At"}

// Outline prints the syntax tree of a text without positions; ok is false if it has
// errors.
func Outline(src []byte) (out string, ok bool) {
	var list diag.List
	p := &parser{reader: newReader("outline.fsa", src, &list)}
	decls := p.file()
	return outline.Of(decls, func(f reflect.StructField) bool {
		return f.Type == reflect.TypeFor[token.Position]() || slices.Contains(places, f.Name) && f.Type.Kind() == reflect.Int
	}), !list.HasErrors()
}
