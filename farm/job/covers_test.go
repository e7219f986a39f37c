package job

import (
	"reflect"
	"slices"
	"testing"

	"flavers/verify"
)

// Each option of a check is part of what is asked, or makes a check one that jobs do not cover, or is a limit or an
// output, on which no answer depends that is kept.
func TestCovers(t *testing.T) {
	without := []string{"Timeout", "TimeoutEach", "Jobs", "MaxTuples", "MaxMemory", "Log", "Progress", "Answered"}
	key := func(opt verify.Options) string {
		j := &Job{Kind: Check}
		j.For(opt)
		return j.Key()
	}
	kind := reflect.TypeFor[verify.Options]()
	for i := range kind.NumField() {
		if !kind.Field(i).IsExported() {
			continue // nobody outside of the package can ask for it
		}
		var opt verify.Options
		field, name := reflect.ValueOf(&opt).Elem().Field(i), kind.Field(i).Name
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int, reflect.Int64:
			field.SetInt(7)
		case reflect.Uint64:
			field.SetUint(7)
		case reflect.String:
			field.SetString("x")
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case reflect.Func:
			if !slices.Contains(without, name) {
				zero := []reflect.Value{reflect.Zero(field.Type().Out(0))}
				field.Set(reflect.MakeFunc(field.Type(), func([]reflect.Value) []reflect.Value { return zero }))
			}
		case reflect.Map:
			field.Set(reflect.MakeMap(field.Type()))
		}
		if asked := !Covers(opt) || key(opt) != key(verify.Options{}); asked == slices.Contains(without, name) {
			t.Errorf("%s is a part of what is asked: %v", name, asked)
		}
	}
}
