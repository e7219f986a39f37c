package roots

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
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

// store is a folder with a file for each thing that is kept, named by its key.
type store struct {
	dir  string
	note func(string)
}

// lasts is after what time a file that was not used is removed. That is looked for once a day; when a file was used is
// noted once an hour.
const (
	lasts   = 30 * 24 * time.Hour
	trimmed = "trimmed"
	daily   = 24 * time.Hour
	used    = time.Hour
)

// heading is the begin of a file; a hash of the rest follows.
const heading = "flavers answer 1 "

func (s *store) path(key string) string { return filepath.Join(s.dir, key[:2], key) }

// get reads what is kept under a key. What is not as put has written it is not used.
func (s *store) get(key string, to any) bool {
	name := s.path(key)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err == nil {
		err = decode(text, key, to)
	}
	if err != nil {
		s.note(fmt.Sprintf("%s is not used: %v", name, err))
		return false
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > used {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // without it, the file goes sooner
	}
	return true
}

func decode(text []byte, key string, to any) error {
	head, rest, ok := bytes.Cut(text, []byte("\n"))
	sum, ours := strings.CutPrefix(string(head), heading)
	if !ok || !ours {
		return errors.New("it is no file of this version")
	}
	if hashed := sha256.Sum256(append([]byte(key), rest...)); hex.EncodeToString(hashed[:]) != sum {
		return errors.New("it was changed")
	}
	return gob.NewDecoder(bytes.NewReader(rest)).Decode(to)
}

// put keeps something. If it cannot, the next time has more work.
func (s *store) put(key string, what any) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(what)
	name := s.path(key)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o777)
	}
	if err == nil {
		hashed := sha256.Sum256(append([]byte(key), b.Bytes()...))
		err = outfile.Replace(name, append([]byte(heading+hex.EncodeToString(hashed[:])+"\n"), b.Bytes()...))
	}
	if err != nil {
		s.note(fmt.Sprintf("%s cannot be kept: %v", name, err))
	}
}

// trim removes what was not used for long.
func (s *store) trim() {
	mark := filepath.Join(s.dir, trimmed)
	if info, err := os.Stat(mark); err == nil && time.Since(info.ModTime()) < daily {
		return
	}
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // another one may be removing it
		}
		if info, err := d.Info(); err == nil && time.Since(info.ModTime()) > lasts && s.ours(path) {
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

// ours tells whether a file is one that put has made, or had begun to.
func (s *store) ours(path string) bool {
	name, folder := filepath.Base(path), filepath.Base(filepath.Dir(path))
	return len(folder) == 2 && (strings.HasPrefix(name, folder) && len(name) == 2*sha256.Size || strings.HasPrefix(name, ".flavers-"))
}
