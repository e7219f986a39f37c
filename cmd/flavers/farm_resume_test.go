//go:build integration && unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An exploration whose client ended goes on where it was, with the same result, whatever the client did.
func TestFarmResume(t *testing.T) {
	installFarm(t)
	address := free(t)
	server := process(t, "worker", "--farm", "embedded", "--farm-processes", "1", "--farm-listen", address, "--farm-dir", t.TempDir())
	reachable(t, address)
	t.Setenv(attackVariable, "main") // of processes that do jobs
	for _, args := range [][]string{
		{"explore", filepath.Join("..", "..", "examples", "dpor", "lastzero.tfg"), "--set", "N=12", "--algorithm", "source", "--format", "json", "--no-times"},
		{"explore", filepath.Join("..", "..", "examples", "dining_locks.tfg"), "--set", "N=20", "--algorithm", "states-swarm", "--max-executions", "80",
			"--max-states", "20000", "--format", "json", "--no-times"},
	} {
		want := runReal("", args...)
		args = append(args, "--farm", "nats://"+address, "--farm-processes", "0")
		for pause := 1600 * time.Millisecond; ; pause /= 2 { // a fast machine may have explored all by then
			client := process(t, args...)
			time.Sleep(pause)
			_ = client.Process.Signal(os.Interrupt)
			if client.Wait() != nil { // its status says that not all was explored
				break
			}
			if pause < 50*time.Millisecond {
				t.Fatalf("%v: explored within %v", args, pause)
			}
		}
		got := runReal("", append(args, "--farm-resume")...)
		if got.out != want.out || got.status != want.status || !strings.Contains(got.err, "the exploration goes on after ") {
			t.Errorf("%v: status %d, not %d\n%s\n%s\nwithout a farm\n%s", args, got.status, want.status, got.err, got.out, want.out)
		}
	}
	_ = server.Process.Signal(os.Interrupt)
}
