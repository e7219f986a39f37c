package plot

import (
	"bytes"
	"flavers/report/stats"
	"strings"
	"testing"
)

// A row has the names of its program and property, and of its constraints if another has
// the same; text has a font that is there; an unknown format is an error.
func TestWrite(t *testing.T) {
	s := &stats.Report{}
	for _, set := range []string{"all", "none", ""} {
		row := stats.Row{Program: "examples/ring.tfg", Property: "round", Set: set}
		if set == "" {
			row.Property = "other"
		}
		row.MIP = stats.ByRule[int]{20, 5, 10, 5}
		row.Visits = stats.ByRule[int64]{100, 40, 60, 30}
		s.Rows = append(s.Rows, row)
	}
	var svg bytes.Buffer
	if err := Write(&svg, s, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<svg", "ring: round, all<", "ring: round, none<", "ring: other<", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;", "MIP edges kept", "normal"} {
		if !strings.Contains(svg.String(), part) {
			t.Errorf("the plot lacks %q", part)
		}
	}
	if strings.Contains(svg.String(), "Serif") {
		t.Error("some text has a font of its own")
	}
	var png bytes.Buffer
	if err := Write(&png, s, "png"); err != nil || !bytes.HasPrefix(png.Bytes(), []byte("\x89PNG")) {
		t.Errorf("png: %v", err)
	}
	if err := Write(&png, s, "bmp"); err == nil || !strings.Contains(err.Error(), "svg, png") {
		t.Errorf("bmp: %v", err)
	}
}

func TestColors(t *testing.T) {
	for k, c := range barColors {
		if c == nil {
			t.Errorf("rule %s has no colour", stats.Rules[k+1])
		}
	}
}
