package traps

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
