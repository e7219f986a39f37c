// Package watcher tells when files get another content.
//
//	w, err := watcher.New()
//	w.Set(map[string][]byte{"dining.tfg": text}) // what was read
//	<-w.Changed
//
// Editors write a file in place, or write another one and rename it, or remove the file
// first. So folders are watched, not files, and a file counts as changed when nothing has
// happened for a moment and its content differs from what was read. A file that is saved
// without a change is not changed. A file that does not exist may be created. Some network
// file systems report no changes, so files are also read once a second.
package watcher

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Times.
const (
	quiet = 60 * time.Millisecond // without an event, before files are read
	poll  = time.Second           // between reads without an event
)

// Watcher watches some files.
type Watcher struct {
	Changed <-chan struct{} // gets a signal after a change; several changes may give one

	system  *fsnotify.Watcher
	changed chan struct{}
	done    chan struct{}
	ended   sync.WaitGroup

	mu    sync.Mutex
	files map[string][]byte // the known content; nil: the file does not exist
}

// New returns a watcher that watches no files yet.
func New() (*Watcher, error) {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	changed := make(chan struct{}, 1)
	w := &Watcher{Changed: changed, changed: changed, system: system, done: make(chan struct{})}
	w.ended.Go(w.run)
	return w, nil
}

// Set sets the files to watch from now on, with their known contents; nil stands for a file
// that does not exist. If a file differs already, that is a change.
func (w *Watcher) Set(files map[string][]byte) {
	w.mu.Lock()
	w.files = files
	w.mu.Unlock()
	for name := range files {
		w.system.Add(filepath.Dir(name)) // if this fails, the file is still read once a second
	}
	w.look()
}

// Close ends watching.
func (w *Watcher) Close() error {
	close(w.done)
	w.ended.Wait()
	return w.system.Close()
}

// run looks at the files after events, and once a second.
func (w *Watcher) run() {
	soon, often := time.NewTimer(poll), time.NewTicker(poll)
	defer soon.Stop()
	defer often.Stop()
	for {
		select {
		case <-w.done:
			return
		case <-w.system.Events:
			soon.Reset(quiet)
		case <-w.system.Errors: // an overflow of the queue, say: look at the files
			soon.Reset(quiet)
		case <-soon.C:
			w.look()
		case <-often.C:
			w.look()
		}
	}
}

// look compares the files with their known contents, and signals a change.
func (w *Watcher) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for name, known := range w.files {
		text, err := os.ReadFile(name)
		if err != nil {
			text = nil
		}
		if (err != nil) == (known == nil) && bytes.Equal(trim(text), trim(known)) {
			continue
		}
		select {
		case w.changed <- struct{}{}:
		default: // the last signal was not taken yet
		}
		return
	}
}

// trim removes a byte order mark, which readers do, too.
func trim(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\uFEFF")) }
