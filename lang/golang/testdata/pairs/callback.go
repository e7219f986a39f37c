package pairs

import (
	"io/fs"
	"path/filepath"
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
