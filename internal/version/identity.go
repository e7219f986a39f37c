package version

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
)

// Identity tells builds apart: the version, and for a build that no commit stands for its build ID, or a hash of the
// program.
func Identity() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, changed := "", true
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				changed = s.Value == "true"
			}
		}
		if revision != "" && !changed {
			return String(), nil
		}
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if id, err := buildID(f); id != "" || err != nil {
		return String() + " " + id, err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return String() + " " + hex.EncodeToString(h.Sum(nil))[:12], nil
}

// marks come before the build ID in a program: in the note of an ELF file, after its length, and elsewhere.
const (
	noteMark = "\x04\x00\x00\x00Go\x00\x00"
	textMark = "\xff Go build ID: \""
)

// buildID returns the last part of the ID that the go command has given to a program: a hash of all of it. It is
// near the beginning of the file, which is left at its beginning; "": there is none.
func buildID(f io.ReadSeeker) (string, error) {
	head := make([]byte, 1<<15)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	head = head[:n]
	var id []byte
	if i := bytes.Index(head, []byte(noteMark)); i >= 4 {
		rest := head[i+len(noteMark):]
		id = rest[:min(len(rest), int(binary.LittleEndian.Uint32(head[i-4:])&0xffff))]
	} else if i := bytes.Index(head, []byte(textMark)); i >= 0 {
		id, _, _ = bytes.Cut(head[i+len(textMark):], []byte{'"'})
	}
	last := id[bytes.LastIndexByte(id, '/')+1:]
	if len(last) < 16 || bytes.ContainsFunc(last, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", nil
	}
	return string(last), nil
}
