// Package bridge is the pipe between flavers and flavers-farm, the program that speaks to farms:
//
//	c, err := bridge.Start(ctx, program, bridge.Opening{Do: bridge.ForJobs, ...}, stderr, note)
//	err = c.Submit(ctx, "mutex", j, content)
//	done := <-c.Done()                            // done.ID, done.Result
//	err = c.Close()
//
// So a program that uses farms links no queue and no server. Client (client.go) is the side of flavers, and Serve
// (serve.go) that of flavers-farm, which knows of queues what the interface Farm has.
//
// Messages are values of package gob, one stream for each direction. The first message is the Opening, and its answer
// says whether there is a farm. Then each Request has one Answer with its number; an Answer without a number is told
// without a question: a result of a job, a note, or that the farm is gone. When the pipe to flavers-farm is closed,
// whoever asked is gone: it gives back what it has, and ends.
package bridge

import (
	"time"

	"flavers/farm/job"
)

// What flavers-farm is started for.
const (
	ForJobs   = "jobs"   // of a client
	ForWork   = "work"   // jobs of others
	ForStatus = "status" // of a farm, or to tidy it up
)

// protocol is the form of the messages: a change of Opening, Request or Answer has another number.
const protocol = 1

// Opening says which farm, who asks, and who does jobs.
type Opening struct {
	Protocol int // set by Start
	Do       string

	URL           string // Embedded: the server is in flavers-farm
	Creds, Token  string
	CA, Cert, Key string
	Heartbeat     time.Duration
	Wait          time.Duration // for a server that is not there yet
	Listen, Dir   string        // of an embedded server

	Commit  string // of flavers; "": it is not known. The other side has to be of the same one
	Version string // of the program that does jobs: a farm is of one version

	Processes   int      // do jobs
	Program     []string // does jobs: a command line
	Environment []string // more of it
	Time        time.Duration
	Memory      int64 // bytes

	JSON, Verbose bool   // the log of a worker
	Metrics       string // host:port; "": none
}

// Embedded is the URL of a server that flavers-farm starts itself.
const Embedded = "embedded"

// Usual is where an embedded server listens where nothing else is said.
const Usual = "127.0.0.1:4222"

// Opened is what the answer to an Opening has.
type Opened struct {
	Address string // of the farm, without passwords
	Server  string // URL of an embedded server; "": there is none
}

// Kinds of requests.
const (
	submit    = "submit"
	get       = "get" // an answer that is kept
	put       = "put"
	search    = "search" // how far an exploration is
	keep      = "keep"
	forget    = "forget"
	processes = "processes"
	look      = "look" // the status
	purge     = "purge"
	work      = "work"
)

// request is what flavers asks.
type request struct {
	ID      int64
	Do      string
	Name    string // of a job, or a key
	Job     []byte
	Content []byte // empty: that of the request before
	Data    []byte
	All     bool

	content *job.Content // that the job is about: it becomes Content if the other side has another one
	hash    string       // of it
}

// answer is what flavers-farm says.
type answer struct {
	ID     int64 // 0: nobody asked
	Error  string
	Opened *Opened
	Name   string // of a job, with its result
	Data   []byte
	Number int
	Note   string
	Gone   bool // there is no farm any more
}
