// Package job is checks as values: what is to be done, on which content, by which version, and
// what came of it.
//
//	c := &job.Content{Program: job.Source{Name: "mutex.tfg", Text: text}, Specs: specs}
//	j := &job.Job{Kind: job.Check, Version: version, Content: c.Hash()}
//	r := runner.Run(ctx, j, c)      // here, or in another process on another machine
//
// A job is pure: its result depends on the job and its content, and on nothing else. So it may be
// done anywhere, twice, or not at all if the result is known. A job has no code and no names of
// files to be read: a runner loads the texts that the content has.
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
	Random     = "random"     // all engines on a block of random programs; there is no content
)

// Source is a text with its name, which positions have.
type Source struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Content is what a job is about: the texts, as they are, and the constants that are set.
type Content struct {
	Program Source            `json:"program"`
	Files   []Source          `json:"files,omitempty"` // other files that the program is made of
	Specs   []Source          `json:"specs,omitempty"`
	Set     map[string]string `json:"set,omitempty"`
}

// ContentOf returns the content of a program that was read with its specifications: the texts are those of sources.
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

// Hash names the content.
func (c *Content) Hash() string { return hashed(c.Encode()) }

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Setting is the options on which a result depends.
type Setting struct {
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

	Keep  []string               `json:"keep,omitempty"`  // names of the specifications that count; none: all
	Sets  []verify.ConstraintSet `json:"sets,omitempty"`  // stats
	Times bool                   `json:"times,omitempty"` // stats: short runs are repeated for their times

	Algorithm    string `json:"algorithm,omitempty"` // search
	HighestFirst bool   `json:"highest_first,omitempty"`
	Shortest     bool   `json:"shortest,omitempty"`
	Seed         uint64 `json:"seed,omitempty"`
	Bugs         int    `json:"bugs,omitempty"`
	States       int64  `json:"states,omitempty"` // of each member of a swarm
	StopAtFirst  bool   `json:"stop_at_first,omitempty"`

	Meant bool `json:"meant,omitempty"` // crosscheck: a deadlock is expected

	Count uint64 `json:"count,omitempty"` // random: so many seeds, from Seed on
}

// Limits bound a job. A result that a limit did not touch does not depend on them.
type Limits struct {
	Time          time.Duration `json:"time,omitempty"`
	TimeEach      time.Duration `json:"time_each,omitempty"` // of each check
	Memory        int64         `json:"memory,omitempty"`
	MaxTuples     int64         `json:"max_tuples,omitempty"`
	MaxExecutions int64         `json:"max_executions,omitempty"`
	MaxStates     int64         `json:"max_states,omitempty"`
}

// Job is something to be done.
type Job struct {
	Kind    string        `json:"kind"`
	Version string        `json:"version"`
	Content string        `json:"content"` // hash
	Setting Setting       `json:"setting"`
	Limits  Limits        `json:"limits"`
	Task    *explore.Task `json:"task,omitempty"`   // search
	Budget  int64         `json:"budget,omitempty"` // search: transitions
}

// Key names what is asked: jobs with one key have one result, unless a limit ends one of them.
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

// Result is what came of a job: one of the reports, or why there is none.
type Result struct {
	Check   *report.Check
	Part    *explore.Part
	Rows    []stats.Row
	Found   []diag.Diagnostic  // stats
	Cross   *report.Crosscheck // crosscheck: Check is then what the static analysis says
	Random  *random.Report
	Failed  string  // why there is no result
	Limit   string  // what the limit was that ended it, if one did
	Worker  string  // who did it
	Seconds float64 // that it took
}

// Done is a job with its result, by the name that whoever asked gave it.
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
