package source

// Constraints files: the constraint sets that sufficed, kept between runs.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"flavers/internal/printable"
	"flavers/report"
)

// constraintSets is the file: for each property the generated constraints
// that its verdict rests on. Constraints written by the user are not in it.
type constraintSets struct {
	Version int                 `json:"version"`
	Sets    map[string][]string `json:"sets"`
}

// ConstraintSets reads the file; one that does not exist yet holds no sets.
func (r *Reader) ConstraintSets(name string) map[string][]string {
	if name == "" {
		return nil
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return map[string][]string{}
	}
	text, ok := r.Read(name, noPos, "constraints file")
	if !ok {
		return nil
	}
	var file constraintSets
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&file)
	if err == nil && file.Version != 1 {
		err = fmt.Errorf("version %d is not known", file.Version)
	}
	if err != nil {
		r.List.Errorf(noPos, Sets, "constraints file %s cannot be used: %v", name, err).
			WithHint("delete it: flavers writes it anew")
		return nil
	}
	return file.Sets
}

// SaveConstraintSets prints the sets of this run over those of earlier ones.
// Properties without an answer keep what was saved for them.
func SaveConstraintSets(w io.Writer, old map[string][]string, c *report.Check) error {
	file := constraintSets{Version: 1, Sets: map[string][]string{}}
	results := c.Results
	if c.RuntimeErrors != nil {
		results = append(results[:len(results):len(results)], *c.RuntimeErrors)
	}
	results = eachInstance(results)
	for _, r := range results {
		switch r.Verdict {
		case report.Holds, report.Violated:
			assumed := map[string]bool{}
			for _, a := range r.Assumptions {
				assumed[a] = true
			}
			set := []string{}
			for _, k := range r.Constraints {
				if !assumed[k] {
					set = append(set, k)
				}
			}
			file.Sets[r.Property] = set
		default:
			if set, ok := old[r.Property]; ok {
				file.Sets[r.Property] = set
			}
		}
	}
	text, err := json.MarshalIndent(file, "", "  ") // keys come sorted
	if err != nil {
		return err
	}
	_, err = w.Write(printable.JSON(append(text, '\n')))
	return err
}

// eachInstance puts the instances of families in their place.
func eachInstance(results []report.Result) []report.Result {
	var out []report.Result
	for _, r := range results {
		if len(r.Instances) == 0 {
			out = append(out, r)
		}
		for _, k := range r.Instances {
			out = append(out, r.Alone(&k))
		}
	}
	return out
}
