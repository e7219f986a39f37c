package heap

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Which functions of the library keep what they are given, and may call it later.

// promptly are packages of the library whose functions call those that they are given before they return, in
// the same goroutine, and keep nothing of what they are given, but for those that hold it. A name that ends in / stands
// for all below it.
var promptly = []string{"archive/", "bufio", "bytes", "cmp", "compress/", "container/", "encoding", "encoding/", "errors", "flag",
	"fmt", "go/", "hash", "hash/", "html", "html/", "image", "image/", "index/", "io", "io/", "iter", "log", "log/slog", "maps",
	"math", "math/", "mime", "mime/", "os", "path", "path/", "regexp", "regexp/", "slices", "sort", "strconv",
	"strings", "sync", "sync/", "testing", "testing/quick", "text/", "time", "unicode", "unicode/", "unique", "unsafe"}

// keepers are functions of these packages that keep what they are given.
var keepers = map[string]bool{
	"(*testing.common).Cleanup": true, "(*testing.B).RunParallel": true, "io.Pipe": true, "sync.OnceFunc": true,
	"sync.OnceValue": true, "sync.OnceValues": true, "iter.Pull": true, "iter.Pull2": true,
}

// storing are functions that only hold what others then get from them.
var storing = map[string]bool{"(*sync.Map).Store": true, "(*sync.Map).LoadOrStore": true, "(*sync.Map).Swap": true,
	"(*sync.Map).CompareAndSwap": true, "(*sync.Pool).Put": true}

// looking are functions of other packages that keep nothing of what they are given.
var looking = map[string]bool{"reflect.TypeOf": true, "reflect.DeepEqual": true, "runtime.KeepAlive": true}

// prompt tells whether a function that is not analysed is known to keep nothing, nor to have anything hold it.
func prompt(fn *ssa.Function) bool { return Prompt(fn) && !holds(fn) }

// Prompt tells whether a function that is not analysed keeps nothing of what it is given, but for an object of the
// library that uses it for who has that, as a reader of package bufio does.
func Prompt(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	switch name := FullName(fn); {
	case keepers[name]:
		return false
	case looking[name]:
		return true
	}
	pkg := ""
	if p := packageOf(fn); p != nil {
		pkg = p.Path()
	}
	for _, p := range promptly {
		if pkg == p || strings.HasSuffix(p, "/") && strings.HasPrefix(pkg, p) {
			return true
		}
	}
	return false
}

// passing are packages of promptly whose results call nothing of what they are made of.
var passing = []string{"errors", "fmt", "maps", "math", "math/big", "slices", "strings", "sync", "sync/atomic", "time", "unique"}

// holds tells whether a function of these packages gives what it gets to an object of the library, whose methods may
// call it later: one that it makes, as bufio.NewWriter, or one that it is for, as (*log.Logger).SetOutput. May err
// towards: it does.
func holds(fn *ssa.Function) bool {
	name := fn.Name()
	if i := strings.IndexByte(name, '['); i > 0 { // of an instance
		name = name[:i]
	}
	switch pkg := packageOf(fn).Path(); {
	case slices.Contains(passing, pkg) || looking[FullName(fn)]:
		return false
	case strings.HasPrefix(name, "Set") || strings.HasPrefix(name, "Register") ||
		slices.Contains([]string{"BoolFunc", "Func", "Funcs", "Init", "Reset", "Split", "TextVar", "Var"}, name):
		return true
	}
	for v := range fn.Signature.Results().Variables() {
		t := types.Unalias(v.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok && n.Obj().Pkg() == nil { // error
			continue
		}
		switch t.Underlying().(type) {
		case *types.Struct, *types.Interface, *types.Signature:
			if Carries(t, nil) {
				return true
			}
		}
	}
	return false
}
