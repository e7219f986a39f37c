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

// This file makes the standard library of Go log its synchronization. It puts a call at the beginning of the functions
// that synchronize, as in
//
//	func (m *Mutex) Lock() { FlaversObject(m);
//
// and writes an overlay, which lets the go command compile the changed files instead of those of the installation.

//go:embed hooks.txt
var runtimeHook string

const syncHook = `package sync

import _ "unsafe"

// FlaversObject logs an operation on what object points to.
func FlaversObject(object any)
`

// hooked has the functions that are logged, by package and name, each with the call that is put at its beginning. Every
// statement with channels begins in one of the functions of package runtime that are listed.
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

// object returns a call that logs an operation on the object that a receiver points to. The compiler does not see the
// body of FlaversObject, so it keeps the object on the heap. Addresses on a stack would be used again for other
// objects.
func object(receiver string) string { return "FlaversObject(" + receiver + ")" }

// added has the texts of files that are added to packages.
var added = map[string]string{"runtime": runtimeHook, "sync": syncHook}

// overlay writes the files of an installation of Go, with hooks, into a folder. It returns the name of the overlay file
// for the go command, which lists them. If a function of hooked does not exist, that is an error: this package does not
// know this version of Go.
func overlay(goroot, dir string) (string, error) {
	replaced := map[string]string{}
	replace := func(original string, text []byte) error {
		name := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replaced), filepath.Base(original)))
		replaced[original] = name
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
			text, names, err := hook(src, functions)
			if err != nil {
				return "", fmt.Errorf("%s: %w", file, err)
			}
			if len(names) == 0 {
				continue
			}
			for _, name := range names {
				found[name] = true
			}
			if err := replace(file, text); err != nil {
				return "", err
			}
		}
		for name := range functions {
			if !found[name] {
				return "", fmt.Errorf("%s: package %s has no function %s to be logged", goroot, pkg, name)
			}
		}
		if text := added[pkg]; text != "" {
			if err := replace(filepath.Join(folder, hookFile), []byte(text)); err != nil {
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

// hook puts calls at the beginning of those functions that a file has, and returns their names. The calls are in the
// lines where the functions begin, so that all lines keep their numbers.
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

// qualified returns the name of a function or method, as Mutex.Lock.
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
