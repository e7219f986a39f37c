package queue_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"flavers/farm/queue"
)

// This file tests users with passwords, and NATS credentials, against a server that is configured for them as a
// site would do it.

// serve is a NATS server with JetStream on a free port of the loopback interface, and its address without "nats://".
func serve(t *testing.T, o *server.Options) (address string) {
	t.Helper()
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoLog, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20*time.Second) || !s.JetStreamEnabled() {
		t.Fatal("the server does not start")
	}
	_, address, _ = strings.Cut(s.ClientURL(), "://")
	return address
}

// A user and a password stand in the address. No message repeats the password.
func TestPassword(t *testing.T) {
	address := serve(t, &server.Options{Username: "ann", Password: "secret"})
	if err := attempt(t, queue.Options{URL: "nats://ann:secret@" + address}); err != nil {
		t.Error(err)
	}
	for _, user := range []string{"ann:wr0ng@", "bob:wr0ng@", ""} {
		err := attempt(t, queue.Options{URL: "nats://" + user + address})
		if err == nil || !strings.Contains(err.Error(), "Authorization") || !strings.Contains(err.Error(), address) ||
			strings.Contains(err.Error(), "wr0ng") {
			t.Errorf("%q: %v", user, err)
		}
	}
}

// Credentials of a user are those of the operator whom the server trusts.
func TestCredentials(t *testing.T) {
	key := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		pair, err := make()
		if err != nil {
			t.Fatal(err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return pair, public
	}
	signed := func(c jwt.Claims, by nkeys.KeyPair) string {
		text, err := c.Encode(by)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	operator, operatorID := key(nkeys.CreateOperator)
	account, accountID := key(nkeys.CreateAccount)
	_, systemID := key(nkeys.CreateAccount)
	accounts := &server.MemAccResolver{}
	a := jwt.NewAccountClaims(accountID)
	a.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: jwt.NoLimit, MemoryStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
	for id, c := range map[string]*jwt.AccountClaims{accountID: a, systemID: jwt.NewAccountClaims(systemID)} {
		if err := accounts.Store(id, signed(c, operator)); err != nil {
			t.Fatal(err)
		}
	}
	o := jwt.NewOperatorClaims(operatorID)
	o.SystemAccount = systemID
	signed(o, operator)
	address := serve(t, &server.Options{TrustedOperators: []*jwt.OperatorClaims{o}, AccountResolver: accounts, SystemAccount: systemID})

	creds := func(by nkeys.KeyPair) (file string) {
		user, id := key(nkeys.CreateUser)
		seed, err := user.Seed()
		if err != nil {
			t.Fatal(err)
		}
		text, err := jwt.FormatUserConfig(signed(jwt.NewUserClaims(id), by), seed)
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(t.TempDir(), "farm.creds")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	stranger, _ := key(nkeys.CreateAccount)
	for _, c := range []struct{ what, creds, want string }{
		{"a user of the account", creds(account), ""},
		{"a user of an account that the operator does not know", creds(stranger), "Authorization"},
		{"nobody", "", "Authorization"},
		{"no file", filepath.Join(t.TempDir(), "none.creds"), "none.creds"},
	} {
		err := attempt(t, queue.Options{URL: "nats://" + address, Creds: c.creds})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}
