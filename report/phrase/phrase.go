// Package phrase has sentences about what was found, made of plain data:
//
//	phrase.Limit("depth")     // "an execution is longer than the bound (--depth)"
//	phrase.Racing(3, phrase.Accesses(both))
//
// It knows neither results nor layout.
package phrase

import (
	"fmt"
	"strings"
)

// Limit says which limit ended an exploration, and the flag that raises it. An unknown word is returned as it is.
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

// Access is one of the two steps of a data race.
type Access struct {
	Task  string `json:"task"`
	Step  string `json:"step"` // its text in the program
	Pos   string `json:"pos"`
	Write bool   `json:"write"` // it writes the variable, or else reads it
}

// String returns "task reads it (step, position)"; it is the variable.
func (a Access) String() string {
	does := "reads"
	if a.Write {
		does = "writes"
	}
	return fmt.Sprintf("%s %s it (%s, %s)", a.Task, does, a.Step, a.Pos)
}

// Accesses says who accesses the variable of a data race. It panics unless a has two accesses.
func Accesses(a []Access) string { return a[0].String() + ", and " + a[1].String() + "." }

// RacePossible says that two accesses may race, where no execution is known that shows it.
func RacePossible(a []Access) string {
	return "Perhaps two steps can come next at the same time: " + Accesses(a)
}

// Racing says after which step of an execution two accesses race; text is what Accesses says of them.
func Racing(steps int, text string) string {
	after := fmt.Sprintf("After step %d", steps)
	if steps == 0 {
		after = "At the start"
	}
	return strings.TrimSpace(after + " two steps could both come next: " + text)
}

// NetLimit says the same as Limit, in the words of Petri nets.
func NetLimit(limit string) string {
	switch limit {
	case "depth":
		return "a firing sequence is longer than the bound (--depth)"
	case "executions":
		return "the bound on firing sequences was hit (--max-executions)"
	case "states":
		return "the bound on markings was hit (--max-states)"
	case "model":
		return "a place has more tokens than can be counted"
	case "unbounded":
		return "the net is not bounded"
	}
	return Limit(limit)
}
