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
	"strconv"
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
}

// Usual is where a server listens where nothing else is said.
const Usual = "127.0.0.1:4222"

// Server is a running server.
type Server struct{ s *server.Server }

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
	if opt.Cert != "" {
		if o.TLSConfig, err = security(&opt); err != nil {
			return nil, err
		}
		o.TLS, o.TLSVerify, o.TLSTimeout = true, opt.CA != "", 5
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	go s.Start()
	if !s.ReadyForConnections(20*time.Second) || !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, fmt.Errorf("the server does not start: is %s free, and may %s be written?", opt.Listen, opt.Dir)
	}
	return &Server{s}, nil
}

// loopback tells whether only this machine reaches an address.
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

// URL is the address of the server, without its token.
func (s *Server) URL() string { return s.s.ClientURL() }

// Stop ends the server.
func (s *Server) Stop() {
	s.s.Shutdown()
	s.s.WaitForShutdown()
}
