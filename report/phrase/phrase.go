// Package phrase has sentences about what was found, made of plain data:
//
//	phrase.Limit("depth")     // "an execution is longer than the bound (--depth)"
//	phrase.Racing(3, phrase.Accesses(both))
//
// It knows no results and no layout.
package phrase

import (
	"fmt"
	"strings"
)

// Limit says of an exploration what was hit, and what raises it.
func Limit(limit string) string {
	switch limit {
	case "depth":
		return "an execution is longer than the bound (--depth)"
	case "executions":
		return "the bound on executions was hit (--max-executions)"
	case "states":
		return "the bound on states was hit (--max-states)"
	case "memory":
		return "the bound on memory was hit (--max-memory)"
	case "time":
		return "the time limit was hit (--timeout)"
	case "interrupt":
		return "interrupted"
	case "model":
		return "a bound of the model was met"
	case "constraints":
		return "it was not decided whether the violations found can continue so that they satisfy the constraints"
	case "algorithm":
		return "it can miss executions, as published"
	case "farm":
		return "a part of it had no answer from the farm"
	case "first finding":
		return "stopped at the first finding"
	}
	return limit
}

// Access is a step that reads or writes the variable of a data race.
type Access struct {
	Task  string `json:"task"`
	Step  string `json:"step"` // as the program has it
	Pos   string `json:"pos"`
	Write bool   `json:"write"`
}

// String is the access in words: who does what where.
func (a Access) String() string {
	does := "reads"
	if a.Write {
		does = "writes"
	}
	return fmt.Sprintf("%s %s it (%s, %s)", a.Task, does, a.Step, a.Pos)
}

// Accesses is a sentence about the two accesses of a data race.
func Accesses(a []Access) string { return a[0].String() + ", and " + a[1].String() + "." }

// RacePossible is the sentence about a data race that no execution is known to show.
func RacePossible(a []Access) string {
	return "Perhaps two steps can come next at the same time: " + Accesses(a)
}

// Racing is the sentence about the end of a race's execution.
func Racing(steps int, text string) string {
	after := fmt.Sprintf("After step %d", steps)
	if steps == 0 {
		after = "At the start"
	}
	return strings.TrimSpace(after + " two steps could both come next: " + text)
}

// netLimits says what was hit, where the words of a program do not fit.
var netLimits = map[string]string{
	"depth":      "a firing sequence is longer than the bound (--depth)",
	"executions": "the bound on firing sequences was hit (--max-executions)",
	"states":     "the bound on markings was hit (--max-states)",
	"model":      "a place has more tokens than can be counted",
	"unbounded":  "the net is not bounded",
}

// NetLimit is Limit of an exploration of a Petri net.
func NetLimit(limit string) string {
	if what, ok := netLimits[limit]; ok {
		return what
	}
	return Limit(limit)
}
