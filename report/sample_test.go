package report

import (
	"fmt"
	"go/token"

	"flavers/diag"
)

// mixed is a check with every verdict, made by hand.
func mixed() *Check {
	nodes := NodeCounts{Tau: 3, Local: 4, Global: 6, Communication: 1212}
	return &Check{
		Version: Version,
		Program: "dining.tfg",
		Results: []Result{
			{
				Property: "neighbours", Pos: "dining.fsa:4:10", Verdict: Holds,
				Constraints: []string{"task:phil[0]", "task:phil[1]", "task:phil[2]", "variable:fork[0].taken", "lossless"},
				Assumptions: []string{"lossless"}, Vacuous: []string{"eat(7)"},
				POR: "normal", Nodes: nodes, MIP: MIPCounts{Candidate: 40, Kept: 12},
				Tuples: 1234567, Visits: 2345678, Rounds: 2, Rejected: 99, Seconds: 1.25,
				Refinement: []Round{
					{Constraints: 0, MIP: 7, Tuples: 9, Path: []string{"phil[0]: eat(0)", "phil[1]: eat(1)"}, Added: []string{"task:phil[0]", "task:phil[1]"}},
					{Constraints: 2, MIP: 12, Tuples: 1234567},
				},
				RejectedBy: []Kill{{"task:phil[0]", 90}, {"lossless", 9}},
			},
			{
				Property: "take_turns", Pos: "dining.fsa:40:10", Verdict: Violated,
				Constraints: []string{"task:phil[0]"},
				POR:         "normal", Nodes: nodes, MIP: MIPCounts{Candidate: 40, Kept: 12},
				Tuples: 1, Visits: 1, Rounds: 1, Seconds: 0.5,
				Trace: []Step{
					{Task: "phil[1]", Tasks: []string{"phil[1]", "manager"}, Event: "manager.up[1]", Pos: "dining.tfg:36:14", PartnerPos: "dining.tfg:21:9",
						Sends: []Send{{To: "phil[0]", Message: "c<-1", Step: 2}, {To: "", Message: "c<-2"}}, State: "none", Vars: []VarValue{{"manager.taken[1]", "true"}}},
					{Task: "phil[0]", Event: "phil[0].hungry=true", Pos: "dining.tfg:35:9", State: "none",
						Vars: []VarValue{{"phil[0].hungry", "true"}}},
					{Task: "phil[1]", Event: "eat(1)", Pos: "dining.tfg:37:9", State: "error"},
				},
				Schedule: "1:3f0a9c12:1,0.2,1",
			},
			{
				Property: "fair", Pos: "dining.fsa:60:10", Verdict: Possible,
				Reason: "Refinement is off.",
				POR:    "none", Nodes: nodes, MIP: MIPCounts{Candidate: 40, Kept: 40}, Tuples: 10, Visits: 12,
				Trace: []Step{
					{Task: "phil[0]", Event: "eat(0)", Pos: "dining.tfg:37:9", State: "hungry"},
				},
				AtEnd: true,
			},
			{
				Property: "big", Verdict: Unknown, Limit: LimitTuples,
				POR: "normal", Nodes: nodes, MIP: MIPCounts{Candidate: 40, Kept: 12}, Tuples: 1000, Visits: 1001,
			},
		},
		RuntimeErrors: &Result{
			Property: "runtime-errors", Verdict: Violated, POR: "normal", Nodes: nodes,
			Trace:  []Step{{Task: "manager", Event: "n=9", Pos: "dining.tfg:20:5"}},
			Reason: "The value 9 is outside the range 0..8 of n.",
		},
		Diagnostics: []diag.Diagnostic{
			{Pos: token.Position{Filename: "dining.fsa", Line: 3, Column: 7}, Len: 6, Severity: diag.Warning,
				Code: "F301", Message: `symbol "eat(7)" matches no node`, Hint: `did you mean "eat(0)"?`},
		},
	}
}

// crowd is a violated property whose trace has n tasks and one step of each.
func crowd(n int) *Check {
	r := Result{Property: "p", Verdict: Violated, POR: "normal"}
	for i := range n {
		task := fmt.Sprintf("worker[%d]", i)
		s := Step{Task: task, Event: fmt.Sprintf("start(%d)", i), Pos: fmt.Sprintf("crowd.tfg:%d:5", i+1), State: "s"}
		if i%3 == 2 {
			s.Event = fmt.Sprintf("server.ask[%d]", i)
			s.Tasks = []string{"server", task}
		}
		r.Trace = append(r.Trace, s)
	}
	return &Check{Version: Version, Program: "crowd.tfg", Results: []Result{r}}
}

// long is a trace of two tasks with runs of silent steps and very many rows.
func long(n int) *Check {
	r := Result{Property: "p", Verdict: Violated, POR: "normal"}
	for i := range n {
		r.Trace = append(r.Trace, Step{
			Task: fmt.Sprintf("t[%d]", i%2), Event: fmt.Sprintf("a(%d)", i*i), Pos: "long.tfg:1:1",
			Silent: i%10 >= 4 && i%10 < 8 || i%10 == 9,
		})
	}
	return &Check{Version: Version, Program: "long.tfg", Results: []Result{r}}
}
