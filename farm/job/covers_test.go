package job

import (
	"reflect"
	"slices"
	"testing"

	"flavers/explore"
	"flavers/verify"
)

// set gives a field a value that is not its zero value. Functions return zero values.
func set(field reflect.Value) {
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
	case reflect.Map:
		field.Set(reflect.MakeMap(field.Type()))
	case reflect.Func:
		kind := field.Type()
		field.Set(reflect.MakeFunc(kind, func([]reflect.Value) []reflect.Value {
			var zeros []reflect.Value
			for i := range kind.NumOut() {
				zeros = append(zeros, reflect.Zero(kind.Out(i)))
			}
			return zeros
		}))
	}
}

// Each option of an exploration comes to the processes of a farm, or is one that they do not need.
func TestForExploring(t *testing.T) {
	without := []string{
		"MaxExecutions", "MaxWork", "MaxMemory", "Jobs", "StopAtCut", "Enough", "Extend", "KeepEnds", "Progress",
		// above: limits and functions of the whole exploration; below: of explorers that a farm does not run
		"DepthFirst", "Symmetry", "Seek", "Traps", "Order", "Net", "Initial", "Stateless",
		"Fairness", "Graph", "Record", // what is done here with the result
	}
	kind := reflect.TypeFor[explore.Options]()
	for i := range kind.NumField() {
		var opt explore.Options
		set(reflect.ValueOf(&opt).Elem().Field(i))
		var j Job
		j.ForExploring(opt)
		name := kind.Field(i).Name
		if kept := !reflect.ValueOf(j.Exploring()).FieldByName(name).IsZero(); kept == slices.Contains(without, name) {
			t.Errorf("%s comes to the processes of a farm: %v", name, kept)
		}
	}
}

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
		set(field)
		kept := key(opt) != key(verify.Options{})
		switch asked, limit := !Covers(opt) || kept, slices.Contains(without, name); {
		case asked && limit:
			t.Errorf("%s is a limit or an output, and yet a part of what is asked", name)
		case !asked && !limit:
			t.Errorf("farms would give the answer without %s to who asks with it: add a field to Setting, with For and "+
				"Options in run.go, or a term to Covers", name)
		}
		var j Job
		j.For(opt)
		back := j.Options()
		if kept && reflect.ValueOf(back).FieldByName(name).IsZero() {
			t.Errorf("For keeps %s, and Options does not give it back", name)
		}
	}
}
