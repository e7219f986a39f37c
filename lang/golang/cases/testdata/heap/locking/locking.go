// Package locking has methods and functions that the library calls with a lock of its own held, and that ask for it.
package locking

import (
	"bytes"
	"context"
	"crypto/tls"
	"database/sql"
	"encoding/gob"
	"expvar"
	"log"
	"log/slog"
	"net/http/cookiejar"
	"net/textproto"
	"net/url"
	"os"
)

// back logs what it has written.
type back struct{}

func (back) Write(p []byte) (int, error) {
	log.Print("written")
	return len(p), nil
}

// deadlock unknown
// ledger U11
func Print() {
	log.SetOutput(back{})
	log.Print("x")
}

// deadlock unknown
// ledger U11
func OfLogger() {
	log.New(back{}, "", 0).Println("x")
}

// deadlock unknown
// ledger U11
func Structured() {
	slog.New(slog.NewTextHandler(back{}, nil)).Info("x")
}

// printer is what has a logger, for others.
type printer interface{ Printf(string, ...any) }

// far writes to a logger that it does not name.
type far struct{ to printer }

func (f far) Write(p []byte) (int, error) {
	f.to.Printf("written")
	return len(p), nil
}

// deadlock unknown
// ledger U10 U11
func OfInterface() {
	l := log.New(nil, "", 0)
	l.SetOutput(far{l})
	l.Print("x")
}

func publish() { expvar.Publish("m", new(expvar.Int)) }

// deadlock unknown
// ledger U11
func Variables() {
	expvar.Do(func(expvar.KeyValue) { publish() })
}

// deadlock unknown
// ledger U11
func VariablesOfMap() {
	m := new(expvar.Map)
	m.Do(func(v expvar.KeyValue) { m.Delete(v.Key) })
}

// deadlock unknown
// ledger U11
func TextOfMap() string {
	m := new(expvar.Map)
	m.Set("keys", expvar.Func(func() any { m.Init(); return 0 }))
	return m.String()
}

// scanner closes the rows that are read.
type scanner struct{ of *sql.Rows }

func (s *scanner) Scan(any) error { return s.of.Close() }

// deadlock unknown
// ledger U11
func Rows() {
	db, _ := sql.Open("x", "")
	rows, err := db.Query("x")
	if err == nil && rows.Next() {
		rows.Scan(&scanner{rows})
	}
}

// deadlock unknown
// ledger U11
func Raw() {
	db, _ := sql.Open("x", "")
	c, _ := db.Conn(context.Background())
	c.Raw(func(any) error { return c.PingContext(context.Background()) })
}

// deadlock unknown
// ledger U13
func Connections() {
	db, _ := sql.Open("x", "")
	db.SetMaxOpenConns(1)
	if tx, err := db.Begin(); err == nil {
		db.Exec("x")
		tx.Commit()
	}
}

// itself is encoded by the encoder that has it.
type itself struct{ of *gob.Encoder }

func (i itself) GobEncode() ([]byte, error) { return nil, i.of.Encode(1) }

// deadlock unknown
// ledger U11
func Encoded() {
	e := gob.NewEncoder(new(bytes.Buffer))
	e.Encode(itself{e})
}

// deadlock unknown
// ledger U11
func Handshake() {
	var c *tls.Conn
	c = tls.Client(nil, &tls.Config{VerifyConnection: func(tls.ConnectionState) error { return c.Handshake() }})
	c.Handshake()
}

// suffixes asks the jar that asks it.
type suffixes struct{ jar *cookiejar.Jar }

func (s *suffixes) PublicSuffix(string) string {
	s.jar.Cookies(nil)
	return ""
}

func (*suffixes) String() string { return "" }

// deadlock unknown
// ledger U11
func Cookies() {
	s := &suffixes{}
	s.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: s})
	s.jar.SetCookies(&url.URL{Host: "a.b"}, nil)
}

// deadlock unknown
// ledger U13
func InTurn() {
	var p textproto.Pipeline
	p.Next()
	p.StartRequest(p.Next())
}

// deadlock none
// idle
func NoLog() { os.Getenv("x") }
