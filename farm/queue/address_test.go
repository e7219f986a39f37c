package queue

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// No text repeats what stands before the host, or what may be a secret because it is no address.
func TestShown(t *testing.T) {
	for address, want := range map[string]string{
		"nats://host:4222":                              "nats://host:4222",
		"host:4222":                                     "nats://host:4222",
		"nats://token@host:4222":                        "nats://***@host:4222",
		"token@host:4222":                               "nats://***@host:4222",
		"tls://ann:pass@host":                           "tls://***@host",
		"nats://ann:p%40ss@host:1":                      "nats://***@host:1",
		"nats://ann:pa@ss@host:1":                       "nats://***@host:1",
		"nats://a:secret@h1:1,nats://b:secret@h2:2":     "nats://***@h1:1,nats://***@h2:2",
		"nats://ann:se,cret@host:1":                     "***,nats://***@host:1",
		"nats://ann:secret":                             "***",
		"nats://ann:sec%zzret@host:1":                   "***",
		"nats://ann:sec ret@host:1":                     "***",
		"nats://host:4222/secret?token=secret#secret":   "nats://host:4222",
		"http://secret@host":                            "***",
		"":                                              "***",
		"nats://ann:secret@host:port":                   "***",
		"nats://[::1]:4222":                             "nats://[::1]:4222",
		" nats://token@host:4222 , nats://token@second": "nats://***@host:4222,nats://***@second",
	} {
		if got := Shown(address); got != want {
			t.Errorf("%q is shown as %q, not %q", address, got, want)
		}
		opt := &Options{URL: address, Token: "secret"}
		for _, text := range []string{fmt.Sprintf("dial %q: secret", address), "parse \"" + address + "\": first", address} {
			if got := opt.clean(text); strings.Contains(got, "secret") || strings.Contains(got, "token@") || strings.Contains(got, "p%40ss") {
				t.Errorf("%q is cleaned to %q", text, got)
			}
		}
	}
}

// The errors of the package that connects have no secrets in their text.
func TestNoSecrets(t *testing.T) {
	for _, address := range []string{"nats://ann:s3cret@127.0.0.1:1", "nats://s3cret@127.0.0.1:1", "nats://ann:s3cret%zz@127.0.0.1:1",
		"nats://ann:s3cret@127.0.0.1:port", "nats://ann:s3cret@[::1", "nats://127.0.0.1:1,nats://ann:s3cret@127.0.0.1:2",
		"ann:s3cret@127.0.0.1:1", "nats://ann:s3cret", "nats://s3 cret@127.0.0.1", "tls://ann:s3cret@127.0.0.1:1"} {
		_, err := Connect(t.Context(), Options{URL: address, Token: "t0ken"})
		if err == nil {
			t.Fatalf("%s is there", address)
		}
		for _, secret := range []string{"s3cret", "s3 cret", "t0ken"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
	opt := &Options{URL: "nats://x"}
	if err := opt.cleanError(fmt.Errorf("a: %w", nats.ErrAuthorization)); !refused(err) {
		t.Errorf("%v is not known any more", err)
	}
}
