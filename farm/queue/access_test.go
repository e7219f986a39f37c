package queue_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flavers/farm/embedded"
	"flavers/farm/queue"
)

// This file tests who may use a server: tokens, certificates, and where it listens without either.

// authority signs certificates.
type authority struct {
	file string // with its certificate
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{cert: &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}}
	a.file, _, a.key = write(t, a.cert, nil)
	return a
}

// sign writes a certificate for a server on the loopback interface, or for a client, that is valid for so long.
func (a *authority) sign(t *testing.T, valid time.Duration) (cert, key string) {
	t.Helper()
	c := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "someone"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotAfter: time.Now().Add(valid), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	cert, key, _ = write(t, c, a)
	return cert, key
}

// write makes a key and has by sign the certificate (nil: its own key does).
func write(t *testing.T, c *x509.Certificate, by *authority) (cert, key string, made *ecdsa.PrivateKey) {
	t.Helper()
	made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.NotBefore = time.Now().Add(-2 * time.Hour)
	if c.NotAfter.IsZero() {
		c.NotAfter = time.Now().Add(time.Hour)
	}
	parent, signer := c, made
	if by != nil {
		parent, signer = by.cert, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &made.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	text, err := x509.MarshalECPrivateKey(made)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, b := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: text}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key, made
}

// listen is a server on a free port of the loopback interface, and its address with TLS.
func listen(t *testing.T, opt embedded.Options) (url string) {
	t.Helper()
	opt.Dir, opt.Listen = t.TempDir(), "127.0.0.1:0"
	s, err := embedded.Start(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	_, address, _ := strings.Cut(s.URL(), "://")
	return "tls://" + address
}

// attempt connects, and does a job if it may.
func attempt(t *testing.T, opt queue.Options) error {
	t.Helper()
	opt.Version = version
	f, err := queue.Connect(t.Context(), opt)
	if err != nil {
		return err
	}
	t.Cleanup(f.Close)
	work(t, f, empty)
	run, err := f.Begin(t.Context())
	if err != nil {
		return err
	}
	defer run.Close()
	j, c := program(0)
	if err := run.Submit(t.Context(), "0", j, c); err != nil {
		return err
	}
	if d := <-run.Done(); d.Result.Failed != "" {
		t.Error(d.Result.Failed)
	}
	return nil
}

// A server with a certificate: clients trust it if they trust who signed it, and no other one. A token
// is asked for as without TLS.
func TestTLS(t *testing.T) {
	ours, other := newAuthority(t), newAuthority(t)
	cert, key := ours.sign(t, time.Hour)
	url := listen(t, embedded.Options{Cert: cert, Key: key, Token: "secret"})
	plain := "nats" + strings.TrimPrefix(url, "tls")
	for _, c := range []struct {
		what string
		opt  queue.Options
		want string // in the error; "": there is none
	}{
		{"all is right", queue.Options{URL: url, CA: ours.file, Token: "secret"}, ""},
		{"an address without TLS, and an authority", queue.Options{URL: plain, CA: ours.file, Token: "secret"}, ""},
		{"another authority", queue.Options{URL: url, CA: other.file, Token: "secret"}, "certificate signed by unknown authority"},
		{"those of the system", queue.Options{URL: url, Token: "secret"}, "certificate signed by unknown authority"},
		{"another token", queue.Options{URL: url, CA: ours.file, Token: "guess"}, "Authorization"},
		{"no token", queue.Options{URL: url, CA: ours.file}, "Authorization"},
		{"another name", queue.Options{URL: strings.Replace(url, "127.0.0.1", "localhost", 1), CA: ours.file, Token: "secret"}, "localhost"},
		{"no file", queue.Options{URL: url, CA: filepath.Join(t.TempDir(), "none.pem"), Token: "secret"}, "no such file"},
	} {
		began := time.Now()
		c.opt.Wait = 30 * time.Second // for a server that is not there; this one is
		if err := attempt(t, c.opt); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
		if d := time.Since(began); d > 20*time.Second {
			t.Errorf("%s: it took %v to say so", c.what, d)
		}
	}
	open := "tls" + strings.TrimPrefix(start(t).URL(), "nats")
	began := time.Now()
	err := attempt(t, queue.Options{URL: open, CA: ours.file, Wait: 30 * time.Second})
	if err == nil || !strings.Contains(err.Error(), open) || !strings.Contains(err.Error(), "secure connection not available") {
		t.Errorf("TLS where there is none: %v", err)
	}
	if d := time.Since(began); d > 10*time.Second {
		t.Errorf("TLS where there is none: it took %v to say so", d)
	}
	oldCert, oldKey := ours.sign(t, -time.Hour)
	old := listen(t, embedded.Options{Cert: oldCert, Key: oldKey})
	if err := attempt(t, queue.Options{URL: old, CA: ours.file}); err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("a certificate that has expired: %v", err)
	}
}

// A server that asks clients for certificates takes those of its authority.
func TestClientCertificates(t *testing.T) {
	ours, other := newAuthority(t), newAuthority(t)
	cert, key := ours.sign(t, time.Hour)
	url := listen(t, embedded.Options{Cert: cert, Key: key, CA: ours.file})
	mine, mineKey := ours.sign(t, time.Hour)
	foreign, foreignKey := other.sign(t, time.Hour)
	if err := attempt(t, queue.Options{URL: url, CA: ours.file, Cert: mine, Key: mineKey}); err != nil {
		t.Errorf("a certificate of the authority: %v", err)
	}
	if err := attempt(t, queue.Options{URL: url, CA: ours.file, Cert: foreign, Key: foreignKey}); err == nil {
		t.Error("a certificate of another authority is enough")
	}
	if err := attempt(t, queue.Options{URL: url, CA: ours.file}); err == nil {
		t.Error("no certificate is asked for")
	}
}

// A server that others can reach asks for a token, or for certificates. TLS alone lets anybody in.
func TestListen(t *testing.T) {
	ours := newAuthority(t)
	cert, key := ours.sign(t, time.Hour)
	for _, c := range []struct {
		listen string
		opt    embedded.Options
		may    bool
	}{
		{"127.0.0.1:0", embedded.Options{}, true},
		{"localhost:0", embedded.Options{}, true},
		{"0.0.0.0:0", embedded.Options{}, false},
		{"[::]:0", embedded.Options{}, false},
		{":0", embedded.Options{}, false},
		{"192.0.2.1:0", embedded.Options{}, false},
		{"127.0.0.1.example.org:0", embedded.Options{}, false},
		{"0.0.0.0:0", embedded.Options{Cert: cert, Key: key}, false},
		{"0.0.0.0:0", embedded.Options{CA: ours.file}, false},
		{"0.0.0.0:0", embedded.Options{Token: "secret"}, true},
		{"0.0.0.0:0", embedded.Options{Cert: cert, Key: key, CA: ours.file}, true},
	} {
		c.opt.Dir, c.opt.Listen = t.TempDir(), c.listen
		s, err := embedded.Start(c.opt)
		if err == nil {
			s.Stop()
		}
		if (err == nil) != c.may || !c.may && !strings.Contains(err.Error(), "anybody could use it") {
			t.Errorf("%s with %+v: %v", c.listen, c.opt, err)
		}
	}
}
