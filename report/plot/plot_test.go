package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"flavers/report/stats"
)

// Of no rows there is no plot: the time did not reach one.
func TestNothing(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, &stats.Report{}); err != nil || b.Len() > 0 {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}

// sample has three rows, two of the same property.
func sample() *stats.Report {
	s := &stats.Report{}
	for _, set := range []string{"all", "none", ""} {
		row := stats.Row{Program: "examples/ring<1>.tfg", Property: "round", Set: set}
		if set == "" {
			row.Property = "other"
		}
		row.MIP = stats.ByRule[int]{20, 5, 10, 15}
		row.Visits = stats.ByRule[int64]{100, 40, 60, 30}
		s.Rows = append(s.Rows, row)
	}
	s.Rows[2].Visits = stats.ByRule[int64]{} // of which there is no share
	return s
}

// A row has the names of its program and property, and of its constraints if another has the same. Each bar is as high
// as its share, and stands at its row.
func TestWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, sample()); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
	}
	for _, part := range []string{"ring&lt;1&gt;: round, all<", "ring&lt;1&gt;: round, none<", "ring&lt;1&gt;: other<",
		"MIP edges kept", "normal<"} {
		if !strings.Contains(svg, part) {
			t.Errorf("the plot lacks %q", part)
		}
	}
	edges, visits, _ := strings.Cut(svg, panels[1].title)
	for k, want := range [][2][]float64{{{25, 25, 25}, {40, 40}}, {{50, 50, 50}, {60, 60}}, {{75, 75, 75}, {30, 30}}} {
		for half, text := range []string{edges, visits} {
			for i, percent := range want[half] {
				x := rowWidth*(float64(i)+0.5) + barWidth*(float64(k)-1.5)
				bar := fmt.Sprintf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, x, barRoom*(1-percent/most),
					barWidth, barRoom*percent/most, barColors[k])
				if !strings.Contains(text, bar) {
					t.Errorf("rule %s, row %d: no bar %s in\n%s", stats.Rules[k+1], i, bar, text)
				}
			}
			if n := strings.Count(text, fmt.Sprintf(`width="%.1f" height`, barWidth)); n != 3*len(want[half]) {
				t.Errorf("%d bars", n)
			}
		}
	}
	var again bytes.Buffer
	if err := Write(&again, sample()); err != nil || again.String() != svg {
		t.Error("the same rows are drawn in another way")
	}
}
