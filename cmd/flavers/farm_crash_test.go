//go:build integration && unix

package main

// A farm whose workers and server fail: three worker processes, of which one is killed and one stopped past
// its heartbeat, and a server that is started again with its store. Every result is there, and none counts twice.

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"flavers/internal/farm"
	"flavers/internal/roots"
)

// process starts this program as flavers.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), attackVariable+"=main", roots.Variable+"=off")
	return begin(t, cmd)
}

func begin(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // with flavers-farm, and what does jobs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		signalAll(cmd, syscall.SIGCONT)
		signalAll(cmd, syscall.SIGKILL)
		_ = cmd.Wait()
		if text, err := os.ReadFile(log.Name()); err == nil && t.Failed() {
			t.Logf("%v\n%s", cmd.Args[1:], text)
		}
	})
	return cmd
}

// signalAll sends a signal to a process and those that it started, as where a machine fails.
func signalAll(cmd *exec.Cmd, s syscall.Signal) { _ = syscall.Kill(-cmd.Process.Pid, s) }

// servers are ways to start a server that keeps what it has in a folder.
func servers(t *testing.T) map[string]func(address, dir string) *exec.Cmd {
	out := map[string]func(address, dir string) *exec.Cmd{"embedded": func(address, dir string) *exec.Cmd {
		return process(t, "worker", "--farm", farm.Embedded, "--farm-processes", "0", "--farm-listen", address, "--farm-dir", dir)
	}}
	name, err := exec.LookPath("nats-server")
	if err != nil {
		t.Log("nats-server is not installed: the embedded server only")
		return out
	}
	out["nats-server"] = func(address, dir string) *exec.Cmd {
		host, port, _ := net.SplitHostPort(address)
		return begin(t, exec.Command(name, "-js", "-sd", dir, "-a", host, "-p", port))
	}
	return out
}

// free is an address that nobody listens at.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func reachable(t *testing.T, address string) {
	t.Helper()
	for range 200 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no server at " + address)
}

func TestFarmCrash(t *testing.T) {
	installFarm(t)
	suite := t.TempDir()
	for i := range 60 {
		text := fmt.Sprintf("//! expect q holds\nprogram p\nsem s = %d\ntask t[i in 0..%d] { acquire s; event enter(i); event leave(i); release s }\n", 1+i%2, 1+i%4)
		if err := os.WriteFile(filepath.Join(suite, fmt.Sprintf("p%02d.tfg", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(suite, fmt.Sprintf("p%02d.fsa", i)), []byte("property q { existence of enter(0) at most 1 globally }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	exploration := []string{"explore", filepath.Join("..", "..", "examples", "dpor", "lastzero.tfg"), "--set", "N=13", "--algorithm", "source",
		"--format", "json", "--no-times"}
	tests := []string{"test", suite, "--format", "json", "--no-times", "--no-cache"}
	want := map[string]string{}
	for _, args := range [][]string{exploration, tests} {
		got := runReal("", args...)
		if want[args[0]] = got.out; got.status > 1 || got.out == "" {
			t.Fatalf("%v: %+v", args, got)
		}
	}
	for name, server := range servers(t) {
		t.Run(name, func(t *testing.T) {
			address, dir := free(t), t.TempDir()
			s := server(address, dir)
			reachable(t, address)
			url := "nats://" + address
			farm := []string{"--farm", url, "--farm-processes", "0", "--farm-heartbeat", "1500ms"}
			type ended struct {
				args []string
				got  outcome
			}
			done := make(chan ended, 1)
			client := func(args []string) {
				got := runReal("", append(append([]string{}, args...), farm...)...)
				done <- ended{args, got}
			}
			go client(exploration)
			time.Sleep(500 * time.Millisecond) // the farm is of this version, and has the heartbeat
			var workers []*exec.Cmd
			for range 3 {
				workers = append(workers, process(t, "worker", "--farm", url, "--farm-processes", "1"))
			}
			time.Sleep(1200 * time.Millisecond)
			signalAll(workers[0], syscall.SIGKILL)
			signalAll(workers[1], syscall.SIGSTOP)
			time.Sleep(700 * time.Millisecond)
			_ = s.Process.Signal(syscall.SIGTERM)
			_ = s.Wait()
			server(address, dir)
			reachable(t, address)
			time.AfterFunc(2500*time.Millisecond, func() { signalAll(workers[1], syscall.SIGCONT) })
			check := func() {
				t.Helper()
				select {
				case o := <-done:
					if o.got.status > 1 || o.got.out != want[o.args[0]] {
						t.Fatalf("%v: status %d, %s\n%.2000s\nwithout a farm\n%.2000s", o.args, o.got.status, o.got.err, o.got.out, want[o.args[0]])
					}
					t.Log(strings.TrimSpace(o.got.err))
				case <-time.After(90 * time.Second):
					t.Fatal("the client does not end")
				}
			}
			check()
			go client(tests)
			time.Sleep(100 * time.Millisecond)
			signalAll(workers[2], syscall.SIGKILL)
			check()
			// A job that was done twice may still be somewhere, and its second result is stored for a day.
			var farmed struct {
				Waiting, Running int64
				Poison           []any
			}
			text := ""
			for range 40 {
				text = runReal("", "farm", "status", "--farm", url, "--format", "json").out
				if err := json.Unmarshal([]byte(text), &farmed); err != nil {
					t.Fatal(err)
				}
				if farmed.Waiting+farmed.Running == 0 {
					break
				}
				time.Sleep(200 * time.Millisecond)
			}
			if farmed.Waiting+farmed.Running != 0 || len(farmed.Poison) > 0 {
				t.Errorf("afterwards: %s", text)
			}
		})
	}
}
