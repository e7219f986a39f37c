package queue

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
)

// This file makes jobs and results small enough for a message: long ones are compressed, and those that are still too
// long travel in the object store.

const (
	plain = 16 << 10  // bytes that are not compressed
	most  = 512 << 10 // bytes of a message; a server takes 1 MiB, if nothing else is said
	large = 256 << 20 // bytes before they are compressed
)

const (
	packing = "Flavers-Packed" // header: gzip, or the name of an object
	zipped  = "gzip"
)

// pack is data as it travels. It sets the header that says how.
func (f *Farm) pack(ctx context.Context, data []byte, h nats.Header) ([]byte, error) {
	if len(data) <= plain {
		return data, nil
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, err
	}
	h.Set(packing, zipped)
	if b.Len() <= most {
		return b.Bytes(), nil
	}
	sum := sha256.Sum256(b.Bytes())
	name := "message-" + hex.EncodeToString(sum[:])
	if err := f.store(ctx, name, b.Bytes()); err != nil {
		return nil, err
	}
	h.Set(packing, name)
	return nil, nil
}

// unpack returns what pack was given; packed is the header that it has set.
func (f *Farm) unpack(ctx context.Context, data []byte, packed string) ([]byte, error) {
	if packed == "" {
		return data, nil
	}
	if packed != zipped {
		ctx, end := context.WithTimeout(ctx, time.Minute)
		defer end()
		var err error
		if data, err = f.contents.GetBytes(ctx, packed); err != nil {
			return nil, err
		}
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, large+1))
	if len(out) > large {
		err = fmt.Errorf("a message has more than %d bytes", large)
	}
	return out, err
}

// store puts something into the store of contents, unless it is there and stays for a while.
func (f *Farm) store(ctx context.Context, name string, text []byte) error {
	if info, err := f.contents.GetInfo(ctx, name); err == nil && time.Since(info.ModTime) < contentsNew {
		return nil
	}
	_, err := f.contents.PutBytes(ctx, name, text)
	return err
}
