package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"flavers/farm/bridge"
	"flavers/farm/child"
	"flavers/internal/english"
	"flavers/internal/flags"
	"flavers/internal/version"
	"flavers/report"
)

// This file has the commands flavers worker and flavers farm.

// processCommand is the hidden command of flavers that does jobs. A worker starts a process with it for each job that
// it does at the same time.
const processCommand = "job-process"

// processVariable has the version for which a process does jobs: that of the program that started it.
const processVariable = "FLAVERS_JOB_PROCESS"

// Worker declares flavers worker.
func Worker(out io.Writer) *cobra.Command {
	f := &Flags{}
	var format string
	var verbose bool
	var metrics string
	cmd := &cobra.Command{
		Use:   "worker --farm ADDRESS",
		Short: "do jobs of a farm",
		Long: `worker takes jobs of the farm at ADDRESS and does them, until it is interrupted: checks
of programs, and parts of explorations. Jobs come from flavers test, explore and others with
--farm. Any number of workers on any machines may help; all have to be of one version.

A job is a model and what is asked about it: no code comes with it, and no file of this
machine is read. Each job runs in a process of its own, within --max-memory and --max-time.

--farm embedded starts the server too, and keeps what it has in a folder. What speaks to farms is
flavers-farm, a program that go install ./cmd/... installs beside this one.

Exit status: 0 it was interrupted, 2 there is no farm, or one of another version.`,
		Example: `  flavers worker --farm embedded
  flavers worker --farm nats://build.example.org:4222 --farm-creds farm.creds`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.Farm == "" {
				return errors.New("worker needs --farm ADDRESS; see: flavers worker --help")
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return f.serve(ctx, out, bridge.Opening{Do: bridge.ForWork, Wait: time.Minute, JSON: format == "json",
				Verbose: verbose, Metrics: metrics})
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.connection(cmd, "the farm")
	f.work(cmd)
	fl.Var(&f.memory, "max-memory", "stop a job that needs more than this `size`, as 4GiB; auto: 75 % of the available memory; 0: no limit")
	_ = f.memory.Set("auto")
	fl.DurationVar(&f.most, "max-time", time.Hour, "stop a job after this `time`; 0: no limit")
	fl.StringVar(&metrics, "metrics", "", "serve metrics for Prometheus at this `host:port`, under /metrics")
	flags.Choice(cmd, &format, "log-format", "text", []string{"text", "json"}, "form of the log: text or json")
	fl.BoolVar(&verbose, "log-jobs", false, "log each job")
	for _, name := range []string{"max-memory", "max-time", "metrics"} {
		flags.Words(cmd, name)
	}
	return cmd
}

// serve connects to the farm and does jobs until ctx ends. The end of ctx is no error.
func (f *Flags) serve(ctx context.Context, out io.Writer, o bridge.Opening) error {
	id, err := version.Identity()
	if err != nil {
		return err
	}
	c, err := f.open(ctx, out, id, o)
	if ctx.Err() != nil && err != nil {
		return nil // it was interrupted while it waited
	}
	if err != nil {
		return err
	}
	if c.Server != "" {
		fmt.Fprintf(out, "flavers: a farm at %s; try: flavers test PATH --farm %[1]s\n", c.Server)
	}
	return errors.Join(c.Work(ctx), c.Close())
}

// Farm declares flavers farm, with its commands.
func Farm(out io.Writer) *cobra.Command {
	root := &cobra.Command{Use: "farm", Short: "say what a farm does, and tidy it up"}
	root.AddCommand(status(out), purge(out))
	return root
}

// withFarm connects to a farm that runs, calls do, and closes the connection.
func (f *Flags) withFarm(cmd *cobra.Command, do func(context.Context, *bridge.Client) error) error {
	if f.Farm == "" || f.Farm == Embedded {
		return fmt.Errorf("%s needs --farm ADDRESS of a farm that runs", cmd.Name())
	}
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	farm, err := f.open(ctx, cmd.ErrOrStderr(), "", bridge.Opening{Do: bridge.ForStatus})
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, farm), farm.Close())
}

// status declares flavers farm status.
func status(out io.Writer) *cobra.Command {
	f := &Flags{}
	var format string
	cmd := &cobra.Command{
		Use:   "status --farm ADDRESS",
		Short: "print the jobs, clients, workers and failures of a farm",
		Long: `status prints how many jobs of a farm wait and run, its clients and workers, and the jobs
that were given up, with the reason. --format prometheus prints metrics.`,
		Example: `  flavers farm status --farm nats://127.0.0.1:4222`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.withFarm(cmd, func(ctx context.Context, farm *bridge.Client) error {
				s, err := farm.Status(ctx)
				if err != nil {
					return err
				}
				switch format {
				case "json":
					return indented(out, s)
				case "prometheus":
					return s.Metrics(out)
				}
				_, err = io.WriteString(out, s.Text())
				return err
			})
		},
	}
	cmd.Flags().SortFlags = false
	f.connection(cmd, "the farm")
	flags.Choice(cmd, &format, "format", "text", []string{"text", "json", "prometheus"}, "what to print: text, json or prometheus")
	return cmd
}

// indented writes a value as indented JSON.
func indented(out io.Writer, x any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(x)
}

// purge declares flavers farm purge.
func purge(out io.Writer) *cobra.Command {
	f := &Flags{}
	var all bool
	var format string
	cmd := &cobra.Command{
		Use:   "purge --farm ADDRESS",
		Short: "remove what clients that are gone left in a farm",
		Long: `purge removes the jobs and results of clients that are gone, and empties the list of jobs that
were given up. What belongs to a client that is there stays. Workers and clients remove jobs
of clients that are gone by themselves; purge does it where none of them is there.

--all also removes the answers and explorations that are kept, and what version the farm is of.
It is refused while a client or a worker is there.`,
		Example: `  flavers farm purge --farm nats://127.0.0.1:4222`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.withFarm(cmd, func(ctx context.Context, farm *bridge.Client) error {
				p, err := farm.Purge(ctx, all)
				if err != nil {
					return err
				}
				if format == "json" {
					return indented(out, p)
				}
				fmt.Fprintf(out, "removed: what %s left behind (%s with jobs, %d with results), and %s that had been given up\n",
					english.Plural(int64(p.Runs), "lost client"), english.Plural(int64(p.Jobs), "message"), p.Results,
					english.Plural(int64(p.Poison), "job"))
				if all {
					fmt.Fprintln(out, "removed: all answers and explorations that were kept")
				}
				if n := len(p.Alive); n > 0 {
					fmt.Fprintf(out, "not touched: %s still there\n", english.Plural(int64(n), "client"))
				}
				return nil
			})
		},
	}
	cmd.Flags().SortFlags = false
	f.connection(cmd, "the farm")
	cmd.Flags().BoolVar(&all, "all", false, "remove answers and explorations that are kept, too; nobody may use the farm")
	flags.Choice(cmd, &format, "format", "text", []string{"text", "json"}, "what to print: text or json")
	return cmd
}

// Process returns the hidden command of the processes that do jobs.
func Process(in io.Reader, out io.Writer) *cobra.Command {
	return &cobra.Command{Use: processCommand, Short: "do jobs that come on standard input", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if os.Getenv(processVariable) == "" {
				return fmt.Errorf("%s is started by flavers worker, not by people", processCommand)
			}
			// Whoever started it ends it, also where all processes of a group get a signal.
			signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			runtime.GOMAXPROCS(1)
			return child.Serve(in, out, os.Getenv(processVariable), func() { os.Exit(report.ExitInput) })
		}}
}
