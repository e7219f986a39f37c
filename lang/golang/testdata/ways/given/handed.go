package given

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sort"
	"strings"
	"sync"
	"text/template"
)

// What the library hands out is given back to it: it calls the methods of what the package gave away before.

// handed returns what a map of the library has.
func handed(x any) any {
	var m sync.Map
	m.Store(1, x)
	v, _ := m.Load(1)
	return v
}

type blocking struct{}

func (blocking) Len() int                 { select {} }
func (blocking) Less(i, j int) bool       { return false }
func (blocking) Swap(i, j int)            {}
func (blocking) Read([]byte) (int, error) { select {} }

func HandedPrint()  { _ = fmt.Sprint(handed(stringer{})) }
func HandedSlice()  { _ = fmt.Sprint([]any{handed(stringer{})}) }
func HandedSort()   { sort.Sort(handed(blocking{}).(sort.Interface)) }
func HandedReader() { _, _ = io.Copy(io.Discard, handed(blocking{}).(io.Reader)) }
func HandedHeld()   { _ = fmt.Sprint(handed(&struct{ A any }{stringer{}}).(*struct{ A any }).A) }
func HandedKept()   { _, _ = io.ReadAll(io.LimitReader(handed(blocking{}).(io.Reader), 3)) }
func HandedPanic()  { panic(handed(failure{})) }
func HandedRange() {
	var m sync.Map
	m.Store(stringer{}, 1)
	m.Range(func(k, v any) bool { return fmt.Sprint(k) == "" })
}

// HandedHidden prints what the library finds only in what it hands out, and not where it is.
func HandedHidden() { _ = fmt.Sprint(handed(&struct{ a any }{stringer{}}).(*struct{ a any }).a) }

// HandedItems prints the items of a list that the library hands out.
func HandedItems() { _ = fmt.Sprint(handed([]any{stringer{}}).([]any)...) }

func HandedCause() {
	ctx, cancel := context.WithTimeoutCause(context.Background(), 1, failure{})
	defer cancel()
	<-ctx.Done()
	_ = context.Cause(ctx).Error()
}

// RightHanded prints an error that is not known while a map has channels.
func RightHanded() {
	var m sync.Map
	m.Store(1, make(chan int))
	_, err := os.ReadFile(strings.Repeat("x", 3))
	fmt.Fprintln(io.Discard, err, "none")
}

// Errors of the library ask those that they hold.

func HeldPanic()   { panic(&os.LinkError{Err: failure{}}) }
func HeldExec()    { _ = (&exec.Error{Err: failure{}}).Error() }
func HeldExecute() { _ = (template.ExecError{Err: failure{}}).Error() }

// Contexts have texts of their keys and values.

type owned struct{ context.Context }

func (owned) String() string { select {} }

func ContextKey()   { _ = fmt.Sprint(context.WithValue(context.Background(), stringer{}, 1)) }
func ContextHeld()  { _ = fmt.Sprint([]any{context.WithValue(context.Background(), 1, stringer{})}) }
func ContextPanic() { panic(context.WithValue(context.Background(), 1, stringer{})) }
func ContextStringer() {
	_ = context.WithValue(context.Background(), 1, stringer{}).(fmt.Stringer).String()
}
func ContextOwn() {
	ctx, cancel := context.WithCancel(owned{context.Background()})
	defer cancel()
	_ = fmt.Sprint(ctx)
}

// RightContext prints a context with nothing that waits.
func RightContext() {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), "k", 1))
	defer cancel()
	_ = fmt.Sprint(ctx)
}

// Functions that the library keeps return errors, which it hands out again.

func failing() (int, error) { return 0, failure{} }

func KeptError() {
	t := template.Must(template.New("").Funcs(template.FuncMap{"f": failing}).Parse("{{f}}"))
	if err := t.Execute(io.Discard, nil); err != nil {
		_ = err.Error()
	}
}

// RightKept keeps a function that returns no error of the package.
func RightKept() {
	f := template.FuncMap{"f": func() string { return "" }}
	_ = template.Must(template.New("").Funcs(f).Parse("{{f}}")).Execute(io.Discard, nil)
}
