package execute

import (
	"fmt"
	"go/types"
	"math"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// This file calls functions of the library that only compute: with operands that are known, the interpreter calls the
// function itself. native and interpreted convert operands and results.

// functions has these functions by their names (std.Key). Their operands are numbers, texts, and lists of them.
var functions = map[string]any{
	"strings.Contains": strings.Contains, "strings.HasPrefix": strings.HasPrefix, "strings.HasSuffix": strings.HasSuffix,
	"strings.Index": strings.Index, "strings.Join": strings.Join, "strings.Repeat": strings.Repeat,
	"strings.Replace": strings.Replace, "strings.ReplaceAll": strings.ReplaceAll, "strings.Split": strings.Split,
	"strings.ToLower": strings.ToLower, "strings.ToUpper": strings.ToUpper, "strings.Trim": strings.Trim,
	"strings.TrimPrefix": strings.TrimPrefix, "strings.TrimSpace": strings.TrimSpace,
	"strings.TrimSuffix": strings.TrimSuffix, "strings.EqualFold": strings.EqualFold, "strings.Fields": strings.Fields,
	"strings.Cut": strings.Cut, "strings.Count": strings.Count, "strconv.Itoa": strconv.Itoa,
	"strconv.Atoi": strconv.Atoi, "strconv.ParseInt": strconv.ParseInt, "strconv.ParseUint": strconv.ParseUint,
	"strconv.ParseFloat": strconv.ParseFloat, "strconv.ParseBool": strconv.ParseBool,
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

// pure calls one of the functions. It returns false if there is none of this name, or an operand is not known.
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

// native converts a value to one of a type of Go. It returns false if the value is not known, or does not fit the type.
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

// interpreted converts a value of Go to one of the interpreter. An error may wrap others, as strconv.ErrSyntax.
func interpreted(v reflect.Value) value {
	switch v.Kind() {
	case reflect.Interface:
		if err, ok := v.Interface().(error); ok {
			return iface{errorType, &failure{text: err.Error(), open: true}}
		}
		if v.IsNil() {
			return iface{}
		}
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

// mostText is the length in bytes of a text that is made by adding or repeating others; beyond it, an execution ends.
const mostText = 1 << 12
