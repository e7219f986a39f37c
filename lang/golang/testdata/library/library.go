// Package library has functions with a mistake (Bad..) and without (Good..) for the properties of the library.
package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"time"
)

var db *sql.DB

func GoodFiles() error {
	f, err := os.Open("x")
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.ReadAll(f)
	return err
}

func BadFiles() error {
	f, err := os.OpenFile("x", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	json.NewEncoder(f).Encode(1)
	f.Close()
	_, err = io.WriteString(f, "late")
	return err
}

func GoodRows() error {
	rows, err := db.Query("select 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(); err != nil {
			return err
		}
	}
	return rows.Err()
}

func BadRows() error {
	rows, err := db.Query("select 1")
	if err != nil {
		return err
	}
	if _, err := os.Stat("x"); err != nil {
		return err
	}
	return rows.Close()
}

func GoodTransactions() error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("insert"); err != nil {
		return err
	}
	return tx.Commit()
}

func BadTransactions() error {
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if _, err := tx.Exec("insert"); err != nil {
		return err
	}
	return tx.Commit()
}

func GoodBodies() error {
	resp, err := http.Get("http://localhost")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func BadBodies() (int, error) {
	resp, err := http.Get("http://localhost")
	if err != nil {
		return 0, err
	}
	if _, err := os.Stat("x"); err != nil {
		return resp.StatusCode, nil
	}
	return 200, resp.Body.Close()
}

func GoodContexts() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	<-ctx.Done()
}

func BadContexts(n bool) {
	ctx, cancel := context.WithCancel(context.Background())
	if n {
		return
	}
	cancel()
	<-ctx.Done()
}

func GoodTickers() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	<-t.C
}

func BadTickers() {
	t := time.NewTicker(time.Second)
	<-t.C
}

func GoodWaitgroups() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go wg.Done()
	}
	wg.Wait()
}

func BadWaitgroups() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		defer wg.Done()
	}()
	wg.Wait()
}

func GoodConnections() error {
	c, err := net.Dial("tcp", "localhost:80")
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Write([]byte("x"))
	return err
}

func BadConnections() error {
	c, err := net.Dial("tcp", "localhost:80")
	if err != nil {
		return err
	}
	if _, err := os.Stat("x"); err != nil {
		return err
	}
	return c.Close()
}

func GoodProcesses() error {
	cmd := exec.Command("true")
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

func BadProcesses() error {
	cmd := exec.Command("true")
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := os.Stat("x"); err != nil {
		return err
	}
	return cmd.Wait()
}

// BadLocks does not unlock where it has nothing to count.
func BadLocks(n bool) {
	var mu sync.Mutex
	mu.Lock()
	if n {
		return
	}
	mu.Unlock()
}

// GoodLocks unlocks on every path, also in a goroutine.
func GoodLocks(n bool) {
	var mu sync.RWMutex
	done := make(chan bool, 1)
	go func() {
		mu.RLock()
		defer mu.RUnlock()
		if n {
			done <- true
			return
		}
		done <- false
	}()
	mu.Lock()
	mu.Unlock()
	<-done
}

// BadHolding sleeps while others wait for the lock.
func BadHolding() {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		time.Sleep(time.Second)
		mu.Unlock()
		done <- true
	}()
	<-done
}

// GoodHolding sleeps while another goroutine holds the lock.
func GoodHolding() {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	time.Sleep(time.Second)
	mu.Lock()
	mu.Unlock()
	<-done
}
