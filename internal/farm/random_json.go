package farm

import (
	"encoding/json"
	"fmt"
	"io"

	"flavers/report"
	"flavers/report/outcome"
	"flavers/verify/crosscheck/random"
)

// The JSON form of flavers crosscheck --random, version 1. Its schema is docs/schema/random.schema.json.

type randomJSON struct {
	Version  int                    `json:"version"`
	Seed     uint64                 `json:"seed"`     // the first one
	Asked    uint64                 `json:"asked"`    // programs that were to be cross-checked
	Programs int                    `json:"programs"` // that were
	Agree    bool                   `json:"agree"`    // engines do, on all of these
	Unfit    int                    `json:"unfit"`    // programs whose properties do not fit them
	Answers  map[report.Verdict]int `json:"answers"`  // of engines
	Audited  int                    `json:"audited"`  // executions held against the static analysis
	Findings []findingJSON          `json:"findings"`
}

type findingJSON struct {
	Seed     uint64 `json:"seed"`
	Family   string `json:"family"`
	What     string `json:"what"`
	Schedule string `json:"schedule,omitempty"`
	Program  string `json:"program"`
	Spec     string `json:"spec"`
	Lines    int    `json:"lines"`
	Again    string `json:"again"` // the command that repeats it
}

// writeJSON prints what came of the programs as JSON.
func (x *Random) writeJSON(w io.Writer, sum *random.Report) error {
	out := randomJSON{Version: report.Version, Seed: x.seed, Asked: x.Programs, Programs: sum.Programs,
		Agree: len(sum.Findings) == 0, Unfit: sum.Unfit, Answers: map[report.Verdict]int{}, Audited: sum.Audited,
		Findings: []findingJSON{}}
	for _, v := range outcome.Verdicts() {
		out.Answers[v] = sum.Answers[v]
	}
	for _, f := range sum.Findings {
		out.Findings = append(out.Findings, findingJSON{f.Seed, f.Family, f.What, f.Schedule, f.Program, f.Spec, f.Lines,
			commandOf(f.Seed)})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// commandOf returns the command that repeats a finding.
func commandOf(seed uint64) string {
	return fmt.Sprintf("flavers crosscheck --random 1 --seed %d", seed)
}
