package child_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"flavers/farm/child"
	"flavers/farm/job"
	"flavers/report"
)

// mode makes this program a process that does jobs: well, or in another way.
const mode = "FLAVERS_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(mode) {
	case "serve":
		if err := child.Serve(os.Stdin, os.Stdout, "1", func() { os.Exit(4) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "hang":
		time.Sleep(time.Minute)
	case "grow":
		var all [][]byte
		for range 100 {
			block := make([]byte, 8<<20)
			for i := range block {
				block[i] = 1
			}
			all = append(all, block)
			time.Sleep(10 * time.Millisecond)
		}
		fmt.Fprintln(os.Stderr, len(all))
	case "die":
		os.Exit(3)
	default:
		os.Exit(m.Run())
	}
}

func process(t *testing.T, what string, d child.Defaults) *child.Process {
	t.Helper()
	p := child.New(d, os.Args[0])
	p.Environment = []string{mode + "=" + what}
	t.Cleanup(p.Close)
	return p
}

func check() (*job.Job, *job.Content) {
	c := &job.Content{Program: job.Source{Name: "p.tfg", Text: "program p\ntask a { event done }\n"},
		Specs: []job.Source{{Name: "p.fsa", Text: "property q { absence of done globally }\n"}}}
	return &job.Job{Kind: job.Check, Version: "1", Content: c.Hash()}, c
}

// A process does one job after the other, and refuses those of another version and wrong content.
func TestProcess(t *testing.T) {
	p := process(t, "serve", child.Defaults{Time: time.Minute, Memory: 1 << 30})
	j, c := check()
	for range 2 {
		r, err := p.Do(t.Context(), j, c.Encode())
		if err != nil || r.Check == nil || r.Check.Results[0].Verdict != report.Violated {
			t.Fatalf("%+v %v", r, err)
		}
	}
	other := *j
	other.Version = "2"
	if r, err := p.Do(t.Context(), &other, c.Encode()); err != nil || !strings.Contains(r.Failed, "version") {
		t.Errorf("another version: %+v %v", r, err)
	}
	wrong, bad := *j, *c
	bad.Program.Text = "no program"
	wrong.Content = bad.Hash()
	if r, err := p.Do(t.Context(), &wrong, bad.Encode()); err != nil || !strings.Contains(r.Failed, "wrong") {
		t.Errorf("a wrong program: %+v %v", r, err)
	}
	forged := *j
	forged.Content = strings.Repeat("0", 64)
	var crash *child.Crash
	if r, err := p.Do(t.Context(), &forged, c.Encode()); !errors.As(err, &crash) {
		t.Errorf("content of another hash: %+v %v", r, err)
	}
	if r, err := p.Do(t.Context(), j, c.Encode()); err != nil || r.Check == nil {
		t.Errorf("after a crash: %+v %v", r, err)
	}
}

// A process whose worker was killed ends, also in the middle of a job that takes long.
func TestOrphan(t *testing.T) {
	_, c := check()
	j := &job.Job{Kind: job.Random, Version: "1", Content: c.Hash(), Setting: job.Setting{Seed: 1, Count: 1 << 40}}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), mode+"=serve")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	for _, text := range [][]byte{j.Encode(), c.Encode()} {
		if _, err := in.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(100 * time.Millisecond) // it has begun
	_ = in.Close()
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 4 {
		t.Errorf("it ended otherwise: %v", cmd.ProcessState)
	}
}

// Time and memory are held, whatever the process does.
func TestLimits(t *testing.T) {
	j, c := check()
	j.Limits.Time = 10 * time.Millisecond
	if r, err := process(t, "hang", child.Defaults{}).Do(t.Context(), j, c.Encode()); err != nil || r.Limit != "time" {
		t.Errorf("time: %+v %v", r, err)
	}
	j.Limits = job.Limits{Memory: 64 << 20}
	if _, err := os.Stat("/proc/self/statm"); err == nil {
		if r, err := process(t, "grow", child.Defaults{}).Do(t.Context(), j, c.Encode()); err != nil || r.Limit != "memory" {
			t.Errorf("memory: %+v %v", r, err)
		}
	}
	var crash *child.Crash
	if r, err := process(t, "die", child.Defaults{}).Do(t.Context(), j, c.Encode()); !errors.As(err, &crash) {
		t.Errorf("a process that ends: %+v %v", r, err)
	}
}
