// Package embedded is a NATS server with JetStream in this process, for one machine, for tests, and
// to try a farm with one command:
//
//	s, err := embedded.Start(embedded.Options{Dir: dir})
//	farm, err := queue.Connect(ctx, queue.Options{URL: s.URL(), ...})
//	s.Stop()                              // what is in dir is there the next time
//
// It listens on the loopback interface. Elsewhere it listens only with a token, or with certificates of
// clients.
package embedded

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Options say where the server keeps what it has, and who may use it.
type Options struct {
	Dir    string // folder of streams
	Listen string // HOST:PORT; "": 127.0.0.1:4222. Port 0: any that is free
	Token  string // that clients have to give
	Cert   string // file with the certificate of the server, and Key with its key: TLS
	Key    string
	CA     string // with TLS: clients need a certificate signed by one of these
	// Note gets what the server says of what it could not store, as where its disk is full, each text once; nil: nobody.
	Note func(text string)
}

// Usual is where a server listens where nothing else is said.
const Usual = "127.0.0.1:4222"

// Server is a running server.
type Server struct {
	s    *server.Server
	free func() // the folder
}

// store is how many bytes of disk the streams of the server may have. Without it, a server would give away three
// quarters of what is free, and refuse a farm where that is less than the farm reserves.
const store = 1 << 30

// Start starts a server.
func Start(opt Options) (*Server, error) {
	if opt.Listen == "" {
		opt.Listen = Usual
	}
	host, text, err := net.SplitHostPort(opt.Listen)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("%q is no port", text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if !loopback(host) && opt.Token == "" && (opt.CA == "" || opt.Cert == "") {
		return nil, fmt.Errorf("a server that listens on %s needs a token, or certificates of clients: anybody could use it", host)
	}
	o := &server.Options{ServerName: "flavers", Host: host, Port: port, JetStream: true, StoreDir: opt.Dir,
		NoSigs: true, NoLog: true,
		Authorization: opt.Token, DisableJetStreamBanner: true, MaxPayload: 8 << 20}
	o.JetStreamMaxStore = store
	if opt.Cert != "" {
		if o.TLSConfig, err = security(&opt); err != nil {
			return nil, err
		}
		o.TLS, o.TLSVerify, o.TLSTimeout = true, opt.CA != "", 5
	}
	free, err := usable(&opt)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(o)
	if err != nil {
		free()
		return nil, err
	}
	if opt.Note != nil {
		s.SetLoggerV2(&logger{opt.Note, map[string]bool{}, sync.Mutex{}}, false, false, false)
	}
	go s.Start()
	if !s.ReadyForConnections(20*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		free()
		return nil, fmt.Errorf("the server at %s does not start with what is in %s", opt.Listen, opt.Dir)
	}
	return &Server{s, free}, nil
}

// usable finds out at once what the server would not say: that somebody else has the address, or the folder, or that
// the folder cannot be written. free gives the folder to others.
func usable(opt *Options) (free func(), err error) {
	l, err := net.Listen("tcp", opt.Listen)
	if err != nil {
		return nil, fmt.Errorf("a server cannot listen on %s: %w", opt.Listen, err)
	}
	if err := l.Close(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(opt.Dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		_, err = f.Write([]byte{'\n'}) // a full disk is seen here
	}
	if err != nil {
		return nil, fmt.Errorf("a server cannot keep what it has in %s: %w", opt.Dir, err)
	}
	if !lock(f) {
		_ = f.Close()
		return nil, fmt.Errorf("another server has the folder %s: give this one another with --farm-dir", opt.Dir)
	}
	return func() { _ = f.Close() }, nil
}

// loopback reports whether only this machine reaches an address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func security(opt *Options) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(opt.Cert, opt.Key)
	if err != nil {
		return nil, err
	}
	c := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if opt.CA != "" {
		text, err := os.ReadFile(opt.CA)
		if err != nil {
			return nil, err
		}
		c.ClientCAs, c.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
		if !c.ClientCAs.AppendCertsFromPEM(text) {
			return nil, errors.New(opt.CA + " has no certificates")
		}
	}
	return c, nil
}

// URL returns the address of the server, without its token.
func (s *Server) URL() string { return s.s.ClientURL() }

// Stop ends the server.
func (s *Server) Stop() {
	s.s.Shutdown()
	s.s.WaitForShutdown()
	s.free()
}

// logger notes that a server could not store something. Where a disk is full, clients only see that nothing is
// acknowledged. Errors about single connections are told at their other ends.
type logger struct {
	note func(string)
	said map[string]bool
	mu   sync.Mutex
}

var _ server.Logger = (*logger)(nil)

func (l *logger) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if !strings.Contains(strings.ToLower(text), "write error") && !strings.Contains(text, "failed to store") {
		return
	}
	if strings.Contains(text, "critical write error") { // of a stream, which stores nothing more until it is opened again
		text += "; start the server again when there is room: nothing is lost"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.said[text] {
		l.said[text] = true
		l.note(text)
	}
}

func (l *logger) Fatalf(format string, v ...any) { l.Errorf(format, v...) }
func (*logger) Warnf(string, ...any)             {}
func (*logger) Noticef(string, ...any)           {}
func (*logger) Debugf(string, ...any)            {}
func (*logger) Tracef(string, ...any)            {}
