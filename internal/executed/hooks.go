package executed

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Hooks: calls of the log, put at the beginning of the functions of the library that synchronize.

//go:embed hooks.txt
var runtimeHook string

const syncHook = `package sync

import _ "unsafe"

// FlaversObject logs an operation on what object points to.
func FlaversObject(object any)
`

// hooked are the functions that are logged, by package, each with what is called when it begins. Whatever package
// runtime does for a statement with channels begins in one of its functions.
var hooked = map[string]map[string]string{
	"runtime": {
		"chansend1": "flavers_channel(c)", "chanrecv1": "flavers_channel(c)", "chanrecv2": "flavers_channel(c)",
		"closechan": "flavers_channel(c)", "selectgo": "flavers_select(cas0, nsends+nrecvs)", "block": "flaversHook(0)",
		// Nothing happens in a select with a default whose channels are nil.
		"selectnbsend": "if c != nil { flavers_channel(c) }", "selectnbrecv": "if c != nil { flavers_channel(c) }",
		"reflect_chansend": "flavers_channel(c)", "reflect_chanrecv": "flavers_channel(c)",
		"reflect_rselect": "flaversHook(0)", // selectgo, which it calls, has the channels
	},
	"sync": {
		"Mutex.Lock": object("m"), "Mutex.TryLock": object("m"), "Mutex.Unlock": object("m"),
		"RWMutex.Lock": object("rw"), "RWMutex.TryLock": object("rw"), "RWMutex.Unlock": object("rw"),
		"RWMutex.RLock": object("rw"), "RWMutex.TryRLock": object("rw"), "RWMutex.RUnlock": object("rw"),
		"rlocker.Lock": object("r"), "rlocker.Unlock": object("r"),
		"WaitGroup.Add": object("wg"), "WaitGroup.Done": object("wg"), "WaitGroup.Wait": object("wg"),
		"WaitGroup.Go": object("wg"),
		"Cond.Wait":    object("c"), "Cond.Signal": object("c"), "Cond.Broadcast": object("c"),
		"Once.Do": object("o"),
	},
	"context": {
		"cancelCtx.Done": "sync.FlaversObject(c)", "cancelCtx.cancel": "sync.FlaversObject(c)",
	},
}

// object is a call that logs an operation on what a receiver points to. It keeps no object of the packages on a stack,
// whose addresses are used again.
func object(receiver string) string { return "FlaversObject(" + receiver + ")" }

// added are the files that packages get besides.
var added = map[string]string{"runtime": runtimeHook, "sync": syncHook}

// overlay writes the files of an installation of Go with hooks into a folder, and a list of them for the go command,
// whose name it returns. A function that is not there is an error: of a version of Go that this package does not know.
func overlay(goroot, dir string) (string, error) {
	replaced := map[string]string{}
	put := func(of string, text []byte) error {
		name := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replaced), filepath.Base(of)))
		replaced[of] = name
		return os.WriteFile(name, text, 0o600)
	}
	for pkg, functions := range hooked {
		folder := filepath.Join(goroot, "src", pkg)
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			return "", err
		}
		found := map[string]bool{}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			text, some, err := hook(src, functions)
			if err != nil {
				return "", fmt.Errorf("%s: %w", file, err)
			}
			if len(some) == 0 {
				continue
			}
			for _, name := range some {
				found[name] = true
			}
			if err := put(file, text); err != nil {
				return "", err
			}
		}
		for name := range functions {
			if !found[name] {
				return "", fmt.Errorf("%s: package %s has no function %s to be logged", goroot, pkg, name)
			}
		}
		if text := added[pkg]; text != "" {
			if err := put(filepath.Join(folder, hookFile), []byte(text)); err != nil {
				return "", err
			}
		}
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replaced}, "", "\t")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o600)
}

// hook puts calls at the beginning of functions of a file, in the lines where these begin, and returns which of them
// the file has.
func hook(src []byte, functions map[string]string) (text []byte, found []string, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	last := 0
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		name := qualified(fn)
		call := functions[name]
		if call == "" {
			continue
		}
		found = append(found, name)
		at := fset.Position(fn.Body.Lbrace).Offset + 1
		out.Write(src[last:at])
		out.WriteString(" " + call + ";")
		last = at
	}
	out.Write(src[last:])
	slices.Sort(found)
	return out.Bytes(), found, nil
}

// qualified is the name of a function, after that of its receiver's type.
func qualified(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + fn.Name.Name
	}
	return fn.Name.Name
}
