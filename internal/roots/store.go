package roots

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"flavers/farm/store"
)

// kept stores values in a folder of byte strings.
type kept struct {
	folder *store.Folder
	note   func(string)
}

// get reads the value kept under key into to. It returns false if there is none, or if it cannot be decoded; the caller
// then computes the value anew.
func (s *kept) get(key string, to any) bool {
	data := s.folder.Get(key)
	if data == nil {
		return false
	}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(to); err != nil {
		s.note(fmt.Sprintf("an answer of before is not used: %v", err))
		return false
	}
	return true
}

// put keeps a value under key. If that fails it says so in a note only: the next run has more work, but no wrong
// answer.
func (s *kept) put(key string, what any) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(what); err != nil {
		s.note(fmt.Sprintf("an answer cannot be kept: %v", err))
		return
	}
	s.folder.Put(key, b.Bytes())
}
