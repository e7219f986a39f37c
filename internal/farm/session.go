// Package farm has the flags and commands of farms. A command that can give its jobs to a farm uses it like this:
//
//	f := &farm.Flags{}
//	f.Declare(cmd)                                   // --farm and the flags that go with it
//	s, err := f.Open(ctx, stderr, version, progress)
//	pool.Queue = s                                   // jobs go to the farm
//	s.Close()
//
// Such a command also does jobs of the farm itself, in --farm-processes processes.
//
// The package also has the commands flavers worker and flavers farm (commands.go), and the hidden command of the
// processes that do jobs.
//
// The program that speaks to a farm is flavers-farm, at the other end of a pipe (farm/bridge). So flavers does not link
// the code of the queue.
package farm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"flavers/farm/bridge"
	"flavers/farm/job"
	"flavers/internal/english"
	"flavers/internal/flags"
	"flavers/internal/printable"
	"flavers/internal/sibling"
	"flavers/internal/version"
)

// Embedded is the name of a farm whose server this command starts.
const Embedded = bridge.Embedded

// program is the name of the program that speaks to farms.
const program = "flavers-farm"

// tokenVariable is the environment variable with the token for a farm. Unlike a flag, nobody can see it in a list of
// processes.
const tokenVariable = "FLAVERS_FARM_TOKEN"

// Flags has the values of the flags of farms.
type Flags struct {
	// How to connect. The usages in the method connection say what each means.
	Farm      string // "" without a farm
	creds     string
	token     string
	ca        string
	cert, key string

	// Taking part.
	listen    string
	dir       string
	heartbeat time.Duration
	processes int           // of this command, for jobs; -1: one for each processor
	memory    flags.Size    // limit of each job
	most      time.Duration // limit of each job of a worker; 0: none
	each      time.Duration // limit of each job that this command gives to the farm; 0: that of the worker

	resume bool
}

// connection declares the flags of every command that connects to a farm. what says in a few words what the command
// does with it.
func (f *Flags) connection(cmd *cobra.Command, what string) {
	fl := cmd.Flags()
	fl.StringVar(&f.Farm, "farm", "", what+": the `address` of a NATS server with JetStream, as nats://host:4222, or embedded")
	fl.StringVar(&f.creds, "farm-creds", "", "of a farm: `file` with NATS credentials")
	fl.StringVar(&f.token, "farm-token", "", "of a farm: `token`; better in the environment, as "+tokenVariable)
	fl.StringVar(&f.ca, "farm-tls-ca", "", "of a farm: `file` with the certificates that others' are signed by: TLS")
	fl.StringVar(&f.cert, "farm-tls-cert", "", "of a farm: `file` with a certificate")
	fl.StringVar(&f.key, "farm-tls-key", "", "of a farm: `file` with its key")
	for _, name := range []string{"farm-creds", "farm-tls-ca", "farm-tls-cert", "farm-tls-key"} {
		_ = cmd.MarkFlagFilename(name) // it is declared
	}
	flags.Words(cmd, "farm", Embedded)
	flags.Words(cmd, "farm-token")
}

// work declares the flags of commands that do jobs.
func (f *Flags) work(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "farm-listen", bridge.Usual,
		"of --farm embedded: listen at this `host:port`; port 0 is any that is free")
	fl.StringVar(&f.dir, "farm-dir", "", "of --farm embedded: the `folder` in which the server keeps what it has")
	fl.DurationVar(&f.heartbeat, "farm-heartbeat", 0, "`time` without a sign of life after which a job goes to another worker; 0: 30s")
	fl.IntVar(&f.processes, "farm-processes", -1, "do jobs in this `number` of processes; -1: one for each processor")
	for _, name := range []string{"farm-listen", "farm-heartbeat", "farm-processes"} {
		flags.Words(cmd, name)
	}
	_ = cmd.MarkFlagDirname("farm-dir") // it is declared
}

// Declare declares the flags of a command whose jobs can go to a farm.
func (f *Flags) Declare(cmd *cobra.Command) {
	f.connection(cmd, "give the work to a farm")
	f.work(cmd)
}

// DeclareExplore declares the flags of flavers explore.
func (f *Flags) DeclareExplore(cmd *cobra.Command) {
	f.Declare(cmd)
	cmd.Flags().BoolVar(&f.resume, "farm-resume", false, "go on where the same exploration in the farm was ended")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if f.resume && f.Farm == "" {
			return errors.New("--farm-resume needs --farm")
		}
		return nil
	}
}

// Session is a connection to a farm with a run of jobs.
type Session struct {
	*bridge.Client
	cancel context.CancelFunc
	worked sync.WaitGroup
	err    io.Writer

	mutex  sync.Mutex     // protects what follows
	jobsOf map[string]int // by worker: the number of jobs that it has done
	failed int            // the number of these that failed
	sent   int            // the number of jobs that were submitted
	began  time.Time
	shown  time.Time    // when progress was shown last
	show   func(string) // shows a line of progress; may be nil
}

// open starts flavers-farm and lets it connect to the farm. o has the purpose, and what only some purposes need; open
// fills in the rest. id is the version that jobs are for. Lines of the log, and what a person has to know, go to out.
func (f *Flags) open(ctx context.Context, out io.Writer, id string, o bridge.Opening) (*bridge.Client, error) {
	if (f.cert == "") != (f.key == "") {
		return nil, errors.New("--farm-tls-cert and --farm-tls-key go together")
	}
	path := sibling.Find(program)
	if path == "" {
		return nil, fmt.Errorf("--farm needs %s, a program of its own, which is neither beside this one nor in the path: "+
			"%s%[1]s", program, sibling.HowToInstall)
	}
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	o.URL, o.Creds, o.CA, o.Cert, o.Key, o.Heartbeat, o.Listen, o.Dir = f.Farm, f.creds, f.ca, f.cert, f.key, f.heartbeat,
		f.listen, f.dir
	if o.Token = f.token; o.Token == "" {
		o.Token = os.Getenv(tokenVariable)
	}
	o.Commit, o.Version, o.Processes = version.Commit(), id, f.number()
	o.Program, o.Environment = []string{self, processCommand}, []string{"GOMAXPROCS=1", processVariable + "=" + id}
	o.Time, o.Memory = f.most, f.memory.Limit()
	return bridge.Start(ctx, path, o, []string{tokenVariable}, out,
		func(text string) { fmt.Fprintf(out, "flavers: %s\n", printable.Line(text)) })
}

// Open begins a run of jobs in the farm, and does jobs of the farm itself until the run ends. show shows a line of
// progress, and may be nil.
func (f *Flags) Open(ctx context.Context, out io.Writer, version string, show func(string)) (*Session, error) {
	c, err := f.open(ctx, out, version, bridge.Opening{Do: bridge.ForJobs})
	if err != nil {
		return nil, err
	}
	s := &Session{Client: c, err: out, jobsOf: map[string]int{}, began: time.Now(), show: show}
	if c.Server != "" {
		fmt.Fprintf(out, "flavers: a farm at %s; to help: flavers worker --farm %[1]s\n", c.Server)
	}
	var working context.Context
	working, s.cancel = context.WithCancel(ctx)
	if f.number() > 0 {
		s.worked.Go(func() {
			if err := c.Work(working); err != nil {
				fmt.Fprintf(out, "flavers: this command does no jobs: %v\n", err)
			}
		})
	}
	return s, nil
}

// number returns the number of processes of this command that do jobs.
func (f *Flags) number() int {
	if f.processes < 0 {
		return runtime.GOMAXPROCS(0)
	}
	return f.processes
}

// Submit gives a job to the farm.
func (s *Session) Submit(ctx context.Context, id string, j *job.Job, content *job.Content) error {
	err := s.Client.Submit(ctx, id, j, content)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.sent++
	s.progress()
	return err
}

// Next waits for the next result, of any job, and returns it with the name of the job.
func (s *Session) Next(ctx context.Context) (id string, r *job.Result, err error) {
	select {
	case <-ctx.Done():
		return "", nil, context.Cause(ctx)
	case d, ok := <-s.Done():
		if !ok {
			return "", nil, fmt.Errorf("the farm at %s is gone", s.Address)
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.jobsOf[d.Result.Worker]++
		if d.Result.Failed != "" {
			s.failed++
		}
		s.progress()
		return d.ID, d.Result, nil
	}
}

// progress shows how far the run is, at most once a second. The caller holds s.mutex.
func (s *Session) progress() {
	if s.show == nil || time.Since(s.shown) < time.Second {
		return
	}
	s.shown = time.Now()
	done := 0
	for _, n := range s.jobsOf {
		done += n
	}
	rate := float64(done) / time.Since(s.began).Seconds()
	text := fmt.Sprintf("farm: %d of %d jobs done, %d failed, %s, %.1f a second", done, s.sent, s.failed,
		english.Plural(int64(len(s.jobsOf)), "worker"), rate)
	if done > 0 && rate > 0 {
		text += fmt.Sprintf(", %v left", time.Duration(float64(s.sent-done)/rate*float64(time.Second)).Round(time.Second))
	}
	s.show(text)
}

// Summary says in a line how many jobs each worker did.
func (s *Session) Summary() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	total := 0
	var list []string
	for name, n := range s.jobsOf {
		total += n
		list = append(list, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(list)
	text := fmt.Sprintf("farm: %s in %.1f s", english.Plural(int64(total), "job"), time.Since(s.began).Seconds())
	if s.failed > 0 {
		text += fmt.Sprintf(", %d failed", s.failed)
	}
	if total > 0 {
		text += "; by worker: " + strings.Join(list, ", ")
	}
	return text
}

// Close ends the run, prints the summary, and ends the server if this command started it.
func (s *Session) Close() {
	fmt.Fprintln(s.err, s.Summary())
	s.cancel()
	s.worked.Wait()
	if err := s.Client.Close(); err != nil {
		fmt.Fprintf(s.err, "flavers: %s\n", printable.Line(err.Error()))
	}
}
