// Package child does jobs in a process of its own, which cannot harm the process that started it. One side is
//
//	p := child.New(defaults, os.Args[0], "job-process")
//	result, err := p.Do(ctx, j, content) // starts the process if there is none
//	p.Close()
//
// and the other, in the new process, is child.Serve(os.Stdin, os.Stdout, version, orphan). A process does one job after
// the other. It is killed if it takes more time or memory than its job allows.
//
// Both sides talk through pipes, in words: a length, and then as many bytes. A job is two words, the job and its
// content; the content is empty if the process has it from the job before. A result is one word.
package child

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"flavers/farm/job"
	"flavers/limit"
)

// Defaults bound every job: one without limits of its own has these, and no job has larger ones. 0 means no limit.
type Defaults struct {
	Time   time.Duration
	Memory int64 // bytes
}

// Process is a process that does jobs.
type Process struct {
	Defaults    Defaults
	Program     []string // the command line
	Environment []string // variables besides those of this process, as "NAME=value"
	Hidden      []string // names of variables of this process that the other one does not get

	cmd     *exec.Cmd // nil while no process runs
	in      io.WriteCloser
	out     *bufio.Reader
	content string // hash of the content that the process has, which need not be sent again
}

// New returns a process that starts with its first job.
func New(d Defaults, program ...string) *Process { return &Process{Defaults: d, Program: program} }

// Crash is the error that a process ended by itself in a job. The job may succeed in another process.
type Crash struct{ Reason string }

func (e *Crash) Error() string { return e.Reason }

// Idle is the error that no process can be started. The job was not tried.
type Idle struct{ Err error }

func (e *Idle) Error() string { return "no process can be started: " + e.Err.Error() }
func (e *Idle) Unwrap() error { return e.Err }

// NotTried marks the error as one of the worker, and not of the job (queue.NotTried).
func (e *Idle) NotTried() {}

// grace is how long a process may go on after the time of its job has ended. Usually it ends the job in time itself.
const grace = 3 * time.Second

// look is the time between checks of the memory of the process.
const look = 100 * time.Millisecond

// Do lets the process do a job. A job that was stopped because of its limits has a result that says so. The error is a
// *Crash if the process ended by itself, an *Idle if none can be started, or that of ctx. If ctx ends, the process is
// stopped.
func (p *Process) Do(ctx context.Context, j *job.Job, content []byte) (*job.Result, error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return nil, &Idle{err}
		}
	}
	// The limits of the job, within the defaults.
	limits := j.Limits
	if limits.Time <= 0 || p.Defaults.Time > 0 && limits.Time > p.Defaults.Time {
		limits.Time = p.Defaults.Time
	}
	if limits.Memory <= 0 || p.Defaults.Memory > 0 && limits.Memory > p.Defaults.Memory {
		limits.Memory = p.Defaults.Memory
	}
	bounded := *j
	bounded.Limits = limits
	// Send the job and read the answer, in the background.
	type answer struct {
		text []byte
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		var sent []byte // nothing if the process has the content
		if p.content != j.Content {
			sent = content
		}
		err := write(p.in, bounded.Encode())
		if err == nil {
			err = write(p.in, sent)
		}
		var text []byte
		if err == nil {
			text, err = read(p.out)
		}
		done <- answer{text, err}
	}()
	// Wait for the answer, or for a limit.
	var late <-chan time.Time
	if limits.Time > 0 {
		timer := time.NewTimer(limits.Time + grace)
		defer timer.Stop()
		late = timer.C
	}
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		select {
		case a := <-done:
			if a.err != nil {
				return nil, &Crash{"the process of the job ended: " + p.ended()}
			}
			p.content = j.Content
			r, err := job.DecodeResult(a.text)
			if err != nil {
				p.stop()
				return nil, &Crash{err.Error()}
			}
			return r, nil
		case <-late:
			p.stop()
			<-done
			return &job.Result{Failed: fmt.Sprintf("the job took longer than %v", limits.Time), Limit: "time"}, nil
		case <-ticker.C:
			// The process keeps to the limit itself, if it can (doJob): so it gets a quarter more before it is killed.
			if used := resident(p.cmd.Process.Pid); limits.Memory > 0 && used > limits.Memory+limits.Memory/4 {
				p.stop()
				<-done
				return &job.Result{Failed: fmt.Sprintf("the job needed more than %d MiB of memory", limits.Memory>>20), Limit: "memory"}, nil
			}
		case <-ctx.Done():
			p.stop()
			<-done
			return nil, ctx.Err()
		}
	}
}

// start starts a process.
func (p *Process) start() error {
	cmd := exec.Command(p.Program[0], p.Program[1:]...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(p.Hidden, name)
	}), p.Environment...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.in, p.out, p.content = cmd, in, bufio.NewReaderSize(out, 64<<10), ""
	return nil
}

// ended waits for the end of a process whose pipe broke, and says how it ended.
func (p *Process) ended() string {
	p.in.Close()
	timer := time.AfterFunc(grace, func() { _ = p.cmd.Process.Kill() })
	err := p.cmd.Wait()
	timer.Stop()
	p.cmd = nil
	if err != nil {
		return err.Error()
	}
	return "without an answer"
}

// stop kills the process.
func (p *Process) stop() {
	_ = p.cmd.Process.Kill()
	p.in.Close()
	_ = p.cmd.Wait()
	p.cmd = nil
}

// Close ends the process.
func (p *Process) Close() {
	if p.cmd != nil {
		p.ended()
	}
}

// Serve does the jobs that come from in until there are no more. If in ends while a job is being done, the process that
// asked is gone, and nobody wants the result. Then Serve calls orphan, which ends this process.
func Serve(in io.Reader, out io.Writer, version string, orphan func()) error {
	type question struct {
		job, content []byte
		err          error
	}
	questions := make(chan question)
	var busy atomic.Bool // a job is being done
	go func() {
		for r := bufio.NewReaderSize(in, 64<<10); ; {
			var q question
			if q.job, q.err = read(r); q.err == nil {
				q.content, q.err = read(r)
			}
			if q.err != nil && busy.Load() {
				orphan()
			}
			questions <- q
			if q.err != nil {
				return
			}
		}
	}()
	runner := &job.Runner{Version: version}
	var content *job.Content
	for {
		q := <-questions
		if errors.Is(q.err, io.EOF) {
			return nil
		}
		if q.err != nil {
			return q.err
		}
		busy.Store(true)
		j := &job.Job{}
		if err := json.Unmarshal(q.job, j); err != nil {
			return err
		}
		if len(q.content) > 0 {
			var err error
			if content, err = job.DecodeContent(q.content, j.Content); err != nil {
				return err
			}
		}
		if content == nil {
			return errors.New("a job came without its content")
		}
		r := doJob(runner, j, content)
		busy.Store(false)
		if err := write(out, r.Encode()); err != nil {
			return err
		}
	}
}

// doJob does a job. It keeps to the limit on memory, except for parts of searches: these are many and short, and who
// started this process watches its memory, too.
func doJob(runner *job.Runner, j *job.Job, content *job.Content) *job.Result {
	ctx := context.Background()
	if j.Kind == job.Search {
		return runner.Run(ctx, j, content)
	}
	ctx, end := limit.Watch(ctx, j.Limits.Memory)
	defer end()
	return runner.Run(ctx, j, content)
}

// largest is the largest length of a word.
const largest = 1 << 30

// write writes a word.
func write(w io.Writer, text []byte) error {
	word := make([]byte, 4, 4+len(text))
	binary.BigEndian.PutUint32(word, uint32(len(text)))
	_, err := w.Write(append(word, text...))
	return err
}

// read reads a word.
func read(r *bufio.Reader) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n > largest {
		return nil, errors.New("a word is too long")
	}
	text := make([]byte, n)
	_, err := io.ReadFull(r, text)
	return text, err
}
