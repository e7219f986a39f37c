package source

import (
	"maps"
	"sync"
)

// Looked has what was looked for on the disk. While that is the same, so is all that was read.
type Looked struct {
	mu    sync.Mutex // reading that was left alone (Within) may go on for a moment
	files map[string][]byte
}

// Files returns the bytes of each file by its name, as they are on the disk, or nil if there was nothing to read.
func (l *Looked) Files() map[string][]byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.files)
}

func (l *Looked) add(name string, text []byte) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.files == nil {
		l.files = map[string][]byte{}
	}
	l.files[name] = text
}
