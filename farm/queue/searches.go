package queue

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"flavers/farm/store"
)

// This file keeps how far explorations are, so that another client can go on where one ended.

func search(key string) string { return "search-" + key }

// KeepSearch keeps how far an exploration is, in place of what was kept before.
func (f *Farm) KeepSearch(ctx context.Context, key string, data []byte) error {
	_, err := f.searches.PutBytes(ctx, search(key), store.Seal(key, data))
	return err
}

// KeptSearch returns how far an exploration was; nil: nothing is kept.
func (f *Farm) KeptSearch(ctx context.Context, key string) ([]byte, error) {
	sealed, err := f.searches.GetBytes(ctx, search(key))
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return store.Unseal(key, sealed)
}

// ForgetSearch removes what is kept of an exploration that is over.
func (f *Farm) ForgetSearch(ctx context.Context, key string) {
	_ = f.searches.Delete(ctx, search(key)) // otherwise it goes later
}
