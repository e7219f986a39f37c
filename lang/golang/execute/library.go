package execute

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/std"
	"flavers/lang/golang/values"
)

// This file calls functions of which there is no body to execute: those of the standard library without a model, and
// those of other modules. Such a call must not be taken to do less than it may do. So it ends the execution without an
// answer if the function may
//
//   - call code of the package (mayCall), or wait for it (the rows of package std),
//   - write to memory that the package can see, and that is not simply forgotten (forget).
//
// Otherwise only its results matter. They are unknown values (opaque) of one of two kinds:
//
//   - With a source: a branch on the value may go either way, and the execution then assumes the way that it took
//     (unknownResults). This is for what depends on the world outside, as os.ReadFile does.
//   - Without a source: the operands determine the value, so a branch on it can go one way only, but nobody here knows
//     which. Such a branch ends the execution (determined). This is for functions that compute, as strings.Index.

// library calls a function without a body. fn is nil if the function itself is not known. If the function has a model,
// that is executed instead.
func (fr *frame) library(i ssa.CallInstruction, fn *ssa.Function, args []value) value {
	key := ""
	if fn != nil {
		if heap.AnyValue(fn) { // of a client: what a caller may pass
			return fr.g.m.any(fn.Signature.Results().At(0).Type(), 0)
		}
		if fn.Name() == "init" && fn.Signature.Recv() == nil {
			return nil
		}
		key = std.Key(heap.FullName(fn))
		if model := models[key]; model != nil {
			return model(fr, i, args)
		}
		if r, ok := pure(key, args); ok {
			return r
		}
	}
	row, known := std.Of(key)
	switch {
	case fr.mayRest(i, key, args):
	case known && (row.Modelled || row.Waits || row.Fills), fr.g.m.hooked, strings.HasPrefix(key, "unsafe."), key == "",
		strings.HasPrefix(key, "reflect.") && !onlyTypes(args):
		panic(unknown("a call of " + key))
	case fr.prints(i, key, args):
		if computes(key) {
			return fr.determined(i.Common().Signature().Results())
		}
		return fr.unknownResults(i.Common().Signature().Results())
	}

	// From here on, the function has no model. It must not call the package; what it may write to is forgotten.
	// determined says that its results follow from what is known, although they are not known here.
	determined := fr.g.m.root.Client == nil && len(args) > 0 && std.Outside(key) == std.Returns
	for _, a := range args {
		if fr.g.m.mayCall(a, 0) && !row.Looks {
			panic(unknown("what " + key + " may call"))
		}
		if _, is := a.(*opaque); is {
			determined = false
		}
		forget(a, key)
	}
	// What a method of another module returns follows from what its object was given before, as the length of a
	// list does.
	determined = determined || !known && fn.Signature.Recv() != nil
	// A function without operands returns the same in each call, as testing.Short does, or something that depends
	// on what the program has done, as runtime.NumGoroutine does. Exceptions are random numbers and times
	// (std.Varies).
	own := fn.Pkg != nil && fr.g.m.ps.Library(fn.Pkg.Pkg)
	determined = determined || len(args) == 0 && !std.Varies(key) && (own || fr.g.m.root.Client == nil)
	if determined || computes(key) {
		results := fr.outsideErrors(i, fr.determined(i.Common().Signature().Results()))
		if slices.Contains(succeeds, key) {
			return withoutError(results)
		}
		return results
	}
	return fr.unknownResults(i.Common().Signature().Results())
}

// mayRest lets a goroutine wait for ever in a function that waits for the world outside the program: always in a server
// that may call the package, as http.ListenAndServe, because no request need come; in half of all executions in other
// functions, as a read from a connection. Otherwise it returns false, and the function is called as any other. It never
// returns true; its result makes it a case of a switch.
func (fr *frame) mayRest(i ssa.CallInstruction, key string, args []value) bool {
	m := fr.g.m
	outside := std.Outside(key)
	if outside == std.Returns {
		return false
	}
	called := func(a value) bool { return m.mayCall(a, 0) }
	calls := outside == std.Stays && strings.Contains(key, "Serve") && slices.ContainsFunc(args, called)
	if calls || m.rng.Intn(2) == 0 {
		fr.rest(i)
	}
	return false
}

// rest lets a goroutine wait for ever for the world outside. It is not blocked by others of the program, so no deadlock
// is reported of it. Others may wait for what it would do next.
func (fr *frame) rest(i ssa.CallInstruction) {
	fr.g.m.served, fr.g.rests = true, true
	fr.g.await(&wait{ready: func() bool { return false }, what: "outside", where: i.Pos(), taken: -1})
}

// onlyTypes reports whether all operands are types (of package reflect) or plain data, so that a function that gets
// them cannot reach memory of the program.
func onlyTypes(args []value) bool {
	return !slices.ContainsFunc(args, func(a value) bool {
		switch a := a.(type) {
		case bool, string, int64, uint64, float64:
			return false
		case iface:
			_, is := a.v.(reflected)
			return !is
		}
		return true
	})
}

// computes reports whether the results of a function follow from its operands, or from what its object was given
// before. A branch on such a result has one way only, so the execution must not assume the other one.
func computes(key string) bool {
	for _, p := range computing {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	return false
}

var computing = []string{"strings.", "strconv.", "bytes.", "unicode", "math.", "path.", "path/filepath.Base",
	"path/filepath.Dir", "path/filepath.Ext", "path/filepath.Join", "time.Time.", "time.Duration.", "time.Month.",
	"regexp.", "net/url.", "sort.", "slices.", "maps.", "fmt.Sprint", "container/", "math/bits.", "math/big.", "hash/",
	"crypto/sha", "crypto/md5", "encoding/hex.", "encoding/base64.", "html.", "net/netip.", "sync/atomic."}

// succeeds lists methods that return an error only to be writers (io.Writer). By their documentation it is always nil.
var succeeds = []string{"bytes.Buffer.Write", "bytes.Buffer.WriteByte", "bytes.Buffer.WriteRune",
	"bytes.Buffer.WriteString", "strings.Builder.Write", "strings.Builder.WriteByte", "strings.Builder.WriteRune",
	"strings.Builder.WriteString"}

// withoutError returns the results of a call with nil for the error, which is the last of them.
func withoutError(results value) value {
	if r, ok := results.(tuple); ok {
		r[len(r)-1] = iface{}
		return r
	}
	return iface{}
}

// readOnly lists packages, and beginnings of functions, that write to no operand.
var readOnly = []string{"fmt.Print", "fmt.Sprint", "fmt.Fprint", "errors.", "strings.", "strconv.", "math.", "log.",
	"unicode"}

// forget makes unknown what a function that is not followed may have written to: the items of a slice, and what a
// pointer points to. It ends the execution where this is not possible: other values may share a part of an item, and
// the keys of a map would be unknown.
func forget(v value, by string) {
	for _, p := range readOnly {
		if strings.HasPrefix(by, p) {
			return
		}
	}
	switch v := v.(type) {
	case slice:
		forgotten := &opaque{}
		for k, c := range v.cells {
			switch c.(type) {
			case bool, string, int64, uint64, float64, *opaque: // nothing else shares a part of it
				v.cells[k] = forgotten
			default:
				panic(unknown("what " + by + " changes"))
			}
		}
	case *mapping:
		if v != nil && len(v.keys) > 0 {
			panic(unknown("what " + by + " changes"))
		}
	case pointer:
		if v.cell != nil {
			*v.cell = &opaque{}
		}
	case raw:
		if v.cell != nil {
			panic(unknown("what " + by + " changes"))
		}
	case iface:
		forget(v.v, by)
	}
}

// determined returns unknown results without a source: a branch on one of them ends the execution.
func (fr *frame) determined(results *types.Tuple) value {
	switch results.Len() {
	case 0:
		return nil
	case 1:
		return &opaque{library: true}
	}
	out := make(tuple, results.Len())
	for k := range out {
		out[k] = &opaque{library: true}
	}
	return out
}

// unknownMethod calls a method of an unknown value that the library has made, as Read of a net.Conn. The results follow
// from what the value was given, except for errors of the world outside.
func (fr *frame) unknownMethod(i ssa.CallInstruction, args []value) value {
	method := i.Common().Method
	if method.Pkg() == nil || fr.g.m.followed(fr.g.m.ps.Prog.Package(method.Pkg())) || fr.g.m.hooked {
		panic(unknown("a method of a value that is not known"))
	}
	for _, a := range args {
		if fr.g.m.mayCall(a, 0) {
			panic(unknown("what " + method.Name() + " may call"))
		}
		forget(a, method.FullName())
	}
	out := fr.determined(i.Common().Signature().Results())
	if p := method.Pkg().Path(); p == "io" || p == "net" || p == "io/fs" {
		waits := []string{"Accept", "Read", "ReadFrom"}
		if slices.Contains(waits, method.Name()) && fr.g.m.rng.Intn(2) == 0 {
			fr.rest(i)
		}
		fr.freeErrors(i, out)
	}
	return out
}

// outsideErrors gives sources to the errors among the results if the call asks the world outside: of os.Open(name), the
// file may exist or not.
func (fr *frame) outsideErrors(i ssa.CallInstruction, results value) value {
	call, ok := i.(*ssa.Call)
	if !ok || !values.Outside(call) {
		return results
	}
	fr.freeErrors(i, results)
	return results
}

// freeErrors gives a source to each error among the results of a call, so that a branch on it may go either way.
func (fr *frame) freeErrors(i ssa.CallInstruction, results value) {
	of := i.Common().Signature().Results()
	isError := func(k int) bool { return of.At(k).Type().String() == "error" }
	switch r := results.(type) {
	case tuple:
		for k := range r {
			if isError(k) {
				r[k] = fr.g.m.source()
			}
		}
	case *opaque:
		if isError(0) {
			*r = *fr.g.m.source()
		}
	}
}

// unknownResults returns unknown results, each with a source of its own: a branch on one of them may go either way.
func (fr *frame) unknownResults(results *types.Tuple) value {
	m := fr.g.m
	switch results.Len() {
	case 0:
		return nil
	case 1:
		return m.made()
	}
	out := make(tuple, results.Len())
	for k := range out {
		out[k] = m.made()
	}
	return out
}

// mayCall reports whether code that gets a value may call something of the package through it, or reach a lock or a
// channel. level is the depth in the value that was asked of first; beyond 4 the answer is true. The answer errs
// towards true.
func (m *machine) mayCall(v value, level int) bool {
	if level > 4 {
		return true
	}
	switch v := v.(type) {
	case nil, bool, string, int64, uint64, float64, *opaque, moment, reflected:
		return false
	case iface:
		if v.typ == nil {
			return false
		}
		switch v.v.(type) {
		case *failure, *opaque, moment, reflected:
			return false
		}
		return m.hasMethods(v.typ) || m.mayCall(v.v, level+1)
	case slice:
		for _, c := range v.cells {
			if m.mayCall(c, level+1) {
				return true
			}
		}
		return false
	case structure:
		for _, c := range v {
			if m.mayCall(c, level+1) {
				return true
			}
		}
		return false
	case pointer:
		return v.cell != nil && m.mayCall(*v.cell, level+1)
	case raw:
		return v.cell != nil && m.mayCall(*v.cell, level+1)
	case *closure:
		return v != nil
	case *mapping:
		if v == nil {
			return false
		}
		for k := range v.keys {
			if m.mayCall(v.keys[k], level+1) || m.mayCall(v.vals[k], level+1) {
				return true
			}
		}
		return false
	}
	return true
}

// hasMethods reports whether a type has methods other than those that package clients has written, which do nothing.
func (m *machine) hasMethods(t types.Type) bool {
	set := types.NewMethodSet(t)
	for k := range set.Len() {
		fn := m.ps.Prog.MethodValue(set.At(k))
		if fn == nil || !m.ps.Written(fn) {
			return true
		}
	}
	return false
}
