// Package watcher tells when files get another content.
//
//	w, err := watcher.New()
//	w.Set(map[string][]byte{"dining.tfg": text}) // what was read
//	<-w.Changed
//
// Editors write a file in place, or write another one and rename it, or remove the file
// first: so folders are watched, not files, and a file counts as changed when it has
// been quiet for a moment and what is in it differs from what was read. A file that is
// saved as it was is not changed; one that does not exist can come to be. Where the
// operating system tells of no change, as on some network file systems, files are
// looked at once a second.
package watcher

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Times: how long a file has to be quiet, and how often files are looked at anyway.
const (
	quiet = 60 * time.Millisecond
	poll  = time.Second
)

// Watcher watches some files.
type Watcher struct {
	Changed <-chan struct{} // a signal after a change; several changes may be one

	system  *fsnotify.Watcher
	changed chan struct{}
	done    chan struct{}
	ended   sync.WaitGroup

	mu    sync.Mutex
	files map[string][]byte // the known content; nil: the file does not exist
}

// New watches nothing yet.
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

// Set says which files to watch from now on, and what is known of their contents; nil
// stands for a file that does not exist. If one differs already, that is a change.
func (w *Watcher) Set(files map[string][]byte) {
	w.mu.Lock()
	w.files = files
	w.mu.Unlock()
	for name := range files {
		w.system.Add(filepath.Dir(name)) // a folder that cannot be watched is looked at anyway
	}
	w.look()
}

// Close ends watching.
func (w *Watcher) Close() error {
	close(w.done)
	w.ended.Wait()
	return w.system.Close()
}

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

// look compares the files with what is known of them.
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
		default: // nobody has taken the signal before
		}
		return
	}
}

// trim removes a byte order mark, which readers do, too.
func trim(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\uFEFF")) }
