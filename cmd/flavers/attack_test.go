//go:build unix

package main

// The attack: thousands of inputs that package attack makes of the examples.
//
//	go test ./cmd/flavers -run 'TestAttack$'                                          a hundred
//	go test -tags integration ./cmd/flavers -run TestAttackAll                        ten thousand
//	FLAVERS_RANDOM=100000 FLAVERS_SEED=7 go test ./cmd/flavers -run 'TestAttack$' -timeout 3h
//
// Most run in a few worker processes, one after another; what looks wrong there is
// run in a process of its own before it counts. One in thirty runs in a process of
// its own from the beginning: only there the memory is known.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"flavers/internal/attack"
	random "flavers/internal/trial"
	"flavers/report"
)

func TestAttack(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more time and addresses than the limits allow")
	}
	assault(t, random.Count(t, 100))
}

// inItself is how many inputs there are for one in a process of its own.
const inItself = 30

// message is what a worker says of an input: that it begins, or what was found.
type message struct {
	Seed   uint64
	Begin  bool
	Status int
	Found  finding
}

// batch is a worker: os.Args are the folder of examples, the first seed, the number
// of inputs, and how many seeds each step is.
func batch() {
	examples, err := attack.Read(os.Args[1])
	if err != nil {
		panic(err)
	}
	var n [3]uint64
	for i := range n {
		if n[i], err = strconv.ParseUint(os.Args[i+2], 10, 64); err != nil {
			panic(err)
		}
	}
	say := json.NewEncoder(os.Stdout)
	for seed, last := n[0], n[0]+n[1]*n[2]; seed != last; seed += n[2] {
		say.Encode(message{Seed: seed, Begin: true})
		status, f := quick(attack.New(examples, seed))
		say.Encode(message{Seed: seed, Status: status, Found: f})
	}
}

// quick runs an input in this process, twice.
func quick(in *attack.Input) (status int, f finding) {
	folder, err := os.MkdirTemp("", "flavers-attack-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Chdir(folder); err != nil {
		panic(err)
	}
	defer os.Chdir("/")
	if err := in.Write("."); err != nil {
		return -1, finding{"files", err.Error()}
	}
	first := within(in)
	f = alone(in, first)
	if f.Kind == "" && comparable(in, first) && in.Write(".") == nil {
		f = twice(in, first, within(in))
	}
	return first.status, f
}

// assault attacks with so many inputs.
func assault(t *testing.T, count int) {
	if len(os.Getenv(attackVariable)) > 0 {
		t.Fatalf("%s is set", attackVariable)
	}
	const folder = "../../examples"
	examples, err := attack.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	first := random.FirstSeed(t)
	found := findings{t: t}
	var suspects []message
	var statuses [report.ExitInternal + 1]int
	var lock sync.Mutex
	var all sync.WaitGroup
	workers := uint64(max(1, min(runtime.NumCPU(), count/50)))
	began := time.Now()
	for w := range workers {
		all.Go(func() {
			next := first + w
			for end := first + uint64(count); next < end; {
				last, all := work(folder, next, (end-next+workers-1)/workers, workers)
				lock.Lock()
				for _, m := range all {
					if m.Found.Kind != "" {
						suspects = append(suspects, m)
					}
					if m.Status >= 0 && m.Status < len(statuses) {
						statuses[m.Status]++
					}
				}
				lock.Unlock()
				next = last + workers
			}
		})
	}
	all.Wait()
	exact := 0
	for seed := first; seed < first+uint64(count); seed += inItself {
		in := attack.New(examples, seed)
		if f := judge(in); f.Kind != "" {
			found.add(in, f)
		}
		exact++
	}
	for _, s := range suspects {
		in := attack.New(examples, s.Seed)
		switch f := judge(in); {
		case f.Kind != "":
			found.add(in, f)
		case s.Found.Kind != "overshoot" && s.Found.Kind != "hang": // of what ran before it in that process
			t.Errorf("%s, seed %d, of %s, only after other inputs: %.2000s\n  %s", s.Found.Kind, s.Seed, in.From, s.Found.Text, in)
		}
	}
	if count >= 1000 && slices.Min(statuses[:report.ExitInternal]) < count/50 {
		t.Errorf("there are too few inputs of some exit status: %v", statuses)
	}
	t.Logf("%d inputs from seed %d in %v, exit statuses %v, %d of them in processes of their own, %d looked at again, %d found",
		count, first, time.Since(began).Round(time.Second), statuses, exact, len(suspects), found.n)
}

// work runs inputs in a worker and returns the last seed that was run, and what
// became of each. The last one is a crash if the worker died of it.
func work(folder string, first, count, step uint64) (last uint64, all []message) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self, folder, fmt.Sprint(first), fmt.Sprint(count), fmt.Sprint(step))
	cmd.Env = append(os.Environ(), attackVariable+"=batch", "GOMEMLIMIT=1GiB")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		panic(err)
	}
	hung := time.AfterFunc(2*hanging, func() { cmd.Process.Kill() })
	open := true
	last = first
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var m message
		if json.Unmarshal(lines.Bytes(), &m) != nil {
			continue
		}
		hung.Reset(2 * hanging)
		last, open = m.Seed, m.Begin
		if !m.Begin {
			all = append(all, m)
		}
	}
	cmd.Process.Kill() // it has said all, or too much
	cmd.Wait()
	hung.Stop()
	if open {
		all = append(all, message{Seed: last, Status: -1, Found: finding{"crash", "the process died"}})
	}
	return last, all
}
