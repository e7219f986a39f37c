package lsp

// This file reads and writes messages on a stream. A message is a header with its length, an empty line, and as many
// bytes:
//
//	Content-Length: 17
//
//	{"method":"exit"}
//
// The length is not trusted: a message that claims to be longer than maxMessage is skipped, and memory grows only with
// the bytes that come.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// maxMessage is the length of the longest message that is read, in bytes. maxHeader is the same for all lines of a
// header together.
const (
	maxMessage = 128 << 20
	maxHeader  = 64 << 10
)

// stream reads and writes messages. When its input ends, requests that came before are answered first, if that does not
// take long (patience).
type stream struct {
	in   *bufio.Reader
	out  io.Writer
	exit <-chan struct{} // closed when a message exit was handled; nil for the stream of a client, in tests

	wrong error // what was wrong with the input, if that ended the stream; to be read after Recv has failed

	mu   sync.Mutex
	open map[string]bool // the requests that have no answer yet, by id
	left bool            // the message exit was read
	met  bool            // the request initialize was read
}

func newStream(in io.Reader, out io.Writer, exit <-chan struct{}) *stream {
	return &stream{in: bufio.NewReaderSize(in, maxHeader), out: out, exit: exit, open: map[string]bool{}}
}

// envelope has the fields by which requests, answers and notifications differ.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// note looks at a message that was sent or received, and records in s.open which requests have no answer yet.
func (s *stream) note(msg []byte, sent bool) {
	var e envelope
	if s.exit == nil || json.Unmarshal(msg, &e) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case sent && e.Method == "":
		delete(s.open, string(e.ID))
	case !sent && e.Method == "exit":
		s.left = true
	case !sent && e.Method != "" && e.ID != nil:
		s.open[string(e.ID)] = true
		s.met = s.met || e.Method == "initialize"
	}
}

// patience is how long the stream waits for answers once its input has ended.
const patience = time.Second

// until waits for a condition, but no longer than patience.
func (s *stream) until(condition func() bool) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		s.mu.Lock()
		done := condition()
		s.mu.Unlock()
		if done {
			return
		}
	}
}

// settle waits for all answers, and for the end of the session if the editor has asked for it.
func (s *stream) settle() {
	left := false
	s.until(func() bool { left = s.left; return left || len(s.open) == 0 })
	if left {
		select {
		case <-s.exit:
		case <-time.After(patience):
		}
	}
}

// Send writes a message without a buffer.
func (s *stream) Send(msg []byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", len(msg))
	b.Write(msg)
	_, err := s.out.Write(b.Bytes())
	s.note(msg, true)
	return err
}

// Recv reads a message. A header that cannot be read ends the stream: where the next
// message begins is not known.
func (s *stream) Recv() ([]byte, error) {
	for {
		n, err := s.header()
		if err != nil {
			if s.exit != nil {
				s.settle()
				if !errors.Is(err, io.EOF) || errors.Is(err, errHeader) {
					s.wrong = err
				}
			}
			return nil, err
		}
		if n > maxMessage {
			if _, err := io.CopyN(io.Discard, s.in, n); err != nil {
				return nil, err
			}
			continue
		}
		var b bytes.Buffer // grows with the bytes that come, whatever length was claimed
		if _, err := io.CopyN(&b, s.in, n); err != nil {
			return nil, err
		}
		s.note(b.Bytes(), false)
		return b.Bytes(), nil
	}
}

// errHeader is the error of a header that cannot be read.
var errHeader = errors.New("the header of a message cannot be read")

// excerpt returns the beginning of what was read, for the text of an error.
func excerpt(line []byte) string {
	const most = 60
	text := strings.TrimSpace(string(line))
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

// header returns the length that a header gives.
func (s *stream) header() (int64, error) {
	n, size := int64(-1), 0
	for first := true; ; first = false {
		line, err := s.in.ReadSlice('\n')
		if errors.Is(err, io.EOF) && first && len(line) == 0 {
			return 0, io.EOF
		}
		if err != nil {
			return 0, fmt.Errorf("%w: %q, and then %v", errHeader, excerpt(line), err)
		}
		if size += len(line); size > maxHeader {
			return 0, fmt.Errorf("%w: it is longer than %d bytes", errHeader, maxHeader)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if n < 0 {
				return 0, fmt.Errorf("%w: it has no Content-Length", errHeader)
			}
			return n, nil
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, fmt.Errorf("%w: %q has no colon", errHeader, excerpt(line))
		}
		if strings.EqualFold(name, "Content-Length") {
			if n, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil || n < 0 {
				return 0, fmt.Errorf("%w: %q is no length", errHeader, excerpt([]byte(value)))
			}
		}
	}
}

// Close does nothing: the streams belong to the caller.
func (s *stream) Close() error { return nil }
