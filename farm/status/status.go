// Package status says what a farm does, for people and as metrics in the text format of Prometheus:
//
//	fmt.Print(s.Text())
//	s.Metrics(w)
package status

import (
	"fmt"
	"io"
	"strings"
	"time"

	"flavers/internal/english"
	"flavers/internal/printable"
)

// Farm is the state of a farm.
type Farm struct {
	URL      string   `json:"url"`
	Version  string   `json:"version"`
	Waiting  int64    `json:"waiting"` // jobs, also those that clients still have
	Running  int64    `json:"running"` // messages that workers have, of one or many jobs
	Again    int64    `json:"again"`   // jobs that were given to another worker, and are not done
	Results  int64    `json:"results"` // of runs that have not ended
	Verdicts int64    `json:"verdicts"`
	Runs     []Run    `json:"runs"`
	Workers  []Worker `json:"workers"`
	Poison   []Poison `json:"poison"`
}

// Run is the jobs of one client that is there.
type Run struct {
	Name    string `json:"name"`
	Host    string `json:"host"`
	Version string `json:"version"`
	Open    int64  `json:"open"` // jobs without a result
}

// Worker is one worker.
type Worker struct {
	Name      string    `json:"name"`
	Processes int       `json:"processes"`
	Running   int64     `json:"running"`
	Done      int64     `json:"done"`
	Failed    int64     `json:"failed"`
	Seconds   float64   `json:"seconds"` // of its jobs
	Since     time.Time `json:"since"`
}

// Poison is a job that was given up.
type Poison struct {
	Job      string `json:"job"`
	Program  string `json:"program,omitempty"`
	Reason   string `json:"reason"`
	Attempts int    `json:"attempts"`
}

// Purged is what was removed, and what was not.
type Purged struct {
	Runs    int      `json:"runs"`    // whose client is gone
	Jobs    uint64   `json:"jobs"`    // messages
	Results uint64   `json:"results"` // messages
	Poison  int      `json:"poison"`  // entries of the list of jobs that were given up
	Kept    int      `json:"kept"`    // streams of answers and explorations that were emptied
	Alive   []string `json:"alive"`   // runs whose client is there: nothing of them was removed
}

// Text returns the state for people.
func (f *Farm) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "farm %s, version %s\n", f.URL, f.Version)
	fmt.Fprintf(&b, "  jobs: %d waiting, %d running, %d of them given to another worker\n", f.Waiting, f.Running, f.Again)
	fmt.Fprintf(&b, "  results of runs in progress: %d; verdicts kept: %d\n", f.Results, f.Verdicts)
	fmt.Fprintf(&b, "  %s\n", english.Plural(int64(len(f.Runs)), "client"))
	for _, r := range f.Runs {
		fmt.Fprintf(&b, "    %s: %s without a result\n", printable.Line(r.Host), english.Plural(r.Open, "job"))
	}
	fmt.Fprintf(&b, "  %s\n", english.Plural(int64(len(f.Workers)), "worker"))
	for _, w := range f.Workers {
		fmt.Fprintf(&b, "    %s: processes %d, %d running, %d done, %d failed, %.1f s of work\n", printable.Line(w.Name),
			w.Processes, w.Running, w.Done, w.Failed, w.Seconds)
	}
	if len(f.Poison) > 0 {
		fmt.Fprintf(&b, "  given up: %d\n", len(f.Poison))
		for _, p := range f.Poison {
			fmt.Fprintf(&b, "    %s %s: %s (%d attempts)\n", printable.Line(p.Job), printable.Line(p.Program), printable.Line(p.Reason), p.Attempts)
		}
	}
	return b.String()
}

// Metrics writes the state in the text format of Prometheus.
func (f *Farm) Metrics(w io.Writer) error {
	var b strings.Builder
	metric := func(name, kind, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", name, help, kind) }
	gauge := func(name, help string, value int64) {
		metric(name, "gauge", help)
		fmt.Fprintf(&b, "%s %d\n", name, value)
	}
	gauge("flavers_jobs_waiting", "Jobs that no worker has.", f.Waiting)
	gauge("flavers_jobs_running", "Jobs that workers have.", f.Running)
	gauge("flavers_jobs_again", "Jobs that were given to another worker and are not done.", f.Again)
	gauge("flavers_jobs_poison", "Jobs that were given up.", int64(len(f.Poison)))
	gauge("flavers_results", "Results of runs in progress.", f.Results)
	gauge("flavers_verdicts", "Verdicts that are kept.", f.Verdicts)
	gauge("flavers_clients", "Clients that are there.", int64(len(f.Runs)))
	gauge("flavers_workers", "Workers that gave a sign of life lately.", int64(len(f.Workers)))
	for _, m := range []struct {
		name, kind, help string
		of               func(*Worker) float64
	}{
		{"flavers_worker_processes", "gauge", "Processes of a worker.", func(w *Worker) float64 { return float64(w.Processes) }},
		{"flavers_worker_running", "gauge", "Jobs that a worker does.", func(w *Worker) float64 { return float64(w.Running) }},
		{"flavers_worker_done_total", "counter", "Jobs that a worker has done.", func(w *Worker) float64 { return float64(w.Done) }},
		{"flavers_worker_failed_total", "counter", "Jobs that failed at a worker.", func(w *Worker) float64 { return float64(w.Failed) }},
		{"flavers_worker_seconds_total", "counter", "Time that the jobs of a worker took.", func(w *Worker) float64 { return w.Seconds }},
	} {
		metric(m.name, m.kind, m.help)
		for i := range f.Workers {
			fmt.Fprintf(&b, "%s{worker=%q} %v\n", m.name, f.Workers[i].Name, m.of(&f.Workers[i]))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
