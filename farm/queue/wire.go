package queue

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"flavers/farm/job"
)

// This file is what travels: a message with jobs, and one with results.

// order is a message with jobs. It is JSON.
type order struct {
	Jobs []ordered `json:"jobs"`
	// Contents are the encoded contents of the jobs, by hash. One that is not here is in the store.
	Contents map[string][]byte `json:"contents,omitempty"`
}

// ordered is one job of a message.
type ordered struct {
	ID      string          `json:"id"`
	Program string          `json:"program"` // its name, for people
	Job     json.RawMessage `json:"job"`
}

// answers is a message with results. It is a gob, so that what describes the types comes once for all.
type answers struct {
	Worker string
	List   []answered
}

// answered is what came of one job.
type answered struct {
	ID     string
	Took   time.Duration // of the worker, all in all
	Result *job.Result   // nil: its content is not in the store; the client has to send it again
}

// word is what an ID of a job and the name of a run look like: they are parts of subjects and keys.
var word = regexp.MustCompile(`^[A-Za-z0-9-]{1,200}$`)

// readOrder reads a message with jobs. What cannot be done is an error: a message is never half of one.
func (f *Farm) readOrder(ctx context.Context, data []byte, packed string) (*order, error) {
	text, err := f.unpack(ctx, data, packed)
	if err != nil {
		return nil, err
	}
	o := &order{}
	if err := json.Unmarshal(text, o); err != nil {
		return nil, err
	}
	if len(o.Jobs) == 0 {
		return nil, errors.New("it has no jobs")
	}
	for i := range o.Jobs {
		if !word.MatchString(o.Jobs[i].ID) {
			return nil, fmt.Errorf("%q is no name of a job", o.Jobs[i].ID)
		}
	}
	return o, nil
}

func (o *order) encode() ([]byte, error) { return json.Marshal(o) }

func (a *answers) encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(a)
	return b.Bytes(), err
}

// readAnswers reads a message with results.
func (f *Farm) readAnswers(ctx context.Context, data []byte, packed string) (*answers, error) {
	text, err := f.unpack(ctx, data, packed)
	if err != nil {
		return nil, err
	}
	a := &answers{}
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(a); err != nil {
		return nil, fmt.Errorf("a message with results cannot be read: %w", err)
	}
	return a, nil
}
