//go:build unix

package main

// The attack: thousands of inputs that package attack makes of the examples.
//
//	go test ./cmd/flavers -run 'TestAttack$'                                          a hundred
//	go test -tags integration ./cmd/flavers -run TestAttackAll                        as many as fit into 90 s
//	FLAVERS_RANDOM=100000 FLAVERS_SEED=7 go test ./cmd/flavers -run 'TestAttack$' -timeout 3h
//
// Most run in a few worker processes, one after another; what looks wrong there is
// run in a process of its own before it counts. One in thirty runs in a process of
// its own from the beginning: only there the memory is known.

import (
	"bufio"
	"context"
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
	assault(live{t}, extent{first: random.FirstSeed(t), count: random.Count(t, 50)})
}

// extent is how far an attack goes: so many inputs from a seed on. With a time, inputs
// are taken until most of it is over, and at least so many whatever time they take.
type extent struct {
	first        uint64
	count, least int
	time         time.Duration // 0: no end
	keep         string        // a folder for what is found; "": one of its own
}

// until returns a function that reports whether to go on after it was done so many times: in any case before least, and
// then before the end.
func (e extent) until(end time.Time, least int) func(done int) bool {
	return func(done int) bool { return e.time == 0 || done < least || time.Now().Before(end) }
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
func attackBatch() {
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

// leftBehind reports whether work goes on that a limit cut off: it would take time and
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

// crowded reports whether so much memory is in use that it could end the inputs that
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

// assault attacks. What workers find is looked at while they go on; what has to do
// with time is looked at when they are done.
func assault(t reporter, e extent) {
	examples, err := attack.Read(examplesFolder)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	found := findings{t: t, keep: e.keep}
	var later []message
	var statuses [report.ExitInternal + 1]int
	began, told := time.Now(), time.Now()
	ctx := context.Background() // ends long after everything has been done
	if e.time > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, 4*e.time)
		defer cancel()
	}
	tell := func(done, of int, what string) {
		if time.Since(told) > 10*time.Second {
			told = time.Now()
			t.Progressf("attack: %d of %d %s in %v, exit statuses %v, %d to be looked at again, %d found", done, of, what,
				time.Since(began).Round(time.Second), statuses, len(later), found.n)
		}
	}
	look := func(s message) {
		in := attack.New(examples, s.Seed)
		switch f := judge(ctx, in); {
		case ctx.Err() != nil:
			t.Errorf("%s, seed %d, of %s: there was no time to look at it again: %.2000s", s.Found.Kind, s.Seed, in.From, s.Found.Text)
		case f.Kind != "":
			found.add(in, f)
		case !ofTime(s.Found): // of what ran before it in that process
			t.Progressf("attack: %s, seed %d, only after other inputs: %.300s", s.Found.Kind, s.Seed, s.Found.Text)
			t.Errorf("%s, seed %d, of %s, only after other inputs: %.2000s\n  %s", s.Found.Kind, s.Seed, in.From, s.Found.Text, in)
		}
	}
	done, suspects, left := 0, 0, 0
	for m := range attackers(e, e.until(began.Add(e.time/6*5), e.least)) {
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
		tell(done, e.count, "inputs")
	}
	if done != e.count && e.time == 0 || done < e.least {
		t.Errorf("%d of %d inputs were run", done, e.count)
	}
	exact, more := 0, e.until(began.Add(e.time), e.least/inItself)
	for n := 0; n < done && more(exact); n += inItself {
		in := attack.New(examples, e.first+uint64(n))
		if f := judge(ctx, in); f.Kind != "" {
			found.add(in, f)
		}
		exact++
		tell(exact, done/inItself, "processes")
	}
	for _, m := range later {
		look(m)
	}
	if done >= 1000 && slices.Min(statuses[:report.ExitInternal]) < done/50 {
		t.Errorf("there are too few inputs of some exit status: %v", statuses)
	}
	t.Logf("%d of %d inputs from seed %d in %v, exit statuses %v, %d of them in processes of their own, %d looked at again, %d left work behind, %d found",
		done, e.count, e.first, time.Since(began).Round(time.Second), statuses, exact, suspects, left, found.n)
}

// attackers runs inputs in workers, as long as more says of how many there were, and
// sends what became of each.
func attackers(e extent, more func(done int) bool) <-chan message {
	out := make(chan message, e.count)
	var all sync.WaitGroup
	var done atomic.Int64
	folder, err := os.MkdirTemp("", "flavers-attackers-")
	if err != nil {
		panic(err)
	}
	each := func(m message) (goOn bool) {
		out <- m
		return more(int(done.Add(1)))
	}
	workers := uint64(max(1, min(runtime.NumCPU(), e.count/50)))
	for w := range workers {
		all.Go(func() {
			next, goOn := e.first+w, true
			for end := e.first + uint64(e.count); goOn && next < end; next += workers {
				next, goOn = work(folder, next, (end-next+workers-1)/workers, workers, each)
			}
		})
	}
	go func() {
		all.Wait()
		os.RemoveAll(folder) // where a worker was killed
		close(out)
	}()
	return out
}

// work runs inputs in a worker, tells what became of each while it is to go on, and
// returns the last seed that was run. That one is a crash if the worker died of it, or
// a hang.
func work(folder string, first, count, step uint64, each func(message) bool) (last uint64, goOn bool) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self, examplesFolder, fmt.Sprint(first), fmt.Sprint(count), fmt.Sprint(step))
	cmd.Env = append(os.Environ(), attackVariable+"=batch", "GOMEMLIMIT=1GiB", "TMPDIR="+folder)
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
	last, goOn = first, true
	lines := bufio.NewScanner(said)
	lines.Buffer(nil, 1<<26)
	for goOn && lines.Scan() {
		var m message
		if json.Unmarshal(lines.Bytes(), &m) != nil {
			continue
		}
		hung.Reset(2 * hanging)
		if last, open = m.Seed, m.Begin; !open {
			goOn = each(m)
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
		goOn = each(message{Seed: last, Status: -1, Found: f})
	}
	return last, goOn
}
