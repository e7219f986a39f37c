// Package locking has methods and functions that the library calls with a lock of its own held, and that ask for it.
package locking

import (
	"expvar"
	"log"
	"log/slog"
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

// deadlock none
// idle
func NoLog() { os.Getenv("x") }
