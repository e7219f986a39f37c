package report

// How many objects of Go packages have an answer.

// Totals counts the channels, locks, wait groups and conditions of Go packages. An object is answered if a finding is
// about it, or if each operation on it is one of a root whose deadlock check and run-time errors are decided
// (docs/go.md, "How much is answered").
type Totals struct {
	Objects  int        `json:"objects"`
	Answered int        `json:"answered"`
	Kinds    []OfKind   `json:"kinds"` // those that there are
	Groups   int        `json:"groups"`
	Open     []OfReason `json:"open,omitempty"` // by reason, those with most objects first
	Seconds  float64    `json:"seconds"`
	// Unanswered are the objects that are open, in the order of the source.
	Unanswered []OpenObject `json:"unanswered,omitempty"`
}

// OfKind is how many objects of a kind there are: of "channel", "lock", "wait group" or "condition".
type OfKind struct {
	Kind     string `json:"kind"`
	Objects  int    `json:"objects"`
	Answered int    `json:"answered"`
}

// OfReason is how many objects are not answered for one reason, and the files that they are in, those with most first.
type OfReason struct {
	Reason  string   `json:"reason"`
	Objects int      `json:"objects"`
	Files   []string `json:"files"`
}

// OpenObject is one that is not answered.
type OpenObject struct {
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`
	Pos    string `json:"pos"`
	Reason string `json:"reason"`
	At     string `json:"at"` // an operation on it that is not answered
}
