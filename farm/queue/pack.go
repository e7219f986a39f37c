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

// This file makes results small enough for a message: long ones are compressed, and those
// that are still too long travel in the object store.

const (
	plain = 16 << 10 // bytes of a result that is not compressed
	most  = 512 << 10
	large = 256 << 20 // bytes that a result may have
)

const (
	packing = "Flavers-Packed" // header: gzip, or the name of an object
	zipped  = "gzip"
)

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
	name := "result-" + hex.EncodeToString(sum[:])
	if err := f.store(ctx, name, b.Bytes()); err != nil {
		return nil, err
	}
	h.Set(packing, name)
	return nil, nil
}

func (f *Farm) unpack(data []byte, h nats.Header) ([]byte, error) {
	how := h.Get(packing)
	if how == "" {
		return data, nil
	}
	if how != zipped {
		ctx, end := context.WithTimeout(context.Background(), time.Minute)
		defer end()
		var err error
		if data, err = f.contents.GetBytes(ctx, how); err != nil {
			return nil, err
		}
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, large+1))
	if len(out) > large {
		err = fmt.Errorf("a result has more than %d bytes", large)
	}
	return out, err
}
