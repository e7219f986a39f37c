package report

// This file has, as data, how many of the synchronization objects of Go packages a run has an answer about. Package
// check counts them (Objects), and report/batch prints them.

// Totals counts the channels, locks, wait groups and conditions of Go packages. An object is answered if a finding is
// about it, or if each operation on it is one of a root whose deadlock check and run-time errors are decided
// (docs/go.md, "How much is answered").
type Totals struct {
	Objects  int        `json:"objects"`
	Answered int        `json:"answered"`
	Kinds    []OfKind   `json:"kinds"`          // one for each kind that the packages have
	Groups   int        `json:"groups"`         // objects are in one group if one goroutine uses both, or if such pairs link them
	Open     []OfReason `json:"open,omitempty"` // one for each reason, the reason for most objects first
	Seconds  float64    `json:"seconds"`        // of the whole run
	// Unanswered lists the objects without an answer, in the order of the source.
	Unanswered []OpenObject `json:"unanswered,omitempty"`
}

// OfKind counts the objects of one kind: "channel", "lock", "wait group" or "condition".
type OfKind struct {
	Kind     string `json:"kind"`
	Objects  int    `json:"objects"`
	Answered int    `json:"answered"`
}

// OfReason counts the objects that have no answer for one reason. Files are those with such objects, the file with most
// of them first.
type OfReason struct {
	Reason  string   `json:"reason"`
	Objects int      `json:"objects"`
	Files   []string `json:"files"`
}

// OpenObject is an object without an answer.
type OpenObject struct {
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`
	Pos    string `json:"pos"` // where the object is made
	Reason string `json:"reason"`
	At     string `json:"at"` // position of an operation on the object that has no answer
}
