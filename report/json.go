package report

// This file writes the JSON form of a check, version 1. Its schema is docs/schema/check.schema.json; a test compares
// both.

import (
	"io"
	"slices"

	"flavers/report/form"
)

// MarshalJSON writes the keys in the order of the fields, nil lists as empty lists, and positions of diagnostics as
// strings.
func (c *Check) MarshalJSON() ([]byte, error) {
	type plain Check // has the fields of Check and not this method, which would call itself
	out := struct {
		*plain
		Results       []Result          `json:"results"`
		RuntimeErrors *Result           `json:"runtime_errors,omitempty"`
		Deadlock      *Result           `json:"deadlock,omitempty"`
		Races         []Result          `json:"races,omitempty"`
		Diagnostics   []form.Diagnostic `json:"diagnostics"`
	}{
		plain:         (*plain)(c),
		Results:       make([]Result, len(c.Results)),
		RuntimeErrors: c.RuntimeErrors.withLists(),
		Deadlock:      c.Deadlock.withLists(),
		Diagnostics:   form.Diagnostics(c.Diagnostics),
	}
	for i := range c.Results {
		out.Results[i] = *c.Results[i].withLists()
	}
	for i := range c.Races {
		out.Races = append(out.Races, *c.Races[i].withLists())
	}
	return form.Marshal(out)
}

// withLists returns r with empty lists in place of absent ones. For nil it returns nil.
func (r *Result) withLists() *Result {
	if r == nil {
		return nil
	}
	with := *r
	with.Constraints, with.Trace = form.ListOf(r.Constraints), form.ListOf(r.Trace)
	with.Instances = slices.Clone(r.Instances)
	for i := range with.Instances {
		with.Instances[i].Constraints = form.ListOf(with.Instances[i].Constraints)
	}
	with.Bounds = slices.Clone(r.Bounds)
	for i := range with.Bounds {
		with.Bounds[i].Constraints = form.ListOf(with.Bounds[i].Constraints)
	}
	return &with
}

// WriteJSON prints c as indented JSON with a final newline.
func (c *Check) WriteJSON(w io.Writer) error { return form.Write(w, c) }

// ZeroTimes sets every duration to zero, so that equal input gives equal bytes.
func (c *Check) ZeroTimes() {
	for _, r := range c.all() {
		r.Seconds = 0
		for i := range r.Instances {
			r.Instances[i].Seconds = 0
		}
	}
}
