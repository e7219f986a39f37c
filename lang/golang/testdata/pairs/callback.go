package pairs

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
)

// filepath.Walk calls the function any number of times, and each call starts a goroutine.
func BoundedCallback() {
	var mu sync.Mutex
	_ = filepath.Walk(".", func(string, fs.FileInfo, error) error {
		go func() {
			mu.Lock()
			mu.Unlock()
		}()
		return nil
	})
}

// go/ssa asks after such a loop whether the iterator has kept the rules: that it has not is no way to go.
func FixedWords(s string) {
	var mu sync.Mutex
	mu.Lock()
	for word := range strings.FieldsSeq(s) {
		if word == "x" {
			break
		}
	}
	mu.Unlock()
	mu.Lock()
	mu.Unlock()
}
