package verify

import (
	"io"
	"time"

	"flavers/report"
)

// Options of a check; the zero value is sound, complete and without limits.
type Options struct {
	Refine string // "auto" (default), "none", "all"
	POR    string // "normal" (default), "none", "paper", "safe", "early", "late"
	Order  string // "bfs" (default), "dfs", "rpo"
	// Only selects the checks to make, see Wants and WantsProperty: names of
	// properties and families, report.RuntimeErrors, report.Deadlock. Empty: all.
	Only         []string
	EachInstance bool   // the instances of a family are checks of their own, not one
	Deadlock     string // "": look for deadlocks, "off": do not, "expected": one is meant to be there
	Strict       bool   // a symbol that matches nothing is an error
	Check        bool   // run every stage's certificate
	Minimize     bool   // drop constraints while the property still holds
	// Saved constraint sets by property, from an earlier run; refinement
	// starts from them. Names that the program does not have are warned of.
	Saved     map[string][]string
	SavedFile string // where they are from, for the warnings
	Tables    int    // most cases of one step; a step with more is not exact. 0: 65536
	Timeout   time.Duration
	MaxTuples int64
	MaxMemory int64                 // bytes
	Depth     int                   // longest execution that confirms a violation; 0: any
	Log       io.Writer             // -v: what each stage did; nil: quiet
	Progress  func(report.Progress) // called at most once a second; may be nil
}
