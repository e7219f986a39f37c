package execute

import (
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"
)

// functions are functions of the library that only compute: on numbers, texts and lists of them.
var functions = map[string]any{
	"strings.Contains": strings.Contains, "strings.HasPrefix": strings.HasPrefix, "strings.HasSuffix": strings.HasSuffix,
	"strings.Index": strings.Index, "strings.Join": strings.Join, "strings.Repeat": strings.Repeat,
	"strings.Replace": strings.Replace, "strings.ReplaceAll": strings.ReplaceAll, "strings.Split": strings.Split,
	"strings.ToLower": strings.ToLower, "strings.ToUpper": strings.ToUpper, "strings.Trim": strings.Trim,
	"strings.TrimPrefix": strings.TrimPrefix, "strings.TrimSpace": strings.TrimSpace,
	"strings.TrimSuffix": strings.TrimSuffix, "strings.EqualFold": strings.EqualFold, "strings.Fields": strings.Fields,
	"strings.Cut": strings.Cut, "strings.Count": strings.Count, "strconv.Itoa": strconv.Itoa,
	"strconv.Quote": strconv.Quote, "strconv.FormatInt": strconv.FormatInt, "fmt.Sprintf": fmt.Sprintf,
	"fmt.Sprint": fmt.Sprint,
	"math.Log":   math.Log, "math.Log2": math.Log2, "math.Log10": math.Log10, "math.Pow": math.Pow, "math.Sqrt": math.Sqrt,
	"math.Ceil": math.Ceil, "math.Floor": math.Floor, "math.Round": math.Round, "math.Trunc": math.Trunc,
	"math.Abs": math.Abs, "math.Max": math.Max, "math.Min": math.Min, "math.Exp": math.Exp,
	"math/bits.Len": bits.Len, "math/bits.Len32": bits.Len32, "math/bits.Len64": bits.Len64,
	"math/bits.LeadingZeros32": bits.LeadingZeros32, "math/bits.LeadingZeros64": bits.LeadingZeros64,
	"math/bits.TrailingZeros": bits.TrailingZeros, "math/bits.TrailingZeros32": bits.TrailingZeros32,
	"math/bits.TrailingZeros64": bits.TrailingZeros64, "math/bits.OnesCount64": bits.OnesCount64,
	"math/bits.RotateLeft32": bits.RotateLeft32, "math/bits.RotateLeft64": bits.RotateLeft64,
	"time.Duration.Nanoseconds": time.Duration.Nanoseconds, "time.Duration.Microseconds": time.Duration.Microseconds,
	"time.Duration.Milliseconds": time.Duration.Milliseconds, "time.Duration.Seconds": time.Duration.Seconds,
	"time.Duration.Minutes": time.Duration.Minutes, "time.Duration.Hours": time.Duration.Hours,
	"time.Duration.String": time.Duration.String,
}

// pure calls such a function. False: there is no such function, or an operand is not known.
func pure(name string, args []value) (value, bool) {
	f := reflect.ValueOf(functions[name])
	if !f.IsValid() {
		return nil, false
	}
	t := f.Type()
	var in []reflect.Value
	for k, a := range args {
		if n, is := a.(int64); is && name == "strings.Repeat" && (n < 0 || n > mostText) {
			panic(unknown("a text"))
		}
		to := t.In(k)
		v, ok := native(a, to)
		if !ok {
			return nil, false
		}
		in = append(in, v)
	}
	var out []reflect.Value
	if t.IsVariadic() {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	if len(out) == 1 {
		return interpreted(out[0]), true
	}
	results := make(tuple, len(out))
	for k, v := range out {
		results[k] = interpreted(v)
	}
	return results, true
}

// native is a value as one of Go's own; false: it is not known, or of another type.
func native(v value, to reflect.Type) (reflect.Value, bool) {
	switch v := v.(type) {
	case iface:
		if v.typ == nil || to.Kind() != reflect.Interface {
			return reflect.Value{}, false
		}
		if _, basic := v.typ.(*types.Basic); !basic { // it may have methods, or print otherwise
			return reflect.Value{}, false
		}
		return native(v.v, to)
	case slice:
		if to.Kind() != reflect.Slice {
			return reflect.Value{}, false
		}
		out := reflect.MakeSlice(to, len(v.cells), len(v.cells))
		for k, c := range v.cells {
			item, ok := native(c, to.Elem())
			if !ok {
				return out, false
			}
			out.Index(k).Set(item)
		}
		return out, true
	case string, bool, int64, uint64, float64:
		r := reflect.ValueOf(v)
		if to.Kind() == reflect.Interface {
			return r, true
		}
		if !r.CanConvert(to) {
			return r, false
		}
		return r.Convert(to), true
	}
	return reflect.Value{}, false
}

// interpreted is a value of Go as one of executions.
func interpreted(v reflect.Value) value {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int64:
		return v.Int()
	case reflect.Uint32, reflect.Uint64:
		return v.Uint()
	case reflect.Float64:
		return v.Float()
	case reflect.Slice:
		out := slice{[]value{}, &object{}}
		for k := range v.Len() {
			out.cells = append(out.cells, interpreted(v.Index(k)))
		}
		return out
	}
	panic(unknown("a result"))
}

// hash is what a hash function of a text, or of a number, returns: a number that is the same for the same one, and
// else any, as callers choose it. False: the function is none. It is one if its name says so, and it does nothing but
// to compute, with memory of texts or by code that has no body here. Any other one is executed. Texts that are not
// those of callers have one number, which is not known.
func (m *machine) hash(fn *ssa.Function, args []value) (value, bool) {
	results := fn.Signature.Results()
	if m.root.Client == nil || !hashes(fn) || results.Len() != 1 {
		return nil, false
	}
	if fn.Signature.Recv() != nil { // two objects may have the same function
		args = args[1:]
	}
	b, ok := results.At(0).Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsUnsigned == 0 {
		return nil, false
	}
	h, text := fnv.New64a(), false
	fmt.Fprint(h, m.salt)
	for _, a := range args {
		switch a := a.(type) {
		case string:
			if !slices.Contains(callersTexts, a) {
				return nil, false
			}
			text = true
			fmt.Fprintf(h, "%q,", a)
		case int64, uint64:
			n, _ := integer(a)
			text = text || n > 0 && n <= callersNumbers && len(args) == 1
			fmt.Fprintf(h, "%d,", a)
		default:
			return nil, false
		}
	}
	if !text {
		return nil, false
	}
	pure, unseen := computesUnseen(fn, 0)
	// The last bit of FNV is the parity of those of the text, whatever the salt is: two texts would never share one of
	// two buckets, or always.
	n := h.Sum64()
	n = (n ^ n>>32) * 0x9e3779b97f4a7c15
	return wrap(n^n>>32, b), pure && unseen
}

func hashes(fn *ssa.Function) bool { return strings.Contains(strings.ToLower(fn.Name()), "hash") }

// computesUnseen reports whether a function changes nothing but variables of its own, and whether some part of what it
// computes cannot be executed.
func computesUnseen(fn *ssa.Function, level int) (pure, unseen bool) {
	if fn.Blocks == nil {
		return hashes(fn), true
	}
	if level > 3 {
		return false, false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Select, *ssa.MapUpdate, *ssa.Panic:
				return false, false
			case *ssa.Store:
				at := i.Addr
				if f, part := at.(*ssa.FieldAddr); part {
					at = f.X
				}
				if _, own := at.(*ssa.Alloc); !own {
					return false, false
				}
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return false, false
				}
			case *ssa.Convert:
				t, basic := i.X.Type().Underlying().(*types.Basic)
				unseen = unseen || basic && t.Kind() == types.UnsafePointer
			case *ssa.Call:
				if b, builtin := i.Call.Value.(*ssa.Builtin); builtin {
					unseen = unseen || slices.Contains([]string{"StringData", "SliceData", "Slice", "String"}, b.Name())
					continue
				}
				callee := i.Call.StaticCallee()
				if callee == nil {
					return false, false
				}
				inner, hidden := computesUnseen(callee, level+1)
				if !inner {
					return false, false
				}
				unseen = unseen || hidden
			}
		}
	}
	return true, unseen
}

// mostText is how long a text may be that is made by adding or repeating others.
const mostText = 1 << 12

// callersTexts are the texts that callers pass, each as often as it stands here.
var callersTexts = []string{"a", "b", "a", "b", ""}

// callersNumbers is up to where the integers go that callers pass, from 1.
const callersNumbers = 3

// any is a value that a caller may pass: one of few, so that keys are equal often. What callers cannot make themselves,
// as they do not know the fields, and what they have names for, is not guessed.
func (m *machine) any(t types.Type, level int) value {
	if level > 6 {
		return zero(t)
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if values := constantsOf(n); len(values) > 1 {
			return constantOf(ssa.NewConst(values[m.rng.Intn(len(values))].Val(), t))
		}
		if s, ok := n.Underlying().(*types.Struct); ok && zeroOfLibrary(t) == nil {
			if p := n.Obj().Pkg(); p == nil || !m.followed(m.ps.Prog.Package(p)) {
				return &opaque{} // only functions that are not followed look at it, as at a time.Location
			}
			return m.anyStruct(s, level)
		}
	}
	if t.String() == "error" {
		if m.rng.Intn(2) == 0 {
			return iface{}
		}
		return iface{errorType, &failure{vague: true, open: true}}
	}
	if z := zeroOfLibrary(t); z != nil {
		if z == (moment{}) {
			return &opaque{} // any time
		}
		return zero(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return m.rng.Intn(2) == 0
		case info&types.IsString != 0:
			return callersTexts[m.rng.Intn(len(callersTexts))]
		case info&types.IsUnsigned != 0:
			return uint64(1 + m.rng.Intn(callersNumbers))
		case info&types.IsInteger != 0:
			return int64(1 + m.rng.Intn(callersNumbers))
		case info&types.IsFloat != 0:
			return 1.0
		}
	case *types.Slice:
		out := slice{[]value{}, &object{}}
		for range 1 + m.rng.Intn(2) {
			out.cells = append(out.cells, m.any(u.Elem(), level+1))
		}
		return out
	case *types.Map:
		out := newMapping()
		out.put(m.any(u.Key(), level+1), m.any(u.Elem(), level+1))
		return out
	case *types.Struct:
		out := make(structure, u.NumFields())
		for k := range out {
			out[k] = m.any(u.Field(k).Type(), level+1)
		}
		return out
	case *types.Pointer:
		c := new(value)
		*c = m.any(u.Elem(), level+1)
		return pointer{c, &object{}}
	}
	return zero(t)
}

// anyStruct is a struct as callers may write it: with the fields that they know. The others are zero, and if one of
// them is more than data, callers get the value from the package, in a way that is not known.
func (m *machine) anyStruct(s *types.Struct, level int) value {
	out := make(structure, s.NumFields())
	for k := range out {
		f := s.Field(k)
		if f.Exported() {
			out[k] = m.any(f.Type(), level+1)
			continue
		}
		if _, data := f.Type().Underlying().(*types.Basic); !data && zeroOfLibrary(f.Type()) == nil {
			panic(unknown("a value that callers get from the package"))
		}
		out[k] = zero(f.Type())
	}
	return out
}

// constantsOf are the constants that the package of a type declares of it.
func constantsOf(t *types.Named) (out []*types.Const) {
	if t.Obj().Pkg() == nil {
		return nil
	}
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			out = append(out, c)
		}
	}
	return out
}
