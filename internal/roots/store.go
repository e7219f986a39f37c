package roots

import (
	"bytes"
	"encoding/gob"
	"fmt"

	"flavers/farm/store"
)

// kept is what is kept, as values.
type kept struct {
	folder *store.Folder
	note   func(string)
}

// get reads what is kept under a key. What is not as put has written it is not used.
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

// put keeps something. If it cannot, the next time has more work.
func (s *kept) put(key string, what any) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(what); err != nil {
		s.note(fmt.Sprintf("an answer cannot be kept: %v", err))
		return
	}
	s.folder.Put(key, b.Bytes())
}
