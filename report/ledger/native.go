package ledger

import (
	"fmt"
	"strings"
)

// Native is what running a package showed about a violation that was found in its model. If Note is "", a run had the
// violation: Crash says so for a run-time error, and Blocked for a deadlock.
type Native struct {
	Runs      int       `json:"runs"`                // how often the package was run
	Scheduled bool      `json:"scheduled,omitempty"` // gates in the package let the steps happen in the order of the trace
	Blocked   []Blocked `json:"blocked,omitempty"`   // goroutines that were blocked for ever
	Crash     string    `json:"crash,omitempty"`     // what the runtime printed when it ended the program
	Note      string    `json:"note,omitempty"`      // why no run had the violation
}

// Blocked are goroutines that were blocked for ever at one position, as the Go runtime reports them.
type Blocked struct {
	Function   string `json:"function"`
	Reason     string `json:"reason"` // as the runtime calls it: "chan receive"
	Pos        string `json:"pos"`    // file:line
	Goroutines int    `json:"goroutines"`
}

// Says returns what the runs showed, in a few sentences.
func (n *Native) Says() string {
	if n.Note != "" {
		return "Not confirmed by running the package: " + n.Note + "."
	}
	text := "Confirmed by running the package"
	if n.Scheduled {
		text += " with gates that let the steps happen in this order"
	}
	if n.Crash != "" {
		return text + ": " + n.Crash + "."
	}
	var at []string
	for _, b := range n.Blocked {
		who := "1 goroutine"
		if b.Goroutines > 1 {
			who = fmt.Sprintf("%d goroutines", b.Goroutines)
		}
		at = append(at, fmt.Sprintf("%s in %s at %s (%s)", who, b.Function, b.Pos, b.Reason))
	}
	return text + ". Blocked for ever: " + strings.Join(at, "; ") + "."
}
