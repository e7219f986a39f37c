// Package store keeps results by the content that they are of, so that nothing is done twice:
//
//	s := store.Open(dir, note)
//	data := s.Get(key)            // nil: not known
//	s.Put(key, data)
//
// What is kept is sealed: a heading, and a hash of the key and the data. What does not fit is
// not used, and a note says so. A store is a folder; another kind of store (Store) may be on
// another machine. The package knows nothing of what the data is.
package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"flavers/internal/outfile"
)

// Store keeps data by keys, which are hashes in hexadecimal.
type Store interface {
	Get(key string) []byte // nil: it is not there, or cannot be used
	Put(key string, data []byte)
	Where() string // in words
}

// heading is the begin of what is kept; a hash of the key and the rest follows.
const heading = "flavers answer 1 "

// Seal is data as it is kept under a key.
func Seal(key string, data []byte) []byte {
	hashed := sha256.Sum256(append([]byte(key), data...))
	return append([]byte(heading+hex.EncodeToString(hashed[:])+"\n"), data...)
}

// Unseal returns the data that Seal was given, if nothing has changed since.
func Unseal(key string, sealed []byte) ([]byte, error) {
	head, rest, ok := bytes.Cut(sealed, []byte("\n"))
	sum, ours := strings.CutPrefix(string(head), heading)
	if !ok || !ours {
		return nil, errors.New("it is no file of this version")
	}
	if hashed := sha256.Sum256(append([]byte(key), rest...)); hex.EncodeToString(hashed[:]) != sum {
		return nil, errors.New("it was changed")
	}
	return rest, nil
}

// Folder is a folder with a file for each thing that is kept, named by its key.
type Folder struct {
	dir  string
	note func(string)
}

var _ Store = (*Folder)(nil)

// lasts is after what time a file that was not used is removed. That is looked for once a day; when a file was used is
// noted once an hour.
const (
	lasts   = 30 * 24 * time.Hour
	trimmed = "trimmed"
	daily   = 24 * time.Hour
	used    = time.Hour
)

// Open opens a folder, and removes what was not used for long.
func Open(dir string, note func(string)) *Folder {
	s := &Folder{dir, note}
	s.trim()
	return s
}

// Where returns the folder.
func (s *Folder) Where() string { return s.dir }

func (s *Folder) path(key string) string { return filepath.Join(s.dir, key[:2], key) }

// Get reads what is kept under a key. What is not as Put has written it is not used.
func (s *Folder) Get(key string) []byte {
	name := s.path(key)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		text, err = Unseal(key, text)
	}
	if err != nil {
		s.note(fmt.Sprintf("%s is not used: %v", name, err))
		return nil
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > used {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // without it, the file goes sooner
	}
	return text
}

// Put keeps something. If it cannot, the next time has more work.
func (s *Folder) Put(key string, data []byte) {
	name := s.path(key)
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = outfile.Replace(name, Seal(key, data))
	}
	if err != nil {
		s.note(fmt.Sprintf("%s cannot be kept: %v", name, err))
	}
}

// trim removes what was not used for long.
func (s *Folder) trim() {
	mark := filepath.Join(s.dir, trimmed)
	if info, err := os.Stat(mark); err == nil && time.Since(info.ModTime()) < daily {
		return
	}
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // another one may be removing it
		}
		if info, err := d.Info(); err == nil && time.Since(info.ModTime()) > lasts && ours(path) {
			return os.Remove(path)
		}
		return nil
	})
	if err == nil {
		if err = os.MkdirAll(s.dir, 0o777); err == nil {
			err = outfile.Replace(mark, nil)
		}
	}
	if err != nil {
		s.note(fmt.Sprintf("%s cannot be tidied up: %v", s.dir, err))
	}
}

// ours reports whether a file is one that Put has made, or had begun to.
func ours(path string) bool {
	name, folder := filepath.Base(path), filepath.Base(filepath.Dir(path))
	return len(folder) == 2 && (strings.HasPrefix(name, folder) && len(name) == 2*sha256.Size ||
		strings.HasPrefix(name, ".flavers-"))
}
