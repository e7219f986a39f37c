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
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
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
	assault(live{t}, random.FirstSeed(t), random.Count(t, 100))
}

// inItself is how many inputs there are for one in a process of its own.
const inItself = 30

// message is what a worker says of an input: that it begins, or what was found.
type message struct {
	Seed   uint64
	Begin  bool
	Status int
	Found  finding
	Left   bool // work goes on behind it, and the worker has ended
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
		left := leftBehind() || crowded()
		say.Encode(message{Seed: seed, Status: status, Found: f, Left: left})
		if left {
			return
		}
	}
}

// leftBehind tells whether work goes on that a limit cut off: it would take time and
// memory from the inputs that follow, so the worker ends and another one goes on.
func leftBehind() bool {
	for wait := time.Millisecond; wait < 50*time.Millisecond; wait *= 2 {
		if runtime.NumGoroutine() <= usualGoroutines {
			return false
		}
		time.Sleep(wait)
	}
	return true
}

// crowded tells whether so much memory is in use that it could end the inputs that
// follow: the limit on memory is for the whole process.
func crowded() bool {
	const most = 64 << 20
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.Sys-m.HeapReleased < most {
		return false
	}
	debug.FreeOSMemory()
	runtime.ReadMemStats(&m)
	return m.Sys-m.HeapReleased > most
}

// usualGoroutines: the worker's own, and the one that signals come to.
const usualGoroutines = 2

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
	if f.Kind == "" && again(in, first) && in.Write(".") == nil {
		f = twice(in, first, within(in))
	}
	return first.status, f
}

// examplesFolder is what is attacked.
const examplesFolder = "../../examples"

// assault attacks with so many inputs. What workers find is looked at while they go
// on; what has to do with time is looked at when they are done.
func assault(t reporter, first uint64, count int) {
	examples, err := attack.Read(examplesFolder)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	found := findings{t: t}
	var later []message
	var statuses [report.ExitInternal + 1]int
	began, told := time.Now(), time.Now()
	tell := func(done, of int, what string) {
		if time.Since(told) > 10*time.Second {
			told = time.Now()
			t.Progressf("attack: %d of %d %s in %v, exit statuses %v, %d to be looked at again, %d found", done, of, what,
				time.Since(began).Round(time.Second), statuses, len(later), found.n)
		}
	}
	look := func(s message) {
		in := attack.New(examples, s.Seed)
		switch f := judge(in); {
		case f.Kind != "":
			found.add(in, f)
		case !ofTime(s.Found): // of what ran before it in that process
			t.Progressf("attack: %s, seed %d, only after other inputs: %.300s", s.Found.Kind, s.Seed, s.Found.Text)
			t.Errorf("%s, seed %d, of %s, only after other inputs: %.2000s\n  %s", s.Found.Kind, s.Seed, in.From, s.Found.Text, in)
		}
	}
	done, suspects, left := 0, 0, 0
	for m := range attackers(first, count) {
		if m.Status >= 0 && m.Status < len(statuses) {
			statuses[m.Status]++
		}
		if m.Found.Kind != "" {
			suspects++
		}
		if m.Left {
			left++
		}
		if ofTime(m.Found) {
			later = append(later, m)
		} else if m.Found.Kind != "" {
			look(m)
		}
		done++
		tell(done, count, "inputs")
	}
	if done != count {
		t.Errorf("%d of %d inputs were run", done, count)
	}
	exact := 0
	for seed := first; seed < first+uint64(count); seed += inItself {
		in := attack.New(examples, seed)
		if f := judge(in); f.Kind != "" {
			found.add(in, f)
		}
		exact++
		tell(exact, count/inItself, "processes")
	}
	for _, m := range later {
		look(m)
	}
	if count >= 1000 && slices.Min(statuses[:report.ExitInternal]) < count/50 {
		t.Errorf("there are too few inputs of some exit status: %v", statuses)
	}
	t.Logf("%d inputs from seed %d in %v, exit statuses %v, %d of them in processes of their own, %d looked at again, %d left work behind, %d found",
		count, first, time.Since(began).Round(time.Second), statuses, exact, suspects, left, found.n)
}

// attackers runs inputs in workers and sends what became of each.
func attackers(first uint64, count int) <-chan message {
	out := make(chan message, count)
	var all sync.WaitGroup
	workers := uint64(max(1, min(runtime.NumCPU(), count/50)))
	for w := range workers {
		all.Go(func() {
			next := first + w
			for end := first + uint64(count); next < end; {
				next = work(next, (end-next+workers-1)/workers, workers, out) + workers
			}
		})
	}
	go func() {
		all.Wait()
		close(out)
	}()
	return out
}

// work runs inputs in a worker, sends what became of each, and returns the last seed
// that was run. That one is a crash if the worker died of it, or a hang.
func work(first, count, step uint64, out chan<- message) (last uint64) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self, examplesFolder, fmt.Sprint(first), fmt.Sprint(count), fmt.Sprint(step))
	cmd.Env = append(os.Environ(), attackVariable+"=batch", "GOMEMLIMIT=1GiB")
	said, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		panic(err)
	}
	var late atomic.Bool
	hung := time.AfterFunc(2*hanging, func() { late.Store(true); cmd.Process.Kill() })
	open := true
	last = first
	lines := bufio.NewScanner(said)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var m message
		if json.Unmarshal(lines.Bytes(), &m) != nil {
			continue
		}
		hung.Reset(2 * hanging)
		last, open = m.Seed, m.Begin
		if !m.Begin {
			out <- m
		}
	}
	cmd.Process.Kill() // it has said all, or too much
	cmd.Wait()
	hung.Stop()
	if open {
		f := finding{"crash", "the process died"}
		if late.Load() {
			f = finding{"hang", fmt.Sprintf("it was ended after %v", 2*hanging)}
		}
		out <- message{Seed: last, Status: -1, Found: f}
	}
	return last
}
