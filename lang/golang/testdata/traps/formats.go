package traps

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"sort"
	"sync"
	"text/template"
)

// What package fmt and others call that is in none of their signatures.

type account struct {
	mu sync.Mutex
	n  int
}

func (a *account) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprint(a.n)
}

func (a *account) Error() string { return a.String() }

func (a *account) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

func (a *account) WriteTo(io.Writer) (int64, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return 0, nil
}

func (a *account) Read([]byte) (int, error) { return 0, io.EOF }

func (a *account) Len() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.n
}

func (a *account) Less(i, j int) bool { return i < j }

func (a *account) Swap(i, j int) {}

// locked is an account that somebody has locked.
func locked() *account {
	a := &account{}
	a.mu.Lock()
	return a
}

func LeakPrintln() { fmt.Println(locked()) }

func LeakPrintTwo() { fmt.Println("account", locked()) }

func LeakFormat() { log.Printf("%d: %v", 1, locked()) }

func LeakItem() { fmt.Println([]fmt.Stringer{locked()}) }

func LeakKey() { fmt.Println(map[string]*account{"a": locked()}) }

func LeakMarshal() { json.Marshal(struct{ A *account }{locked()}) }

func LeakWrapped() { _ = fmt.Errorf("wrapped: %w", locked()).Error() }

func LeakJoined() { _ = errors.Join(locked()).Error() }

func LeakCopied() { io.Copy(io.Discard, locked()) }

func LeakSorted() { sort.Sort(locked()) }

func LeakTemplate() { template.Must(template.New("a").Parse("{{.Len}}")).Execute(os.Stdout, locked()) }

func HoldsPrintln() {
	a := locked()
	a.mu.Unlock()
	fmt.Println(a)
	json.Marshal(a)
}

type holder struct{ a *account }

func (h *holder) String() string { return fmt.Sprint(h.a) }

func LeakPrintedInside() { fmt.Println(&holder{locked()}) }

type forwarder struct{ s fmt.Stringer }

func (f *forwarder) String() string { return f.s.String() }

func LeakPrintedForward() { fmt.Println(&forwarder{locked()}) }

type inner struct{ A *account }

type outer struct{ inner }

func LeakMarshalEmbedded() { json.Marshal(outer{inner{locked()}}) }

type addressed struct{ A account }

func LeakMarshalAddress() {
	x := &addressed{}
	x.A.mu.Lock()
	json.Marshal(x)
}

type deep[T any] struct{ V *T }

func LeakMarshalDeep() {
	json.Marshal(deep[deep[deep[deep[deep[account]]]]]{
		&deep[deep[deep[deep[account]]]]{&deep[deep[deep[account]]]{&deep[deep[account]]{&deep[account]{locked()}}}}})
}

type folder struct{ a *account }

func (f folder) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

func (f folder) ReadFile(string) ([]byte, error) { return []byte(f.a.String()), nil }

func LeakReadFile() { fs.ReadFile(folder{locked()}, "x") }

// layout has a method Format that is not the one of package fmt.
type layout struct{ a *account }

func (l *layout) Format(s string) string { return s }

func (l *layout) String() string { return l.a.String() }

func LeakPrintedLayout() { fmt.Println(&layout{locked()}) }

type stamp struct{ a *account }

func (s *stamp) Format(string) string { return s.a.String() }

func (s *stamp) String() string { return "" }

func HoldsPrintedStamp() { fmt.Println(&stamp{locked()}) }

func HoldsDiscarded() {
	log.SetOutput(io.Discard)
	log.Println(locked())
}

func HoldsNoOperand() {
	args := []any{locked()}
	fmt.Println(args[:0]...)
}

func HoldsOtherOperand(n int) {
	var x any = 1
	if n > 5 && n < 3 {
		x = locked()
	}
	fmt.Println(x)
}

func HoldsNilOperand(n int) {
	var a *account
	if n > 5 && n < 3 {
		a = locked()
	}
	fmt.Println(a)
}
