// Package job has checks and parts of explorations as values. A Job says what is to be done, on which content, and by
// which version of flavers. A Result says what came of it:
//
//	c := &job.Content{Program: job.Source{Name: "mutex.tfg", Text: text}, Specs: specs}
//	j := &job.Job{Kind: job.Check, Version: version, Content: c.Hash()}
//	r := runner.Run(ctx, j, c)      // here, or in another process on another machine
//
// A job is pure: its result depends on the job and its content, and on nothing else. So it may be done anywhere, twice,
// or not at all if the result is known. A job has neither code nor names of files to read. A runner loads the texts
// that the content has.
package job

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"flavers/automata"
	"flavers/diag"
	"flavers/explore"
	"flavers/lang/parts"
	"flavers/report"
	"flavers/report/stats"
	"flavers/verify"
	"flavers/verify/crosscheck/random"
)

// Kinds of jobs.
const (
	Check      = "check"      // all checks of a program
	Search     = "search"     // a part of an exploration
	Stats      = "stats"      // the rules that eliminate MIP edges
	Crosscheck = "crosscheck" // all engines on a program
	Random     = "random"     // all engines on a block of random programs, which has no content
)

// Source is a text with the name that it has in positions.
type Source struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Content is what a job is about: texts, and the constants that are set.
type Content struct {
	Program Source            `json:"program"`
	Files   []Source          `json:"files,omitempty"` // other files that the program is made of
	Specs   []Source          `json:"specs,omitempty"`
	Set     map[string]string `json:"set,omitempty"`
}

// ContentOf returns the content of a program that was read with its specifications. sources has the texts, by the names
// of their files.
func ContentOf(program string, set map[string]string, sources map[string][]byte, specs []*automata.Spec) *Content {
	file := parts.File(program)
	c := &Content{Set: set, Program: Source{program, string(sources[file])}}
	var names []string // in the order in which they were read, as results have it
	for _, sp := range specs {
		names = append(names, sp.Pos.Filename)
	}
	names = slices.Concat(names, slices.Sorted(maps.Keys(sources)))
	for i, name := range names {
		text, ok := sources[name]
		switch {
		case !ok || name == file || slices.Contains(names[:i], name):
		case parts.Ada(name):
			c.Files = append(c.Files, Source{name, string(text)})
		default:
			c.Specs = append(c.Specs, Source{name, string(text)})
		}
	}
	return c
}

// Encode returns the content as text. Equal contents are equal texts.
func (c *Content) Encode() []byte {
	text, err := json.Marshal(c) // keys of maps are sorted
	if err != nil {
		panic(err) // strings only
	}
	return text
}

// DecodeContent reads what Encode wrote, if its hash is as it has to be.
func DecodeContent(text []byte, hash string) (*Content, error) {
	if hashed(text) != hash {
		return nil, fmt.Errorf("the content is not the one of the hash %.12s", hash)
	}
	c := &Content{}
	return c, json.Unmarshal(text, c)
}

// Hash returns a name for the content, which differs for different contents.
func (c *Content) Hash() string { return hashed(c.Encode()) }

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Setting has the options on which a result depends. A kind of jobs uses some of them; the others are zero.
type Setting struct {
	// Checks, as in verify.Options (Job.For).
	Refine   verify.Refine `json:"refine,omitempty"`
	POR      verify.Rule   `json:"por,omitempty"`
	Order    verify.Order  `json:"order,omitempty"`
	Only     []string      `json:"only,omitempty"`
	Deadlock string        `json:"deadlock,omitempty"`
	Fairness string        `json:"fairness,omitempty"`
	Partial  bool          `json:"partial,omitempty"`
	Strict   bool          `json:"strict,omitempty"`
	Check    bool          `json:"check,omitempty"`
	Depth    int           `json:"depth,omitempty"`

	Keep []string `json:"keep,omitempty"` // names of the specifications that count; empty means all

	// Stats.
	Sets  []verify.ConstraintSet `json:"sets,omitempty"`
	Times bool                   `json:"times,omitempty"` // short runs are repeated, to measure their times

	// Searches, as in explore.Options (Job.ForExploring).
	Algorithm    string `json:"algorithm,omitempty"`
	HighestFirst bool   `json:"highest_first,omitempty"`
	Shortest     bool   `json:"shortest,omitempty"`
	Seed         uint64 `json:"seed,omitempty"` // also of random programs: the first seed of the block
	Bugs         int    `json:"bugs,omitempty"`
	States       int64  `json:"states,omitempty"` // limit for each member of a swarm
	StopAtFirst  bool   `json:"stop_at_first,omitempty"`

	Meant bool `json:"meant,omitempty"` // crosscheck: a deadlock is expected

	Count uint64 `json:"count,omitempty"` // random: number of seeds in the block
}

// Limits bound a job. 0 means no limit. A result does not depend on limits that were not hit.
type Limits struct {
	Time          time.Duration `json:"time,omitempty"`
	TimeEach      time.Duration `json:"time_each,omitempty"` // for each check
	Memory        int64         `json:"memory,omitempty"`    // bytes
	MaxTuples     int64         `json:"max_tuples,omitempty"`
	MaxExecutions int64         `json:"max_executions,omitempty"`
	MaxStates     int64         `json:"max_states,omitempty"`
}

// Job is a piece of work.
type Job struct {
	Kind    string        `json:"kind"`    // one of the kinds above
	Version string        `json:"version"` // of flavers; other versions refuse the job
	Content string        `json:"content"` // hash of the content; "" for Random
	Setting Setting       `json:"setting"`
	Limits  Limits        `json:"limits"`
	Task    *explore.Task `json:"task,omitempty"`   // for Search: the part of the exploration
	Budget  int64         `json:"budget,omitempty"` // for Search: number of transitions after which the part ends
}

// Key returns a name for the question that a job asks. Jobs with the same key have the same result, unless a limit ends
// one of them.
func (j *Job) Key() string {
	k := *j
	k.Limits = Limits{}
	return hashed(k.Encode())
}

// Encode returns the job as text.
func (j *Job) Encode() []byte {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err)
	}
	return text
}

// Result is what came of a job: the report for its kind, or Failed.
type Result struct {
	Check   *report.Check      // Check, and Crosscheck: the answer of the static analysis
	Part    *explore.Part      // Search
	Rows    []stats.Row        // Stats
	Found   []diag.Diagnostic  // Stats
	Cross   *report.Crosscheck // Crosscheck
	Random  *random.Report     // Random
	Failed  string             // why there is no report; "" if there is one
	Limit   string             // the limit that ended the job, or ""
	Worker  string             // name of the worker that did the job
	Seconds float64            // time that the job took
}

// Done is a result with the name that the client gave the job.
type Done struct {
	ID     string
	Result *Result
}

// Encode returns the result as bytes.
func (r *Result) Encode() []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(r); err != nil {
		panic(err) // plain data
	}
	return b.Bytes()
}

// DecodeResult reads what Encode wrote.
func DecodeResult(data []byte) (*Result, error) {
	r := &Result{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(r); err != nil {
		return nil, fmt.Errorf("a result cannot be read: %w", err)
	}
	return r, nil
}
